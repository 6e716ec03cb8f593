"""Puzzles: positions from games of strong computer players in which one move is clearly best, as a file of a game.

``tools/puzzle_making`` writes the file: JSON, compressed. A puzzle is a place in a record,
so that a table can show what happened before; its moves are judged by what the seat knows.
"""

import gzip
import math
from collections.abc import Mapping
from functools import cache, lru_cache

import msgspec

from malecon import games
from malecon.agents.review import Alternative
from malecon.core.match import Match
from malecon.core.record import read
from malecon.presentation.playable_game import PlayableGame

FILE = "data/puzzles.json.gz"
"""In the folder of a game."""
AS_GOOD = 0.01
"""A move whose share of the victory is so near to the best is right, too."""


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A puzzle.

    Attributes:
        id: digest of the position and the seat: the same puzzle has the same one in another file.
        record: index of the record.
        moves: how many moves of the record come before.
        seat: who is to move, from 0.
        best: the three best moves, the best first.
        others: the expected share of the victory after each other legal move.
        rating: the difficulty, on the scale of players' ratings.
        theme: the broad theme, shown before the answer.
        themes: the precise ones, shown after it.
    """

    id: str
    record: int
    moves: int
    seat: int
    best: tuple[Alternative, ...]
    others: dict[str, float]
    rating: int
    theme: str
    themes: tuple[str, ...] = ()

    def share_after(self, move: str) -> float | None:
        """Return the share of the victory that the seat can expect after a move; ``None`` for an illegal one."""
        return {each.move: each.share for each in self.best}.get(move, self.others.get(move))

    def is_right(self, move: str) -> bool:
        """Tell whether a move is the best, or nearly as good."""
        share = self.share_after(move)
        return share is not None and share >= self.best[0].share - AS_GOOD


class Plan(msgspec.Struct, frozen=True):
    """The plan by which puzzles are made: the same plan makes the same file.

    Attributes:
        game: name of the game.
        count: how many puzzles.
        key: from which the keys of all games and searches are made.
        playing: iterations of a player's search, for each of the other players, as all that follow.
        comparing: of the short searches after each legal move.
        confirming: of each of the searches that confirm a puzzle.
    """

    game: str
    count: int
    key: int
    playing: int = 1_000
    comparing: int = 5_000
    confirming: int = 100_000


class PuzzleBook(msgspec.Struct, frozen=True):
    """The puzzles of a game, the easiest first.

    Attributes:
        plan: by which they were made.
        records: of the games from which they are, up to the last puzzle.
        puzzles: with numbers from 1.
    """

    plan: Plan
    records: tuple[str, ...]
    puzzles: tuple[Puzzle, ...]

    def match_of(self, puzzle: Puzzle) -> Match:
        """Return a new match at the position of a puzzle."""
        return read(cut_record(self.records[puzzle.record], puzzle.moves), games)

    def daily(self, day: int) -> int:
        """Return the number of the puzzle of a day, counted from 1970: all in turn, none twice before that."""
        return 1 + day * _step(len(self.puzzles)) % len(self.puzzles)


def _step(count: int) -> int:
    """Return a step without a common divisor, so that days that follow each other are not alike.

    >>> _step(300), sorted(day * _step(12) % 12 for day in range(12)) == [*range(12)]
    (187, True)
    """
    return next(step for step in range(max(1, round(count * 0.618)), 2 * count + 2) if math.gcd(step, count) == 1)


def cut_record(record: str, moves: int) -> str:
    """Return a record with its first ``moves`` moves."""
    heading, _, played = record.partition("\n\n")
    return "\n".join([heading, "", *played.splitlines()[:moves]]) + "\n"


def decode_book(content: bytes) -> PuzzleBook:
    """Return the puzzles of a file."""
    return msgspec.json.decode(gzip.decompress(content), type=PuzzleBook)


@lru_cache
def book_of(game: PlayableGame) -> PuzzleBook | None:
    """Return the puzzles of a game; ``None`` if it has none."""
    file = game.folder / FILE
    return decode_book(file.read_bytes()) if file.is_file() else None


@cache
def has_puzzles(game: str) -> bool:
    """Tell whether a game has puzzles."""
    return (games[game].folder / FILE).is_file()


def by_theme(book: PuzzleBook) -> Mapping[str, list[int]]:
    """Return the numbers of puzzles by their broad themes, the themes of many first."""
    found: dict[str, list[int]] = {}
    for number, puzzle in enumerate(book.puzzles, start=1):
        found.setdefault(puzzle.theme, []).append(number)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))
