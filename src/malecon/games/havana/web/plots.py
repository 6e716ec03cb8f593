"""A house of the street: its picture, its points, what it costs, and why it can or cannot be bought now.

Where there is a choice of ways to pay for it, each is drawn with its pieces and what is exchanged (HAV-5.5). An empty
plot says who bought what stood there, read from the events.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from markupsafe import Markup
from msgspec import Struct

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.games.havana import events
from malecon.games.havana.amounts import Amounts
from malecon.games.havana.buildings import PIECES, Building
from malecon.games.havana.choice import Choice
from malecon.games.havana.rows_view import TileSeen
from malecon.games.havana.state import ENDS, ROW_LENGTH
from malecon.games.havana.text import what_is_missing
from malecon.games.havana.text.choices import choice_of
from malecon.games.havana.text.words import house_title, house_words
from malecon.games.havana.view import View
from malecon.games.havana.web.marks import Cost, costs_of, exchange_words, kinds_of
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.buttons import Buttons
from malecon.presentation.drawing import pointer
from malecon.presentation.escaping import escaped
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Plot(Struct, frozen=True):
    """A tile as a house.

    Attributes:
        seen: the tile as the viewer sees it.
        costs: what it costs, with marks for the viewer.
        is_end: whether it lies at an end of its row.
        is_affordable: whether the viewer could pay for it now.
        waits: whether it could be bought, but not yet.
        move: what can be chosen with it; empty if nothing can.
        wins: whether that is a purchase with which the viewer wins.
    """

    seen: TileSeen
    costs: tuple[Cost, ...]
    is_end: bool
    is_affordable: bool
    waits: bool
    move: str
    wins: bool


class Offer(Struct, frozen=True):
    """What can be chosen with a house: the move, its button, and whether it is a purchase that wins."""

    move: str
    buttons: Buttons
    wins: bool


def offers_of(fetched: Iterable[Building], context: BoardContext[View]) -> tuple[Offer, ...]:
    """Return what can be chosen with the houses at the ends of the rows, and with tiles that can be fetched."""
    view = context.perspective.view
    ends = [f"{view.question.kind} {seen.end}" for row in view.rows for seen in row if seen.end]
    moves = filter(context.can, (*ends, *(f"fetch {tile.id}" for tile in fetched)))
    is_purchase = view.question.kind == "buy"
    return tuple(
        Offer(move, context.buttons(move), is_purchase and choice_of(context.perspective, move).wins) for move in moves
    )


def closed_plots(tiles: Iterable[Building], no_buttons: Buttons) -> Iterator[Part]:
    """Yield the parts of the houses between others, which are not for sale: all viewers see the same."""
    return (_plot_part(TileSeen(tile, None), "", None, no_buttons) for tile in tiles)


def open_plots(
    ends: Iterable[TileSeen], fetched: Iterable[Building], kind: str, offers: Iterable[Offer], no_buttons: Buttons
) -> Iterator[Part]:
    """Yield the parts of the other houses.

    Args:
        ends: at the ends of the rows.
        fetched: tiles of the stack that can be fetched.
        kind: of the question.
        offers: what can be chosen.
        no_buttons: of a house with which nothing can be chosen.
    """
    by_move = {offer.move: offer for offer in offers}
    for seen in ends:
        yield _plot_part(seen, kind, by_move.get(f"{kind} {seen.end}"), no_buttons)
    for tile in fetched:
        yield _plot_part(TileSeen(tile, None), kind, by_move[f"fetch {tile.id}"], no_buttons)


def _plot_part(seen: TileSeen, kind: str, offer: Offer | None, no_buttons: Buttons) -> Part:
    """Return the part of a house; none is affordable when one goes into the box, and at the end."""
    is_affordable = seen.end is not None and kind not in ("remove", "over") and seen.affordable
    plot = Plot(
        seen=seen,
        costs=costs_of(seen),
        is_end=seen.end is not None,
        is_affordable=is_affordable,
        waits=is_affordable and kind not in ("buy", "pay"),
        move=offer.move if offer else "",
        wins=offer is not None and offer.wins,
    )
    return Part(f"tile-{seen.tile.id}", _draw_plot, plot, offer.buttons if offer else no_buttons)


MOST_HOUSES = 256
"""Cached: those of a few languages."""


class HouseDrawn(Struct, frozen=True):
    """What is drawn of a house wherever it stands: its words, its sign, its picture and its points."""

    words: str
    sign: Markup
    picture: Markup
    sun: Markup


@lru_cache(MOST_HOUSES)
def _house_drawn(tile: Building, language: Language) -> HouseDrawn:
    return HouseDrawn(
        house_words(tile, language),
        Markup(f'<span class="title">{escaped(house_title(tile.id, language))}</span>'),
        pointer(f"facade-of-{tile.id}", "facade"),
        pointer(f"sun-{tile.points}", "sun"),
    )


def _draw_plot(canvas: Canvas, plot: Plot) -> Markup:
    """Draw a house with its points, its cost and its explanation."""
    tile, language = plot.seen.tile, canvas.language
    return TEMPLATES.render(
        "havana/plot.html",
        language,
        canvas=canvas,
        plot=plot,
        tile=tile,
        house=_house_drawn(tile, language),
        kinds=kinds_of(plot.costs),
        swaps=exchange_words(plot.costs, language),
        reason=_reason(plot, language),
    )


def _reason(plot: Plot, language: Language) -> str:
    """Say why a house can or cannot be bought now."""
    if not plot.is_end:
        return language.say(N_("Not for sale: only the four houses at the ends are."))
    if plot.seen.missing is None:
        return ""
    more = [(plot.waits, N_("You buy after your two cards.")), (plot.wins, N_("With it you win."))]
    return " ".join([what_is_missing(plot.seen, language), *(language.say(each) for is_so, each in more if is_so)])


Pieces = tuple[tuple[str, int], ...]
"""Kinds of pieces with their numbers."""


class Payment(Struct, frozen=True):
    """A way to pay: the move, the pieces that are paid as printed, what is given in exchange, and for what."""

    move: str
    plain: Pieces
    given: Pieces
    replaced: Pieces


def payment_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the ways to pay; a spectator has none, and they take no room while there is no choice."""
    if context.perspective.viewer is None:
        return
    buttons = context.buttons("pay ")
    ways = tuple(_payment(choice_of(context.perspective, move.notation)) for move in buttons.moves)
    yield Part("payments", _draw_payments, ways, buttons)


