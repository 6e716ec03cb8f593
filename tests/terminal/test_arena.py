"""``malecon arena``: matches that are played, go on where they stopped, and are told."""

import json
from pathlib import Path

import pytest

from modes import needs_compiler
from terminal.terminal_helpers import Command

ARENA = ("arena", "havana", "random", "easy", "--games", 4)
pytestmark = [pytest.mark.slow, needs_compiler("whole games of planners in further processes")]


def test_a_match_as_plain_data(malecon: Command, tmp_path: Path) -> None:
    done = malecon(*ARENA, "--file", tmp_path / "results", "--json")

    assert done.code == 0, done.err
    found = json.loads(done.out)
    easy, random = found["agents"]
    assert (found["tables"], found["seats"], found["even_share"]) == (4, 2, 0.5)
    assert set(easy) == {"agent", "win_share", "low", "high", "points", "seconds_per_decision", "rating"}
    assert (easy["agent"], random["agent"]) == ("easy", "random")
    assert easy["win_share"] == 1 > random["win_share"]


def test_a_match_goes_on_where_it_stopped(malecon: Command, tmp_path: Path) -> None:
    file = tmp_path / "results"
    malecon(*ARENA, "--file", file, "--plot", tmp_path / "match.svg")
    before = file.read_text()

    done = malecon("arena", "havana", "random", "easy", "--games", 7, "--file", file, "--json")

    assert json.loads(done.out)["tables"] == 8
    assert file.read_text().startswith(before)
    assert len(file.read_text().splitlines()) == 8
    assert (tmp_path / "match.svg").read_text().startswith("<?xml")


def test_a_report_tells_all_matches_of_a_file(malecon: Command, tmp_path: Path) -> None:
    file = tmp_path / "results"
    malecon(*ARENA, "--file", file)
    malecon("arena", "havana", "random", "--seats", 3, "--games", 3, "--edition", "filosofia", "--file", file)

    as_text = malecon("arena", "report", file, "--plot", tmp_path / "shares.svg")
    as_data = malecon("arena", "report", file, "--json")

    assert "2 seats, 4 games; the even share is 0.500" in as_text.out
    assert "3 seats, 3 games; the even share is 0.333" in as_text.out
    options = [match["options"] for match in json.loads(as_data.out)]
    assert sorted(options, key=len) == [{}, {"edition": "filosofia"}]
    assert (tmp_path / "shares.svg").read_text().startswith("<?xml")


def test_a_sequential_test_stops_early(malecon: Command, tmp_path: Path) -> None:
    done = malecon(
        "arena", "havana", "easy", "random", "--games", 400, "--sprt", 0.5, 0.7, "--file", tmp_path / "r", "--json"
    )

    found = json.loads(done.out)
    assert found["sprt"] == {"bounds": [0.5, 0.7], "decision": "high"}
    assert found["tables"] < 100


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("arena", "havana"), "Name the agents"),
        (("arena", "havana", "nobody"), "'nobody'"),
        (("arena", "chess", "easy"), "chess"),
        (("arena", "havana", "easy", "--seats", 7), "7"),
        (("arena", "report", "/no/such/file"), "no results"),
        (("arena", "report", "--plot", "shares.txt"), ".png or .svg"),
        (("arena", "report", "--games", 3), "--games"),
    ],
)
def test_what_cannot_be_played_is_refused(malecon: Command, arguments: tuple[object, ...], said: str) -> None:
    done = malecon(*arguments)

    assert done.code != 0
    assert said in done.err
