"""Secret choices that are drawn: which are secret, and how often each good move is made."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

import malecon
from malecon.agents.agent import Advice
from malecon.agents.levels import LEVELS, MASTER, MIXING, SEARCH_CONFIGS
from malecon.agents.mixing import Mixing, draw_move, is_secret
from malecon.agents.searcher import Budget, Searcher
from malecon.core.match import Match

KEYS = 4000
FOUND = [Advice(move, 0.5, visits) for move, visits in (("a", 100), ("b", 80), ("c", 50), ("d", 49))]
SQUARE = Mixing(power=2, tried=0.5)


def test_a_move_is_drawn_in_proportion_to_a_power_of_its_visits() -> None:
    made = Counter(draw_move(FOUND, SQUARE, key) for key in range(KEYS))
    weights = [1.0, 0.64, 0.25, 0.0]  # the last has too few

    assert [made[each.move] / KEYS for each in FOUND] == pytest.approx(
        [each / sum(weights) for each in weights], abs=0.025
    )


def decisions(game: str, seats: int, options: dict[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield each move of a random game, without what comes after its verb, with whether it is secret."""
    match, rng = malecon.games[game].start(seats=seats, seed=3, **options), Random(1)
    while not match.over:
        seat = rng.choice(match.to_move)
        move = rng.choice(match.legal(seat))
        yield move.split()[0], is_secret(match, seat, move)
        match.play(seat, move)


@pytest.mark.parametrize(
    ("game", "options", "secret"),
    [
        ("havana", {}, {"choose", "cover", "refresh"}),
        ("cuba", {}, {"bid"}),
        ("cuba", {"sealed": True}, {"bid", "seal"}),
    ],
)
def test_a_choice_is_secret_if_others_see_that_it_was_made_and_not_which(
    game: str, options: dict[str, Any], secret: set[str]
) -> None:
    found = {*decisions(game, 3, options)}

    assert {verb for verb, is_hidden in found if is_hidden} == secret
    assert not {"choose", "cover", "bid", "seal"} & {verb for verb, is_hidden in found if not is_hidden}


@dataclass(frozen=True, slots=True)
class Judge(Searcher):
    """Has tried the legal moves, in their order, more often each time."""

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        moves = match.legal(seat)
        return [Advice(move, 0.5, 1000 - place) for place, move in enumerate(moves)]


def test_a_searcher_draws_where_its_choice_is_secret_and_nowhere_else() -> None:
    hidden = malecon.games["havana"].start(seats=2, seed=1)
    seen = malecon.games["cuba"].start(seats=2, seed=1)
    judge = Judge("any", Budget(1), SEARCH_CONFIGS, mixing=SQUARE)
    moves = hidden.legal(0)

    assert {judge.choose(hidden, 0, key) for key in range(KEYS)} == {*moves}
    assert {judge.choose(seen, seen.to_move[0], key) for key in range(20)} == {seen.legal(seen.to_move[0])[0]}
    assert {replace(judge, mixing=None).choose(hidden, 0, key) for key in range(20)} == {moves[0]}
    assert [game for game, config in SEARCH_CONFIGS.items() if config.mixes] == ["havana"]


def test_master_draws_and_the_other_levels_do_not() -> None:
    assert MASTER.mixing == MIXING
    assert [LEVELS[name].mixing for name in ("standard", "strong")] == [None, None]  # type: ignore[attr-defined]
