"""Typed events: the effects of a move, in order.

A game declares a class for each kind of event. The rules write rows of numbers into the journal; ``Chronicle`` converts
them into objects of these classes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Self

import msgspec

from malecon.core.journal import Journal

Word = Callable[[int], int | str]
"""Converts a number of the journal into the value of an event's field."""


class Event(msgspec.Struct, frozen=True):
    """One effect of a move. ``seat`` is the player it is about, from 0, or ``None``.

    A move with an event that ``reveals`` or ``passes`` cannot be taken back.
    """

    secret: ClassVar[tuple[str, ...]] = ()
    """Fields that only ``seat`` may see; they are ``None`` for all others."""
    reveals: ClassVar[bool] = False
    """The event shows hidden information."""
    passes: ClassVar[bool] = False
    """The event ends a player's turn."""

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
        self._kinds = tuple(kinds)
        self._words = [
            tuple(words.get(name, int) for name in kind.__struct_fields__ if name != "seat") for kind in kinds
        ]

    def read(self, journal: Journal) -> tuple[Event, ...]:
        """Return the events of an open journal, in order."""
        return self.read_rows(journal.rows[: int(journal.count)].tolist())

    def read_rows(self, rows: Sequence[Sequence[int]]) -> tuple[Event, ...]:
        """Return the events of journal rows, in order."""
        return tuple(map(self._event, rows))

    def _event(self, row: Sequence[int]) -> Event:
        kind, seat, *numbers = row
        facts = [word(number) for word, number in zip(self._words[kind], numbers, strict=False)]
        return self._kinds[kind](None if seat < 0 else seat, *facts)
