"""The file of a review: what was computed of it, so that it is computed once, and goes on after a restart.

It can be computed anew with the same figures, so single decisions are not flushed to the disk, and it is in no backup.
"""

import hashlib
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from malecon.agents.review import Pause, ReviewedDecision
from malecon.agents.review_search import review_key
from malecon.core.files import make_private_folder, open_appended, read_file, write_file
from malecon.core.match import Match

FORMAT = 12
"""Version of the files and of the figures in them; those of another one are computed anew."""


REVIEWS = "reviews"
"""The folder of the reviews in that of all data."""
TABLE = "/table/"
"""How the path of a table's page begins."""
DIGITS = 32
MOST_REVIEWS = 500
"""Kept at once, of up to half a megabyte; beyond that, those go that nobody has looked at for longest."""


def review_path(folder: Path, origin: str) -> Path:
    """Return the file of the review of a game, by the path of its page; ``folder``: of all data."""
    return folder / REVIEWS / hashlib.sha256(origin.encode()).hexdigest()[:DIGITS]


def remove_review(folder: Path, table_id: str) -> None:
    """Remove the review of a table that is gone; if it is being computed, that stops."""
    review_path(folder, TABLE + table_id).unlink(missing_ok=True)


def keep_newest(folder: Path) -> None:
    """Remove the reviews beyond the limit that nobody has looked at for longest; ``folder``: of all data."""
    with suppress(FileNotFoundError):  # somebody else makes room too
        newest_first = sorted((folder / REVIEWS).iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
        for file in newest_first[MOST_REVIEWS:]:
            file.unlink()


@dataclass(frozen=True)
class Found:
    """What is known of a game so far: the places of its curve, and its decisions, by how many moves came before."""

    pauses: dict[int, Pause] = field(default_factory=dict)
    decisions: dict[int, ReviewedDecision] = field(default_factory=dict)

    def add(self, found: Pause | ReviewedDecision) -> None:
        """Add one; a later one of the same decision counts."""
        if isinstance(found, Pause):
            self.pauses[found.number] = found
        else:
            self.decisions[found.number] = found


class FileHeader(msgspec.Struct, frozen=True):
    """The first line of a file: what is reviewed, and how. Where it differs, the file is begun anew."""

    format: int
    level: str
    game: str
    key: int


class ReviewFile:
    """A file of a review: a header, then lines of pauses and decisions in any order, the latest of each counts.

    Methods block.
    """

    def __init__(self, path: Path, match: Match, level: str) -> None:
        """``match``: what is reviewed. ``level``: at which."""
        self._path, self._moves, self._seats = path, match.moves, match.seats
        self._header = msgspec.json.encode(FileHeader(FORMAT, level, match.game.name, review_key(match)))

    def read(self) -> Found:
        """Return what is there; what is damaged, cut short or of another game is left out."""
        found = Found()
        try:
            with suppress(PermissionError):  # a disk that may only be read
                os.utime(self._path)  # it is looked at, so it stays
            header, *lines = read_file(self._path).splitlines()
        except (OSError, ValueError):
            return found
        for line in lines if header == self._header else ():
            if (each := self._read_line(line)) is not None:
                found.add(each)
        return found

    def begin(self, done: Found) -> None:
        """Write the file with what is done, whole lines only.

        Raises:
            OSError: it cannot be written.
        """
        make_private_folder(self._path.parent)
        lines = map(msgspec.json.encode, (*done.pauses.values(), *done.decisions.values()))
        write_file(self._path, b"\n".join([self._header, *lines, b""]))

    def add(self, found: Pause | ReviewedDecision) -> None:
        """Add a pause or a decision.

        Raises:
            OSError: it cannot be written, or the review was removed meanwhile.
        """
        with open_appended(self._path, makes=False) as opened:
            opened.write(msgspec.json.encode(found) + b"\n")

    def _read_line(self, line: bytes) -> Pause | ReviewedDecision | None:
        """Return the pause or the decision of a line, if it is one of this game."""
        with suppress(msgspec.DecodeError):
            found: Pause | ReviewedDecision = msgspec.json.decode(line, type=Pause | ReviewedDecision)
            if isinstance(found, Pause):
                is_known = 0 < found.number <= len(self._moves)
                return found if is_known and len(found.chances) == len(found.errors) == self._seats else None
            is_known = 0 <= found.number < len(self._moves)
            if is_known and (found.seat, found.played) == self._moves[found.number]:
                return found if len(found.before) == len(found.after) == self._seats else None
        return None
