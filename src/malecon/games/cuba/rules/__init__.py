"""The rules of Cuba, a module for a chapter or two of their text."""

__all__ = ["common", "foreman", "harbour", "laws", "parliament", "plantation", "rounds", "trade", "uses"]
