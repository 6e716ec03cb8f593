"""Havana for computer players: what is good, likely and worth, as numbers."""

__all__ = ["evaluation", "observation", "policy", "value_features"]
