"""``python -m malecon.research.leaks GAME``: audit a game of OpenSpiel, and print what was found."""

import sys
from typing import Annotated

import typer

import malecon.research.openspiel  # noqa: F401  # so that the command knows our games
from malecon.core.errors import MaleconError, UsageError, shortened
from malecon.research.leaks import audit
from malecon.research.support import extra

with extra("research"):
    import pyspiel


def _print(
    game: Annotated[str, typer.Argument(help='Of OpenSpiel, such as "leduc_poker(players=3)".')],
    games: Annotated[int, typer.Option(help="Random games.")] = 20,
    every: Annotated[int, typer.Option(help="One of so many decisions is looked at.")] = 1,
    resamples: Annotated[int, typer.Option(help="Worlds of the resampler at each look.")] = 8,
    replays: Annotated[int, typer.Option(help="Changes that are tried at each look.")] = 40,
    seed: Annotated[int, typer.Option(help="Key of the first game.")] = 0,
    declared: Annotated[str | None, typer.Option(help="The channel that says what a player knows.")] = None,
) -> None:
    """Look for hidden information that a game of OpenSpiel gives away."""
    try:
        loaded = pyspiel.load_game(game)
    except pyspiel.SpielError as error:
        raise UsageError(f"game: is {shortened(game)}, but must be one of OpenSpiel: {shortened(str(error))}") from None
    print(audit(loaded, games=games, every=every, resamples=resamples, replays=replays, seed=seed, declared=declared))


app = typer.Typer(add_completion=False)
app.command()(_print)

if __name__ == "__main__":
    try:
        app()
    except MaleconError as error:
        sys.exit(f"malecon: {error}")
