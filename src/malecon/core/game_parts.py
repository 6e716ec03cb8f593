"""The parts of a game: its name, its options, and its engine, which is loaded when it is asked for.

``core.game`` begins a match of them, ``presentation.playable_game`` adds what shows a game. What needs the compiler is
imported where it is used: help and options come without it.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from malecon.core import Options, PlainData
from malecon.core.data import folder_of
from malecon.core.engine import Engine, State, View
from malecon.core.errors import IllegalMove, UsageError, check_known
from malecon.core.fields import AnyDtype
from malecon.core.garbage_collection import gc_paused
from malecon.core.message import N_
from malecon.core.options import Line, Option, read_lines, write_lines

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from malecon.core.actions import Actions
    from malecon.core.engine import Chronicle, Event
    from malecon.core.ledger import Ledger
    from malecon.core.notation import Notation
    from malecon.core.observation import Schema


def _part(path: str) -> Any:
    """Return the attribute at a path from the game, looked up once."""
    return cached_property(attrgetter(path))


class GameParts(ABC, Generic[State, View]):
    """One game: what it is called, its options, its engine.

    Attributes:
        name: its name in commands and records, and of its folder.
        versions: of the rules that can be played, the oldest first; one is added only when behaviour moves. New games
            are played by the last, older ones go on by their own.
        seats: how many players it takes.
        options: what else can be chosen; keywords of ``start``.
        turn_ends: moves that do nothing but end a turn, which therefore need no confirmation.

    ``state`` and the attributes below it are those of ``engine``, and of its table of questions.
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

    @cached_property
    def engine(self) -> Engine[State, View]:
        """The rules."""
        with gc_paused():
            return self.load_engine()

    @property
    def folder(self) -> "Traversable":
        """The folder in which all of the game lies."""
        return folder_of(self.name)

    state: AnyDtype = _part("engine.state")
    new_state: Callable[..., State] = _part("engine.new_state")
    seen_by: Callable[[State, int | None], View] = _part("engine.seen_by")
    longest: int = _part("engine.longest")
    chronicle: "Chronicle" = _part("engine.chronicle")
    remark: Callable[["Event"], str] = _part("engine.remark")
    foresee: Callable[[State, int, int], tuple[State, int | None]] | None = _part("engine.foresee")
    ledger: "Ledger | None" = _part("engine.ledger")
    write_position: Callable[[State], PlainData] = _part("engine.write_position")
    read_position: Callable[[object], State] = _part("engine.read_position")
    position_type: type[msgspec.Struct] | None = _part("engine.position_type")
    value_features: tuple[str, ...] = _part("engine.value_features")
    notation: "Notation" = _part("engine.questions.notation")
    actions: "Actions" = _part("engine.questions.actions")
    widest: int = _part("engine.questions.widest")
    refuse: Callable[[State, int, int], IllegalMove] = _part("engine.questions.refuse")

    @property
    def observation(self) -> "Schema":
        """The names, shapes and ranges of the numbers that ``contract.observe`` writes; ``UsageError`` without it."""
        if self.engine.observation is None:
            raise UsageError(f"observation: {self.name} has no function observe")
        return self.engine.observation

    @cached_property
    def has_guess(self) -> bool:
        """Whether the game answers to ``contract.guess``: what thinks about a position needs it."""
        from malecon.core.jit import answer_of

        return answer_of("guess", self.state) is not None

    def guess(self, state: State, seat: int, key: int) -> None:
        """Replace in place all that ``seat`` cannot know (``contract.guess``), and raise ``UsageError`` without it."""
        from malecon.core import contract

        self.check_guess()
        contract.guess(state, seat, key)

    def check_guess(self) -> None:
        """Raise ``UsageError`` if the game does not answer to ``contract.guess``."""
        if not self.has_guess:
            template = N_("No computer can think about {game}: the game has no function “guess” for what is hidden.")
            raise UsageError(template, game=self.name)

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
