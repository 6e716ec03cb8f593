"""Use cases: what people, programs and computer players do at tables, carried out and stored."""

__all__ = [
    "commands",
    "computers",
    "live_updates",
    "metrics",
    "notices",
    "outbox",
    "people",
    "ranking",
    "salvage",
    "seat_service",
    "sweeps",
    "table_repository",
    "table_service",
    "worker",
]
