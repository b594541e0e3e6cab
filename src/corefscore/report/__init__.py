"""Views for readers: the HTML page, and the text on a terminal."""
