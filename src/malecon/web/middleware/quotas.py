"""Quotas: what an address and a person may have stored in a day, at how many tables one may sit, and open pages.

So a disk has bounds (``docs/security.md`` adds them up). Addresses are counted in memory, for none is stored; servers
on one PostgreSQL tell each other (``shared_rate_limits``). The tables and chat messages of a person are counted in the
database, so that a restart forgets none of them.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.core.process import now
from malecon.services.metrics import REFUSALS, SOCKETS
from malecon.services.people.person import Person
from malecon.storage.store import Store
from malecon.storage.table_queries import begun_count, message_count, unfinished_count
from malecon.tables.errors import TableError
from malecon.tables.table_settings import DAY
from malecon.web.connection import AppRequest, client_address
from malecon.web.middleware.forms import LONGEST_BODY
from malecon.web.middleware.rate_limiter import ACTIONS, BEGINS, JOINS, MESSAGES, SAFE_METHODS
from malecon.web.middleware.token_bucket import RETRY_AFTER_S, TokenBuckets, TooManyRequests, network_of
from malecon.web.server.secret_keys import KeyHash
from malecon.web.server.settings import Settings

DAY_S = 86_400.0
KIB = 1024
NEWCOMERS, UPLOADS = "newcomers", "uploads"
"""Quotas that are no rate-limit categories."""
UPLOAD_PATHS = ("/records",)
"""Paths whose whole body is stored; a new table, which may bring data of its own, counts as an upload too."""
ENOUGH = N_("Enough of this was done from here today. What you play goes on; try again in {minutes} min.")
ENOUGH_BEGUN = N_("You have begun {most} tables in a day. Play on at one of them, or begin another one tomorrow.")
ENOUGH_SAID = N_("You have said {most} things in a day; go on with it tomorrow.")
ENOUGH_TABLES = N_("You sit at {most} tables. Finish one of them first.")


class QuotaExceeded(TooManyRequests):
    """An address has had enough stored for a day."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        MaleconError.__init__(self, ENOUGH, minutes=max(1, math.ceil(seconds / 60)))


class Quotas:
    """The quotas of one server. All methods belong to one event loop."""

    def __init__(self, settings: Settings, store: Store, key_hash: KeyHash) -> None:
        """``settings``: with the limits. ``store``: the database. ``key_hash``: turns addresses into keys."""
        self._settings = settings
        self._store = store
        self._hash = key_hash
        most = {
            BEGINS: settings.tables_a_day * settings.crowd,
            ACTIONS: settings.actions_a_day * settings.crowd,
            MESSAGES: settings.messages_a_day * settings.crowd,
            NEWCOMERS: settings.newcomers_a_day,
            UPLOADS: settings.uploads_a_day * KIB,
        }
        self.buckets = {f"day {quota}": TokenBuckets(number, DAY_S) for quota, number in most.items()}

    def check_address(self, request: AppRequest, category: str) -> None:
        """Count a request for its address.

        Raises:
            QuotaExceeded: the address has had enough stored for a day.
        """
        if request.method in SAFE_METHODS:
            return
        self._take(ACTIONS, request)
        if category in (BEGINS, MESSAGES):
            self._take(category, request)
        if category == BEGINS or request.url.path in UPLOAD_PATHS:
            self._take(UPLOADS, request, content_length(request))

    def check_newcomer(self, request: AppRequest) -> None:
        """Count a new person for the address of a request.

        Raises:
            QuotaExceeded: many new people have come from the address in a day.
        """
        self._take(NEWCOMERS, request)

    async def check_person(self, category: str, person: Person) -> None:
        """Refuse a request of a person who sits at too many tables, or has begun or said enough in a day.

        Raises:
            TableError: that is so.
        """
        if not self._settings.limits:
            return
        since = now() - DAY
        if category in (BEGINS, JOINS):
            sat = await unfinished_count(self._store, person.id)
            check_quota(sat, self._settings.tables, ENOUGH_TABLES)
        if category == BEGINS:
            begun = await begun_count(self._store, person.id, since)
            check_quota(begun, self._settings.tables_a_day, ENOUGH_BEGUN)
        if category == MESSAGES:
            said = await message_count(self._store, person.id, since)
            check_quota(said, self._settings.messages_a_day, ENOUGH_SAID)

    def _take(self, quota: str, request: AppRequest, cost: float = 1) -> None:
        if not self._settings.limits:
            return
        buckets = self.buckets[f"day {quota}"]
        key = self._hash(network_of(client_address(request)))
        if not buckets.allow(key, cost):
            raise QuotaExceeded(buckets.wait(key, cost))


def check_quota(count: int, most: int, sentence: str) -> None:
    """Refuse what is not below a quota.

    Raises:
        TableError: with the sentence, and the quota as ``most``.
    """
    if count >= most:
        raise TableError(sentence, most=most)


def content_length(request: AppRequest) -> int:
    """Return the content length of a request in bytes; the longest allowed if the request does not state it."""
    length = request.headers.get("content-length", "")
    return int(length) if re.fullmatch(r"[0-9]{1,5}", length) else LONGEST_BODY


class OpenPages:
    """The pages that are open: those with a WebSocket, and programs that wait. It belongs to one event loop."""

    def __init__(self, settings: Settings) -> None:
        """``settings``: with the limits."""
        self._settings = settings
        self._open: Counter[str] = Counter()

    @contextmanager
    def open(self, table_id: str, address: str, person: str | None, *, sits: bool) -> Iterator[None]:
        """Count a page as open at a table; the limit of the table is not for people who sit (``sits``) there.

        Raises:
            TooManyRequests: too many pages are open already.
        """
        most = self._settings.sockets
        limits = {f"address {network_of(address)}": most * self._settings.crowd}
        if person is not None:
            limits[f"person {person}"] = most
        if not sits:
            limits[f"table {table_id}"] = self._settings.watchers
        if self._settings.limits and any(self._open[key] >= limit for key, limit in limits.items()):
            REFUSALS.labels("sockets").inc()
            raise TooManyRequests(RETRY_AFTER_S)
        self._open.update(limits.keys())
        try:
            with SOCKETS.track_inprogress():
                yield
        finally:
            self._open -= Counter(limits.keys())
