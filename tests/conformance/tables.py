"""The tables on which every game is tried, and whole random games at them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from cases import STARTS
from malecon.core import contract
from malecon.core.codecs import members
from malecon.core.contract import Journal, new_journal
from malecon.core.game import Game
from malecon.core.jit import answer_of
from malecon.core.random import draw, new_source, signed
from malecon.core.turns import BY_POINTS, reopen

TABLES = tuple(STARTS)


def tables_with(function: str) -> list[str]:
    """Return the tables of games that have a function of their own which the contract lets them leave out."""
    answers = {start: answer_of(function, game_at(start).state) for start in TABLES}
    return [start for start, answer in answers.items() if answer not in (None, reopen, *BY_POINTS)]


def game_at(start: str) -> Game:
    """Return the game that is played at a table."""
    return STARTS[start][0]


def begun(start: str, key: int, journal: Journal | None = None) -> Any:
    """Return the position after the set-up."""
    game, options = STARTS[start]
    state = game.new_state(**options)
    contract.start(state, signed(key), journal or new_journal(is_open=False))
    return state


def legal(game: Game, state: Any, seat: int) -> list[int]:
    """Return the legal actions of ``seat`` as numbers."""
    out = np.zeros(game.widest, np.int16)
    return out[: contract.legal(state, seat, out)].tolist()


def random_game(start: str, key: int) -> Iterator[tuple[Any, int, int]]:
    """Play a whole random game; yield each position with the seat and the action that come next."""
    source = new_source(key)
    state = begun(start, key)
    journal = new_journal(is_open=False)
    while contract.awaiting(state):
        awaited = members(contract.awaiting(state))
        seat = awaited[draw(source, len(awaited))]
        actions = legal(game_at(start), state, seat)
        action = actions[draw(source, len(actions))]
        yield state, seat, action
        contract.apply(state, seat, action, journal)
