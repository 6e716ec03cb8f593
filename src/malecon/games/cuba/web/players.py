"""The players in their order, with what lies open before each."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.cuba.text.descriptions import field_words
from malecon.games.cuba.view import FieldSeen, PlayerSeen, View
from malecon.games.cuba.web.art import draw_template
from malecon.games.cuba.web.characters import characters_in, states_of
from malecon.games.cuba.web.plantations import Purse, purse_of
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part


class PlayerPlace(NamedTuple):
    """A player as the list of players shows it.

    Attributes:
        seat: from 0.
        name: of the player.
        level: of a computer player, in words; empty for a person.
        own: whether it is the viewer.
        acts: whether the game waits for this player.
        town_hall: as in ``PlayerSeen``.
        sealed: whether another player's character is sealed.
        bid: what the viewer has bid.
        tax_paid: whether this round's tax was paid.
    """

    seat: int
    name: str
    level: str
    own: bool
    acts: bool
    town_hall: int
    sealed: bool
    bid: int | None
    tax_paid: bool


class Worths(NamedTuple):
    """What a player has that is counted: points, pesos, votes."""

    points: int
    pesos: int
    votes: int


class Plates(NamedTuple):
    """The characters of a player: where each is, and which was played last."""

    states: tuple[str, ...]
    last: str | None


class SmallBoard(NamedTuple):
    """The plantation of another player: seat, fields, the pawn's place, buildings of which there is one tile."""

    seat: int
    fields: tuple[FieldSeen, ...]
    pawn: str
    single: tuple[str, ...]


def player_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the players."""
    view, viewer = context.perspective.view, context.perspective.viewer
    yield Part("players", draw_players, view.order)
    single = {tile.building.name for tile in view.tiles if tile.building.copies == 1}
    for seat in view.order:
        player = view.players[seat]
        yield Part(f"seat-{seat + 1}", draw_player, place_of(player, context))
        yield Part(f"worths-{seat + 1}", draw_worths, Worths(player.points, player.pesos, player.votes))
        yield Part(f"plates-{seat + 1}", draw_plates, Plates(states_of(player), player.last))
        if seat != viewer:
            board = SmallBoard(seat, player.fields, player.pawn, tuple(filter(single.__contains__, player.buildings)))
            yield Part(f"fields-{seat + 1}", draw_small_board, board)
            yield Part(f"purse-{seat + 1}", draw_heaps, purse_of(player))


def place_of(player: PlayerSeen, context: BoardContext[View]) -> PlayerPlace:
    """Return a player as the list of players shows it."""
    seat, own = player.seat, player.seat == context.perspective.viewer
    return PlayerPlace(
        seat=seat,
        name=context.perspective.names[seat],
        level=context.levels.get(seat, ""),
        own=own,
        acts=seat in context.question.seats,
        town_hall=player.town_hall,
        sealed=player.sealed and not own,
        bid=player.bid,
        tax_paid=player.tax_paid,
    )


def draw_players(canvas: Canvas, order: tuple[int, ...]) -> Markup:
    """Draw the slots of the players."""
    return draw_template("players.html", canvas, order=order)


def draw_player(canvas: Canvas, player: PlayerPlace) -> Markup:
    """Draw a player."""
    return draw_template("player.html", canvas, player=player)


def draw_worths(canvas: Canvas, player: Worths) -> Markup:
    """Draw points, pesos and votes of a player."""
    return draw_template("worths.html", canvas, player=player)


def draw_plates(canvas: Canvas, plates: Plates) -> Markup:
    """Draw the characters of a player."""
    return draw_template("plates.html", canvas, last_played=plates.last, cards=characters_in(plates.states))


def draw_heaps(canvas: Canvas, purse: Purse) -> Markup:
    """Draw the pieces of another player."""
    return draw_template("player_heaps.html", canvas, purse=purse)


def draw_small_board(canvas: Canvas, board: SmallBoard) -> Markup:
    """Draw the plantation of another player."""
    fields = [(field, field_words(field, canvas.language)) for field in board.fields]
    return draw_template("small_board.html", canvas, board=board, fields=fields)
