"""Files are written whole or not at all, privately, in one module; what a disk cannot do is left out."""

import ast
import errno
import os
import stat
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from malecon.core import files
from malecon.core.files import append_lines, make_folder, make_private_folder, new_file, open_appended, write_file
from modes import once

pytestmark = once

SOURCE = Path(files.__file__).parent.parent
WRITERS = {"open", "write_text", "write_bytes", "touch", "mkdir", "makedirs", "copy", "copyfile", "copy2", "copytree"}
WRITERS |= {"move", "rename", "replace", "link", "symlink", "mkstemp", "mkdtemp", "NamedTemporaryFile", "savefig"}
WRITERS |= {"savez", "savez_compressed", "save", "tofile", "FileHandler", "link_to", "hardlink_to", "symlink_to"}
MODULES = {"os", "shutil", "tempfile", "io", "np", "numpy", "logging"}
"""Modules of whose functions with such names each writes."""
METHODS = {"write_text", "write_bytes", "touch", "mkdir", "hardlink_to", "symlink_to", "savefig"}
"""Methods that write wherever they stand."""
EXCEPTIONS = {
    "core/files.py": "it is the one way",
    "core/jit": "the cache of compiled code, which is lost without harm",
    "agents/policy_network_file.py": "arrays go into a file that is opened by the one way",
    "agents/player_process.py": "a setting of the system, which looks like a file",
    "cli/__init__.py": "the null device",
    "storage/data_folder.py": "a folder that is filled takes its name",
    "terminal/game_choice.py": "a plot is drawn in memory",
}


def writes(file: Path) -> Iterator[str]:
    """Yield the calls in a module by which files or folders can be written."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        function, said = node.func, ast.unparse(node)
        if isinstance(function, ast.Name) and function.id == "open":
            yield said
        elif isinstance(function, ast.Attribute) and function.attr in WRITERS:
            owner = ast.unparse(function.value)
            mode = said.partition("open(")[2]
            is_of_module = owner in MODULES and (function.attr != "open" or owner == "os")
            is_opened = function.attr == "open" and any(
                f'"{each}' in mode or f"'{each}" in mode for each in ("w", "a", "x", "r+")
            )
            is_renamed = function.attr in ("rename", "replace") and len(node.args) == 1 and not node.keywords
            if is_of_module or is_opened or function.attr in METHODS or (is_renamed and "Path" in owner):
                yield said


def test_no_other_module_writes_files() -> None:
    found: dict[str, list[str]] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        name = str(file.relative_to(SOURCE))
        allowed = any(name == each or name.startswith(f"{each}/") for each in EXCEPTIONS)
        if not allowed and "migrations" not in name and (calls := list(writes(file))):
            found[name] = calls

    assert found == {}


def test_the_test_finds_writers(tmp_path: Path) -> None:
    lines = [
        'open("x", "w")', 'Path("x").write_text("y")', 'file.open("ab")', "os.open(file, flags)", "shutil.copy(a, b)",
        "tempfile.mkstemp()", "figure.savefig(file)", "np.savez_compressed(file)", "folder.mkdir()", "os.replace(a, b)",
    ]  # fmt: skip
    for line in lines:
        (tmp_path / "module.py").write_text(line)
        assert list(writes(tmp_path / "module.py")), line
    (tmp_path / "module.py").write_text(
        'file.open("rb")\ntext.replace("a", "b")\nbrowser.open(address)\nStore.open(folder)'
    )
    assert not list(writes(tmp_path / "module.py"))


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077, 0o777])
def test_a_private_file_is_private_from_its_first_byte(mask: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        make_folder(tmp_path / "a" / "b")
        with new_file(tmp_path / "a/b/file") as opened:
            (half,) = (tmp_path / "a/b").iterdir()
            assert mode_of(half) == 0o600
            opened.write(b"secret")
    finally:
        os.umask(before)

    assert (mode_of(tmp_path / "a"), mode_of(tmp_path / "a/b"), mode_of(tmp_path / "a/b/file")) == (0o700, 0o700, 0o600)


def test_the_steps_are_in_the_order_that_makes_them_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def sync(number: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(number).st_mode) else "file")
        fsync(number)

    def rename(old: Path, new: Path) -> None:
        steps.append("name")
        replace(old, new)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(os, "replace", rename)
    write_file(tmp_path / "file", b"content")

    assert steps == ["file", "name", "folder"]


def test_what_fails_leaves_the_old_content_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_file(tmp_path / "file", b"old")

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, failing(errno.ENOSPC))
            with pytest.raises(OSError, match="No space"):
                write_file(tmp_path / "file", b"new")
        assert [each.name for each in tmp_path.iterdir()] == ["file"]
        assert (tmp_path / "file").read_bytes() == b"old"


def failing(number: int):  # type: ignore[no-untyped-def]  # it stands for functions of several types
    """Return a function that fails with an error of the system."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


