"""Data sets of self-play."""

__all__ = ["collation", "dataset", "loading"]
