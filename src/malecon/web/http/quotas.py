"""Quotas of what an address and a person may have stored in a day; limits of password attempts and of exports.

So a disk has bounds (``docs/security.md`` adds them up). Addresses are counted in memory, for none is stored; servers
on one PostgreSQL tell each other (``rate_limit``). The tables and chat messages of a person, and wrong passwords, are
counted in the database, so that a restart forgets none of them.
"""

import asyncio
import math
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final, TypeVar

from malecon.core.clock import now
from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.services.accounts import fold_account
from malecon.services.metrics import REFUSALS
from malecon.services.passwords import ACCOUNT, ADDRESS, DEVICE, PAIR
from malecon.storage.password_attempts import Delays, begin_attempt, take_back_attempt
from malecon.storage.people import Person
from malecon.storage.person_counts import begun_count, message_count, unfinished_count
from malecon.storage.sessions import Devices
from malecon.storage.store import Store
from malecon.tables import DAY, SECOND, NotYours, TableError
from malecon.web.http.connection import AppRequest, Connection, client_address, network_of
from malecon.web.http.rate_limiter import (
    ACTIONS,
    BEGINS,
    JOINS,
    MESSAGES,
    SAFE_METHODS,
    Busy,
    TokenBuckets,
    TooManyRequests,
)
from malecon.web.http.settings import KeyHash, Settings

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
Keys = Mapping[str, Delays]
T = TypeVar("T")
MOST_THREADS = 1
"""Passwords that are hashed at the same time, each with 19 MiB and a core for 30 ms; in a thread of its own."""
MOST_WAITING = 16
"""Passwords of unknown devices that wait to be hashed; further ones are refused, so that nobody waits for long."""
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


@dataclass(frozen=True, slots=True)
class Client:
    """The sender of a password: an IP address, and the tokens of the device cookie, which may be anything."""

    address: str
    device_tokens: Sequence[str]


class PasswordAttempts:
    """The password attempts of one server. All methods belong to one event loop."""

    def __init__(self, store: Store, key_hash: KeyHash) -> None:
        """``store``: where wrong passwords are counted. ``key_hash``: turns addresses and names into keys."""
        self._store = store
        self._hash = key_hash
        self._threads = ThreadPoolExecutor(MOST_THREADS, "passwords")
        self._waiting = 0
        self.exports = TokenBuckets(EXPORTS_AN_HOUR, HOUR_S)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    async def sign_in(self, client: Client, name: str, check: Callable[[], T]) -> T:
        """Return the result of ``check``, which checks the password of an account, known or not.

        Raises:
            NotYours: the password is wrong.
            TooManyRequests: too many were wrong, from this device, address, or for this account.
            Busy: too many wait to be hashed.
        """
        account = _folded_or_empty(name)
        device = await Devices(self._store).find(account, client.device_tokens)
        return await self._attempt(self._keys_of(client, account, device), check, is_known=device is not None)

    async def confirm(self, person: str, check: Callable[[], T]) -> T:
        """Return the result of ``check``, which checks the password of a signed-in person; the errors are the same."""
        return await self._attempt({self._hash(f"person {person}"): DEVICE}, check, is_known=True)

    async def compute(self, hashing: Callable[[], T], *, is_known: bool = False) -> T:
        """Return the result of a function that hashes a password.

        Raises:
            Busy: too many wait already, and it is not for a known device.
        """
        if self._waiting >= MOST_WAITING and not is_known:
            REFUSALS.labels("hashing").inc()
            raise Busy
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, hashing)
        finally:
            self._waiting -= 1

    def check_export(self, person: str) -> None:
        """Count an export of all that is stored about a person.

        Raises:
            TooManyRequests: there were too many.
        """
        self.exports.check(self._hash(person))

    def _keys_of(self, client: Client, account: str, device: str | None) -> Keys:
        if device is not None:
            return {self._hash(f"device {device}"): DEVICE}
        address = network_of(client.address)
        keys = {f"address {address}": ADDRESS, f"account {account}": ACCOUNT, f"pair {address} {account}": PAIR}
        return {self._hash(key): delays for key, delays in keys.items()}

    async def _attempt(self, keys: Keys, check: Callable[[], T], *, is_known: bool) -> T:
        if wait := await begin_attempt(self._store, keys):
            REFUSALS.labels("passwords").inc()
            raise TooManyRequests(wait / SECOND)
        is_wrong = is_right = False
        try:
            found = await self.compute(check, is_known=is_known)
            is_right = True
            return found
        except NotYours:
            is_wrong = True
            raise
        finally:
            if not is_wrong:
                await take_back_attempt(self._store, keys, is_right=is_right)


def _folded_or_empty(name: str) -> str:
    """Return the name of an account in the form in which it is stored; empty if no account can have it."""
    try:
        return fold_account(name)
    except UsageError:
        return ""
