"""A node of a game tree in which chance is a player: it decides what a random number is, one after another.

A move that needs random numbers waits until chance has given them. Nothing of what is to come lies in a node, so a
planner that copies it cannot look ahead. Two kinds of chance:

- ``"explicit"``: every random number of the rules is a node with ``n`` equally likely outcomes (``core.tape``), exact
  for solvers. A set-up takes about 40, later moves few.
- ``"sampled"``: a move that needs random numbers takes them from a key of two digits, which chance draws from
  ``DIGIT`` outcomes each; so many deals there are, a sample of all. Faster, for agents that learn or search.
"""

from typing import Literal, Self

import numpy as np
from numpy.typing import NDArray

import malecon
from malecon.core import AnyState, contract
from malecon.core.codecs import members
from malecon.core.contract import JOURNAL
from malecon.core.errors import UsageError, check_known
from malecon.core.game import Game
from malecon.core.random import signed
from malecon.core.tape import DEAL, START, attempt, attempt_with, copy_position, taped, write
from malecon.research.envs.environment import refusal

Chance = Literal["explicit", "sampled"]
DIGIT, DIGITS = 1024, 2
"""Outcomes of a node of sampled chance, and how many nodes make a key."""
MOST_OUTCOMES = 128
"""Outcomes of a node of explicit chance, at most."""
NOBODY = -1
Row = tuple[int, ...]
"""A row of the journal: kind, seat, three numbers."""


