"""Folders are asked for when they are needed; where one cannot be had, a sentence says what to do."""

import json
import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

import malecon
from folders.commands import Outcome, run
from malecon.cli.opened_site import LOG
from malecon.core.files import FileError
from malecon.core.user_folder import NoUserFolder, user_folder
from malecon.storage.backup import back_up, restore
from malecon.storage.data_folder import LOCK, FolderLock
from malecon.storage.database import FILE
from malecon.storage.people import People
from malecon.storage.review_file import REVIEWS
from malecon.storage.salvage import salvage
from malecon.storage.store import Store
from malecon.tables import StorageError
from malecon.web.http.secret_keys import HASH_KEY_FILE, key_hash_of
from malecon.web.http.settings import Settings
from malecon.web.views.records import Records
from waiting import finish

NOBODY = 54321
"""A user without an entry among those of the system."""
is_root = pytest.mark.skipif(
    sys.platform != "linux" or os.geteuid() != 0 or shutil.which("setpriv") is None,
    reason="only root can be another user, by setpriv of Linux",
)
AS_NOBODY = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
AS_NOBODY += ["--inh-caps=-all,+dac_read_search", "--ambient-caps=-all,+dac_read_search"]
"""Python itself may lie in a folder that only root may read."""
COMMANDS = Path(__file__).with_name("commands.py")
CURES = {"--folder", "--save", "--file", "--out", "--results", "MALECON_FOLDER", "FILE", "folder", "file"}


Run = Callable[..., list[Outcome]]


@pytest.fixture(scope="module")
def run_as_nobody() -> Iterator[Run]:
    """What runs commands as this user, in one process, with nothing in the environment but what is given."""
    known = {"PATH": os.environ["PATH"], "MALECON_JIT": "0", "PYTHONPATH": os.environ.get("PYTHONPATH", "")}
    program, pipe = [*AS_NOBODY, sys.executable, str(COMMANDS)], subprocess.PIPE
    with subprocess.Popen(program, env=known, stdin=pipe, stdout=pipe, text=True, cwd="/") as process:

        def run(commands: list[list[str]], **environment: str) -> list[Outcome]:
            assert process.stdin
            assert process.stdout
            print(json.dumps([{"MALECON_JIT": "0"} | environment, commands]), file=process.stdin, flush=True)
            return [Outcome(*each) for each in json.loads(process.stdout.readline())]

        yield run


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """A folder that every user may reach."""
    for each in (tmp_path, *list(tmp_path.parents)[:2]):
        each.chmod(0o755)
    return tmp_path


@is_root
def test_who_has_no_home_can_do_all_that_needs_none(run_as_nobody: Run, open_folder: Path) -> None:
    record = open_folder / "record"
    record.write_text(malecon.games["havana"].start(2, 1).record())

    found = run_as_nobody(
        [
            ["rules", "havana", "mama"],
            ["--version"],
            ["--help"],
            *([name, "--help"] for name in ("play", "serve", "backup", "restore", "arena", "resume", "worker")),
            ["admin", "tables", "--help"],
            ["replay", str(record), "--all"],
            ["simulate", "havana", "--games", "1", "--seats", "2"],
            ["arena", "havana", "random", "random", "--games", "1"],
            ["play", "havana", "--you", "none", "--level", "random", "--seats", "2"],
        ]
    )

    assert [each.code for each in found] == [0] * len(found)
    *_, arena, play = found
    assert "only shown, not kept" in arena.err
    assert "--file FILE" in arena.err
    assert play.err.count("not saved") == 1
    assert "The game is not saved." in play.out
    assert not Path("/~").exists()


@is_root
def test_who_has_no_home_is_told_how_to_name_a_folder_or_file(run_as_nobody: Run, open_folder: Path) -> None:
    archive = str(open_folder / "kept.zip")
    commands = [["serve", "--port", "0"], ["backup", archive], ["restore", archive], ["admin", "tables"]]
    found = run_as_nobody([*commands, ["admin", "overview"], ["resume"], ["arena", "report"]])

    *sites, resume, report = found
    for each in sites:
        assert each.code == 1
        cure = "Name a folder for the games with --folder FOLDER or MALECON_FOLDER."
        assert each.err == f"malecon: This user has no home folder. {cure}\n"
    assert "malecon resume FILE" in resume.err
    assert "--file FILE" in report.err


@is_root
def test_sentences_about_folders_are_in_the_language_of_the_user(run_as_nobody: Run) -> None:
    (found,) = run_as_nobody([["admin", "tables", "--folder", "/proc/nothing"]], LANG="fr_FR.UTF-8")

    assert "--folder" in found.err
    assert "Nommez" in found.err


@dataclass(frozen=True)
class Place:
    """A folder that cannot be used: how it is made, and what is said of it."""

    make: Callable[[Path], Path]
    reason: str


