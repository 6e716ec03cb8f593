"""The command line of ``malecon``. A command imports its modules when it runs: ``malecon --help`` is there at once."""

import errno
import io
import logging
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from malecon.cli.parameters import (
    GAMES,
    LANGUAGE,
    LEVEL_HELP,
    Agents,
    CommandGroup,
    GameCommand,
    GameName,
    Json,
    Lang,
    Level,
    ReportPlot,
    ResultsFile,
    Seats,
    Seed,
    SequentialTest,
    SettingsCommand,
    Version,
    You,
    game_options,
    language_of,
    secret_settings_help,
)
from malecon.cli.research_commands import data, evaluate
from malecon.cli.site_commands import admin, backup, restore, serve, worker
from malecon.core.errors import MaleconError, UsageError
from malecon.core.files import FileError
from malecon.core.garbage_collection import collect_seldom
from malecon.core.i18n import N_, load, preferred
from malecon.core.plain_mode import choose_plain_mode
from malecon.web.http.settings import Settings

__all__ = ["app", "main"]

_ = load(preferred()).say
EXIT_FAILURE, EXIT_USAGE, EXIT_INTERRUPTED = 1, 2, 130
DISK_ERRORS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}
"""What a full or broken disk answers."""
COMPILED = ("prepare", "simulate", "analyse", "arena", "evaluate", "data")
"""The commands that compile the rules; all others run them plain."""


app = typer.Typer(
    cls=CommandGroup,
    help=_(N_("Malecón: board games ({games}). Without a command, it opens them in the browser."), games=GAMES),
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def malecon(context: typer.Context, version: Version = False) -> None:
    """Choose the mode in which the rules run; serve the pages and open them, unless there is a command."""
    if context.invoked_subcommand not in COMPILED:
        choose_plain_mode()
    if context.invoked_subcommand is None:
        from malecon.cli import server

        raise typer.Exit(server.serve(Settings.read(), open_browser=True))


@app.command(cls=GameCommand, help=_(N_("Play a game; moves can also come from a pipe, one in a line.")))
def play(
    context: typer.Context,
    game: GameName,
    seats: Seats = 3,
    seed: Seed = None,
    you: You = None,
    level: Annotated[str | None, typer.Option("--level", help=LEVEL_HELP, show_default="kind")] = None,
    save: Annotated[
        Path | None,
        typer.Option("--save", readable=False, help=_(N_("Where to keep the game; by default a file of its own."))),
    ] = None,
    lang: Lang = None,
) -> None:
    """Play a game."""
    from malecon.terminal import play
    from malecon.terminal.game_choice import GameChoice

    language, choice = language_of(lang), GameChoice(game, seats, seed, game_options(context))
    raise typer.Exit(play.play(choice, you or ["1"], level, save, language))


@app.command(help=_(N_("Go on with a saved game: the newest unfinished one, or that in FILE.")))
def resume(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", readable=False)] = None,
    you: You = None,
    level: Annotated[str | None, typer.Option("--level", help=LEVEL_HELP)] = None,
    lang: Lang = None,
) -> None:
    """Go on with a saved game."""
    from malecon.terminal import play

    raise typer.Exit(play.resume(file, you or [], level, language_of(lang)))


@app.command(help=_(N_("Step through the record of a game.")))
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", readable=False)],
    viewer: Annotated[
        int | None, typer.Option("--viewer", help=_(N_("Seat with whose eyes to look; by default a spectator's.")))
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help=_(N_("Tell everything at once.")))] = False,
    lang: Lang = None,
) -> None:
    """Step through the record of a game."""
    from malecon.terminal import records

    raise typer.Exit(records.replay(file, viewer, everything, language_of(lang)))


@app.command(help=_(N_("Compile the rules of games, or of all, so that no later start waits for it.")))
def prepare(
    games: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help=_(N_("The games: {games}."), games=GAMES))
    ] = None,
    lang: Lang = None,
) -> None:
    """Compile the rules of games."""
    from malecon.terminal.preparation import compile_games

    raise typer.Exit(compile_games(games or [], language_of(lang)))


@app.command(cls=GameCommand, help=_(N_("Let computer players play many games and say how they went.")))
def simulate(
    context: typer.Context,
    game: GameName,
    games: Annotated[int, typer.Option("--games", min=1, help=_(N_("How many games.")))] = 1000,
    seats: Seats = 3,
    level: Level = "random",
    seed: Seed = None,
    json: Json = False,
    lang: Lang = None,
) -> None:
    """Let computer players play many games."""
    from malecon.terminal import simulate
    from malecon.terminal.game_choice import GameChoice

    language, choice = language_of(lang), GameChoice(game, seats, seed, game_options(context))
    raise typer.Exit(simulate.simulate(choice, games, level, json, language))


