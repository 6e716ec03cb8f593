"""The explainer names the known reason of positions that were built before it was."""

from collections.abc import Iterable
from importlib import import_module
from itertools import islice

import pytest

import malecon
from malecon.agents.agent import known_to
from malecon.agents.explanation import explain
from malecon.agents.levels import config_of
from malecon.agents.search import Question
from malecon.core.reason import Reason
from modes import needs_compiler
from reasons.built import Built

RIGHT, MOST_WRONG, ALIKE = 0.9, 0.02, 0.9
"""Shares of the positions: where the first cause is right, where it is wrong, where another key gives the same."""
KEYS = 1, 2
EVERY = {1: 1, 2: 2}
"""By key, of so many positions one is explained; ``bench/explanations.py`` explains all of them with both keys."""
RIGHTLY, NEAR, WRONG, WITHHELD = "right", "near", "wrong", "withheld"

pytestmark = [pytest.mark.slow, needs_compiler("it takes many searches")]


def first_cause(built: Built, key: int) -> Reason | None:
    """Return the first cause that the explainer names."""
    game = built.match.game
    better, other = map(game.notation.parse, (built.better, built.other))
    question = Question(game, known_to(built.match, built.seat, key), built.seat, better)
    reasons = explain(question, other, config_of(game), key).reasons
    return next((reason for reason in reasons if reason.is_cause), None)


def names(reason: Reason, causes: Iterable[tuple[str, str]], seat: int) -> bool:
    """Tell whether a cause is one of some, each a thing and to whom it happens."""
    seats = [fact.entry.seat for fact in reason.facts]
    about = {"any", *("others" if each is None or each != seat else "you" for each in seats)}
    if None in seats:
        about.add("you")
    return any(reason.thing == thing and who in about for thing, who in causes)


def judged(game: str, key: int, every: int = 1) -> dict[str, tuple[str, str]]:
    """Return by the name of a position how its first cause is judged, and the thing that it names.

    ``every``: of so many positions one.
    """
    found = {}
    for built in islice(import_module(f"reasons.{game}_positions").positions(), 0, None, every):
        reason = first_cause(built, key)
        if reason is None:
            found[built.name] = WITHHELD, ""
        else:
            is_right, is_near = (names(reason, causes, built.seat) for causes in (built.causes, built.near))
            found[built.name] = RIGHTLY if is_right else NEAR if is_near else WRONG, reason.thing
    return found


@pytest.mark.parametrize("game", malecon.games)
def test_the_first_cause_is_the_known_one_and_hardly_ever_wrong(game: str) -> None:
    by_key = [judged(game, key, EVERY[key]) for key in KEYS]

    for found in by_key:
        assert sum(judgement == RIGHTLY for judgement, _ in found.values()) >= RIGHT * len(found), found
    every = [judgement for found in by_key for judgement, _ in found.values()]
    assert every.count(WRONG) <= MOST_WRONG * len(every), by_key
    first, second = by_key
    assert sum(first[name][1] == second[name][1] for name in second) >= ALIKE * len(second)
