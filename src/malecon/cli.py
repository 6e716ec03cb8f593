"""The command ``malecon``. What a command needs is loaded when it runs, so that ``malecon --help`` is there at once."""

import io
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from malecon import __version__, games
from malecon.core.errors import MaleconError, UsageError
from malecon.core.gc_tuning import collect_seldom
from malecon.core.i18n import N_, load, preferred
from malecon.terminal.admin_command import admin, backup, restore
from malecon.terminal.game_command import GameCommand, given_options
from malecon.terminal.told import secrets_in_words, with_settings
from malecon.web.server.settings import Settings

EXIT_FAILURE, EXIT_USAGE, EXIT_INTERRUPTED = 1, 2, 130

_ = load(preferred()).say
GAMES = ", ".join(games)

app = typer.Typer(
    help=_(N_("Malecón: board games at the terminal ({games})."), games=GAMES),
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

GameName = Annotated[str, typer.Argument(metavar="GAME", help=_(N_("The game: {games}."), games=GAMES))]
Lang = Annotated[str | None, typer.Option("--lang", help=_(N_("Language: en or fr; by default that of the locale.")))]
Seats = Annotated[int, typer.Option("--seats")]  # the games say how many (GameCommand)
Seed = Annotated[
    int | None, typer.Option("--seed", help=_(N_("Number that decides all chance; by default a random one.")))
]
HOW_STRONG = _(N_("How strong the computer players are: random, easy, standard, strong or master."))
Level = Annotated[str, typer.Option("--level", help=HOW_STRONG)]
You = Annotated[
    list[str] | None,
    typer.Option("--you", help=_(N_("Seats of people, with a name or without: 1, 1=Ana,3, all or none."))),
]


def show_version(asked: bool) -> None:
    """Print the version and leave."""
    if asked:
        print(f"malecon {__version__}")
        raise typer.Exit


@app.callback()
def malecon(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help=_(N_("Show the version.")))
    ] = False,
) -> None:
    """Do nothing by itself: the commands do."""


@app.command(cls=GameCommand, help=_(N_("Play a game; moves can also come from a pipe, one in a line.")))
def play(
    context: typer.Context,
    game: GameName,
    seats: Seats = 3,
    seed: Seed = None,
    you: You = None,
    level: Level = "easy",
    save: Annotated[
        Path | None, typer.Option("--save", help=_(N_("Where to keep the game; by default a file of its own.")))
    ] = None,
    lang: Lang = None,
) -> None:
    """Play a game."""
    from malecon.terminal.starting import play_new

    raise typer.Exit(play_new(game, seats, seed, you or ["1"], level, given_options(context), save, lang))


@app.command(help=_(N_("Go on with a saved game: the newest unfinished one, or that in FILE.")))
def resume(
    file: Annotated[Path | None, typer.Argument(metavar="FILE")] = None,
    you: You = None,
    level: Annotated[str | None, typer.Option("--level", help=HOW_STRONG)] = None,
    lang: Lang = None,
) -> None:
    """Go on with a saved game."""
    from malecon.terminal import starting

    raise typer.Exit(starting.resume(file, you or [], level, lang))


@app.command(help=_(N_("Step through the record of a game.")))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    viewer: Annotated[
        int | None, typer.Option("--viewer", help=_(N_("Seat with whose eyes to look; by default a spectator's.")))
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help=_(N_("Tell everything at once.")))] = False,
    lang: Lang = None,
) -> None:
    """Step through the record of a game."""
    from malecon.terminal.looking import look_at

    raise typer.Exit(look_at(file, viewer, everything, lang))


@app.command(cls=GameCommand, help=_(N_("Let computer players play many games and say how they went.")))
def simulate(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help=_(N_("How many games.")))] = 1000,
    seats: Seats = 3,
    level: Level = "random",
    seed: Seed = None,
    json: Annotated[bool, typer.Option("--json", help=_(N_("Print plain data.")))] = False,
    lang: Lang = None,
) -> None:
    """Let computer players play many games."""
    from malecon.terminal.looking import look_at_many

    raise typer.Exit(look_at_many(game, games, seats, level, given_options(context), seed, json, lang))


