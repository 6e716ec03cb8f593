"""The part of a game's specification that was measured, as lines of a page."""

from collections.abc import Iterator, Sequence

from spec.game_metrics import GUESSES, MeanShare, Spread
from spec.level_metrics import GameMetrics, TableFigures

Rows = Sequence[Sequence[object]]


def table(heads: Sequence[str], rows: Rows) -> Iterator[str]:
    """Yield the lines of a table.

    >>> [*table(["a", "b"], [[1, "x|y"]])]
    ['| a | b |', '|---|---|', '| 1 | x\\\\|y |']
    """
    yield f"| {' | '.join(heads)} |"
    yield "|" + "---|" * len(heads)
    for row in rows:
        yield f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |"


def figure_lines(metrics: GameMetrics) -> Iterator[str]:
    """Yield the lines of the part that was measured."""
    by_seats = metrics.figures
    seats = [f"{figures.seats} seats" for figures in by_seats]
    yield "## Figures"
    yield f"Random players, {by_seats[0].games} games with the usual options for each number of seats, keys from 0 on."
    yield ""
    yield from table(["", *seats], [[name, *map(value, by_seats)] for name, value in _FIGURES.items()])
    yield ""
    yield "- *by chance*: decisions after which something is drawn. *Set-up*: numbers drawn before the first decision."
    yield "- *lead changes*: how often a seat comes to be alone in front that was not the last one there."
    yield "- *not known*: at a decision, the share of the numbers of the position that the seat does not know: that"
    yield f"  differ from the truth in one of {GUESSES} guesses (`contract.guess`). The key does not count, and numbers"
    yield "  that are the same in all positions looked at do not either. A set of cards is one number."
    yield ""
    yield "How often a seat that is asked does not know a field of the position for certain:"
    yield ""
    fields = sorted({name for figures in by_seats for name in figures.unknown})
    unknown = [[f"`{name}`", *(_percent(figures.unknown.get(name, 0)) for figures in by_seats)] for name in fields]
    yield from table(["field", *seats], unknown)
    yield ""
    yield from _level_lines(by_seats)
    yield from _ladder_lines(metrics)
    yield "## To repeat it"
    yield "```sh"
    measure = f"measure {metrics.game} {_sizes(metrics)} > docs/spec/{metrics.game}.json"
    yield f"PYTHONPATH=tools .venv/bin/python -m spec {measure}"
    yield "make docs"
    yield "```"


def _sizes(metrics: GameMetrics) -> str:
    """Return the options of the command with which the figures were measured."""
    first = metrics.figures[0]
    level_games = min(level.games for level in first.levels.values()) if len(first.levels) > 1 else 0
    ladder_games = max((rung.games for rung in metrics.ladder), default=0)
    return f"--games {first.games} --level-games {level_games} --ladder-games {ladder_games}"


def _level_lines(by_seats: Sequence[TableFigures]) -> Iterator[str]:
    yield "## Seats"
    yield "A level against itself: share of the victory by seat, with standard errors; an even share is 1 by the seats."
    yield ""
    rows = [
        [
            *(figures.seats, name, level.games, _spread(level.decisions), _spread(level.lead_changes)),
            " · ".join(map(_share, level.shares)),
        ]
        for figures in by_seats
        for name, level in figures.levels.items()
    ]
    yield from table(["seats", "level", "games", "decisions", "lead changes", "shares of seats 0, 1, …"], rows)
    yield ""


def _ladder_lines(metrics: GameMetrics) -> Iterator[str]:
    yield "## Skill trace"
    yield "The search of the levels with twice the iterations of all others: its share of the victory. Blocks of one"
    yield "deal and all seatings; standard errors by blocks."
    yield ""
    rows = [
        [
            *(rung.seats, f"{rung.iterations} against {rung.iterations // 2}", rung.games, _share(rung.share)),
            _percent(1 / rung.seats),
        ]
        for rung in metrics.ladder
    ]
    yield from table(["seats", "iterations", "games", "share of the one with more", "even share"], rows)
    yield ""


def _percent(share: float) -> str:
    return f"{100 * share:.3g} %"


def _share(share: MeanShare) -> str:
    """Return a share with its error.

    >>> _share(MeanShare(0.5123, 0.01))
    '51.2 ± 1.0 %'
    """
    return f"{100 * share.mean:.1f} ± {100 * share.error:.1f} %"


def _spread(spread: Spread) -> str:
    """Return a mean with its bounds.

    >>> _spread(Spread(12.34, 8, 20))
    '12.3 (8 to 20)'
    """
    return f"{spread.mean:.1f} ({spread.least:g} to {spread.most:g})"


_FIGURES = {
    "decisions in a game": lambda figures: _spread(figures.decisions),
    "legal actions at a decision": lambda figures: _spread(figures.actions),
    "simultaneous decisions": lambda figures: _percent(figures.simultaneous),
    "decisions followed by chance": lambda figures: _percent(figures.by_chance),
    "numbers drawn in the set-up": lambda figures: f"{figures.set_up:.4g}",
    "lead changes": lambda figures: _spread(figures.lead_changes),
    "not known": lambda figures: _percent(figures.hidden),
}
