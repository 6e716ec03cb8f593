"""Saves, records, positions and results of matches that older versions wrote are read by today's code."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import malecon as package
from terminal.terminal_helpers import Command

HERE = Path(__file__).parent


def each(pattern: str) -> pytest.MarkDecorator:
    """Return the mark of a test that runs with each file."""
    files = sorted(HERE.glob(pattern))
    assert files, pattern
    return pytest.mark.parametrize("file", files, ids=lambda file: str(file.relative_to(HERE)))


def standing_of(match: Any) -> str:
    """Return where a match stands, as a standing was written."""
    legal = {str(seat): match.legal(seat) for seat in match.to_move}
    names = list(match.names.values())
    return json.dumps({"number": match.number, "legal": legal, "names": names, "position": match.position()})


@each("*/saves/*-[!f]*.game")
def test_a_save_stands_where_it_stood_and_goes_on(file: Path, malecon: Command) -> None:
    before = json.loads((file.parent / "standings.json").read_text("utf-8"))[file.name]
    kept = malecon.folder / "malecon" / "games" / file.name
    kept.parent.mkdir(parents=True)
    shutil.copy(file, kept)
    match = package.replay(kept.read_text("utf-8"))
    ((_, legal), *_) = before["legal"].items()

    assert standing_of(match) == json.dumps(before)
    shown = " ".join(malecon("resume", stdin="?\n").out.split())  # the newest in the folder of the terminal
    assert all(move in shown for move in legal)
    assert kept.read_bytes() == file.read_bytes()
    if any("(random)" in name for name in before["names"]):  # who need not think
        malecon("resume", kept, stdin=f"{legal[-1]}\n")
        on = package.replay(kept.read_text("utf-8"))
        assert on.moves[: match.number + 1] == (*match.moves, (match.to_move[0], legal[-1]))
        assert on.names == match.names


@each("*/saves/*-finished.game")
def test_a_finished_save_is_replayed(file: Path, malecon: Command) -> None:
    assert package.replay(file.read_text("utf-8")).over
    assert malecon("replay", file, "--all").code == 0


@each("*/records/*.game")
def test_a_record_is_written_back_as_it_was(file: Path) -> None:
    text = file.read_text("utf-8")
    match = package.replay(text)  # which holds the result against the one that is written

    assert match.record() == text
    assert match.over == ("result" in text)


@each("*/positions/*.json")
def test_a_position_is_written_back_as_it_was(file: Path) -> None:
    before = json.loads(file.read_text("utf-8"))
    match = package.games[file.name.partition("-")[0]].from_position(before["position"])

    assert json.dumps(match.position()) == json.dumps(before["position"])
    assert {str(seat): list(match.legal(seat)) for seat in match.to_move} == before["legal"]


@each("*/own-data/*.toml")
def test_an_owners_data_are_read(file: Path, malecon: Command) -> None:
    game = "havana" if file.stem == "tiles" else "cuba"
    kept = malecon.folder / "a.game"

    malecon("play", game, "--seats", 2, "--seed", 1, "--level", "random", f"--{file.stem}", file, "--save", kept)

    words = {"tiles": "tile", "boards": "board", "market": "track"}
    assert f"\n{words.get(file.stem, file.stem.removesuffix('s'))} " in kept.read_text("utf-8")


@each("*/matches.jsonl")
def test_results_of_matches_say_what_they_said(file: Path, malecon: Command) -> None:
    assert json.loads(malecon("arena", "report", file, "--json").out) == json.loads(
        file.with_suffix(".json").read_text("utf-8")
    )
