"""One table at one moment: who sits there, the log, the match that follows from it, and the drafts.

A ``Seated`` never changes. Each action makes a new one from the one before, which is stored before it is shown: so
what is in memory and what is in the database cannot differ, whatever goes wrong in between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from malecon.core.errors import MaleconError, UsageError
from malecon.core.match import Match
from malecon.tables.draft import Draft, Step, carried_out, would_end
from malecon.tables.errors import NotYours, Stale, TableError, Unplayable
from malecon.tables.header import LONGEST_ID, Header, is_id

LONGEST_MOVE = 200
"""Letters of a notation; the games' own are shorter."""


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person, or a computer player of a level. ``name`` is what the others read."""

    name: str
    person: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """A move in the log, with the id under which it was sent."""

    seat: int
    notation: str
    id: str


@dataclass(frozen=True, slots=True)
class Place:
    """What there is of a seat besides the log.

    Attributes:
        since: moves that were in the log when the seat was last asked; a draft belongs to one question.
        changes: how often the draft was changed or carried out; it only grows, so no mark is there twice.
        draft: what is not confirmed.
        seen: moves that were in the log at the last look; ``None`` before the first.
    """

    since: int = 0
    changes: int = 0
    draft: Draft = ()
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class Seated:
    """A table with all that is known of it.

    Attributes:
        header: what it was begun with.
        sitters, places: by seat.
        match: the position, without any draft; never to be changed.
        log: all moves.
    """

    header: Header
    sitters: tuple[Sitter, ...]
    match: Match
    log: tuple[Move, ...]
    places: tuple[Place, ...]

    @property
    def number(self) -> int:
        """How many moves are in the log."""
        return len(self.log)

    @property
    def looks(self) -> Mapping[int, int]:
        """By seat, how many moves were in the log at its last look; without those that have not looked yet."""
        return {seat: place.seen for seat, place in enumerate(self.places) if place.seen is not None}

    @property
    def opening(self) -> tuple[int, str] | None:
        """Key and salt, with which the commitment can be checked, when the game is over."""
        return (self.header.key, self.header.salt) if self.match.over else None

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats of a person; several on one device, none for who only watches."""
        return tuple(seat for seat, sitter in enumerate(self.sitters) if person and sitter.person == person)

    def computers_to_move(self) -> tuple[int, ...]:
        """Return the seats of computer players that are awaited."""
        return tuple(seat for seat in self.match.to_move if self.sitters[seat].level is not None)

    def ahead(self, seat: int) -> tuple[Match, Draft]:
        """Return the match as ``seat`` sees it, with its draft carried out as far as it may be, and the draft."""
        draft = self.places[seat].draft
        return carried_out(self.match, seat, draft) if draft else (self.match, draft)

    def mark(self, seat: int) -> str:
        """Return what an action of ``seat`` must name to be meant for what the seat is asked now.

        Secret choices of others do not change it, every action of the seat itself does.
        """
        place = self.places[seat]
        return f"{place.since}.{place.changes}"

    def knows(self, seat: int, move_id: str) -> bool:
        """Tell whether an action was taken in before, so that sending it again does no harm."""
        known = {move.id for move in self.log if move.seat == seat} | {step.id for step in self.places[seat].draft}
        return move_id in known

    def check_seat(self, person: str | None, seat: int) -> None:
        """Refuse a seat that is not the person's.

        Raises:
            NotYours: it belongs to somebody else, or to nobody.
        """
        if seat not in self.seats_of(person):
            raise NotYours(f"seat {seat + 1} is not yours")

    def check_mark(self, seat: int, mark: str) -> None:
        """Refuse an action that was meant for another position.

        Raises:
            Stale: the position has changed since.
        """
        if mark != self.mark(seat):
            raise Stale("the position has changed since; look again")

    def with_step(self, seat: int, notation: str, move_id: str, *, quick: bool = False) -> "Seated":
        """Return the table with one more step in the draft of ``seat``; if ``quick``, a turn that ends is confirmed.

        Raises:
            IllegalMove, ParseError, UsageError: the move cannot be made.
            TableError: a step waits for its confirmation.
        """
        if not is_id(move_id):
            raise UsageError(f"id: is {move_id[:LONGEST_ID]!r}, but must be 1 to {LONGEST_ID} letters, digits, - or _")
        if len(notation) > LONGEST_MOVE:
            raise UsageError(f"move: is {len(notation)} letters long, but must be at most {LONGEST_MOVE}")
        ahead, draft = self.ahead(seat)
        if draft and draft[-1].held:
            raise TableError("confirm your turn, or take the last step back")
        read = ahead.game.notation
        notation = read.format(read.parse(notation))
        step = Step(notation, move_id, held=would_end(ahead, seat, notation))
        if step.held and quick:
            return self.moved(seat, (*draft, step))
        return self.with_draft(seat, (*draft, step))

    def without_last(self, seat: int) -> "Seated":
        """Return the table without the last step in the draft of ``seat``.

        Raises:
            TableError: there is none.
        """
        _, draft = self.ahead(seat)
        if not draft:
            raise TableError("there is nothing to take back")
        return self.with_draft(seat, draft[:-1])

    def confirmed(self, seat: int) -> "Seated":
        """Return the table with the draft of ``seat`` in the log.

        Raises:
            TableError: the turn is not finished.
        """
        _, draft = self.ahead(seat)
        if not draft or not draft[-1].held:
            raise TableError("your turn is not finished yet")
        return self.moved(seat, draft)

    def with_draft(self, seat: int, draft: Draft) -> "Seated":
        """Return the table with another draft of ``seat``."""
        place = self.places[seat]
        return self._with_place(seat, replace(place, changes=place.changes + 1, draft=draft))

    def with_look(self, seat: int) -> "Seated":
        """Return the table with all moves seen by ``seat``; the same one if they were."""
        place = self.places[seat]
        return self if place.seen == self.number else self._with_place(seat, replace(place, seen=self.number))

    def moved(self, seat: int, steps: Sequence[Step]) -> "Seated":
        """Return the table after moves of ``seat``, whose draft is done with; the drafts of others stay.

        Raises:
            IllegalMove, ParseError: a move cannot be made.
        """
        match, moves = self.match.copy(), [Move(seat, step.notation, step.id) for step in steps]
        since = follow(match, moves, [place.since for place in self.places])
        places = asked_anew(self.places, since)
        places[seat] = replace(places[seat], changes=places[seat].changes + 1, draft=())
        return replace(self, match=match, log=(*self.log, *moves), places=tuple(places))

    def _with_place(self, seat: int, place: Place) -> "Seated":
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))


