"""What choices bring, in words, on the page."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from msgspec.structs import astuple, replace

from malecon.core.i18n import N_, NN_, Language, capital
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.text.descriptions import amounts
from malecon.games.cuba.text.words import NO_RESOURCES, TITLE, in_words, title
from malecon.games.cuba.view import View
from malecon.presentation.buttons import AND, Buttons, MoveButton
from malecon.presentation.game_page import BoardContext

MOST_SAID = 4096
"""Cached."""
SCORE = NN_("You score {count} point.", "You score {count} points.")


def choices_by_move(context: BoardContext[View]) -> Mapping[str, Choice]:
    """Return the choices of the viewer by their notations."""
    choices = context.perspective.view.choices if context.legal else ()
    return {choice.notation: choice for choice in choices if context.can(choice.notation)}


def refusal(context: BoardContext[View], move: str) -> str:
    """Return why the viewer, who is asked, cannot make a move; empty for one that can be made."""
    perspective = context.perspective
    if not context.legal or context.can(move) or perspective.why_not is None:
        return ""
    return context.game_text.narrator.refusal(perspective.why_not(move), perspective.language, perspective.names)


def sequences_in(context: BoardContext[View], *beginnings: str) -> tuple[Choice, ...]:
    """Return the sequences that the viewer can choose, and that have one of these beginnings, if some are named."""
    sequences = context.perspective.view.sequences if context.legal else ()
    return tuple(each for each in sequences if not beginnings or each.notation.startswith(beginnings))


def with_sequences(buttons: Buttons, sequences: Iterable[Choice], language: Language, thing: str = "") -> Buttons:
    """Return buttons with those of sequences, which say what they bring.

    ``thing``: what they use, where others may bring the same.
    """
    name = f"{capital(thing)}. " if thing else ""
    more = tuple(MoveButton(each.notation, name + sequence_words(each, language)) for each in sequences)
    return replace(buttons, moves=(*buttons.moves, *more)) if more else buttons


def sequence_words(choice: Choice, language: Language) -> str:
    """Return a sequence in words: the character that is played, the building that is used, and what it brings.

    >>> sequence_words(Choice("play foreman; use small bank"), Language())
    'Foreman: Small bank.'
    """
    first, *more = choice.notation.split(AND)
    names = [language.word(TITLE, title(move.removeprefix("use "))) for move in more if move.startswith("use ")]
    character = first.removeprefix("play ")
    said = " ".join(filter(None, (*(f"{name}." for name in names), preview(choice, language))))
    if character == first:
        return said
    return language.say(N_("{character}: {deeds}"), character=language.word(TITLE, title(character)), deeds=said)


@lru_cache(MOST_SAID)
def preview(choice: Choice | None, language: Language) -> str:
    """Return the costs and gains of a choice in words; empty if there is no choice.

    >>> from malecon.games.cuba.amounts import Amounts
    >>> preview(Choice("buy rum", Amounts(rum=1), Amounts(pesos=3)), Language())
    'You pay 3 pesos. You get 1 rum.'
    """
    return "" if choice is None else " ".join(_sentences(choice, language))


def _sentences(choice: Choice, language: Language) -> Iterator[str]:
    """Yield a sentence for the costs, the gains and the pieces left to be chosen of a choice."""
    paid, gained = amounts(choice.costs, language), amounts(choice.gives, language)
    if paid:
        yield language.say(N_("You pay {pieces}."), pieces=paid)
    if gained:
        yield language.say(N_("You get {pieces}."), pieces=gained)
    if choice.gives.points:
        yield language.count(SCORE, choice.gives.points)
    if choice.choose_from is not None:
        products = in_words((*NO_RESOURCES, *astuple(choice.choose_from)), language)
        yield language.say(N_("Then you choose {count} from {pieces}."), count=choice.free, pieces=products)
