"""The former levels play as they once did, whatever becomes of the levels of today."""

from dataclasses import replace

import pytest

import malecon
from malecon.agents.agent import Agent
from malecon.agents.former_levels import FORMER_LEVELS, PREFIX
from malecon.agents.matches import find_agent
from malecon.agents.search import SearchConfig
from malecon.agents.searcher import Budget, Searcher
from malecon.core.errors import UsageError
from malecon.core.match import Match
from malecon.research.envs.policies import find_player
from modes import once

HAVANA = SearchConfig(exploration=0.2, bias=0.5, stages=2, looks_ahead=True, margin=0.1, scale=4.0, reopens=False)
CUBA = HAVANA._replace(stages=4, scale=5.0)
PLAYED = {
    ("havana", "easy"): [
        *("cover protection with mama", "take glass", "cover protection with black market", "perform mama"),
        *("cover mama with worker", "steal glass from 1"),
    ],
    ("havana", "standard"): [
        *("cover architect with worker", "take loam", "cover protection with refreshment", "perform mama"),
        *("cover mama with debris", "steal glass from 1"),
    ],
    ("cuba", "easy"): [
        *("move to row 3 column 2", "harvest tobacco", "sell tobacco", "harvest tobacco", "sell sugar"),
        "move to row 3 column 3",
    ],
    ("cuba", "standard"): [
        *("move to row 3 column 2", "harvest tobacco", "sell citrus", "harvest citrus", "sell sugar"),
        "move to row 2 column 2",
    ],
}
"""By game and level: the moves of decisions far apart, as they were on 27 November 2026 with these keys."""


def decided(game: str, agent: Agent) -> list[str]:
    """Return the moves of an agent at decisions of a fixed game, far apart."""
    match: Match = malecon.games[game].start(seats=2, seed=42)
    other, moves = find_agent("random"), list[str]()
    while not match.over and len(moves) < 6:
        seat = match.to_move[0]
        if match.number % 12 == 5:
            moves.append(agent.choose(match, seat, match.number))
        match.play(seat, other.choose(match, seat, match.number))
    return moves


def test_the_former_levels_are_searches_of_so_many_iterations() -> None:
    *_, standard, strong, master = FORMER_LEVELS.values()

    for level, budget in (
        (standard, Budget(200, 1.0)),
        (strong, Budget(1_000, 0.5)),
        (master, Budget(20_000, 3.0)),
    ):
        assert isinstance(level, Searcher)
        assert (level.budget, level.configs) == (budget, {"havana": HAVANA, "cuba": CUBA})


@once
@pytest.mark.parametrize(("game", "level"), PLAYED)
def test_a_former_level_makes_the_moves_that_it_made_then(game: str, level: str) -> None:
    agent = find_agent(PREFIX + level)
    if isinstance(agent, Searcher):
        agent = replace(agent, budget=Budget(12))

    assert decided(game, agent) == PLAYED[game, level]


def test_a_former_level_is_found_by_its_name_and_a_wrong_one_refused() -> None:
    assert find_agent("former:strong") is find_player("former:strong", "policy") is FORMER_LEVELS["former:strong"]

    with pytest.raises(UsageError, match=r"^agent: is 'former:strnog', but must be one of former:easy, .*strong\?$"):
        find_agent("former:strnog")
