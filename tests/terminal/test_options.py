"""The command line takes the options that games declare: here a second game, Havana with other options."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest

import malecon as package
from malecon.core.options import Kind, Option
from malecon.games.havana.options import new_state
from terminal.terminal_helpers import LEVEL, Command

OPTIONS = (
    Option("wind", Kind.CHOICE, "The weather.", choices=("calm", "storm")),
    Option("sealed", Kind.FLAG, "Secret bids."),
    Option("embassy", Kind.FLAG, "One more house.", default=True),
    Option("ships", Kind.FILE, "Own ships."),
)
OTHER = ("play", "regatta", "--level", LEVEL, "--seed", 1)
"""It begins, and waits for its first move."""


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Offer a second game; return what it is begun with."""
    given: dict[str, Any] = {}

    def begin(seats: int, *, version: int | None, **options: Any) -> Any:
        given.update(options)
        return new_state(seats)

    havana = package.games["havana"]
    regatta_engine = dataclasses.replace(havana.engine, new_state=begin)

    class Regatta(type(havana)):  # type: ignore[misc]  # a class that mypy does not know
        name, seats, options = "regatta", range(2, 6), OPTIONS

        def load_engine(self) -> Any:
            return regatta_engine

        def write_options(self, state: Any) -> list[str]:
            return []

    monkeypatch.setattr(package.games, "_names", ("havana", "regatta"))
    monkeypatch.setitem(package.games._loaded, "regatta", Regatta())
    return given


def test_options_of_all_kinds_reach_the_game(malecon: Command, chosen: dict[str, Any]) -> None:
    done = malecon(*OTHER, "--sealed", "--no-embassy", "--wind", "storm", "--ships", "F")

    assert "There were no moves." in done.err
    assert chosen == {"sealed": True, "embassy": False, "wind": "storm", "ships": Path("F")}


def test_what_is_not_named_is_left_to_the_game(malecon: Command, chosen: dict[str, Any]) -> None:
    assert "There were no moves." in malecon(*OTHER).err
    assert chosen == {}


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_the_option_of_another_game_is_refused_in_a_sentence(
    malecon: Command, chosen: dict[str, Any], command: str
) -> None:
    done = malecon(command, "--sealed", "havana")

    assert done.code == 2
    own = ", ".join(f"--{option.name}" for option in package.games["havana"].options)
    assert done.err == f"malecon: --sealed: is no option of havana, which has {own}.\n"


@pytest.mark.parametrize("command", ["play", "simulate"])
def test_help_about_a_game_lists_its_options_only(malecon: Command, chosen: dict[str, Any], command: str) -> None:
    shown = " ".join(malecon(command, "regatta", "--help").out.split())
    of_all = " ".join(malecon(command, "--help").out.split())

    assert "--embassy" in shown
    assert "--no-embassy" in shown
    assert "calm|storm" in shown
    assert "2 to 5 (regatta)." in shown
    assert "--edition" not in shown
    assert "--edition" in of_all
    assert "2 to 4 (havana), 2 to 5 (regatta)." in of_all
