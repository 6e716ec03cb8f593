"""Connections of the application: their types, the address from which each comes, and the visitor who sends it."""

from dataclasses import dataclass
from typing import Any

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.types import Scope

from malecon.core.i18n import Language
from malecon.services.person import Person

AppRequest = Request[object, object, State]
AppSocket = WebSocket[object, object, State]
Connection = ASGIConnection[Any, object, object, State]
"""A request or a WebSocket."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The sender of a request; ``person`` is ``None`` until the first action that needs one."""

    person: Person | None
    language: Language

    @property
    def id(self) -> str | None:
        """The id of the person, if there is one."""
        return self.person.id if self.person else None

    @property
    def muted(self) -> frozenset[str]:
        """The ids of the people whose chat the person does not want to see."""
        return self.person.muted if self.person else frozenset()


def client_host(scope: Scope) -> str:
    """Return the IP address of a client; behind a proxy, that of the proxy unless the settings name it."""
    client = scope.get("client")
    return client[0] if client else ""


def client_address(connection: Connection) -> str:
    """Return the IP address of a client, as ``client_host`` does."""
    return client_host(connection.scope)
