"""What a game's record demands of its parts."""

import dataclasses

import numpy as np
import pytest

import malecon
from malecon.core.data import GAMES


def test_an_engine_that_leaves_a_question_of_the_contract_open_is_refused() -> None:
    engine = malecon.games["havana"].engine

    with pytest.raises(TypeError, match=r"^malecon\.games\.havana\.engine, .*: no answer to the contract's start, "):
        dataclasses.replace(engine, state=np.dtype([("seats", np.int8)]))


def test_games_are_found_by_their_folders_and_loaded_once() -> None:
    found = {folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").is_file()}

    assert set(malecon.games) == found
    assert malecon.games["havana"] is malecon.games["havana"]
    assert all(malecon.games[name].name == name for name in malecon.games)
    with pytest.raises(KeyError):
        malecon.games["chess"]
