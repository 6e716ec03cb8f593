"""Removing what the rules of retention let go."""

__all__ = ["sweep", "sweeper", "table_target"]
