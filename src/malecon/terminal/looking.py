"""The commands that look at games and rules without playing: ``replay``, ``simulate``, ``rules``."""

import json
import secrets
import sys
from pathlib import Path

from rich.text import Text

import malecon
from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.presentation.explanations import search
from malecon.presentation.text_layout import Paragraph, screen
from malecon.terminal import saves, simulating
from malecon.terminal.players import check_level
from malecon.terminal.ready import get_ready
from malecon.terminal.replaying import Replay
from malecon.terminal.starting import SEEDS, Given, check_seats, find_game, find_language, options_from

EXIT_FAILURE = 1


def look_at(file: Path, viewer: int | None, everything: bool, lang: str | None) -> int:
    """Step through a record, or tell it all; return the exit code."""
    language = find_language(lang)
    match = saves.read(file, language)
    if viewer is not None and not 1 <= viewer <= match.seats:
        template = N_("--viewer: is {viewer}, but must be a seat from 1 to {seats}.")
        raise UsageError(language.say(template, viewer=viewer, seats=match.seats))
    replay = Replay(match, None if viewer is None else viewer - 1, language, screen())
    return replay.tell_all() if everything or not sys.stdin.isatty() else replay.step()


def look_at_many(
    game: str, games: int, seats: int, level: str, given: Given, seed: int | None, as_json: bool, lang: str | None
) -> int:
    """Play many games and print what they have in common; return the exit code."""
    language = find_language(lang)
    found = find_game(game, language)
    check_seats(found, seats, language)
    check_level(level, language)
    seed = secrets.randbelow(SEEDS) if seed is None else seed
    bar = screen(for_errors=True)
    options = options_from(given, found, language)
    get_ready(language, found)
    result = simulating.simulate(found, games, seats, level, seed, options, language, bar)
    if as_json:
        print(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        simulating.show(result, language, screen())
    return 0


def look_up(game: str, word: str, lang: str | None) -> int:
    """Print sentences of the rules; return the exit code."""
    language = find_language(lang)
    find_game(game, language)
    console = screen()
    found = search(malecon.games[game].terminal.game_text.digest, word, language)
    for title, text in found:
        if title.isdecimal():
            console.print(Text(f"\n{title} {text}", "bold"))
        else:
            console.print(Paragraph(text, head=f"  {title}  ", head_style="cyan"))
    if not found:
        print(language.say(N_("No sentence of the rules contains “{word}”."), word=word), file=sys.stderr)
    return 0 if found else EXIT_FAILURE
