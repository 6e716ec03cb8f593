"""Typed events: what a move caused, in the order in which it happened.

A game declares one class for each kind. The rules write rows of numbers into the journal, which ``Chronicle`` turns
into objects of these classes with words in them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar, Self

import msgspec

from malecon.core.journal import Journal

Word = Callable[[int], int | str]


class Event(msgspec.Struct, frozen=True):
    """Something happened. ``seat`` is the player it happened to, 0-based, or ``None``.

    A move that caused an event which ``reveals`` or ``passes`` cannot be taken back.
    """

    secret: ClassVar[tuple[str, ...]] = ()
    """Fields that only the acting seat may see; everybody else gets ``None`` there."""
    reveals: ClassVar[bool] = False
    """The event shows something that nobody knew."""
    passes: ClassVar[bool] = False
    """The event ends a player's say."""

    seat: int | None

    def seen_by(self, viewer: int | None) -> Self:
        """Return the event as ``viewer`` may know it (``None``: a spectator)."""
        if viewer is not None and viewer == self.seat:
            return self
        return msgspec.structs.replace(self, **dict.fromkeys(self.secret))


class Chronicle:
    """Turns journal rows into a game's events."""

    def __init__(self, kinds: Sequence[type[Event]], words: Mapping[str, Word]) -> None:
        """``kinds``: the classes, a row's kind is the place here. ``words``: by field, what its number means."""
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
