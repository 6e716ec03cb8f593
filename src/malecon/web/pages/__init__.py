"""The handlers of the pages."""

__all__ = [
    "device_link",
    "game",
    "me",
    "new_table",
    "notices",
    "play_on",
    "replay",
    "seats",
    "sign_in",
    "start",
    "statistics",
    "table",
    "tokens",
]
