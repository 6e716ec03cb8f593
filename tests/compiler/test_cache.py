"""The cache of compiled code is only a cache: whatever is wrong with it, functions are compiled."""

import hashlib
import os
import pickle
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from compiler.fresh_process import (
    EXPECTED,
    Report,
    compute,
    die_before_renaming,
    entry,
    have_another_compiler,
    have_no_user_folder,
    limit_files_to_nothing,
    start,
)
from malecon.core.jit import cache
from modes import needs_compiler

pytestmark = [
    needs_compiler("plain rules need no compiler"),
    pytest.mark.skipif(sys.platform == "win32", reason="processes cannot be forked here"),
]
as_root = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can give files and processes to another user"
)
STRANGER = 1234
"""A user who has no entry, no home and no group here."""
ALL = ("answer", "double")


@pytest.fixture(scope="module")
def filled() -> Iterator[Path]:
    """Yield a folder with both functions, which everybody can read."""
    with tempfile.TemporaryDirectory() as made:
        os.chmod(made, 0o755)
        folder = Path(made, "cache")
        assert compute(str(folder)) == Report(EXPECTED, (), ())
        yield folder


@pytest.fixture
def place() -> Iterator[Path]:
    """Yield an empty folder below which everybody can read (that of ``tmp_path`` is for one user)."""
    with tempfile.TemporaryDirectory() as made:
        os.chmod(made, 0o755)
        yield Path(made)


@pytest.fixture
def folder(place: Path, filled: Path) -> Path:
    """Return a copy of a folder with both functions."""
    return Path(shutil.copytree(filled, place / "cache"))


def inner(folder: Path) -> Path:
    """Return the folder for the state of our sources."""
    (found,) = folder.glob("compiled-*")
    return found


def listing(folder: Path) -> list[tuple[Path, int]]:
    """Return all files with the times of their last change."""
    return sorted((file, file.lstat().st_mtime_ns) for file in folder.rglob("*") if not file.is_dir())


def give(path: Path, user: int) -> None:
    """Give a folder and all in it to a user."""
    for each in (path, *path.rglob("*")):
        os.chown(each, user, user)


def stored(file: Path, content: bytes) -> bytes:
    """Return a whole file with some content."""
    return hashlib.sha256(file.name.encode() + b"\0" + content).digest() + content


class Raises:
    """An object that cannot be loaded."""

    def __init__(self, expression: str) -> None:
        self.expression = expression

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return eval, (self.expression,)


def store(content: object, file: Path) -> None:
    """Store a pickle whose digest is right."""
    file.write_bytes(stored(file, pickle.dumps(content)))


def flip_a_bit(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)


def be_another(file: Path) -> None:
    """Take the content of the other function."""
    other = entry(file.parent.parent, "double" if ".answer-" in file.name else "answer")
    file.write_bytes(other.read_bytes())


def call_another_version(file: Path) -> None:
    """Call functions by names that they do not have."""
    functions, reduced = pickle.loads(file.read_bytes()[cache.DIGEST_BYTES :])
    (calls,) = (part for part in reduced if isinstance(part, list) and part)
    calls[:] = [replace(each, symbol="gone") for each in calls]
    store((functions, reduced), file)


def link(file: Path, target: Path) -> None:
    file.rename(target) if target.parent.is_dir() else None
    file.unlink(missing_ok=True)
    file.symlink_to(target)


def remake(file: Path, make: Callable[[Path], object]) -> None:
    file.unlink()
    make(file)


def fill_folder(file: Path) -> None:
    file.mkdir()
    (file / "file").touch()


