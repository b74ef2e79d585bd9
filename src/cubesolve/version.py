"""The version, in one place: the package's metadata are made from it."""

__version__ = "0.1.0"
