"""Data sets that are loaded: whole and as they were made, or refused in words."""

import re
import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

import malecon
import malecon.research as research
from malecon.cli import app
from malecon.core.errors import UsageError
from malecon.research.data import dataset
from malecon.research.data.dataset import METADATA
from modes import once

pytestmark = once
ARGUMENTS: dict[str, Any] = {"games": 3, "seats": 2, "iterations": 2}


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a data set of two files."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(dataset, "A_FILE", 2)
        research.make_data("havana", folder, **ARGUMENTS)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """Return the folder of a copy that a test may damage."""
    shutil.copytree(original, tmp_path / "copy")
    return tmp_path / "copy"


def test_a_data_set_is_loaded_as_it_was_written(original: Path) -> None:
    found = research.load_data(original, game="havana", seats=2)

    assert found.table.to_pylist() == pq.read_table(original / "data").to_pylist()
    assert found.contents.games == 3
    assert (found.contents.plan.game, found.contents.plan.iterations) == ("havana", 2)
    assert found.observations.dtype == np.int8
    assert found.observations.tolist() == found.table["observation"].to_pylist()
    schema = malecon.games["havana"].observation
    assert schema.named(found.observations)["rows"].shape == (len(found.table), 2, 6)
    assert research.load_data(str(original), digest=found.digest).digest == found.digest


def test_the_digest_is_that_of_the_rows_however_the_files_were_written(folder: Path) -> None:
    before = research.load_data(folder).digest
    for file in (folder / "data").iterdir():
        pq.write_table(pq.read_table(file), file, compression="none", row_group_size=50)

    assert research.load_data(folder).digest == before


@pytest.mark.parametrize("column", ["action", "legal", "visits", "observation", "drawn", "outcome"])
def test_a_changed_row_is_noticed(folder: Path, column: str) -> None:
    file = folder / "data/havana-00000.parquet"
    table = pq.read_table(file)
    rows = table[column].to_pylist()
    changed = pa.array([rows[-1], *rows[:-1]], table.schema.field(column).type)
    pq.write_table(table.set_column(table.schema.get_field_index(column), table.schema.field(column), changed), file)

    with pytest.raises(UsageError, match=r"copy: its digest is sha256:\w+, but its card says sha256:\w+; copy or make"):
        research.load_data(folder)


def test_another_data_set_than_the_one_that_was_expected_is_refused(folder: Path) -> None:
    for settings, reason in (
        ({"game": "cuba"}, "game is 'havana', but 'cuba' was expected"),
        ({"seats": 4}, "seats is 2, but 4 was expected"),
        ({"digest": "sha256:0"}, r"its digest is sha256:\w+, but the caller says sha256:0; copy or make it anew"),
    ):
        with pytest.raises(UsageError, match=rf"copy: {reason}$"):
            research.load_data(folder, **settings)


def cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def scrambled(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4:2000] = bytes(1996)
    file.write_bytes(content)


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda folder: shutil.rmtree(folder), "copy: has no data set: no file data/"),
        (lambda folder: (folder / "README.md").unlink(), "copy: is not finished: it has no card README.md; "),
        (lambda folder: (folder / "README.md").write_text("Mine", "utf-8"), "but its card says None; copy or make"),
        (lambda folder: (folder / "data/havana-00000.parquet").unlink(), "copy: the games from 0 on are missing; "),
        (lambda folder: (folder / "data/havana-00001.parquet").unlink(), r"its digest is \S+, but its card says"),
        (lambda folder: cut(folder / "data/havana-00001.parquet"), "havana-00001.parquet: is no file of self-play: "),
        (lambda folder: scrambled(folder / "data/havana-00001.parquet"), "copy: a file is damaged: "),
    ],
)
def test_what_is_not_whole_is_refused(folder: Path, damage: Any, reason: str) -> None:
    damage(folder)

    with pytest.raises(UsageError, match=reason):
        research.load_data(folder)


PAGE = (Path(__file__).parents[2] / "docs/benchmark.md").read_text("utf-8")
COMMANDS = re.findall(r"^malecon (data make (\w+) .*) --out \w+-small$", PAGE, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "game"), COMMANDS)
def test_the_data_sets_of_the_benchmark_have_their_digests(command: str, game: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [*command.split(), "--jobs", "1", "--out", str(tmp_path)])

    assert done.exit_code == 0, done.output
    assert f'"{game}": "{research.load_data(tmp_path, game=game).digest}",' in PAGE


def test_the_benchmark_has_a_data_set_of_each_game() -> None:
    assert [game for _, game in COMMANDS] == [*malecon.games]


def relabelled(file: Path, change: Any) -> None:
    """Change the metadata of a file."""
    table = pq.read_table(file)
    contents = msgspec.json.decode(table.schema.metadata[METADATA])
    change(contents)
    pq.write_table(table.replace_schema_metadata({METADATA: msgspec.json.encode(contents)}), file)


@pytest.mark.parametrize(
    ("change", "files", "reason"),
    [
        (lambda contents: contents.update(format=1), 1, "is of format 1, but must be of format 2; make it anew"),
        (lambda contents: contents["plan"].update(key=9), 1, "copy: has files of several data sets"),
        (
            lambda contents: contents.update(actions=9),
            2,
            "made by version .*, in which havana is another game; install",
        ),
        (lambda contents: contents["plan"].update(game="chess"), 2, "in which chess is another game; install"),
    ],
)
def test_data_of_another_version_is_refused(folder: Path, change: Any, files: int, reason: str) -> None:
    for file in sorted((folder / "data").iterdir())[:files]:
        relabelled(file, change)

    with pytest.raises(UsageError, match=reason):
        research.load_data(folder)
