"""The rules of Havana, a module for each chapter of their text."""

__all__ = [
    "buying",
    "cards",
    "common",
    "ending",
    "rounds",
    "setting_up",
    "thefts",
    "turn",
    "turn_order",
]
