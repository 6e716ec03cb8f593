"""From what was typed on the command line to a game: choices checked, players seated, files found."""

import contextlib
import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import malecon
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.i18n import N_, Language, load, preferred
from malecon.core.match import Match
from malecon.core.options import Kind, Option
from malecon.presentation.text_layout import screen
from malecon.terminal import saves
from malecon.terminal.pipe import Pipe
from malecon.terminal.players import Player, check_level, from_lines, lines, people, seat_players
from malecon.terminal.ready import get_ready
from malecon.terminal.session import Session

SEEDS = 10**9
"""Seeds that we pick are below: short enough to be told to a friend."""


Given = Mapping[str, str | bool]
"""What the command line says about the options of a game, by name, as it was typed."""


def options_from(given: Given, game: Game, language: Language) -> dict[str, Any]:
    """Return the options of the game."""
    return {name: value_of(option_called(name, game, language), typed, language) for name, typed in given.items()}


def option_called(name: str, game: Game, language: Language) -> Option:
    """Return an option of the game; refuse one of another game."""
    for option in game.options:
        if option.name == name:
            return option
    own = ", ".join(f"--{option.name}" for option in game.options)
    template = N_("--{option}: is no option of {game}, which has {options}.")
    raise UsageError(language.say(template, option=name, game=game.name, options=own))


def value_of(option: Option, typed: str | bool, language: Language) -> Any:
    """Return what was typed as a program would say it; the game checks it."""
    if option.kind is Kind.FILE:
        return Path(str(typed))
    if option.kind is Kind.SEATS:
        return parse_seats(option.name, str(typed), language)
    return typed


def parse_seats(option: str, text: str, language: Language) -> tuple[int, ...]:
    """Return seats, 0-based, from a list such as ``3,1,2``."""
    parts = text.replace(",", " ").split()
    if not all(part.isdecimal() for part in parts):
        template = N_("--{option}: is {text}, but must be all seats, such as 3,1,2.")
        raise UsageError(language.say(template, option=option, text=repr(text)))
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


def check_seats(game: Game, seats: int, language: Language) -> int:
    """Return ``seats`` if so many can play."""
    if seats not in game.seats:
        template = N_("--seats: is {seats}, but must be {fewest} to {most}.")
        raise UsageError(language.say(template, seats=seats, fewest=game.seats[0], most=game.seats[-1]))
    return seats


def play_new(
    game: str,
    seats: int,
    seed: int | None,
    you: Sequence[str],
    level: str,
    given: Given,
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
    options = options_from(given, found, language)
    get_ready(language, found)
    match = found.start(seats, secrets.randbelow(SEEDS) if seed is None else seed, **options)
    return play_on(match, players, language, save or saves.new_file(game))


def resume(file: Path | None, you: Sequence[str], level: str | None, lang: str | None) -> int:
    """Go on with a saved game; return the exit code."""
    language = find_language(lang)
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
    console = screen()
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
