"""Matches between agents: played in fair blocks, and what they say about strength."""

__all__ = ["matches", "statistics"]
