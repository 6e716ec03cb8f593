"""The rate limiter: how many requests of each category one person, and one address, may send in a minute.

It counts by token buckets: for each key a bucket that fills up again with time. The buckets are in the memory of one
process; ``rate_limit`` tells other processes what was taken of them, and counts every request and every handshake for
its address, before anything is looked up; ``access`` counts it for the person once the visitor is known.
``web/routes.py`` says the category of each route; each has a setting of the same name, in requests a minute.
"""

import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from litestar.types import Scope

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.services.metrics import REFUSALS
from malecon.storage.people import Person
from malecon.web.http.connection import client_host, network_of
from malecon.web.http.secret_keys import KeyHash
from malecon.web.http.settings import Settings

MOST_KEYS = 10_000
"""Buckets that are kept; the one that nobody has used for longest is dropped first."""
RETRY_AFTER_S: Final = 5
"""Seconds after which to try again what fails only at the moment."""
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
PROCESSOR: Final = "processor"
"""Milliseconds of processor time: every request takes as many as its route may need."""
COST_CLASSES = (5, 20, 50, 100, 200, 500, 2000)
"""Milliseconds that routes are taken to need: those of the class that is next above the measured ones."""
CHEAP, USUAL, *_ = COST_CLASSES
ACT_COST: Final = 50
"""Milliseconds of an action at a table, by a form or over a socket: the move, its storing, and the page after it."""
OPEN_TO_BLOCKED = (PAGES, HINTS, PROGRAMS, SIGN_INS, HANDSHAKES)
"""Categories that are open to people who are blocked; the JSON API looks at the method as well."""
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
ROUTE_KEY, SCOPE_KEY = "rate_limit", "rate_limit_category"
"""Where the category is noted: in the options of a route, and in the state of a connection."""
COST_KEY, SCOPE_COST_KEY = "rate_limit_cost", "rate_limit_cost"
"""Where the cost is noted, in the same places."""


class TooManyRequests(MaleconError):
    """A rate limit is exceeded; ``seconds`` until a request is allowed again."""

    def __init__(self, seconds: float) -> None:
        template = N_("That was too often. Try again in {minutes} min.")
        super().__init__(template, minutes=max(1, math.ceil(seconds / 60)))
        self.seconds = math.ceil(seconds)


class Busy(MaleconError):
    """Too many passwords wait to be hashed; ``seconds`` until it is worth trying again."""

    seconds = RETRY_AFTER_S

    def __init__(self) -> None:
        super().__init__(N_("Too many people sign in at the moment. Try again in a few seconds."))


