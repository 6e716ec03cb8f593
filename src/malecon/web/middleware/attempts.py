"""Passwords that are tried, and copies of what is stored: what is costly, or could be guessed."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from litestar import Request
from litestar.datastructures import Cookie

from malecon.core.errors import UsageError
from malecon.services.metrics import REFUSALS
from malecon.services.people.accounts import fold_account
from malecon.services.people.attempts import ACCOUNT, ADDRESS, DEVICE, PAIR, Delays, begin_attempt, take_back_attempt
from malecon.services.people.devices import Devices
from malecon.services.people.person import SESSION_LIFETIME
from malecon.storage.store import Store
from malecon.tables.errors import NotYours
from malecon.tables.table_settings import SECOND
from malecon.web.middleware.browsers import label_of
from malecon.web.middleware.gate import address_of
from malecon.web.middleware.key_hash import KeyHash
from malecon.web.middleware.session_cookie import COOKIE, SECURE
from malecon.web.middleware.token_bucket import Busy, Limits, TooOften, neighbourhood

Asked = Request[Any, Any, Any]
Keys = Mapping[str, Delays]
T = TypeVar("T")

AT_ONCE = 2
"""Passwords that are hashed at the same time, each with 64 MiB and a core for a while; in threads of their own."""
MOST_WAITING = 16
"""Passwords of unknown devices that wait to be hashed; further ones are refused, so that nobody waits for long."""
COPIES, HOUR_S = 6, 3600
BETWEEN = "."
"""Between the tokens in the cookie of a device."""


class Attempts:
    """The limits of one server. All methods belong to one event loop."""

    def __init__(self, store: Store, key_hash: KeyHash) -> None:
        """``store``: where wrong passwords are counted. ``key_hash``: turns addresses and names into keys."""
        self._store = store
        self._hash = key_hash
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0
        self.copies = Limits(COPIES, HOUR_S)

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    async def sign_in(self, request: Asked, name: str, look: Callable[[], T]) -> T:
        """Return the result of ``look``, which checks a password that was sent for an account, known or not.

        Raises:
            NotYours: the password is wrong.
            TooOften: too many were wrong, from this device, address, or for this account.
            Busy: too many are looked at.
        """
        account = folded_or_nobody(name)
        device = await asyncio.to_thread(Devices(self._store).find, account, device_tokens_of(request))
        return await self._attempt(self._keys_of(request, account, device), look, is_known=device is not None)

    async def confirm(self, person: str, look: Callable[[], T]) -> T:
        """Return the result of ``look``, which checks the password of a signed-in person; the errors are the same."""
        return await self._attempt({self._hash(f"person {person}"): DEVICE}, look, is_known=True)

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

    def check_copy(self, person: str) -> None:
        """Count a copy of all that is stored about a person.

        Raises:
            TooOften: there were too many.
        """
        self.copies.check(self._hash(person))

    def _keys_of(self, request: Asked, account: str, device: str | None) -> Keys:
        if device is not None:
            return {self._hash(f"device {device}"): DEVICE}
        address = neighbourhood(address_of(request))
        keys = {f"address {address}": ADDRESS, f"account {account}": ACCOUNT, f"pair {address} {account}": PAIR}
        return {self._hash(key): delays for key, delays in keys.items()}

    async def _attempt(self, keys: Keys, look: Callable[[], T], *, is_known: bool) -> T:
        if wait := await asyncio.to_thread(begin_attempt, self._store, keys):
            REFUSALS.labels("passwords").inc()
            raise TooOften(wait / SECOND)
        is_wrong = is_right = False
        try:
            found = await self.compute(look, is_known=is_known)
            is_right = True
            return found
        except NotYours:
            is_wrong = True
            raise
        finally:
            if not is_wrong:
                await asyncio.to_thread(take_back_attempt, self._store, keys, is_right=is_right)


def attempts_of(request: Asked) -> Attempts:
    """Return the limits of the server."""
    attempts: Attempts = request.app.state.attempts
    return attempts


def folded_or_nobody(name: str) -> str:
    """Return the name of an account as it is kept; empty for what can be none."""
    try:
        return fold_account(name)
    except UsageError:
        return ""


def device_cookie_name(request: Asked) -> str:
    """Return the name of the cookie of a known device."""
    return f"{SECURE if request.app.state.settings.secure else COOKIE}-device"


def device_tokens_of(request: Asked) -> list[str]:
    """Return the tokens of a browser as a device; they may be anything."""
    return list(filter(None, request.cookies.get(device_cookie_name(request), "").split(BETWEEN)))


async def remember_device(request: Asked, person: str) -> Cookie:
    """Let a browser be known from now on as a device of a person, and return the cookie that says so."""
    devices = Devices(request.app.state.store)
    label = label_of(request.headers.get("user-agent", ""))
    tokens = await asyncio.to_thread(devices.remember, person, device_tokens_of(request), label)
    secure, name = bool(request.app.state.settings.secure), device_cookie_name(request)
    lasts = SESSION_LIFETIME // SECOND
    return Cookie(
        name, value=BETWEEN.join(tokens), path="/", max_age=lasts, httponly=True, samesite="lax", secure=secure
    )
