"""The server: its pages and its API."""

__all__ = [
    "app",
    "http",
]
