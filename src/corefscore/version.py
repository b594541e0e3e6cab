"""The version, apart from everything else so that it costs nothing to ask for."""

__version__ = "1.0.0"
