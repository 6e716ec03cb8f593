"""The handlers of the pages."""

__all__ = [
    "analysis",
    "exercise",
    "games",
    "guide",
    "lessons",
    "me",
    "new_table",
    "notices",
    "play_on",
    "positions",
    "puzzles",
    "replay",
    "review",
    "seats",
    "sign_in",
    "table",
]
