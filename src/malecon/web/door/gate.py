"""What one person, and one address, may do in a minute, and have open at once; who is blocked may only look.

What a page counts as is said with it: ``@post("/new/{game:str}", limit=BEGINS)``. Otherwise looking is one of the pages
of a minute, all else an action. Files and what machines ask for are not counted (``limit=FREE``).
"""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatchcase
from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.exceptions import HTTPException, WebSocketException
from litestar.status_codes import HTTP_421_MISDIRECTED_REQUEST, WS_1013_TRY_AGAIN_LATER

from malecon.core.language import N_
from malecon.tables.errors import TableError
from malecon.tables.measures import SOCKETS
from malecon.tables.people.person import Person
from malecon.tables.storage.quotas import unfinished
from malecon.tables.storage.store import Store
from malecon.web.door.daily import daily_of
from malecon.web.door.limiting import Limits, neighbourhood
from malecon.web.door.protection import LOOPBACK, SAFE_METHODS, refuse_other_sites
from malecon.web.door.visitor import Connection, Visitor, check_may_act, visitor_of
from malecon.web.running.settings import Settings

PAGES, ACTIONS, BEGINS, JOINS, MESSAGES, HINTS = "pages", "actions", "begins", "joins", "messages", "hints"
PROGRAMS = "programs"
"""Settings that say how often something may be done."""
FREE = "free"
KINDS = (PAGES, ACTIONS, BEGINS, JOINS, MESSAGES, HINTS, PROGRAMS)
MINUTE_S = 60.0


class Gate:
    """What everybody has done lately, and has open. All methods belong to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: say how much of each there may be."""
        self._settings = settings
        crowd = settings.crowd
        self._person = {kind: Limits(getattr(settings, kind), MINUTE_S) for kind in KINDS}
        self._address = {kind: Limits(getattr(settings, kind) * crowd, MINUTE_S) for kind in KINDS}
        self._open: Counter[str] = Counter()
        named = settings.hosts or tuple(filter(None, [urlsplit(settings.address).hostname]))
        self._names = (*named, *LOOPBACK) if named else ("*",)

    def check_name(self, host: str) -> None:
        """Refuse what was sent to another name than ours; a server always answers to its own machine.

        Raises:
            HTTPException: it was.
        """
        name = re.sub(r":\d+$", "", host).lower()
        if not any(fnmatchcase(name, ours) for ours in self._names):
            raise HTTPException(status_code=HTTP_421_MISDIRECTED_REQUEST)

    def let_in(self, kind: str, address: str) -> None:
        """Count what is asked for from an address.

        Raises:
            TooOften: it was too much.
        """
        if self._settings.limits and kind != FREE:
            self._address[kind].check(neighbourhood(address))

    async def let_on(self, kind: str, person: Person, store: Store) -> None:
        """Count what a person asks for, and look whether the person may do it.

        Raises:
            TooOften: it was too much.
            NotYours: the person is blocked.
            TableError: the person sits at too many tables.
        """
        if self._settings.limits and kind != FREE:
            self._person[kind].check(person.id)
        if kind not in (PAGES, HINTS, PROGRAMS, FREE):  # programs: the API looks at the method
            check_may_act(person)
        if kind in (BEGINS, JOINS) and self._settings.limits:
            if await asyncio.to_thread(unfinished, store, person.id) >= self._settings.tables:
                most = self._settings.tables
                raise TableError(N_("You sit at {most} tables. Finish one of them first."), most=most)

    @contextmanager
    def open_page(self, table: str, address: str, person: str | None, *, sits: bool) -> Iterator[None]:
        """Count a page as open at a table; who ``sits`` there is never too much for the table.

        Raises:
            WebSocketException: there are too many already.
        """
        most = self._settings.sockets
        open_at_once = {f"address {neighbourhood(address)}": most * self._settings.crowd}
        if person is not None:
            open_at_once[f"person {person}"] = most
        if not sits:
            open_at_once[f"table {table}"] = self._settings.watchers
        if self._settings.limits and any(self._open[key] >= limit for key, limit in open_at_once.items()):
            raise WebSocketException(detail="too many pages are open", code=WS_1013_TRY_AGAIN_LATER)
        self._open.update(open_at_once.keys())
        try:
            with SOCKETS.track_inprogress():
                yield
        finally:
            self._open -= Counter(open_at_once.keys())


def gate_of(connection: Connection) -> Gate:
    """Return the gate of a server."""
    gate: Gate = connection.app.state.gate
    return gate


def kind_of(request: Request[Any, Any, Any]) -> str:
    """Return as what a request counts."""
    if request.url.path.startswith("/static/"):
        return FREE
    usual = PAGES if request.method in SAFE_METHODS else ACTIONS
    return str(request.route_handler.opt.get("limit", usual))


def address_of(connection: Connection) -> str:
    """Return the address from which somebody comes; of a proxy only if the settings do not name it."""
    return connection.client.host if connection.client else ""


async def enter(request: Request[Any, Any, Any]) -> None:
    """Refuse what another site sends, or was sent to, and too much from one address; nothing is looked up for it."""
    await refuse_other_sites(request)
    gate, kind = gate_of(request), kind_of(request)
    if kind != FREE:  # files and machines of our own network: nobody is known there
        gate.check_name(request.headers.get("host", ""))
    gate.let_in(kind, address_of(request))
    daily_of(request).check(request, kind)


async def admitted(request: Request[Any, Any, Any]) -> Visitor:
    """Return who asks, if they may (a dependency of the pages); the errors are those of ``Gate.let_on``."""
    visitor = await visitor_of(request)
    if visitor.person is not None:
        kind, store = kind_of(request), request.app.state.store
        await gate_of(request).let_on(kind, visitor.person, store)
        await daily_of(request).check_person(kind, visitor.person, store)
    return visitor
