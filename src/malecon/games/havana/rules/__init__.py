"""The rules of Havana, a module for a chapter or two of their text."""

__all__ = ["buying", "cards", "common", "rounds", "setting_up", "turn"]
