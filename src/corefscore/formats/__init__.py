"""Files: recognise their format, read them and write them."""
