"""Parameters that several commands have."""

from pathlib import Path
from typing import Annotated

import typer

from malecon import games
from malecon.core.i18n import N_, Language, load, preferred

_ = load(preferred()).say
GAMES = ", ".join(games)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=_(N_("The game: {games}."), games=GAMES))]
Lang = Annotated[str | None, typer.Option("--lang", help=_(N_("Language: en or fr; by default that of the locale.")))]
Seats = Annotated[int, typer.Option("--seats")]  # the games say how many (GameCommand)
Seed = Annotated[
    int | None, typer.Option("--seed", help=_(N_("Number that decides all chance; by default a random one.")))
]
LEVEL_HELP = _(N_("How strong the computer players are: random, easy, standard, strong or master."))
Level = Annotated[str, typer.Option("--level", help=LEVEL_HELP)]
Json = Annotated[bool, typer.Option("--json", help=_(N_("Print plain data.")))]
ResultsFile = Annotated[
    Path | None, typer.Option("--file", help=_(N_("Where results are kept, and from where a match goes on.")))
]
ReportPlot = Annotated[Path | None, typer.Option("--plot", help=_(N_("Draw the report: a .png or .svg file.")))]
You = Annotated[
    list[str] | None,
    typer.Option("--you", help=_(N_("Seats of people, with a name or without: 1, 1=Ana,3, all or none."))),
]


def language_of(code: str | None) -> Language:
    """Return the language of ``--lang``, or that of the locale."""
    return load(preferred() if code is None else code)
