"""The tables on which every game is tried: each is a state before the set-up, with seats and options in it."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from malecon.core import contract
from malecon.core.bits import members
from malecon.core.journal import Journal, new_journal
from malecon.core.random import draw, new_source, signed
from malecon.havana.buildings import TILES
from malecon.havana.game import HAVANA
from malecon.havana.state import new_state

WIDEST = 1100
"""Room for the legal actions of any game."""

# One line a table: the game and a fresh state. Cuba adds its own.
TABLES: dict[str, tuple[Any, Callable[[], Any]]] = {
    "havana, 2 seats": (HAVANA, lambda: new_state(2)),
    "havana, 3 seats, filosofia": (HAVANA, lambda: new_state(3, edition=1, ages=(2, 0, 1))),
    "havana, 4 seats": (HAVANA, lambda: new_state(4)),
    "havana, 4 seats, 13 tiles": (HAVANA, lambda: new_state(4, tiles=TILES[20:33])),
}


def begun(table: str, key: int, journal: Journal | None = None) -> Any:
    """Return the position after the set-up."""
    state = TABLES[table][1]()
    contract.start(state, signed(key), journal or new_journal(is_open=False))
    return state


def legal(state: Any, seat: int) -> list[int]:
    """Return the legal actions of ``seat`` as numbers."""
    out = np.zeros(WIDEST, np.int16)
    return out[: contract.legal(state, seat, out)].tolist()


def random_game(table: str, key: int) -> Iterator[tuple[Any, int, int]]:
    """Play a whole random game; yield each position with the seat and the action that come next."""
    source = new_source(key)
    state = begun(table, key)
    journal = new_journal(is_open=False)
    while contract.awaiting(state):
        awaited = members(contract.awaiting(state))
        seat = awaited[draw(source, len(awaited))]
        actions = legal(state, seat)
        action = actions[draw(source, len(actions))]
        yield state, seat, action
        contract.apply(state, seat, action, journal)
