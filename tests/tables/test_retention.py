"""How long things are kept: which rule a table falls under, and what people and hosts are told of it."""

from pathlib import Path
from typing import Any

import pytest

from malecon.tables import DAY, HOUR, Clock
from malecon.tables.retention import RULES, Retention, TableUse, is_soon_removed, table_end, table_rule
from tables.sweeping import DEFAULT

FIRST = 10 * DAY
"""A moment long ago."""


def use(**facts: Any) -> TableUse:
    return TableUse("t", FIRST, **facts)


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        ({"is_full": False, "has_moved": False}, "waiting"),
        ({"has_moved": False, "people": 1}, "unmoved"),
        ({"people": 1}, "alone"),
        ({"people": 2}, "unfinished"),
        ({"is_done": True, "is_ended": True}, "ended"),
        ({"is_done": True}, "finished"),
        ({"is_done": True, "is_rated": True}, "rated"),
    ],
)
def test_a_table_falls_under_one_rule_and_stays_as_long_as_that_says(facts: dict[str, Any], rule: str) -> None:
    assert table_rule(use(**facts)) == rule
    assert table_end(use(**facts), DEFAULT) == FIRST + RULES[rule].days * DAY
    assert table_end(use(**facts), Retention({**DEFAULT.days, rule: 0})) is None


def test_nobody_loses_a_game_whose_clock_gives_longer() -> None:
    slow, live = Clock(each=30 * DAY), Clock(stock=HOUR)

    assert table_end(use(has_moved=False, clock=slow), DEFAULT) == FIRST + 60 * DAY
    assert table_end(use(has_moved=False, clock=live), DEFAULT) == FIRST + 14 * DAY
    assert table_end(use(is_done=True, is_ended=True, clock=slow), DEFAULT) == FIRST + 30 * DAY


def test_players_are_told_two_weeks_before_or_at_half_of_the_time() -> None:
    moments = [FIRST + days * DAY for days in (6, 7, 165, 166)]

    assert [is_soon_removed(use(is_full=False), DEFAULT, at) for at in moments] == [False, True, True, True]
    assert [is_soon_removed(use(), DEFAULT, at) for at in moments] == [False, False, False, True]


def test_the_document_for_hosts_tells_the_same_times() -> None:
    text = (Path(__file__).parents[2] / "docs/operating.md").read_text("utf-8")

    for rule in RULES.values():
        setting = "–" if rule.is_fixed else f"keep_{rule.name}"
        assert f"| `{setting}` | {rule.what} | {rule.days} | {rule.since} |" in text
