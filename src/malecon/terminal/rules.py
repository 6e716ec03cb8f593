"""``malecon rules``: show sentences of the rules."""

import sys

from rich.text import Text

from malecon import games
from malecon.core.i18n import N_, Language
from malecon.core.rules_text import search
from malecon.presentation.text_layout import Paragraph, screen
from malecon.terminal.arguments import find_game

EXIT_FAILURE = 1


def show_rules(game: str, word: str, language: Language) -> int:
    """Print the sentences of the rules that a word finds: a chapter, an id, or text; return the exit code."""
    find_game(game, language)
    console = screen()
    found = search(games[game].terminal.game_text.rules_text, word, language)
    for title, text in found:
        if title.isdecimal():
            console.print(Text(f"\n{title} {text}", "bold"))
        else:
            console.print(Paragraph(text, head=f"  {title}  ", head_style="cyan"))
    if not found:
        print(language.say(N_("No sentence of the rules contains “{word}”."), word=word), file=sys.stderr)
    return 0 if found else EXIT_FAILURE