@app.command(help=_(N_("Say what the computer thinks of every move of a game.")))
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    level: Annotated[
        str, typer.Option("--level", help=_(N_("How strong the computer is: standard, strong or master.")))
    ] = "standard",
    json: Annotated[bool, typer.Option("--json", help=_(N_("Print plain data.")))] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", help=_(N_("Draw the course of the chances into a .png or .svg file.")))
    ] = None,
    lang: Lang = None,
) -> None:
    """Say what the computer thinks of a game."""
    from malecon.terminal import analysing

    raise typer.Exit(analysing.analyse(file, level, json, plot, lang))


@app.command(
    cls=GameCommand,
    help=_(N_("Let computer players play a match, or tell what matches said: arena report [FILE].")),
)
def arena(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME|report", help=_(N_("The game: {games}."), games=GAMES))],
    agents: Annotated[
        list[str] | None,
        typer.Argument(metavar="AGENT", help=_(N_("Levels, or module:factory; they fill the seats in turn."))),
    ] = None,
    seats: Annotated[int | None, typer.Option("--seats")] = None,
    games: Annotated[int, typer.Option("--games", min=1, help=_(N_("How many games, in whole blocks.")))] = 100,
    sprt: Annotated[
        tuple[float, float] | None,
        typer.Option("--sprt", help=_(N_("Stop when the first agent's share is rather the one than the other."))),
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", help=_(N_("Where results are kept, and from where a match goes on.")))
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=_(N_("Print plain data.")))] = False,
    plot: Annotated[Path | None, typer.Option("--plot", help=_(N_("Draw the report: a .png or .svg file.")))] = None,
    lang: Lang = None,
) -> None:
    """Let computer players play a match."""
    from malecon.terminal import matching, reporting

    if game == "report":
        raise typer.Exit(reporting.report(Path(agents[0]) if agents else file, json, plot, lang))
    given = given_options(context)
    raise typer.Exit(matching.compete(game, agents or [], seats, games, sprt, given, file, json, lang))


@app.command(help=_(N_("Show the rules: all, a chapter, a sentence by its id, or what contains WORD.")))
def rules(
    game: GameName, word: Annotated[list[str] | None, typer.Argument(metavar="WORD")] = None, lang: Lang = None
) -> None:
    """Show the rules."""
    from malecon.terminal.looking import look_up

    raise typer.Exit(look_up(game, " ".join(word or []), lang))


@app.command(help=_(N_("Serve the pages on which the games are played in a browser.")), epilog=secrets_in_words())
@with_settings()
def serve(
    settings: Settings,
    open_browser: Annotated[bool, typer.Option("--open", help=_(N_("Open the page in the browser.")))] = False,
) -> None:
    """Serve the pages."""
    from malecon.web.server.serve_command import serve as serve_pages

    raise typer.Exit(serve_pages(settings, open_browser))


@app.command(help=_(N_("Let computer players think for servers that share a PostgreSQL database.")))
@with_settings("processes", "log_level", "log_format")
def worker(settings: Settings) -> None:
    """Let computer players think."""
    from malecon.web.server.worker_command import work

    raise typer.Exit(work(settings))


app.command(help=_(N_("Write all games and people into one archive, also while a server runs.")))(backup)
app.command(help=_(N_("Put an archive back into a new folder, and rebuild every table in it.")))(restore)
app.add_typer(admin, name="admin")


@app.command(help=_(N_("Measure how fast the engine is on this machine.")))
def bench(
    json: Annotated[bool, typer.Option("--json", help=_(N_("Print plain data.")))] = False,
    game: Annotated[str | None, typer.Option("--game", help=_(N_("Only this game.")))] = None,
) -> None:
    """Measure the engine."""
    from malecon.bench import report

    raise typer.Exit(report(game, as_json=json))


def main() -> None:
    """Run the command; whatever goes wrong is one sentence on the standard error output."""
    collect_seldom()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without accents shows question marks
    try:
        app()
    except UsageError as error:
        fail(str(error), EXIT_USAGE)
    except MaleconError as error:
        fail(str(error), EXIT_FAILURE)
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:  # whoever read our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(EXIT_FAILURE)


def fail(sentence: str, code: int) -> None:
    """Say what went wrong and leave."""
    print(f"malecon: {sentence}", file=sys.stderr)
    sys.exit(code)
