"""Files: which format they are in, how they are read, and how they are written."""
