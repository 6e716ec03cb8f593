"""Use cases: what people, programs and computer players do at tables, carried out and stored."""

__all__ = [
    "accounts",
    "change_writers",
    "computer_players",
    "deletion",
    "live_updates",
    "metrics",
    "notices",
    "passwords",
    "person",
    "ranking",
    "reviews",
    "salvage",
    "seat_service",
    "sessions",
    "sweep",
    "sweeper",
    "table_repository",
    "table_service",
    "training",
    "worker",
]
