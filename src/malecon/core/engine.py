"""The engine of a game as generic code knows it: its events, and the parts that it offers.

A game declares a class for each kind of event: the rules write rows of numbers into the journal, and ``Chronicle``
converts them into objects of these classes. ``core.contract`` says what the modules of an engine answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self

import msgspec
import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

from malecon.core import AnyState, PlainData
from malecon.core.errors import UsageError
from malecon.core.fields import AnyDtype
from malecon.core.message import N_

if TYPE_CHECKING:
    from malecon.core.contract import Journal
    from malecon.core.ledger import Ledger
    from malecon.core.observation import Schema
    from malecon.core.question import QuestionTable

Rows = NDArray[np.int16]
"""Rows of the journal."""


NUMBERS = 3
"""Of a row of the journal, besides kind and seat."""
UNKNOWN = -(2**15)
"""Stands for a secret number in a row, for those who may not know it."""
Word = Callable[[int], int | str]
"""Converts a number of the journal into the value of an event's field."""


class Event(msgspec.Struct, frozen=True, cache_hash=True):
    """One effect of a move. ``seat`` is the player it is about, from 0, or ``None``."""

    secret: ClassVar[tuple[str, ...]] = ()
    """Fields that only ``seat`` may see; they are ``None`` for all others."""
    reveals: ClassVar[bool] = False
    """The event shows hidden information."""
    passes: ClassVar[bool] = False
    """The event ends a player's turn. A move with such an event, or with one that ``reveals``, is not taken back."""
    announces: ClassVar[bool] = False
    """The event only begins what the events after it are."""

    seat: int | None

    def seen_by(self, viewer: int | None) -> Self:
        """Return the event as ``viewer`` may know it (``None``: a spectator)."""
        if not self.secret or (viewer is not None and viewer == self.seat):
            return self
        return msgspec.structs.replace(self, **dict.fromkeys(self.secret))


class RoundBeginning(Event, frozen=True):
    """A round begins; a game derives its own event from it.

    Attributes:
        number: of the round, from 1.
    """

    number: int


class Chronicle:
    """Converts rows of the journal into a game's events."""

    def __init__(self, kinds: Sequence[type[Event]], words: Mapping[str, Word]) -> None:
        """``kinds``: the classes, by the number of a row's kind. ``words``: by field, the conversion of its number."""
        self.kinds = tuple(kinds)
        self._words = [
            tuple(words.get(name, int) for name in kind.__struct_fields__ if name != "seat") for kind in kinds
        ]
        self._is_secret = np.zeros((len(kinds), NUMBERS), bool)
        for number, kind in enumerate(kinds):
            names = [name for name in kind.__struct_fields__ if name != "seat"]
            self._is_secret[number, [names.index(name) for name in kind.secret]] = True

    def read(self, journal: "Journal") -> tuple[Event, ...]:
        """Return the events of an open journal, in order."""
        return self.read_rows(journal.rows[: int(journal.count)].tolist())

    def read_rows(self, rows: Sequence[Sequence[int]]) -> tuple[Event, ...]:
        """Return the events of journal rows, in order."""
        return tuple(map(self._event, rows))

    def rows_seen_by(self, rows: Rows, viewer: int) -> Rows:
        """Return journal rows (int16 ``[n, 5]``) as ``viewer`` (-1: a spectator) may know them, like their events."""
        seen = rows.copy()
        hidden = self._is_secret[seen[:, 0]] & ((seen[:, 1] != viewer) | (viewer < 0))[:, None]
        seen[:, 2:][hidden] = UNKNOWN
        return seen

    def _event(self, row: Sequence[int]) -> Event:
        kind, seat, *numbers = row
        facts = [word(number) for word, number in zip(self._words[kind], numbers, strict=False)]
        return self.kinds[kind](None if seat < 0 else seat, *facts)


State = TypeVar("State", default=AnyState)
"""The record of a game's engine."""
View = TypeVar("View", default=Any)
"""What a viewer may know of it."""


def _no_remark(event: Event) -> str:
    return ""


def _no_position(position: object) -> Any:
    """Refuse to write or read a position, for a game that begins with its set-up only."""
    raise UsageError(N_("Positions of this game cannot be set up by hand."))


@dataclass(frozen=True, slots=True, eq=False)
class Engine(Generic[State, View]):
    """The rules of a game.

    Attributes:
        answers: the modules with the game's answers to the contract, which register them (``core.jit.register``).
        state: dtype of the record, which has the fields ``seats`` and ``version``.
        questions: all that the game asks, with the notation of all moves.
        longest: no game has more decisions.
        chronicle: turns the journal into events.
        new_state: a table before the set-up, from seats, version and options, checked.
        seen_by: what a viewer may know of a state.
        write_position, read_position, position_type: a state as plain data, and back, checked; its structure. A game
            has all of them, or begins with its set-up only.
        remark: what a record says about an event, or nothing.
        observation: the names, shapes and ranges of the numbers that ``contract.observe`` writes; ``None`` without it.
        value_features: the names of the numbers that ``contract.value_features`` writes.
        ledger: what events bring to whom, by which moves are explained; ``None`` if they are not.
        foresee: a copy after an action of a seat alone, without what follows and what is new, and how many events that
            brings; ``None`` if it can only be told when it is done.
    """

    answers: tuple[ModuleType, ...]
    state: AnyDtype
    questions: "QuestionTable[Any]"
    longest: int
    chronicle: Chronicle
    new_state: Callable[..., State]
    seen_by: Callable[[State, int | None], View]
    write_position: Callable[[State], PlainData] = _no_position
    read_position: Callable[[object], State] = _no_position
    position_type: type[msgspec.Struct] | None = None
    observation: "Schema | None" = None
    value_features: tuple[str, ...] = ("points",)
    remark: Callable[[Event], str] = _no_remark
    foresee: Callable[[State, int, int], tuple[State, int | None]] | None = None
    ledger: "Ledger | None" = None

    def __post_init__(self) -> None:
        """Check that the contract is answered."""
        from malecon.core.contract import unanswered  # which loads the compiler

        if names := unanswered(self.state):
            modules = ", ".join(module.__name__ for module in self.answers)
            raise TypeError(f"{modules}: no answer to the contract's {', '.join(names)}")
