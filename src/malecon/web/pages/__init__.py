"""The handlers of the pages."""

__all__ = ["games", "guide", "lessons", "me", "new_table", "notices", "replay", "seats", "sign_in", "table"]
