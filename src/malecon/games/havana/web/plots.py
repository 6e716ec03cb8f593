"""A house of the street: its picture, its points, what it costs, and why it can or cannot be bought now."""

from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_, Language
from malecon.games.havana.moves import Choice
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
    if swapped:
        return language.say(N_("{points} for {cost}; in it {exchanged}"), points=points, cost=paid, exchanged=swapped)
    return language.say(N_("{points} for {cost}"), points=points, cost=paid)
