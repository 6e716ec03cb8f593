"""The words of Cuba for people, ready for translation: characters, buildings, pieces, fields, docks.

A name stands in a sentence with its article, or as a title without one; a language that needs both has a context for
each.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import astuple

from malecon.core.i18n import N_, NN_, Forms, Language
from malecon.games.cuba.boards import COLUMNS, FIELD_NAMES, PIECES, PLACES, RESOURCES
from malecon.games.cuba.buildings import BUILDINGS, STANDARD
from malecon.games.cuba.cards import CHARACTERS, NAMES, TYPES
from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.view import View
from malecon.presentation.perspective import Perspective

MOST_COUNTED = 1024
"""Cached: numbers of pieces in words."""
CHARACTER, BUILDING, TITLE, PIECE, PLACE, FIELD, LAW = (
    "character", "building", "title", "piece", "place", "field", "law",
)  # fmt: skip
"""Contexts of translations."""

FORMS: Mapping[str, Forms] = {
    "wood": NN_("{count} wood", "{count} wood"),
    "stone": NN_("{count} stone", "{count} stone"),
    "water": NN_("{count} water", "{count} water"),
    "citrus": NN_("{count} citrus", "{count} citrus"),
    "sugar": NN_("{count} sugar cane", "{count} sugar cane"),
    "tobacco": NN_("{count} tobacco", "{count} tobacco"),
    "rum": NN_("{count} rum", "{count} rum"),
    "cigars": NN_("{count} cigar", "{count} cigars"),
    "peso": NN_("{count} peso", "{count} pesos"),
}
"""Pieces and pesos with their number."""
PIECE_NAMES = tuple("sugar cane" if piece == "sugar" else piece for piece in PIECES)
"""Pieces without a number, in the order of ``PIECES``."""
POINTS = NN_("{count} point", "{count} points")
VOTES = NN_("{count} vote", "{count} votes")

FIELD_KINDS: Mapping[str | None, str] = {
    "wood": "forest",
    "stone": "mountain",
    "water": "lake",
    "citrus": "citrus",
    "sugar": "sugar cane",
    "tobacco": "tobacco",
    None: "warehouse",
}
"""What a field is called, by what it gives."""

NO_RESOURCES = (0,) * len(RESOURCES)
"""Before numbers of products or merchandise, in the order of ``PIECES``."""
PRINTED = "printed warehouse"
ALL_BUILDINGS = (*BUILDINGS, PRINTED)
PROPER = {"canadian embassy": "Canadian Embassy"}
"""Names that are written with capitals in a sentence too."""

COUNTED = re.compile(r"\d+ \w+(, \d+ \w+)*")
"""Numbers of pieces in a refusal, such as ``1 wood, 2 stone``."""


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and tiles, and all words that are put together, with their contexts."""
    for character in CHARACTERS:
        yield None, character.text
    for building in STANDARD:
        yield None, building.text
    for name in NAMES:
        yield CHARACTER, name
        yield TITLE, title(name)
    for name in ALL_BUILDINGS:
        yield BUILDING, _in_sentence(name)
        yield TITLE, title(name)
    yield from ((PIECE, name) for name in dict.fromkeys((*PIECES, *PIECE_NAMES)))  # own files say *sugar*
    yield from ((PLACE, place) for place in PLACES)
    yield from ((FIELD, kind) for kind in FIELD_KINDS.values())
    yield from ((LAW, law_type) for law_type in TYPES)


def piece_name(piece: str, language: Language) -> str:
    """Return a piece without a number.

    >>> piece_name("sugar", Language())
    'sugar cane'
    """
    return language.word(PIECE, PIECE_NAMES[PIECES.index(piece)])


def _in_sentence(name: str) -> str:
    """Return a name as English writes it within a sentence."""
    return PROPER.get(name, name)


def title(name: str) -> str:
    """Return a name as English writes it in a title.

    >>> title("small bank"), title("canadian embassy")
    ('Small bank', 'Canadian Embassy')
    """
    return PROPER.get(name, name.capitalize())


