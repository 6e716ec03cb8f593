"""Parameters of the commands: those that several have, those that a game declares, and the settings.

A setting is an option and a variable of the environment. A command about a game has its own options and those that the
game declares (``core.options``).
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import MISSING, Field, fields
from functools import wraps
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

import malecon
from malecon.core.i18n import N_, Language, load, preferred
from malecon.core.options import Kind, Option
from malecon.web.http.settings import Settings, option_of, variable_of

_ = load(preferred()).say
GAMES = ", ".join(malecon.games)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=_(N_("The game: {games}."), games=GAMES))]
Lang = Annotated[str | None, typer.Option("--lang", help=_(N_("Language: en or fr; by default that of the locale.")))]
Seats = Annotated[int, typer.Option("--seats")]  # the games say how many (GameCommand)
Seed = Annotated[
    int | None, typer.Option("--seed", help=_(N_("Number that decides all chance; by default a random one.")))
]
LEVEL_HELP = _(N_("How strong the computer players are: random, kind, easy, standard, strong or master."))
Level = Annotated[str, typer.Option("--level", help=LEVEL_HELP)]
Json = Annotated[bool, typer.Option("--json", help=_(N_("Print plain data.")))]
ResultsFile = Annotated[
    Path | None,
    typer.Option("--file", readable=False, help=_(N_("Where results are kept, and from where a match goes on."))),
]
ReportPlot = Annotated[
    Path | None, typer.Option("--plot", readable=False, help=_(N_("Draw the report: a .png or .svg file.")))
]
You = Annotated[
    list[str] | None,
    typer.Option("--you", help=_(N_("Seats of people, with a name or without: 1, 1=Ana,3, all or none."))),
]
Agents = Annotated[
    list[str] | None,
    typer.Argument(metavar="AGENT", help=_(N_("Levels, or module:factory; they fill the seats in turn."))),
]
SequentialTest = Annotated[
    tuple[float, float] | None,
    typer.Option("--sprt", help=_(N_("Stop when the first agent's share is rather the one than the other."))),
]


def _show_version(is_asked: bool) -> None:
    """Print the version and exit, if ``--version`` is there."""
    if is_asked:
        print(f"malecon {malecon.__version__}")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_show_version, is_eager=True, help=_(N_("Show the version.")))
]


LANGUAGE: ContextVar[Language | None] = ContextVar("LANGUAGE", default=None)
"""The language of the command that runs, once it is known."""


def language_of(code: str | None) -> Language:
    """Return the language of ``--lang``, or that of the locale."""
    language = load(preferred() if code is None else code)
    LANGUAGE.set(language)
    return language


PANELS = {
    "secure": _(N_("For a site on the internet")),
    "limits": _(N_("Limits, so that nobody takes too much")),
    "keep_waiting": _(N_("Days that data is kept")),
}
"""Headings in the help about all settings, by the setting that comes first below each."""


def with_settings(*names: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Return a decorator that adds options for the settings of these names, or for all that are not secret.

    The command gets the parameter ``settings``; Typer reads the options from the signature.
    """
    panel, chosen = None, []
    for each in fields(Settings):
        panel = PANELS.get(each.name, panel)
        if each.name in names or not (names or each.metadata["secret"]):
            chosen.append(_setting_parameter(each, panel))

    def decorate(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def with_options(**given: Any) -> None:
            values = {each.name: given.pop(each.name) for each in chosen}
            command(settings=Settings.read(values), **given)

        own = [each for each in inspect.signature(command).parameters.values() if each.name != "settings"]
        every = [*(each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own), *chosen]
        with_options.__signature__ = inspect.Signature(every)  # type: ignore[attr-defined]  # what inspect reads
        with_options.__annotations__ = {each.name: each.annotation for each in every}
        return with_options

    return decorate


def _setting_parameter(setting: "Field[object]", panel: str | None) -> inspect.Parameter:
    declared = typer.Option(
        option_of(setting.name),
        metavar=setting.metadata["type"].name,
        help=f"{_(setting.metadata['meaning'])} [{variable_of(setting.name)}{_setting_default(setting)}]",
        show_default=False,
        rich_help_panel=panel,
    )
    annotation = Annotated[str | None, declared]
    return inspect.Parameter(setting.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _setting_default(setting: "Field[object]") -> str:
    """Return the default of a setting as the end of its help; empty where the meaning names it."""
    text = "" if setting.default is MISSING else setting.metadata["type"].format(setting.default)
    return f"={text}" if text else ""


def secret_settings_help() -> str:
    """Return the help about the settings that can only be variables of the environment."""
    secret = (each for each in fields(Settings) if each.metadata["secret"])
    return "\n\n".join(f"{variable_of(each.name)}  {_(each.metadata['meaning'])}" for each in secret)


GIVEN, NAMED, LISTED = "malecon.given", "malecon.named", "malecon.listed"
"""Keys in a context: the options of games that were typed, the name of the game, and the games that help lists."""

Command = Any
Context = Any
Formatter = Any
Parameter = Any
"""Typer's own types, which are private."""


class SettingsCommand(TyperCommand):
    """A command with all settings: its help has the options that anybody needs first, and the others by ``PANELS``."""

    def format_options(self, ctx: Context, formatter: Formatter) -> None:
        """Write a section for each heading."""
        options: list[Parameter] = self.get_params(ctx)
        options.sort(key=lambda each: each.rich_help_panel is not None)  # --help is the last
        for panel, listed in groupby(options, key=lambda each: each.rich_help_panel):
            with formatter.section(panel or "Options"):
                formatter.write_dl([each.get_help_record(ctx) for each in listed])


class GameCommand(TyperCommand):
    """A command with an argument ``game``, whose further options follow from the game.

    The line is parsed with the options of all games, so that their place does not matter; help about one game lists
    only its own. The command's function gets them from ``game_options``. (Typer's types of contexts are private, so
    they are unchecked here.)
    """

    def get_params(self, ctx: Context) -> list[Parameter]:
        """Return the command's own parameters, and those of the games."""
        own: list[Parameter] = super().get_params(ctx)
        games = ctx.meta.get(LISTED, list(malecon.games))
        for parameter in own:
            if parameter.name == "seats":
                parameter.help = _(N_("How many players: {seats}."), seats=", ".join(map(_seats_text, games)))
        return [*own[:-1], *_parameters(games), own[-1]]  # --help stays the last

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse the command line, and keep the game's options for ``game_options``."""
        read, *_ = self.make_parser(ctx).parse_args(args=[*args])
        ctx.meta[NAMED] = read.get("game")
        rest = super().parse_args(ctx, args)
        names = {option.name for option in options_of(malecon.games)}
        given = {name: ctx.params.pop(name, None) for name in names}
        ctx.meta[GIVEN] = {name: value for name, value in given.items() if value is not None}
        return rest

    def format_help(self, ctx: Context, formatter: Formatter) -> None:
        """Write the help about the game on the command line, or about all games."""
        if ctx.meta.get(NAMED) in malecon.games:
            ctx.meta[LISTED] = [ctx.meta[NAMED]]
        super().format_help(ctx, formatter)


def game_options(context: typer.Context) -> Mapping[str, str | bool]:
    """Return the options of games on the command line, by name, as they were typed."""
    given: Mapping[str, str | bool] = context.meta[GIVEN]
    return given


def options_of(games: Iterable[str]) -> list[Option]:
    """Return the options of the games, without compiling anything; one name stands for one kind in all games."""
    return list({option.name: option for game in games for option in malecon.games[game].options}.values())


def _seats_text(game: str) -> str:
    """Return the numbers of players of a game, in words.

    >>> _seats_text("havana")
    '2 to 4 (havana)'
    """
    seats = malecon.games[game].seats
    return _(N_("{fewest} to {most} ({game})"), fewest=seats[0], most=seats[-1], game=game)


def _parameters(games: Iterable[str]) -> list[Parameter]:
    """Return the options of games as Typer's parameters, which it makes of a function's signature."""

    def declared(**options: str | bool | None) -> None: ...

    signature = [_option_parameter(option) for option in options_of(games)]
    declared.__signature__ = inspect.Signature(signature)  # type: ignore[attr-defined]  # what inspect reads
    declared.__annotations__ = {each.name: each.annotation for each in signature}
    app = typer.Typer(add_completion=False)
    app.command()(declared)
    return list(typer.main.get_command(app).params)


def _option_parameter(option: Option) -> inspect.Parameter:
    is_flag = option.kind is Kind.FLAG
    spelt = f"--{option.name}/--no-{option.name}" if is_flag else f"--{option.name}"
    declared = typer.Option(
        spelt,
        metavar=None if is_flag else "|".join(option.choices) or option.kind.name,
        help=f"{_(option.help)} {_option_default(option)}".strip(),
    )
    annotation = Annotated[bool | None, declared] if is_flag else Annotated[str | None, declared]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)


def _option_default(option: Option) -> str:
    """Return the default of an option as the end of its help; empty for flags that are off and for files."""
    if option.kind is Kind.CHOICE:
        return _(N_("By default {choice}."), choice=option.choices[0])
    return _(N_("By default on.")) if option.default else ""


class CommandGroup(TyperGroup):
    """The group of all commands. A command's name may have two words, such as ``arena report``."""

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command, list[str]]:
        """Return the name of the command, the command, and its arguments."""
        name = " ".join(args[:2])
        if name in self.commands:
            return name, self.commands[name], args[2:]
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Context) -> Any:
        """Run the command; Typer would take an ``EOFError`` from anywhere for the end of the input."""
        try:
            return super().invoke(ctx)
        except EOFError as error:
            raise RuntimeError("the end of a file that is no input of ours") from error
