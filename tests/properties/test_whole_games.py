"""What no game may ever break, checked after every move of whole random games."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import malecon
from cases import CASES
from malecon.core import contract
from malecon.core.codecs import members
from malecon.core.contract import new_journal
from malecon.core.jit import JIT
from malecon.core.random import draw, new_source

GAMES = 20 if JIT else 5
MOST_MOVES = 20_000


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=GAMES)
@given(data=st.data(), seed=st.integers(0, 2**63 - 1))
def test_everything_is_somewhere_after_every_move(name: str, data: st.DataObject, seed: int) -> None:
    case, game = CASES[name], malecon.games[name]
    state = game.start(seed=seed, **data.draw(case.ANY_START)).state
    source = new_source(seed ^ 1)  # not the table's own numbers
    out = np.zeros(game.widest, np.int16)

    for _ in range(MOST_MOVES):
        case.conserve(state)
        awaited = members(contract.awaiting(state))
        if not awaited:
            break
        seat = awaited[draw(source, len(awaited))]
        action = contract.sample(state, seat, source)
        assert action in out[: contract.legal(state, seat, out)]
        journal = new_journal()
        contract.apply(state, seat, action, journal)
        assert journal.count < len(journal.rows)

    assert contract.over(state)
