"""What one address, and one person, may have stored in a day: so a disk has bounds (``docs/security.md`` adds them up).

Addresses are counted in memory, for none is stored; servers on one PostgreSQL tell each other (``shared_counts``).
What a person has begun and said is counted in the database, so that a restart forgets nothing of it.
"""

import asyncio
import math
import re
from typing import Any

from litestar.connection import ASGIConnection

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.core.time_source import now
from malecon.services.people.person import Person
from malecon.storage.quotas import begun_count, message_count
from malecon.storage.store import Store
from malecon.tables.errors import TableError
from malecon.tables.table_settings import DAY
from malecon.web.middleware.key_hash import KeyHash
from malecon.web.middleware.protection import LONGEST_BODY, SAFE_METHODS
from malecon.web.middleware.token_bucket import Limits, TooOften, neighbourhood
from malecon.web.server.settings import Settings

DAY_S = 86_400.0
KIB = 1024
BEGINS, MESSAGES = "begins", "messages"
"""Kinds of requests, as ``gate`` calls them."""
ACTIONS, NEWCOMERS, UPLOADS = "actions", "newcomers", "uploads"
STORING = ("/records",)
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

    def __init__(self, settings: Settings, key_hash: KeyHash) -> None:
        """``settings``: say how much it may be. ``key_hash``: turns addresses into keys."""
        self._settings = settings
        self._hash = key_hash
        most = {
            BEGINS: settings.tables_a_day * settings.crowd,
            ACTIONS: settings.actions_a_day * settings.crowd,
            MESSAGES: settings.messages_a_day * settings.crowd,
            NEWCOMERS: settings.newcomers_a_day,
            UPLOADS: settings.uploads_a_day * KIB,
        }
        self.buckets = {f"day {kind}": Limits(number, DAY_S) for kind, number in most.items()}

    def check(self, connection: ASGIConnection[Any, Any, Any, Any], kind: str) -> None:
        """Count what is asked for from an address.

        Raises:
            TooMuch: there was enough of it in a day.
        """
        if connection.scope.get("method") in SAFE_METHODS:
            return
        self._take(ACTIONS, connection)
        if kind == BEGINS:
            self._take(BEGINS, connection)
        if kind == MESSAGES:
            self._take(MESSAGES, connection)
        if kind == BEGINS or connection.url.path in STORING:
            self._take(UPLOADS, connection, bytes_of(connection))

    def check_newcomer(self, connection: ASGIConnection[Any, Any, Any, Any]) -> None:
        """Count somebody who is not known yet, and is to be remembered.

        Raises:
            TooMuch: many have come from the address in a day.
        """
        self._take(NEWCOMERS, connection)

    async def check_person(self, kind: str, person: Person, store: Store) -> None:
        """Refuse who has begun or said enough in a day.

        Raises:
            TableError: that is so.
        """
        if not self._settings.limits:
            return
        most_begun, most_said = self._settings.tables_a_day, self._settings.messages_a_day
        since = now() - DAY
        if kind == BEGINS and await asyncio.to_thread(begun_count, store, person.id, since) >= most_begun:
            raise TableError(ENOUGH_TABLES, most=most_begun)
        if kind == MESSAGES and await asyncio.to_thread(message_count, store, person.id, since) >= most_said:
            raise TableError(ENOUGH_SAID, most=most_said)

    def _take(self, kind: str, connection: ASGIConnection[Any, Any, Any, Any], cost: float = 1) -> None:
        if not self._settings.limits:
            return
        limits = self.buckets[f"day {kind}"]
        key = self._hash(neighbourhood(connection.client.host if connection.client else ""))
        if not limits.allow(key, cost):
            raise TooMuch(limits.wait(key, cost))


def bytes_of(connection: ASGIConnection[Any, Any, Any, Any]) -> int:
    """Return the content length of a request in bytes; the longest allowed if the request does not state it."""
    length = connection.headers.get("content-length", "")
    return int(length) if re.fullmatch(r"[0-9]{1,5}", length) else LONGEST_BODY


def daily_of(connection: ASGIConnection[Any, Any, Any, Any]) -> DayLimits:
    """Return the limits of a server."""
    limits: DayLimits = connection.app.state.daily
    return limits