class Node:
    """A node of a game tree; it does not change.

    Attributes:
        game: what is played.
        outcomes: how many outcomes chance chooses from, each equally likely; 0 if it is a player's turn or the end.
        rows: the rows of the journal about the last move; empty while it waits for chance.
    """

    __slots__ = ("_boards", "_is_explicit", "_numbers", "_pending", "game", "outcomes", "rows")

    def __init__(self, game: Game, state: AnyState, chance: Chance = "explicit", *, is_position: bool = False) -> None:
        """Begin with the set-up of a new table, or with a position, of which chance deals what nobody can know.

        Raises:
            UsageError: the game cannot guess what is hidden.
        """
        check_known("chance", [chance], ["explicit", "sampled"])
        game.check_guess()
        self.game, self._is_explicit = game, chance == "explicit"
        self._boards = self._new_boards()
        copy_position(state, self._boards)
        self._wait_for(NOBODY, DEAL if is_position else START)

    @property
    def state(self) -> AnyState:
        """The position, or the one before the move that waits for chance, with everything that is hidden."""
        return self._boards[0]

    @property
    def mover(self) -> int:
        """The seat to act, the lowest of several that choose in secret; ``NOBODY`` for chance or at the end."""
        awaited = int(contract.awaiting(self.state))
        return NOBODY if self.outcomes or awaited == 0 else members(awaited)[0]

    @property
    def has_begun(self) -> bool:
        """Whether the set-up is done; before it there is no view of the table."""
        return not self.outcomes or self._pending[1] != START

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return not self.outcomes and bool(contract.over(self.state))

    def legal(self) -> list[int]:
        """Return the legal actions of the mover, ascending."""
        out = np.zeros(self.game.widest, np.int16)
        return out[: contract.legal(self.state, self.mover, out)].tolist() if self.mover != NOBODY else []

    def play(self, action: int) -> Self:
        """Return the node after an action of the mover, as far as it needs no chance.

        Raises:
            UsageError: the game is over, or waits for chance.
            IllegalAction: the mover may not do it.
        """
        if self.mover == NOBODY:
            asked = "chance decides" if self.outcomes else "the game is over"
            raise UsageError(f"{self.game.name}: action {action}: {asked}, so nobody may act")
        if action not in self.legal():
            raise refusal(self.game, self.state, self.mover, action)
        node = self._copy()
        node._wait_for(self.mover, int(action))
        return node

    def resolve(self, outcome: int) -> Self:
        """Return the node after an outcome of chance, 0 to ``outcomes`` - 1; raise ``UsageError`` for another one."""
        if not 0 <= outcome < self.outcomes:
            raise UsageError(f"outcome: is {outcome}, but must be 0 to {self.outcomes - 1}")
        node = self._copy()
        node._numbers = (*self._numbers, int(outcome))
        node._go_on()
        return node

    def shares(self) -> list[float]:
        """Return the share of the victory of each seat; zeros before the end."""
        shares = np.zeros(int(self.state.seats))
        contract.outcome(self.state, shares)
        return shares.tolist()

    def ordinary(self) -> AnyState:
        """Return a copy of the state with an ordinary random source, whose key is 0."""
        board = np.zeros(1, self.game.state)
        copy_position(self.state, board)
        return board[0]

    def resample(self, seat: int, key: int) -> Self:
        """Return a node that ``seat`` cannot tell from this one; what it does not know is drawn with ``key``."""
        position, node = self.ordinary(), self._copy()
        self.game.guess(position, seat, signed(key))
        copy_position(position, node._boards)
        node.outcomes, node.rows = self.outcomes, self.rows
        return node

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        chance = self._is_explicit, self._pending, self._numbers, self.outcomes
        return _restore, (self.game.name, self._boards[0].tobytes(), chance, self.rows)

    def _new_boards(self) -> NDArray[np.void]:
        """Return room for the position, and for another one in which a move is tried."""
        return np.zeros(2, taped(self.game.state) if self._is_explicit else self.game.state)

    def _copy(self) -> Self:
        node = object.__new__(type(self))
        node.game, node._is_explicit = self.game, self._is_explicit
        node._numbers, node._pending = self._numbers, self._pending
        node._boards = self._boards.view(np.uint8).copy().view(self._boards.dtype)  # bytes are copied faster
        return node

    def _wait_for(self, seat: int, action: int) -> None:
        """Carry out a move in place, as far as it needs no chance."""
        self._pending: tuple[int, int] = seat, action
        self._numbers: tuple[int, ...] = ()
        self._go_on()

    def _go_on(self) -> None:
        """Carry out the pending move, in place, or find out how many outcomes chance chooses from."""
        journals = np.zeros(1, JOURNAL)
        self.outcomes = (self._try_explicit if self._is_explicit else self._try_sampled)(journals)
        count = 0 if self.outcomes else int(journals[0].count)
        self.rows: tuple[Row, ...] = tuple(map(tuple, journals[0].rows[:count].tolist()))

    def _try_explicit(self, journals: NDArray[np.void]) -> int:
        """Carry out the pending move with the numbers on the tape; return the outcomes of the number that it lacks."""
        if self._numbers:
            write(self.state, self._numbers[-1])
        outcomes = int(attempt(self._boards, *self._pending, journals))
        if outcomes > MOST_OUTCOMES:
            raise UsageError(
                f"{self.game.name}: draws one of {outcomes}, but chance has at most {MOST_OUTCOMES} outcomes"
            )
        return outcomes

    def _try_sampled(self, journals: NDArray[np.void]) -> int:
        """Carry out the pending move with the key of chance; without one, only if no random number is drawn."""
        if 0 < len(self._numbers) < DIGITS:
            return DIGIT
        before = self.state.tobytes()
        key = sum(digit * DIGIT**place for place, digit in enumerate(self._numbers))
        if attempt_with(self._boards, *self._pending, key, journals) and not self._numbers:
            self._boards[0] = np.frombuffer(before, self._boards.dtype)[0]
            return DIGIT
        return 0


def _restore(
    name: str, state: bytes, chance: tuple[bool, tuple[int, int], tuple[int, ...], int], rows: tuple[Row, ...]
) -> Node:
    """Return a node that was pickled."""
    node = object.__new__(Node)
    node.game, node.rows = malecon.games[name], rows
    node._is_explicit, node._pending, node._numbers, node.outcomes = chance
    node._boards = node._new_boards()
    node._boards[0] = np.frombuffer(state, node._boards.dtype)[0]
    return node
