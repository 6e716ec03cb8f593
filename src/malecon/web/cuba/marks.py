"""The players' marks: a pawn and a badge for each seat, told apart by colour, shape, pattern and number.

The colours are those of the page (``--seat-1`` to ``--seat-5``), so the pictures only name them by classes.
"""

from collections.abc import Mapping

from markupsafe import Markup

BADGES = (
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
BADGE = Markup(
    '<svg class="badge seat-{number}" viewBox="0 0 32 32" aria-hidden="true"><g class="dye">{shape}</g>'
    '<text x="16" y="22" text-anchor="middle">{number}</text></svg>'
)
PAWN = Markup(
    '<svg class="pawn seat-{number}" viewBox="0 0 40 60" aria-hidden="true" data-travel="pawn-{number}">'
    '<ellipse cx="21" cy="55" rx="17" ry="4.5" fill="#1c1510" opacity=".45"/>'
    '<path class="dye" d="M6 52c0-14 3-25 8-30h12c5 5 8 16 8 30 0 3-28 3-28 0z" stroke="#fffaf0" stroke-width="2"/>'
    '<g class="pattern">{pattern}</g><circle cx="20" cy="16" r="8" fill="#a9683c" stroke="#2b2420" stroke-width="1.2"/>'
    '<path d="M2 13c5-3 8-4 10-4 1-5 4-8 8-8s7 3 8 8c2 0 5 1 10 4-6 3-12 4-18 4S8 16 2 13z" fill="#f0d58c" stroke="#2b2420" '
    'stroke-width="1.2"/><path d="M12 9q8 3 16 0v3q-8 3-16 0z" class="dye"/></svg>'
)

TOKEN = Markup(
    '<g transform="translate({x} {y}) scale(.75)" class="seat-{number}"><g class="dye">{shape}</g>'
    '<text x="16" y="22" text-anchor="middle">{number}</text></g>'
)
LENGTH, WIDE = 1000, 24
"""Of the score track, and of a badge on it."""


def badge(seat: int) -> Markup:
    """Return the badge of a seat.

    >>> badge(0).striptags()
    '1'
    """
    return BADGE.format(number=seat + 1, shape=Markup(BADGES[seat]))


def pawn(seat: int) -> Markup:
    """Return the pawn of a seat."""
    return PAWN.format(number=seat + 1, pattern=Markup(PATTERNS[seat]))


def score_track(points: Mapping[int, int], lap: int) -> Markup:
    """Return a track from 0 to ``lap`` with a badge for each seat; it laps, as the printed one does (CUB-9.2)."""
    wide = LENGTH / lap
    spaces = "".join(
        f'<path class="space{" ten" if space % 10 == 0 else ""}" d="M{space * wide + 1:.2f} 0h{wide - 2:.2f}v10h-{wide - 2:.2f}z"/>'
        for space in range(lap)
    )
    tens = "".join(
        f'<text class="tens" x="{(ten + 0.5) * wide:.1f}" y="28" text-anchor="middle">{ten}</text>'
        for ten in range(0, lap, 10)
    )
    high = levels({seat: (score % lap) * wide for seat, score in points.items()})
    badges = "".join(
        TOKEN.format(
            x=f"{(score % lap + 0.5) * wide - WIDE / 2:.1f}",
            y=-WIDE * (high[seat] + 1),
            number=seat + 1,
            shape=Markup(BADGES[seat]),
        )
        for seat, score in points.items()
    )
    top = WIDE * (max(high.values()) + 1) + 2
    return Markup(
        f'<svg class="score-track" viewBox="-{WIDE} -{top} {LENGTH + 2 * WIDE} {top + 30}" aria-hidden="true">{spaces}{tens}{badges}</svg>'
    )


def levels(places: Mapping[int, float]) -> Mapping[int, int]:
    """Return how high each badge stands, so that none covers another.

    >>> levels({0: 10, 1: 12, 2: 90})
    {0: 0, 1: 1, 2: 0}
    """
    high: dict[int, int] = {}
    for seat, place in sorted(places.items(), key=lambda pair: pair[1]):
        near = {high[other] for other in high if abs(places[other] - place) < WIDE}
        high[seat] = min(set(range(len(places))) - near)
    return high