DAMAGES: dict[str, Callable[[Path], object]] = {
    "gone": Path.unlink,
    "empty": lambda file: file.write_bytes(b""),
    "cut in half": lambda file: file.write_bytes(file.read_bytes()[: file.stat().st_size // 2]),
    "cut after the digest": lambda file: file.write_bytes(file.read_bytes()[: cache.DIGEST_BYTES]),
    "one byte too long": lambda file: file.write_bytes(file.read_bytes() + b"\0"),
    "random": lambda file: file.write_bytes(os.urandom(5000)),
    "zeros": lambda file: file.write_bytes(bytes(file.stat().st_size)),
    "one bit": flip_a_bit,
    "the content of another entry": be_another,
    "no pickle": lambda file: file.write_bytes(stored(file, b"no pickle")),
    "an empty pickle": lambda file: file.write_bytes(stored(file, b"")),
    "a pickle of something else": partial(store, 5),
    "a pickle of parts that do not fit": partial(store, (set(), ("a", "b"))),
    "a pickle that raises ZeroDivisionError": partial(store, Raises("1 / 0")),
    "a pickle that raises EOFError": partial(store, Raises("exec('raise EOFError')")),
    "a pickle that raises MemoryError": partial(store, Raises("exec('raise MemoryError')")),
    "a pickle of a module that is not there": partial(store, Raises("__import__('nothing_of_this_name')")),
    "a folder": lambda file: remake(file, Path.mkdir),
    "a folder with files": lambda file: remake(file, fill_folder),
    "a pipe": lambda file: remake(file, os.mkfifo),
    "a link to the file, elsewhere": lambda file: link(file, file.parent.parent / "elsewhere"),
    "a link to nothing": lambda file: link(file, Path("/nonexistent/file")),
    "a link to itself": lambda file: link(file, file.parent / file.name),
    "too large": lambda file: os.truncate(file, cache.MOST_BYTES + 1),
    "writable for all": lambda file: file.chmod(0o666),
    "writable for a group": lambda file: file.chmod(0o664),
    "readable for nobody": lambda file: file.chmod(0),
}


@pytest.mark.parametrize(("damage", "name"), [*((damage, "answer") for damage in DAMAGES), ("empty", "double")])
def test_a_damaged_entry_is_compiled_again_and_replaced(damage: str, name: str, folder: Path) -> None:
    DAMAGES[damage](entry(folder, name))

    report = compute(str(folder))

    assert (report.result, report.warnings) == (EXPECTED, ())
    assert set(report.loaded) == ({*ALL} if is_root_reading(damage) else {*ALL} - {name})
    assert compute(str(folder)) == Report(EXPECTED, ALL, ())
    assert all(stat.S_ISREG(file.lstat().st_mode) for file in inner(folder).iterdir())


def is_root_reading(damage: str) -> bool:
    """Tell whether the test runs as root, who reads what nobody can."""
    return damage == "readable for nobody" and os.geteuid() == 0


def test_an_entry_that_calls_another_version_is_compiled_again_and_replaced(folder: Path) -> None:
    call_another_version(entry(folder, "answer"))

    assert compute(str(folder)) == Report(EXPECTED, ("double",), ())
    assert compute(str(folder)) == Report(EXPECTED, ALL, ())


@as_root
def test_an_entry_of_somebody_else_is_compiled_again_and_replaced(folder: Path) -> None:
    give(entry(folder, "answer"), STRANGER)

    assert compute(str(folder)) == Report(EXPECTED, ("double",), ())
    assert compute(str(folder)) == Report(EXPECTED, ALL, ())


def test_another_version_of_the_compiler_has_entries_of_its_own(folder: Path) -> None:
    assert compute(str(folder), before=have_another_compiler) == Report(EXPECTED, (), ())
    assert compute(str(folder), before=have_another_compiler) == Report(EXPECTED, ALL, ())
    assert compute(str(folder)) == Report(EXPECTED, ALL, ())


def kept_nowhere(report: Report, reason: str) -> None:
    """Check that all was compiled, and that one warning says why nothing was kept."""
    (warning,) = report.warnings
    assert (report.result, report.loaded) == (EXPECTED, ())
    assert warning.startswith("compiled code cannot be kept")
    assert reason in warning


def test_a_full_disk_costs_one_warning(place: Path) -> None:
    kept_nowhere(compute(str(place), before=limit_files_to_nothing), "File too large")

    assert listing(place) == []


def test_a_file_in_the_place_of_the_folder_costs_one_warning(place: Path) -> None:
    (place / "file").touch()

    kept_nowhere(compute(str(place / "file")), "File exists")


def test_a_file_in_the_place_of_the_inner_folder_costs_one_warning(folder: Path) -> None:
    found = inner(folder)
    shutil.rmtree(found)
    found.touch()

    kept_nowhere(compute(str(folder)), "File exists")


def test_a_folder_that_is_a_link_is_not_used(folder: Path) -> None:
    found = inner(folder)
    found.rename(folder.parent / "elsewhere")
    found.symlink_to(folder.parent / "elsewhere")

    kept_nowhere(compute(str(folder)), "is no folder")


@as_root
def test_a_folder_that_cannot_be_written_costs_one_warning(place: Path) -> None:
    kept_nowhere(compute(str(place / "cache"), user=STRANGER), "Permission denied")


def test_a_list_without_a_folder_costs_one_warning() -> None:
    kept_nowhere(compute(os.pathsep), "there is no folder for it")


def test_a_folder_that_is_removed_meanwhile_is_made_again(folder: Path) -> None:
    report = compute(str(folder), between=partial(shutil.rmtree, folder))

    assert report == Report(EXPECTED, ("double",), ())
    assert entry(folder, "answer")


def test_a_killed_writer_leaves_nothing_that_is_used_and_its_file_is_removed_later(place: Path) -> None:
    process, _ = start(str(place), None, die_before_renaming, None, None)
    process.join()
    (part,) = inner(place).iterdir()

    assert process.exitcode < 0
    assert part.name.endswith(cache.PART)
    assert compute(str(place)) == Report(EXPECTED, (), ())
    assert part.exists()  # it may be written still
    os.utime(part, (0, time.time() - 2 * cache.PART_S))
    entry(place, "double").unlink()
    assert compute(str(place)) == Report(EXPECTED, ("answer",), ())
    assert not part.exists()


def test_two_processes_may_compile_and_keep_the_same_at_once(place: Path) -> None:
    started = [start(str(place), None, None, None, None) for _ in range(4)]
    reports = [ours.recv() for _, ours in started]

    assert {(report.result, report.warnings) for report in reports} == {(EXPECTED, ())}
    assert len(listing(place)) == len(ALL)
    assert compute(str(place)) == Report(EXPECTED, ALL, ())


def test_a_folder_that_others_can_write_to_is_neither_read_nor_written(folder: Path) -> None:
    planted = folder.parent / "planted"
    store(Raises(f"open({str(planted)!r}, 'w').close()"), entry(folder, "double"))
    inner(folder).chmod(0o777)
    before = listing(folder)

    report = compute(str(folder))

    assert (report.result, report.loaded) == (EXPECTED, ())
    assert [warning.partition(" (")[0].partition(str(folder))[0] for warning in report.warnings] == [
        "compiled code is not taken from ",
        "compiled code cannot be kept",
    ]
    assert not planted.exists()
    assert listing(folder) == before


def test_another_folder_is_used_instead_of_one_that_others_can_write_to(folder: Path) -> None:
    folder.chmod(0o777)
    both = f"{folder}{os.pathsep}{folder.parent / 'other'}"

    first, second = compute(both), compute(both)

    assert (first.loaded, second.loaded) == ((), ALL)
    assert [len(report.warnings) for report in (first, second)] == [1, 1]
    assert first.warnings[0].startswith("compiled code is not taken from")


@as_root
def test_a_folder_of_somebody_else_is_not_used(folder: Path) -> None:
    give(inner(folder), STRANGER)

    report = compute(str(folder))

    assert (report.result, report.loaded, len(report.warnings)) == (EXPECTED, (), 2)


def test_where_nobody_can_rename_files_of_others_all_may_write(folder: Path) -> None:
    folder.chmod(0o1777)  # as /tmp

    assert compute(str(folder)) == Report(EXPECTED, ALL, ())


@as_root
def test_what_one_user_compiled_serves_another_who_cannot_write(folder: Path) -> None:
    before = listing(folder)
    environment = {"HOME": "/nonexistent", "XDG_CACHE_HOME": None}

    assert compute(str(folder), user=STRANGER, environment=environment) == Report(EXPECTED, ALL, ())
    assert listing(folder) == before


@as_root
def test_a_folder_that_can_be_written_stands_before_one_that_can_be_read(folder: Path) -> None:
    own = folder.parent / "own"
    own.mkdir()
    give(own, STRANGER)
    entry(folder, "answer").write_bytes(b"")
    before = listing(folder)
    both = f"{own}{os.pathsep}{folder}"

    assert compute(both, user=STRANGER) == Report(EXPECTED, ("double",), ())
    assert [file.name for file, _ in listing(own)] == [entry(folder, "answer").name]
    assert compute(both, user=STRANGER) == Report(EXPECTED, ALL, ())
    assert listing(folder) == before


HOMES: dict[str, dict[str, str | None]] = {
    "no home": {"HOME": None, "XDG_CACHE_HOME": None},
    "a home that is not there": {"HOME": "/nonexistent", "XDG_CACHE_HOME": None},
    "a home that is a file": {"HOME": "/etc/passwd", "XDG_CACHE_HOME": None},
    "an empty home": {"HOME": "", "XDG_CACHE_HOME": None},
    "a home that cannot be written": {"HOME": "/usr", "XDG_CACHE_HOME": None},
    "a cache folder that is not there": {"HOME": None, "XDG_CACHE_HOME": "/nonexistent/cache"},
}


@as_root
@pytest.mark.parametrize("home", HOMES)
def test_without_a_home_there_is_the_folder_for_temporary_files(home: str, place: Path) -> None:
    place.chmod(0o1777)
    environment = {**HOMES[home], "TMPDIR": str(place)}

    assert compute(None, user=STRANGER, environment=environment) == Report(EXPECTED, (), ())
    assert compute(None, user=STRANGER, environment=environment) == Report(EXPECTED, ALL, ())
    assert [each.name for each in place.iterdir()] == [f"malecon-{STRANGER}"]


def test_where_the_users_folder_cannot_be_asked_for_there_is_the_one_for_temporary_files(place: Path) -> None:
    environment: dict[str, str | None] = {"TMPDIR": str(place)}

    assert compute(None, before=have_no_user_folder, environment=environment) == Report(EXPECTED, (), ())
    assert entry(place / f"malecon-{os.geteuid()}", "answer")


@as_root
def test_a_temporary_folder_that_somebody_else_has_planted_is_not_used(place: Path, filled: Path) -> None:
    place.chmod(0o1777)
    planted = Path(shutil.copytree(filled, place / f"malecon-{STRANGER}"))
    give(planted, STRANGER + 1)

    report = compute(None, user=STRANGER, environment={"HOME": None, "XDG_CACHE_HOME": None, "TMPDIR": str(place)})

    assert (report.result, report.loaded) == (EXPECTED, ())
    assert len(report.warnings) == 2


def test_the_name_of_the_folder_does_not_depend_on_place_or_time(tmp_path: Path) -> None:
    for each in ("one", "another"):
        for package in cache.COMPILED:
            (tmp_path / each / package).mkdir(parents=True)
            (tmp_path / each / package / "rules.py").write_text("pass", "utf-8")
    os.utime(tmp_path / "one/core/rules.py", (0, 0))

    assert cache.folder_name(tmp_path / "one") == cache.folder_name(tmp_path / "another")


def test_folders_of_other_sources_are_removed_but_for_the_last_used(place: Path) -> None:
    others = [place / f"compiled-{number:016x}" for number in range(12)]
    for age, each in enumerate(others):
        each.mkdir()
        (each / "entry").touch()
        os.utime(each, (0, 10**9 - age))
    (place / "compiled-by-hand").mkdir()

    compute(str(place))

    left = {each for each in place.iterdir()} - {place / "compiled-by-hand"}
    assert {each for each in others if each in left} == set(others[: cache.MOST_FOLDERS - 1])
    assert len(left) == cache.MOST_FOLDERS


def test_a_folder_from_which_something_is_loaded_counts_as_used(folder: Path) -> None:
    found = inner(folder)
    os.utime(found, (0, 0))
    began = time.time()

    compute(str(folder))

    assert found.stat().st_mtime >= began - 1
