"""The menus of Havana in which a choice takes two numbers."""

from itertools import permutations

from malecon.core.i18n import N_
from malecon.games.havana.text.choices import prompt
from malecon.games.havana.text.words import card_choice
from malecon.presentation.menu import Group, Menu, Picks
from malecon.presentation.perspective import Scene


def first_cards(scene: Scene) -> Menu:
    """Return the pairs of cards, each found by two numbers in any order (HAV-2.5)."""
    hand = hand_of(scene)
    choices: dict[Picks, str] = {
        (i + 1, j + 1): f"choose {hand[min(i, j)]} {hand[max(i, j)]}" for i, j in permutations(range(len(hand)), 2)
    }
    title = scene.language.say(N_("Type two numbers or two names"))
    return Menu(prompt(scene), (Group(title, tuple(card_choice(card, scene.language) for card in hand)),), choices)


def covers(scene: Scene) -> Menu:
    """Return every open card with every hand card, found by the number of each (HAV-4.5)."""
    hand, shown = hand_of(scene), scene.view.players[scene.viewer].open
    groups = (
        Group(scene.language.say(N_("Cover")), tuple(card_choice(card, scene.language) for card in shown)),
        Group(scene.language.say(N_("with")), tuple(card_choice(card, scene.language) for card in hand)),
    )
    choices: dict[Picks, str] = {
        (i + 1, len(shown) + j + 1): f"cover {covered} with {card}"
        for i, covered in enumerate(shown)
        for j, card in enumerate(hand)
    }
    return Menu(prompt(scene), groups, choices)


def hand_of(scene: Scene) -> tuple[str, ...]:
    """Return the viewer's hand."""
    hand: tuple[str, ...] | None = scene.view.players[scene.viewer].hand
    return hand or ()


MENUS = {"choose": first_cards, "cover": covers}
"""By the kind of question."""