@pytest.mark.parametrize("number", [errno.EINVAL, errno.EPERM, errno.EOPNOTSUPP])
@pytest.mark.parametrize("name", ["fchmod", "link", "chmod"])
def test_what_a_file_system_cannot_do_is_left_out(
    name: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FAT knows neither modes nor links."""
    monkeypatch.setattr(os, name, failing(number))
    if name == "chmod":
        monkeypatch.setattr(Path, name, failing(number))

    make_private_folder(tmp_path / "folder")
    write_file(tmp_path / "folder/file", b"content", replaces=False)
    with pytest.raises(FileExistsError):
        write_file(tmp_path / "folder/file", b"another", replaces=False)
    assert (tmp_path / "folder/file").read_bytes() == b"content"
    assert [each.name for each in (tmp_path / "folder").iterdir()] == ["file"]


def test_a_folder_that_cannot_be_flushed_is_left_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fsync = os.fsync

    def sync(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            failing(errno.EINVAL)()
        fsync(number)

    monkeypatch.setattr(os, "fsync", sync)
    write_file(tmp_path / "file", b"content")

    assert (tmp_path / "file").read_bytes() == b"content"


def test_no_link_at_a_temporary_name_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "victim").write_text("mine")
    monkeypatch.setattr("secrets.token_hex", lambda count: "guessed")
    (tmp_path / f".guessed{files.UNFINISHED}").symlink_to(tmp_path / "victim")

    with pytest.raises(FileExistsError):
        write_file(tmp_path / "file", b"secret")
    assert (tmp_path / "victim").read_text() == "mine"
    assert not (tmp_path / "file").exists()


def test_a_link_in_place_of_a_file_is_replaced_and_its_target_stays(tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("mine")
    (tmp_path / "file").symlink_to(tmp_path / "victim")

    write_file(tmp_path / "file", b"secret")

    assert (tmp_path / "victim").read_text() == "mine"
    assert (tmp_path / "file").read_bytes() == b"secret"
    assert not (tmp_path / "file").is_symlink()


def test_a_name_as_long_as_allowed_can_be_written(tmp_path: Path) -> None:
    write_file(tmp_path / ("x" * 255), b"content")


def test_a_folder_that_everybody_may_write_stays_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)

    make_private_folder(tmp_path)

    assert mode_of(tmp_path) == 0o1777


def test_of_many_writers_each_leaves_a_whole_file(tmp_path: Path) -> None:
    contents = [str(number).encode() * 10_000 for number in range(8)]
    threads = [threading.Thread(target=write_file, args=(tmp_path / "file", content)) for content in contents]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    assert (tmp_path / "file").read_bytes() in contents
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


def test_lines_are_appended_all_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_appended(tmp_path / "lines") as opened:
        append_lines(opened, b"one\ntwo\n")
        opened.write(b"three, cut sh")
        append_lines(opened, b"three\n")
        assert (tmp_path / "lines").read_bytes() == b"one\ntwo\nthree\n"
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", failing(errno.ENOSPC))
            with pytest.raises(OSError, match="No space"):
                append_lines(opened, b"four\n" * 5000)
        assert (tmp_path / "lines").read_bytes() == b"one\ntwo\nthree\n"
        append_lines(opened, b"x" * 10_000 + b"\n")
        opened.write(b"y" * 9000)
        append_lines(opened, b"end\n")
    assert (tmp_path / "lines").read_bytes() == b"one\ntwo\nthree\n" + b"x" * 10_000 + b"\nend\n"


@pytest.mark.parametrize("number", [errno.EIO, errno.EINTR, 0])
def test_a_file_is_read_again_if_that_fails_once(number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """0: it ends too soon."""
    (tmp_path / "file").write_bytes(b"content")
    real: Any = Path.open
    failed: list[Path] = []

    def opened(self: Path, *arguments: Any, **named: Any) -> IO[Any]:
        if not failed:
            failed.append(self)
            if number:
                raise OSError(number, os.strerror(number))
            stream = real(self, *arguments, **named)
            stream.seek(0, os.SEEK_END)
            return stream
        return real(self, *arguments, **named)

    monkeypatch.setattr(Path, "open", opened)

    assert files.read_file(tmp_path / "file") == b"content"
    assert failed
