"""What choices bring, in words: a line for each, which the page shows while a choice is pointed at."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from msgspec.structs import astuple

from malecon.core.i18n import N_, NN_, Language
from malecon.games.cuba.moves import Choice
from malecon.games.cuba.text.descriptions import amounts
from malecon.games.cuba.text.words import NO_RESOURCES, in_words
from malecon.games.cuba.view import View
from malecon.presentation.game_page import BoardContext

MOST_SAID = 4096
"""Cached."""
SCORE = NN_("You score {count} point.", "You score {count} points.")


def choices_by_move(context: BoardContext[View]) -> Mapping[str, Choice]:
    """Return what follows from each move that the viewer can choose."""
    choices = context.perspective.view.choices
    return {choice.notation: choice for choice in choices if context.can(choice.notation)}


@lru_cache(MOST_SAID)
def preview(choice: Choice | None, language: Language) -> str:
    """Return what a choice costs and brings.

    >>> from malecon.games.cuba.moves import Amounts
    >>> preview(Choice("buy rum", Amounts(rum=1), Amounts(pesos=3)), Language())
    'You pay 3 pesos. You get 1 rum.'
    """
    return "" if choice is None else " ".join(_sentences(choice, language))


def _sentences(choice: Choice, language: Language) -> Iterator[str]:
    """Yield what a choice costs, gives and leaves to be chosen."""
    paid, gained = amounts(choice.costs, language), amounts(choice.gives, language)
    if paid:
        yield language.say(N_("You pay {pieces}."), pieces=paid)
    if gained:
        yield language.say(N_("You get {pieces}."), pieces=gained)
    if choice.gives.points:
        yield language.count(SCORE, choice.gives.points)
    if choice.choose_from is not None:
        products = in_words((*NO_RESOURCES, *astuple(choice.choose_from)), language)
        yield language.say(N_("Then you choose from {pieces}."), pieces=products)
