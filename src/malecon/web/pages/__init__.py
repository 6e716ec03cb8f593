"""The handlers of the pages."""

__all__ = ["games", "me", "new_table", "notices", "replay", "seats", "sign_in", "table"]
