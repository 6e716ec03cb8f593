"""Self-play: games in which every seat decides by a search, as rows from which policies and values can be learned.

A search is bounded by iterations, and everything follows from the key of the plan: a game can be played again anywhere,
alone, and gives the same rows. Now and then a decision is drawn, so that much of what can happen happens; its row has
the search all the same. Source: D. Silver and others, *Mastering the game of Go without human knowledge* (Nature 2017),
for rows of position, visits and result.
"""

from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from malecon.agents.agent import KEY_BITS
from malecon.agents.levels import SEARCH_CONFIGS
from malecon.agents.matches import mixed_key
from malecon.agents.search import RANDOM_SIMULATIONS, SLOTS, Question, Search, new_search
from malecon.agents.search_iteration import run_iterations
from malecon.agents.searcher import visits_of
from malecon.core.random import new_source
from malecon.research.envs.environment import Table, options_in
from malecon.research.support import find_game

FEWEST_SLOTS, SLOTS_AN_ITERATION = 2**13, 8
"""Sizes of the trees: they must have room, and a small table is quickly cleared."""


class DataPlan(msgspec.Struct, frozen=True):
    """The plan of a data set: the same plan gives the same rows.

    Attributes:
        game: its name.
        rules: version of the rules.
        seats: how many play.
        options: of the game that differ from the default, as lines of a record.
        iterations: of a search, for each of the other players.
        drawn: share of decisions that are drawn.
        key: from which the deals and searches follow.
    """

    game: str
    rules: int
    seats: int
    options: tuple[str, ...]
    iterations: int
    drawn: float
    key: int


class Rows(NamedTuple):
    """The decisions of a game.

    Attributes:
        deal: key of the deal, for ``Game.start``.
        seat: int8 ``[n]``, that decides.
        observation: int8 ``[n, size]``, what it knows, in the compact form.
        counts: int32 ``[n]``, how many actions are legal.
        legal: int16 ``[sum of counts]``, the legal actions of each decision, ascending.
        visits: int32, likewise: how often the search chose each at its root.
        action: int16 ``[n]``, that was carried out.
        drawn: bool ``[n]``, whether it was drawn among the legal ones; else it is the most visited.
        value: float32 ``[n]``, the share of the victory that the search expects for the seat.
        outcome: float32 ``[n]``, the seat's share of the victory at the end.
    """

    deal: int
    seat: NDArray[np.int8]
    observation: NDArray[np.int8]
    counts: NDArray[np.int32]
    legal: NDArray[np.int16]
    visits: NDArray[np.int32]
    action: NDArray[np.int16]
    drawn: NDArray[np.bool_]
    value: NDArray[np.float32]
    outcome: NDArray[np.float32]


class _Decision(NamedTuple):
    seat: int
    observation: NDArray[np.int8]
    legal: NDArray[np.int16]
    visits: list[int]
    action: int
    drawn: bool
    value: float


def _new_table(plan: DataPlan) -> Table:
    options = {**options_in(find_game(plan.game), plan.options), "version": plan.rules}
    return Table(plan.game, plan.seats, options, strict=True, observation="compact", reward="share", render_mode=None)


def play_game(plan: DataPlan, number: int) -> Rows:
    """Play the game of a plan with a number, and return its decisions."""
    table, decisions = _new_table(plan), list[_Decision]()
    deal = mixed_key("self-play", plan.game, plan.seats, plan.key, number)
    table.reset(deal)
    while awaited := table.awaited:
        decisions.append(_decide(table, awaited[0], plan))
        table.act(awaited[0], decisions[-1].action)
    shares = table.rewards()
    seats, observations, legal, visits, actions, drawn, values = zip(*decisions, strict=True)
    return Rows(
        deal=deal,
        seat=np.array(seats, np.int8),
        observation=np.stack(observations),
        counts=np.array([*map(len, legal)], np.int32),
        legal=np.concatenate(legal),
        visits=np.concatenate([np.array(each, np.int32) for each in visits]),
        action=np.array(actions, np.int16),
        drawn=np.array(drawn),
        value=np.array(values, np.float32),
        outcome=np.array([shares[seat] for seat in seats], np.float32),
    )


def _decide(table: Table, seat: int, plan: DataPlan) -> _Decision:
    seen = table.observe(seat)
    legal = np.flatnonzero(seen["action_mask"]).astype(np.int16)
    search = _search(table, seat, plan.iterations * (plan.seats - 1))
    visits, totals = visits_of(search, legal), search.iteration.totals[: plan.seats]
    is_drawn = bool(table.chance.random() < plan.drawn)
    place = int(table.chance.integers(len(legal))) if is_drawn else int(np.argmax(visits))
    value = float(totals[seat] / totals.sum())
    return _Decision(seat, seen["observation"], legal, visits, int(legal[place]), is_drawn, value)


def _search(table: Table, seat: int, iterations: int) -> Search:
    """Return a search from what a seat knows."""
    known, key = table.state.copy(), int(table.chance.integers(1 << KEY_BITS))
    table.game.guess(known, seat, key)
    config = SEARCH_CONFIGS.get(table.game.name, RANDOM_SIMULATIONS)
    slots = min(SLOTS, max(FEWEST_SLOTS, 1 << (SLOTS_AN_ITERATION * iterations - 1).bit_length()))
    search = new_search(Question(table.game, known, seat), config, new_source(key), slots)
    run_iterations(search, iterations)
    return search
