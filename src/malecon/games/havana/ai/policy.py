"""The policy of playouts (the contract's ``policy``): cards that are laid.

What a new card brings shows in the next round, not in the next position, so a look at that would say nothing. Here the
two cards that will lie open are drawn together: what the seat prefers and what goes well together comes more often.

Mama is dear while many coloured cubes lie in the centre, the architect while the nearest tile asks for one, protection
to who has much to lose. A preference is linear in features of the position, with weights for each card that were
fitted to the choices of the search (``data/weights.toml``). Only features that the seat knows are used.
"""

import math

import numpy as np
from msgspec.structs import astuple
from numpy.typing import NDArray

from malecon.core.bit_set import has, lowest, size_of, without_lowest
from malecon.core.contract import NO_ACTION
from malecon.core.jit import register, routine, rule
from malecon.core.random import Source, draw
from malecon.games.havana import asks
from malecon.games.havana.ai.evaluation import WEIGHTS, coloured_cubes, nearest_tile, readiness, silenced
from malecon.games.havana.buildings import DEBRIS, PESO, WORKER
from malecon.games.havana.cards import CARD_COUNT, DIGIT, MAMA, MATERIALS_THIEF, NAMES
from malecon.games.havana.questions import FIRST
from malecon.games.havana.rules import COLOUR_COUNT, TARGET
from malecon.games.havana.rules.buying import missing
from malecon.games.havana.state import NONE, STATE, State

MOST_DEBRIS, MOST_WORKERS, MOST_PESOS = 9, 5, 9
"""Of a seat's own: more count for nothing."""
MOST_LOOT = 20
"""Pesos of the centre or of a rival: more count for nothing."""
LOW = 3
"""Digits up to this act early, mostly."""

(
    ALWAYS, PESOS, WORKERS, RUBBLE, COLOURED, DISCARDS,
    CENTRE_PESOS, CENTRE_COLOURED, CENTRE_DEBRIS, BAG,
    RIVAL_COLOURED, RIVAL_PESOS, RIVAL_POINTS, THIEVES, MAMAS, LOW_CARDS,
    PROGRESS, ENDS_GAME, LACKING_WORKERS, LACKING_PESOS, LACKING_COLOURED, WANTED_IN_CENTRE, ASKS_ARCHITECT,
) = np.array(astuple(WEIGHTS.card_preference))  # fmt: skip
"""By card."""


@rule
def write_preferences(state: State, seat: int, preference: NDArray[np.float64]) -> None:
    """Write the preference of ``seat`` for each card into ``preference`` (float64 ``[CARD_COUNT]``)."""
    preference[:] = ALWAYS
    _add(preference, PESOS, min(MOST_PESOS, state.pesos[seat]))
    _add(preference, WORKERS, min(MOST_WORKERS, state.workers[seat]))
    _add(preference, RUBBLE, min(MOST_DEBRIS, state.cubes[seat, DEBRIS]))
    _add(preference, COLOURED, coloured_cubes(state, seat))
    _add(preference, DISCARDS, size_of(state.discards[seat]))
    _add_centre(state, preference)
    _add_rivals(state, seat, preference)
    tile = nearest_tile(state, seat)
    if tile != NONE:
        _add_tile(state, seat, tile, preference)
    least, silent = preference.min(), silenced(state)
    while silent != 0:
        preference[lowest(silent)] = least
        silent = without_lowest(silent)


@rule
def _add(preference: NDArray[np.float64], weights: NDArray[np.float64], feature: float) -> None:
    """Add a feature to each card's preference, by its weights (float64 ``[CARD_COUNT]``)."""
    if feature != 0:
        for card in range(CARD_COUNT):
            preference[card] += weights[card] * feature


