"""On a disk that fails, and after a power cut: what was acknowledged is there, and no whole file is called damaged."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from disks.disk import DiskState, build

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the library that lets a disk fail is for Linux"),
    pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc builds the library that lets a disk fail"),
]

Start = Callable[..., Callable[[], dict[str, Any]]]
WHOLE = 4096


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Start:
    """Start a module with the library; what comes back waits for its figures."""
    folder = tmp_path_factory.mktemp("disks")
    library = build(folder)
    path = os.pathsep.join([str(Path(__file__).parent.parent), os.environ.get("PYTHONPATH", "")])
    environment = {**os.environ, "LD_PRELOAD": str(library), "MALECON_JIT": "0", "PYTHONPATH": path}

    def run(module: str, *arguments: object) -> Callable[[], dict[str, Any]]:
        place = tmp_path_factory.mktemp("site")
        command = [sys.executable, "-m", module, *map(str, arguments), str(place)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

        def figures() -> dict[str, Any]:
            output, errors = process.communicate()
            assert process.returncode == 0, errors
            found: dict[str, Any] = json.loads(output)
            return found

        return figures

    return run


def play(start: Start, kind: str, rounds: int, processes: int = 2) -> dict[str, Any]:
    """Play rounds in several processes, and return their figures added up."""
    share = rounds // processes
    begins = range(0, rounds, share)
    found = [each() for each in [start("disks.rounds", kind, begin, begin + share) for begin in begins]]
    return {name: sum((each[name] for each in found[1:]), found[0][name]) for name in found[0]}


def test_what_was_acknowledged_survives_power_cuts(start: Start) -> None:
    figures = play(start, "power", 100)

    assert figures["wrong"] == []
    assert figures["acknowledged"] > figures["rounds"] == 100


def test_what_was_acknowledged_is_there_whatever_the_disk_refuses(start: Start) -> None:
    figures = play(start, "faults", 60)

    assert figures["wrong"] == []
    assert figures["acknowledged"] > figures["rounds"] == 60
    assert figures["refused"] > 60


def test_private_files_are_the_old_or_the_new_ones_after_power_cuts(start: Start) -> None:
    figures = play(start, "files", 40)

    assert figures["wrong"] == []
    assert figures["acknowledged"] > 10 * figures["rounds"]


@pytest.mark.parametrize("kind", ["careless", "lying-disk", "careless-files"])
def test_a_power_cut_finds_what_was_not_flushed(start: Start, kind: str) -> None:
    """Without flushing, or with a disk that only says that it has flushed, acknowledged things are lost."""
    assert play(start, kind, 10, processes=1)["wrong"]


def test_a_read_that_fails_once_is_done_again(start: Start) -> None:
    figures = start("disks.reads")()

    assert figures["wrong"] == []
    assert figures["failed_reads"] > 200


def test_a_power_cut_leaves_what_was_flushed_and_no_more_than_was_written(tmp_path: Path) -> None:
    """The model itself: a file that was flushed under a name that was not is there under its old name."""
    import random

    from disks.disk import HEADER

    def entry(kind: str, data: bytes = b"", inode: int = 1, offset: int = 0) -> bytes:
        return HEADER.pack(ord(kind), inode, offset, len(data)) + data

    flushed = entry("C", b"half") + entry("W", b"new") + entry("S") + entry("D") + entry("R", b"half\0whole")
    found = set()
    for seed in range(20):
        state, left = DiskState({2: b"old"}, {"whole": 2}), tmp_path / str(seed)
        left.mkdir()
        state.follow(flushed + entry("W", b"!" * WHOLE, offset=3))
        state.cut_power(left, random.Random(seed))
        files = {each.name: each.read_bytes() for each in left.iterdir()}
        found |= {(name, content[:3]) for name, content in files.items()}
        assert all(len(content) <= WHOLE + 3 for content in files.values())
    assert found == {("half", b"new"), ("whole", b"old"), ("whole", b"new")}
