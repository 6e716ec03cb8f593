"""Files: written whole or not at all, on the disk for good, private unless others may read them.

A new content is written into a temporary file of the same folder, which nobody else can have planted there: it has a
random name and must not exist yet (``O_EXCL``). It has its mode from the first byte, whatever the umask. The content is
flushed to the disk, then the file takes its name, then the folder is flushed. So a crash of the machine leaves the old
content or the new one.

No other module opens files for writing; a test lists the exceptions. What a file system cannot do, such as modes on
FAT, or flushing a folder on some network disks, is left out.
"""

import errno
import os
import secrets
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from malecon.core.errors import MaleconError
from malecon.core.message import N_, Message

FILE_MODE = 0o600
FOLDER_MODE = 0o700
PUBLIC_MODE, PUBLIC_FOLDER_MODE = 0o666, 0o777
"""Modes of files that others may read, and of their folders; the umask takes from them."""
UNFINISHED = ".part"
"""End of the name of a temporary file, which begins with a dot."""
CANNOT = {errno.EINVAL, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP, errno.EPERM, errno.EACCES, errno.EBADF}
"""What file systems say that cannot flush a folder, or know no hard links."""
BINARY = getattr(os, "O_BINARY", 0)
NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)

DISK_QUOTA, STALE, NO_LOCKS = (getattr(errno, name, name) for name in ("EDQUOT", "ESTALE", "ENOLCK"))
"""Unknown on Windows."""
REASONS = {
    errno.EACCES: N_("this user has no permission"),
    errno.EPERM: N_("this user has no permission"),
    errno.EROFS: N_("it may only be read"),
    errno.ENOSPC: N_("there is no room on the disk"),
    DISK_QUOTA: N_("this user has no more room on the disk"),
    errno.ENOTDIR: N_("there is a file where a folder is needed"),
    errno.EEXIST: N_("there is something else with this name"),
    errno.EISDIR: N_("it is a folder"),
    errno.ENOENT: N_("it is not there"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.ELOOP: N_("it is a link that leads nowhere"),
    errno.EIO: N_("the disk cannot be read or written"),
    STALE: N_("the network disk is gone"),
    NO_LOCKS: N_("this disk knows no locks"),
    errno.ENOTEMPTY: N_("it is not empty"),
    errno.EMFILE: N_("too many files are open"),
    errno.ENFILE: N_("too many files are open"),
}
"""Reasons of the operating system in words; it says others in its own."""


def reason_of(error: OSError) -> Message:
    """Return the reason of an error."""
    return Message(REASONS.get(error.errno or 0, error.strerror or str(error)))


class FileError(MaleconError):
    """A file or folder cannot be made, read or written; nothing that was there is lost.

    Attributes:
        file: which.
        reason: ``reason_of`` the error.
    """

    def __init__(self, file: Path, error: OSError) -> None:
        """``error``: what the operating system says."""
        super().__init__(N_("{file}: cannot be used: {reason}"), file=str(file), reason=reason_of(error))
        self.file = file
        self.reason = reason_of(error)


@contextmanager
def file_errors(file: Path) -> Iterator[None]:
    """Translate the errors of the operating system about a file.

    Raises:
        FileError: one occurred.
    """
    try:
        yield
    except OSError as error:
        raise FileError(file, error) from None


def make_folder(folder: Path, *, is_private: bool = True) -> None:
    """Make a folder, and those above it, if they are missing; only their owner may enter new private ones.

    Raises:
        OSError: one cannot be made, or there is something else with its name.
    """
    if not folder.is_dir():
        make_folder(folder.parent, is_private=is_private)
        try:
            folder.mkdir(FOLDER_MODE if is_private else PUBLIC_FOLDER_MODE)
        except FileExistsError:
            if folder.is_symlink() and not folder.exists():
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from None
            if not folder.is_dir():  # else another process was faster
                raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
        else:
            if is_private:
                _close_folder(folder)  # whatever the umask took from it
            sync_folder(folder.parent)


def make_private_folder(folder: Path) -> None:
    """Make a folder that is all ours; one that is there already is closed to others if it belongs to this user.

    A folder that everybody may write (with the sticky bit, such as ``/tmp``) stays as it is.

    Raises:
        OSError: it cannot be made.
    """
    make_folder(folder)
    found = folder.stat()
    if is_mine(found) and not found.st_mode & stat.S_ISVTX and stat.S_IMODE(found.st_mode) & ~FOLDER_MODE:
        _close_folder(folder)


def is_mine(found: os.stat_result) -> bool:
    """Tell whether a file or folder belongs to the user of this process."""
    return sys.platform == "win32" or found.st_uid == os.geteuid()


def _close_folder(folder: Path) -> None:
    """Let only its owner enter a folder, where the file system knows modes."""
    with suppress(OSError):
        folder.chmod(FOLDER_MODE)


def sync_folder(folder: Path) -> None:
    """Flush the names in a folder to the disk, where the system can.

    Raises:
        OSError: the disk failed.
    """
    if sys.platform == "win32":
        return
    try:
        opened = os.open(folder, os.O_RDONLY)
    except OSError:  # who may write into a folder but not read it
        return
    try:
        os.fsync(opened)
    except OSError as error:
        if error.errno not in CANNOT:
            raise
    finally:
        os.close(opened)


@contextmanager
def new_file(file: Path, *, is_private: bool = True, replaces: bool = True) -> Iterator[BinaryIO]:
    """Yield a temporary file to write; at the end it takes the place of ``file``, and is on the disk for good.

    If anything goes wrong, ``file`` is what it was.

    Args:
        file: the name that the file gets.
        is_private: only its owner may read it.
        replaces: whether a file that is there is replaced.

    Raises:
        FileExistsError: there is one that is not to be replaced.
        OSError: it cannot be written.
    """
    half = file.with_name(f".{secrets.token_hex(8)}{UNFINISHED}")  # short: the name itself may be as long as allowed
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | BINARY | NO_FOLLOW
    number = os.open(half, flags, FILE_MODE if is_private else PUBLIC_MODE)
    try:
        with open(number, "w+b") as opened:
            if is_private:
                _close_to_others(opened.fileno())
            yield opened
            opened.flush()
            os.fsync(opened.fileno())
        _name(half, file, replaces=replaces)
    except BaseException:
        with suppress(OSError):
            half.unlink()
        raise
    sync_folder(file.parent)


def _name(half: Path, file: Path, *, replaces: bool) -> None:
    """Give a temporary file its name.

    Raises:
        FileExistsError: there is a file that is not to be replaced.
    """
    if not replaces:
        try:
            os.link(half, file)  # unlike a renaming, this replaces nothing
        except OSError as error:
            if error.errno not in CANNOT:
                raise
            os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE))
        else:
            half.unlink()
            return
    os.replace(half, file)


