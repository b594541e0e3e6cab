"""Views for people: the page, and the text on a terminal."""
