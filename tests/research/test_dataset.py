"""Data sets of self-play: rows that are what was played, files that are the same however they were made, the card."""

import re
import shlex
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import malecon
import malecon.research as research
from malecon.cli import app
from malecon.core.errors import UsageError
from malecon.research.data import dataset, self_play
from malecon.research.data.dataset import METADATA, read_contents
from malecon.research.data.self_play import play_game
from malecon.research.envs.environment import Table
from malecon.research.executors import InProcess, in_order
from modes import once

SETTINGS: dict[str, dict[str, Any]] = {
    "havana": {"seats": 2, "edition": "filosofia", "ages": (1, 0)},
    "cuba": {"seats": 3, "sealed": True},
}
GUIDE = (Path(__file__).parents[2] / "docs/research.md").read_text("utf-8")
READERS = re.findall(r"^```python\n(.*?)^```", GUIDE.partition("\n## Data\n")[2].partition("\n## ")[0], re.M | re.S)
"""Blocks of code that read a data set; the first one makes the arrays that others use."""
each_game = pytest.mark.parametrize("game", malecon.games)


def made(folder: Path, game: str, games: int = 1, **settings: Any) -> list[dict[str, Any]]:
    """Make a data set, and return its rows."""
    count = research.make_data(game, folder, games=games, **{"iterations": 2} | SETTINGS[game] | settings)
    rows: list[dict[str, Any]] = pq.read_table(folder / "data").to_pylist()
    assert len(rows) == count
    return rows


@once
@each_game
def test_rows_are_the_decisions_of_a_game(game: str, tmp_path: Path) -> None:
    rows = made(tmp_path, game, drawn=0.5, iterations=20)

    match = malecon.games[game].start(seed=rows[0]["deal"], **SETTINGS[game])
    schema, names = malecon.games[game].observation, malecon.games[game].notation.format
    for number, row in enumerate(rows):
        assert (row["game"], row["move"], row["seat"]) == (0, number, match.to_move[0])
        assert tuple(map(names, row["legal"])) == match.legal(row["seat"])
        assert len(row["visits"]) == len(row["legal"])
        assert row["action"] in row["legal"]
        assert row["drawn"] or row["visits"][row["legal"].index(row["action"])] == max(row["visits"])
        assert 0 <= row["value"] <= 1
        observation = np.array(row["observation"], np.int8)
        assert ((schema.low <= observation) & (observation <= schema.high)).all()
        match.play(row["seat"], names(row["action"]))
    assert match.over
    assert all(row["outcome"] == pytest.approx(share_of(row["seat"], match.winners)) for row in rows)
    assert {row["drawn"] for row in rows} == {True, False}


def share_of(seat: int, winners: tuple[int, ...]) -> float:
    return (seat in winners) / len(winners)


@once
@each_game
def test_visits_and_values_are_those_of_the_search(game: str, tmp_path: Path) -> None:
    """Of all iterations each visits one action of the root, if the seat is asked alone; the end is foreseen."""
    rows = made(tmp_path, game, iterations=50)

    total = 50 * (SETTINGS[game]["seats"] - 1)
    assert sum(sum(row["visits"]) == total for row in rows) > 0.9 * len(rows)
    last = [row for row in rows if row["move"] >= len(rows) - 5]
    assert np.mean([abs(row["value"] - row["outcome"]) for row in last]) < 0.3


@pytest.fixture
def small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "A_FILE", 2)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(folder.rglob("[!.]*.*"))}


