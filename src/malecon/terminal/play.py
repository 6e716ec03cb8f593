"""``malecon play`` and ``malecon resume``: play a new game or a saved one, at the keyboard or from a pipe."""

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path

from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.text_layout import screen
from malecon.terminal import saves
from malecon.terminal.arguments import GameChoice, check_seats, find_game, parse_options
from malecon.terminal.interactive_session import InteractiveSession
from malecon.terminal.pipe_session import PipeSession
from malecon.terminal.players import Player, check_level, name_lines, parse_people, players_by_seat, recorded_players


def play(choice: GameChoice, you: Sequence[str], level: str, save: Path | None, language: Language) -> int:
    """Begin a game and play it.

    Args:
        choice: the game.
        you: the values of ``--you``.
        level: of the computer players.
        save: the file of the game; ``None`` for a new one in the folder of the games.
        language: of all sentences.

    Returns:
        The exit code.
    """
    game = find_game(choice.name, language)
    check_seats(game, choice.seats, language)
    people = parse_people(you, choice.seats, language)
    players = players_by_seat(choice.seats, people, check_level(level, language), language)
    if save is not None and save.exists():
        template = N_("--save: {file} exists already; name a new file, or go on with: malecon resume {file}")
        raise UsageError(language.say(template, file=save))
    options = parse_options(choice.options, game, language)
    match = game.start(choice.seats, choice.seed_or_random(), **options)
    return _play_match(match, players, language, save or saves.new_file(game.name))


def resume(file: Path | None, you: Sequence[str], level: str | None, language: Language) -> int:
    """Go on with a saved game: the newest unfinished one without a ``file``; return the exit code."""
    file, match = saves.newest_unfinished(language) if file is None else (file, saves.read(file, language))
    if match.over:
        template = N_("The game in {file} is over. Look at it with: malecon replay {file}")
        raise saves.SaveError(language.say(template, file=file))
    return _play_match(match, _players_of(match, you, level, language), language, file)


def _players_of(match: Match, you: Sequence[str], level: str | None, language: Language) -> dict[int, Player]:
    """Return the players of a saved game: those of the record, unless the command line names others."""
    recorded = recorded_players(match.names, match.seats)
    if recorded is not None and not you and not level:
        return recorded
    people = parse_people(you or ["1"], match.seats, language)
    if recorded is not None and not you:
        people = {seat: player.name for seat, player in recorded.items() if player.is_person}
    return players_by_seat(match.seats, people, check_level(level or "easy", language), language)


def _play_match(match: Match, players: dict[int, Player], language: Language, file: Path) -> int:
    """Play a match at the keyboard, or from the standard input if that is no terminal; return the exit code."""
    console = screen()
    match.names = name_lines(players)
    has_people = any(player.is_person for player in players.values())
    if has_people and not sys.stdin.isatty():
        return PipeSession(match, players, language, console, file).run(sys.stdin.buffer)
    if has_people:
        _enable_line_editing()
    return InteractiveSession(match, players, language, console, file).run()


def _enable_line_editing() -> None:
    """Make arrow keys work at prompts, where the system has ``readline``."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401
