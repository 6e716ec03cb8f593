"""Quotas: how much an address and a person may have stored or exported.

So a disk has bounds (``docs/security.md`` adds them up). Addresses are counted in memory, for none is stored; servers
on one PostgreSQL tell each other (``shared_limits``). The tables and chat messages of a person are counted in the
database, so that a restart forgets none of them.
"""

import math
import re
from typing import Final

from malecon.core.clock import now
from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.storage.people import Person
from malecon.storage.person_counts import begun_count, message_count, unfinished_count
from malecon.storage.store import Store
from malecon.tables import DAY, TableError
from malecon.web.http.connection import AppRequest, Connection, client_address, network_of
from malecon.web.http.rate_limiter import ACTIONS, BEGINS, JOINS, MESSAGES, SAFE_METHODS, TokenBuckets, TooManyRequests
from malecon.web.http.secret_keys import KeyHash
from malecon.web.http.settings import Settings

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

LONGEST_BODY: Final = 64 * 1024
"""Bytes of the body of a request."""
EXPORTS_AN_HOUR, HOUR_S = 6, 3600


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
        self.exports = TokenBuckets(EXPORTS_AN_HOUR, HOUR_S)

    def check_address(self, request: AppRequest, category: str) -> None:
        """Count a request for its address.

        Raises:
            QuotaExceeded: the address has had enough stored for a day.
        """
        if request.method in SAFE_METHODS:
            return
        self.check_action(request)
        if category in (BEGINS, MESSAGES):
            self._take(category, request)
        if category == BEGINS or request.url.path in UPLOAD_PATHS:
            self._take(UPLOADS, request, _content_length(request))

    def check_action(self, connection: Connection) -> None:
        """Count an action for the address of a request or of an open page; it raises what ``check_address`` does."""
        self._take(ACTIONS, connection)

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
            _check_quota(sat, self._settings.tables, ENOUGH_TABLES)
        if category == BEGINS:
            begun = await begun_count(self._store, person.id, since)
            _check_quota(begun, self._settings.tables_a_day, ENOUGH_BEGUN)
        if category == MESSAGES:
            said = await message_count(self._store, person.id, since)
            _check_quota(said, self._settings.messages_a_day, ENOUGH_SAID)

    def check_export(self, person: str) -> None:
        """Count an export of all that is stored about a person.

        Raises:
            TooManyRequests: there were too many.
        """
        self.exports.check(self._hash(person))

    def _take(self, quota: str, connection: Connection, cost: float = 1) -> None:
        if not self._settings.limits:
            return
        buckets = self.buckets[f"day {quota}"]
        key = self._hash(network_of(client_address(connection)))
        if not buckets.allow(key, cost):
            raise QuotaExceeded(buckets.wait(key, cost))


def _check_quota(count: int, most: int, sentence: str) -> None:
    """Refuse what is not below a quota.

    Raises:
        TableError: with the sentence, and the quota as ``most``.
    """
    if count >= most:
        raise TableError(sentence, most=most)


def _content_length(request: AppRequest) -> int:
    """Return the content length of a request in bytes; the longest allowed if the request does not state it."""
    length = request.headers.get("content-length", "")
    return int(length) if re.fullmatch(r"[0-9]{1,5}", length) else LONGEST_BODY
