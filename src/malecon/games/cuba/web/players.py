"""The players in the order of their seats, the viewer last, with what lies open before each."""

from collections.abc import Iterator

from markupsafe import Markup
from msgspec import Struct

from malecon.games.cuba.player_view import FieldSeen, PlayerSeen
from malecon.games.cuba.view import View
from malecon.games.cuba.web.amounts import Heap, purse_of, safe_heaps_of
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.event_pictures import last_part
from malecon.games.cuba.web.hand import characters_in, states_of
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part


class PlayerPlace(Struct, frozen=True):
    """A player as the list of players shows it.

    Attributes:
        seat: from 0.
        name: of the player.
        letter: on the badge.
        level: of a computer player, in words; empty for a person.
        own: whether it is the viewer.
        order: place in this round, from 1.
        bid: what the viewer has bid.
        tax_paid: whether this round's tax was paid.
    """

    seat: int
    name: str
    letter: str
    level: str
    own: bool
    order: int
    bid: int | None
    tax_paid: bool


class Worths(Struct, frozen=True):
    """Points and pesos of a player."""

    seat: int
    points: int
    pesos: int


class Plates(Struct, frozen=True):
    """The characters of a player: where each is, which was played last, whether one is sealed, and votes.

    ``more_votes``: of the Town hall.
    """

    states: tuple[str, ...]
    last: str | None
    is_sealed: bool
    votes: int
    more_votes: int


class SmallBoard(Struct, frozen=True):
    """The plantation of another player: seat, name, fields, the pawn's place, buildings of which there is one tile."""

    seat: int
    name: str
    fields: tuple[FieldSeen, ...]
    pawn: str
    single: tuple[str, ...]


def player_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the players, the viewer last, and the order of play."""
    view, viewer = context.perspective.view, context.perspective.viewer
    seats = tuple((seat + (-1 if viewer is None else viewer) + 1) % view.seats for seat in range(view.seats))
    order = tuple((seat, context.names[seat], context.initials[seat]) for seat in view.order)
    yield Part("order", _draw_order, (order, view.turn))
    single = {tile.building.name for tile in view.tiles if tile.building.copies == 1}
    yield Part("players", _draw_players, seats)
    for seat in seats:
        player = view.players[seat]
        yield Part(f"turn-{seat + 1}", _draw_turn, seat in context.question.seats)
        yield Group(
            f"player {seat + 1}",
            _parts_of,
            (player, _place_of(player, context), tuple(filter(single.__contains__, player.buildings))),
        )
        if seat != viewer:
            yield last_part(seat, context)


def _parts_of(player: PlayerSeen, place: PlayerPlace, single: tuple[str, ...]) -> Iterator[Part]:
    """Yield the parts of a player; ``single``: the player's buildings of which there is one tile."""
    seat, number = player.seat, player.seat + 1
    yield Part(f"seat-{number}", _draw_player, place)
    yield Part(f"worths-{number}", _draw_worths, Worths(seat, player.points, player.pesos))
    yield Part(f"plates-{number}", _draw_plates, _plates_of(player, is_own=place.own))
    if not place.own:
        board = SmallBoard(seat, place.name, player.fields, player.pawn, single)
        yield Part(f"fields-{number}", _draw_small_board, board)
        yield Part(f"purse-{number}", _draw_heaps, (safe_heaps_of(player), purse_of(player).yard))


def _place_of(player: PlayerSeen, context: BoardContext[View]) -> PlayerPlace:
    """Return a player as the list of players shows it."""
    return PlayerPlace(
        seat=player.seat,
        name=context.perspective.names[player.seat],
        letter=context.initials[player.seat],
        level=context.levels.get(player.seat, ""),
        own=player.seat == context.perspective.viewer,
        order=context.perspective.view.order.index(player.seat) + 1,
        bid=player.bid,
        tax_paid=player.tax_paid,
    )


def _plates_of(player: PlayerSeen, *, is_own: bool) -> Plates:
    """Return the characters and votes of a player."""
    return Plates(states_of(player), player.last, player.sealed and not is_own, player.votes, player.town_hall)


_draw_players = TEMPLATES.drawer("cuba/players.html", "seats")
_draw_player = TEMPLATES.drawer("cuba/player.html", "player")
_draw_turn = TEMPLATES.drawer("cuba/turn.html", "acts")
_draw_worths = TEMPLATES.drawer("cuba/worths.html", "worths")
_draw_small_board = TEMPLATES.drawer("cuba/small_board.html", "board")


def _draw_order(canvas: Canvas, value: tuple[tuple[tuple[int, str, str], ...], int | None]) -> Markup:
    """Draw the badges of the players as they act, the first player first."""
    order, turn = value
    return TEMPLATES.draw("cuba/order.html", canvas, order=order, turn=turn)


def _draw_heaps(canvas: Canvas, value: tuple[tuple[Heap, ...], tuple[Heap, ...]]) -> Markup:
    """Draw the pieces of another player, those that are safe and those in the yard."""
    safe, yard = value
    return TEMPLATES.draw("cuba/player_heaps.html", canvas, safe=safe, yard=yard)


def _draw_plates(canvas: Canvas, plates: Plates) -> Markup:
    return TEMPLATES.draw("cuba/plates.html", canvas, plates=plates, cards=characters_in(plates.states))