@once
@pytest.mark.usefixtures("small_files")
def test_an_interrupted_data_set_is_gone_on_with_and_ends_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made(tmp_path / "whole", "cuba", 5)
    whole = contents(tmp_path / "whole")
    assert [*whole] == ["README.md", "cuba-00000.parquet", "cuba-00001.parquet", "cuba-00002.parquet"]
    numbers = list[int]()

    def interrupted(plan: Any, number: int) -> Any:
        numbers.append(number)
        if number == 3:
            raise KeyboardInterrupt
        return play_game(plan, number)

    monkeypatch.setattr(dataset, "play_game", interrupted)
    monkeypatch.setattr(dataset, "in_order", lambda _, function, items: map(function, items))
    with pytest.raises(KeyboardInterrupt):
        made(tmp_path / "parts", "cuba", 5)
    assert [*contents(tmp_path / "parts")] == ["cuba-00000.parquet"]
    (tmp_path / "parts/data/.0f1e2d3c4b5a6978.part").write_bytes(b"what a killed writer leaves")

    monkeypatch.setattr(dataset, "play_game", play_game)
    reported = list[int]()
    made(tmp_path / "parts", "cuba", 5, report=reported.append)

    assert contents(tmp_path / "parts") == whole
    assert reported == [2, 1, 1, 1]
    assert len(made(tmp_path / "parts", "cuba", 6)) > len(pq.read_table(tmp_path / "whole/data"))


@once
@pytest.mark.usefixtures("older_rules", "small_files")
def test_a_finished_file_is_not_made_again_and_another_data_set_is_not_mixed_with_it(tmp_path: Path) -> None:
    made(tmp_path, "cuba", 2)
    first = contents(tmp_path)

    made(tmp_path, "cuba", 2, jobs=None, report=lambda games: None)

    assert contents(tmp_path) == first
    for change in ({"key": 2}, {"iterations": 3}, {"sealed": False}, {"drawn": 0.0}, {"seats": 2}, {"version": 1}):
        with pytest.raises(UsageError, match=r"cuba-00000.parquet: is of another data set; take another folder$"):
            made(tmp_path, "cuba", 2, **change)
    with pytest.raises(UsageError, match=r"cuba-00000.parquet: is of another data set; take another folder$"):
        made(tmp_path, "havana", 2)
    (tmp_path / "data/cuba-00000.parquet").rename(tmp_path / "data/cuba-00001.parquet")
    with pytest.raises(UsageError, match=r"cuba-00001.parquet: is of another data set; take another folder$"):
        made(tmp_path, "cuba", 4)
    assert [*contents(tmp_path).values()] == [*first.values()]


@once
@pytest.mark.usefixtures("small_files")
@pytest.mark.parametrize("fewer", [3, 2, 1])
def test_games_that_are_there_are_not_lost_when_fewer_are_asked_for(fewer: int, tmp_path: Path) -> None:
    made(tmp_path, "cuba", 4)
    four = contents(tmp_path)

    with pytest.raises(UsageError, match=rf"^games: is {fewer}, but .* has 4 already; ask for at least as many, or "):
        made(tmp_path, "cuba", fewer)

    assert contents(tmp_path) == four


@once
@pytest.mark.usefixtures("older_rules")
def test_a_data_set_by_older_rules_is_played_by_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = set[int]()

    class Recorded(Table):
        def rewards(self) -> list[float]:
            versions.add(int(self.state.version))
            return super().rewards()

    monkeypatch.setattr(self_play, "Table", Recorded)
    made(tmp_path, "cuba", version=1)

    assert versions == {1}
    assert "rules version 1 of" in (tmp_path / "README.md").read_text("utf-8")


@once
def test_what_is_no_file_of_self_play_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "data/cuba-00000.parquet"
    made(tmp_path, "cuba")
    metadata = msgspec.json.decode(pq.read_schema(file).metadata[METADATA]) | {"format": 1}
    table = pq.read_table(file).replace_schema_metadata({METADATA: msgspec.json.encode(metadata)})
    pq.write_table(table, file)

    with pytest.raises(UsageError, match=r"cuba-00000.parquet: is of format 1, but must be of format 2; make it anew$"):
        made(tmp_path, "cuba")
    file.write_bytes(b"PAR1")
    with pytest.raises(UsageError, match=r"cuba-00000.parquet: is no file of self-play: "):
        made(tmp_path, "cuba")


