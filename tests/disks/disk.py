"""A disk that fails by a seed: the library of ``failing_disk.c``, and what a power cut leaves of a folder."""

import ctypes
import random
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import IntFlag
from pathlib import Path

SOURCE = Path(__file__).with_name("failing_disk.c")
HEADER = struct.Struct("<qQqQ")
"""Of an entry of the log: its kind, an inode, an offset or size, and the length of its data."""
SECTOR = 512
"""What a disk writes whole or not at all."""


class Fault(IntFlag):
    """Kinds of faults, as the library numbers them."""

    READ_EIO = 1
    READ_SHORT = 2
    WRITE_EIO = 4
    WRITE_TORN = 8
    WRITE_SHORT = 16
    NO_SPACE = 32
    SYNC_EIO = 64
    SYNC_DELAY = 128
    SYNC_DROPPED = 256
    INTERRUPTED = 512
    READ_ZEROS = 1024


def build(folder: Path) -> Path:
    """Build the library in a folder, and return its path."""
    library = folder / "failing_disk.so"
    command = ["gcc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", str(library), str(SOURCE)]
    subprocess.run(command, check=True)
    return library


class Disk:
    """The library in this process, which was started with it (``LD_PRELOAD``)."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(None)

    def begin(self, folder: Path, log: int, seed: int, faults: Fault, one_in: int, last: int = 0) -> None:
        """Watch a folder.

        Args:
            folder: an absolute path.
            log: descriptor of a file for the log of changes; -1 for none.
            seed: decides all chance.
            faults: which there are; one operation in ``one_in`` has each.
            one_in: 0 for none.
            last: number of the change at which the process is killed; 0 for never.
        """
        self._library.disk_begin(
            str(folder).encode(), log, ctypes.c_uint64(seed), int(faults), one_in, ctypes.c_long(last)
        )

    def fail_read(self, number: int, fault: Fault) -> None:
        """Let the read with a number, from 0 and from now on, fail once."""
        self._library.disk_fail_read(ctypes.c_long(number), int(fault))

    @property
    def has_failed(self) -> bool:
        """Whether that read has come."""
        return bool(self._library.disk_fired())


@dataclass(frozen=True)
class Entry:
    """An entry of the log: C, W, T, S or F of a file, or D of the folder, and R, U or L of names."""

    kind: str
    inode: int
    offset: int
    data: bytes


def entries_of(log: bytes) -> Iterator[Entry]:
    """Yield the entries of a log; the last one may be cut short."""
    at = 0
    while at + HEADER.size <= len(log):
        kind, inode, offset, length = HEADER.unpack_from(log, at)
        at += HEADER.size + length
        if at <= len(log):
            yield Entry(chr(kind), inode, offset, log[at - length : at])


@dataclass
class Change:
    """A change of a file or of names; ``is_safe``: it was flushed. One whose flushing failed is never safe."""

    entry: Entry
    is_safe: bool = False
    is_hopeless: bool = False


@dataclass
class DiskState:
    """What lies on a disk, by what was written and flushed.

    Attributes:
        contents: of the files before all changes, by inode; a new file has a number below 0, for inodes come again.
        names: of the files before all changes.
    """

    contents: dict[int, bytes]
    names: dict[str, int]
    _changes: dict[int, list[Change]] = field(default_factory=dict)
    _files: dict[int, int] = field(default_factory=dict)
    _renamings: list[Change] = field(default_factory=list)

    @classmethod
    def read(cls, folder: Path) -> "DiskState":
        """Return the state of a folder in which everything is flushed."""
        files = [each for each in folder.rglob("*") if each.is_file() and not each.name.endswith("-shm")]
        names = {str(each.relative_to(folder)): each.stat().st_ino for each in files}
        return cls({each.stat().st_ino: each.read_bytes() for each in files}, names)

    def follow(self, log: bytes) -> None:
        """Add the changes of a log."""
        for found in entries_of(log):
            if found.kind == "C":
                self._files[found.inode] = -len(self._renamings) - 1
            entry = replace(found, inode=self._files.get(found.inode, found.inode))
            if entry.kind in "WT":
                self._changes.setdefault(entry.inode, []).append(Change(entry))
            elif entry.kind in "SF":
                _flush(self._changes.get(entry.inode, []), entry.kind)
            elif entry.kind == "D":
                _flush(self._renamings, "S")
            else:
                self._renamings.append(Change(entry))

    def cut_power(self, folder: Path, rng: random.Random) -> None:
        """Write into a new folder what is left: all that was flushed, and of the rest what the disk got to."""
        waiting = [each for each in self._renamings if not each.is_safe]
        done = rng.randint(0, len(waiting))
        names = dict(self.names)
        for each in (*(each for each in self._renamings if each.is_safe), *waiting[:done]):  # the journal has an order
            _rename(names, each.entry)
        for name, inode in names.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(self._content(inode, rng))

    def _content(self, inode: int, rng: random.Random) -> bytes:
        """Return what is left of a file."""
        content = bytearray(self.contents.get(inode, b""))
        is_careful = rng.random() < 0.5  # a disk that loses all that it may, or one that gets to some of it
        for change in self._changes.get(inode, []):
            entry = change.entry
            if entry.kind == "T" and (change.is_safe or rng.random() < 0.5):
                del content[entry.offset :]
                content.extend(bytes(entry.offset - len(content)))
            elif entry.kind == "W":
                if not change.is_safe and is_careful:
                    continue
                for begin in range(0, len(entry.data), SECTOR):
                    if change.is_safe or rng.random() < 0.5:
                        _put(content, entry.offset + begin, entry.data[begin : begin + SECTOR])
        return bytes(content)


def _flush(changes: list[Change], kind: str) -> None:
    """Make changes safe; if flushing failed, the kernel may have forgotten them, and the next time says nothing."""
    for change in changes:
        if kind == "F" and not change.is_safe:
            change.is_hopeless = True
        elif not change.is_hopeless:
            change.is_safe = True


def _rename(names: dict[str, int], entry: Entry) -> None:
    """Carry out a change of names."""
    old, _, new = entry.data.decode().partition("\0")
    if entry.kind == "C":
        names[old] = entry.inode
    elif entry.kind == "L" or (names.pop(old, None) is not None and entry.kind == "R"):
        names[new] = entry.inode


def _put(content: bytearray, offset: int, data: bytes) -> None:
    """Write into a file, which grows if that is beyond its end."""
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data
