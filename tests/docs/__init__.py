"""The documentation: its examples, its pages, and the site made of them."""
