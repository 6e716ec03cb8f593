"""The round, the score track, the players in their order with what lies open before each, and the viewer's hand."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.cuba.cards import CHARACTERS, Character
from malecon.games.cuba.player_view import FieldSeen, PlayerSeen
from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.text.descriptions import field_words
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import draw_template
from malecon.games.cuba.web.pieces import counters
from malecon.games.cuba.web.sections import Purse, purse_of
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part

LAP = 80
"""Spaces of the score track (CUB-9.2)."""


class Time(NamedTuple):
    """The round, the phase in it, and whether the game is over."""

    round: int
    lap: int
    is_over: bool


class StripPlayer(NamedTuple):
    """A player in the strip.

    ``own``: whether it is the viewer. ``is_first``: whether it is the first player.
    """

    seat: int
    name: str
    own: bool
    is_first: bool
    points: int
    pesos: int
    votes: int


def round_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield rounds and phases, strip and score track."""
    view, viewer = context.perspective.view, context.perspective.viewer
    yield Part("round", _draw_round, Time(view.round, view.lap, bool(view.ending)))
    yield Part("strip", _draw_strip, view.order)
    for seat in view.order:
        player, acts = view.players[seat], seat in context.question.seats
        name, is_first = context.perspective.names[seat], seat == view.order[0]
        shown = StripPlayer(seat, name, seat == viewer, is_first, player.points, player.pesos, player.votes)
        yield Part(f"strip-{seat + 1}", _draw_strip_player, shown)
        yield Part(f"strip-turn-{seat + 1}", _draw_turn, acts)
    yield Part("track", _draw_track, (context.names, tuple(player.points for player in view.players)))
    yield Part("spaces", _draw_spaces, LAP)


def _draw_round(canvas: Canvas, time: Time) -> Markup:
    """Draw the rounds and the phases."""
    return draw_template("round.html", canvas, time=time, rounds=ROUNDS, laps=LAPS)


def _draw_strip(canvas: Canvas, order: tuple[int, ...]) -> Markup:
    """Draw the slots of the players, in their order."""
    return draw_template("strip.html", canvas, order=order)


def _draw_strip_player(canvas: Canvas, player: StripPlayer) -> Markup:
    """Draw a player in the strip."""
    return draw_template("strip_player.html", canvas, player=player)


def _draw_turn(canvas: Canvas, acts: bool) -> Markup:
    """Draw whether the game waits for a player; nothing is shown for the others."""
    return draw_template("turn.html", canvas, acts=acts)


def _draw_track(canvas: Canvas, value: tuple[tuple[str, ...], tuple[int, ...]]) -> Markup:
    """Draw the badges on the score track, from names and points by seat, with a slot for its spaces."""
    names, points = value
    drawn = counters(dict(enumerate(points)), dict(enumerate(names)), LAP)
    return draw_template("score.html", canvas, counters=drawn, names=names)


def _draw_spaces(canvas: Canvas, lap: int) -> Markup:
    """Draw the spaces of the score track."""
    return draw_template("pictures/track.svg", canvas, lap=lap)


PLAYED, SEALED, IN_HAND = "played", "sealed", "in-hand"


class Hand(NamedTuple):
    """The state of each character in the order of ``CHARACTERS``, and the verb of what can be done with them."""

    states: tuple[str, ...]
    verb: str


def hand_parts(me: PlayerSeen, context: BoardContext[View]) -> Iterator[Part]:
    """Yield the hand of the viewer."""
    verb = "seal" if context.question.kind == "seal" else "play"
    states = _states_of(me)
    yield Part("hand", _draw_hand, Hand(states, verb), context.buttons("seal ", "play "))
    for character, state in zip(CHARACTERS, states, strict=True):
        yield Part(f"card-{character.name}", _draw_card, (character, state))


def _draw_hand(canvas: Canvas, hand: Hand) -> Markup:
    """Draw the five cards."""
    return draw_template("hand.html", canvas, cards=_characters_in(hand.states), verb=hand.verb)