class TokenBuckets:
    """A bucket of tokens for each key, which fills up again with time.

    >>> moments = iter([0, 0, 0, 5])
    >>> limits = TokenBuckets(2, 10, lambda: next(moments))
    >>> [limits.allow("Ana") for _ in range(4)]
    [True, True, False, True]
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        """At most ``most`` at once, and as many again within ``seconds``; ``clock`` tells the time in seconds."""
        self._most = most
        self._per_second = most / seconds
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self.spent: dict[str, float] | None = None  # by key, since other processes were told; ``None`` without them

    def allow(self, key: str, cost: float = 1) -> bool:
        """Take ``cost`` tokens of a key, and tell whether there were enough; else none are taken."""
        moment = self._clock()
        left = self._left(key, moment)
        is_enough = left >= cost
        self._keep(key, left - cost if is_enough else left, moment)
        if is_enough and self.spent is not None and len(self.spent) < MOST_KEYS:
            self.spent[key] = self.spent.get(key, 0) + cost
        return is_enough

    def charge(self, key: str, cost: float) -> None:
        """Take ``cost`` tokens of a key, whether there are so many or not: what is missing has to fill up first."""
        moment = self._clock()
        self._keep(key, self._left(key, moment) - cost, moment)
        if self.spent is not None and len(self.spent) < MOST_KEYS:
            self.spent[key] = self.spent.get(key, 0) + cost

    def spend_elsewhere(self, key: str, cost: float) -> None:
        """Take tokens of a key that another process has given away, as many as there are."""
        moment = self._clock()
        self._keep(key, max(0.0, self._left(key, moment) - cost), moment)

    def wait(self, key: str, cost: float = 1) -> float:
        """Return the seconds until a key has ``cost`` tokens."""
        return max(0.0, cost - self._left(key, self._clock())) / self._per_second

    def check(self, key: str, cost: float = 1) -> None:
        """Take tokens of a key.

        Raises:
            TooManyRequests: there are not enough.
        """
        if not self.allow(key, cost):
            raise TooManyRequests(self.wait(key, cost))

    def _keep(self, key: str, left: float, moment: float) -> None:
        self._buckets[key] = left, moment
        self._buckets.move_to_end(key)
        if len(self._buckets) > MOST_KEYS:
            self._buckets.popitem(last=False)

    def _left(self, key: str, moment: float) -> float:
        left, then = self._buckets.get(key, (float(self._most), moment))
        return min(float(self._most), left + (moment - then) * self._per_second)


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
        self.buckets[f"person {PROCESSOR}"] = TokenBuckets(settings.processor, MINUTE_S)
        self.buckets[f"address {PROCESSOR}"] = TokenBuckets(settings.processor_per_address, MINUTE_S)
        self._refused: OrderedDict[str, tuple[float, str]] = OrderedDict()

    def check_address(self, scope: Scope, category: str, cost: int) -> None:
        """Count a request or a handshake, and the milliseconds that it may need, for its address.

        Nothing is looked up in the database.

        Raises:
            TooManyRequests: of the address, or of the person whose credentials the request brings.
        """
        scope["state"][SCOPE_KEY], scope["state"][SCOPE_COST_KEY] = category, cost
        if self._is_on:
            self._check_refused(scope, category)
            self._count("address", category, network_of(client_host(scope)), cost)

    def charge_address(self, address: str, milliseconds: int) -> None:
        """Take of the processor time of an address what a request has needed beyond the cost of its route."""
        if self._is_on:
            self.buckets[f"address {PROCESSOR}"].charge(self._hash(network_of(address)), milliseconds)

    def check_person(self, scope: Scope, person: Person) -> None:
        """Count a request or a handshake, and the milliseconds that it may need, for a person.

        Raises:
            TooManyRequests: of the person.
        """
        category = category_of(scope)
        if self._is_on:
            try:
                self._count("person", category, person.id, scope["state"][SCOPE_COST_KEY])
            except TooManyRequests as error:
                self._note_refused(scope, category, error.seconds, person.language)
                raise

    def _count(self, whose: str, category: str, name: str, cost: int) -> None:
        """Take a token of a category, and those of the processor; probes always come to know how the server is."""
        key, costs = self._hash(name), {category: 1, PROCESSOR: cost}
        if category == PROBES:
            del costs[PROCESSOR]
        for each, tokens in costs.items():
            try:
                self.buckets[f"{whose} {each}"].check(key, tokens)
            except TooManyRequests:
                REFUSALS.labels(each).inc()
                raise

    def _note_refused(self, scope: Scope, category: str, seconds: int, language: str) -> None:
        """Remember credentials that are refused for a while, so that the next refusal needs no look-up."""
        scope["state"]["language"] = language
        if credentials := _credentials_of(scope):
            self._refused[self._hash(f"{category} {credentials}")] = time.monotonic() + seconds, language
            if len(self._refused) > MOST_KEYS:
                self._refused.popitem(last=False)

    def _check_refused(self, scope: Scope, category: str) -> None:
        credentials = _credentials_of(scope) if self._refused else ""
        key = self._hash(f"{category} {credentials}") if credentials else ""
        until, language = self._refused.get(key, (0.0, ""))
        if (seconds := until - time.monotonic()) > 0:
            REFUSALS.labels(category).inc()
            scope["state"]["language"] = language
            raise TooManyRequests(seconds)


def _credentials_of(scope: Scope) -> str:
    """Return the credentials of a request: its cookies, and the token of a program."""
    return " ".join(value.decode("latin-1") for name, value in scope["headers"] if name in CREDENTIALS)


def default_category(method: str) -> str:
    """Return the category of a route that names none."""
    return PAGES if method in SAFE_METHODS else ACTIONS


def category_of(scope: Scope) -> str:
    """Return the category of a request or a handshake, which ``rate_limit`` has noted."""
    return str(scope["state"][SCOPE_KEY])
