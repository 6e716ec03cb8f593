"""Parameters that several commands have; settings, each an option and a variable of the environment."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer

from malecon import games
from malecon.core.i18n import N_, Language, load, preferred
from malecon.web.settings import Settings, option_of, variable_of

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


def with_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds options for the settings of these names, or for all that are not secret.

    The command gets the parameter ``settings``; Typer reads the options from the signature.
    """
    chosen = [each for each in fields(Settings) if each.name in names or not (names or each.metadata["secret"])]

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_options(**given: Any) -> None:
            values = {each.name: given.pop(each.name) for each in chosen}
            command(settings=Settings.read(values), **given)

        own = [each for each in inspect.signature(command).parameters.values() if each.name != "settings"]
        every = [*(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own), *map(_parameter, chosen)]
        with_options.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]  # what inspect reads
        with_options.__annotations__ = {each.name: each.annotation for each in every}
        return with_options

    return decorate


def _parameter(setting: "Field[object]") -> inspect.Parameter:
    """Return a setting as the parameter of a command."""
    declared = typer.Option(
        option_of(setting.name),
        metavar=setting.metadata["type"].name,
        help=f"{_(setting.metadata['meaning'])} [{variable_of(setting.name)}{_default(setting)}]",
        show_default=False,
    )
    annotation = Annotated[str | None, declared]
    return inspect.Parameter(setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _default(setting: "Field[object]") -> str:
    """Return the default of a setting as the end of its help; empty where the meaning names it."""
    text = "" if setting.default is MISSING else setting.metadata["type"].format(setting.default)
    return f"={text}" if text else ""


def secret_settings_help() -> str:
    """Return the help about the settings that can only be variables of the environment."""
    secret = (each for each in fields(Settings) if each.metadata["secret"])
    return "\n\n".join(f"{variable_of(each.name)}  {_(each.metadata['meaning'])}" for each in secret)
