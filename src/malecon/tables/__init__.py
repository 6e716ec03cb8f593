"""The domain of games between people: tables, seats, drafts, clocks, chat. Pure: no storage, no HTTP, no game."""

__all__ = [
    "chat",
    "clocks",
    "errors",
    "names",
    "occupant",
    "retention",
    "seat_state",
    "seating",
    "stand_in",
    "table",
    "table_header",
    "table_settings",
]
