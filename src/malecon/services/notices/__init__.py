"""Notices that it is somebody's turn: which are due, and where they are sent."""

__all__ = ["notices", "outbox", "presence"]
