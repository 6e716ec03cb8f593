"""Responses that middleware sends itself, before Litestar has seen a request."""

from collections.abc import Mapping
from typing import Final

from litestar.types import Send

from malecon.web.middleware.security_headers import HEADERS, NO_STORE

HTTP: Final = "http.response"
WEBSOCKET_DENIAL: Final = "websocket.http.response"
"""The ASGI extension by which a WebSocket handshake is answered by HTTP."""


async def send_response(
    send: Send, status: int, media_type: str, body: bytes, headers: Mapping[str, str] | None = None, kind: str = HTTP
) -> None:
    """Send a whole response: status, security headers, further ``headers``, body. ``kind``: of the ASGI messages."""
    facts = {"Content-Type": media_type, "Content-Length": str(len(body)), "Cache-Control": NO_STORE}
    facts |= {**HEADERS, **(headers or {})}
    encoded = [(name.lower().encode(), value.encode()) for name, value in facts.items()]
    await send({"type": f"{kind}.start", "status": status, "headers": encoded})  # type: ignore[misc,arg-type]  # two kinds
    await send({"type": f"{kind}.body", "body": body, "more_body": False})  # type: ignore[misc,arg-type]  # as above
