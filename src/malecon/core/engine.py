"""The engine of a game, and what computer players read of it: what its parts offer to generic code.

``core.contract`` says what the modules of an engine answer.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING, Any, Generic

from typing_extensions import TypeVar

from malecon.core.bounds import shortened
from malecon.core.errors import IllegalMove, UsageError
from malecon.core.options import Line
from malecon.core.untyped import AnyDtype, AnyState, Options, PlainData

if TYPE_CHECKING:
    from malecon.core.events import Chronicle, Event
    from malecon.core.notation import Notation

State = TypeVar("State", default=AnyState)
"""The record of a game's engine."""
View = TypeVar("View", default=Any)
"""What a viewer may know of it."""


def no_remark(event: "Event") -> str:
    """Return no remark about an event."""
    return ""


def no_lines(state: object) -> Sequence[str]:
    """Return the lines of a game without options."""
    return ()


def no_options(lines: Sequence[Line]) -> Options:
    """Return the options of a game that has none."""
    if lines:
        raise UsageError(f"line {lines[0][0]}: is {shortened(lines[0][1])}, but the game has no options")
    return {}


def plain_position(state: AnyState) -> PlainData:
    """Return a state as plain data: each field as it is."""
    return {name: state[name].tolist() for name in state.dtype.names}


def no_position(position: object) -> AnyState:
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
    state: AnyDtype
    notation: "Notation"
    chronicle: "Chronicle"
    widest: int
    new_state: Callable[..., State]
    seen_by: Callable[[State, int | None], View]
    refuse: Callable[[State, int, int], IllegalMove]
    write_position: Callable[[State], PlainData] = plain_position
    read_position: Callable[[object], State] = no_position
    write_options: Callable[[State], Sequence[str]] = no_lines
    read_options: Callable[[Sequence[Line]], Options] = no_options
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
