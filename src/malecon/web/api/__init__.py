"""The JSON API."""

__all__ = ["errors", "games", "person", "requests", "schema", "table", "tables"]
