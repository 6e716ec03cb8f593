"""What one person, and one address, may do in a minute, and have open at once; who is blocked may only look.

What a page counts as is said with it: ``@post("/new/{game:str}", limit=BEGINS)``. Otherwise looking is one of the pages
of a minute, all else an action. ``rate_limit`` counts every request and every handshake for its address, before
anything is looked up; ``Gate.let_on`` counts for the person who is recognised then.
"""

import asyncio
import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from litestar import Request
from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_421_MISDIRECTED_REQUEST
from litestar.types import Scope

from malecon.core.i18n import N_
from malecon.services.metrics import REFUSALS, SOCKETS
from malecon.services.people.person import Person
from malecon.storage.quotas import unfinished_count
from malecon.tables.errors import TableError
from malecon.web.middleware.authentication import Visitor, check_may_act, visitor_of
from malecon.web.middleware.daily import daily_of
from malecon.web.middleware.host_names import HostNames
from malecon.web.middleware.key_hash import KeyHash
from malecon.web.middleware.protection import refuse_other_sites
from malecon.web.middleware.session_cookie import Connection
from malecon.web.middleware.token_bucket import MOST_KEYS, Limits, TooOften, neighbourhood
from malecon.web.server.settings import Settings

PAGES, ACTIONS, BEGINS, JOINS, MESSAGES, HINTS = "pages", "actions", "begins", "joins", "messages", "hints"
PROGRAMS, SIGN_INS, HANDSHAKES = "programs", "sign_ins", "handshakes"
STATIC_FILES, NOT_FOUND, PROBES = "static_files", "not_found", "probes"
"""Settings that say how often something may be done."""
KINDS = (
    PAGES,
    ACTIONS,
    BEGINS,
    JOINS,
    MESSAGES,
    HINTS,
    PROGRAMS,
    SIGN_INS,
    HANDSHAKES,
    STATIC_FILES,
    NOT_FOUND,
    PROBES,
)
LOOKING = (PAGES, HINTS, PROGRAMS, SIGN_INS, HANDSHAKES)
"""What somebody who is blocked may still do; for programs the API looks at the method."""
MINUTE_S = 60.0
OPEN_AGAIN_S = 5
"""Seconds after which there may be room for one more open page."""
CREDENTIALS = (b"cookie", b"authorization")


