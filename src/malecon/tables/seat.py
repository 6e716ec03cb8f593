"""A seat: its occupant, its question, its draft and its clock."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from malecon.agents import LEVELS, RANDOM, player_named
from malecon.core.errors import UsageError
from malecon.core.game_parts import GameParts
from malecon.core.match import Match
from malecon.tables.draft import Draft

STAND_IN = "~"
"""With what the ids of moves begin that a computer player makes in a person's place; no id that is sent has it."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """The occupant of a seat: a person, a computer player, or nobody yet.

    Attributes:
        name: what the others read; empty on a free seat.
        person: the id of the person; kept while a computer player stands in.
        level: of a computer player whose seat it is.
        invitation: the token of a free seat; the first person who shows it gets the seat.
        substitute: level of the computer player that stands in for an absent person.
    """

    name: str = ""
    person: str | None = None
    level: str | None = None
    invitation: str | None = field(default=None, repr=False)
    substitute: str | None = None

    @property
    def is_free(self) -> bool:
        """Whether nobody sits here yet."""
        return self.invitation is not None

    @property
    def is_deleted(self) -> bool:
        """Whether the person who sat here was deleted."""
        return self.person is None and self.level is None and self.invitation is None

    @property
    def active_level(self) -> str | None:
        """The level of the computer player that moves; ``None`` if a person does."""
        return self.level or self.substitute


def computer_player(occupant: Occupant, game: str) -> str:
    """Return the name of the computer player that moves for an occupant in a game, with its style; empty for none.

    One that stands in has no style, for the name is that of a person.
    """
    if occupant.level is None:
        return occupant.substitute or ""
    return player_named(occupant.level, occupant.name, game)


def player_names(occupants: Sequence[Occupant]) -> dict[int, str]:
    """Return the names as a match knows them."""
    return {seat: occupant.name for seat, occupant in enumerate(occupants) if not occupant.is_free}


def validate_level(level: str, game: GameParts) -> str:
    """Return the name of a level if there is one, and it plays the game.

    Raises:
        UsageError: that is not so.
    """
    if level not in LEVELS:
        raise UsageError(f"level: is {level!r}, but must be one of {', '.join(LEVELS)}")
    if level != RANDOM:
        game.check_guess()
    return level


@dataclass(frozen=True, slots=True)
class Move:
    """A move in the log, with the id under which it was sent."""

    seat: int
    notation: str
    id: str

    @property
    def is_by_stand_in(self) -> bool:
        """Whether a computer player made it in the place of the person on the seat; unknown of old moves."""
        return self.id.startswith(STAND_IN)


@dataclass(frozen=True, slots=True)
class SeatState:
    """A seat.

    Attributes:
        asked_after: moves that were in the log when the seat was last asked; a draft belongs to one question.
        changes: how often the draft was changed or carried out; it only grows, so no revision is used twice.
        last_action: the last action of its person, as it was sent: when it comes again it has been done.
        draft: what is not confirmed.
        seen_moves: moves that were in the log when its person last saw the table; ``None`` until it is ready.
        wish: what its person asks of the others, ``pause``, ``end`` or ``again``, or declines; else empty.
        clock_ms: milliseconds on its clock when it began to run; ``None`` without a clock.
        running_since: since when its clock runs or it is awaited, in milliseconds since 1970; else ``None``.
        resigned_at: moves that were in the log when its person resigned; ``None`` for who did not.
    """

    asked_after: int = 0
    changes: int = 0
    last_action: str = ""
    draft: Draft = ()
    seen_moves: int | None = None
    wish: str = ""
    clock_ms: int | None = None
    running_since: int | None = None
    resigned_at: int | None = None

    @property
    def revision(self) -> str:
        """The revision of the question to the seat; an action that names another one is refused."""
        return f"{self.asked_after}.{self.changes}"

    def with_draft(self, draft: Draft) -> "SeatState":
        """Return the seat with another draft and a new revision."""
        return replace(self, changes=self.changes + 1, draft=draft)


def play_moves(match: Match, moves: Sequence[Move], since: Sequence[int]) -> list[int]:
    """Play moves, in place, and return by seat the number of moves before its last question.

    A seat that goes on being awaited while others choose in secret has not been asked anew.

    Args:
        since: what is to be returned, before these moves.

    Raises:
        IllegalMove, ParseError, UsageError: a move cannot be made.
    """
    asked = list(since)
    for move in moves:
        waited = match.to_move
        match.play(move.seat, move.notation)
        note_questions(asked, match, move.seat, waited)
    return asked


def note_questions(asked: list[int], match: Match, mover: int, waited: Sequence[int]) -> None:
    """Note the questions that are asked after a move; ``waited``: the seats that were awaited before it."""
    for seat in match.to_move:
        if seat == mover or seat not in waited:
            asked[seat] = match.number


def with_questions(states: Sequence[SeatState], since: Sequence[int]) -> list[SeatState]:
    """Return the seats with the times of their questions; a draft for an earlier question is dropped."""
    return [
        state if begun == state.asked_after else replace(state, asked_after=begun, draft=())
        for state, begun in zip(states, since, strict=True)
    ]
