"""Tests of the balance of points of two moves."""

from collections.abc import Mapping

import numpy as np
import pytest
from msgspec import structs

from malecon.agents.future_table import Happened, Table
from malecon.agents.futures import Futures
from malecon.agents.reason_balance import adds_up, balance_of, gains, is_aside
from malecon.core.ledger import PIECES, POINTS, Entry
from malecon.core.reason import BALANCE, GAME_END, IN_ALL, Fact, Reason

FUTURES = 40


def balance(
    points: Mapping[tuple[int, str], tuple[float, ...]],
    *,
    direct: Mapping[tuple[int, str], float] | None = None,
    lost: tuple[float, ...] = (0.0, 0.2),
    ended: bool = False,
) -> Reason | None:
    """The balance of futures in which seats have points by things: so many more in each round after the better move.

    ``direct``: by the move itself. ``lost``: of the victory, by seat.
    """
    sources = [*dict.fromkeys([*points, *(direct or {})])]
    entries = [Entry(POINTS, seat, "score", thing) for seat, thing in sources]
    totals, at_once = np.zeros((3, 2, FUTURES, len(entries) + 1)), np.zeros((2, FUTURES, len(entries) + 1))
    for column, source in enumerate(sources):
        for number, more in enumerate(points.get(source, ())):
            totals[number, 0, :, column] = more
        at_once[0, :, column] = (direct or {}).get(source, 0.0)
    nothing = Happened([], np.zeros((0, 4), np.int64))
    none = np.full((3, 2, FUTURES), -1)
    entries.append(Entry(PIECES, 0, "get", "mama", 1, "brick"))
    table = Table(entries, totals, at_once, none, np.zeros((2, FUTURES), bool), nothing)
    shares = np.full(len(lost), 1 / len(lost))
    one, other = (
        Futures(
            each,
            np.tile(each, (4, 1)),
            np.zeros((4, len(lost)), np.int16),
            np.full(4, ended),
            np.zeros((0, 7), np.int32),
        )
        for each in (shares - lost, shares)
    )
    return balance_of(table, [(one, other)] * 3, 0)


def told(found: Reason | None) -> list[tuple[int | None, str, int]]:
    """The facts of a balance: seat, source and points more."""
    assert found is not None
    assert not found.is_cause
    return [
        (fact.entry.seat, "" if fact.entry.thing in {BALANCE, GAME_END} else fact.entry.thing, round(fact.change))
        for fact in found.facts
    ]


def test_the_balance_names_all_points_and_where_they_come_from() -> None:
    found = balance({(0, "tax"): (2.0,), (0, "dock"): (0.0, -1.0), (1, "dock"): (-1.0, -2.0), (1, "tax"): (0.4,)})

    assert told(found) == [(0, "", 1), (0, "tax", 2), (0, "dock", -1), (1, "", -3), (1, "dock", -3)]
    assert found is not None
    assert {fact.entry.verb for fact in found.facts} == {IN_ALL}
    assert [fact.round for fact in found.facts] == [1, 0, 1, 1, 1], "up to which round they differ"


def test_points_without_a_thing_are_called_by_their_verb() -> None:
    assert told(balance({(0, ""): (2.0,)})) == [(0, "", 2), (0, "score", 2)]


def test_the_balance_says_whether_the_game_ends() -> None:
    found = balance({(0, "tax"): (2.0,)}, ended=True)

    assert found is not None
    assert found.facts[0].entry.thing == GAME_END


def test_others_are_named_if_they_score_more_or_fewer_the_weightiest_first() -> None:
    more = {(0, "tax"): (2.0,), (1, "tax"): (-1.0,), (2, "tax"): (-2.0,), (3, "tax"): (0.6,)}

    assert [seat for seat, source, _ in told(balance(more, lost=(0.0, 0.1, 0.1, 0.0))) if not source] == [0, 2, 1]


