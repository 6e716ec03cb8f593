"""Use cases: what people, programs and computer players do at tables, carried out and stored."""

__all__ = [
    "accounts",
    "computer_players",
    "deletion",
    "live_updates",
    "metrics",
    "passwords",
    "player_statistics",
    "presence",
    "presence_feed",
    "proposed_level",
    "push_subscription",
    "recipients",
    "reviews",
    "seat_service",
    "sweep",
    "sweep_targets",
    "table_repository",
    "table_service",
    "training",
    "worker",
]
