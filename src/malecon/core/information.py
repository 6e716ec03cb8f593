"""Information states: all that a viewer has seen and done in a match, in order, as rows of small numbers.

The viewer remembers everything (perfect recall): a later information state begins with each earlier one. Two courses of
a match have the same one exactly if the viewer cannot tell them apart.

A row has five numbers, the first of which says what the others are:

- ``BEGAN``: the seat of the viewer (-1: a spectator), the number of seats, and two zeros.
- ``SAW``: two numbers of the observation (``core.observation``), each with its place in it; -1 and 0 if there is only
  one. At first all numbers that are not 0, then those that have changed. So the rows give every observation back.
- ``DID``: an action of the viewer's own, and three zeros.
- others: an event, as the journal has it: kind, seat, and three numbers; ``UNKNOWN`` stands for what is secret.

A move is an own action, then events, then what has changed.
"""

from typing import TYPE_CHECKING

import numpy as np

from malecon.core import AnyState, contract
from malecon.core.engine import UNKNOWN, Rows

if TYPE_CHECKING:
    from malecon.core.game_parts import GameParts

__all__ = ["BEGAN", "DID", "SAW", "UNKNOWN", "Recall", "Rows"]

BEGAN, SAW, DID = -1, -2, -3


class Recall:
    """What one viewer remembers of a match."""

    def __init__(self, game: "GameParts", viewer: int | None, state: AnyState) -> None:
        """``state``: the position at the beginning; ``viewer``: a seat, or ``None`` for a spectator."""
        self._game, self._viewer = game, -1 if viewer is None else viewer
        self._seen = np.zeros(game.observation.size, np.int8)
        self._parts: list[Rows] = [np.array([[BEGAN, self._viewer, state.seats, 0, 0]], np.int16)]
        self._note_changes(state)

    def add(self, seat: int, action: int, rows: Rows, state: AnyState) -> None:
        """Remember a move: of whom, the journal's rows about it, and the position after it."""
        if seat == self._viewer:
            self._parts.append(np.array([[DID, action, 0, 0, 0]], np.int16))
        self._parts.append(self._game.chronicle.rows_seen_by(rows, self._viewer))
        self._note_changes(state)

    def _note_changes(self, state: AnyState) -> None:
        """Add the numbers of the observation that are other than before."""
        now = np.zeros_like(self._seen)
        contract.observe(state, self._viewer, now)
        places = np.flatnonzero(now != self._seen)
        pairs = np.zeros((len(places) + len(places) % 2, 2), np.int16)
        pairs[len(places) :, 0] = -1
        pairs[: len(places), 0], pairs[: len(places), 1] = places, now[places]
        self._parts.append(np.insert(pairs.reshape(-1, 4), 0, SAW, axis=1))
        self._seen = now

    @property
    def rows(self) -> Rows:
        """All rows, int16 ``[n, 5]``, in an array of its own."""
        self._parts = [np.concatenate(self._parts)]
        return self._parts[0].copy()

    def copy(self) -> "Recall":
        """Return an independent copy."""
        twin = object.__new__(Recall)
        twin._game, twin._viewer, twin._seen, twin._parts = self._game, self._viewer, self._seen, [*self._parts]
        return twin