def _payment(choice: Choice) -> Payment:
    plain = (paid - given for paid, given in zip(choice.costs.pieces(), choice.instead.pieces(), strict=True))
    counted = tuple((piece, count) for piece, count in zip(PIECES, plain, strict=True) if count)
    return Payment(choice.notation, counted, _counted(choice.instead), _counted(choice.exchanged))


def _counted(amounts: Amounts) -> Pieces:
    """Return pieces by kinds, those that are not there left out."""
    return tuple((piece, count) for piece, count in zip(PIECES, amounts.pieces(), strict=True) if count)


_draw_payments = TEMPLATES.drawer("havana/payments.html", "ways")


class Sale(Struct, frozen=True):
    """A tile that left the street: its id, and the seat of its buyer; ``None`` if it went into the box."""

    tile: int
    seat: int | None


def sales(happened: Sequence[Event], view: View) -> tuple[tuple[Sale | None, ...], ...]:
    """Return for each plot of the two rows who bought what stood there; ``None`` where nobody is known to have."""
    left = _left_since_refilled(happened)
    return tuple(_sales_of(row, left[row], view) for row in range(2))


def _left_since_refilled(happened: Sequence[Event]) -> tuple[list[events.Bought | events.Removed], ...]:
    """Return for each row the events by which tiles have left it since it was refilled, the newest first."""
    taken, rows = (list[events.Bought | events.Removed](), list[events.Bought | events.Removed]()), {0, 1}
    for event in reversed(happened):
        if type(event) not in LEFT_OR_REFILLED:  # hundreds are looked at: faster than to ask what kind each is
            continue
        if isinstance(event, LEFT) and (row := ENDS.index(event.end) // 2) in rows:
            taken[row].append(event)
        elif isinstance(event, events.Refilled):
            rows.discard(event.row - 1)
            if not rows:
                break
    return taken


def _sales_of(row: int, taken: Iterable[events.Bought | events.Removed], view: View) -> tuple[Sale | None, ...]:
    """Return the sales on the plots of a row; ``taken``: the newest first."""
    first = view.first_plots[row]
    left, right = iter(range(first - 1, -1, -1)), iter(range(first + len(view.rows[row]), ROW_LENGTH))
    found: list[Sale | None] = [None] * ROW_LENGTH
    for event in taken:  # the newest stood beside the tiles that are left
        place = next(right if ENDS.index(event.end) % 2 else left, None)
        if place is not None:
            found[place] = Sale(event.tile, event.seat if isinstance(event, events.Bought) else None)
    return tuple(found)


LEFT = (events.Bought, events.Removed)
"""Events by which a tile leaves the street."""
LEFT_OR_REFILLED = {*LEFT, events.Refilled}
