"""The game of a command: a new one, by its name, seats and options, or one in a file of a saved game.

The whole record is written after every move, so that the file of a game is complete at any moment.
"""

import importlib.util
import io
import os
import secrets
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import malecon
from malecon.core import Options
from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.files import check_writable, make_folder, read_file, reason_of, write_file
from malecon.core.game import Game
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.options import Kind, Option
from malecon.core.record import game_of
from malecon.core.user_folder import NoUserFolder, user_folder
from malecon.terminal.preparation import prepare_games

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SEEDS = 10**9
"""Random seeds are below this: short enough to be told to a friend."""
PLOTS = (".png", ".svg")


class GameChoice(NamedTuple):
    """A game to begin, as the command line describes it.

    Attributes:
        name: of the game.
        seats: number of players.
        seed: ``None`` for a random one.
        options: of the game, by name, as they were typed.
    """

    name: str
    seats: int
    seed: int | None
    options: Mapping[str, str | bool]

    def seed_or_random(self) -> int:
        """Return the seed, or a random one."""
        return secrets.randbelow(SEEDS) if self.seed is None else self.seed


def find_game(name: str, language: Language) -> Game:
    """Return a game by its name.

    Raises:
        UsageError: there is no such game.
    """
    if name not in malecon.games:
        template = N_("The game is {name}, but must be one of {games}.")
        raise UsageError(language.say(template, name=repr(name), games=", ".join(malecon.games)))
    return malecon.games[name]


def check_seats(game: Game, seats: int, language: Language) -> None:
    """Raise ``UsageError`` unless the game takes that number of players."""
    if seats not in game.seats:
        template = N_("--seats: is {seats}, but must be {fewest} to {most}.")
        raise UsageError(language.say(template, seats=seats, fewest=game.seats[0], most=game.seats[-1]))


def parse_options(typed: Mapping[str, str | bool], game: Game, language: Language) -> Options:
    """Return the options of a game; ``Game.start`` checks their values.

    Raises:
        UsageError: one is an option of another game only, or no list of seats.
    """
    return {name: _option_value(_find_option(name, game, language), text, language) for name, text in typed.items()}


def _find_option(name: str, game: Game, language: Language) -> Option:
    for option in game.options:
        if option.name == name:
            return option
    own = ", ".join(f"--{option.name}" for option in game.options)
    template = N_("--{option}: is no option of {game}, which has {options}.")
    raise UsageError(language.say(template, option=name, game=game.name, options=own))


def _option_value(option: Option, typed: str | bool, language: Language) -> str | bool | Path | tuple[int, ...]:
    """Return the value of an option as ``Game.start`` takes it."""
    if option.kind is Kind.FILE:
        return Path(str(typed))
    if option.kind is Kind.SEATS:
        return _parse_seats(option.name, str(typed), language)
    return typed


def _parse_seats(option: str, text: str, language: Language) -> tuple[int, ...]:
    """Return seats, from 0, of a list such as ``3,1,2``."""
    parts = text.replace(",", " ").split()
    if not all(part.isdecimal() for part in parts):
        template = N_("--{option}: is {text}, but must be all seats, such as 3,1,2.")
        raise UsageError(language.say(template, option=option, text=repr(text)))
    return tuple(int(part) - 1 for part in parts)


def check_plot(plot: Path | None, language: Language) -> None:
    """Check before the computation that a plot can be drawn into a file.

    Raises:
        UsageError: the file is of another kind, or matplotlib is not installed.
    """
    if plot is None:
        return
    if plot.suffix not in PLOTS:
        raise UsageError(language.say(N_("--plot: is {file}, but must end in .png or .svg."), file=plot))
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError(language.say(N_("--plot: needs matplotlib; install it with: pip install matplotlib")))
    check_output("--plot", plot, language)


def check_output(option: str, file: Path, language: Language) -> None:
    """Check before the computation that a file can be written; ``option``: with which it is named.

    Raises:
        UsageError: it cannot.
    """
    try:
        check_writable(file)
    except OSError as error:
        template = N_("{file}: cannot be written: {reason}. Name another one with {option}.")
        raise UsageError(language.say(template, file=file, reason=reason_in(language, error), option=option)) from None


def write_plot(figure: "Figure", file: Path, language: Language) -> None:
    """Write a plot into a file, whole or not at all.

    Raises:
        UsageError: it cannot be written.
    """
    drawn = io.BytesIO()
    figure.savefig(drawn, format=file.suffix[1:])
    try:
        write_file(file, drawn.getvalue(), is_private=False)
    except OSError as error:
        template = N_("{file}: cannot be written: {reason}. Name another one with {option}.")
        reason = reason_in(language, error)
        raise UsageError(language.say(template, file=file, reason=reason, option="--plot")) from None