def check_writable(file: Path) -> None:
    """Check that a file can be written; its folder is made if it is missing, nothing else changes.

    Raises:
        OSError: it cannot.
    """
    make_folder(file.parent, is_private=False)
    if file.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    with suppress(_Checked), new_file(file):
        raise _Checked


class _Checked(Exception):
    """A temporary file could be made, so it is removed again."""


def write_file(file: Path, content: bytes, *, is_private: bool = True, replaces: bool = True) -> None:
    """Write a file; the arguments and errors are those of ``new_file``."""
    with new_file(file, is_private=is_private, replaces=replaces) as opened:
        opened.write(content)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file into a private one.

    Raises:
        OSError: it cannot be read or written.
    """
    write_file(target, read_file(source))


PASSING = {errno.EIO, errno.EINTR, errno.EAGAIN, STALE}
"""What a disk or a network disk may say once."""


def read_file(file: Path) -> bytes:
    """Return the content of a file; it is read once more if that fails in a way that may pass, or if it ends too soon.

    Raises:
        OSError: it cannot be read.
    """
    try:
        with file.open("rb") as opened:
            content = opened.read()
            if len(content) >= os.fstat(opened.fileno()).st_size:
                return content
    except OSError as error:
        if error.errno not in PASSING:
            raise
    return file.read_bytes()


def read_or_write(file: Path, make: Callable[[], bytes]) -> bytes:
    """Return the content of a private file; one that is missing or empty gets what ``make`` returns.

    Of several processes that write it at the same time one is the first, and all others read what it has written.

    Raises:
        OSError: it cannot be read or written.
    """
    is_there = file.exists()
    if not is_there or not file.stat().st_size:
        with suppress(FileExistsError):
            write_file(file, make(), replaces=is_there)
    close_to_others(file)
    return read_file(file)


def open_private(file: Path) -> BinaryIO:
    """Return a private file to be read and written in place; it is made, with its folder, if it is missing.

    No process that is started inherits it.

    Raises:
        OSError: it cannot be opened, or is a link.
    """
    make_folder(file.parent)
    opened = os.open(file, os.O_RDWR | os.O_CREAT | BINARY | NO_FOLLOW, FILE_MODE)
    _close_to_others(opened)
    return open(opened, "r+b", buffering=0)


def make_private_file(file: Path) -> None:
    """Make an empty private file, and its folder, if they are missing; one that is ours is closed to others.

    It may be a link to a file that is there. That is not opened: closing it would end SQLite's locks on it.

    Raises:
        OSError: it cannot be made, or not be written.
    """
    make_folder(file.parent)
    try:
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    except FileExistsError:
        os.utime(file)  # only who may write it can do that
        close_to_others(file)
    else:
        _close_to_others(opened)
        os.close(opened)
        sync_folder(file.parent)


def close_to_others(file: Path) -> None:
    """Let only its owner read a file that is there, if this user is the owner."""
    with suppress(OSError):  # it is not there, or the file system knows no modes
        if _is_open_to_others(file.stat()):
            file.chmod(FILE_MODE)


def _close_to_others(opened: int) -> None:
    """Do the same with a file that is open."""
    if sys.platform != "win32" and _is_open_to_others(os.fstat(opened)):
        with suppress(OSError):
            os.fchmod(opened, FILE_MODE)


def _is_open_to_others(found: os.stat_result) -> bool:
    """Tell whether a file of this user has another mode than a private one."""
    return stat.S_ISREG(found.st_mode) and is_mine(found) and stat.S_IMODE(found.st_mode) != FILE_MODE


def open_appended(file: Path, *, is_private: bool = True, makes: bool = True) -> BinaryIO:
    """Return a file to which each ``write`` appends at once.

    Args:
        file: which.
        is_private: only its owner may read it.
        makes: whether a missing one is made, with its folder.

    Raises:
        OSError: it cannot be opened, or is a private one and a link.
    """
    if makes:
        make_folder(file.parent, is_private=is_private)
    flags = os.O_RDWR | os.O_APPEND | BINARY | (os.O_CREAT if makes else 0) | (NO_FOLLOW if is_private else 0)
    opened = os.open(file, flags, FILE_MODE if is_private else PUBLIC_MODE)
    if is_private:
        _close_to_others(opened)
    return open(opened, "r+b", buffering=0)


def append_lines(opened: BinaryIO, lines: bytes) -> None:
    """Append whole lines to a file of ``open_appended``, for good, all or none.

    A last line that is cut short, as the end of a machine leaves it, is removed before.

    Raises:
        OSError: they cannot be written; none of them is there.
    """
    number = opened.fileno()
    end = _end_of_lines(opened)
    try:
        os.ftruncate(number, end)
        rest = memoryview(lines)
        while rest:
            rest = rest[os.write(number, rest) :]
        os.fsync(number)
    except BaseException:
        with suppress(OSError):
            os.ftruncate(number, end)
        raise


def _end_of_lines(opened: BinaryIO) -> int:
    """Return the size of the whole lines of a file, in bytes."""
    size = end = os.fstat(opened.fileno()).st_size
    while end:
        begin = max(end - 4096, 0)
        opened.seek(begin)
        found = opened.read(end - begin).rfind(b"\n")
        if found >= 0:
            return begin + found + 1
        end = begin
    return 0 if size else size
