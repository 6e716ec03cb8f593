"""What a game's record demands of its parts."""

import dataclasses
import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import malecon
from malecon.cli.parameters import options_of
from malecon.core import contract, turns
from malecon.core.data import GAMES
from malecon.core.jit import answer_of
from modes import once

each_game = pytest.mark.parametrize("game", malecon.games)


def test_an_engine_that_leaves_a_question_of_the_contract_open_is_refused() -> None:
    engine = malecon.games["havana"].engine

    with pytest.raises(TypeError, match=r"^malecon\.games\.havana\.questions, .*: no answer to the contract's start, "):
        dataclasses.replace(engine, state=np.dtype([("seats", np.int8)]))


@each_game
@pytest.mark.parametrize("function", [contract.guess, contract.observe, *turns.BY_POINTS])
def test_no_part_of_the_contract_is_left_to_the_points(game: str, function: Any) -> None:
    assert answer_of(function.__name__, malecon.games[game].state) not in (None, *turns.BY_POINTS)


def test_games_are_found_by_their_folders_and_loaded_once() -> None:
    found = {folder.name for folder in GAMES.iterdir() if (folder / "__init__.py").is_file()}

    assert set(malecon.games) == found
    assert malecon.games["havana"] is malecon.games["havana"]
    assert all(malecon.games[name].name == name for name in malecon.games)
    with pytest.raises(KeyError):
        malecon.games["chess"]


def printed(program: str, jit: str) -> str:
    """Return what a new process prints, with the rules compiled ("1") or plain ("0")."""
    command, environment = [sys.executable, "-c", program], os.environ | {"MALECON_JIT": jit}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


LOADED = """
import sys, malecon
game = malecon.games[{game!r}]
game.{part}
print(*(name for name in sys.modules if name.startswith("malecon.games.")))
"""


@once
@each_game
@pytest.mark.parametrize(
    ("part", "others"), [("terminal", ("web",)), ("page", ("terminal",)), ("text", ("web", "terminal"))]
)
def test_a_part_of_a_game_is_loaded_without_the_others(game: str, part: str, others: tuple[str, ...]) -> None:
    loaded = printed(LOADED.format(game=game, part=part), jit="0").split()

    assert f"malecon.games.{game}.{'web' if part == 'page' else part}" in loaded
    assert not [name for name in loaded if set(name.split(".")[3:4]) & set(others)]


@once
@each_game
def test_options_and_seats_need_no_compiler(game: str) -> None:
    asked = (
        f"import sys, malecon; game = malecon.games[{game!r}]; game.options, game.seats; print('numba' in sys.modules)"
    )

    assert printed(asked, jit="1") == "False\n"


RUN = """
import sys, malecon
malecon.games[{game!r}].start(seats=2, seed=1)
print(*(name for name in sys.modules if name.startswith("malecon.games.")))
"""


@once
@each_game
def test_rules_load_no_words(game: str) -> None:
    loaded = printed(RUN.format(game=game), jit="0").split()

    assert f"malecon.games.{game}.questions" in loaded
    assert not [name for name in loaded if set(name.split(".")[3:4]) & {"text", "terminal", "web"}]


@once
@each_game
def test_no_field_hides_behind_a_numpy_method(game: str) -> None:
    """A field named ``round`` or ``size`` would read as a method in plain Python."""
    assert not set(malecon.games[game].state.names or ()) & set(dir(np.void))


@once
@each_game
def test_the_fields_of_records_in_an_array_lie_on_multiples_of_their_sizes(game: str) -> None:
    state = malecon.games[game].state

    assert state.itemsize % 8 == 0
    for name, (kind, offset, *_) in (state.fields or {}).items():
        assert offset % kind.base.itemsize == 0, name


@once
@each_game
def test_a_name_of_an_option_stands_for_one_kind_in_all_games(game: str) -> None:
    """The command line is read before the game is known."""
    kinds = {option.name: option.kind for option in options_of(malecon.games)}

    assert all(kinds[option.name] is option.kind for option in malecon.games[game].options)
