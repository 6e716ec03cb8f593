"""The same views and moves as on the pages, as JSON, for scripts and bots; ``docs/api.md`` tells how to use it."""

__all__ = ["errors", "schema", "table", "tables"]
