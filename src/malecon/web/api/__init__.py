"""The same views and moves as on the pages, as JSON, for scripts and bots; ``docs/api.md`` tells how to use it."""

__all__ = [
    "absence",
    "actions",
    "authentication",
    "document",
    "error_responses",
    "errors",
    "meta",
    "pause_and_stand_in",
    "table",
    "tables",
]
