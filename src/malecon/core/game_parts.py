"""The parts of a game: its name, its options, its engine, and what computer players read, each loaded when asked for.

``core.game`` begins a match of them, ``presentation.playable_game`` adds what shows a game. What needs the compiler is
imported where it is used: help and options come without it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic

import msgspec

from malecon.core import Options, PlainData
from malecon.core.data import folder_of
from malecon.core.engine import Ai, Engine, State, View
from malecon.core.errors import IllegalMove, check_known
from malecon.core.fields import AnyDtype
from malecon.core.options import Line, Option, read_lines, write_lines
from malecon.core.process import gc_paused

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from malecon.core.actions import Actions
    from malecon.core.engine import Chronicle, Event
    from malecon.core.notation import Notation
    from malecon.core.observation import Schema


class GameParts(ABC, Generic[State, View]):
    """One game: what it is called, its options, its engine, and what computer players read of it.

    Attributes:
        name: its name in commands and records, and of its folder.
        versions: of the rules that can be played, the oldest first; one is added only when behaviour moves. New games
            are played by the last, older ones go on by their own.
        seats: how many players it takes.
        options: what else can be chosen; keywords of ``start``.
        turn_ends: moves that do nothing but end a turn, which therefore need no confirmation.
    """

    name: str
    versions: range = range(1, 2)
    seats: range
    options: tuple[Option, ...] = ()
    turn_ends: frozenset[str] = frozenset()

    def __reduce__(self) -> str:
        """Pickle the game by its name, and copy it as itself: it is ``GAME`` in its module."""
        return "GAME"

    @abstractmethod
    def load_engine(self) -> Engine[State, View]:
        """Import the module of the rules, and return them."""

    @abstractmethod
    def load_ai(self) -> Ai:
        """Import the module of what computer players read, and return it."""

    @cached_property
    def engine(self) -> Engine[State, View]:
        """The rules."""
        with gc_paused():
            return self.load_engine()

    @cached_property
    def ai(self) -> Ai:
        """The numbers that computer players read."""
        return self.load_ai()

    @property
    def folder(self) -> "Traversable":
        """The folder in which all of the game lies."""
        return folder_of(self.name)

    @cached_property
    def state(self) -> AnyDtype:
        """Dtype of the engine's record."""
        return self.engine.state

    @cached_property
    def notation(self) -> "Notation":
        """Reads and writes moves."""
        return self.engine.questions.notation

    @cached_property
    def actions(self) -> "Actions":
        """All moves by number, with names, and as answers to questions."""
        return self.engine.questions.actions

    @cached_property
    def longest(self) -> int:
        """A bound: no game has more decisions."""
        return self.engine.longest

    @cached_property
    def chronicle(self) -> "Chronicle":
        """Turns the journal into events."""
        return self.engine.chronicle

    @cached_property
    def widest(self) -> int:
        """Most legal actions that a seat can have at once."""
        return self.engine.questions.widest

    @cached_property
    def new_state(self) -> Callable[..., State]:
        """Makes a table before the set-up, from seats, version and options."""
        return self.engine.new_state

    @cached_property
    def seen_by(self) -> Callable[[State, int | None], View]:
        """The function that returns a viewer's view of a state (``seen_by``)."""
        return self.engine.seen_by

    @cached_property
    def write_position(self) -> Callable[[State], PlainData]:
        """Writes a state as plain data."""
        return self.engine.write_position

    @cached_property
    def read_position(self) -> Callable[[object], State]:
        """Reads plain data as a state, checked."""
        return self.engine.read_position

    @cached_property
    def position_type(self) -> type[msgspec.Struct] | None:
        """The structure of a position as plain data; ``None`` for a game that reads none."""
        return self.engine.position_type

    @cached_property
    def refuse(self) -> Callable[[State, int, int], IllegalMove]:
        """Says why a seat may not do an action now."""
        return self.engine.questions.refuse

    @cached_property
    def remark(self) -> Callable[["Event"], str]:
        """The function that returns the remark of a record about an event."""
        return self.engine.remark

    @cached_property
    def foresee(self) -> Callable[[State, int, int], State] | None:
        """The function that returns a copy of a state after an action alone, if the game has one."""
        return self.engine.foresee

    @property
    def observation(self) -> "Schema":
        """The names, shapes and ranges of the numbers that ``contract.observe`` writes."""
        return self.ai.observation

    @property
    def value_features(self) -> tuple[str, ...]:
        """The names of the numbers that ``contract.value_features`` writes."""
        return self.ai.value_features

    def write_options(self, state: State) -> Sequence[str]:
        """Return the options of a state that differ from the default, as lines of a record."""
        return write_lines(self.options, state)

    def read_options(self, lines: Sequence[Line]) -> Options:
        """Return options from lines of ``write_options``; raise ``ParseError`` for any other line."""
        return read_lines(self.options, lines)

    @property
    def version(self) -> int:
        """The version of the rules by which new games are played."""
        return self.versions[-1]

    def check_options(self, names: Iterable[str]) -> None:
        """Raise ``UsageError`` unless the game has an option of each name."""
        check_known("option", names, [option.name for option in self.options])