def follow(match: Match, moves: Sequence[Move], since: Sequence[int]) -> list[int]:
    """Play moves, in place, and return by seat how many moves the match had when the seat was last asked.

    A seat that goes on being awaited while others choose in secret has not been asked anew.

    Args:
        since: what is to be returned, before these moves.

    Raises:
        IllegalMove, ParseError, UsageError: a move cannot be made.
    """
    asked, number = list(since), len(match.moves)
    for move in moves:
        waited = match.to_move
        match.play(move.seat, move.notation)
        number += 1
        for seat in match.to_move:
            if seat == move.seat or seat not in waited:
                asked[seat] = number
    return asked


def rebuilt(header: Header, sitters: Sequence[Sitter], log: Sequence[Move], stored: Sequence[Place]) -> Seated:
    """Return a table from what is stored; what is no longer possible of a draft is dropped.

    Raises:
        Unplayable: the game or its rules are not here, or the log is damaged.
    """
    match = header.begin()
    try:
        match.names = {seat: sitter.name for seat, sitter in enumerate(sitters)}
        since = follow(match, log, [0] * header.seats)
    except MaleconError as error:
        raise Unplayable(f"the log of the table is damaged: {error}") from None
    places = []
    for seat, place in enumerate(asked_anew(stored, since)):
        draft = carried_out(match, seat, place.draft)[1] if place.draft else ()
        places.append(replace(place, draft=draft))
    return Seated(header, tuple(sitters), match, tuple(log), tuple(places))


def asked_anew(places: Sequence[Place], since: Sequence[int]) -> list[Place]:
    """Return places with when each seat was last asked; a draft that answers an earlier question is dropped."""
    return [
        place if begun == place.since else replace(place, since=begun, draft=())
        for place, begun in zip(places, since, strict=True)
    ]
