"""The addresses to which notices are sent: those that are stored and would be taken in today."""

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from msgspec import Struct

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.push_subscription import PushSubscription
from malecon.storage.recipients import Recipients
from malecon.tables import StorageError
from malecon.tables.names import printable

LONGEST_ADDRESS = 80
EMAIL_ADDRESS = re.compile(
    r"(?P<name>[A-Za-z0-9_][A-Za-z0-9_+-]*(?:\.[A-Za-z0-9_+-]+)*)"
    r"@(?P<host>(?:[A-Za-z0-9]+(?:-+[A-Za-z0-9]+)*\.)+[A-Za-z][A-Za-z0-9-]*[A-Za-z0-9])"
)
"""No quotes, comments, routes (``%``), IP addresses, or names that mail programs take for an option (``-``)."""


class Recipient(Struct, frozen=True):
    """How somebody is reached: their language, a confirmed address or none, browsers."""

    language: str
    email: str
    browsers: tuple[PushSubscription, ...]


async def find_recipient(recipients: Recipients, person: str) -> Recipient:
    """Return the addresses of a person; unfit subscriptions, which an earlier version took in, are removed."""
    stored = await recipients.find(person)
    browsers = {endpoint: _stored_subscription(endpoint, keys) for endpoint, keys in stored.browsers.items()}
    if unfit := [endpoint for endpoint, browser in browsers.items() if browser is None]:
        with suppress(StorageError):  # who only looks needs no write
            await recipients.unsubscribe(unfit)
    fit = tuple(browser for browser in browsers.values() if browser is not None)
    return Recipient(stored.language, _stored_email(stored.email), fit)


def _stored_subscription(endpoint: str, keys: Mapping[str, Any]) -> PushSubscription | None:
    """Return a stored subscription; ``None`` for one that is not exactly as it would be stored today."""
    try:
        browser = PushSubscription.parse(endpoint, str(keys.get("p256dh")), str(keys.get("auth")))
    except UsageError:
        return None
    return browser if browser.endpoint == endpoint else None


def _stored_email(stored: str) -> str:
    """Return a stored e-mail address; empty without one, and for one that would not be taken in today."""
    try:
        return validate_address(stored)
    except UsageError:
        return ""


def validate_address(typed: str) -> str:
    """Return an e-mail address, made anew of the parts that were read; the host in small letters.

    >>> validate_address(" Ana.Luz@Malecon.example ")
    'Ana.Luz@malecon.example'

    Raises:
        UsageError: it can be none.
    """
    address = typed.strip(" ")
    found = EMAIL_ADDRESS.fullmatch(address) if len(address) <= LONGEST_ADDRESS else None
    if found is None:
        raise UsageError(N_("“{address}” is no e-mail address."), address=printable(address[:LONGEST_ADDRESS]))
    return f"{found['name']}@{found['host'].lower()}"
