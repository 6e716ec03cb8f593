"""The menus of Havana in which a choice takes two numbers."""

from itertools import permutations

from malecon.core.i18n import N_
from malecon.games.havana.text import prompt
from malecon.games.havana.text.words import card_choice
from malecon.presentation.menu import Group, Menu, Picks
from malecon.presentation.perspective import Perspective


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
