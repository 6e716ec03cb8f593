"""How far the game is: the round, and the points on the score track."""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import NamedTuple

from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import TEMPLATES
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Part

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
    """Return the places of badges in rising order: as near to their spaces as can be, ``APART`` from each other.

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