class Gate:
    """What everybody has done lately, and has open. All methods belong to one event loop."""

    def __init__(self, settings: Settings, key_hash: KeyHash) -> None:
        """``settings``: say how much of each there may be. ``key_hash``: turns addresses and ids into keys."""
        self._settings = settings
        self._hash = key_hash
        most = {kind: getattr(settings, kind) for kind in KINDS}
        self.buckets = {f"person {kind}": Limits(most[kind], MINUTE_S) for kind in KINDS}
        self.buckets |= {f"address {kind}": Limits(most[kind] * settings.crowd, MINUTE_S) for kind in KINDS}
        self._refused: OrderedDict[str, tuple[float, str]] = OrderedDict()
        self._open: Counter[str] = Counter()
        self._names = HostNames(settings)

    def check_name(self, host: str) -> None:
        """Refuse what was sent to another name than ours; a server always answers to its own machine.

        Raises:
            HTTPException: it was.
        """
        if host not in self._names:
            raise HTTPException(status_code=HTTP_421_MISDIRECTED_REQUEST)

    def let_in(self, scope: Scope, kind: str) -> None:
        """Count a request or a handshake for its address. Nothing is looked up in the database.

        Raises:
            TooOften: it was too much, for the address or for the person whose credentials it brings.
        """
        scope["state"]["limit"] = kind
        if self._settings.limits:
            self._check_refused(scope, kind)
            self._count(f"address {kind}", neighbourhood(host_of(scope)))

    async def let_on(self, connection: Connection, person: Person) -> None:
        """Count what a person asks for, and look whether the person may do it.

        Raises:
            TooOften: it was too much.
            NotYours: the person is blocked.
            TableError: the person sits at too many tables.
        """
        kind = kind_of(connection)
        if self._settings.limits:
            try:
                self._count(f"person {kind}", person.id)
            except TooOften as error:
                self._note_refused(connection.scope, kind, error.seconds, person.language)
                raise
        if kind not in LOOKING:
            check_may_act(person)
        if kind in (BEGINS, JOINS) and self._settings.limits:
            if (
                await asyncio.to_thread(unfinished_count, connection.app.state.store, person.id)
                >= self._settings.tables
            ):
                most = self._settings.tables
                raise TableError(N_("You sit at {most} tables. Finish one of them first."), most=most)

    @contextmanager
    def open_page(self, table_id: str, address: str, person: str | None, *, sits: bool) -> Iterator[None]:
        """Count a page as open at a table; who ``sits`` there is never too much for the table.

        Raises:
            TooOften: there are too many already.
        """
        most = self._settings.sockets
        open_at_once = {f"address {neighbourhood(address)}": most * self._settings.crowd}
        if person is not None:
            open_at_once[f"person {person}"] = most
        if not sits:
            open_at_once[f"table {table_id}"] = self._settings.watchers
        if self._settings.limits and any(self._open[key] >= limit for key, limit in open_at_once.items()):
            REFUSALS.labels("sockets").inc()
            raise TooOften(OPEN_AGAIN_S)
        self._open.update(open_at_once.keys())
        try:
            with SOCKETS.track_inprogress():
                yield
        finally:
            self._open -= Counter(open_at_once.keys())

    def _count(self, bucket: str, key: str) -> None:
        try:
            self.buckets[bucket].check(self._hash(key))
        except TooOften:
            REFUSALS.labels(bucket.partition(" ")[2]).inc()
            raise

    def _note_refused(self, scope: Scope, kind: str, seconds: int, language: str) -> None:
        """Remember whose credentials are of no use for a while, so that the next refusal needs no look-up."""
        scope["state"]["language"] = language
        if brought := credentials_of(scope):
            self._refused[self._hash(f"{kind} {brought}")] = time.monotonic() + seconds, language
            if len(self._refused) > MOST_KEYS:
                self._refused.popitem(last=False)

    def _check_refused(self, scope: Scope, kind: str) -> None:
        brought = credentials_of(scope) if self._refused else ""
        until, language = self._refused.get(self._hash(f"{kind} {brought}"), (0.0, "")) if brought else (0.0, "")
        if (seconds := until - time.monotonic()) > 0:
            REFUSALS.labels(kind).inc()
            scope["state"]["language"] = language
            raise TooOften(seconds)


def gate_of(connection: Connection) -> Gate:
    """Return the gate of a server."""
    gate: Gate = connection.app.state.gate
    return gate


def kind_of(connection: Connection) -> str:
    """Return the rate-limit category of a request or a handshake, which ``rate_limit`` has noted."""
    return str(connection.scope["state"]["limit"])


def host_of(scope: Scope) -> str:
    """Return the address from which somebody comes; of a proxy only if the settings do not name it."""
    client = scope.get("client")
    return client[0] if client else ""


def address_of(connection: Connection) -> str:
    """Return the address from which somebody comes."""
    return host_of(connection.scope)


def credentials_of(scope: Scope) -> str:
    """Return the credentials that a request brings: cookies, and the token of a program."""
    return " ".join(value.decode("latin-1") for name, value in scope["headers"] if name in CREDENTIALS)


async def enter(request: Request[Any, Any, Any]) -> None:
    """Refuse what another site sends, or was sent to; nothing is looked up for it."""
    await refuse_other_sites(request)
    kind = kind_of(request)
    if kind not in (STATIC_FILES, PROBES):  # files and machines of our own network: nobody is known there
        gate_of(request).check_name(request.headers.get("host", ""))
    daily_of(request).check(request, kind)


async def admitted(request: Request[Any, Any, Any]) -> Visitor:
    """Return who asks, if they may (a dependency of the pages); the errors are those of ``Gate.let_on``."""
    visitor = request.state.visitor = await visitor_of(request)
    if visitor.person is not None:
        await gate_of(request).let_on(request, visitor.person)
        await daily_of(request).check_person(kind_of(request), visitor.person, request.app.state.store)
    return visitor
