"""What there is of a seat besides the log: which question it is asked, and its draft."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from malecon.core.match import Match
from malecon.tables.draft import Draft


@dataclass(frozen=True, slots=True)
class Move:
    """A move in the log, with the id under which it was sent."""

    seat: int
    notation: str
    id: str


@dataclass(frozen=True, slots=True)
class Place:
    """A seat.

    Attributes:
        since: moves that were in the log when the seat was last asked; a draft belongs to one question.
        changes: how often the draft was changed or carried out; it only grows, so no mark is there twice.
        acted: the last action of its person, as it was sent: when it comes again it has been done.
        draft: what is not confirmed.
        seen: moves that were in the log at the last look; ``None`` before the first.
        wishes: what its person asks of the others: ``pause``, or nothing.
        left: milliseconds on its clock when it began to run; ``None`` without a clock.
        running: since when it runs, or without a clock the seat is awaited, in milliseconds since 1970; else ``None``.
    """

    since: int = 0
    changes: int = 0
    acted: str = ""
    draft: Draft = ()
    seen: int | None = None
    wishes: str = ""
    left: int | None = None
    running: int | None = None

    @property
    def mark(self) -> str:
        """What an action must name to be meant for what the seat is asked now."""
        return f"{self.since}.{self.changes}"

    def with_draft(self, draft: Draft) -> "Place":
        """Return the place after an action, with another draft."""
        return replace(self, changes=self.changes + 1, draft=draft)


def follow(match: Match, moves: Sequence[Move], since: Sequence[int]) -> list[int]:
    """Play moves, in place, and return by seat how many moves the match had when the seat was last asked.

    A seat that goes on being awaited while others choose in secret has not been asked anew.

    Args:
        since: what is to be returned, before these moves.

    Raises:
        IllegalMove, ParseError, UsageError: a move cannot be made.
    """
    asked, number = list(since), match.number
    for move in moves:
        waited = match.to_move
        match.play(move.seat, move.notation)
        number += 1
        for seat in match.to_move:
            if seat == move.seat or seat not in waited:
                asked[seat] = number
    return asked


def asked_anew(places: Sequence[Place], since: Sequence[int]) -> list[Place]:
    """Return places with when each seat was last asked; a draft that answers an earlier question is dropped."""
    return [
        place if begun == place.since else replace(place, since=begun, draft=())
        for place, begun in zip(places, since, strict=True)
    ]
