"""Chapter 8, editions; the numbers of workers are in ``test_06_cards.py``."""

from itertools import count

import numpy as np
import pytest

from havana_table import Table, set_up
from malecon.games.havana.events import Performed
from malecon.games.havana.state import EDITIONS


@pytest.mark.rule("HAV-8.1")
def test_the_editions_are_eggertspiele_by_default_and_filosofia() -> None:
    assert EDITIONS == ("eggertspiele", "filosofia")
    assert set_up().state.edition == EDITIONS.index("eggertspiele")


def without_edition(game: Table) -> bytes:
    """Return the position but for the name of the edition."""
    state = game.state.copy()
    state.edition = 0
    return state.tobytes()


def move_that_differs(seed: int) -> tuple[int, bool] | None:
    """Play the same random moves in both editions until the positions differ.

    Return the workers in the supply before the move, and whether a Worker was performed then; ``None``: never.
    """
    games = [set_up(4, seed=seed, edition=edition) for edition in EDITIONS]
    choose = np.random.default_rng(seed).choice
    while not games[0].over:
        before = games[0].supply_workers
        seat = games[0].awaited[0]
        move = str(choose(games[0].legal(seat)))
        happened = [game.play(seat, move) for game in games]
        if without_edition(games[0]) != without_edition(games[1]):
            return before, any(isinstance(event, Performed) and event.card == "worker" for event in happened[0])
    return None


@pytest.mark.rule("HAV-8.1")
def test_the_editions_differ_only_when_a_worker_action_finds_too_few_workers() -> None:
    found = (move_that_differs(seed) for seed in count())
    differences = [next(difference for difference in found if difference is not None) for _ in range(2)]

    assert all(before <= 3 and worker for before, worker in differences)
