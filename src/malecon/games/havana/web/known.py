"""What is known of the game as a whole: the round, the points that win, and the order of play."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.havana.view import View
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.drawing import pointer
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Acting(NamedTuple):
    """A player in the order of play: seat, name, letter on the badge, number, whether the turn is over or goes on."""

    seat: int
    name: str
    letter: str
    number: int | None
    is_done: bool
    acts: bool


class GameKnown(NamedTuple):
    """The round, 0 before the first, and the points that win."""

    round: int
    target: int


class OnScale(NamedTuple):
    """A player's number on the scale: seat, name, number; letter and place of the badge, beside those of lower ones."""

    seat: int
    name: str
    number: int
    letter: str
    place: int


class Scale(NamedTuple):
    """The scale of numbers from 00 to 99 for choosing cards: whether it is shown, and the others' numbers.

    ``own`` is the number that the cards make which the viewer has laid.
    """

    is_shown: bool
    own: int | None = None
    others: tuple[OnScale, ...] = ()


def known_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield what stands in the top line."""
    view = context.perspective.view
    yield Part("known", _draw_known, GameKnown(view.round, view.target))
    yield Part("order", _draw_order, tuple(order_of(context)))
    if view.viewer is not None:
        yield Part("scale", _draw_scale, scale_of(context))


def order_of(context: BoardContext[View]) -> Iterator[Acting]:
    """Yield the players as they act in this round; nobody before the first, and once the next numbers lie open."""
    view, has_come = context.perspective.view, False
    if context.question.kind == "take back":
        return
    for seat in view.order:
        acts = seat == view.turn
        has_come |= acts
        is_done = view.turn is not None and not has_come
        name, letter = context.names[seat], context.initials[seat]
        yield Acting(seat, name, letter, view.players[seat].number, is_done, acts)


APART = 11
"""So far from each other badges stand on the scale."""


def scale_of(context: BoardContext[View]) -> Scale:
    """Return the scale of numbers; it is hidden unless the viewer chooses cards, or has just chosen."""
    view, kind = context.perspective.view, context.question.kind
    if view.viewer is None or view.viewer not in context.question.seats or kind not in ("choose", "cover"):
        return Scale(is_shown=False)
    known = ((player.number, player.seat) for player in view.players if player.seat != view.viewer)
    found = list[OnScale]()
    for number, seat in sorted((number, seat) for number, seat in known if number is not None):
        place = max(number, found[-1].place + APART) if found else number
        found.append(OnScale(seat, context.names[seat], number, context.initials[seat], place))
    return Scale(is_shown=True, own=view.players[view.viewer].next_number, others=tuple(found))


_draw_scale = TEMPLATES.drawer("havana/scale.html", "scale")


def _draw_known(canvas: Canvas, known: GameKnown) -> Markup:
    """Draw round and target, with a slot for the order of play."""
    sun = pointer(f"sun-{known.target}", "sun")
    return TEMPLATES.draw("havana/known.html", canvas, known=known, sun=sun)


_draw_order = TEMPLATES.drawer("havana/order.html", "players")
