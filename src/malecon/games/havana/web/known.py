"""What is known of the game as a whole: the round, the points that win, and the order of play."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.plain_text import initial
from malecon.games.havana.view import View
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.drawing import pointer
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Acting(NamedTuple):
    """A player in the order of play: seat, name, number, and whether the turn is over or under way."""

    seat: int
    name: str
    number: int | None
    is_done: bool
    acts: bool


class GameKnown(NamedTuple):
    """The round, 0 before the first, and the points that win."""

    round: int
    target: int


def known_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield what stands in the top line."""
    view = context.perspective.view
    yield Part("known", _draw_known, GameKnown(view.round, view.target))
    yield Part("order", _draw_order, tuple(order_of(context)))


def order_of(context: BoardContext[View]) -> Iterator[Acting]:
    """Yield the players as they act in this round; nobody before the first."""
    view, has_come = context.perspective.view, False
    for seat in view.order:
        acts = seat == view.turn
        has_come |= acts
        is_done = view.turn is not None and not has_come
        yield Acting(seat, context.perspective.names[seat], view.players[seat].number, is_done, acts)


def _draw_known(canvas: Canvas, known: GameKnown) -> Markup:
    """Draw round and target, with a slot for the order of play."""
    sun = pointer(f"sun-{known.target}", "sun")
    return TEMPLATES.render("havana/known.html", canvas.language, canvas=canvas, known=known, sun=sun)


def _draw_order(canvas: Canvas, order: tuple[Acting, ...]) -> Markup:
    """Draw the order of play."""
    players = [(initial(acting.name), acting) for acting in order]
    return TEMPLATES.render("havana/order.html", canvas.language, canvas=canvas, players=players)
