"""Positions as keys of caches: what follows from one is made once, however many viewers ask."""

from typing import Generic, TypeVar

from malecon.core import AnyState

MOST_POSITIONS = 32
"""Of which a cache keeps what follows: those of the tables at which somebody acts in the same moment."""
MOST_OWNED = 256
"""What players own, of which a cache keeps what they could pay with it: those at a few dozen tables."""

S = TypeVar("S", bound=AnyState)


class PositionKey(Generic[S]):
    """A state at this moment as a key, equal to all others with the same facts; it is read before the state changes.

    Attributes:
        state: as it is, not copied.
    """

    __slots__ = ("_facts", "state")

    def __init__(self, state: S, *facts: object) -> None:
        """``facts``: all of the state that counts; without any, all its bytes do."""
        self.state = state
        self._facts = facts or (state.tobytes(),)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PositionKey) and self._facts == other._facts

    def __hash__(self) -> int:
        return hash(self._facts)
