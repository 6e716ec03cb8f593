"""The weights of Cuba's computer players, read from ``data/weights.toml`` and checked once, at import."""

from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from malecon.core.data import read_toml


class Evaluation(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of ``evaluate``, in victory points."""

    win: float
    rival: float
    peso: float
    resource: float
    stored: float
    yard: float
    good: float
    many: int
    beyond: float


class Uses(Struct, frozen=True, forbid_unknown_fields=True):
    """Expected uses of a building in a round."""

    near: float
    afar: float


class Pending(Struct, frozen=True, forbid_unknown_fields=True):
    """Expected gains of an action under way, in points."""

    move: float
    harvest: float
    trade: float
    question: float


class Bid(Struct, frozen=True, forbid_unknown_fields=True):
    """Weights of the policy for bids."""

    more: Annotated[float, Meta(ge=0.0, lt=1.0)]


class WeightFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/weights.toml``; ``use`` by the name of a building."""

    evaluation: Evaluation
    uses: Uses
    pending: Pending
    bid: Bid
    use: dict[str, float]


WEIGHTS = read_toml(files("malecon.games.cuba") / "data/weights.toml", WeightFile)
