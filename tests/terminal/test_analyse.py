"""``malecon analyse``: the review of a record."""

import json
from pathlib import Path

import pytest

import malecon as package
from malecon.agents import LEVELS
from malecon.agents.review_curve import pauses
from malecon.core.match import Match
from modes import needs_compiler
from terminal.terminal_helpers import Command


def short_match() -> Match:
    match = package.games["havana"].start(seats=2, seed=7)
    for number in range(6):
        seat = match.to_move[0]
        match.play(seat, LEVELS["random"].choose(match, seat, key=number))
    return match


@needs_compiler("a search in plain Python takes minutes")
def test_a_record_is_analysed_as_text_data_and_plot(malecon: Command, tmp_path: Path) -> None:
    file = tmp_path / "short.game"
    file.write_text(short_match().record())

    as_text = malecon("analyse", file, "--level", "standard", "--plot", tmp_path / "chances.svg")
    as_data = malecon("analyse", file, "--level", "standard", "--json", "--plot", tmp_path / "chances.png")

    assert as_text.code == as_data.code == 0, as_text.err + as_data.err
    data = json.loads(as_data.out)
    assert len(data["decisions"]) == len(data["losses"]) == len(data["marks"]) == 6
    assert len(data["decisions"][0]["best"]) >= 3
    assert data["curve"][0] == {"type": "pause", "number": 0, "chances": [0.5, 0.5], "errors": [0.0, 0.0]}
    assert len(data["curve"]) == 1 + len([*pauses(short_match())])
    assert set(data["account"]) == {"own", "others", "cards", "begin", "end", "error"}
    assert "choose" in as_text.out
    assert "cards" in as_text.out
    assert (tmp_path / "chances.svg").read_text().startswith("<?xml")
    assert (tmp_path / "chances.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--level", "easy"), "standard, strong, master"),
        (("--plot", "chances.txt"), ".png or .svg"),
    ],
)
def test_what_cannot_be_analysed_is_refused(
    malecon: Command, tmp_path: Path, arguments: tuple[object, ...], said: str
) -> None:
    file = tmp_path / "short.game"
    file.write_text(short_match().record())

    done = malecon("analyse", file, *arguments)

    assert done.code != 0
    assert said in done.err
