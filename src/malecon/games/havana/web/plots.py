"""A house of the street: its picture, its points, what it costs, and why it can or cannot be bought now.

Where there is a choice of ways to pay for it, each is drawn with its pieces and what is exchanged (HAV-5.5). An empty
plot says who bought what stood there, read from the events.
"""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.games.havana import events
from malecon.games.havana.buildings import PIECES
from malecon.games.havana.moves import Amounts, Choice
from malecon.games.havana.state import ENDS, ROW_LENGTH
from malecon.games.havana.text import what_is_missing
from malecon.games.havana.text.words import (
    TILE_POINTS,
    choice_of,
    cost_in_words,
    exchanges,
    tile_words,
)
from malecon.games.havana.view import TileSeen, View
from malecon.games.havana.web.marks import Cost, cost_lines, costs_of
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.drawing import pointer
from malecon.presentation.facade import facade_use
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Plot(NamedTuple):
    """A tile as a house.

    Attributes:
        seen: the tile as the viewer sees it.
        costs: what it costs, with marks for the viewer.
        is_end: whether it lies at an end of its row.
        is_affordable: whether the viewer could pay for it now.
        waits: whether it could be bought, but not yet.
        move: what can be chosen with it; empty if nothing can.
        choice: what that gives and costs; ``None`` if it is no purchase.
    """

    seen: TileSeen
    costs: tuple[Cost, ...]
    is_end: bool
    is_affordable: bool
    waits: bool
    move: str
    choice: Choice | None


def plot_part(seen: TileSeen, move: str, context: BoardContext[View]) -> Part:
    """Return the part of a house, with the move that can be chosen with it if it is legal."""
    can, view = context.can(move), context.perspective.view
    plot = Plot(
        seen=seen,
        costs=costs_of(seen),
        is_end=seen.end is not None,
        is_affordable=_is_affordable(seen, view),
        waits=_is_affordable(seen, view) and view.question.kind not in ("buy", "pay"),
        move=move if can else "",
        choice=choice_of(context.perspective, move) if can and move.startswith("buy") else None,
    )
    return Part(f"tile-{seen.tile.id}", _draw_plot, plot, context.buttons(move) if can else context.no_buttons)


def _is_affordable(seen: TileSeen, view: View) -> bool:
    """Tell whether the viewer could buy a tile; not when one goes into the box, nor after the game."""
    return seen.end is not None and view.question.kind not in ("remove", "over") and seen.affordable


def _draw_plot(canvas: Canvas, plot: Plot) -> Markup:
    """Draw a house with its points, its cost and its explanation."""
    tile, language = plot.seen.tile, canvas.language
    return TEMPLATES.render(
        "havana/plot.html",
        language,
        canvas=canvas,
        plot=plot,
        tile=tile,
        words=tile_words(tile, language),
        points=language.count(TILE_POINTS, tile.points),
        lines=list(cost_lines(plot.costs, language)) if plot.is_end else [],
        cost=language.listing([line.words for line in cost_lines(plot.costs, language)]),
        reason=_reason(plot, language),
        preview=_preview(plot, language),
        house=facade_use(f"facade-of-{tile.id}"),
        sun=pointer(f"sun-{tile.points}", "sun"),
    )


def _reason(plot: Plot, language: Language) -> str:
    """Say why a house can or cannot be bought now."""
    if not plot.is_end:
        return language.say(N_("Not for sale: only the four tiles at the ends are."))
    if plot.seen.missing is None:
        return ""
    later = [language.say(N_("You buy after your two cards."))] if plot.waits else []
    return " ".join([what_is_missing(plot.seen, language), *later])


def _preview(plot: Plot, language: Language) -> str:
    """Say what a purchase takes and gives; empty if the house cannot be bought now."""
    if plot.choice is None:
        return ""
    paid = cost_in_words(plot.choice.costs.pieces(), language)
    points = language.count(TILE_POINTS, plot.choice.gives.points)
    swapped = language.listing(exchanges(plot.choice, language))
    template = N_("{points} for {cost}, with {exchanged}") if swapped else N_("{points} for {cost}")
    said = language.say(template, points=points, cost=paid, exchanged=swapped)
    return language.say(N_("{said}: you win"), said=said) if plot.choice.wins else said


Pieces = tuple[tuple[str, int], ...]
"""Kinds of pieces with their numbers."""


class Payment(NamedTuple):
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
    """Return a way to pay."""
    plain = (paid - given for paid, given in zip(choice.costs.pieces(), choice.instead.pieces(), strict=True))
    counted = tuple((piece, count) for piece, count in zip(PIECES, plain, strict=True) if count)
    return Payment(choice.notation, counted, _counted(choice.instead), _counted(choice.exchanged))


def _counted(amounts: Amounts) -> Pieces:
    """Return pieces by kinds, those that are not there left out."""
    return tuple((piece, count) for piece, count in zip(PIECES, amounts.pieces(), strict=True) if count)


def _draw_payments(canvas: Canvas, ways: tuple[Payment, ...]) -> Markup:
    """Draw the ways to pay, each as a button."""
    return TEMPLATES.render("havana/payments.html", canvas.language, canvas=canvas, ways=ways)


class Sale(NamedTuple):
    """A tile that left the street: its id, and the seat of its buyer; ``None`` if it went into the box."""

    tile: int
    seat: int | None


def sales(happened: Sequence[Event], view: View) -> tuple[tuple[Sale | None, ...], ...]:
    """Return for each plot of the two rows who bought what stood there; ``None`` where nobody is known to have."""
    return tuple(_sales_of(row, happened, view) for row in range(2))


def _sales_of(row: int, happened: Sequence[Event], view: View) -> tuple[Sale | None, ...]:
    """Return the sales on the plots of a row since it was refilled."""
    since = takewhile(
        lambda event: not (isinstance(event, events.Refilled) and event.row == row + 1), reversed(happened)
    )
    taken = [
        event for event in since if isinstance(event, events.Bought | events.Removed) and _row_of(event.end) == row
    ]
    first = view.first_plots[row]
    left, right = iter(range(first - 1, -1, -1)), iter(range(first + len(view.rows[row]), ROW_LENGTH))
    found: list[Sale | None] = [None] * ROW_LENGTH
    for event in taken:  # the newest first: it stood beside the tiles that are left
        place = next(right if ENDS.index(event.end) % 2 else left, None)
        if place is not None:
            found[place] = Sale(event.tile, event.seat if isinstance(event, events.Bought) else None)
    return tuple(found)


def _row_of(end: str) -> int:
    """Return the row of an end of the rows."""
    return ENDS.index(end) // 2
