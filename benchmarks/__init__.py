"""Side-by-side runs against other scorers: `make bench`, or `python -m benchmarks --help`."""
