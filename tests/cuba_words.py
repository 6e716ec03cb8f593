"""Pieces and laws of Cuba in words, as tests say them."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from malecon.games.cuba.boards import PIECES, PRODUCTS, RESOURCES
from malecon.games.cuba.cards import LAW_COUNT, LAWS, PRINTED_DUTY, PRINTED_TAX


def law_name(law: int) -> str:
    """Return what tests call a law.

    >>> law_name(4), law_name(18), law_name(23), law_name(25)
    ('tax 5', 'trade act -2', 'corruption act', 'printed duty')
    """
    if law >= PRINTED_TAX:
        return {PRINTED_TAX: "printed tax", PRINTED_DUTY: "printed duty"}[law]
    card = LAWS[law]
    if card.type == "other":
        return f"trade act {card.amount}" if card.kind == "trade" else f"{card.kind} act"
    return f"{card.type} {card.amount if card.kind == 'pesos' and card.type == 'tax' else card.kind}"


LAW_NAMES = [law_name(law) for law in range(LAW_COUNT)]


def law_code(name: str) -> int:
    """Return the code of the law that tests call by this name."""
    return LAW_NAMES.index(name)


def counts(text: str) -> list[int]:
    """Return how many pieces of each kind a text names.

    >>> counts("2 wood 1 citrus")
    [2, 0, 0, 1, 0, 0, 0, 0]
    """
    words = text.split()
    named = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    assert set(named) <= set(PIECES), text
    return [named.get(piece, 0) for piece in PIECES]


def products(text: str) -> list[int]:
    """Return how many products of each kind a text names."""
    return counts(text)[len(RESOURCES) :][: len(PRODUCTS)]


def in_words(pieces: Iterable[int] | NDArray[np.int8]) -> str:
    """Return numbers of pieces as a text; kinds that are missing at the end are not there.

    >>> in_words([2, 0, 0, 1, 0, 0, 0, 0])
    '2 wood 1 citrus'
    """
    return " ".join(f"{int(count)} {piece}" for piece, count in zip(PIECES, pieces, strict=False) if count)
