"""Pages in the browser: HTTP, WebSocket, templates. Everything they show comes from ``seen_by``."""
