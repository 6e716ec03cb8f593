"""A heuristic evaluation of a position (the contract's ``evaluate``), for players that do not search to the end.

The unit is a victory point. A seat's own value is its points, the progress towards the tiles that it could buy soon,
and a little for every piece, because what does not fit today may fit the next tile. From this the best rival's value
is taken, weighted: the game is a race, not a harvest. The weights are in ``data/weights.toml``.
"""

from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import astuple

from malecon.core.bit_set import size_of
from malecon.core.data import read_toml
from malecon.core.jit import register, routine, rule
from malecon.games.havana import asks
from malecon.games.havana.buildings import DEBRIS, PESO, WORKER
from malecon.games.havana.cards import CARD_COUNT
from malecon.games.havana.rules import COLOUR_COUNT, TARGET, end_tile
from malecon.games.havana.rules.buying import missing_after_exchanges
from malecon.games.havana.state import ENDS, IDLE_CARDS, NONE, STATE, State


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
    """Weights of the features of a position for having a card open in the next round (``policy.py``)."""

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


END_COUNT = len(ENDS)
MOST_OF_A_COLOUR = 3

COLOUR_UNITS, WORKER_UNITS, PESO_UNITS, DEBRIS_UNITS, ARCHITECT_UNITS = astuple(WEIGHTS.units)
WIN, RIVAL, PROGRESS, SECOND, PER_UNIT, PER_HAND_CARD = astuple(WEIGHTS.evaluation)


@routine
def evaluate(state: State, seat: int) -> float:
    """Return the heuristic value of the position for ``seat``, in points against the best rival."""
    own = _value_of(state, seat)
    rival = -WIN
    for other in range(state.seats):
        if other != seat:
            rival = max(rival, _value_of(state, other))
    if state.question == asks.OVER:
        return WIN * (own > rival) + own - rival
    return own - RIVAL * rival


@routine
def _value_of(state: State, seat: int) -> float:
    """Return the value of the possessions of ``seat``: points, progress and pieces."""
    value = float(state.points[seat])
    if state.question == asks.OVER:
        return value
    if state.points[seat] >= TARGET[state.seats]:
        value += WIN
    value += PER_HAND_CARD * size_of(state.hand[seat]) + PER_UNIT * units(state, seat)
    nearest, second = progress(state, seat)
    return value + PROGRESS * (nearest + SECOND * second)


@rule
def progress(state: State, seat: int) -> tuple[float, float]:
    """Return the points of the end tiles, each times its readiness: the two that are most."""
    best, second = 0.0, 0.0
    for end in range(END_COUNT):
        tile = end_tile(state, end)
        if tile != NONE:
            points = state.tile_points[tile] * readiness(state, seat, tile)
            second = max(second, min(best, points))
            best = max(best, points)
    return best, second


@rule
def units(state: State, seat: int) -> float:
    """Return the value of all pieces of ``seat`` in cost units; debris and pesos beyond use count half."""
    pesos, debris = state.pesos[seat], state.cubes[seat, DEBRIS]
    useful_pesos = min(6, pesos) + 0.5 * max(0, pesos - 6)
    useful_debris = min(6, debris) + 0.5 * max(0, debris - 6)
    return _in_units(coloured_cubes(state, seat), min(4, state.workers[seat]), useful_pesos, useful_debris)


@rule
def silenced(state: State) -> int:
    """Return the cards whose action was taken out of the game, as a bit set; none in a game."""
    return int(state.idle_cards) & ~IDLE_CARDS


@rule
def coloured_cubes(state: State, seat: int) -> int:
    """Return the number of coloured cubes of ``seat``; of a colour no more count than any use is likely for."""
    count = 0
    for colour in range(COLOUR_COUNT):
        count += min(MOST_OF_A_COLOUR, state.cubes[seat, colour])
    return count


@rule
def nearest_tile(state: State, seat: int) -> int:
    """Return the end tile whose points, times their readiness, are most; ``NONE`` if there is no tile."""
    nearest, most = NONE, -1.0
    for end in range(END_COUNT):
        tile = end_tile(state, end)
        if tile != NONE:
            points = state.tile_points[tile] * readiness(state, seat, tile)
            if points > most:
                nearest, most = tile, points
    return nearest


@rule
def readiness(state: State, seat: int, tile: int) -> float:
    """Return the share of the price of ``tile`` that the seat owns, squared: the last piece matters most."""
    cost = state.tile_cost[tile]
    architect = ARCHITECT_UNITS * state.tile_architect[tile]
    asked = 0
    for colour in range(COLOUR_COUNT):
        asked += int(cost[colour])
    price = architect + _in_units(asked, cost[WORKER], cost[PESO], cost[DEBRIS])
    cubes, workers, pesos, debris = missing_after_exchanges(state, seat, tile)
    lacking = 0.5 * architect + _in_units(cubes, workers, pesos, debris)
    share = max(0.0, 1.0 - lacking / max(1.0, price))
    return share * share


@rule
def _in_units(cubes: int, workers: int, pesos: float, debris: float) -> float:
    return COLOUR_UNITS * cubes + WORKER_UNITS * workers + PESO_UNITS * pesos + DEBRIS_UNITS * debris


register(STATE, evaluate)
