"""Attempts at passwords: how many wrong ones there may be, and how many are hashed at a time.

Wrong ones are counted in the database, so that a restart forgets none of them.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from msgspec import Struct

from malecon.core.errors import UsageError
from malecon.services.accounts import fold_account
from malecon.services.metrics import REFUSALS
from malecon.services.passwords import ACCOUNT, ADDRESS, DEVICE, PAIR
from malecon.storage.password_attempts import Delays, begin_attempt, take_back_attempt
from malecon.storage.sessions import Devices
from malecon.storage.store import Store
from malecon.tables import SECOND, NotYours
from malecon.web.http.connection import network_of
from malecon.web.http.rate_limiter import Busy, TooManyRequests
from malecon.web.http.secret_keys import KeyHash

Keys = Mapping[str, Delays]
T = TypeVar("T")
MOST_THREADS = 1
"""Passwords that are hashed at the same time, each with 19 MiB and a core for 30 ms; in a thread of its own."""
MOST_WAITING = 16
"""Passwords of unknown devices that wait to be hashed; further ones are refused, so that nobody waits for long."""


class Client(Struct, frozen=True):
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
