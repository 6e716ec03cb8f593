"""The rules of Cuba, a module for each chapter of their text."""

__all__ = [
    "architect",
    "common",
    "ending",
    "foreman",
    "harbour",
    "laws",
    "loading",
    "parliament",
    "rounds",
    "setting_up",
    "trade",
    "uses",
    "worker",
]
