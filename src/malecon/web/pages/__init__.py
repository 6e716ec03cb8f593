"""The handlers of the pages."""

__all__ = [
    "chat",
    "device_link",
    "me",
    "new_table",
    "notices",
    "play_on",
    "ranking",
    "replay",
    "rules",
    "seats",
    "sign_in",
    "start",
    "statistics",
    "table",
    "tokens",
]
