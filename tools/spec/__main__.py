"""The command that measures the games, and writes the pages of their specifications.

``PYTHONPATH=tools python -m spec measure GAME`` plays games and writes their figures as JSON, in an hour of one core;
``PYTHONPATH=tools python -m spec page GAME FIGURES`` writes ``docs/spec/GAME.md``, as ``make docs`` does.
"""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

import malecon
from malecon.core.errors import MaleconError, UsageError
from spec.level_metrics import GameMetrics, metrics_of
from spec.page import page

app = typer.Typer(add_completion=False, no_args_is_help=True, help="The specification of a game as an environment.")


@app.command("page")
def _page(game: str, figures: Path) -> None:
    """Write the page of a game, with the figures that ``measure`` has written."""
    try:
        metrics = msgspec.json.decode(figures.read_bytes(), type=GameMetrics)
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"figures: {figures} has none: {error}") from None
    print(page(malecon.games[game], metrics), end="")


@app.command("measure")
def _measure(
    game: str,
    games: Annotated[int, typer.Option(help="Random games for each number of seats.")] = 1000,
    level_games: Annotated[int, typer.Option(help="Games of the level easy for each number of seats.")] = 200,
    ladder_games: Annotated[int, typer.Option(help="Games for each step of the skill trace.")] = 120,
) -> None:
    """Play games, and write their figures."""
    found = metrics_of(malecon.games[game], games, level_games, ladder_games)
    print(msgspec.json.format(msgspec.json.encode(found)).decode())


if __name__ == "__main__":
    try:
        app()
    except MaleconError as error:
        sys.exit(f"malecon: {error}")
