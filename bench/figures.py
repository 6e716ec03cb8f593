"""Figures that benchmarks print: their budgets, and how both are written."""

import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """One measured figure; ``game`` and ``seats`` are ``None`` where they do not apply."""

    what: str
    game: str | None
    seats: int | None
    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Budget:
    """The budget of a figure (docs/decisions/0002-speed.md)."""

    what: str
    limit: float
    at_least: bool

    def holds(self, value: float) -> bool:
        """Tell whether ``value`` is within the budget."""
        return value >= self.limit if self.at_least else value <= self.limit


BUDGETS = (
    Budget("first compile seconds", 30, at_least=False),
    Budget("cached start seconds", 1, at_least=False),
    Budget("seconds to first page, empty cache", 2, at_least=False),
    Budget("seconds to first answer of easy, empty cache", 5, at_least=False),
    Budget("server MB after its first page", 100, at_least=False),
    Budget("server MB after ten tables", 115, at_least=False),
    Budget("seconds from a move to the changed page", 0.05, at_least=False),
    Budget("times the computing of a move of boardgame.io", 2.5, at_least=False),
    Budget("ms of computing a move, PostgreSQL", 8, at_least=False),
    Budget("MB of a server after ten tables", 115, at_least=False),
    Budget("ms of the start page with 500 tables of one's own", 5, at_least=False),
    Budget("KB of the start page, cold", 120, at_least=False),
    Budget("requests of the start page, cold", 12, at_least=False),
    Budget("ms of a search in the rules, the dearest", 10, at_least=False),
    Budget("tables on one core", 200, at_least=True),
    Budget("batch steps per second on one core", 3_000_000, at_least=True),
    Budget("KB of an idle page", 15, at_least=False),
    Budget("KB of a table's page, cold", 150, at_least=False),
    Budget("ms from a click to the changed page", 25, at_least=False),
)


def _budget_for(figure: Figure) -> Budget | None:
    """Return the budget of a figure, if it has one."""
    budgets = (*BUDGETS, *_budgets_of(figure.game)) if figure.game else BUDGETS
    return next((budget for budget in budgets if budget.what == figure.what), None)


def _budgets_of(game: str) -> Iterator[Budget]:
    """Yield the budgets of a game: those of its file in ``bench/budgets_of``, none without that file.

    >>> [budget.what for budget in _budgets_of("havana") if not budget.at_least]
    ['ms of computing a move', 'KB of a frame, median']
    """
    file = Path(__file__).parent / f"budgets_of/{game}.toml"
    known: dict[str, dict[str, float]] = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    for bound, limits in known.items():
        yield from (Budget(what, limit, bound == "at_least") for what, limit in limits.items())


def format_figure(value: float) -> str:
    """Return a figure with four digits at most.

    >>> format_figure(10_590_312.6), format_figure(0.8812)
    ('10,590,000', '0.881')
    """
    return f"{value:.3f}" if value < 100 else f"{float(f'{value:.4g}'):,.0f}"


def verdict(figure: Figure) -> str:
    """Return the budget of a figure, and whether it holds; what could not be measured, which is no number, misses it.

    >>> verdict(Figure("times the computing of a move of boardgame.io", "cuba", 2, 2.4, ""))
    '≤ 2.5 holds'
    >>> verdict(Figure("KB of a frame, median", "cuba", 2, float("nan"), "KB"))
    '≤ 8 MISSED'
    """
    budget = _budget_for(figure)
    if budget is None:
        return ""
    limit = f"{budget.limit:,.0f}" if budget.limit >= 1000 else f"{budget.limit:g}"
    bound = f"{'≥' if budget.at_least else '≤'} {limit}"
    return f"{bound} {'holds' if budget.holds(figure.value) else 'MISSED'}"


def line(figure: Figure) -> str:
    """Return a figure as a line of text.

    >>> line(Figure("tables on one core", None, None, 210, ""))
    'tables on one core: 210 (≥ 200 holds)'
    """
    game = f", {figure.game}" if figure.game else ""
    budget = f" ({said})" if (said := verdict(figure)) else ""
    return f"{figure.what}{game}: {format_figure(figure.value)}{figure.unit and ' ' + figure.unit}{budget}"


def print_figures(figures: Iterable[Figure]) -> int:
    """Print figures as they come, each with its budget; return the exit status of ``missed_budgets``."""
    found = list[Figure]()
    for figure in figures:
        found.append(figure)
        print(line(figure), flush=True)
    return missed_budgets(found)


def missed_budgets(figures: Iterable[Figure]) -> int:
    """Print on standard error which figures miss their budgets; return an exit status: 1 if one does.

    >>> missed_budgets([Figure("tables on one core", None, None, 210, "")])
    0
    """
    missed = [figure for figure in figures if verdict(figure).endswith("MISSED")]
    for figure in missed:
        print(f"A budget is missed: {line(figure)}", file=sys.stderr)
    return int(bool(missed))
