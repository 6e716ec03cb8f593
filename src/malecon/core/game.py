"""A game as generic code knows it: its name, its options, and its parts, each loaded when it is asked for.

``core.contract`` says what the engine of a game answers; ``presentation.playable_game`` adds what shows a game.
What needs the compiler is imported where it is used: help and options come without it.
"""

import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

import numpy as np
from typing_extensions import TypeVar

from malecon.core.bounds import shortened
from malecon.core.data import folder_of
from malecon.core.errors import IllegalMove, UsageError
from malecon.core.gc_tuning import gc_paused
from malecon.core.options import Line, Option, whole

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from malecon.core.events import Chronicle, Event
    from malecon.core.match import Match
    from malecon.core.notation import Notation

State = TypeVar("State", default=Any)
"""The record of a game's engine."""
View = TypeVar("View", default=Any)
"""What a viewer may know of it."""


def no_remark(event: "Event") -> str:
    """Return no remark about an event."""
    return ""


def no_lines(state: object) -> Sequence[str]:
    """Return the lines of a game without options."""
    return ()


def no_options(lines: Sequence[Line]) -> dict[str, Any]:
    """Return the options of a game that has none."""
    if lines:
        raise UsageError(f"line {lines[0][0]}: is {shortened(lines[0][1])}, but the game has no options")
    return {}


def plain_position(state: Any) -> dict[str, Any]:
    """Return a state as plain data: each field as it is."""
    return {name: state[name].tolist() for name in state.dtype.names}


def no_position(position: object) -> Any:
    """Refuse a position, for a game that reads none."""
    raise UsageError("position: this game begins with its set-up only")


@dataclass(frozen=True, slots=True, eq=False)
class Engine(Generic[State, View]):
    """The rules of a game.

    Attributes:
        answers: the modules with the game's answers to the contract, which register them (``core.jit.register``).
        state: dtype of the record, which has the fields ``seats`` and ``version``.
        notation: reads and writes moves.
        chronicle: turns the journal into events.
        widest: most legal actions that a seat can have at once.
        new_state: a table before the set-up, from seats, version and options, checked.
        seen_by: what a viewer may know of a state.
        refuse: why a seat may not do an action now.
        write_position, read_position: a state as plain data, and back, checked.
        write_options, read_options: the options that differ from the default, as lines of a record, and back.
        remark: what a record says about an event, or nothing.
    """

    answers: tuple[ModuleType, ...]
    state: np.dtype[Any]
    notation: "Notation"
    chronicle: "Chronicle"
    widest: int
    new_state: Callable[..., State]
    seen_by: Callable[[State, int | None], View]
    refuse: Callable[[State, int, int], IllegalMove]
    write_position: Callable[[State], dict[str, Any]] = plain_position
    read_position: Callable[[object], State] = no_position
    write_options: Callable[[State], Sequence[str]] = no_lines
    read_options: Callable[[Sequence[Line]], dict[str, Any]] = no_options
    remark: Callable[["Event"], str] = no_remark

    def __post_init__(self) -> None:
        """Check that the contract is answered."""
        from malecon.core.contract import unanswered  # which loads the compiler

        if names := unanswered(self.state):
            modules = ", ".join(module.__name__ for module in self.answers)
            raise TypeError(f"{modules}: no answer to the contract's {', '.join(names)}")


@dataclass(frozen=True, slots=True, eq=False)
class Ai:
    """The numbers that computer players and learning programs read of a game.

    Attributes:
        observation: how many numbers ``contract.observe`` writes.
        value_features: the names of the numbers that ``contract.value_features`` writes.
    """

    observation: int
    value_features: tuple[str, ...]


