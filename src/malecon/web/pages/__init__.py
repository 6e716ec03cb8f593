"""The handlers of the pages."""

__all__ = [
    "chat",
    "device_link",
    "join",
    "me",
    "new_table",
    "notices",
    "pause_and_stand_in",
    "play_on",
    "ranking",
    "replay",
    "retention",
    "rules",
    "settings",
    "sign_in",
    "start",
    "statistics",
    "table",
    "tokens",
]
