"""The curves of a review: the chances of all seats and their points, on one time axis.

Places are shares of the width and of the height, written in per cent, so that marks and letters stay round however
wide the picture is. Lines are drawn in a square of 100 that is stretched.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from markupsafe import Markup

from malecon.presentation.drawing import element, points

LINEAR_UP_TO = 0.55
"""Chances up to which the scale is linear, with three seats or more; above it is compressed."""
TOP_SHARE = 0.82
"""Of the height for chances up to ``LINEAR_UP_TO``."""
SETUP_WIDTH = 0.5
"""Of what comes before the first round, in widths of a round."""
LETTER_PLACES = 16
"""Places along a line from which that of its letter is chosen."""
LETTER_MARGIN = 3
"""Places at both ends where no letter stands."""


class Axis(NamedTuple):
    """The time of a game: each round is equally wide, the moves of a round lie in equal distances.

    Attributes:
        places: numbers of moves at which the set-up and the rounds begin, and the number of all moves.
        edges: shares of the width at which they lie.
        first: the number of the first round in ``places``.
    """

    places: tuple[int, ...]
    edges: tuple[float, ...]
    rounds: tuple[int, ...]

    def x(self, move: int) -> float:
        """Return the share of the width at which the game has come after so many moves."""
        part = min(bisect_right(self.places, move), len(self.places) - 1) - 1
        first, last = self.places[part], self.places[part + 1]
        begin, end = self.edges[part], self.edges[part + 1]
        return begin + (end - begin) * (move - first) / max(1, last - first)


def axis_of(rounds: Mapping[int, int], moves: int) -> Axis:
    """Return the axis of a game; ``rounds``: by round how many moves had been made when it began."""
    begun = {number: place for number, place in rounds.items() if place < moves} or {1: 0}
    has_setup = min(begun.values()) > 0
    widths = [SETUP_WIDTH] * has_setup + [1.0] * len(begun)
    edges = [sum(widths[:number]) / sum(widths) for number in range(len(widths) + 1)]
    return Axis((*([0] * has_setup), *begun.values(), max(1, moves)), tuple(edges), (*([0] * has_setup), *begun))


def height_of(chance: float, seats: int) -> float:
    """Return the share of the height, from the top, at which a chance lies.

    >>> height_of(0.5, 2), height_of(1.0, 4), height_of(0.0, 4)
    (0.5, 0.0, 1.0)
    """
    if seats < 3:
        return 1 - chance
    if chance <= LINEAR_UP_TO:
        return 1 - chance / LINEAR_UP_TO * TOP_SHARE
    return (1 - chance) / (1 - LINEAR_UP_TO) * (1 - TOP_SHARE)


class Mark(NamedTuple):
    """A mark on the curve: after which move, seat from 0, the chance there, ``?``, ``??`` or ``!``, link, words.

    ``is_rough``: it is that of a first look.
    """

    move: int
    seat: int
    chance: float
    sign: str
    href: str
    words: str
    is_open: bool
    is_chosen: bool
    is_rough: bool


def percent(share: float) -> str:
    """Return a share as an attribute.

    >>> percent(0.12345)
    '12.35%'
    """
    return f"{round(100 * share, 2):g}%"


def chance_lines(times: Sequence[float], rows: Sequence[Sequence[float]], chosen: int | None) -> Markup:
    """Return a line for each seat; ``times``: of the rows, as shares of the width; ``chosen``: the seat in front."""
    seats = len(rows[0])
    order = sorted(range(seats), key=lambda seat: seat == chosen)
    lines = [_line(seat, times, [height_of(row[seat], seats) for row in rows], chosen) for seat in order]
    return _stretched(*lines)


def point_lines(times: Sequence[float], rows: Sequence[Sequence[int]], most: int, chosen: int | None) -> Markup:
    """Return the points of each seat as steps; ``most`` of them lie at the top."""
    seats = range(len(rows[0]))
    order = sorted(seats, key=lambda seat: seat == chosen)
    return _stretched(*(_steps(seat, times, [1 - row[seat] / most for row in rows], chosen) for seat in order))


def _stretched(*lines: str) -> Markup:
    """Return lines in a square of 100 that fills what it lies in."""
    return element("svg", *lines, class_="lines", viewBox="0 0 100 100", preserveAspectRatio="none", aria_hidden="true")


def _line(seat: int, times: Sequence[float], heights: Sequence[float], chosen: int | None) -> Markup:
    """Return the line of a seat through all places."""
    d = " ".join(points(round(100 * x, 2), 100 * y) for x, y in zip(times, heights, strict=True))
    return element("path", d=f"M{d}", class_=_kind_of(seat, chosen))


def _steps(seat: int, times: Sequence[float], heights: Sequence[float], chosen: int | None) -> Markup:
    """Return the line of a seat that goes up in steps; places between which nothing changes are left out."""
    corners = [f"M{points(100 * times[0], 100 * heights[0])}"]
    for (_, before), (x, now) in pairwise(zip(times, heights, strict=True)):
        if now != before:
            corners.append(f"H{points(100 * x)}V{points(100 * now)}")
    corners.append(f"H{points(100 * times[-1])}")
    return element("path", d="".join(corners), class_=_kind_of(seat, chosen))


def _kind_of(seat: int, chosen: int | None) -> str:
    """Return the classes of the line of a seat."""
    return f"seat-{seat + 1} graph{' front' if seat == chosen else ''}"


class InitialPlace(NamedTuple):
    """Where the letter of a seat stands on its line, as shares of width and height."""

    seat: int
    x: float
    y: float


def initial_places(times: Sequence[float], rows: Sequence[Sequence[float]]) -> Iterator[InitialPlace]:
    """Yield for each seat the place on its line that is furthest from all other lines and letters."""
    seats, found = len(rows[0]), list[InitialPlace]()
    places = [len(rows) * each // LETTER_PLACES for each in range(LETTER_MARGIN, LETTER_PLACES - 1)]
    for seat in range(seats):
        spots = [InitialPlace(seat, times[place], height_of(rows[place][seat], seats)) for place in places]
        apart = [
            min([abs(spot.y - height_of(row, seats)) for other, row in enumerate(rows[place]) if other != seat])
            for spot, place in zip(spots, places, strict=True)
        ]
        free = [
            min([far, *(abs(spot.x - letter.x) * 2 for letter in found)])
            for spot, far in zip(spots, apart, strict=True)
        ]
        found.append(spots[free.index(max(free))])
    yield from found


def share_bar(share: float, kind: str) -> Markup:
    """Return a bar that fills a share of its width."""
    track = element("rect", width="100%", height="100%", rx=3, class_="rail")
    bar = element("rect", width=percent(share), height="100%", rx=3, class_=kind)
    return element("svg", track, bar, class_="share", aria_hidden="true")


def change_bar(begin: float, changes: Mapping[str, float]) -> Markup:
    """Return a bar from a chance to the one after some changes, each a step with the class that is its key.

    A third of the height belongs to each of three; the scale goes from 0 to 1, and further where a step does.
    """
    places = [begin, *accumulate(changes.values(), initial=begin)][1:]
    low, high = min(0.0, *places), max(1.0, *places)

    def x(place: float) -> float:
        return (place - low) / (high - low)

    track = element("rect", x=percent(x(0)), width=percent(x(1) - x(0)), height="100%", rx=3, class_="rail")
    steps = [
        element(
            "rect",
            x=percent(min(x(before), x(after))),
            width=percent(max(0.008, abs(x(after) - x(before)))),
            y=percent(number / len(changes)),
            height=percent(1 / len(changes)),
            class_=kind,
        )
        for number, (kind, (before, after)) in enumerate(zip(changes, pairwise(places), strict=True))
    ]
    ends = [
        element("rect", x=percent(x(place)), width=2, height="100%", class_="axis") for place in (begin, places[-1])
    ]
    return element("svg", track, *steps, *ends, class_="change", aria_hidden="true")
