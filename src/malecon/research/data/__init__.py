"""Data sets of self-play."""

__all__ = ["dataset"]
