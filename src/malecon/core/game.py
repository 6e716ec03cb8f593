"""A game as generic code knows it: its parts, and the beginning of a match.

What needs the compiler is imported where it is used: help and options come without it.
"""

import secrets
from typing import TYPE_CHECKING

from malecon.core.engine import State, View
from malecon.core.errors import UsageError, shortened
from malecon.core.game_parts import GameParts
from malecon.core.options import whole

if TYPE_CHECKING:
    from malecon.core.match import Match


class Game(GameParts[State, View]):
    """A game that can be started."""

    def start(
        self, seats: int, seed: int | None = None, *, version: int | None = None, **options: object
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
        from malecon.core.contract import new_journal
        from malecon.core.match import Match
        from malecon.core.random import KEYS, signed

        key = secrets.randbelow(KEYS) if seed is None else checked_seed(seed)
        state = self.new_table(seats, version=version, **options)
        journal = new_journal()
        contract.start(state, signed(key), journal)
        return Match(self, state, self.chronicle.read(journal), seed=key)

    def new_table(self, seats: int, *, version: int | None = None, **options: object) -> State:
        """Return a state before the set-up; the arguments are those of ``start``, and checked as there."""
        self.check_options(options)
        return self.new_state(self._checked_seats(seats), version=version, **options)

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


def checked_seed(seed: object) -> int:
    """Return ``seed`` if it is a key, or raise ``UsageError``."""
    from malecon.core.random import KEYS

    number = whole(seed)
    if number is None or not 0 <= number < KEYS:
        raise UsageError(f"seed: is {shortened(seed)}, but must be a whole number from 0 to {KEYS - 1}")
    return number
