"""The game of a command: a new one, by its name, seats and options, or one in a file of a saved game.

The whole record is written after every move, so that the file of a game is complete at any moment.
"""

import contextlib
import importlib.util
import os
import secrets
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import platformdirs

import malecon
from malecon.core import Options
from malecon.core.errors import IllegalMove, MaleconError, ParseError, UsageError
from malecon.core.game import Game
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.options import Kind, Option
from malecon.core.record import game_of
from malecon.terminal.preparation import prepare_games

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
    """Return an option of the game."""
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


FIRST_LINE = "# A saved game of Malecón; go on with: malecon resume FILE"
LAST_LINE = "# saved"
SUFFIX = ".game"


class SaveError(MaleconError):
    """A game cannot be written or read; ``str()`` is a sentence for people."""


def _saves_folder() -> Path:
    """Return the folder of the saved games."""
    return platformdirs.user_data_path("malecon") / "games"


def new_save(game: str, *, now: float | None = None) -> Path:
    """Return the path of a file that does not exist yet, named after the game and the time."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S", time.localtime(now))
    number, file = 1, _saves_folder() / f"{game}-{stamp}{SUFFIX}"
    while file.exists():
        number += 1
        file = _saves_folder() / f"{game}-{stamp}-{number}{SUFFIX}"
    return file


def write_save(match: Match, file: Path, language: Language) -> None:
    """Write the record of ``match`` to ``file``: wholly, or not at all.

    Raises:
        SaveError: it cannot be written; what the file held before is still there.
    """
    text = f"{FIRST_LINE}\n{match.record()}{LAST_LINE}\n"
    try:
        _write_atomically(file, text.encode())
    except OSError as error:
        template = N_("The game cannot be saved in {file}: {reason}. What was saved there before is still there.")
        raise SaveError(language.say(template, file=file, reason=error.strerror or error)) from None


def _write_atomically(file: Path, content: bytes) -> None:
    """Write a temporary file in the same folder, flush it to the disk, then rename it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with open(descriptor, "wb") as temporary:
            temporary.write(content)
            temporary.flush()
            os.fsync(temporary.fileno())
        os.replace(name, file)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise


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
        raise SaveError(language.say(template, file=file, line=error.line, reason=error.sentence.rstrip("."))) from None
    except MaleconError as error:
        raise SaveError(f"{file}: {error}") from None


def _read_text(file: Path, language: Language) -> str:
    """Return the text of a file, or raise ``SaveError``."""
    try:
        return file.read_text("utf-8")
    except OSError as error:
        template = N_("{file} cannot be read: {reason}.")
        raise SaveError(language.say(template, file=file, reason=error.strerror or error)) from None
    except UnicodeDecodeError:
        raise SaveError(language.say(N_("{file} is no saved game: it is not a text."), file=file)) from None


def _newest_first() -> list[Path]:
    """Return the files of all saved games."""
    files = _saves_folder().glob(f"*{SUFFIX}") if _saves_folder().is_dir() else iter(())
    return sorted(files, key=lambda file: (file.stat().st_mtime_ns, file.name), reverse=True)


def _unfinished_games(language: Language) -> Iterator[tuple[Path, Match]]:
    """Yield the matches that are not over, the newest first; files that cannot be read are left out."""
    for file in _newest_first():
        try:
            match = read_save(file, language)
        except SaveError:
            continue
        if not match.over:
            yield file, match


def newest_unfinished(language: Language) -> tuple[Path, Match]:
    """Return the newest match that is not over, with its file, or raise ``SaveError``."""
    for found in _unfinished_games(language):
        return found
    raise SaveError(language.say(N_("There is no unfinished game in {folder}."), folder=_saves_folder()))
