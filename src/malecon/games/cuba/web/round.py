"""What stands above the sections: rounds and phases, the players in a strip, the score track."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import draw_template
from malecon.games.cuba.web.pieces import counters
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

    ``own``: whether it is the viewer. ``is_first``: whether it is the first player. ``acts``: whether the game waits.
    """

    seat: int
    name: str
    own: bool
    is_first: bool
    points: int
    pesos: int
    votes: int
    acts: bool


def round_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield rounds and phases, strip and score track."""
    view, viewer = context.perspective.view, context.perspective.viewer
    yield Part("round", draw_round, Time(view.round, view.lap, bool(view.ending)))
    yield Part("strip", draw_strip, view.order)
    for seat in view.order:
        player, acts = view.players[seat], seat in context.question.seats
        name, is_first = context.perspective.names[seat], seat == view.order[0]
        shown = StripPlayer(seat, name, seat == viewer, is_first, player.points, player.pesos, player.votes, acts)
        yield Part(f"strip-{seat + 1}", draw_strip_player, shown)
    yield Part("track", draw_track, (context.names, tuple(player.points for player in view.players)))


def draw_round(canvas: Canvas, time: Time) -> Markup:
    """Draw the rounds and the phases."""
    return draw_template("round.html", canvas, time=time, rounds=ROUNDS, laps=LAPS)


def draw_strip(canvas: Canvas, order: tuple[int, ...]) -> Markup:
    """Draw the slots of the players, in their order."""
    return draw_template("strip.html", canvas, order=order)


def draw_strip_player(canvas: Canvas, player: StripPlayer) -> Markup:
    """Draw a player in the strip."""
    return draw_template("strip_player.html", canvas, player=player)


def draw_track(canvas: Canvas, value: tuple[tuple[str, ...], tuple[int, ...]]) -> Markup:
    """Draw the score track, from names and points by seat."""
    names, points = value
    drawn = counters(dict(enumerate(points)), dict(enumerate(names)), LAP)
    return draw_template("score.html", canvas, counters=drawn, names=names, lap=LAP)
