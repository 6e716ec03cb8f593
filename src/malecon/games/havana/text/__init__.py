"""Havana in words."""

__all__ = ["choices", "game_text", "refusals", "words"]
