"""The handlers of the pages."""

__all__ = ["games", "guide", "lessons", "me", "new_table", "notices", "puzzles", "replay", "seats", "sign_in", "table"]
