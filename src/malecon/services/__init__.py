"""Use cases: what people, programs and computer players do at tables, carried out and stored."""

__all__ = [
    "commands",
    "computers",
    "live_updates",
    "metrics",
    "notices",
    "people",
    "results",
    "salvage",
    "seat_service",
    "sweeps",
    "table_repository",
    "table_service",
    "worker",
]