def _draw_card(canvas: Canvas, value: tuple[Character, str]) -> Markup:
    """Draw what a card shows below its title."""
    character, state = value
    return draw_template("card.html", canvas, character=character, state=state)


def _characters_in(states: tuple[str, ...]) -> list[tuple[Character, str]]:
    """Return the characters with their states."""
    return list(zip(CHARACTERS, states, strict=True))


def _states_of(player: PlayerSeen) -> tuple[str, ...]:
    """Return the places of a player's characters; a sealed one of others looks as if it were in hand (CUB-1.10)."""
    return tuple(_state_of(character.name, player) for character in CHARACTERS)


def _state_of(name: str, player: PlayerSeen) -> str:
    """Return the place of a character of a player."""
    if name in player.played:
        return PLAYED
    return SEALED if name == player.sealed_character else IN_HAND


class PlayerPlace(NamedTuple):
    """A player as the list of players shows it.

    Attributes:
        seat: from 0.
        name: of the player.
        level: of a computer player, in words; empty for a person.
        own: whether it is the viewer.
        town_hall: as in ``PlayerSeen``.
        sealed: whether another player's character is sealed.
        bid: what the viewer has bid.
        tax_paid: whether this round's tax was paid.
    """

    seat: int
    name: str
    level: str
    own: bool
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
    yield Part("players", _draw_players, view.order)
    single = {tile.building.name for tile in view.tiles if tile.building.copies == 1}
    for seat in view.order:
        player = view.players[seat]
        yield Part(f"seat-{seat + 1}", _draw_player, _place_of(player, context))
        yield Part(f"turn-{seat + 1}", _draw_turn, seat in context.question.seats)
        yield Part(f"worths-{seat + 1}", _draw_worths, Worths(player.points, player.pesos, player.votes))
        yield Part(f"plates-{seat + 1}", _draw_plates, Plates(_states_of(player), player.last))
        if seat != viewer:
            board = SmallBoard(seat, player.fields, player.pawn, tuple(filter(single.__contains__, player.buildings)))
            yield Part(f"fields-{seat + 1}", _draw_small_board, board)
            yield Part(f"purse-{seat + 1}", _draw_heaps, purse_of(player))


def _place_of(player: PlayerSeen, context: BoardContext[View]) -> PlayerPlace:
    """Return a player as the list of players shows it."""
    seat, own = player.seat, player.seat == context.perspective.viewer
    return PlayerPlace(
        seat=seat,
        name=context.perspective.names[seat],
        level=context.levels.get(seat, ""),
        own=own,
        town_hall=player.town_hall,
        sealed=player.sealed and not own,
        bid=player.bid,
        tax_paid=player.tax_paid,
    )


def _draw_players(canvas: Canvas, order: tuple[int, ...]) -> Markup:
    """Draw the slots of the players."""
    return draw_template("players.html", canvas, order=order)


def _draw_player(canvas: Canvas, player: PlayerPlace) -> Markup:
    """Draw a player."""
    return draw_template("player.html", canvas, player=player)


def _draw_worths(canvas: Canvas, player: Worths) -> Markup:
    """Draw points, pesos and votes of a player."""
    return draw_template("worths.html", canvas, player=player)


def _draw_plates(canvas: Canvas, plates: Plates) -> Markup:
    """Draw the characters of a player."""
    return draw_template("plates.html", canvas, last_played=plates.last, cards=_characters_in(plates.states))


def _draw_heaps(canvas: Canvas, purse: Purse) -> Markup:
    """Draw the pieces of another player."""
    return draw_template("player_heaps.html", canvas, purse=purse)


def _draw_small_board(canvas: Canvas, board: SmallBoard) -> Markup:
    """Draw the plantation of another player."""
    fields = [(field, field_words(field, canvas.language)) for field in board.fields]
    return draw_template("small_board.html", canvas, board=board, fields=fields)
