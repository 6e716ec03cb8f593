"""From what was typed on the command line to a game: choices checked, players seated, files found."""

import contextlib
import secrets
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console

import malecon
from malecon.agents import is_prepared, prepare
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.language import N_, Language, load, preferred
from malecon.core.match import Match
from malecon.terminal import saves
from malecon.terminal.pipe import Pipe
from malecon.terminal.players import Player, check_level, from_lines, lines, people, seat_players
from malecon.terminal.session import Session

SEEDS = 10**9
"""Seeds that we pick are below: short enough to be told to a friend."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What the command line says about a game; ``None`` where it says nothing."""

    edition: str | None = None
    ages: str | None = None
    tiles: Path | None = None

    def options(self, language: Language) -> dict[str, Any]:
        """Return the options of the game."""
        ages = None if self.ages is None else parse_ages(self.ages, language)
        given = {"edition": self.edition, "ages": ages, "tiles": self.tiles}
        return {name: value for name, value in given.items() if value is not None}


def parse_ages(text: str, language: Language) -> tuple[int, ...]:
    """Return seats, 0-based, from a list such as ``3,1,2``."""
    parts = text.replace(",", " ").split()
    if not all(part.isdecimal() for part in parts):
        template = N_("--ages: is {text}, but must be all seats, the youngest first, such as 3,1,2.")
        raise UsageError(language.say(template, text=repr(text)))
    return tuple(int(part) - 1 for part in parts)


def find_language(code: str | None) -> Language:
    """Return the language that was asked for, or that of the locale."""
    return load(preferred() if code is None else code)


def find_game(name: str, language: Language) -> Game:
    """Return a game by its name."""
    if name not in malecon.games:
        template = N_("The game is {name}, but must be {games}.")
        raise UsageError(language.say(template, name=repr(name), games=", ".join(malecon.games)))
    return malecon.games[name]


def get_ready(language: Language) -> None:
    """Compile what playing needs; the first time on a machine that takes so long that it must be announced."""
    for game in malecon.games.values():
        if not is_prepared(game):
            said = N_("The first start on this machine prepares the rules; that takes about half a minute, once.")
            print(language.say(said), file=sys.stderr, flush=True)
            prepare(game)


def check_seats(game: Game, seats: int, language: Language) -> int:
    """Return ``seats`` if so many can play."""
    if seats not in game.seats:
        template = N_("--seats: is {seats}, but must be {fewest} to {most}.")
        raise UsageError(language.say(template, seats=seats, fewest=game.seats[0], most=game.seats[-1]))
    return seats


def new_match(game: Game, seats: int, seed: int | None, choices: Choices, language: Language) -> Match:
    """Return a new match."""
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    return game.start(check_seats(game, seats, language), seed, **choices.options(language))


def play_new(
    game: str,
    seats: int,
    seed: int | None,
    you: Sequence[str],
    level: str,
    choices: Choices,
    save: Path | None,
    lang: str | None,
) -> int:
    """Begin a game and play it; return the exit code."""
    language = find_language(lang)
    found = find_game(game, language)
    persons = people(you, check_seats(found, seats, language), language)
    players = seat_players(seats, persons, check_level(level, language), language)
    if save is not None and save.exists():
        template = N_("--save: {file} exists already; name a new file, or go on with: malecon resume {file}")
        raise UsageError(language.say(template, file=save))
    get_ready(language)
    match = new_match(found, seats, seed, choices, language)
    return play_on(match, players, language, save or saves.new_file(game))


def resume(file: Path | None, you: Sequence[str], level: str | None, lang: str | None) -> int:
    """Go on with a saved game; return the exit code."""
    language = find_language(lang)
    get_ready(language)
    file, match = saves.newest_unfinished(language) if file is None else (file, saves.read(file, language))
    if match.over:
        template = N_("The game in {file} is over. Look at it with: malecon replay {file}")
        raise saves.SaveError(language.say(template, file=file))
    return play_on(match, who_plays(match, you, level, language), language, file)


def who_plays(match: Match, you: Sequence[str], level: str | None, language: Language) -> dict[int, Player]:
    """Return who sits where: as the record tells, unless the command line says otherwise."""
    told = from_lines(match.names, match.seats)
    if told is None or you or level:
        persons = people(you or ["1"], match.seats, language)
        if told is not None and not you:
            persons = {seat: player.name for seat, player in told.items() if player.is_person}
        return seat_players(match.seats, persons, check_level(level or "easy", language), language)
    return told


def play_on(match: Match, players: dict[int, Player], language: Language, file: Path) -> int:
    """Play a match at the keyboard or from a pipe."""
    console = Console(highlight=False)
    match.names = lines(players)
    any_person = any(player.is_person for player in players.values())
    if any_person and sys.stdin.isatty():
        enable_line_editing()
    if any_person and not sys.stdin.isatty():
        return Pipe(match, players, language, console, file).run(sys.stdin.buffer)
    return Session(match, players, language, console, file).run()


def enable_line_editing() -> None:
    """Let arrow keys work at prompts, where the system can."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
