"""The handlers of the pages."""

__all__ = [
    "analysis",
    "games",
    "guide",
    "lessons",
    "me",
    "new_table",
    "notices",
    "positions",
    "puzzles",
    "replay",
    "review",
    "seats",
    "sign_in",
    "table",
]