@once
@pytest.mark.usefixtures("older_rules")
@pytest.mark.parametrize(("game", "settings"), [("havana", {}), ("cuba", {"version": 1})])
def test_the_command_of_the_card_makes_the_same_data(game: str, settings: dict[str, int], tmp_path: Path) -> None:
    made(tmp_path / "one", game, 2, **settings)
    card = (tmp_path / "one/README.md").read_text("utf-8")
    (command,) = [line for line in card.splitlines() if line.startswith("malecon data make")]
    words = shlex.split(command.replace("FOLDER", str(tmp_path / "other")))[1:]

    done = CliRunner().invoke(app, [*words, "--jobs", "1"])

    assert done.exit_code == 0, done.output
    assert "decisions of 2 games" in done.output
    assert contents(tmp_path / "other") == contents(tmp_path / "one")


@once
def test_card_and_metadata_name_every_column_and_every_block(tmp_path: Path) -> None:
    made(tmp_path, "havana")
    table, card = pq.read_table(tmp_path / "data"), (tmp_path / "README.md").read_text("utf-8")
    found = read_contents(tmp_path / "data/havana-00000.parquet")

    assert all(f"| `{name}` |" in card for name in table.schema.names)
    assert all(f"| `{block.name}` |" in card for block in malecon.games["havana"].observation.blocks)
    assert [block["name"] for block in found.observation] == [
        block.name for block in malecon.games["havana"].observation.blocks
    ]
    assert found.plan.options == ("edition filosofia", "ages 2 1")
    assert f"1 games with {len(table)} decisions" in card
    assert card.startswith("---\nlicense: mit\n")


@once
@pytest.mark.parametrize("lines", READERS, ids=lambda lines: lines.split()[1])
def test_the_guide_reads_a_data_set(lines: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path / "cache"))
    for package in re.findall(r"^import (\w+)", lines, re.MULTILINE):
        pytest.importorskip(package)
    made(tmp_path / "havana-data", "havana", seats=2)
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"malecon": malecon}

    exec(READERS[0], names)
    exec(lines, names)

    assert len(names["floats"]) == len(names["table"]) > 0


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"games": 0}, r"^games: is 0, but must be a whole number from 1 to "),
        ({"iterations": 0}, r"^iterations: is 0, but must be a whole number from 1 to 10000000$"),
        ({"key": 1.5}, r"^key: is 1.5, but must be a whole number from 0 to "),
        ({"drawn": 2}, r"^drawn: is 2, but must be a share from 0 to 1$"),
        ({"drawn": True}, r"^drawn: is True, but must be a share from 0 to 1$"),
        ({"seats": 7}, r"^seats: is 7, but must be 2 to 5$"),
        ({"edition": "filosofia"}, r"^edition: is neither an argument of make_data nor an option of cuba$"),
        ({"jobs": "two"}, r"^jobs: is 'two', but must be a whole number from 1, or None: one a core$"),
    ],
)
def test_what_is_wrong_is_said(settings: dict[str, Any], sentence: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=sentence):
        made(tmp_path, "cuba", **settings)
    assert not [*tmp_path.iterdir()]
    with pytest.raises(UsageError, match=r"^game: is 'chess', but must be one of "):
        research.make_data("chess", tmp_path, games=1)


def test_results_come_in_order_and_only_some_are_computed_ahead() -> None:
    begun = list[int]()

    def computed(number: int) -> int:
        begun.append(number)
        return -number

    results = in_order(InProcess(), computed, range(1000))

    assert next(results) == 0
    assert len(begun) < 1000
    assert [*results] == [-number for number in range(1, 1000)]


@once
def test_rows_of_several_lengths_become_arrays_with_the_types_of_the_files(tmp_path: Path) -> None:
    rows = made(tmp_path, "cuba")[:40]
    found = research.collate(rows)
    table = pq.read_table(tmp_path / "data").slice(0, 40)

    assert len({len(row["legal"]) for row in rows}) > 1
    assert {*found} == {*table.schema.names}
    for row, (legal, visits) in zip(rows, zip(found["legal"], found["visits"], strict=True), strict=True):
        count = len(row["legal"])
        assert [*legal[:count], *visits[:count]] == row["legal"] + row["visits"]
        assert {*legal[count:]} <= {-1}
        assert {*visits[count:]} <= {0}
    for field in table.schema:
        kind = field.type.value_type if field.name in ("observation", "legal", "visits") else field.type
        if field.name not in ("game", "deal", "move"):
            assert found[field.name].dtype == kind.to_pandas_dtype()
