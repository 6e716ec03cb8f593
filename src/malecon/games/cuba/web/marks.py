"""The players' marks: a pawn and a badge for each seat, told apart by colour, shape, pattern and letter.

The colours are those of the page (``--seat-1`` to ``--seat-5``), so the pictures only name them by classes.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from markupsafe import Markup

from malecon.core.plain_text import initial
from malecon.games.cuba.web.pieces import use

SHAPES = (
    '<circle cx="16" cy="16" r="14"/>',
    '<rect x="3" y="3" width="26" height="26" rx="5"/>',
    '<path d="m16 0 16 16-16 16L0 16z"/>',
    '<path d="m8 2h16l8 14-8 14H8L0 16z"/>',
    '<path d="M3 2h26v16c0 7-6 11-13 14C9 29 3 25 3 18z"/>',
)
"""By seat: the shape of a badge."""
PATTERNS = (
    '<path d="M20 22v30"/>',
    '<path d="M9 40h22M8 47h24"/>',
    '<path d="M14 32v.1M26 32v.1M12 40v.1M28 40v.1M12 48v.1M20 48v.1M28 48v.1"/>',
    '<path d="m10 48 7-22M30 48l-7-22"/>',
    '<path d="m9 48 6-7 5 7 5-7 6 7"/>',
)
"""By seat: the pattern of a pawn's coat."""
DISC = Markup('<g class="dye">{shape}</g><text x="16" y="22" text-anchor="middle">{letter}</text>')
BADGE = Markup('<svg class="badge seat-{number}" viewBox="0 0 32 32" aria-hidden="true">{disc}</svg>')
PAWN = Markup(
    '<svg class="pawn seat-{number}" viewBox="0 0 40 60" aria-hidden="true" data-travel="pawn-{number}">'
    '{shade}<g class="dye">{coat}</g><g class="pattern">{pattern}</g>{head}<g class="dye">{ribbon}</g></svg>'
)
LENGTH, WIDE, LETTER = 1000, 24, 10
"""Of the score track, of a badge on it, and about of a letter beside that."""
LATE = 800
"""From here on names stand before their badges, so that they end on the page."""
LONGEST_NAME = 14
MOST_KEPT = 256
"""Of the badges."""


@lru_cache(MOST_KEPT)
def disc(seat: int, name: str) -> Markup:
    """Return what the badge of a player shows."""
    return DISC.format(shape=Markup(SHAPES[seat]), letter=initial(name))


@lru_cache(MOST_KEPT)
def badge(seat: int, name: str) -> Markup:
    """Return the badge of a player.

    >>> badge(0, "Ana").striptags()
    'A'
    """
    return BADGE.format(number=seat + 1, disc=disc(seat, name))


@cache
def pawn(seat: int) -> Markup:
    """Return the pawn of a seat."""
    parts = {part: use(f"pawn-{part}") for part in ("shade", "coat", "head", "ribbon")}
    return PAWN.format(number=seat + 1, pattern=Markup(PATTERNS[seat]), **parts)


@dataclass(frozen=True, slots=True)
class Counter:
    """A badge on the score track: its corner, measured from the left of the first space, above the spaces.

    Attributes:
        late: whether the name stands before the badge instead of behind it.
    """

    seat: int
    name: str
    x: float
    y: float
    late: bool


def counters(points: Mapping[int, int], names: Mapping[int, str], lap: int) -> list[Counter]:
    """Return the badges on a track with ``lap`` spaces; who passes its end begins it anew (CUB-9.2)."""
    places = {seat: (score % lap + 0.5) * LENGTH / lap for seat, score in points.items()}
    short = {seat: on_lap(shortened(names[seat]), points[seat] // lap * lap) for seat in points}
    high = levels({seat: span(place, short[seat]) for seat, place in places.items()})
    return [
        Counter(seat, short[seat], round(place - WIDE / 2, 1), -WIDE * (high[seat] + 1), late=place > LATE)
        for seat, place in places.items()
    ]


def on_lap(name: str, before: int) -> str:
    """Return a name with what its owner has scored on the laps before.

    >>> on_lap("Ana", 0), on_lap("Ana", 80)
    ('Ana', 'Ana 80 +')
    """
    return f"{name} {before} +" if before else name


def shortened(name: str) -> str:
    """Return a name, or the beginning of a long one."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def span(place: float, name: str) -> tuple[float, float]:
    """Return from where to where a badge with its name reaches.

    >>> span(100, "Ana"), span(900, "Ana")
    ((88.0, 142.0), (858.0, 912.0))
    """
    half, more = WIDE / 2, len(name) * LETTER
    return (place - half - more, place + half) if place > LATE else (place - half, place + half + more)


def levels(spans: Mapping[int, tuple[float, float]]) -> Mapping[int, int]:
    """Return how high each badge stands, so that none covers another.

    >>> levels({0: (10, 40), 1: (12, 42), 2: (90, 120)})
    {0: 0, 1: 1, 2: 0}
    """
    high: dict[int, int] = {}
    for seat, (start, _) in sorted(spans.items(), key=lambda pair: pair[1]):
        near = {high[other] for other in high if start < spans[other][1]}
        high[seat] = min(set(range(len(spans))) - near)
    return high
