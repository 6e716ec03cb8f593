"""The cache of compiled code: a list of folders in which each compiled function is one file.

It is only a cache. A file that cannot be used is one that is not there, so the function is compiled again, and its file
replaced. If nothing can be written, the compiled code is used all the same; one warning in a process says so.

Files are looked for in every folder, in order, and written into the first that takes them. So folders that cannot be
written may stand behind one that can, such as one in the image of a container.

- A file begins with a digest of its name and content: of what is cut off or overwritten, nothing is used.
- It is written beside its place and renamed, so that no reader and no killed writer sees a part of it.
- Its content is a pickle, which can run any code: it is used only if nobody but us and root can have written it.
"""

import contextlib
import functools
import hashlib
import os
import re
import secrets
import shutil
import stat
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from malecon.core.plain_mode import NOT_KEPT

VARIABLE = "MALECON_CACHE"
"""Names the folders, as ``PATH`` does; without it there are two: the user's, and one for temporary files."""
NOT_SAFE = "compiled code is not taken from"
"""How the warning begins that others can write to a folder."""

PACKAGE = Path(__file__).parent.parent.parent
COMPILED = ("core", "agents", "games")
"""Packages with compiled functions."""
NOT_COMPILED = {"text", "terminal", "web"}
"""Folders in them without any: words and drawing can change without compiling anew."""
MARKED_TEXT = re.compile(rb'\bN_\((?:\s*"(?:[^"\\\n]|\\.)*")+\s*,?\s*\)')
"""A text for people: no compiled code depends on its words."""

FOLDER = re.compile(r"compiled-[0-9a-f]{16}")
MOST_FOLDERS = 8
"""Folders of other states of the sources are removed, but for the last used: in all so many are left."""
PART = ".part"
"""The end of the name of a file that is being written."""
PART_S = 3600.0
"""Seconds after which nobody writes it any more."""
MOST_BYTES = 1 << 26
"""A larger file is none of ours."""
DIGEST_BYTES = hashlib.sha256().digest_size

_warned: set[str] = set()
_used: set[Path] = set()
"""Folders whose time of last use was set by this process."""


def compiled_sources(package: Path = PACKAGE) -> Iterator[Path]:
    """Yield the source and data files that compiled code can depend on, in order."""
    for name in COMPILED:
        for file in sorted((package / name).rglob("*")):
            if file.suffix in {".py", ".toml"} and NOT_COMPILED.isdisjoint(file.relative_to(package).parts):
                yield file


def folder_name(package: Path = PACKAGE) -> str:
    """Return the name of the folder for compiled code, which changes with any of ``compiled_sources``.

    A function's own file is not enough: its code depends on the functions that it calls, and on data. Texts for people
    may change.
    """
    digest = hashlib.sha256()
    for file in compiled_sources(package):
        content = MARKED_TEXT.sub(b"N_()", file.read_bytes())
        digest.update(str(file.relative_to(package)).encode() + b"\0" + content + b"\0")
    return f"compiled-{digest.hexdigest()[:16]}"


_own_name = functools.cache(folder_name)


def _bases() -> Iterator[Path]:
    """Yield the folders in which the folders for compiled code stand, in order."""
    chosen = os.environ.get(VARIABLE, "")
    if chosen:
        yield from (Path(each) for each in chosen.split(os.pathsep) if each)
        return
    with contextlib.suppress(Exception):  # whatever a machine without a home makes platformdirs raise
        user = platformdirs.user_cache_path("malecon")
        if user.is_absolute():  # else it is a "~" that nothing stands for
            yield user
    if hasattr(os, "geteuid"):
        yield Path(os.environ.get("TMPDIR") or "/tmp") / f"malecon-{os.geteuid()}"  # checked below


def _is_ours(status: os.stat_result) -> bool:
    """Tell whether we or root own a file or folder; Windows protects those of a user by itself."""
    return not hasattr(os, "geteuid") or status.st_uid in (0, os.geteuid())


def _is_safe(status: os.stat_result) -> bool:
    """Tell whether nobody but us and root can write to a file or folder."""
    return _is_ours(status) and not (hasattr(os, "geteuid") and status.st_mode & (stat.S_IWGRP | stat.S_IWOTH))


def _check_folder(base: Path, folder: Path) -> None:
    """Raise ``OSError`` unless ``folder`` in ``base`` is there and safe; say it if it is not safe.

    The base may be writable for all if nobody can rename another's files there, as in ``/tmp``.
    """
    above, own = base.stat(), folder.lstat()
    if not stat.S_ISDIR(own.st_mode):
        raise NotADirectoryError(f"{folder} is no folder")
    if not (_is_safe(own) and (_is_safe(above) or (_is_ours(above) and above.st_mode & stat.S_ISVTX))):
        _warn(NOT_SAFE, f"{folder}: others can write to it, or it belongs to somebody else")
        raise PermissionError(f"others can write to {folder}")


