"""The ledger of a game: what each event brings to whom, as entries that can be added up.

An explanation compares two futures by it (``agents/explanation.py``). A game declares the entries of its events, and
nothing else is known of it there.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from malecon.core import AnyState

POINTS, PIECES, HAPPENS = "points", "pieces", "happens"
"""Lenses: what a seat scores, all of it; what it gets and loses; what happens to it, however often."""


class Entry(NamedTuple):
    """What an event brings to a seat.

    Attributes:
        lens: ``POINTS``, ``PIECES`` or ``HAPPENS``.
        seat: whom it concerns; ``None``: everybody alike.
        verb: what happens, as the game's sentences name it.
        thing: what it happens by or with: entries about one thing belong together (a card, a tile, a dock, a law).
            Empty if it is not known: such entries are counted, but are no cause.
        amount: points or pieces, below 0 if they are lost.
        piece: the kind of piece; of what happens, what it is (before which seat one acts, which law is enacted).
    """

    lens: str
    seat: int | None
    verb: str
    thing: str
    amount: int = 1
    piece: str = ""


class Ledger(NamedTuple):
    """What a game declares.

    Attributes:
        entries: of an event, in the game of a state, whose facts may be looked up; and the event that has announced it
            (one of ``announcing``), or ``None``.
        stages: how many stages of the game (``contract.stage``) futures are played on.
        announcing: events of which those after them are a part, up to the next one.
        turn: the event with which a seat's turn begins, if the order within a stage is of weight.
        harms: verbs that say what befalls a seat.
        without: takes a thing out of a position, in place: its points, its pieces, its effect; returns whether that
            can be done.
        needs: the kinds of pieces, and the verbs of what happens, that a seat needs so that an entry comes about; a
            verb alone, or with its thing: ``"remove tile 3"``; ``"not remove tile 3"`` if it must not happen.
        lacks: which of these pieces the seat has not, or not enough of, in the position.
        means: verbs that say what a seat does for the sake of something else.
        losses: those of them that a seat would rather not have happen: its way to something is lost.
        pays: by verb of what a seat pays, the verb of what it hopes to get by that.
        prices: by verb of what a seat does, the verb and the thing of what it gives or gets for that.
        last: verbs of what comes at the end of a round: it leads to nothing in that round.
        together: verbs of what a seat does with several things in one turn: an example tells all of them.
        instead: by verb of what a seat does instead of something, the verb of that.
        is_named: tells whether a move, as a notation, names a thing.
        missing: the points that a seat lacks for the victory, in a game that ends with them; ``None`` in others.
    """

    entries: Callable[[Any, Any, AnyState], Iterable[Entry]]
    stages: int
    announcing: tuple[type, ...] = ()
    turn: type | None = None
    harms: frozenset[str] = frozenset()
    without: Callable[[AnyState, str], bool] = lambda state, thing: False
    needs: Callable[[AnyState, Entry], frozenset[str]] = lambda state, entry: frozenset()
    lacks: Callable[[AnyState, Entry], frozenset[str]] | None = None
    means: frozenset[str] = frozenset()
    losses: frozenset[str] = frozenset()
    pays: Mapping[str, str] = {}
    prices: Mapping[str, tuple[str, str]] = {}
    last: frozenset[str] = frozenset()
    together: frozenset[str] = frozenset()
    instead: Mapping[str, str] = {}
    is_named: Callable[[AnyState, str, str], bool] = lambda state, move, thing: thing in move
    missing: Callable[[AnyState, int], int | None] = lambda state, seat: None

    def wants(self, state: AnyState, entry: Entry, *, is_gained: bool) -> frozenset[str]:
        """Return the needs of an entry; ``is_gained``: of pieces only those that the seat lacks."""
        return self.lacks(state, entry) if is_gained and self.lacks else self.needs(state, entry)

    def is_means(self, entry: Entry) -> bool:
        """Tell whether an entry is not yet what a seat wants: pieces, or what is done for the sake of something."""
        return entry.lens == PIECES or entry.verb in self.means

    def says(self, state: AnyState, move: str, entry: Entry) -> bool:
        """Tell whether a move, as a notation, says that something happens with a thing."""
        return entry.verb in move.split() and self.is_named(state, move, entry.thing)
