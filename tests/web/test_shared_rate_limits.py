"""Several servers on one PostgreSQL count together what one address asks for."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from malecon.storage.store import Store
from malecon.web.http import shared_limits
from malecon.web.http.rate_limiter import RateLimiter, TokenBuckets
from malecon.web.http.shared_limits import MOST_IN_NOTIFICATION, SharedRateLimits
from web.browsing import until
from web.visiting import Site, visiting

FEW = 3
"""Requests in a minute: one more comes back after twenty seconds, long after the servers have told each other."""


@pytest.fixture
def two(tmp_path: Path, postgres: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Site, Site]]:
    """Two servers on one database, of which the second listens to the first."""
    monkeypatch.setattr(shared_limits, "INTERVAL_S", 0.05)
    told = {"database_url": postgres, "limits": True, "crowd": 1, "not_found": FEW, "begins": FEW}
    with ExitStack() as servers:
        one, other = (servers.enter_context(visiting(tmp_path, **told)) for _ in range(2))
        until(lambda: hears(other, one))
        yield one, other


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store.open(tmp_path)
    yield store
    store.close()


def hears(other: Site, one: Site) -> bool:
    """Ask one server for a page, and tell whether the other, which nobody asks, has been told of such a request."""
    one.stranger().get("/")
    limiter: RateLimiter = other.client.app.state.services.rate_limiter
    return any(limits._buckets for limits in limiter.buckets.values())


def left(site: Site, bucket: str) -> float:
    """Return how much of a limit is left for who has used most of it."""
    limiter: RateLimiter = site.client.app.state.services.rate_limiter
    return min((left for left, _ in limiter.buckets[bucket]._buckets.values()), default=float(FEW))


def test_what_one_server_has_let_through_counts_for_the_other(two: tuple[Site, Site]) -> None:
    one, other = two
    assert [one.stranger().get("/nothing").status_code for _ in range(FEW + 1)] == [404] * FEW + [429]

    until(lambda: left(other, "address not_found") < 1)
    assert other.stranger().get("/nothing").status_code == 429
    assert other.stranger().get("/").status_code == 200


def test_a_person_is_the_same_person_at_both(two: tuple[Site, Site]) -> None:
    one, other = two
    ana = one.somebody()
    statuses = [ana.post("/new/havana").status_code for _ in range(FEW + 1)]
    assert statuses == [422] * FEW + [429]
    until(lambda: left(other, "person begins") < 1)


def test_what_is_told_is_told_once_and_does_not_come_back(store: Store) -> None:
    heard = TokenBuckets(10, 60)
    heard.spent = {"key": 2.0}
    counts = SharedRateLimits(store, {"bucket": heard})
    [told] = counts._notifications()

    assert json.loads(told) == [counts._process, [["bucket", "key", 2.0]]]
    assert list(counts._notifications()) == []
    counts._take(told)
    assert heard.wait("key", 10) == 0, "it is our own"
    SharedRateLimits(store, {"bucket": heard})._take(told)
    assert heard.wait("key", 10) > 0


def test_much_is_told_in_several_pieces(store: Store) -> None:
    limits = TokenBuckets(10, 60)
    limits.spent = {f"{number:032}": 1.0 for number in range(2 * MOST_IN_NOTIFICATION + 1)}
    told = list(SharedRateLimits(store, {"address static_files": limits})._notifications())

    assert len(told) == 3
    assert max(map(len, told)) < 8000
