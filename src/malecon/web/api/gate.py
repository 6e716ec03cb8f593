"""Who may ask: a token for every request, and not more requests than a server can bear."""

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from litestar import Request

from malecon.core.language import N_, load
from malecon.tables.store import Store
from malecon.tables.tokens import Tokens
from malecon.web.api.errors import BadRequest, BadToken
from malecon.web.limiting import Limits, TooOften, neighbourhood
from malecon.web.protection import SAFE_METHODS
from malecon.web.visitor import Visitor, best_language, check_may_act, stranger, token_of

Asked = Request[Any, Any, Any]

OF_A_PERSON = 120, 6.0
OF_AN_ADDRESS = 600, 10.0
"""Requests at once, and the seconds in which as many come back."""
DEAR = 10
"""How many requests one counts that lets a computer player think, or begins a table."""
MOST_WAITING = 16
"""Requests of a person that wait for changes at the same time."""

FIELD_IN_TEXT = re.compile(r"field `(.+?)`")
FIELD_AT_END = re.compile(r" - at `\$\.?(.+)`$")


class ApiGate:
    """What every request of a program passes."""

    def __init__(self, store: Store) -> None:
        """``store``: where the tokens are kept."""
        self.tokens = Tokens(store)
        self._of_a_person = Limits(*OF_A_PERSON)
        self._of_an_address = Limits(*OF_AN_ADDRESS)
        self._waiting: Counter[str] = Counter()

    async def visitor(self, request: Asked) -> Visitor:
        """Return whose token a request has.

        Raises:
            BadToken: it has none, one that is not good, or a cookie besides.
            TooOften: the address or the person asks too often.
        """
        self._of_an_address.check(neighbourhood(request.client.host if request.client else ""))
        if token_of(request):
            raise BadToken(N_("A program sends its token, and no cookie."))
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        person = None
        if scheme.lower() == "bearer":
            person = await asyncio.to_thread(self.tokens.find, token.strip())
        if person is None:
            raise BadToken(N_("A program needs a token of a person; make one on the page of your tokens."))
        self._of_a_person.check(person.id)
        language = load(best_language(person.language)) if person.language else stranger(request).language
        return Visitor(person, language)

    def charge(self, visitor: Visitor) -> None:
        """Let a request count for several.

        Raises:
            TooOften: that is too much.
        """
        self._of_a_person.check(visitor.id or "", DEAR - 1)

    @contextmanager
    def waiting(self, visitor: Visitor) -> Iterator[None]:
        """Count a request that waits for changes.

        Raises:
            TooOften: too many of the person's wait already.
        """
        name = visitor.id or ""
        if self._waiting[name] >= MOST_WAITING:
            raise TooOften(1)
        self._waiting[name] += 1
        try:
            yield
        finally:
            self._waiting[name] -= 1
            if not self._waiting[name]:
                del self._waiting[name]


def gate_of(request: Asked) -> ApiGate:
    """Return the gate of the server."""
    gate: ApiGate = request.app.state.api_gate
    return gate


async def pass_gate(request: Asked) -> None:
    """Find out who asks, and hold the body against its form, before anything else is done."""
    visitor = request.state.visitor = await gate_of(request).visitor(request)
    if visitor.person is not None and request.method not in SAFE_METHODS:
        check_may_act(visitor.person)
    wanted = request.route_handler.parsed_data_field
    if wanted is not None:
        check_body(await request.body(), wanted.annotation)


async def visitor(request: Asked) -> Visitor:
    """Return who asks (a dependency of the handlers)."""
    known: Visitor = request.state.visitor
    return known


def check_body(body: bytes, form: Any) -> None:
    """Refuse a body that is not exactly of a form.

    Raises:
        BadRequest: it is not; the sentence names the field.
    """
    try:
        msgspec.json.decode(body, type=form)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason, field = str(error), "body"
        if place := FIELD_AT_END.search(reason):
            reason, field = reason[: place.start()], place[1]
        if named := FIELD_IN_TEXT.search(reason):
            field = named[1] if field == "body" else f"{field}.{named[1]}"
        raise BadRequest(field, reason) from None
