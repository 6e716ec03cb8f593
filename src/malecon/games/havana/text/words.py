"""The words of Havana for people, ready for translation: cards, pieces, ends.

A card's title and the piece of the same name are different words (Worker, a worker), so each has its own context.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from malecon.core.i18n import NN_, Forms, Language
from malecon.games.havana.buildings import COST_WORDS, PIECES
from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.state import ENDS

CARD, PIECE, END = "card", "piece", "end"

FORMS: Mapping[str, Forms] = {
    "brick": NN_("{count} brick", "{count} bricks"),
    "sandstone": NN_("{count} sandstone", "{count} sandstones"),
    "loam": NN_("{count} loam", "{count} loam"),
    "glass": NN_("{count} glass", "{count} glass"),
    "debris": NN_("{count} debris", "{count} debris"),
    "worker": NN_("{count} worker", "{count} workers"),
    "peso": NN_("{count} peso", "{count} pesos"),
}
"""Pieces with their number."""

TILE_POINTS = NN_("{count} point", "{count} points")


COUNTED = re.compile(r"\d+ \w+(, \d+ \w+)*")
"""Numbers of pieces in a refusal, such as ``1 brick, 2 workers``."""


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and all words that are put together, with their contexts."""
    for card in CARDS:
        yield CARD, card.name.title()
        yield None, card.text
    for piece in PIECES:
        yield PIECE, piece
    for end in ENDS:
        yield END, end


def card_title(card: str, language: Language) -> str:
    """Return the title of a card.

    >>> card_title("tax collector", Language())
    'Tax Collector'
    """
    return language.word(CARD, card.title())


def card_label(card: str, language: Language) -> str:
    """Return a card with its digit.

    >>> card_label("mama", Language())
    '9 Mama'
    """
    return f"{CARDS[CODE[card]].digit} {card_title(card, language)}"


def card_choice(card: str, language: Language) -> str:
    """Return a card with its digit behind, so that it cannot be taken for the number of a choice.

    >>> card_choice("mama", Language())
    'Mama (9)'
    """
    return f"{card_title(card, language)} ({CARDS[CODE[card]].digit})"


def pieces(counts: Sequence[tuple[str, int]], language: Language) -> str:
    """Return numbers of pieces in words, those of a kind together, leaving out what is 0.

    >>> pieces([("brick", 2), ("glass", 0), ("peso", 1)], Language())
    '2 bricks and 1 peso'
    """
    return language.amounts(FORMS, counts)


def cost_in_words(counts: Sequence[int], language: Language) -> str:
    """Return numbers of pieces, in the order of ``PIECES``, in words."""
    return pieces(list(zip(PIECES, counts, strict=True)), language)


def end_name(end: str, language: Language) -> str:
    """Return where an end tile lies."""
    return language.word(END, end)


def pieces_or_text(fact: str, language: Language) -> str:
    """Return what a refusal spells as numbers of pieces, such as ``1 brick, 2 workers``, or another text.

    >>> pieces_or_text("1 brick, 2 workers", Language()), pieces_or_text("how to pay", Language())
    ('1 brick and 2 workers', 'how to pay')
    """
    if not COUNTED.fullmatch(fact):
        return language.say(fact)
    counts = (part.split() for part in fact.split(", "))
    return pieces([(singular(word), int(count)) for count, word in counts], language)


def singular(word: str) -> str:
    """Return the piece that tile files spell ``word``.

    >>> singular("workers"), singular("glass")
    ('worker', 'glass')
    """
    return PIECES[COST_WORDS.index(word)] if word in COST_WORDS else word
