"""Value features: what counts for a seat's chance to win, and the network that makes a win logit of them.

Not more than the seat knows: its own hand, and of the others what lies open. All numbers lie roughly between 0 and 1.
"""

from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from malecon.core.bit_set import has, size_of
from malecon.core.jit import register, routine, rule
from malecon.core.network import Network, read_network
from malecon.games.havana.ai.evaluation import END_COUNT, coloured_cubes, readiness, silenced
from malecon.games.havana.buildings import DEBRIS
from malecon.games.havana.cards import ARCHITECT, CARD_COUNT, NAMES
from malecon.games.havana.rules import COLOUR_COUNT, TARGET, end_tile, shows
from malecon.games.havana.rules.buying import missing, missing_after_exchanges
from malecon.games.havana.state import NONE, STATE, State

OWN = (
    "points", "points squared", "enough points", "pesos", "workers", "debris", "coloured",
    "hand", "short hand", "discards", "place",
)  # fmt: skip
RANKS = ("nearest", "second", "third")
"""Of the end tiles, by their points times their readiness."""
TILE = (
    "points", "progress", "coloured lacking", "workers lacking", "pesos lacking", "debris lacking", "is ready",
    "wanted in centre", "architect", "architect lacking", "ends the game", "rival readiness",
)  # fmt: skip
TABLE = (
    "coloured in centre", "debris in centre", "pesos in centre", "bag", "stack", "round", "two seats", "three seats",
)  # fmt: skip
RIVALS = ("points", "coloured", "pesos", "workers", "progress", "readiness to end")
"""Maxima over the other seats."""
VALUE_FEATURES = (
    *OWN,
    *(f"{card} in hand" for card in NAMES),
    *(f"{card} open" for card in NAMES),
    *(f"{rank} tile {feature}" for rank in RANKS for feature in TILE),
    *TABLE,
    *(f"rival {feature}" for feature in RIVALS),
)
SHORT_HAND = 2


@routine
def value_features(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Fill ``out`` (float32 ``[len(VALUE_FEATURES)]``) with the value features of ``seat``."""
    out[:] = 0.0
    _write_own(state, seat, out)
    at = _write_cards(state, seat, out, len(OWN))
    at = _write_tiles(state, seat, out, at)
    at = _write_table(state, out, at)
    _write_rivals(state, seat, out, at)


@rule
def _write_own(state: State, seat: int, out: NDArray[np.float32]) -> None:
    """Write what lies before the seat."""
    share = state.points[seat] / TARGET[state.seats]
    hand = size_of(state.hand[seat])
    out[0] = share
    out[1] = share * share
    out[2] = share >= 1
    out[3] = min(12, state.pesos[seat]) / 9
    out[4] = min(6, state.workers[seat]) / 5
    out[5] = min(10, state.cubes[seat, DEBRIS]) / 9
    out[6] = coloured_cubes(state, seat) / 8
    out[7] = hand / 11
    out[8] = hand <= SHORT_HAND
    out[9] = size_of(state.discards[seat]) / 11
    for place in range(state.seats):
        if state.order[place] == seat:
            out[10] = place / (state.seats - 1)


@rule
def _write_cards(state: State, seat: int, out: NDArray[np.float32], at: int) -> int:
    """Write the cards in hand and the open ones from place ``at`` on, and return the place after them."""
    silent = silenced(state)
    for card in range(CARD_COUNT):
        if not has(silent, card):
            out[at + card] = has(state.hand[seat], card)
            out[at + CARD_COUNT + card] = shows(state, seat, card)
    return at + 2 * CARD_COUNT


@rule
def _write_tiles(state: State, seat: int, out: NDArray[np.float32], at: int) -> int:
    """Write the end tiles, the nearest first, from place ``at`` on, and return the place after them."""
    progress = np.full(END_COUNT, -1.0)
    for end in range(END_COUNT):
        tile = end_tile(state, end)
        if tile != NONE:
            progress[end] = state.tile_points[tile] * readiness(state, seat, tile)
    for rank in range(len(RANKS)):
        end = int(np.argmax(progress))
        if progress[end] >= 0.0:
            _write_tile(state, seat, end_tile(state, end), progress[end], out, at + rank * len(TILE))
            progress[end] = -1.0
    return at + len(RANKS) * len(TILE)


@rule
def _write_tile(state: State, seat: int, tile: int, progress: float, out: NDArray[np.float32], at: int) -> None:
    """Write how near the seat is to a tile, and what it still lacks for it."""
    points = int(state.tile_points[tile])
    cubes, workers, pesos, debris = missing_after_exchanges(state, seat, tile)
    wanted = 0
    for colour in range(COLOUR_COUNT):
        wanted += min(missing(state, seat, tile, colour), state.centre[colour])
    has_architect = (has(state.hand[seat], ARCHITECT) or shows(state, seat, ARCHITECT)) and not has(
        silenced(state), ARCHITECT
    )
    out[at] = points / 5
    out[at + 1] = progress / 3
    out[at + 2] = cubes / 3
    out[at + 3] = workers / 2
    out[at + 4] = pesos / 3
    out[at + 5] = debris / 3
    out[at + 6] = cubes + workers + pesos + debris == 0
    out[at + 7] = wanted / 3
    out[at + 8] = state.tile_architect[tile]
    out[at + 9] = state.tile_architect[tile] == 1 and not has_architect
    out[at + 10] = state.points[seat] + points >= TARGET[state.seats]
    for other in range(state.seats):
        if other != seat:
            out[at + 11] = max(out[at + 11], readiness(state, other, tile))


@rule
def _write_table(state: State, out: NDArray[np.float32], at: int) -> int:
    """Write what lies on the table from place ``at`` on, and return the place after it."""
    cubes, bag = 0, 0
    for colour in range(COLOUR_COUNT):
        cubes += state.centre[colour]
        bag += state.bag[colour]
    out[at] = cubes / 6
    out[at + 1] = state.centre[DEBRIS] / 5
    out[at + 2] = min(20, state.centre_pesos) / 10
    out[at + 3] = bag / 30
    out[at + 4] = state.stack_size / 24
    out[at + 5] = state.round_no / 15
    out[at + 6] = state.seats == 2
    out[at + 7] = state.seats == 3
    return at + len(TABLE)


@rule
def _write_rivals(state: State, seat: int, out: NDArray[np.float32], at: int) -> None:
    """Write what any of the others has most of from place ``at`` on."""
    for other in range(state.seats):
        if other != seat:
            out[at] = max(out[at], state.points[other] / TARGET[state.seats])
            out[at + 1] = max(out[at + 1], coloured_cubes(state, other) / 8)
            out[at + 2] = max(out[at + 2], min(12, state.pesos[other]) / 9)
            out[at + 3] = max(out[at + 3], min(6, state.workers[other]) / 5)
            for end in range(END_COUNT):
                tile = end_tile(state, end)
                if tile != NONE:
                    ready = readiness(state, other, tile)
                    out[at + 4] = max(out[at + 4], state.tile_points[tile] * ready / 3)
                    if state.points[other] + state.tile_points[tile] >= TARGET[state.seats]:
                        out[at + 5] = max(out[at + 5], ready)


NETWORK = read_network(files("malecon.games.havana") / "data/win_logit.toml", VALUE_FEATURES)


@rule
def value_network(state: State) -> Network:
    """Return the network that makes a win logit of the value features: a constant of compiled code."""
    return NETWORK


register(STATE, value_features, value_network)
