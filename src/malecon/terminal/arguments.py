"""Arguments of the commands, checked: games, seats, options of games, files of plots; and preparing a game."""

import importlib.util
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import malecon
from malecon.agents import is_prepared, prepare
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.i18n import N_, Language
from malecon.core.jit import JIT
from malecon.core.options import Kind, Option
from malecon.core.untyped import Options

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
        template = N_("The game is {name}, but must be {games}.")
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


def prepare_games(language: Language, *games: Game) -> None:
    """Compile games that are not compiled yet; one line on the standard error output announces the waiting time.

    In plain mode there is nothing to do.
    """
    waiting = [game for game in games if JIT and not is_prepared(game)]
    if waiting:
        template = N_("The first start on this machine prepares the rules; that takes about half a minute, once.")
        print(language.say(template), file=sys.stderr, flush=True)
    for game in waiting:
        prepare(game)
