"""The words of Havana for people, ready for translation: cards, pieces, ends, houses.

A card's title and the piece of the same name are different words (Worker, a worker), so each has its own context.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from malecon.core.i18n import N_, NN_, Forms, Language
from malecon.games.havana.buildings import PIECES, Building
from malecon.games.havana.cards import CARDS, CODE
from malecon.games.havana.state import ENDS

MOST_COUNTED = 1024
"""Cached: numbers of pieces in words."""
CARD, PIECE, END, HOUSE = "card", "piece", "end", "house"

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

HOUSE_POINTS = NN_("{count} point", "{count} points")

HOUSES = (
    "the |Fisher’s Cottage",
    "the |Rope Yard",
    "the |Toll House",
    "the |Porter’s Lodge",
    "the |Lottery Office",
    "the |Tailor’s Shop",
    "the |Lime Kiln",
    "the |Perfumery",
    "the |Stables",
    "the |Brickworks",
    "the |Rum Cellar",
    "the |Little Chapel",
    "the |Bakery",
    "the |Pottery",
    "the |Mirror Shop",
    "the |Harbour Inn",
    "the |Printing House",
    "the |Bank",
    "the |Barber Shop",
    "the |Watchtower",
    "the |Signal Tower",
    "the |Flower Market",
    "the |Blue House",
    "the |Music School",
    "the |Harbour Office",
    "the |Covered Market",
    "the |Observatory",
    "the |Glass Gallery",
    "the |Dance Hall",
    "the |Library",
    "the |Opera House",
    "the |Grand Hotel",
    "the |Post Office",
    "the |University",
    "the |Capitol",
    "the |Grand Theatre",
)
"""Our names of the tiles, by id from 1, for printed tiles have none; before the stroke stands the article."""


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and all words that are put together, with their contexts."""
    for card in CARDS:
        yield CARD, card.name.title()
        yield None, card.text
        yield None, card.brief or card.text
    yield CARD, NAMED
    for piece in PIECES:
        yield PIECE, piece
    for end in ENDS:
        yield END, end
    for house in HOUSES:
        yield HOUSE, house


def card_title(card: str, language: Language) -> str:
    """Return the title of a card.

    >>> card_title("tax collector", Language())
    'Tax Collector'
    """
    return language.word(CARD, card.title())


NAMED = "{card}"
"""A card in a sentence; some languages say that it is one."""


def card_name(card: str, language: Language) -> str:
    """Return a card within a sentence.

    >>> card_name("tax collector", Language())
    'Tax Collector'
    """
    return language.word(CARD, NAMED).format(card=card_title(card, language))


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


@lru_cache(MOST_COUNTED)
def cost_in_words(counts: tuple[int, ...], language: Language) -> str:
    """Return numbers of pieces, in the order of ``PIECES``, in words."""
    return pieces(list(zip(PIECES, counts, strict=True)), language)


def end_name(end: str, language: Language) -> str:
    """Return the name of an end of the rows."""
    return language.word(END, end)


def house_name(tile: int, language: Language) -> str:
    """Return the name of the tile with an id, with its article.

    >>> house_name(32, Language())
    'the Grand Hotel'
    """
    return language.word(HOUSE, HOUSES[tile - 1]).replace("|", "")


def house_title(tile: int, language: Language) -> str:
    """Return the name of the tile with an id, as it stands on a sign.

    >>> house_title(32, Language())
    'Grand Hotel'
    """
    return language.word(HOUSE, HOUSES[tile - 1]).partition("|")[2]


MOST_HOUSES = 256
"""Cached in words, in all languages."""


@lru_cache(MOST_HOUSES)
def house_words(tile: Building, language: Language) -> str:
    """Return a tile as a house, with its points and its cost."""
    say = language.say
    facts = {
        "house": house_title(tile.id, language),
        "points": language.count(HOUSE_POINTS, tile.points),
        "cost": cost_in_words(tile.cost.pieces(), language),
    }
    if tile.architect:
        return say(N_("{house}, {points}: {cost}, and the architect"), **facts)
    return say(N_("{house}, {points}: {cost}"), **facts)
