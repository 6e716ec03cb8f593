"""What computer players of Havana go by, read from ``data/weights.toml`` and checked once, at import."""

from importlib.resources import files

from msgspec import Struct

from malecon.core.data import read_toml

BySeats = tuple[float, float, float]
"""For 2, 3 and 4 seats."""


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What a position is worth, in victory points."""

    win: float
    rival: float
    progress: float
    second: float
    unit: float
    hand_card: float


class Units(Struct, frozen=True, forbid_unknown_fields=True):
    """What pieces are worth against each other."""

    colour: float
    worker: float
    peso: float
    debris: float
    architect: float


class Prospect(Struct, frozen=True, forbid_unknown_fields=True):
    """How likely a victory is, by number of seats."""

    point: BySeats
    late: BySeats
    reached: BySeats
    nearest: BySeats
    second: BySeats
    cube: BySeats
    debris: BySeats
    worker: BySeats
    peso: BySeats


class WeightFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/weights.toml``; ``liking`` by the name of a card."""

    worth: Worth
    units: Units
    prospect: Prospect
    liking: dict[str, float]


WEIGHTS = read_toml(files("malecon.havana") / "data/weights.toml", WeightFile)