@app.command(help=_(N_("Say what the computer thinks of every move of a game.")))
def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", readable=False)],
    level: Annotated[
        str, typer.Option("--level", help=_(N_("How strong the computer is: standard, strong or master.")))
    ] = "strong",
    json: Json = False,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", readable=False, help=_(N_("Draw the course of the chances into a .png or .svg file."))),
    ] = None,
    lang: Lang = None,
) -> None:
    """Review a game: what each decision lost, and what was skill and what was luck."""
    from malecon.terminal import analysis

    raise typer.Exit(analysis.analyse(file, level, json, plot, language_of(lang)))


ARENA_HELP = _(N_("Let computer players play a match, or tell what matches said: arena report [FILE]."))


@app.command(cls=GameCommand, help=ARENA_HELP)
def arena(
    context: typer.Context,
    game: Annotated[str, typer.Argument(metavar="GAME|report", help=_(N_("The game: {games}."), games=GAMES))],
    agents: Agents = None,
    seats: Annotated[int | None, typer.Option("--seats")] = None,
    games: Annotated[int, typer.Option("--games", min=1, help=_(N_("How many games, in whole blocks.")))] = 100,
    sprt: SequentialTest = None,
    file: ResultsFile = None,
    json: Json = False,
    plot: ReportPlot = None,
    lang: Lang = None,
) -> None:
    """Let computer players play a match."""
    from malecon.terminal.arena import MatchPlan, Output, play_match
    from malecon.terminal.game_choice import GameChoice

    agents = agents or []
    language, choice = language_of(lang), GameChoice(game, seats or max(len(agents), 2), None, game_options(context))
    raise typer.Exit(play_match(choice, MatchPlan(agents, games, sprt, file), Output(json, plot), language))


@app.command("arena report", hidden=True, help=ARENA_HELP)
def arena_report(
    results: Annotated[Path | None, typer.Argument(metavar="FILE", readable=False)] = None,
    file: ResultsFile = None,
    json: Json = False,
    plot: ReportPlot = None,
    lang: Lang = None,
) -> None:
    """Show the results of matches between computer players."""
    from malecon.terminal.arena import Output, report

    raise typer.Exit(report(results or file, Output(json, plot), language_of(lang)))


@app.command(help=_(N_("Show the rules: all, a chapter, a sentence by its id, or what contains WORD.")))
def rules(
    game: GameName, word: Annotated[list[str] | None, typer.Argument(metavar="WORD")] = None, lang: Lang = None
) -> None:
    """Show the rules."""
    from malecon.terminal.rules import show_rules

    raise typer.Exit(show_rules(game, " ".join(word or []), language_of(lang)))


SERVE_HELP = _(N_("Serve the pages on which the games are played in a browser."))
app.command(cls=SettingsCommand, help=SERVE_HELP, epilog=secret_settings_help())(serve)
app.command(help=_(N_("Let computer players think for servers that share a PostgreSQL database.")))(worker)
app.command(help=_(N_("Write all games and people into one archive, also while a server runs.")))(backup)
app.command(help=_(N_("Put an archive back into a new folder, and rebuild every table in it.")))(restore)
app.add_typer(admin, name="admin")
EVALUATE_HELP = _(N_("Let a policy or computer player play against a level, from every seat of the same deals."))
app.command(cls=GameCommand, help=EVALUATE_HELP)(evaluate)
app.add_typer(data, name="data")


def main() -> None:
    """Run the command of the command line; print an error as one sentence on the standard error output."""
    collect_seldom()
    LANGUAGE.set(None)  # another command may have run in this process
    logging.getLogger("malecon.core.jit").setLevel(logging.ERROR)  # a bar says that the rules are compiled
    _open_standard_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal without accents shows question marks
    try:
        try:
            app()
        finally:
            sys.stdout.flush()  # what cannot be written is an error here, not after the end
    except UsageError as error:
        _fail(error, EXIT_USAGE)
    except MaleconError as error:
        _fail(error, EXIT_FAILURE)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("malecon"):
            raise
        template = N_('{package} is not installed, which the server needs; type: pip install "malecon-engine[serve]"')
        _fail(MaleconError(_(template, package=error.name)), EXIT_FAILURE)
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:  # the reader of the output has left
        _drop_output()
        sys.exit(EXIT_FAILURE)
    except OSError as error:
        if error.filename is not None:
            _fail(FileError(Path(os.fsdecode(error.filename)), error), EXIT_FAILURE)
        if error.errno not in DISK_ERRORS:
            raise
        _drop_output()
        _fail(MaleconError(_(N_("The output cannot be written: {reason}."), reason=error.strerror)), EXIT_FAILURE)


def _drop_output() -> None:
    """Let the standard output lead nowhere, so that what was not written makes no error at the end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_standard_streams() -> None:
    """Put the null device where a stream is closed: another file would get its number, and what is meant for it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            number = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115  # for good


def _fail(error: MaleconError, exit_code: int) -> None:
    """Print an error with its notes, and exit."""
    sentence = error.in_language(LANGUAGE.get() or load(preferred()))
    print(f"malecon: {sentence}", *getattr(error, "__notes__", ()), sep="\n", file=sys.stderr)
    sys.exit(exit_code)
