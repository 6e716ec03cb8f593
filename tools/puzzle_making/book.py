"""A file of puzzles, put together from those of many games."""

import gzip
from collections import Counter
from collections.abc import Iterable

import msgspec

from malecon.agents.puzzles import Plan, Puzzle, PuzzleBook, cut_record
from malecon.core.match import Match

LARGEST_SHARE, FEW = 0.6, 6
"""Of all puzzles so far may have the same broad theme, unless these are fewer."""


class Harvest(msgspec.Struct, frozen=True):
    """The puzzles of one game, and its record."""

    record: str
    puzzles: tuple[Puzzle, ...]


def collect(plan: Plan, found: Iterable[Harvest]) -> PuzzleBook:
    """Return the first puzzles of harvests, as many as the plan asks for: none twice, not too many of one theme.

    If there are fewer, its plan asks for as many as there are: the book is the same as if it had been wanted so.
    """
    records, puzzles, themes, ids = list[str](), list[Puzzle](), Counter[str](), set[str]()
    for each in found:
        for puzzle in each.puzzles:
            is_new = puzzle.id not in ids and themes[puzzle.theme] < max(FEW, LARGEST_SHARE * (len(puzzles) + 1))
            if len(puzzles) < plan.count and is_new:
                ids.add(puzzle.id)
                themes[puzzle.theme] += 1
                records += [each.record] if not records or records[-1] != each.record else []
                puzzles.append(msgspec.structs.replace(puzzle, record=len(records) - 1))
        if len(puzzles) == plan.count:
            break
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.id))
    return PuzzleBook(msgspec.structs.replace(plan, count=len(puzzles)), tuple(records), tuple(ordered))


def plain_record(match: Match, moves: int) -> str:
    """Return the record of the first moves of a match, without remarks."""
    heading, _, played = match.record().partition("\n\n")
    lines = [line for line in played.splitlines() if not line.startswith(("#", "result"))]
    return cut_record("\n".join([heading, "", *lines]), moves)


def encode_book(book: PuzzleBook) -> bytes:
    """Return the content of a file of puzzles; the same puzzles give the same bytes."""
    return gzip.compress(msgspec.json.encode(book), mtime=0)