@rule
def _add_centre(state: State, preference: NDArray[np.float64]) -> None:
    """Add the features of the centre and of the bag."""
    cubes, bag = 0, 0
    for colour in range(COLOUR_COUNT):
        cubes += state.centre[colour]
        bag += state.bag[colour]
    _add(preference, CENTRE_PESOS, min(MOST_LOOT, state.centre_pesos))
    _add(preference, CENTRE_COLOURED, cubes)
    _add(preference, CENTRE_DEBRIS, state.centre[DEBRIS])
    _add(preference, BAG, bag)


@rule
def _add_rivals(state: State, seat: int, preference: NDArray[np.float64]) -> None:
    """Add the features of the others: what the richest has, and the cards that lie open before them."""
    cubes, pesos, points, silent = 0, 0, 0, silenced(state)
    for other in range(state.seats):
        if other != seat:
            cubes = max(cubes, coloured_cubes(state, other))
            pesos = max(pesos, state.pesos[other])
            points = max(points, state.points[other])
            for place in range(2):
                card = state.shown[other, place]
                _add(preference, THIEVES, card == MATERIALS_THIEF and not has(silent, card))
                _add(preference, MAMAS, card == MAMA and not has(silent, card))
                _add(preference, LOW_CARDS, DIGIT[card] <= LOW)
    _add(preference, RIVAL_COLOURED, cubes)
    _add(preference, RIVAL_PESOS, min(MOST_LOOT, pesos))
    _add(preference, RIVAL_POINTS, points / TARGET[state.seats])


@rule
def _add_tile(state: State, seat: int, tile: int, preference: NDArray[np.float64]) -> None:
    """Add the features of a tile: how near the seat is to it, and what it still lacks."""
    cubes, wanted = 0, 0
    for colour in range(COLOUR_COUNT):
        lacking = missing(state, seat, tile, colour)
        cubes += lacking
        wanted += min(lacking, state.centre[colour])
    points = state.tile_points[tile]
    _add(preference, PROGRESS, points * readiness(state, seat, tile))
    _add(preference, ENDS_GAME, state.points[seat] + points >= TARGET[state.seats])
    _add(preference, LACKING_WORKERS, missing(state, seat, tile, WORKER))
    _add(preference, LACKING_PESOS, missing(state, seat, tile, PESO))
    _add(preference, LACKING_COLOURED, cubes)
    _add(preference, WANTED_IN_CENTRE, wanted)
    _add(preference, ASKS_ARCHITECT, state.tile_architect[tile])


PARTS = 1 << 14
"""Into so many a chance is divided."""

TOGETHER = np.zeros((CARD_COUNT, CARD_COUNT))
"""Preference for two cards together, float64 ``[CARD_COUNT, CARD_COUNT]``, by their codes."""
for one, pairs in enumerate(WEIGHTS.together[name] for name in NAMES):
    TOGETHER[one, :one] = TOGETHER[:one, one] = pairs


@routine
def policy(state: State, seat: int, source: Source) -> int:
    """Return a card to cover and one to lay (HAV-4.5); ``NO_ACTION`` for any other question."""
    if state.question != asks.COVER:
        return NO_ACTION
    preference = np.zeros(CARD_COUNT)
    write_preferences(state, seat, preference)
    chances = np.zeros(2 * CARD_COUNT)
    for place in range(2):
        kept = state.shown[seat, 1 - place]
        hand = int(state.hand[seat])
        while hand != 0:
            card = lowest(hand)
            chances[place * CARD_COUNT + card] = math.exp(preference[kept] + preference[card] + TOGETHER[kept, card])
            hand = without_lowest(hand)
    choice = _draw_index(chances, source)
    covered = int(state.shown[seat, choice // CARD_COUNT])
    return int(FIRST[asks.COVER]) + covered * CARD_COUNT + choice % CARD_COUNT


@rule
def _draw_index(chances: NDArray[np.float64], source: Source) -> int:
    """Return an index, drawn in proportion to ``chances`` (float64 ``[n]``); they need not sum to 1."""
    left = chances.sum() * draw(source, PARTS) / PARTS
    place = 0
    while chances[place] <= left:
        left -= chances[place]
        place += 1
    return place


register(STATE, policy)