def read_only(folder: Path) -> Path:
    (folder / "place").mkdir(0o500)
    os.chown(folder / "place", NOBODY, NOBODY)
    return folder / "place"


def of_another(folder: Path) -> Path:
    (folder / "place").mkdir(0o700)
    return folder / "place"


def a_file(folder: Path) -> Path:
    (folder / "place").write_text("a file")
    return folder / "place"


def dangling(folder: Path) -> Path:
    (folder / "place").symlink_to(folder / "nothing")
    return folder / "place"


def in_a_circle(folder: Path) -> Path:
    (folder / "place").symlink_to(folder / "place")
    return folder / "place"


PLACES = {
    "read-only": Place(read_only, "no permission"),
    "of somebody else": Place(of_another, "no permission"),
    "below a folder of somebody else": Place(lambda folder: of_another(folder) / "deep" / "er", "no permission"),
    "a file": Place(a_file, "a file where a folder is needed"),
    "below a file": Place(lambda folder: a_file(folder) / "deep", "a file where a folder is needed"),
    "a link to nothing": Place(dangling, "no permission"),  # to make what it leads to
    "a link to itself": Place(in_a_circle, "a link that leads nowhere"),
    "too long": Place(lambda folder: folder / ("x" * 300), "too long"),
    "no real disk": Place(lambda folder: Path("/proc/nothing"), ""),
    "a device": Place(lambda folder: Path("/dev/null/deep"), "a file where a folder is needed"),
}


@is_root
@pytest.mark.parametrize("name", PLACES)
def test_a_folder_that_cannot_be_used_is_told_with_the_cure(run_as_nobody: Run, name: str, open_folder: Path) -> None:
    Store.open(open_folder / "data").close()
    back_up(open_folder / "data", open_folder / "kept.zip")
    (open_folder / "kept.zip").chmod(0o644)
    record = open_folder / "record"
    record.write_text(malecon.games["havana"].start(2, 1).record())
    place = PLACES[name].make(open_folder)
    here, file = str(place), str(place / "file")

    found = run_as_nobody(
        [
            ["serve", "--port", "0", "--folder", here],
            ["backup", str(open_folder / "new.zip"), "--folder", here],
            ["restore", str(open_folder / "kept.zip"), "--folder", here],
            ["admin", "tables", "--folder", here],
            ["admin", "salvage", here, str(open_folder / "new")],
            ["play", "havana", "--save", file, "--you", "none", "--level", "random"],
            ["resume", file],
            ["replay", file],
            ["arena", "havana", "random", "random", "--games", "1", "--file", file],
            ["data", "make", "havana", "--games", "1", "--out", here],
            ["evaluate", "havana", "random", "--against", "random", "--blocks", "1", "--results", file],
        ]
    )

    for each in found:
        assert each.code in (1, 2), each
        assert "Traceback" not in each.err
        assert each.err.startswith("malecon: "), each
        assert str(place if name.startswith(("no", "a device")) else open_folder) in each.err, each
    serve, back, *_ = found
    assert PLACES[name].reason in serve.err
    assert all("MALECON_FOLDER" in each.err for each in (serve, back))
    assert "--save" in found[5].err


@is_root
@pytest.mark.parametrize("home", ["read-only", "of somebody else", "a file", "a link to nothing"])
def test_without_a_place_to_save_the_game_goes_on_with_one_warning(
    run_as_nobody: Run, home: str, open_folder: Path
) -> None:
    place = PLACES[home].make(open_folder)

    (found,) = run_as_nobody(
        [["play", "havana", "--you", "none", "--level", "random", "--seats", "2"]], HOME=str(place)
    )

    assert found.code == 0
    assert found.err.count("cannot be saved") == 1
    assert "save FILE" in found.err
    assert "The game is not saved." in found.out


def full_disk(folder: Path) -> Iterator[None]:
    """Let a folder lie on a disk without room."""
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", str(folder)], capture_output=True)
    if made.returncode:
        pytest.skip("no small disk can be mounted here")
    try:
        with suppress(OSError):
            (folder / "filling").write_bytes(bytes(64 * 1024))
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


on_full_disk = contextmanager(full_disk)


@is_root
def test_a_full_disk_is_told_with_the_cure_and_the_game_goes_on(run_as_nobody: Run, open_folder: Path) -> None:
    disk = open_folder / "disk"
    disk.mkdir()
    with on_full_disk(disk):
        disk.chmod(0o777)
        serve, play, named = run_as_nobody(
            [
                ["serve", "--port", "0", "--folder", str(disk)],
                ["play", "havana", "--you", "none", "--level", "random", "--seats", "2"],
                ["play", "havana", "--you", "none", "--level", "random", "--save", str(disk / "x.game")],
            ],
            HOME=str(disk),
        )
        left = sorted(each.name for each in disk.rglob("*") if each.suffix in (".part", ".game"))

    assert serve.code == 1
    assert len(serve.err.splitlines()) == 1
    assert "disk" in serve.err
    assert (play.code, play.err.count("there is no room on the disk")) == (0, 1)
    assert left == []
    assert "Traceback" not in named.err


