"""Uploaded records of finished games, each stored under a name of its content."""

import hashlib
import os
import re
from contextlib import suppress
from pathlib import Path

import malecon
from malecon.core.files import make_private_folder, read_file, reason_of, write_file
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.storage.store import in_thread
from malecon.tables import Missing, StorageError

MOST_RECORDS = 5000
"""Kept at once; beyond that, those go that nobody has brought or looked at for longest."""
DIGITS = 32
NO_RECORD = N_("There is no such record.")


def _is_record(name: str) -> bool:
    return re.fullmatch(rf"[0-9a-f]{{{DIGITS}}}", name) is not None


def address_of(origin: str) -> str:
    """Return the address of the original of a deal: a record is called by other names than a table.

    >>> address_of("0123456789abcdef0123456789abcdef"), address_of("Xk_3-9")
    ('/record/0123456789abcdef0123456789abcdef', '/table/Xk_3-9')
    """
    return f"/record/{origin}" if _is_record(origin) else f"/table/{origin}"


class Records:
    """A folder of records. Methods block."""

    def __init__(self, folder: Path) -> None:
        """``folder``: is made when the first record comes."""
        self._folder = folder

    @in_thread
    def keep(self, text: str) -> str:
        """Keep a record and return its name.

        Raises:
            MaleconError: it is none, or a move in it is illegal; the error says in which line.
            StorageError: it cannot be written.
        """
        text = malecon.replay(text).record()
        name = hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
        try:
            make_private_folder(self._folder)
            write_file(self._folder / name, text.encode())
            self._make_room()
        except OSError as error:
            raise StorageError(f"{self._folder}: cannot be written: {reason_of(error)}") from None
        return name

    @in_thread
    def read(self, name: str) -> Match:
        """Return a record as a match.

        Raises:
            Missing: there is none of this name.
            StorageError: it cannot be read.
        """
        if not _is_record(name):
            raise Missing(NO_RECORD)
        try:
            with suppress(PermissionError):  # a disk that may only be read
                os.utime(self._folder / name)
            text = read_file(self._folder / name).decode()
        except FileNotFoundError:  # never there, or swept
            raise Missing(NO_RECORD) from None
        except OSError as error:
            raise StorageError(f"{self._folder}: cannot be read: {reason_of(error)}") from None
        return malecon.replay(text)

    def _make_room(self) -> None:
        """Let go of records beyond the limit."""
        with suppress(FileNotFoundError):  # somebody else makes room too
            newest_first = sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
            for file in newest_first[MOST_RECORDS:]:
                file.unlink()
