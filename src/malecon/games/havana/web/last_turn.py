"""What happened last, read from the events: who bought what stood on an empty plot, and what each player did last."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.core.plain_text import initial
from malecon.games.havana import events as on
from malecon.games.havana.state import ENDS, ROW_LENGTH
from malecon.games.havana.text.words import pieces
from malecon.games.havana.view import View
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

ROBBED, TAXED, BOUGHT, REMOVED, TOOK = "robbed", "taxed", "bought", "removed", "took"
"""Kinds of deeds, in the order in which they are shown."""


class Sale(NamedTuple):
    """A tile that left the street: its id, and the seat of its buyer; ``None`` if it went into the box."""

    tile: int
    seat: int | None


class Deed(NamedTuple):
    """A thing that a player did: kind, piece or empty, number of pieces or id of the tile, seat of the victim."""

    kind: str
    piece: str
    number: int
    victim: int | None = None


def sales(events: Sequence[Event], view: View) -> tuple[tuple[Sale | None, ...], ...]:
    """Return for each plot of the two rows who bought what stood there; ``None`` where nobody is known to have."""
    return tuple(_sales_of(row, events, view) for row in range(2))


def _sales_of(row: int, events: Sequence[Event], view: View) -> tuple[Sale | None, ...]:
    """Return the sales on the plots of a row since it was refilled."""
    since = takewhile(lambda event: not (isinstance(event, on.Refilled) and event.row == row + 1), reversed(events))
    taken = [event for event in since if isinstance(event, on.Bought | on.Removed) and _row_of(event.end) == row]
    first = view.first_plots[row]
    left, right = iter(range(first - 1, -1, -1)), iter(range(first + len(view.rows[row]), ROW_LENGTH))
    found: list[Sale | None] = [None] * ROW_LENGTH
    for event in taken:  # the newest first: it stood beside the tiles that are left
        place = next(right if ENDS.index(event.end) % 2 else left, None)
        if place is not None:
            found[place] = Sale(event.tile, event.seat if isinstance(event, on.Bought) else None)
    return tuple(found)


def _row_of(end: str) -> int:
    """Return the row of an end of the rows."""
    return ENDS.index(end) // 2


def deeds_by_seat(events: Sequence[Event], seats: int) -> tuple[tuple[Deed, ...], ...]:
    """Return the deeds of each player's newest turn of phase 1, by seat."""
    return tuple(tuple(_summed(_deeds_of(_newest_turn(events, seat)))) for seat in range(seats))


def _newest_turn(events: Sequence[Event], seat: int) -> list[Event]:
    """Return the events of the newest turn of a player."""
    length = next((place for place, event in enumerate(reversed(events)) if _begins(event, seat)), 0)
    following = events[len(events) - length :]
    return [*takewhile(lambda event: not isinstance(event, on.TurnBegan | on.Covered | on.Supplied), following)]


def _begins(event: Event, seat: int) -> bool:
    """Tell whether the turn of a player begins."""
    return isinstance(event, on.TurnBegan) and event.seat == seat


def _deeds_of(events: Iterable[Event]) -> Iterator[Deed]:
    """Yield the deeds among the events of a turn."""
    for event in events:
        if isinstance(event, on.Robbed) and event.count:
            yield Deed(ROBBED, event.piece, event.count, event.victim)
        elif isinstance(event, on.Taxed):
            yield Deed(TAXED, event.piece, 1, event.victim)
        elif isinstance(event, on.Bought):
            yield Deed(BOUGHT, "", event.tile)
        elif isinstance(event, on.Removed):
            yield Deed(REMOVED, "", event.tile)
        elif isinstance(event, on.Gained):
            yield Deed(TOOK, event.piece, event.count)
        elif isinstance(event, on.Drew):
            yield Deed(TOOK, event.piece, 1)


def _summed(deeds: Iterable[Deed]) -> Iterator[Deed]:
    """Yield deeds, those of a kind together with the sum of their pieces."""
    found = dict[tuple[str, str, int | None, int], int]()
    for deed in deeds:
        key = deed.kind, deed.piece, deed.victim, 0 if deed.piece else deed.number
        found[key] = found.get(key, 0) + deed.number
    order = (ROBBED, TAXED, BOUGHT, REMOVED, TOOK)
    for kind, piece, victim, tile in sorted(found, key=lambda key: order.index(key[0])):
        yield Deed(kind, piece, tile or found[kind, piece, victim, tile], victim)


class LastTurn(NamedTuple):
    """What a player did in the newest turn, the names of all players, the viewer, and the numbers of hidden cards."""

    deeds: tuple[Deed, ...]
    names: tuple[str, ...]
    viewer: int | None
    hand: int
    discards: int


DEEDS = {
    ROBBED: N_("robs {name} of {pieces}"),
    TAXED: N_("makes {name} give up {pieces}"),
    BOUGHT: N_("buys tile {tile}"),
    REMOVED: N_("puts tile {tile} into the box"),
    TOOK: N_("takes {pieces}"),
}
"""By kind of deed, what is said of it after the name of the player."""
LOSSES = {ROBBED: N_("robs you of {pieces}"), TAXED: N_("makes you give up {pieces}")}
MOST_DEEDS = 4
"""Pictures for which there is room in a line."""


def last_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the parts with what each player but the viewer did last."""
    view = context.perspective.view
    for player, deeds in zip(view.players, deeds_by_seat(context.events, view.seats), strict=True):
        if player.seat != view.viewer:
            names = context.names if deeds else ()
            last = LastTurn(deeds, names, view.viewer, player.hand_size, player.discard_size)
            yield Part(f"last-{player.seat + 1}", _draw_last, last)


def _draw_last(canvas: Canvas, last: LastTurn) -> Markup:
    """Draw what a player did last, in small pictures, and in words for who does not see them."""
    deeds = [_drawn_deed(deed, last, canvas.language) for deed in last.deeds]
    facts = {"deeds": deeds[:MOST_DEEDS], "words": canvas.language.listing([words for *_, words in deeds])}
    return TEMPLATES.render("havana/last.html", canvas.language, canvas=canvas, last=last, **facts)


def _drawn_deed(deed: Deed, last: LastTurn, language: Language) -> tuple[Deed, str, bool, str]:
    """Return a deed with the first letter of its victim, whether that is the viewer, and its words."""
    victim = "" if deed.victim is None else last.names[deed.victim]
    amount = pieces([(deed.piece, deed.number)], language) if deed.piece else ""
    is_loss = deed.victim is not None and deed.victim == last.viewer
    said = LOSSES[deed.kind] if is_loss else DEEDS[deed.kind]
    return deed, initial(victim), is_loss, language.say(said, pieces=amount, name=victim, tile=deed.number)
