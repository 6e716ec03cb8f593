"""The weights of Havana's computer players, read from ``data/weights.toml`` and checked once, at import."""

from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from malecon.core.data import read_toml
from malecon.games.havana.cards import CARD_COUNT


class Evaluation(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of ``evaluate``, in victory points."""

    win: float
    rival: float
    progress: float
    second: float
    unit: float
    hand_card: float


class Units(Struct, frozen=True, forbid_unknown_fields=True):
    """Relative values of pieces."""

    colour: float
    worker: float
    peso: float
    debris: float
    architect: float


ByCard = Annotated[tuple[float, ...], Meta(min_length=CARD_COUNT, max_length=CARD_COUNT)]
"""In the order of ``data/cards.toml``."""


class CardPreference(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of the features of a position for having a card open in the next round (``card_preference.py``)."""

    always: ByCard
    pesos: ByCard
    workers: ByCard
    debris: ByCard
    coloured: ByCard
    discards: ByCard
    centre_pesos: ByCard
    centre_coloured: ByCard
    centre_debris: ByCard
    bag: ByCard
    rival_coloured: ByCard
    rival_pesos: ByCard
    rival_points: ByCard
    thieves: ByCard
    mamas: ByCard
    low_cards: ByCard
    progress: ByCard
    ends_game: ByCard
    lacking_workers: ByCard
    lacking_pesos: ByCard
    lacking_coloured: ByCard
    wanted_in_centre: ByCard
    asks_architect: ByCard


class WeightFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/weights.toml``; ``together`` by card: with each card before it."""

    evaluation: Evaluation
    units: Units
    card_preference: CardPreference
    together: dict[str, tuple[float, ...]]


WEIGHTS = read_toml(files("malecon.games.havana") / "data/weights.toml", WeightFile)
