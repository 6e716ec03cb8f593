"""The thirteen action cards, read from ``data/cards.toml`` and checked once, at import (HAV-1.2)."""

from importlib.resources import files
from typing import Annotated, Literal

import numpy as np
from msgspec import Meta, Struct

from malecon.core.data import read_toml


class Card(Struct, frozen=True):
    """One action card, as printed."""

    name: str
    digit: Annotated[int, Meta(ge=0, le=9)]
    duty: Literal["none", "may", "must"]
    rule: str
    text: str
    brief: str = ""


class CardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/cards.toml``."""

    card: Annotated[tuple[Card, ...], Meta(min_length=13, max_length=13)]


CARDS = read_toml(files("malecon.games.havana") / "data/cards.toml", CardFile).card
"""All cards; a card's code is its place here."""

NAMES = tuple(card.name for card in CARDS)
CODE = {name: code for code, name in enumerate(NAMES)}
DIGIT = np.array([card.digit for card in CARDS], np.int8)
CARD_COUNT = len(CARDS)

SIESTA = CODE["siesta"]
REFRESHMENT = CODE["refreshment"]
PROTECTION = CODE["protection"]
DEBRIS_CARD = CODE["debris"]
CONSERVATION = CODE["conservation"]
TAX_COLLECTOR = CODE["tax collector"]
WORKER_CARD = CODE["worker"]
ARCHITECT = CODE["architect"]
PESOS_THIEF = CODE["pesos thief"]
MATERIALS_THIEF = CODE["materials thief"]
BLACK_MARKET = CODE["black market"]
PESOS_CARD = CODE["pesos"]
MAMA = CODE["mama"]
