"""What the curves of a review show: lines from pause to pause, marks on them, rounds, and the same as a table."""

from bisect import bisect_right
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from malecon.agents.review import ReviewedDecision
from malecon.core.i18n import N_
from malecon.web.rendering import render
from malecon.web.views.result import POINTS
from malecon.web.views.review import ReviewAddress, ReviewedGame, Walk, label_of, marked
from malecon.web.views.review_charts import (
    Axis,
    InitialPlace,
    Mark,
    axis_of,
    chance_lines,
    height_of,
    initial_places,
    percent,
    point_lines,
)

MOST_TICKS = 16
"""Rounds that have their number at the axis."""
WORDS = {
    "?": N_("Round {round}, {name}: {move}, a mistake"),
    "??": N_("Round {round}, {name}: {move}, a grave mistake"),
    "!": N_("Round {round}, {name}: {move}, the only good move"),
}
MAYBE = N_("Round {round}, {name}: {move}, perhaps a mistake")
"""By mark, what it says."""


class Tick(NamedTuple):
    """The number of a round below the curves: the middle, the left edge and the width, and whether it is shown now."""

    x: str
    left: str
    width: str
    number: int
    href: str
    is_now: bool


class Curve(NamedTuple):
    """The curves, as their template shows them; all places are shares in per cent."""

    scale: list[tuple[str, int]]
    chances: Markup
    points: Markup
    most: int
    ends: list[tuple[int, int]]
    columns: list[tuple[str, str, str, str]]
    edges: list[str]
    cursor: str
    initials: list[tuple[InitialPlace, str, str]]
    marks: list[tuple[Mark, str, str]]
    ticks: list[Tick]
    table: list[tuple[int, list[tuple[float, int]]]]


def drawn_curve(reviewed: ReviewedGame, walk: Walk, asked: ReviewAddress) -> Markup:
    """Return the curves, drawn."""
    facts = {"names": reviewed.names, "initials": reviewed.initials, "POINTS": POINTS}
    return render("review_curve.html", reviewed.language, curve=_curve(reviewed, walk, asked), **facts)


def chances_at(reviewed: ReviewedGame, at: int) -> tuple[float, ...]:
    """Return the chances at the last pause that is known, after so many moves."""
    return reviewed.curve[bisect_right(reviewed.curve, at, key=lambda each: each.number) - 1].chances


def _chosen(reviewed: ReviewedGame, asked: ReviewAddress) -> int | None:
    """Return the seat whose line is in front: that whose decisions are listed, or that of the opened decision."""
    decision = reviewed.decision_before(asked.at)
    own = reviewed.own[0] if len(reviewed.own) == 1 else None
    return asked.of - 1 if asked.of else decision.seat if decision else own


def _curve(reviewed: ReviewedGame, walk: Walk, asked: ReviewAddress) -> Curve:
    match, seats, chosen = reviewed.match, reviewed.match.seats, _chosen(reviewed, asked)
    axis = axis_of(reviewed.rounds, match.number)
    times, moves = [axis.x(each.number) for each in reviewed.curve], range(match.number + 1)
    rows = [each.chances for each in reviewed.curve]
    most = max(1, *(max(points) for points in walk.points))
    marks = list(_marks(reviewed, walk, asked, chosen))
    return Curve(
        scale=[(percent(height_of(each / 100, seats)), each) for each in _scale_of(seats)],
        chances=chance_lines(times, rows, chosen),
        points=point_lines([axis.x(move) for move in moves], walk.points, most, chosen),
        most=most,
        ends=sorted(enumerate(walk.points[-1]), key=lambda end: -end[1]),
        columns=list(_columns(reviewed, asked, axis)),
        edges=[percent(edge) for edge in axis.edges[1:-1]],
        cursor=percent(axis.x(asked.at)),
        initials=[(each, percent(each.x), percent(each.y)) for each in initial_places(times, rows)],
        marks=[(each, percent(axis.x(each.move)), percent(height_of(each.chance, seats))) for each in marks],
        ticks=list(_ticks(reviewed, asked, axis)),
        table=list(_table(reviewed, walk, axis)),
    )


def _scale_of(seats: int) -> list[int]:
    """Return the chances in per cent at which there is a line."""
    return sorted({0, round(100 / seats), 50, 100})


def _columns(reviewed: ReviewedGame, asked: ReviewAddress, axis: Axis) -> Iterator[tuple[str, str, str, str]]:
    """Yield for each number of moves where it is pointed at: left edge, width, address, and what is said there."""
    moves = range(reviewed.match.number + 1)
    edges = [0.0, *((axis.x(move) + axis.x(move + 1)) / 2 for move in moves[:-1]), 1.0]
    for at, (left, right) in enumerate(pairwise(edges)):
        yield percent(left), percent(right - left), asked.to(at=at), _said_at(reviewed, at)


def _said_at(reviewed: ReviewedGame, at: int) -> str:
    """Return the chances of all at the last pause after so many moves, in words."""
    chances = zip(reviewed.names.values(), chances_at(reviewed, at), strict=True)
    said = ", ".join(f"{name} {round(100 * chance)} %" for name, chance in chances)
    return reviewed.language.say(N_("Move {number}: {chances}"), number=at, chances=said)


def _marks(reviewed: ReviewedGame, walk: Walk, asked: ReviewAddress, chosen: int | None) -> Iterator[Mark]:
    """Yield the marks of turning points; those of the seat in front come last and so lie above the others."""
    shown = marked(reviewed, asked)
    for each in sorted(shown, key=lambda each: (each.seat == chosen, each.number == asked.at - 1)):
        at = each.number + 1
        is_chosen = chosen in (None, each.seat)
        yield Mark(
            at,
            each.seat,
            reviewed.chance_of(each.seat, at),
            each.mark,
            asked.to(at=at),
            _words(reviewed, walk, each),
            at == asked.at,
            is_chosen,
            each.is_rough,
        )


def _words(reviewed: ReviewedGame, walk: Walk, decision: ReviewedDecision) -> str:
    now = walk.states.get(decision.number)
    move = decision.played if now is None else label_of(now, decision.seat, decision.played, reviewed)
    facts = {"round": reviewed.round_of(decision.number), "name": reviewed.names[decision.seat], "move": move}
    return reviewed.language.say(MAYBE if decision.is_rough else WORDS[decision.mark], **facts)


def _ticks(reviewed: ReviewedGame, asked: ReviewAddress, axis: Axis) -> Iterator[Tick]:
    """Yield the numbers of the rounds."""
    every = -(-len(axis.rounds) // MOST_TICKS)
    now = reviewed.round_of(max(0, asked.at - 1))
    for number, begin, (left, right) in zip(axis.rounds, axis.places, pairwise(axis.edges), strict=False):
        if number and number % every == 0:
            href = asked.to(at=begin)
            yield Tick(percent((left + right) / 2), percent(left), percent(right - left), number, href, number == now)


def _table(reviewed: ReviewedGame, walk: Walk, axis: Axis) -> Iterator[tuple[int, list[tuple[float, int]]]]:
    """Yield for each round its number, and the chance and the points of each seat at its end."""
    for number, end in zip(axis.rounds, axis.places[1:], strict=True):
        yield number, list(zip(chances_at(reviewed, end), walk.points[end], strict=True))
