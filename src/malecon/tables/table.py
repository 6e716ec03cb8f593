"""One table: who sits there, the match, and the drafts. Rebuilt at any time from the log."""

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from malecon import games
from malecon.core.errors import UsageError
from malecon.core.match import Match
from malecon.tables.draft import Draft, Step, carried_out, would_end
from malecon.tables.errors import Missing, NotYours, Stale, TableError

ID_BYTES = 16
"""Random bytes of an id: 128 bits cannot be guessed."""


def new_id() -> str:
    """Return a fresh id that nobody can guess."""
    return secrets.token_urlsafe(ID_BYTES)


def commitment_to(key: int, salt: str) -> str:
    """Return what is shown of a key at the start: it binds the table to the key without telling it.

    >>> commitment_to(7, "salt")[:16]
    '9b49ac9c5d0d5bb9'
    """
    return hashlib.sha256(f"{key} {salt}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on a seat: a person, or a computer player of a level. ``name`` is what the others read."""

    name: str
    person: str | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What a table was begun with, and never changes.

    Attributes:
        id: of the table.
        game: its name.
        rules: version of the rules.
        seats: how many.
        options: lines, as in a record.
        key: source of all chance; secret until the end.
        salt: makes the commitment unguessable; secret until the end.
        created: milliseconds since 1970.
    """

    id: str
    game: str
    rules: int
    seats: int
    options: tuple[str, ...]
    key: int
    salt: str
    created: int

    @property
    def commitment(self) -> str:
        """What everybody is shown from the start, to check key and salt against at the end."""
        return commitment_to(self.key, self.salt)

    def begin(self) -> Match:
        """Return the match before its first move.

        Raises:
            TableError: this version of Malecón does not know the game or the version of its rules.
        """
        game = games.get(self.game)
        if game is None or game.version != self.rules:
            raise TableError(f"the table plays {self.game} by rules of version {self.rules}, which are not here")
        lines = list(enumerate(self.options, start=1))
        return game.start(self.seats, self.key, **game.read_options(lines))


@dataclass(slots=True)
class Seated:
    """A table with all that is known of it. ``Tables`` changes it, one action after the other.

    Attributes:
        header: what it was begun with.
        sitters: by seat.
        match: the position, from the log.
        ids: of the moves in the log, each with its number.
        drafts: by seat.
        looks: by seat, how many moves it has seen.
    """

    header: Header
    sitters: tuple[Sitter, ...]
    match: Match
    ids: dict[str, int] = field(default_factory=dict)
    drafts: dict[int, Draft] = field(default_factory=dict)
    looks: dict[int, int] = field(default_factory=dict)

    @property
    def number(self) -> int:
        """How many moves are in the log."""
        return len(self.ids)

    def seats_of(self, person: str | None) -> tuple[int, ...]:
        """Return the seats of a person; several on one device, none for who only watches."""
        return tuple(seat for seat, sitter in enumerate(self.sitters) if person and sitter.person == person)

    def check_seat(self, person: str | None, seat: int) -> None:
        """Refuse a seat that is not the person's.

        Raises:
            NotYours: it belongs to somebody else, or to nobody.
        """
        if seat not in self.seats_of(person):
            raise NotYours(f"seat {seat + 1} is not yours")

    def ahead(self, seat: int) -> tuple[Match, Draft]:
        """Return the match as ``seat`` sees it, with its draft carried out as far as it may be, and the draft."""
        draft = self.drafts.get(seat, ())
        return carried_out(self.match, seat, draft) if draft else (self.match, draft)

    def mark(self, seat: int) -> str:
        """Return what an action of ``seat`` must name to be meant for the position that is there now."""
        _, draft = self.ahead(seat)
        return f"{self.number}.{len(draft)}"

    def knows(self, seat: int, move_id: str) -> bool:
        """Tell whether an action was taken in before, so that sending it again does no harm."""
        return move_id in self.ids or any(step.id == move_id for step in self.drafts.get(seat, ()))

    def check_mark(self, seat: int, mark: str) -> None:
        """Refuse an action that was meant for another position.

        Raises:
            Stale: the position has changed since.
        """
        if mark != self.mark(seat):
            raise Stale("the position has changed since; look again")

    def with_step(self, seat: int, notation: str, move_id: str) -> Draft:
        """Return the draft of ``seat`` with one more step.

        Raises:
            IllegalMove, ParseError: the move cannot be made.
            TableError: a step waits for its confirmation.
        """
        ahead, draft = self.ahead(seat)
        if draft and draft[-1].held:
            raise TableError("confirm your turn, or take the last step back")
        return (*draft, Step(notation, move_id, held=would_end(ahead, seat, notation)))

    def without_last(self, seat: int) -> Draft:
        """Return the draft of ``seat`` without its last step.

        Raises:
            TableError: there is none.
        """
        _, draft = self.ahead(seat)
        if not draft:
            raise TableError("there is nothing to take back")
        return draft[:-1]

    def to_confirm(self, seat: int) -> Draft:
        """Return the steps of a draft that can be confirmed.

        Raises:
            TableError: the turn is not finished.
        """
        _, draft = self.ahead(seat)
        if not draft or not draft[-1].held:
            raise TableError("your turn is not finished yet")
        return draft

    def append(self, seat: int, steps: Sequence[Step]) -> None:
        """Carry out moves that are in the log now."""
        for step in steps:
            self.match.play(seat, step.notation)
            self.ids[step.id] = self.number
        self.drafts.pop(seat, None)

    def computers_to_move(self) -> tuple[int, ...]:
        """Return the seats of computer players that are awaited."""
        return tuple(seat for seat in self.match.to_move if self.sitters[seat].level is not None)


def new_header(game: str, seats: int, options: Mapping[str, object], key: int, created: int) -> Header:
    """Return the header of a new table.

    Raises:
        UsageError: there is no such game, or an option is wrong.
    """
    if game not in games:
        raise UsageError(f"game: is {game!r}, but must be one of {', '.join(games)}")
    match = games[game].start(seats, key, **options)
    lines = tuple(games[game].write_options(match.begun))
    return Header(new_id(), game, games[game].version, seats, lines, key, new_id(), created)


def without_secrets(header: Header) -> Header:
    """Return a header that may be shown before the end."""
    return replace(header, key=0, salt="")


def rebuilt(
    header: Header,
    sitters: Sequence[Sitter],
    moves: Sequence[tuple[int, str, str]],
    drafts: Mapping[int, Draft],
    looks: Mapping[int, int],
) -> Seated:
    """Return a table from what is stored: moves are seat, notation and id.

    Raises:
        Missing: the log cannot be replayed.
    """
    table = Seated(header, tuple(sitters), header.begin())
    table.match.names = {seat: sitter.name for seat, sitter in enumerate(sitters)}
    for seat, notation, move_id in moves:
        table.append(seat, [Step(notation, move_id)])
    table.drafts = dict(drafts)
    table.looks = dict(looks)
    if len(table.ids) != len(moves):
        raise Missing("the log of the table has two moves with one id")
    return table