class Game(ABC, Generic[State, View]):
    """One game: what it is called, how it begins, its engine, and what computer players read of it.

    Attributes:
        name: its name in commands and records, and of its folder.
        version: of the rules by which new games are played; it moves only when behaviour moves. Games of older
            versions, from 1 on, go on by their own.
        seats: how many players it takes.
        options: what else can be chosen; keywords of ``start``.
    """

    name: str
    version: int = 1
    seats: range
    options: tuple[Option, ...] = ()

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
    def state(self) -> np.dtype[Any]:
        """Dtype of the engine's record."""
        return self.engine.state

    @cached_property
    def notation(self) -> "Notation":
        """Reads and writes moves."""
        return self.engine.notation

    @cached_property
    def chronicle(self) -> "Chronicle":
        """Turns the journal into events."""
        return self.engine.chronicle

    @cached_property
    def widest(self) -> int:
        """Most legal actions that a seat can have at once."""
        return self.engine.widest

    @cached_property
    def new_state(self) -> Callable[..., State]:
        """Makes a table before the set-up, from seats, version and options."""
        return self.engine.new_state

    @cached_property
    def seen_by(self) -> Callable[[State, int | None], View]:
        """Tells what a viewer may know of a state."""
        return self.engine.seen_by

    @cached_property
    def write_position(self) -> Callable[[State], dict[str, Any]]:
        """Writes a state as plain data."""
        return self.engine.write_position

    @cached_property
    def read_position(self) -> Callable[[object], State]:
        """Reads plain data as a state, checked."""
        return self.engine.read_position

    @cached_property
    def refuse(self) -> Callable[[State, int, int], IllegalMove]:
        """Says why a seat may not do an action now."""
        return self.engine.refuse

    @cached_property
    def write_options(self) -> Callable[[State], Sequence[str]]:
        """Writes the options that differ from the default, as lines of a record."""
        return self.engine.write_options

    @cached_property
    def read_options(self) -> Callable[[Sequence[Line]], dict[str, Any]]:
        """Reads lines of a record as options."""
        return self.engine.read_options

    @cached_property
    def remark(self) -> Callable[["Event"], str]:
        """Says what a record remarks about an event."""
        return self.engine.remark

    @property
    def observation(self) -> int:
        """How many numbers ``contract.observe`` writes."""
        return self.ai.observation

    @property
    def value_features(self) -> tuple[str, ...]:
        """The names of the numbers that ``contract.value_features`` writes."""
        return self.ai.value_features

    @property
    def versions(self) -> range:
        """All versions of the rules that can be played, the oldest first."""
        return range(1, self.version + 1)

    def start(
        self, seats: int, seed: int | None = None, *, version: int | None = None, **options: Any
    ) -> "Match[View]":
        """Begin a match.

        Args:
            seats: how many players.
            seed: 0 to 2**64 - 1, the source of all chance; left out, a random one that nobody can guess.
            version: of the rules; left out, the newest.
            options: as ``Game.options`` tells.

        Raises:
            UsageError: something is not what the game expects.
        """
        from malecon.core import contract
        from malecon.core.journal import new_journal
        from malecon.core.match import Match
        from malecon.core.random import KEYS, signed

        key = secrets.randbelow(KEYS) if seed is None else checked_seed(seed)
        self.check_options(options)
        state = self.new_state(self._checked_seats(seats), version=version, **options)
        journal = new_journal()
        contract.start(state, signed(key), journal)
        return Match(self, state, self.chronicle.read(journal), seed=key)

    def from_position(self, position: object) -> "Match[View]":
        """Begin a match from a position (``Match.position``).

        Raises:
            UsageError: no game can come to this position.
            DataError: it has not the shape of one.
        """
        from malecon.core.match import Match

        return Match(self, self.read_position(position))

    def _checked_seats(self, seats: int) -> int:
        number = whole(seats)
        if number is None or number not in self.seats:
            raise UsageError(f"seats: is {shortened(seats)}, but must be {self.seats[0]} to {self.seats[-1]}")
        return number

    def check_options(self, names: Iterable[str]) -> None:
        """Raise ``UsageError`` unless the game has an option of each name."""
        known = [option.name for option in self.options]
        for name in names:
            if name not in known:
                raise UsageError(f"option: is {shortened(name)}, but must be one of {', '.join(known)}")


def checked_seed(seed: object) -> int:
    """Return ``seed`` if it is a key, or raise ``UsageError``."""
    from malecon.core.random import KEYS

    number = whole(seed)
    if number is None or not 0 <= number < KEYS:
        raise UsageError(f"seed: is {shortened(seed)}, but must be a whole number from 0 to {KEYS - 1}")
    return number
