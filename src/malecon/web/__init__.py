"""Pages in the browser: HTTP, WebSocket, templates. Everything they show comes from ``seen_by``."""

__all__ = ["app", "middleware", "page_model", "process", "protocols", "settings"]