def _warn(begin: str, rest: str) -> None:
    """Warn once in a process."""
    if begin not in _warned:
        _warned.add(begin)
        warnings.warn(f"{begin} {rest}", stacklevel=2)


def folders() -> Iterator[Path]:
    """Yield the folders for compiled code that are there and safe."""
    for base in _bases():
        folder = base / _own_name()
        try:
            _check_folder(base, folder)
        except OSError:
            continue
        yield folder


def _digest(name: str, content: bytes) -> bytes:
    return hashlib.sha256(name.encode() + b"\0" + content).digest()


def _open_as_it_is(file: str, flags: int) -> int:
    """Open a file without following a link, or waiting for the other end of a pipe."""
    return os.open(file, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _open_for_others(file: str, flags: int) -> int:
    """Make a file that others may read."""
    return os.open(file, flags, 0o644)


def _read(file: Path) -> bytes | None:
    """Return the content of an entry; ``None`` if it is not there, damaged, or not safe."""
    try:
        with open(file, "rb", opener=_open_as_it_is) as opened:
            status = os.fstat(opened.fileno())
            if not stat.S_ISREG(status.st_mode) or not _is_safe(status) or status.st_size > MOST_BYTES:
                return None
            stored = opened.read(MOST_BYTES)
    except OSError:
        return None
    content = stored[DIGEST_BYTES:]
    return content if stored[:DIGEST_BYTES] == _digest(file.name, content) else None


def entries(name: str) -> Iterator[bytes]:
    """Yield the whole and safe entries of a name, folder by folder; the caller takes the first that it can use."""
    for folder in folders():
        content = _read(folder / name)
        if content is not None:
            if folder not in _used:
                _used.add(folder)
                with contextlib.suppress(OSError):
                    os.utime(folder)
            yield content


def keep(name: str, content: bytes) -> None:
    """Write an entry into the first folder that takes it; warn once in a process if none does."""
    reason = _try_to_keep(name, content)
    if reason is not None:
        _warn(NOT_KEPT, f"({reason}); every start compiles anew")


def _try_to_keep(name: str, content: bytes) -> OSError | None:
    """Write an entry; return the first reason why not if no folder takes it."""
    reason: OSError | None = None
    for base in _bases():
        try:
            _write(_made_folder(base) / name, content)
        except OSError as error:
            reason = reason or error
        else:
            return None
    return reason or FileNotFoundError("there is no folder for it")


def _made_folder(base: Path) -> Path:
    """Return the folder for compiled code in ``base``, made if need be.

    Raises:
        OSError: it cannot be made, or is not safe.
    """
    folder = base / _own_name()
    is_new = not folder.exists()
    base.mkdir(0o755, parents=True, exist_ok=True)
    folder.mkdir(0o755, exist_ok=True)
    _check_folder(base, folder)
    if is_new:
        _remove_old(base, folder)
    return folder


def _remove_old(base: Path, folder: Path) -> None:
    """Remove the folders of other states of the sources, but for the last used."""
    with contextlib.suppress(OSError):
        others = [each for each in base.iterdir() if FOLDER.fullmatch(each.name) and each != folder]
        others.sort(key=lambda each: each.lstat().st_mtime_ns, reverse=True)
        for each in others[MOST_FOLDERS - 1 :]:
            shutil.rmtree(each, ignore_errors=True)


def _write(file: Path, content: bytes) -> None:
    """Write an entry beside its place, and rename it.

    Raises:
        OSError: it cannot be written, and no other process has written it meanwhile.
    """
    part = file.with_name(f".{file.name}.{secrets.token_hex(8)}{PART}")
    try:
        with open(part, "xb", opener=_open_for_others) as opened:
            opened.write(_digest(file.name, content) + content)
        if file.is_dir() and not file.is_symlink():
            shutil.rmtree(file)
        os.replace(part, file)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink()
        if _read(file) is None:
            raise
    _remove_parts(file.parent)


def _remove_parts(folder: Path) -> None:
    """Remove what killed writers have left."""
    with contextlib.suppress(OSError):
        for part in folder.glob(f".*{PART}"):
            if part.lstat().st_mtime < time.time() - PART_S:
                part.unlink()


def mark(name: str) -> None:
    """Note that all entries of a sort are there, if this process could keep all that it compiled."""
    if NOT_KEPT not in _warned:
        _try_to_keep(name, b"")


def has_mark(pattern: str) -> bool:
    """Tell whether there is a mark of a name; ``*`` stands for anything."""
    return any(file for folder in folders() for file in folder.glob(pattern))
