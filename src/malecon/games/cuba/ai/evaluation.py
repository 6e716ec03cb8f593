"""A heuristic evaluation of a position (the contract's ``evaluate``), for players that do not search to the end.

The unit is a victory point. A seat's own value is its points, a little for every piece and peso, the points for
buildings at the end, and what its buildings will still do; and while an action is under way what it can bring, for who
looks only one move ahead would otherwise never begin one. From this a share of the best rival's value is taken. The
weights are in ``data/weights.toml``.
"""

from importlib.resources import files
from typing import Annotated

import numpy as np
from msgspec import Meta, Struct
from msgspec.structs import astuple

from malecon.core.bit_set import has
from malecon.core.data import read_toml
from malecon.core.jit import register, routine, rule
from malecon.games.cuba import asks
from malecon.games.cuba.boards import CIGARS, CROSS, DOCKS, FIELDS, MERCHANDISE, RUM
from malecon.games.cuba.buildings import BUILDINGS, PRINTED_WAREHOUSE
from malecon.games.cuba.rules import BUILDING_POINTS, FIRST_PRODUCT, PRODUCT_COUNT, RESOURCE_COUNT, is_best
from malecon.games.cuba.rules.foreman import useful_kinds
from malecon.games.cuba.rules.harbour import points_at
from malecon.games.cuba.rules.plantation import POINT_SPACES, buildable
from malecon.games.cuba.state import LAPS, NONE, ROUNDS, STATE, State


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


BUILDING_COUNT = len(BUILDINGS)
KIND_COUNT = len(MERCHANDISE)

WIN, RIVAL, PER_PESO, PER_RESOURCE, PER_STORED, PER_YARD, PER_GOOD, MANY, BEYOND = astuple(WEIGHTS.evaluation)
USES_A_ROUND, USES_AFAR = astuple(WEIGHTS.uses)
MOVE_GAIN, HARVEST_GAIN, TRADE_GAIN, QUESTION_GAIN = astuple(WEIGHTS.pending)
PER_USE = np.array([WEIGHTS.use[name] for name in BUILDINGS])
"""By building."""


@routine
def evaluate(state: State, seat: int) -> float:
    """Return the heuristic value of the position for ``seat``, in points against the best rival."""
    own = value_of(state, seat)
    rival = -WIN
    for other in range(state.seats):
        if other != seat:
            rival = max(rival, value_of(state, other))
    if state.question == asks.OVER:
        return WIN * is_best(state, seat) + own - RIVAL * rival
    return own - RIVAL * rival


@routine
def value_of(state: State, seat: int) -> float:
    """Return the value of the possessions of ``seat``: points, pieces, buildings, and the action under way."""
    value = float(state.points[seat])
    if state.question == asks.OVER:
        return value
    left = rounds_left(state)
    value += _pieces_value(state, seat, left) + _buildings_value(state, seat, left)
    if state.mover == seat and state.question != asks.PLAY:
        value += _pending_gain(state, seat, left)
    return value


@rule
def rounds_left(state: State) -> float:
    """Return the number of rounds still to be played, parts of a round included."""
    return ROUNDS - int(state.round_no) + (LAPS - int(state.lap)) / LAPS


@rule
def _pieces_value(state: State, seat: int, left: float) -> float:
    """Return the value of pesos and pieces; it fades in the last round."""
    value = PER_PESO * min(20, state.pesos[seat])
    for resource in range(RESOURCE_COUNT):
        value += PER_RESOURCE * effective_count(state.own[seat, resource])
    for product in range(PRODUCT_COUNT):
        stored = kept(state, seat, product)
        value += PER_STORED * effective_count(stored)
        if state.lap < LAPS:
            value += PER_YARD * effective_count(state.own[seat, FIRST_PRODUCT + product] - stored)
    value += PER_GOOD * (effective_count(state.own[seat, RUM]) + effective_count(state.own[seat, CIGARS]))
    return value * min(1.0, 0.2 + left)


@rule
def kept(state: State, seat: int, product: int) -> int:
    """Return the number of products of a kind that are not lost at the end of the round."""
    if state.keeps_yard:
        return int(state.own[seat, FIRST_PRODUCT + product])
    return int(state.stored[seat, product])


@rule
def effective_count(count: int) -> float:
    """Return a count in which what goes beyond ``MANY`` counts less."""
    return min(MANY, count) + BEYOND * max(0, count - MANY)


@rule
def _buildings_value(state: State, seat: int, left: float) -> float:
    """Return the points that the buildings score at the end, and what they will still do."""
    value = 0.0
    cross = CROSS[state.pawn[seat]]
    for field in range(FIELDS):
        kind = state.built[seat, field]
        if kind != NONE and kind != PRINTED_WAREHOUSE:
            value += _building_value(state, kind, left, has(cross, field))
    if state.question == asks.PLACE and state.mover == seat:
        value += _building_value(state, state.chosen, left, True)
    return value


@rule
def _building_value(state: State, kind: int, left: float, is_near: bool) -> float:
    """Return the value of a building with ``left`` rounds to go."""
    if has(state.idle_buildings, kind):
        return float(BUILDING_POINTS)
    uses = USES_A_ROUND if is_near else USES_AFAR
    return float(BUILDING_POINTS + PER_USE[kind] * uses * left)


@rule
def _pending_gain(state: State, seat: int, left: float) -> float:
    """Return the expected gain of the action under way."""
    question = state.question
    if question == asks.MOVE:
        return MOVE_GAIN
    if question == asks.HARVEST:
        return HARVEST_GAIN * state.free
    if question == asks.TRADE:
        return TRADE_GAIN
    if question == asks.BUILD:
        return _building_gain(state, seat, left)
    if question == asks.USE:
        return _using_gain(state, seat)
    if question == asks.LOAD:
        return _loading_gain(state, seat)
    if question == asks.PLACE:
        return 0.0
    return QUESTION_GAIN


@rule
def _building_gain(state: State, seat: int, left: float) -> float:
    """Return the gain of the best building that can be built, less its price, or of the alternative."""
    best = float(POINT_SPACES - state.points_taken)
    kinds = buildable(state, seat)
    for kind in range(BUILDING_COUNT):
        if has(kinds, kind):
            price = 0
            for resource in range(RESOURCE_COUNT):
                price += state.cost[kind, resource]
            best = max(best, _building_value(state, kind, left, True) - PER_RESOURCE * price)
    return best


@rule
def _using_gain(state: State, seat: int) -> float:
    """Return the gain of all useful buildings together."""
    kinds = useful_kinds(state, seat)
    value = 0.0
    for kind in range(BUILDING_COUNT):
        if has(kinds, kind):
            value += PER_USE[kind]
    return value


@rule
def _loading_gain(state: State, seat: int) -> float:
    """Return the points of the best ship beyond the value of what is loaded."""
    best = 0.0
    for dock in range(DOCKS):
        if state.ship[dock] != NONE and (state.dock == NONE or state.dock == dock):
            value = 0.0
            for kind in range(KIND_COUNT):
                free = state.needs[state.ship[dock], kind] - state.cargo[dock, kind]
                pieces = min(free, state.own[seat, FIRST_PRODUCT + kind], state.to_load)
                lost = PER_YARD if kind < PRODUCT_COUNT else PER_GOOD
                value += pieces * max(0.0, points_at(state, dock) - lost)
            best = max(best, value)
    return best


register(STATE, evaluate)
