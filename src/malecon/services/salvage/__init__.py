"""Saving the readable part of a damaged database file."""

__all__ = ["salvage"]
