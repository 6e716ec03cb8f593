"""How often something may be done."""

import pytest

from malecon.web.http import rate_limiter
from malecon.web.http.connection import network_of
from malecon.web.http.rate_limiter import TokenBuckets, TooManyRequests


class Clock:
    """Time that goes on when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limits(clock: Clock) -> TokenBuckets:
    """Three in a minute."""
    return TokenBuckets(3, 60, clock)


def test_so_many_may_be_done_at_once_and_no_more(limits: TokenBuckets) -> None:
    assert [limits.allow("Ana") for _ in range(5)] == [True, True, True, False, False]


def test_what_was_used_comes_back_bit_by_bit(limits: TokenBuckets, clock: Clock) -> None:
    for _ in range(3):
        limits.allow("Ana")

    allowed = []
    for _ in range(6):
        clock.now += 10
        allowed.append(limits.allow("Ana"))

    assert allowed == [False, True] * 3


def test_nobody_saves_up_more_than_the_most(limits: TokenBuckets, clock: Clock) -> None:
    limits.allow("Ana")
    clock.now += 3600

    assert [limits.allow("Ana") for _ in range(4)] == [True, True, True, False]


def test_everybody_has_a_bucket_of_their_own(limits: TokenBuckets) -> None:
    for _ in range(3):
        limits.allow("Ana")

    assert not limits.allow("Ana")
    assert limits.allow("Ben")


def test_what_costs_more_takes_more_or_nothing(limits: TokenBuckets) -> None:
    assert limits.allow("Ana", 2)
    assert not limits.allow("Ana", 2)
    assert limits.allow("Ana")


def test_who_is_refused_is_told_how_long_to_wait(limits: TokenBuckets, clock: Clock) -> None:
    for _ in range(3):
        limits.check("Ana")
    clock.now += 5
    with pytest.raises(TooManyRequests, match="again in 1 min") as refused:
        limits.check("Ana")

    assert refused.value.seconds == limits.wait("Ana") == 15
    assert limits.wait("Ben") == 0
    assert "in 2 min" in str(TooManyRequests(61))


def test_the_oldest_buckets_are_let_go_of(limits: TokenBuckets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MOST_KEYS", 100)
    for number in range(500):
        limits.allow(str(number))

    assert len(limits._buckets) == 100
    assert "499" in limits._buckets


def test_what_cannot_be_told_to_others_does_not_pile_up(limits: TokenBuckets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limiter, "MOST_KEYS", 100)
    limits.spent = {}
    for number in range(500):
        limits.allow(str(number))

    assert len(limits.spent) == 100


@pytest.mark.parametrize(
    ("host", "key"),
    [("testclient", "testclient"), ("::1", "::"), ("2001:db8:0:1::9", "2001:db8:0:1::"), ("10.0.0.1", "10.0.0.1")],
)
def test_one_connection_is_one_neighbourhood(host: str, key: str) -> None:
    assert network_of(host) == key
