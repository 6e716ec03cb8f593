"""Arguments of the functions for research: a wrong name is said, with the one that was probably meant."""

from typing import Any

import gymnasium
import pytest

import malecon
import malecon.research as research
import malecon.research.gymnasium
from malecon.core.errors import UnknownName, UsageError
from malecon.research import batch
from malecon.research.pettingzoo import env


def uniform(_observations: Any, masks: Any) -> Any:
    return masks * 0.0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (
            lambda: batch("havana", 2, thread=2),
            "thread: is neither an argument of batch nor an option of havana; did you mean threads?",
        ),
        (
            lambda: batch("havana", 2, editon="filosofia"),
            "editon: is neither an argument of batch nor an option of havana; did you mean edition?",
        ),
        (
            lambda: research.evaluate(uniform, "cuba", block=3),
            "block: is neither an argument of evaluate nor an option of cuba; did you mean blocks?",
        ),
        (
            lambda: research.make_data("cuba", "nowhere", games=1, iteration=5),
            "iteration: is neither an argument of make_data nor an option of cuba; did you mean iterations?",
        ),
        (
            lambda: gymnasium.make("malecon/Havana-v0", opponent="easy"),
            "opponent: is neither an argument of the environment nor an option of havana; did you mean opponents?",
        ),
        (
            lambda: gymnasium.make_vec("malecon/Havana-v0", 2, vectorization_mode="vector_entry_point", thread=2),
            "thread: is neither an argument of the environment nor an option of havana; did you mean threads?",
        ),
        (
            lambda: research.aec("cuba", seat=3),
            "seat: is neither an argument of the environment nor an option of cuba; did you mean seats?",
        ),
        (
            lambda: research.parallel("cuba", colour="red"),
            "colour: is neither an argument of the environment nor an option of cuba",
        ),
        (
            lambda: env("cuba", render="ansi"),
            "render: is neither an argument of the environment nor an option of cuba; did you mean render_mode?",
        ),
    ],
)
def test_a_misspelt_argument_is_said_with_the_one_that_was_meant(call: Any, sentence: str) -> None:
    with pytest.raises(UsageError) as raised:
        call()

    assert str(raised.value) == sentence


@pytest.mark.parametrize("game", malecon.games)
def test_the_version_of_the_rules_is_an_argument(game: str) -> None:
    version = malecon.games[game].version

    assert batch(game, 1, version=version).game is research.aec(game, version=version).table.game


def test_an_unknown_game_is_said_with_the_one_that_was_meant() -> None:
    sentence = "game: is 'havanna', but must be one of havana, cuba; did you mean havana?"

    for call in (lambda: malecon.games["havanna"], lambda: batch("havanna", 1)):
        with pytest.raises(UnknownName) as raised:
            call()
        assert str(raised.value) == sentence
        assert isinstance(raised.value, KeyError)
        assert isinstance(raised.value, UsageError)
    assert "havanna" not in malecon.games
    assert malecon.games.get("havanna") is None
    assert malecon.games.get("havana") is malecon.games["havana"]


def test_a_batch_and_its_steps_are_shown_in_short() -> None:
    games = batch("cuba", 3, 4, threads=2)

    assert repr(games) == "batch('cuba', games=3, seats=4, threads=2)"
    size, actions = games.game.observation.size, games.actions
    assert repr(games.now) == (
        f"BatchStep(observation=int8 [3, {size}], legal=int8 [3, {actions}], count=int16 [3], seat=int8 [3], "
        "rewards=float32 [3, 4], done=bool [3])"
    )
