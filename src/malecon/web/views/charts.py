"""Charts: the results of a person over time, and the points of a game by round."""

from collections.abc import Sequence
from itertools import compress
from math import ceil, floor
from statistics import fmean

from markupsafe import Markup

from malecon.presentation.drawing import disc, element, path, picture, points, stroke

WIDTH, HEIGHT = 300, 150
LEFT, RIGHT, TOP, BOTTOM = 34, 28, 10, 24
"""Room beside the dots."""
LAST = 10
"""Games of which the line shows the mean."""
LETTERS = 13
"""Height of the initials at the end of a line."""
LINE_WIDTH, LINE_HEIGHT = 240, 40
MOST_TICKS = 5
MOST_ROUNDS = 12
"""That have their number below the chart."""
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


def plot(values: Sequence[int], filled: Sequence[bool]) -> Markup:
    """Return the picture of a series, the oldest at the left; there is at least one value.

    ``filled``: which dots are.
    """
    ticks = ticks_for(min(values), max(values))
    spots = [(_x_of(number, len(values)), _y_of(value, ticks)) for number, value in enumerate(values)]
    means = [fmean(values[max(0, number - LAST + 1) : number + 1]) for number in range(len(values))]
    line = [place for (x, _), mean in zip(spots, means, strict=True) for place in (x, _y_of(mean, ticks))]
    empty = [not each for each in filled]
    return picture(
        WIDTH,
        HEIGHT,
        *_frame(ticks),
        label("1", _x_of(0, len(values)), HEIGHT - 6, "middle"),
        *([label(str(len(values)), _x_of(len(values) - 1, len(values)), HEIGHT - 6, "middle")] if values[1:] else []),
        path(stroke(*line), class_="mean"),
        path("".join(disc(x, y, 4) for x, y in compress(spots, empty)), class_="dot"),
        path("".join(disc(x, y, 4.5) for x, y in compress(spots, filled)), class_="dot won"),
        class_="plot",
    )


def rating_line(values: Sequence[int]) -> Markup:
    """Return the picture of ratings, the oldest at the left, at least two; the number stands beside it."""
    least, most = min(values), max(max(values), min(values) + 1)
    spots = [
        (
            LINE_WIDTH * number / (len(values) - 1),
            LINE_HEIGHT - 2 - (LINE_HEIGHT - 4) * (value - least) / (most - least),
        )
        for number, value in enumerate(values)
    ]
    line = [place for spot in spots for place in spot]
    under = f"{stroke(*line)}V{LINE_HEIGHT}H0Z"
    return picture(
        LINE_WIDTH,
        LINE_HEIGHT,
        path(under, class_="under"),
        path(stroke(*line), class_="rating"),
        class_="spark",
        preserveAspectRatio="none",
    )


def ticks_for(low: int, high: int) -> Sequence[int]:
    """Return round numbers around all values, at least two.

    >>> list(ticks_for(13, 28)), list(ticks_for(7, 7))
    ([10, 15, 20, 25, 30], [7, 8])
    """
    for step in STEPS:
        first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
        if last - first < MOST_TICKS:
            break
    return range(first * step, last * step + 1, step)


def points_chart(rounds: Sequence[Sequence[int]], initials: Sequence[str], said: str) -> Markup:
    """Return the picture of the points of each seat at the end of each round.

    Args:
        rounds: the points of each seat, the set-up first.
        initials: of the players, by seat; they stand at the ends of the lines.
        said: what the picture shows, in words.
    """
    ticks, number = ticks_for(0, max(map(max, rounds))), len(rounds)
    spacing = next(step for step in STEPS if number <= step * MOST_ROUNDS)
    lines = [
        [place for x, each in enumerate(rounds) for place in (_x_of(x, number), _y_of(each[seat], ticks))]
        for seat in range(len(rounds[0]))
    ]
    return picture(
        WIDTH,
        HEIGHT,
        *_frame(ticks),
        *(label(str(x), _x_of(x, number), HEIGHT - 6, "middle") for x in range(spacing, number, spacing)),
        *(
            _curve(seat, initials[seat], line, height)
            for seat, (line, height) in enumerate(zip(lines, apart([line[-1] for line in lines]), strict=True))
        ),
        class_="plot",
        role="img",
        aria_label=said,
    )


def _frame(ticks: Sequence[int]) -> tuple[Markup, ...]:
    """Return the lines at the ticks, with their numbers."""
    lines = path("".join(f"M{points(LEFT, _y_of(tick, ticks))}H{WIDTH - RIGHT}" for tick in ticks), class_="grid")
    return (lines, *(label(str(tick), LEFT - 6, _y_of(tick, ticks) + 4, "end") for tick in ticks))


def _curve(seat: int, initials: str, line: Sequence[float], height: float) -> Markup:
    """Return the line of a seat, with a dot and the initials of the player at its end.

    ``height``: the y coordinate of the initials.
    """
    *_, x, y = line
    letters = element("text", initials, x=x + 8, y=height + 4, class_="initials")
    return element("g", path(stroke(*line), class_="curve"), path(disc(x, y, 4)), letters, class_=f"seat-{seat + 1}")


def apart(heights: Sequence[float]) -> list[float]:
    """Return y coordinates near these, so far from each other that initials do not overlap.

    >>> apart([100, 99, 20]), apart([10, 12])
    ([100, 87, 20], [10, 23])
    """
    above, spread = float("inf"), list(heights)
    for seat in sorted(range(len(heights)), key=lambda seat: -heights[seat]):
        spread[seat] = above = min(heights[seat], above - LETTERS)
    down = max(0, TOP - min(spread))
    return [height + down for height in spread]


def _x_of(number: int, count: int) -> float:
    """Return the x coordinate of a value, by its number in the series."""
    room = WIDTH - LEFT - RIGHT - 12
    return LEFT + 6 + room * (number / (count - 1) if count > 1 else 0.5)


def _y_of(value: float, ticks: Sequence[int]) -> float:
    share = (value - ticks[0]) / (ticks[-1] - ticks[0])
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)


def label(text: str, x: float, y: float, anchor: str) -> Markup:
    """Return a number at an axis."""
    return element("text", text, x=float(x), y=float(y), text_anchor=anchor)
