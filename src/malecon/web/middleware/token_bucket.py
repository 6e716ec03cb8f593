"""Token buckets, the counters behind all rate limits: for each key a bucket that fills up again with time.

The buckets are in the memory of one process; ``shared_counts`` tells other processes what was taken of them.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_

MOST_KEYS = 10_000
"""Buckets that are kept; the one that nobody has used for longest is dropped first."""
RETRY_AFTER_S: Final = 5
"""Seconds after which to try again what fails only at the moment."""
IPV6_PREFIX_BITS = 64
"""Bits that the addresses of one IPv6 connection have in common."""


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


def network_of(host: str) -> str:
    """Return the key of an IP address: for IPv6 its network, all of whose addresses belong to one connection.

    >>> network_of("192.0.2.7"), network_of("2001:db8:0:1:2:3:4:5"), network_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8:0:1::', '192.0.2.7')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, IPV6_PREFIX_BITS), strict=False).network_address)