def test_what_the_move_itself_brings_is_no_balance() -> None:
    assert balance({}, direct={(0, "tax"): 2.0}) is None
    assert told(balance({(0, "tax"): (1.0,)}, direct={(0, "tax"): 2.0})) == [(0, "", 3), (0, "tax", 3)]


@pytest.mark.parametrize(
    ("others", "lost", "is_told"),
    [
        ((1.0, 0.0), (0.0, 0.2, 0.0), True),
        ((2.0, 0.0), (0.0, 0.2, 0.0), False),
        ((2.0, 0.0), (0.0, 0.0, 0.2), True),
        ((2.0, 0.0), (0.0, 0.0, 0.0), True),
        ((2.0, 1.0), (0.0, 0.0, 0.0), False),
    ],
)
def test_the_seat_must_gain_on_those_who_lose_by_the_move(
    others: tuple[float, float], lost: tuple[float, ...], *, is_told: bool
) -> None:
    points = {(0, "tax"): (2.0,)} | {(seat, "dock"): (more,) for seat, more in enumerate(others, 1)}

    assert (balance(points, lost=lost) is not None) == is_told


def test_what_differs_by_chance_is_not_told() -> None:
    found = balance({(0, "tax"): (2.0,), (0, "dock"): (0.4,)})

    assert told(found) == [(0, "", 2), (0, "tax", 2)]


def test_gains_are_told_by_what_the_seat_has_more_and_others_less_of() -> None:
    found = balance({(0, "tax"): (2.0,), (0, "dock"): (-1.0,), (1, "duty"): (-3.0,), (1, "subsidy"): (1.0,)})
    assert found is not None
    things = ("dock", "tax", "subsidy", "duty", "other")
    all_things = [Reason(thing, (Fact(Entry(POINTS, 0, "score", thing), (1, 0), (1, 0), 0.1),)) for thing in things]

    assert [each.thing for each in gains(found, all_things)] == ["duty", "tax"]
    both = balance({(0, "tax"): (3.0,), (1, "tax"): (1.0,)})
    assert both is not None
    assert [each.thing for each in gains(both, all_things)] == ["tax"], "another player has less by it"


@pytest.mark.parametrize(
    ("points", "is_enough"),
    [
        ({(0, "tax"): (2.0,)}, True),
        ({(0, "tax"): (2.0,), (0, "dock"): (-1.0,)}, False),
        ({(0, "tax"): (3.0,), (0, "dock"): (-1.0,)}, True),
        ({(0, "tax"): (2.0,), (0, "dock"): (-1.0,), (1, "dock"): (-1.0,)}, True),
        ({(0, "tax"): (2.4,), (0, "dock"): (-0.6,)}, False),
        ({(0, "tax"): (2.0,), (0, "dock"): (-2.0,), (1, "dock"): (-2.0,)}, False),
        ({(0, "tax"): (1.0,), (0, "dock"): (-1.0,), (1, "dock"): (-1.0,), (2, "dock"): (-1.0,)}, False),
    ],
)
def test_sources_that_make_up_for_each_other_are_no_reason_by_themselves(
    points: Mapping[tuple[int, str], tuple[float, ...]], *, is_enough: bool
) -> None:
    found = balance(points, lost=(0.0, 0.2, 0.2))

    assert found is not None
    assert adds_up(found) == is_enough


@pytest.mark.parametrize(
    ("named", "own", "is_left_out"),
    [("tax", True, False), ("dock", True, True), ("duty", True, True), ("dock", False, False)],
)
def test_points_are_no_cause_beside_a_source_that_brings_much_more(named: str, *, own: bool, is_left_out: bool) -> None:
    found = balance({(0, "tax"): (3.0,), (0, "dock"): (1.0,), (1, "dock"): (-1.0,)})
    lead = Fact(Entry(POINTS, 0 if own else 1, "score", named), (1, 0), (1, 0), 0.1)

    assert found is not None
    assert is_aside(Reason(named, (lead,)), found) == is_left_out
    assert not is_aside(Reason(named, (structs.replace(lead, wins=True),)), found)
