"""What is known of the game as a whole: the round, the points that win, the order of play, and the next numbers."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup
from msgspec import Struct
from msgspec.structs import astuple

from malecon.games.havana.cards import CARDS, CODE, NAMES
from malecon.games.havana.player_view import PlayerSeen
from malecon.games.havana.view import View
from malecon.games.havana.web.pieces import TEMPLATES
from malecon.presentation.drawing import pointer
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class Acting(Struct, frozen=True):
    """A player in the order of play: seat, name, letter on the badge, number, whether the turn is over or goes on."""

    seat: int
    name: str
    letter: str
    number: int | None
    is_done: bool
    acts: bool


class GameKnown(Struct, frozen=True):
    """The round, 0 before the first, and the points that win."""

    round: int
    target: int


class Reach(Struct, frozen=True):
    """The numbers that a player can show next: seat, name, letter on the badge, the lowest and the highest number."""

    seat: int
    name: str
    letter: str
    least: int
    most: int


class Equal(NamedTuple):
    """A player in the order in which equal numbers act: seat, name, letter on the badge."""

    seat: int
    name: str
    letter: str


class Scale(Struct, frozen=True):
    """What is read in the bar while nothing else is: the numbers that can come, the aim, or what was done last.

    Attributes:
        told: the seats of the other players, in the order of play from the viewer's left.
        is_shown: whether the viewer chooses cards, and the others' numbers are shown.
        others: the numbers that they can show.
        equal: all players in the order in which they act if all numbers are equal.
        own: the number that the cards make which the viewer has laid.
        aim: the points that win, while the first cards are chosen; else 0.
        is_watched: whether a spectator looks, so that all are told.
    """

    told: tuple[int, ...]
    is_shown: bool = False
    others: tuple[Reach, ...] = ()
    equal: tuple[Equal, ...] = ()
    own: int | None = None
    aim: int = 0
    is_watched: bool = False


def known_parts(order: tuple[Acting, ...], context: BoardContext[View]) -> Iterator[Part]:
    """Yield the parts of the top line; ``order``: of play."""
    view = context.perspective.view
    yield Part("known", _draw_known, GameKnown(view.round, view.target))
    yield Part("order", _draw_order, order)
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


def seats_around(view: View) -> tuple[int, ...]:
    """Return the seats from the left of the viewer on, the viewer's own the last; in their order for a spectator."""
    first = 0 if view.viewer is None else view.viewer + 1
    return tuple((first + place) % view.seats for place in range(view.seats))


def scale_of(context: BoardContext[View]) -> Scale:
    """Return what is read in the bar: the others' numbers if the viewer chooses cards, or has just chosen."""
    view, kind = context.perspective.view, context.question.kind
    told = tuple(seat for seat in seats_around(view) if seat != view.viewer)
    if view.viewer is None:
        return Scale(told, is_watched=True)
    if view.viewer not in context.question.seats or kind not in ("choose", "cover"):
        return Scale(told)
    own = view.players[view.viewer].next_number
    if kind == "choose":
        return Scale(told, own=own, aim=view.target)
    equal = tuple(Equal(seat, context.names[seat], context.initials[seat]) for seat in seats_if_equal(view))
    return Scale(told, is_shown=True, others=tuple(reaches_of(context)), equal=equal, own=own)


def seats_if_equal(view: View) -> list[int]:
    """Return the seats in the order in which they act if all numbers are equal (HAV-3.3)."""

    def precedence(seat: int) -> tuple[int, ...]:
        player = view.players[seat]
        *coloured, debris = astuple(player.cubes)
        return player.points, sum(coloured), player.pesos, player.workers, debris, view.ages.index(seat)

    return sorted(range(view.seats), key=precedence)


def reaches_of(context: BoardContext[View]) -> Iterator[Reach]:
    """Yield the numbers that the others can show next, in the order of play, if the viewer chooses what to cover."""
    view, question = context.perspective.view, context.question
    if question.kind == "cover" and view.viewer in question.seats:
        for seat in seats_around(view):
            if seat != view.viewer:
                yield _reach_of(view.players[seat], context)


def _reach_of(player: PlayerSeen, context: BoardContext[View]) -> Reach:
    """Return the numbers that a player can show next: a card that stays, with any that may be in hand (HAV-4.5)."""
    covered = {laid.covers for laid in player.face_down}
    stay = [card for card in player.open if card not in covered] if covered else player.open
    may_come = [card for card in NAMES if card not in player.open + player.known_discards]
    numbers = [number_of_cards(card, new) for card in stay for new in may_come]
    seat = player.seat
    return Reach(seat, context.names[seat], context.initials[seat], min(numbers), max(numbers))


def number_of_cards(card: str, other: str) -> int:
    """Return the number that two cards make (HAV-3.1).

    >>> number_of_cards("mama", "siesta"), number_of_cards("worker", "pesos")
    (9, 48)
    """
    low, high = sorted(CARDS[CODE[each]].digit for each in (card, other))
    return 10 * low + high


_draw_scale = TEMPLATES.drawer("havana/scale.html", "scale")


def _draw_known(canvas: Canvas, known: GameKnown) -> Markup:
    """Draw round and target, with a slot for the order of play."""
    sun = pointer(f"sun-{known.target}", "sun")
    return TEMPLATES.draw("havana/known.html", canvas, known=known, sun=sun)


def _draw_order(canvas: Canvas, players: tuple[Acting, ...]) -> Markup:
    """Draw the players in their order; the list says which of them acts, so that it alone changes with that."""
    at = next((place for place, player in enumerate(players, 1) if player.acts), 0)
    return TEMPLATES.draw("havana/order.html", canvas, players=players, at=at)
