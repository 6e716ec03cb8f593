"""What one address, and one person, may have stored in a day: so a disk has bounds (``docs/security.md`` adds them up).

Addresses are counted in memory, for none is stored. What a person has begun and said is counted in the database, so
that a restart forgets nothing of it.
"""

import asyncio
import math
from typing import Any

from litestar.connection import ASGIConnection

from malecon.core.errors import MaleconError
from malecon.core.language import N_
from malecon.tables.errors import TableError
from malecon.tables.people.person import Person
from malecon.tables.storage.quotas import begun_since, said_since
from malecon.tables.storage.store import Store, now
from malecon.tables.terms import DAY
from malecon.web.door.limiting import Limits, TooOften, neighbourhood
from malecon.web.door.protection import LONGEST_BODY, SAFE_METHODS
from malecon.web.running.settings import Settings

DAY_S = 86_400.0
KIB = 1024
BEGINS, MESSAGES = "begins", "messages"
"""Kinds of requests, as ``gate`` calls them."""
UPLOADS = ("/records",)
"""Besides new tables, which may bring data of their own, what stores as much as is sent."""
ENOUGH = N_("Enough of this was done from here today. What you play goes on; try again in {minutes} min.")
ENOUGH_TABLES = N_("You have begun {most} tables in a day. Play on at one of them, or begin another one tomorrow.")
ENOUGH_SAID = N_("You have said {most} things in a day; go on with it tomorrow.")


class TooMuch(TooOften):
    """An address has had enough stored for a day."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        MaleconError.__init__(self, ENOUGH, minutes=max(1, math.ceil(seconds / 60)))


class DayLimits:
    """What was stored in a day. All methods belong to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: say how much it may be."""
        self._settings = settings
        crowd = settings.crowd
        self._begins = Limits(settings.tables_a_day * crowd, DAY_S)
        self._actions = Limits(settings.actions_a_day * crowd, DAY_S)
        self._messages = Limits(settings.messages_a_day * crowd, DAY_S)
        self._newcomers = Limits(settings.newcomers_a_day, DAY_S)
        self._uploads = Limits(settings.uploads_a_day * KIB, DAY_S)

    def check(self, connection: ASGIConnection[Any, Any, Any, Any], kind: str) -> None:
        """Count what is asked for from an address.

        Raises:
            TooMuch: there was enough of it in a day.
        """
        if connection.scope.get("method") in SAFE_METHODS:
            return
        self._take(self._actions, connection)
        if kind == BEGINS:
            self._take(self._begins, connection)
        if kind == MESSAGES:
            self._take(self._messages, connection)
        if kind == BEGINS or connection.url.path in UPLOADS:
            length = connection.headers.get("content-length", "")
            self._take(self._uploads, connection, int(length) if length.isdecimal() else LONGEST_BODY)

    def check_newcomer(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Count somebody who is not known yet, and is to be remembered.

        Raises:
            TooMuch: many have come from the address in a day.
        """
        self._take(self._newcomers, connection)

    async def check_person(self, kind: str, person: Person, store: Store) -> None:
        """Refuse who has begun or said enough in a day.

        Raises:
            TableError: that is so.
        """
        if not self._settings.limits:
            return
        most_begun, most_said = self._settings.tables_a_day, self._settings.messages_a_day
        since = now() - DAY
        if kind == BEGINS and await asyncio.to_thread(begun_since, store, person.id, since) >= most_begun:
            raise TableError(ENOUGH_TABLES, most=most_begun)
        if kind == MESSAGES and await asyncio.to_thread(said_since, store, person.id, since) >= most_said:
            raise TableError(ENOUGH_SAID, most=most_said)

    def _take(self, limits: Limits, connection: ASGIConnection[Any, Any, Any, Any], cost: float = 1) -> None:
        if not self._settings.limits:
            return
        key = neighbourhood(connection.client.host if connection.client else "")
        if not limits.allow(key, cost):
            raise TooMuch(limits.wait(key, cost))


def daily_of(connection: ASGIConnection[Any, Any, Any, Any]) -> DayLimits:
    """Return the limits of a server."""
    limits: DayLimits = connection.app.state.daily
    return limits
