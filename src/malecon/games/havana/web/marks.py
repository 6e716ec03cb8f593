"""What a house costs, piece by piece, with the mark that says whether the viewer has it, lacks it or can exchange."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from malecon.core.i18n import N_, Language
from malecon.games.havana.buildings import PIECES
from malecon.games.havana.text.words import pieces
from malecon.games.havana.view import TileSeen

HAVE, LACK, EXCHANGE, PLAIN = "have", "lack", "exchange", ""
"""The marks; none where the viewer does not play, or nobody can buy now."""
MOST_COSTS = 1024
"""Cached."""
ARCHITECT_PIECE = "architect"


class Cost(NamedTuple):
    """Pieces of one kind and one mark: kind, number, mark."""

    piece: str
    amount: int
    mark: str = PLAIN


def costs_of(seen: TileSeen) -> tuple[Cost, ...]:
    """Return what a tile costs; with marks where it lies at an end and the viewer plays."""
    architect = (Cost(ARCHITECT_PIECE, 1, _architect_mark(seen)),) if seen.tile.architect else ()
    if seen.end is None or seen.missing is None:
        return (*(Cost(piece, count) for piece, count in _present(seen.tile.cost.pieces())), *architect)
    asked, missing, exchanged = seen.tile.cost.pieces(), seen.missing.pieces(), seen.exchanged.pieces()
    return (*_marked(asked, missing, exchanged), *architect)


def _present(counts: Sequence[int]) -> list[tuple[str, int]]:
    """Return kinds of pieces with their numbers, those that are not there left out."""
    return [(piece, count) for piece, count in zip(PIECES, counts, strict=True) if count]


def _architect_mark(seen: TileSeen) -> str:
    """Return the mark of the architect."""
    if seen.end is None or seen.missing is None:
        return PLAIN
    return LACK if seen.lacks_architect else HAVE


@lru_cache(MOST_COSTS)
def _marked(asked: tuple[int, ...], missing: tuple[int, ...], exchanged: tuple[int, ...]) -> tuple[Cost, ...]:
    """Return pieces with their marks; all in the order of ``PIECES``."""
    found = list[Cost]()
    for piece, price, short, swapped in zip(PIECES, asked, missing, exchanged, strict=True):
        counts = {HAVE: price - short, EXCHANGE: swapped, LACK: short - swapped}
        found += [Cost(piece, count, mark) for mark, count in counts.items() if count]
    return tuple(found)


LINES = {
    HAVE: N_("{pieces}: you have it"),
    LACK: N_("{pieces}: missing"),
    EXCHANGE: N_("{pieces}: by exchange"),
    PLAIN: "{pieces}",
}
ARCHITECT_LINES = {
    HAVE: N_("your architect lies open"),
    LACK: N_("your architect must lie open"),
    PLAIN: N_("asks for the architect"),
}


class CostLine(NamedTuple):
    """A line of an explanation: kind of piece, mark, words."""

    piece: str
    mark: str
    words: str


def cost_lines(costs: Sequence[Cost], language: Language) -> Iterator[CostLine]:
    """Yield what a tile costs in words, a line for each kind and mark."""
    for cost in costs:
        if cost.piece == ARCHITECT_PIECE:
            yield CostLine(cost.piece, cost.mark, language.say(ARCHITECT_LINES[cost.mark]))
        else:
            counted = pieces([(cost.piece, cost.amount)], language)
            words = language.say(LINES[cost.mark], pieces=counted) if cost.mark else counted
            yield CostLine(cost.piece, cost.mark, words)
