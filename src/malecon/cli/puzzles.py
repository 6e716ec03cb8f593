"""The command ``malecon puzzles make``."""

from pathlib import Path
from typing import Annotated

import typer

from malecon.cli.parameters import GameName, Lang, language_of
from malecon.core.i18n import N_, load, preferred

_ = load(preferred()).say

puzzles = typer.Typer(
    help=_(N_("Make the puzzles of a game.")),
    no_args_is_help=True,
    rich_markup_mode=None,
)


@puzzles.callback()
def group() -> None:
    """Have a group, though there is one command only."""


@puzzles.command(help=_(N_("Find positions with one best move in games of strong computer players.")))
def make(
    game: GameName,
    count: Annotated[int, typer.Option("--count", min=1, help=_(N_("How many puzzles.")))] = 300,
    key: Annotated[int, typer.Option("--key", min=0, help=_(N_("Another one gives other games.")))] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", readable=False, help=_(N_("The file; by default that of the package.")))
    ] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help=_(N_("Processes; by default one a core.")))] = None,
    lang: Lang = None,
) -> None:
    """Make puzzles."""
    from malecon.agents.puzzles import Plan
    from malecon.terminal.puzzles import make

    raise typer.Exit(make(Plan(game, count, key), jobs, out, language_of(lang)))