def reason_in(language: Language, error: OSError) -> str:
    """Return the reason of an error of the operating system, in a language."""
    return reason_of(error).in_language(language)


FIRST_LINE = "# A saved game of Malecón; go on with: malecon resume FILE"
LAST_LINE = "# saved"
SUFFIX = ".game"
MOST_A_SECOND = 10_000
"""Games that begin in one second have different files up to this number."""


class SaveError(MaleconError):
    """A game cannot be written or read; ``str()`` is a sentence for people."""


def _saves_folder() -> Path:
    """Return the folder of the saved games.

    Raises:
        NoUserFolder: the user has none.
    """
    return user_folder() / "games"


def new_save(game: str, *, now: float | None = None) -> Path:
    """Return the path of a file that does not exist yet, named after the game and the time.

    Raises:
        NoUserFolder: the user has no folder for it.
    """
    folder, stamp = _saves_folder(), time.strftime("%Y-%m-%d-%H%M%S", time.localtime(now))
    names = (f"{game}-{stamp}{SUFFIX}", *(f"{game}-{stamp}-{number}{SUFFIX}" for number in range(2, MOST_A_SECOND)))
    return next(folder / name for name in names if not os.path.lexists(folder / name))


def write_save(match: Match, file: Path, language: Language) -> None:
    """Write the record of ``match`` to ``file``: wholly, or not at all.

    Raises:
        SaveError: it cannot be written; what the file held before is still there.
    """
    text = f"{FIRST_LINE}\n{match.record()}{LAST_LINE}\n"
    try:
        make_folder(file.parent)
        write_file(file, text.encode())
    except OSError as error:
        template = N_("The game cannot be saved in {file}: {reason}. What was saved there before is still there.")
        raise SaveError(language.say(template, file=file, reason=reason_in(language, error))) from None


def read_save(file: Path, language: Language) -> Match:
    """Return the match in ``file``.

    Raises:
        SaveError: there is no such file, it cannot be read, or it is no whole saved game of this version.
    """
    text = _read_text(file, language)
    if text.startswith(FIRST_LINE) and not text.rstrip().endswith(LAST_LINE):
        raise SaveError(language.say(N_("{file} is cut short: its end is missing."), file=file))
    try:
        prepare_games(language, game_of(text, malecon.games))
        return malecon.replay(text)
    except (ParseError, IllegalMove) as error:
        template = N_("{file}, line {line}: {reason}.")
        reason = _reason_of(error, language)
        raise SaveError(language.say(template, file=file, line=error.line, reason=reason)) from None
    except MaleconError as error:
        raise SaveError(f"{file}: {error.in_language(language)}") from None


def _reason_of(error: ParseError | IllegalMove, language: Language) -> str:
    """Return the sentence of an error without its line, and without a full stop."""
    if isinstance(error, ParseError):
        return error.message.in_language(language)
    return language.say(error.template, **error.facts).rstrip(".")


def _read_text(file: Path, language: Language) -> str:
    """Return the text of a file, or raise ``SaveError``."""
    try:
        return read_file(file).decode()
    except OSError as error:
        template = N_("{file} cannot be read: {reason}.")
        raise SaveError(language.say(template, file=file, reason=reason_in(language, error))) from None
    except UnicodeDecodeError:
        raise SaveError(language.say(N_("{file} is no saved game: it is not a text."), file=file)) from None


def _newest_first(folder: Path) -> list[Path]:
    """Return the files of all saved games."""
    files = folder.glob(f"*{SUFFIX}") if folder.is_dir() else iter(())
    return sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def _unfinished_games(folder: Path, language: Language) -> Iterator[tuple[Path, Match]]:
    """Yield the matches that are not over, the newest first; files that cannot be read are left out."""
    for file in _newest_first(folder):
        try:
            match = read_save(file, language)
        except SaveError:
            continue
        if not match.over:
            yield file, match


def newest_unfinished(language: Language) -> tuple[Path, Match]:
    """Return the newest match that is not over, with its file, or raise ``SaveError``."""
    name_it = language.say(N_("Name the file: malecon resume FILE"))
    try:
        folder = _saves_folder()
        for found in _unfinished_games(folder, language):
            return found
    except NoUserFolder as error:
        raise SaveError(f"{language.say(error.template)}. {name_it}") from None
    except OSError as error:
        template = N_("{folder}: cannot be read: {reason}.")
        said = language.say(template, folder=folder, reason=reason_in(language, error))
        raise SaveError(f"{said} {name_it}") from None
    raise SaveError(language.say(N_("There is no unfinished game in {folder}."), folder=folder))
