"""Havana at the terminal: the record, the menus in which a choice takes two numbers, and figures of many games."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from malecon.core.i18n import N_, Language
from malecon.games.havana.terminal.table import ARCHITECT_LETTER, MARKS, chapter, glance, table
from malecon.games.havana.text import GAME_TEXT, prompt
from malecon.games.havana.text.words import card_choice
from malecon.presentation.menu import Group, Menu, Picks
from malecon.presentation.perspective import Perspective
from malecon.presentation.terminal_game import Finished, TerminalGame
from malecon.presentation.text_layout import LETTER

__all__ = ["TERMINAL_GAME"]


def first_cards(perspective: Perspective) -> Menu:
    """Return the pairs of cards, each found by two numbers in any order (HAV-2.5)."""
    hand = hand_of(perspective)
    choices: dict[Picks, str] = {
        (i + 1, j + 1): f"choose {hand[min(i, j)]} {hand[max(i, j)]}" for i, j in permutations(range(len(hand)), 2)
    }
    title = perspective.language.say(N_("Type two numbers or two names"))
    return Menu(
        prompt(perspective), (Group(title, tuple(card_choice(card, perspective.language) for card in hand)),), choices
    )


def covers(perspective: Perspective) -> Menu:
    """Return every open card with every hand card, found by the number of each (HAV-4.5)."""
    hand, shown = hand_of(perspective), perspective.view.players[perspective.viewer].open
    groups = (
        Group(perspective.language.say(N_("Cover")), tuple(card_choice(card, perspective.language) for card in shown)),
        Group(perspective.language.say(N_("with")), tuple(card_choice(card, perspective.language) for card in hand)),
    )
    choices: dict[Picks, str] = {
        (i + 1, len(shown) + j + 1): f"cover {covered} with {card}"
        for i, covered in enumerate(shown)
        for j, card in enumerate(hand)
    }
    return Menu(prompt(perspective), groups, choices)


def hand_of(perspective: Perspective) -> tuple[str, ...]:
    """Return the viewer's hand."""
    hand: tuple[str, ...] | None = perspective.view.players[perspective.viewer].hand
    return hand or ()


MENUS = {"choose": first_cards, "cover": covers}
"""By the kind of question."""


SHOWN = 6
"""Tiles that are named as most, or least, often bought."""


def figures(games: Sequence[Finished]) -> dict[str, Any]:
    """Return how many tiles are bought a game, and in which share of the games each is."""
    bought = Counter(tile for game in games for player in game.view.players for tile in player.tiles)
    return {
        "tiles bought a game": sum(bought.values()) / len(games),
        "tiles": {str(tile.id): bought[tile.id] / len(games) for tile in games[0].view.tiles},
    }


def figures_in_words(tally: Mapping[str, Any], language: Language) -> Sequence[str]:
    """Say how many tiles are bought, and which most and least."""
    ranked = sorted(tally["tiles"].items(), key=lambda item: -item[1])
    most = ", ".join(f"{tile} ({share:.0%})" for tile, share in ranked[:SHOWN])
    least = ", ".join(f"{tile} ({share:.0%})" for tile, share in ranked[: -SHOWN - 1 : -1])
    return [
        language.say(N_("Tiles sold a game: {tiles:.1f}."), tiles=tally["tiles bought a game"]),
        language.say(N_("Tiles bought most often: {tiles}."), tiles=most),
        language.say(N_("Tiles bought least often: {tiles}."), tiles=least),
    ]


TERMINAL_GAME = TerminalGame(
    game_text=GAME_TEXT,
    letters={LETTER: (*MARKS.letters, ARCHITECT_LETTER)},
    table=table,
    glance=glance,
    chapter=chapter,
    menus=MENUS,
    figures=figures,
    figures_in_words=figures_in_words,
)
