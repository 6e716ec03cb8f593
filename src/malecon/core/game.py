"""A game as generic code knows it: names, shapes, and the game's own functions. The engine is in ``contract``."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from malecon.core import contract
from malecon.core.bounds import shortened
from malecon.core.errors import IllegalMove, UsageError
from malecon.core.events import Chronicle, Event
from malecon.core.journal import new_journal
from malecon.core.match import Match
from malecon.core.notation import Notation
from malecon.core.options import Line, Option, whole
from malecon.core.random import KEYS, signed


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """One game: what it is called, how it is written, and how to begin.

    Attributes:
        name: its name in commands and records.
        version: of the rules by which new games are played; it moves only when behaviour moves. Games of older
            versions, from 1 on, go on by their own.
        seats: how many players it takes.
        options: what else can be chosen; keywords of ``start``.
        state: dtype of the engine's record, which has the fields ``seats`` and ``version``.
        notation: reads and writes moves.
        chronicle: turns the journal into events.
        widest: most legal actions that a seat can have at once.
        observation: how many numbers ``observe`` writes.
        value_features: the names of the numbers that ``contract.value_features`` writes.
        new_state: a table before the set-up, from seats and options, checked.
        seen_by: what a viewer may know of a state.
        write_position, read_position: a state as plain data, and back, checked.
        refuse: why a seat may not do an action now.
        write_options, read_options: the options that differ from the default, as lines of a record, and back.
        remark: what a record says about an event, or nothing.
    """

    name: str
    version: int
    seats: range
    options: tuple[Option, ...]
    state: np.dtype[Any]
    notation: Notation
    chronicle: Chronicle
    widest: int
    observation: int
    value_features: tuple[str, ...]
    new_state: Callable[..., Any]
    seen_by: Callable[[Any, int | None], Any]
    write_position: Callable[[Any], dict[str, Any]]
    read_position: Callable[[object], Any]
    refuse: Callable[[Any, int, int], IllegalMove]
    write_options: Callable[[Any], Sequence[str]]
    read_options: Callable[[Sequence[Line]], dict[str, Any]]
    remark: Callable[[Event], str]

    @property
    def versions(self) -> range:
        """All versions of the rules that can be played, the oldest first."""
        return range(1, self.version + 1)

    def start(self, seats: int, seed: int | None = None, *, version: int | None = None, **options: Any) -> Match:
        """Begin a match.

        Args:
            seats: how many players.
            seed: 0 to 2**64 - 1, the source of all chance; left out, a random one that nobody can guess.
            version: of the rules; left out, the newest.
            options: as ``Game.options`` tells.

        Raises:
            UsageError: something is not what the game expects.
        """
        key = secrets.randbelow(KEYS) if seed is None else checked_seed(seed)
        self.check_options(options)
        state = self.new_state(self._checked_seats(seats), version=version, **options)
        journal = new_journal()
        contract.start(state, signed(key), journal)
        return Match(self, state, self.chronicle.read(journal), seed=key)

    def from_position(self, position: object) -> Match:
        """Begin a match from a position (``Match.position``).

        Raises:
            UsageError: no game can come to this position.
            DataError: it has not the shape of one.
        """
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
    number = whole(seed)
    if number is None or not 0 <= number < KEYS:
        raise UsageError(f"seed: is {shortened(seed)}, but must be a whole number from 0 to {KEYS - 1}")
    return number
