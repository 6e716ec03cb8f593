"""Puzzles: lines of decisions from games of strong computer players, and a cause to name, as a file of a game.

``tools/puzzle_making`` writes the file: JSON, compressed. A puzzle is a place in a record,
so that a table can show what happened before; its moves are judged by what the seat knows.
"""

import gzip
import math
from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

import msgspec

from malecon import games
from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.core.reason import Reason
from malecon.core.record import read
from malecon.presentation.playable_game import PlayableGame

FILE = "data/puzzles.json.gz"
"""In the folder of a game."""
PARTS = 3
"""Into which the puzzles are parted by difficulty, for those of the day."""


class PuzzleDecision(msgspec.Struct, frozen=True):
    """A decision of a puzzle: something is clearly worse there, and few moves are as good as the best.

    Attributes:
        place: index of its move in the line.
        right: the expected share of the victory after each move that is as good as the best, which comes first and
            is the line's.
        wrong: likewise after each other legal move.
    """

    place: int
    right: dict[str, float]
    wrong: dict[str, float]

    def share_after(self, move: str) -> float:
        """Return the expected share of the victory after a legal move."""
        return (self.right | self.wrong)[move]


class Why(msgspec.Struct, frozen=True):
    """The question after the moves: why the best move of a decision is better than another one.

    Attributes:
        decision: index of the decision.
        other: the other move.
        causes: of which one is true.
        cause: index of the true one.
        chain: the true one with what leads to it, what it is for, and an example; ``None`` if it has none of them.
        balance: the points that players score; ``None`` if they do not speak for the move.
    """

    decision: int
    other: str
    causes: tuple[Reason, ...]
    cause: int
    chain: Reason | None = None
    balance: Reason | None = None

    @property
    def reasons(self) -> list[Reason]:
        """The true cause with all that is known of it, and the balance."""
        return [self.chain or self.causes[self.cause], *([self.balance] if self.balance else [])]


class Puzzle(msgspec.Struct, frozen=True, omit_defaults=True):
    """A puzzle.

    Attributes:
        id: digest of the position and the line: the same puzzle has the same one in another file.
        record: index of the record.
        moves: how many moves of the record come before.
        seat: whose puzzle it is, from 0; the line begins with its move.
        line: the moves of all players, as lines of a record.
        decisions: of the seat, two to five of the line's moves, in order.
        why: the question about the cause.
        rating: the difficulty, on the scale of players' ratings.
        theme: the broad theme, shown before the answer.
        themes: the precise ones, shown after it.
    """

    id: str
    record: int
    moves: int
    seat: int
    line: tuple[str, ...]
    decisions: tuple[PuzzleDecision, ...]
    why: Why
    rating: int
    theme: str
    themes: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True):
    """The plan by which puzzles are made: the same plan makes the same file.

    Attributes:
        game: name of the game.
        count: how many puzzles.
        key: from which the keys of all games and searches are made.
        playing: iterations of a player's search, for each of the other players, as all that follow.
        comparing: of each of the short searches after every legal move.
        confirming: of each of the searches after the moves that may be right.
    """

    game: str
    count: int
    key: int
    playing: int = 1_000
    comparing: int = 400
    confirming: int = 700


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

    def matches_of(self, puzzle: Puzzle) -> tuple[Match, ...]:
        """Return new matches: at each decision of a puzzle, and after its line."""
        now, found, places = self.match_of(puzzle), list[Match](), {each.place for each in puzzle.decisions}
        for place, line in enumerate(puzzle.line):
            if place in places:
                found.append(now.copy())
            play_line(now, line)
        return (*found, now)

    def daily(self, day: int, rating: float) -> int:
        """Return the number of the puzzle of a day, counted from 1970, for somebody with a rating."""
        return daily_number([puzzle.rating for puzzle in self.puzzles], day, rating)


class PuzzleHead(msgspec.Struct, frozen=True):
    """The fields of a puzzle that the start page shows; a whole book takes five megabytes."""

    theme: str
    rating: int


class _Heads(msgspec.Struct, frozen=True):
    puzzles: tuple[PuzzleHead, ...]


def daily_number(ratings: Sequence[float], day: int, rating: float) -> int:
    """Return the number of the puzzle of a day for somebody with a rating.

    It is one of the third of the puzzles in which that rating lies: all of these in turn, none twice before that.

    Args:
        ratings: of the puzzles, the easiest first.
        day: counted from 1970.
        rating: of the person.

    >>> [daily_number([900, 1000, 1100, 1200, 1300, 1400], day, rating) for day in (0, 1) for rating in (0, 1150, 9999)]
    [1, 3, 5, 2, 4, 6]
    """
    size = math.ceil(len(ratings) / PARTS)
    first = min(bisect(ratings, rating) // size * size, len(ratings) - size)
    return 1 + first + day * _step(size) % size


def play_line(match: Match, line: str) -> Sequence[Event]:
    """Play a move in a match, as a line of a record has it, and return its events."""
    seat, _, move = line.partition(" ")
    return match.play(int(seat) - 1, move)


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


@lru_cache
def heads_of(game: PlayableGame) -> tuple[PuzzleHead, ...]:
    """Return the heads of the puzzles of a game; none if it has none."""
    file = game.folder / FILE
    return msgspec.json.decode(gzip.decompress(file.read_bytes()), type=_Heads).puzzles if file.is_file() else ()


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
