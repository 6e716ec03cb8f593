"""The round, the score track, and the players in the order of their seats with what lies open before each."""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.cuba.player_view import FieldSeen, PlayerSeen
from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.text.descriptions import field_words
from malecon.games.cuba.view import View
from malecon.games.cuba.web.amounts import purse_of
from malecon.games.cuba.web.art import TEMPLATES
from malecon.games.cuba.web.event_pictures import last_part
from malecon.games.cuba.web.own_board import characters_in, states_of
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Group, Part

LAP = 80
"""Spaces of the score track (CUB-9.2)."""
FIRST_SPACE = 100 / LAP / 2
"""The middle of the first space, in hundredths of the track."""
APART = 1.75
"""How far badges stand apart at least, in hundredths of the track."""


class Time(NamedTuple):
    """The round, the phase in it, and whether the game is over."""

    round: int
    lap: int
    is_over: bool


class Counter(NamedTuple):
    """A badge on the score track: what it says, and where, in hundredths, its space is and it stands."""

    seat: int
    name: str
    letter: str
    points: int
    space: float
    place: float


class PlayerPlace(NamedTuple):
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


class Worths(NamedTuple):
    """Points and pesos of a player."""

    seat: int
    points: int
    pesos: int


class Plates(NamedTuple):
    """The characters of a player: where each is, which was played last, whether one is sealed, and votes.

    ``more_votes``: of the Town hall.
    """

    states: tuple[str, ...]
    last: str | None
    is_sealed: bool
    votes: int
    more_votes: int


class SmallBoard(NamedTuple):
    """The plantation of another player: seat, fields, the pawn's place, buildings of which there is one tile."""

    seat: int
    fields: tuple[FieldSeen, ...]
    pawn: str
    single: tuple[str, ...]


def round_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the round and the score track."""
    view = context.perspective.view
    yield Part("round", _draw_round, Time(view.round, view.lap, bool(view.ending)))
    yield Part(
        "track", _draw_track, counters(context.names, context.initials, tuple(player.points for player in view.players))
    )


def counters(names: tuple[str, ...], letters: tuple[str, ...], points: tuple[int, ...]) -> tuple[Counter, ...]:
    """Return the badges on the track, by points; who passes its end begins it anew (CUB-9.2).

    >>> [counter.place for counter in counters(("Ana", "Ben", "Carla"), ("A", "B", "C"), (8, 89, 40))]
    [10.375, 12.125, 50.625]
    """
    seats = sorted(range(len(points)), key=lambda seat: points[seat] % LAP)
    spaces = [(points[seat] % LAP + 0.5) * 100 / LAP for seat in seats]
    stand = zip(seats, spaces, _apart(spaces), strict=True)
    return tuple(Counter(seat, names[seat], letters[seat], points[seat], space, place) for seat, space, place in stand)


def _apart(spaces: Sequence[float]) -> list[float]:
    """Return where badges stand so that each can be read: as near to their spaces, in rising order, as can be.

    >>> _apart([0.625, 0.625, 0.625]), _apart([50.0, 51.25, 60.0])
    ([0.625, 2.375, 4.125], [49.75, 51.5, 60.0])
    """
    # Less the room that those before them take, they need only not fall: the least squares of that are means of runs.
    wished = [space - rank * APART for rank, space in enumerate(spaces)]
    ranks = range(len(wished))
    nearest = [
        max(min(mean(wished[low : high + 1]) for high in ranks[rank:]) for low in ranks[: rank + 1]) for rank in ranks
    ]
    most = 100 - FIRST_SPACE - APART * ranks[-1]
    return [round(min(max(place, FIRST_SPACE), most) + rank * APART, 3) for rank, place in enumerate(nearest)]


_draw_round = TEMPLATES.drawer("cuba/round.html", "time", rounds=ROUNDS, laps=LAPS)
_draw_track = TEMPLATES.drawer("cuba/track.html", "counters", tens=range(0, LAP, 10), lap=LAP)


def player_parts(context: BoardContext[View]) -> Iterator[Part | Group]:
    """Yield the players, the viewer first."""
    view, viewer = context.perspective.view, context.perspective.viewer
    seats = tuple((seat + (viewer or 0)) % view.seats for seat in range(view.seats))
    single = {tile.building.name for tile in view.tiles if tile.building.copies == 1}
    yield Part("players", _draw_players, seats)
    for seat in seats:
        player = view.players[seat]
        yield Part(f"turn-{seat + 1}", _draw_turn, seat in context.question.seats)
        yield Group(
            _parts_of, (player, _place_of(player, context), tuple(filter(single.__contains__, player.buildings)))
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
        yield Part(f"fields-{number}", _draw_small_board, SmallBoard(seat, player.fields, player.pawn, single))
        yield Part(f"purse-{number}", _draw_heaps, purse_of(player))


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
_draw_heaps = TEMPLATES.drawer("cuba/player_heaps.html", "purse")


def _draw_plates(canvas: Canvas, plates: Plates) -> Markup:
    return TEMPLATES.draw("cuba/plates.html", canvas, plates=plates, cards=characters_in(plates.states))


def _draw_small_board(canvas: Canvas, board: SmallBoard) -> Markup:
    """Draw the plantation of another player."""
    fields = [(field, field_words(field, canvas.language)) for field in board.fields]
    return TEMPLATES.draw("cuba/small_board.html", canvas, board=board, fields=fields)
