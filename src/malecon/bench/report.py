"""The report of the benchmark: a table with budgets, or plain data."""

import msgspec
from rich.live import Live
from rich.table import Column, Table

import malecon
from malecon.bench.engine import measure
from malecon.bench.figures import format_figure, verdict
from malecon.core.errors import UsageError


def report(only: str | None, *, as_json: bool) -> int:
    """Print the figures of one game, or of all, with their budgets, or as a list of plain data."""
    if only is not None and only not in malecon.games:
        raise UsageError(f"game: is {only!r}, but must be one of {', '.join(malecon.games)}")
    names = list(malecon.games) if only is None else [only]
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(list(measure(names))), indent=1).decode())
        return 0
    table = Table("what", "game", Column("seats", justify="right"), Column("value", justify="right"), "unit", "budget")
    with Live(table, refresh_per_second=2):
        for figure in measure(names):
            seats = "" if figure.seats is None else str(figure.seats)
            table.add_row(figure.what, figure.game, seats, format_figure(figure.value), figure.unit, verdict(figure))
    return 0
