"""Rate limits: how many requests of each category one person, and one address, may send in a minute.

``web/routes.py`` says the category of each route; each has a setting of the same name, in requests a minute.
``rate_limit`` counts every request and every handshake for its address, before anything is looked up; ``access`` counts
it for the person once the visitor is known.
"""

import time
from collections import OrderedDict
from typing import Final

from litestar.types import Scope

from malecon.services.metrics import REFUSALS
from malecon.services.person import Person
from malecon.web.connection import client_host
from malecon.web.middleware.token_bucket import MOST_KEYS, TokenBuckets, TooManyRequests, network_of
from malecon.web.server.secret_keys import KeyHash
from malecon.web.server.settings import Settings

MINUTE_S = 60.0
CREDENTIALS = (b"cookie", b"authorization")

PAGES: Final = "pages"
ACTIONS: Final = "actions"
BEGINS: Final = "begins"
"""Requests that begin a table."""
JOINS: Final = "joins"
MESSAGES: Final = "messages"
"""Chat messages, and e-mails that are asked for."""
HINTS: Final = "hints"
PROGRAMS: Final = "programs"
"""Requests to the JSON API."""
SIGN_INS: Final = "sign_ins"
HANDSHAKES: Final = "handshakes"
"""WebSockets that are opened."""
STATIC_FILES: Final = "static_files"
NOT_FOUND: Final = "not_found"
PROBES: Final = "probes"
"""Health checks and metrics."""

CATEGORIES = (
    *(PAGES, ACTIONS, BEGINS, JOINS, MESSAGES, HINTS, PROGRAMS),
    *(SIGN_INS, HANDSHAKES, STATIC_FILES, NOT_FOUND, PROBES),
)
OPEN_TO_BLOCKED = (PAGES, HINTS, PROGRAMS, SIGN_INS, HANDSHAKES)
"""Categories that are open to people who are blocked; the JSON API looks at the method as well."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ROUTE_KEY, SCOPE_KEY = "rate_limit", "rate_limit_category"
"""Where the category is noted: in the options of a route, and in the state of a connection."""


class RateLimiter:
    """The requests of the last minute. All methods belong to one event loop."""

    def __init__(self, settings: Settings, key_hash: KeyHash) -> None:
        """``settings``: with the limits. ``key_hash``: turns addresses and ids into keys."""
        self._is_on = settings.limits
        self._hash = key_hash
        most = {category: getattr(settings, category) for category in CATEGORIES}
        self.buckets = {f"person {category}": TokenBuckets(number, MINUTE_S) for category, number in most.items()}
        self.buckets |= {
            f"address {category}": TokenBuckets(number * settings.crowd, MINUTE_S) for category, number in most.items()
        }
        self._refused: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def check_address(self, scope: Scope, category: str) -> None:
        """Count a request or a handshake for its address. Nothing is looked up in the database.

        Raises:
            TooManyRequests: of the address, or of the person whose credentials the request brings.
        """
        scope["state"][SCOPE_KEY] = category
        if self._is_on:
            self._check_refused(scope, category)
            self._count(f"address {category}", network_of(client_host(scope)))

    def check_person(self, scope: Scope, person: Person) -> None:
        """Count a request or a handshake for a person.

        Raises:
            TooManyRequests: of the person.
        """
        category = category_of(scope)
        if self._is_on:
            try:
                self._count(f"person {category}", person.id)
            except TooManyRequests as error:
                self._note_refused(scope, category, error.seconds, person.language)
                raise

    def _count(self, bucket: str, key: str) -> None:
        try:
            self.buckets[bucket].check(self._hash(key))
        except TooManyRequests:
            REFUSALS.labels(bucket.partition(" ")[2]).inc()
            raise

    def _note_refused(self, scope: Scope, category: str, seconds: int, language: str) -> None:
        """Remember credentials that are refused for a while, so that the next refusal needs no look-up."""
        scope["state"]["language"] = language
        if credentials := credentials_of(scope):
            self._refused[self._hash(f"{category} {credentials}")] = time.monotonic() + seconds, language
            if len(self._refused) > MOST_KEYS:
                self._refused.popitem(last=False)

    def _check_refused(self, scope: Scope, category: str) -> None:
        credentials = credentials_of(scope) if self._refused else ""
        key = self._hash(f"{category} {credentials}") if credentials else ""
        until, language = self._refused.get(key, (0.0, ""))
        if (seconds := until - time.monotonic()) > 0:
            REFUSALS.labels(category).inc()
            scope["state"]["language"] = language
            raise TooManyRequests(seconds)


def credentials_of(scope: Scope) -> str:
    """Return the credentials of a request: its cookies, and the token of a program."""
    return " ".join(value.decode("latin-1") for name, value in scope["headers"] if name in CREDENTIALS)


def default_category(method: str) -> str:
    """Return the category of a route that names none."""
    return PAGES if method in SAFE_METHODS else ACTIONS


def category_of(scope: Scope) -> str:
    """Return the category of a request or a handshake, which ``rate_limit`` has noted."""
    return str(scope["state"][SCOPE_KEY])