def test_an_empty_or_shell_like_folder_is_no_surprise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ana")

    assert Settings.read({"folder": "~/games"}).data_folder == Path("/home/ana/games")
    with pytest.raises(malecon.core.errors.UsageError, match="--folder: is ''"):
        Settings.read({"folder": ""})


@pytest.mark.parametrize("error", [RuntimeError("no home"), KeyError("uid not found"), None])
def test_a_home_that_nobody_knows(error: Exception | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other versions of platformdirs, and of Python, answer in other ways."""

    def path(name: str) -> Path:
        if error:
            raise error
        return Path("~/.local/share") / name

    monkeypatch.setattr("platformdirs.user_data_path", path)

    with pytest.raises(NoUserFolder):
        user_folder()
    with pytest.raises(StorageError, match="no home folder"):
        _ = Settings().data_folder


def modes_in(folder: Path) -> dict[str, int]:
    """Return the modes of a folder and of all that is in it, by name."""
    found = {str(each.relative_to(folder)): stat.S_IMODE(each.stat().st_mode) for each in folder.rglob("*")}
    return found | {".": stat.S_IMODE(folder.stat().st_mode)}


@contextmanager
def umask(mask: int) -> Iterator[None]:
    """Have another umask."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def use_all(folder: Path, scratch: Path) -> None:
    """Write each kind of file that a site has."""
    lock = FolderLock.take(folder, "serve", "now")
    store = Store.open(folder, is_owner=True)
    finish(People(store).create())
    key_hash_of(folder)
    finish(Records(folder / "records").keep(malecon.games["havana"].start(2, 1).record()))
    back_up(folder, scratch / "kept.zip")
    restore(scratch / "kept.zip", scratch / "restored")
    assert {modes_in(folder)[f"{FILE}{end}"] for end in ("", "-wal", "-shm")} == {0o600}
    store.close()
    lock.release()
    salvage(folder, scratch / "salvaged")


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o777])
def test_only_the_owner_reads_what_is_written_whatever_the_umask(mask: int, tmp_path: Path) -> None:
    with umask(mask):
        use_all(tmp_path / "new" / "site", tmp_path)

    for place in ("new", "restored", "salvaged"):
        for name, mode in modes_in(tmp_path / place).items():
            assert mode == (0o700 if (tmp_path / place / name).is_dir() else 0o600), name
    assert stat.S_IMODE((tmp_path / "kept.zip").stat().st_mode) == 0o600


def test_what_was_there_before_with_wider_modes_is_closed_to_others(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    with umask(0):
        use_all(folder, tmp_path)
        (folder / REVIEWS).mkdir()
    for each in (folder, *folder.rglob("*")):
        each.chmod(0o755 if each.is_dir() else 0o644)

    (tmp_path / "again").mkdir()
    use_all(folder, tmp_path / "again")

    found = modes_in(folder)
    assert {found[name] for name in (FILE, LOCK, HASH_KEY_FILE)} == {0o600}
    assert {found[name] for name in (".", "records", REVIEWS)} == {0o700}


def test_a_folder_that_others_use_too_stays_open_to_them(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "site.html").write_text("of others")

    Store.open(tmp_path).close()

    assert modes_in(tmp_path)["."] == 0o755
    assert modes_in(tmp_path)[FILE] == 0o600


def test_the_log_of_acts_is_private_and_no_link_is_followed(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    (tmp_path / "target").touch()
    (tmp_path / LOG).symlink_to(tmp_path / "target")

    found = run(["admin", "tables", "--folder", str(tmp_path)])

    assert found.code == 1
    assert LOG in found.err
    (tmp_path / LOG).unlink()
    with umask(0):
        assert run(["admin", "ratings", "--folder", str(tmp_path)]).code == 0
    assert modes_in(tmp_path)[LOG] == 0o600
    assert "reckoned" in (tmp_path / LOG).read_text()


def test_a_key_that_a_power_cut_has_emptied_is_made_anew(tmp_path: Path) -> None:
    (tmp_path / HASH_KEY_FILE).touch()

    assert key_hash_of(tmp_path)("a") == key_hash_of(tmp_path)("a")
    assert len((tmp_path / HASH_KEY_FILE).read_bytes()) == 32


def test_a_database_on_a_disk_that_may_only_be_read_is_told_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Store.open(tmp_path)) as store:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA query_only=ON")
        with pytest.raises(StorageError, match="name another --folder"):
            store.check_writable()


def test_an_error_of_a_file_has_a_sentence() -> None:
    error = FileError(Path("there"), OSError(28, "No space left on device"))

    assert str(error) == "there: cannot be used: there is no room on the disk"