def character_name(character: str, language: Language) -> str:
    """Return a character within a sentence, after *the*; some languages put their article into the word."""
    return language.word(CHARACTER, character)


def building_name(building: str, language: Language) -> str:
    """Return a building within a sentence, after *the*; some languages put their article into the word."""
    return language.word(BUILDING, _in_sentence(building))


def title_of(name: str, language: Language) -> str:
    """Return the title of a character or a building.

    >>> title_of("tradeswoman", Language())
    'Tradeswoman'
    """
    return language.word(TITLE, title(name))


def character_choice(character: str, language: Language) -> str:
    """Return a character with its value behind, so that it cannot be taken for the number of a choice.

    >>> character_choice("mayor", Language())
    'Mayor (5)'
    """
    return f"{title_of(character, language)} ({CHARACTERS[NAMES.index(character)].votes})"


def pieces(counts: Sequence[tuple[str, int]], language: Language) -> str:
    """Return numbers of pieces in words, those of a kind together, leaving out what is 0.

    >>> pieces([("wood", 2), ("water", 0), ("peso", 1)], Language())
    '2 wood and 1 peso'
    """
    return language.amounts(FORMS, counts)


@lru_cache(MOST_COUNTED)
def in_words(counts: tuple[int, ...], language: Language) -> str:
    """Return numbers of pieces, in the order of ``PIECES``, in words; kinds at the end may be missing."""
    return pieces(list(zip(PIECES, counts, strict=False)), language)


def pesos(count: int, language: Language) -> str:
    """Return a number of pesos in words, 0 too."""
    return language.count(FORMS["peso"], count)


def field_name(field: str, language: Language) -> str:
    """Return the name of a field: its row and column.

    >>> field_name("row 1 column 4", Language())
    'row 1, column 4'
    """
    row, column = divmod(FIELD_NAMES.index(field), COLUMNS)
    return language.say(N_("row {row}, column {column}"), row=row + 1, column=column + 1)


def place_name(place: str, language: Language) -> str:
    """Return a dock, or the sea."""
    return language.word(PLACE, place)


def pieces_or_text(fact: str, language: Language) -> str:
    """Return a fact of a refusal in words: numbers of pieces, such as ``1 wood, 2 stone``, or another text.

    >>> pieces_or_text("1 wood, 2 pesos", Language()), pieces_or_text("how to pay", Language())
    ('1 wood and 2 pesos', 'how to pay')
    >>> pieces_or_text("0 pesos", Language())
    '0 pesos'
    """
    if not COUNTED.fullmatch(fact):
        return language.say(fact)
    parts = (part.split() for part in fact.split(", "))
    counts = [("peso" if word == "pesos" else word, int(count)) for count, word in parts]
    return pieces(counts, language) or language.count(FORMS[counts[0][0]], 0)


def lesson_facts(perspective: Perspective, move: str) -> Mapping[str, object]:
    """Return what texts of lessons may name: how many rounds a game has."""
    return {"rounds": ROUNDS}


def circumstances(view: View, seat: int) -> Iterator[str]:
    """Yield the circumstances of a seat: products lie in its yard before its last character of a round."""
    is_last = view.question.kind == "play" and view.lap == LAPS - 1
    if is_last and view.round < ROUNDS and any(astuple(view.players[seat].yard)):
        yield "products in the yard"


POSITION_LABELS = {
    "lap": "characters played by each",
    "first": "seat of the first player, from 0",
    "turn": "seat whose turn it is, from 0",
    "near": "fields that the foreman may still use together",
    "far": "fields of which he may use one instead",
    "free": "fields that still give free of charge",
    "fruitful": "fields that have not given yet",
    "traded": "pieces bought in this turn, sold ones below zero",
    "to_load": "pieces that may still be loaded",
    "load_kind": "kind that is loaded",
    "ballot": "ballot, 1 or 2",
    "pile_known": "the pile is known",
    "knows_pile": "knows the pile",
    "building": "building in question",
    "last": "character played last",
    "barred": "law type that may not be removed",
}
"""By key of a position that says too little by itself: what a form calls it; put into other languages as data."""
