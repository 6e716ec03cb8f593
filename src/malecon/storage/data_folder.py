"""The folder of all data: files that only their owner reads, and a lock so that one server uses it.

A folder that was there before is closed to others if all that is in it is ours: it may be one that others use, too.

The operating system lets go of the lock when its process ends, however it ends. It lies on a file beside the database,
not on the database itself: closing that would end SQLite's own locks. It is a record lock (``fcntl.lockf``), which
processes that the server starts never inherit, not even between fork and exec; ``flock`` would stay with them. Such a
lock ends with any closing of the file, so this process opens it only once.
"""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

import msgspec

from malecon.core.files import (
    make_folder,
    make_private_folder,
    open_private,
    reason_of,
    sync_folder,
)
from malecon.core.i18n import N_
from malecon.tables import StorageError

FOLDERS = {"records", "reviews", "games"}
OURS = {
    *FOLDERS,
    *("malecon.db", "malecon.db-wal", "malecon.db-shm", "malecon.db-journal", "malecon.site", "malecon.lock"),
    *("admin.log", "counting.key", "mail.key", "push.pem", "arena.jsonl"),
}
"""What Malecón keeps in a folder; temporary files begin with a dot."""


class FolderError(StorageError):
    """The folder of the data cannot be used; the sentence says what can be done."""

    def __init__(self, path: Path, error: OSError) -> None:
        """``path``: the folder or a file in it. ``error``: what the operating system says."""
        template = N_("{path}: cannot be used: {reason}. Name another folder with --folder FOLDER or MALECON_FOLDER.")
        super().__init__(template, path=str(path), reason=reason_of(error))


def make_data_folder(folder: Path) -> None:
    """Make the folder of the data if it is missing; one that has only data of ours is closed to others.

    Raises:
        FolderError: it cannot be made.
    """
    try:
        make_folder(folder)
        with suppress(PermissionError):  # who may not read it
            there = {each.name for each in folder.iterdir()}
            if all(name in OURS or name.startswith(".") for name in there):
                for name in ("", *(FOLDERS & there)):
                    make_private_folder(folder / name)
    except OSError as error:
        raise FolderError(folder, error) from None


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to fill; it becomes ``folder`` at the end, or nothing does if something goes wrong.

    Raises:
        StorageError: ``folder`` is not new, nor empty.
        OSError: it cannot be made.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StorageError(f"{folder}: is not empty; name a new folder")
    place = Path(os.path.realpath(folder))  # it may be a link, as the folder of a service is
    make_folder(place.parent)
    with TemporaryDirectory(prefix=".malecon-", dir=place.parent) as half:
        yield Path(half) / "data"
        (Path(half) / "data").rename(place)
        sync_folder(place.parent)


LOCK = "malecon.lock"
TAKEN = (errno.EACCES, errno.EAGAIN)
"""What the system says if another process has a lock; network disks may know no locks at all."""
HELD: set[Path] = set()
"""The files of the locks that this process has."""

if sys.platform == "win32":

    def try_lock(file: BinaryIO) -> None:
        """Do nothing: on Windows nothing keeps a second server away, which docs/operating.md says."""
else:
    from fcntl import LOCK_EX, LOCK_NB, lockf

    def try_lock(file: BinaryIO) -> None:
        """Lock a file.

        Raises:
            OSError: another process has the lock.
        """
        lockf(file, LOCK_EX | LOCK_NB)


class Owner(msgspec.Struct, frozen=True):
    """Who has the lock.

    Attributes:
        pid: of the process.
        command: what it does.
        since: when it began, as people write it (UTC).
        address: where it serves; empty before it does.
    """

    pid: int
    command: str
    since: str
    address: str = ""


class FolderLock:
    """The lock of a folder, held from ``take`` to ``release``."""

    def __init__(self, file: BinaryIO, path: Path, owner: Owner) -> None:
        """``file``: locked. ``path``: where it is. ``owner``: who it is for."""
        self._file = file
        self._path = path
        self._owner = owner

    @classmethod
    def take(cls, folder: Path, command: str, since: str) -> "FolderLock":
        """Return the lock of a folder.

        Raises:
            StorageError: another process has it, or the file cannot be made.
        """
        path = Path(os.path.realpath(folder)) / LOCK
        while path not in HELD:
            file = _open_lock(path)
            try:
                try_lock(file)
            except OSError as error:
                file.close()
                raise _lock_error(folder, error) from None
            lock = cls(file, path, Owner(os.getpid(), command, since))
            if lock.is_held:
                HELD.add(path)
                lock.write_owner("")
                return lock
            file.close()  # somebody has removed it in between
        raise StorageError(_refusal(folder))

    @property
    def is_held(self) -> bool:
        """Whether the file is still there; who removes it lets a second server in."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except (OSError, ValueError):
            return False

    def write_owner(self, address: str) -> None:
        """Write into the file who has the lock, and where it serves; on a full disk the lock holds without that."""
        self._owner = msgspec.structs.replace(self._owner, address=address)
        with suppress(OSError):
            self._file.seek(0)
            self._file.truncate()
            self._file.write(msgspec.json.encode(self._owner) + b"\n")

    def release(self) -> None:
        """Let others have the folder; the file stays."""
        HELD.discard(self._path)
        self._file.close()


def _open_lock(path: Path) -> BinaryIO:
    """Return the file of the lock; no process that is started inherits it.

    Raises:
        FolderError: it cannot be made.
    """
    try:
        make_data_folder(path.parent)
        return open_private(path)
    except OSError as error:
        raise FolderError(path, error) from None


def is_locked(folder: Path) -> bool:
    """Tell whether a process has the lock of a folder; nothing in it changes."""
    path = Path(os.path.realpath(folder)) / LOCK
    if path in HELD:
        return True
    try:
        file = path.open("r+b", buffering=0)
    except OSError:  # there is none, or nobody may write here
        return False
    with file:
        try:
            try_lock(file)
        except OSError as error:
            return error.errno in TAKEN
    return False


def check_unlocked(folder: Path) -> None:
    """Refuse a folder that a server uses.

    Raises:
        StorageError: one does.
    """
    if is_locked(folder):
        raise StorageError(_refusal(folder))


def _lock_error(folder: Path, error: OSError) -> StorageError:
    """Return the error that a folder cannot be locked: another process has the lock, or the disk knows none."""
    return StorageError(_refusal(folder)) if error.errno in TAKEN else FolderError(folder / LOCK, error)


def _refusal(folder: Path) -> str:
    """Return the reason for which a folder cannot be locked, and the advice what to do."""
    try:
        owner = msgspec.json.decode((folder / LOCK).read_bytes(), type=Owner)
    except (OSError, msgspec.DecodeError):
        return f"{folder}: is in use by another process; end that, or name another --folder"
    place = f" at {owner.address}" if owner.address else ""
    process = f"process {owner.pid}, malecon {owner.command}{place}, since {owner.since} (UTC)"
    return f"{folder}: is in use by {process}; end that, or name another --folder"
