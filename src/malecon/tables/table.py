"""One table at one moment: who sits there, the log, the match that follows from it, and the drafts.

A ``Table`` never changes. Each action makes a new one from the one before, which is stored before it is shown: so
what is in memory and what is in the database cannot differ, whatever goes wrong in between.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.tables import NotYours, TableError
from malecon.tables.draft import Draft, Preview, Step, play_draft, with_more
from malecon.tables.ratings import RatingChange
from malecon.tables.seat import Move, Occupant, SeatState, note_questions, play_moves, player_names, with_questions
from malecon.tables.table_header import TableHeader

STILL_SECRET = N_("The record can be read when the game is over.")


@dataclass(frozen=True, slots=True)
class Remark:
    """A remark of the chat; times are milliseconds since 1970, ``reported_at`` that of the first report.

    Those of players are numbered from 0 up, those of spectators from -1 down: so no gap tells players of them.
    """

    number: int
    person: str | None
    name: str
    text: str
    sent_at: int
    reported_at: int | None = None

    @property
    def is_of_spectator(self) -> bool:
        """Whether its author did not sit at the table."""
        return self.number < 0


@dataclass(frozen=True)
class Table:
    """A table at one moment, immutable; what follows from it is computed once.

    Attributes:
        header: game, options, key and settings.
        occupants, seat_states: by seat.
        match: the position, without any draft; never to be changed.
        log: all moves.
        version: grows with each change that is stored.
        paused: since when nobody's time runs and nobody moves; ``None`` while it goes on.
        closed: why it ended before its end; empty for all others.
        rematch: the id of the table at which its people play again; ``None`` before.
        remarks: the newest remarks of its people, the oldest of them first.
        spectators_remarks: those of spectators, in the same way.
        rating_changes: by seat, what the game has made of the ratings; empty if it does not count, or goes on.
        presence: by seat, whether its person is ``here``, ``away`` or ``gone``; empty if nobody has looked. Not stored.
        previews: by seat, what ``preview`` has returned last, with what it was made from.
    """

    header: TableHeader
    occupants: tuple[Occupant, ...]
    match: Match
    log: tuple[Move, ...]
    seat_states: tuple[SeatState, ...]
    version: int = 0
    paused: int | None = None
    closed: str = ""
    rematch: str | None = None
    remarks: tuple[Remark, ...] = ()
    spectators_remarks: tuple[Remark, ...] = ()
    rating_changes: tuple[RatingChange, ...] = ()
    presence: tuple[str, ...] = field(default=(), compare=False)
    previews: dict[int, Preview] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def is_full(self) -> bool:
        """Whether every seat is taken, so that the game can go on."""
        return not any(occupant.is_free for occupant in self.occupants)

    @cached_property
    def is_running(self) -> bool:
        """Whether moves can be made."""
        return self.is_full and not self.is_done and self.paused is None

    @cached_property
    def resigned_seats(self) -> frozenset[int]:
        """The seats whose person has resigned."""
        return frozenset(seat for seat, state in enumerate(self.seat_states) if state.resigned_at is not None)

    @cached_property
    def is_given_up(self) -> bool:
        """Whether the game is over because so many have resigned: one seat is left, or none of a person."""
        return bool(self.resigned_seats) and self.is_given_up_without(self.resigned_seats)

    def is_given_up_without(self, seats: frozenset[int]) -> bool:
        """Tell whether only one seat is left without some, or none of a person."""
        left = [occupant for seat, occupant in enumerate(self.occupants) if seat not in seats]
        return len(left) < 2 or not any(occupant.person for occupant in left)

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended with a result."""
        return self.match.over or self.is_given_up

    @cached_property
    def is_done(self) -> bool:
        """Whether nothing more will happen: the game is over, or the table was closed."""
        return self.is_over or bool(self.closed)

    @cached_property
    def seats_to_move(self) -> tuple[int, ...]:
        """The seats that are to move; none while the table waits or is done with."""
        return self.match.to_move if self.is_running else ()

    @cached_property
    def playing_seats(self) -> tuple[int, ...]:
        """The seats of persons for whom no computer player stands in."""
        seats = enumerate(self.occupants)
        return tuple(seat for seat, occupant in seats if occupant.person and not occupant.active_level)

    @property
    def move_count(self) -> int:
        """How many moves are in the log."""
        return len(self.log)

    @property
    def seen_moves(self) -> Mapping[int, int]:
        """By seat, the number of moves that its person has seen; without seats that have not seen the table yet."""
        return {seat: state.seen_moves for seat, state in enumerate(self.seat_states) if state.seen_moves is not None}

    @property
    def key_and_salt(self) -> tuple[int, str] | None:
        """Key and salt, with which the commitment can be checked, when the game is over."""
        return (self.header.key, self.header.salt) if self.is_over else None

    def record(self) -> str:
        """Return the game as a text that ``malecon.replay`` reads; it tells how to check the commitment.

        Raises:
            TableError: the game goes on, and its record would tell what is hidden.
        """
        if self.key_and_salt is None:
            raise TableError(STILL_SECRET)
        key, salt = self.key_and_salt
        remark = f"the SHA-256 of '{key} {salt}' was shown before the first move: {self.header.commitment}"
        given_up = "".join(
            f"# seat {seat + 1} resigned after move {self.seat_states[seat].resigned_at}\n"
            for seat in sorted(self.resigned_seats)
        )
        return f"{self.match.record()}{given_up}# {remark}\n"

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats of a person; several on one device, none for who only watches."""
        return tuple(seat for seat, occupant in enumerate(self.occupants) if person and occupant.person == person)

    def computers_to_move(self) -> tuple[int, ...]:
        """Return the seats of computer players that are awaited."""
        return tuple(seat for seat in self.seats_to_move if self.occupants[seat].active_level is not None)

    def persons_to_move(self) -> tuple[int, ...]:
        """Return the seats of people that are awaited."""
        return tuple(seat for seat in self.seats_to_move if self.occupants[seat].active_level is None)

    def preview(self, seat: int) -> tuple[Match, Draft]:
        """Return the match as ``seat`` sees it, with its draft carried out as far as it may be, and the draft.

        The match is never to be changed.
        """
        draft = self.seat_states[seat].draft
        if not draft:
            return self.match, draft
        known = self.previews.get(seat)
        if known is None or known.match is not self.match or known.draft != draft:
            known = self.previews[seat] = Preview(self.match, draft, *play_draft(self.match, seat, draft))
        return known.ahead, known.steps

    def revision(self, seat: int) -> str:
        """Return the revision of the question to a seat, which an action must name.

        Secret choices of others do not change it, every action of the seat itself does.
        """
        return self.seat_states[seat].revision

    def check_seat(self, person: str | None, seat: int) -> None:
        """Refuse a seat that is not the person's.

        Raises:
            NotYours: it belongs to somebody else, or to nobody.
        """
        if seat not in self.seats_of(person):
            raise NotYours(N_("Seat {number} is not yours."), number=seat + 1)

    def check_running(self, seat: int) -> None:
        """Refuse a move while the table waits, or while a computer player stands in.

        Raises:
            TableError: nobody moves now, or not the person.
        """
        if not self.is_full:
            raise TableError(N_("The game begins when every seat is taken."))
        if self.closed or self.is_given_up:
            raise TableError(N_("This table was ended; nobody can move any more."))
        if self.paused is not None:
            raise TableError(N_("The game pauses; go on with it first."))
        if self.occupants[seat].substitute is not None:
            raise TableError(N_("A computer player stands in for you; take your seat back first."))

    def with_step(self, seat: int, notation: str, move_id: str, *more: str, quick: bool = False) -> "Table":
        """Return the table with one more step in the draft of ``seat``; if ``quick``, a turn that ends is confirmed.

        ``more``: further moves of the same action; all of them become steps, or none.

        Raises:
            IllegalMove, ParseError, UsageError: a move cannot be made.
            TableError: a step waits for its confirmation.
        """
        ahead, draft = self.preview(seat)
        steps, after, done = with_more(draft, ahead, seat, (notation, *more), move_id)
        self._check_new(seat, draft, move_id)
        if steps[-1].held and (quick or steps[-1].notation in self.match.game.turn_ends):
            return self.with_moves(seat, steps, done if len(steps) == 1 else None).with_moves_seen(seat)
        self.previews[seat] = Preview(self.match, steps, after, steps)
        return self._with_draft(seat, steps)

    def with_last_step_held(self, seat: int) -> "Table":
        """Return the table at which the last step of ``seat`` waits for its confirmation, even if the turn goes on."""
        draft = self.seat_states[seat].draft
        if not draft:
            return self
        ahead, _ = play_draft(self.match, seat, draft[:-1])
        held = (*draft[:-1], replace(draft[-1], held=True))
        return replace(self, previews={**self.previews, seat: Preview(self.match, draft, ahead, held)})

    def without_last_step(self, seat: int) -> "Table":
        """Return the table without the last step in the draft of ``seat``, and the others of the same action.

        Raises:
            TableError: there is none.
        """
        _, draft = self.preview(seat)
        if not draft:
            raise TableError(N_("There is nothing to take back."))
        return self._with_draft(seat, tuple(step for step in draft if step.action_id != draft[-1].action_id))

    def with_draft_confirmed(self, seat: int) -> "Table":
        """Return the table with the draft of ``seat`` in the log; whoever ends a turn sees what comes of it.

        Raises:
            TableError: the turn is not finished.
        """
        _, draft = self.preview(seat)
        if not draft or not draft[-1].held:
            raise TableError(N_("Your turn is not finished yet."))
        return self.with_moves(seat, draft).with_moves_seen(seat)

    def with_moves(self, seat: int, steps: Sequence[Step], done: Match | None = None) -> "Table":
        """Return the table after moves of ``seat``, whose draft is done with; the drafts of others stay.

        ``done``: the match after the only move, which is then not carried out again.

        Raises:
            IllegalMove, ParseError: a move cannot be made.
        """
        match, moves = done or self.match.copy(), [Move(seat, step.notation, step.id) for step in steps]
        since = [state.asked_after for state in self.seat_states]
        if done is None:
            since = play_moves(match, moves, since)
        else:
            note_questions(since, match, seat, self.match.to_move)
        states = with_questions(self.seat_states, since)
        states[seat] = states[seat].with_draft(())
        return replace(self, match=match, log=(*self.log, *moves), seat_states=tuple(states))

    def with_action(self, seat: int, action: str) -> "Table":
        """Return the table with ``action`` noted as the last of ``seat``."""
        return self._with_seat_state(seat, replace(self.seat_states[seat], last_action=action))

    def with_moves_seen(self, seat: int) -> "Table":
        """Return the table with all moves seen by ``seat``; the same one if they were."""
        state = self.seat_states[seat]
        return (
            self
            if state.seen_moves == self.move_count
            else self._with_seat_state(seat, replace(state, seen_moves=self.move_count))
        )

    def with_occupant(self, seat: int, occupant: Occupant) -> "Table":
        """Return the table with somebody else on ``seat``, or otherwise called; the same one if nothing differs."""
        if occupant == self.occupants[seat]:
            return self
        occupants = (*self.occupants[:seat], occupant, *self.occupants[seat + 1 :])
        match = self.match.copy()
        match.names = player_names(occupants)
        return replace(self, occupants=occupants, match=match)

    def _check_new(self, seat: int, draft: Draft, move_id: str) -> None:
        used = {move.id for move in self.log if move.seat == seat} | {step.id for step in draft}
        if move_id in used:
            raise UsageError(f"id: is {move_id!r}, but must be one that the seat has not used yet")

    def _with_draft(self, seat: int, draft: Draft) -> "Table":
        return self._with_seat_state(seat, self.seat_states[seat].with_draft(draft))

    def _with_seat_state(self, seat: int, state: SeatState) -> "Table":
        return replace(self, seat_states=(*self.seat_states[:seat], state, *self.seat_states[seat + 1 :]))
