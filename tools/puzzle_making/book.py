"""A file of puzzles, put together from those of many games."""

import gzip
from collections.abc import Iterable

import msgspec

from malecon.agents.puzzles import Plan, Puzzle, PuzzleBook, cut_record
from malecon.core.match import Match

LARGEST_SHARE = 0.6
"""Of all puzzles may have the same broad theme."""


class Harvest(msgspec.Struct, frozen=True):
    """The puzzles of one game, and its record."""

    record: str
    puzzles: tuple[Puzzle, ...]


def collect(plan: Plan, found: Iterable[Harvest]) -> PuzzleBook:
    """Return the first puzzles of harvests, as many as the plan asks for, with none of too many of one theme."""
    most = max(1, round(plan.count * LARGEST_SHARE))
    records, puzzles, themes = list[str](), list[Puzzle](), dict[str, int]()
    for each in found:
        chosen = [puzzle for puzzle in each.puzzles if themes.get(puzzle.theme, 0) < most]
        for puzzle in chosen:
            themes[puzzle.theme] = themes.get(puzzle.theme, 0) + 1
            puzzles.append(msgspec.structs.replace(puzzle, record=len(records)))
        records += [each.record] if chosen else []
        if len(puzzles) >= plan.count:
            break
    ordered = sorted(puzzles[: plan.count], key=lambda puzzle: (puzzle.rating, puzzle.id))
    return PuzzleBook(plan, tuple(records), tuple(ordered))


def plain_record(match: Match, moves: int) -> str:
    """Return the record of the first moves of a match, without remarks."""
    heading, _, played = match.record().partition("\n\n")
    lines = [line for line in played.splitlines() if not line.startswith(("#", "result"))]
    return cut_record("\n".join([heading, "", *lines]), moves)


def encode_book(book: PuzzleBook) -> bytes:
    """Return the content of a file of puzzles; the same puzzles give the same bytes."""
    return gzip.compress(msgspec.json.encode(book), mtime=0)
