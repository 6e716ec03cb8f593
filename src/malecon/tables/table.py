"""One table at one moment: who sits there, the log, the match that follows from it, and the drafts.

A ``Seated`` never changes. Each action makes a new one from the one before, which is stored before it is shown: so
what is in memory and what is in the database cannot differ, whatever goes wrong in between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.tables.draft import Draft, Step, carried_out, would_end
from malecon.tables.errors import CHANGED, UNCONFIRMED, NotYours, Stale, TableError, Unplayable
from malecon.tables.occupant import Remark, Sitter
from malecon.tables.seat_state import Move, Place, asked_anew, follow
from malecon.tables.table_header import Header

LONGEST_MOVE = 200
"""Letters of a notation; the games' own are shorter."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A table with all that is known of it.

    Attributes:
        header: what it was begun with.
        sitters, places: by seat.
        match: the position, without any draft; never to be changed.
        log: all moves.
        version: grows with each change that is stored.
        paused: since when nobody's time runs and nobody moves; ``None`` while it goes on.
        closed: why it ended before its end; empty for all others.
        said: the newest things said, the oldest of them first.
    """

    header: Header
    sitters: tuple[Sitter, ...]
    match: Match
    log: tuple[Move, ...]
    places: tuple[Place, ...]
    version: int = 0
    paused: int | None = None
    closed: str = ""
    said: tuple[Remark, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken, so that the game can go on."""
        return not any(sitter.is_free for sitter in self.sitters)

    @property
    def goes_on(self) -> bool:
        """Whether moves can be made."""
        return self.is_full and not self.closed and self.paused is None and not self.match.over

    @property
    def is_done(self) -> bool:
        """Whether nothing more will happen: the game is over, or the table was closed."""
        return self.match.over or bool(self.closed)

    @property
    def awaited(self) -> tuple[int, ...]:
        """The seats that are to move; none while the table waits or is done with."""
        return self.match.to_move if self.goes_on else ()

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

    def record(self) -> str:
        """Return the game as a text that ``malecon.replay`` reads; it tells how to check the commitment.

        Raises:
            TableError: the game goes on, and its record would tell what is hidden.
        """
        if self.opening is None:
            raise TableError(N_("The record can be read when the game is over."))
        key, salt = self.opening
        remark = f"the SHA-256 of '{key} {salt}' was shown before the first move: {self.header.commitment}"
        return f"{self.match.record()}# {remark}\n"

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats of a person; several on one device, none for who only watches."""
        return tuple(seat for seat, sitter in enumerate(self.sitters) if person and sitter.person == person)

    def computers_to_move(self) -> tuple[int, ...]:
        """Return the seats of computer players that are awaited."""
        return tuple(seat for seat in self.awaited if self.sitters[seat].playing is not None)

    def persons_to_move(self) -> tuple[int, ...]:
        """Return the seats of people that are awaited."""
        return tuple(seat for seat in self.awaited if self.sitters[seat].playing is None)

    def ahead(self, seat: int) -> tuple[Match, Draft]:
        """Return the match as ``seat`` sees it, with its draft carried out as far as it may be, and the draft."""
        draft = self.places[seat].draft
        return carried_out(self.match, seat, draft) if draft else (self.match, draft)

    def mark(self, seat: int) -> str:
        """Return what an action of ``seat`` must name to be meant for what the seat is asked now.

        Secret choices of others do not change it, every action of the seat itself does.
        """
        return self.places[seat].mark

    def check_seat(self, person: str | None, seat: int) -> None:
        """Refuse a seat that is not the person's.

        Raises:
            NotYours: it belongs to somebody else, or to nobody.
        """
        if seat not in self.seats_of(person):
            raise NotYours(N_("Seat {number} is not yours."), number=seat + 1)

    def check_going_on(self, seat: int) -> None:
        """Refuse a move while the table waits, or while a computer player stands in.

        Raises:
            TableError: nobody moves now, or not the person.
        """
        if not self.is_full:
            raise TableError(N_("The game begins when every seat is taken."))
        if self.closed:
            raise TableError(N_("This table was ended; nobody can move any more."))
        if self.paused is not None:
            raise TableError(N_("The game pauses; go on with it first."))
        if self.sitters[seat].substitute is not None:
            raise TableError(N_("A computer player stands in for you; take your seat back first."))

    def check_mark(self, seat: int, mark: str) -> None:
        """Refuse an action that was meant for another position.

        Raises:
            Stale: the position has changed since.
        """
        if mark != self.mark(seat):
            raise Stale(CHANGED)

    def with_step(self, seat: int, notation: str, move_id: str, *, quick: bool = False) -> "Seated":
        """Return the table with one more step in the draft of ``seat``; if ``quick``, a turn that ends is confirmed.

        Raises:
            IllegalMove, ParseError, UsageError: the move cannot be made.
            TableError: a step waits for its confirmation.
        """
        if len(notation) > LONGEST_MOVE:
            raise UsageError(f"move: is {len(notation)} letters long, but must be at most {LONGEST_MOVE}")
        ahead, draft = self.ahead(seat)
        if draft and draft[-1].held:
            raise TableError(UNCONFIRMED)
        self._check_new(seat, draft, move_id)
        read = ahead.game.notation
        notation = read.format(read.parse(notation))
        step = Step(notation, move_id, held=would_end(ahead, seat, notation))
        if step.held and quick:
            return self.with_look(seat).moved(seat, (*draft, step))
        return self._with_draft(seat, (*draft, step))

    def without_last(self, seat: int) -> "Seated":
        """Return the table without the last step in the draft of ``seat``.

        Raises:
            TableError: there is none.
        """
        _, draft = self.ahead(seat)
        if not draft:
            raise TableError(N_("There is nothing to take back."))
        return self._with_draft(seat, draft[:-1])

    def confirmed(self, seat: int) -> "Seated":
        """Return the table with the draft of ``seat`` in the log; whoever ends a turn has read what came before it.

        Raises:
            TableError: the turn is not finished.
        """
        _, draft = self.ahead(seat)
        if not draft or not draft[-1].held:
            raise TableError(N_("Your turn is not finished yet."))
        return self.with_look(seat).moved(seat, draft)

    def moved(self, seat: int, steps: Sequence[Step]) -> "Seated":
        """Return the table after moves of ``seat``, whose draft is done with; the drafts of others stay.

        Raises:
            IllegalMove, ParseError: a move cannot be made.
        """
        match, moves = self.match.copy(), [Move(seat, step.notation, step.id) for step in steps]
        since = follow(match, moves, [place.since for place in self.places])
        places = asked_anew(self.places, since)
        places[seat] = places[seat].with_draft(())
        return replace(self, match=match, log=(*self.log, *moves), places=tuple(places))

    def having_acted(self, seat: int, action: str) -> "Seated":
        """Return the table with ``action`` noted as the last of ``seat``."""
        return self._with_place(seat, replace(self.places[seat], acted=action))

    def with_look(self, seat: int) -> "Seated":
        """Return the table with all moves seen by ``seat``; the same one if they were."""
        place = self.places[seat]
        return self if place.seen == self.number else self._with_place(seat, replace(place, seen=self.number))

    def with_sitter(self, seat: int, sitter: Sitter) -> "Seated":
        """Return the table with somebody else on ``seat``, or otherwise called; the same one if nothing differs."""
        if sitter == self.sitters[seat]:
            return self
        sitters = (*self.sitters[:seat], sitter, *self.sitters[seat + 1 :])
        match = self.match.copy()
        match.names = names_of(sitters)
        return replace(self, sitters=sitters, match=match)

    def _check_new(self, seat: int, draft: Draft, move_id: str) -> None:
        used = {move.id for move in self.log if move.seat == seat} | {step.id for step in draft}
        if move_id in used:
            raise UsageError(f"id: is {move_id!r}, but must be one that the seat has not used yet")

    def _with_draft(self, seat: int, draft: Draft) -> "Seated":
        return self._with_place(seat, self.places[seat].with_draft(draft))

    def _with_place(self, seat: int, place: Place) -> "Seated":
        return replace(self, places=(*self.places[:seat], place, *self.places[seat + 1 :]))


def names_of(sitters: Sequence[Sitter]) -> dict[int, str]:
    """Return the names as a match knows them."""
    return {seat: sitter.name for seat, sitter in enumerate(sitters) if not sitter.is_free}


def rebuilt(header: Header, sitters: Sequence[Sitter], log: Sequence[Move], stored: Sequence[Place]) -> Seated:
    """Return a table from what is stored; what is no longer possible of a draft is dropped.

    Raises:
        Unplayable: the game or its rules are not here, or the log is damaged.
    """
    match = header.begin()
    try:
        match.names = names_of(sitters)
        since = follow(match, log, [0] * header.seats)
    except MaleconError as error:
        raise Unplayable(f"the log of the table is damaged: {error}") from None
    places = []
    for seat, place in enumerate(asked_anew(stored, since)):
        draft = carried_out(match, seat, place.draft)[1] if place.draft else ()
        places.append(replace(place, draft=draft))
    return Seated(header, tuple(sitters), match, tuple(log), tuple(places))
