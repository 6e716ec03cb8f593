"""``malecon rules``: the rules of a game, or the sentences of them that words find."""

import sys

from rich.text import Text

from malecon import games
from malecon.core.i18n import N_, Language
from malecon.core.rules_search import search, whole
from malecon.presentation.text_layout import Paragraph, screen
from malecon.terminal.game_choice import find_game

EXIT_FAILURE = 1


def show_rules(game: str, word: str, language: Language) -> int:
    """Print all rules, or the sentences that words find: of titles, of the text, or an id; return the exit code."""
    find_game(game, language)
    console = screen()
    rules_text = games[game].terminal.game_text.rules_text
    found = search(rules_text, word, language) if word.strip() else whole(rules_text, language)
    for title, text in found:
        if title.isdecimal():
            console.print(Text(f"\n{title} {text}", "bold"))
        else:
            console.print(Paragraph(text, head=f"  {title}  ", head_style="cyan"))
    if not found:
        print(language.say(N_("No sentence of the rules contains “{word}”."), word=word), file=sys.stderr)
    return 0 if found else EXIT_FAILURE
