"""Buying (chapter 5).

HAV-5.1  Any number of buildings, after both actions.
HAV-5.2  Only the tiles at the ends of the rows.
HAV-5.3  Cubes go to the box, pesos and workers to the supply; the points are safe.
HAV-5.4  A tile may ask for the Architect among the open cards.
HAV-5.5  5 pesos may stand for a worker, and 5 debris for a coloured cube.
"""

from malecon.core.actions import MANY
from malecon.core.bit_set import has, size_of
from malecon.core.contract import Journal, note
from malecon.core.jit import rule
from malecon.games.havana import asks
from malecon.games.havana.answers import WAYS
from malecon.games.havana.buildings import ARCHITECT_NEED, DEBRIS, MAX_EXCHANGED, PESO, WORKER, WORKER_NEEDS
from malecon.games.havana.cards import ARCHITECT
from malecon.games.havana.events import BOUGHT, PAID
from malecon.games.havana.rules import COLOUR_COUNT, ask, end_if_used_up, end_tile, shows, take_end
from malecon.games.havana.state import ENDS, NONE, State

RATE = 5
"""Debris for a coloured cube, pesos for a worker (HAV-5.5)."""
END_COUNT = len(ENDS)
COLOURED = (1 << WORKER_NEEDS) - 1
WORKERS = (1 << ARCHITECT_NEED) - 1 - COLOURED
"""All cubes and all workers in a set of needs."""
WORKER_DIGIT = WAYS**WORKER // WAYS
"""What one worker counts in the number of a payment; a colour counts WAYS to the power of its code."""


@rule
def buyable(state: State, seat: int) -> int:
    """Return the ends whose tile ``seat`` can buy now, as a bit set."""
    met, ends = needs_met(state, seat), 0
    for end in range(END_COUNT):
        tile = end_tile(state, end)
        if tile != NONE:
            ends += int(can_buy(state, seat, tile, met)) << end
    return ends


@rule
def affordable_tiles(state: State, seat: int) -> int:
    """Return the tiles of both rows that ``seat`` could pay for now, as a bit set."""
    met, tiles = needs_met(state, seat), 0
    for row in range(2):
        for tile in state.rows[row, : state.row_length[row]]:
            tiles |= int(can_buy(state, seat, tile, met)) << int(tile)
    return tiles


@rule
def needs_met(state: State, seat: int) -> int:
    """Return the needs that ``seat`` can meet without an exchange, as a bit set like that of a tile."""
    needs = int(shows(state, seat, ARCHITECT)) << ARCHITECT_NEED
    needs |= _first_three(state.workers[seat]) << WORKER_NEEDS
    for colour in range(COLOUR_COUNT):
        needs |= _first_three(state.cubes[seat, colour]) << MAX_EXCHANGED * colour
    return needs


@rule
def _first_three(count: int) -> int:
    """Return as many of three bits as there are pieces, the lowest first."""
    return (1 << min(int(count), MAX_EXCHANGED)) - 1


@rule
def missing(state: State, seat: int, tile: int, piece: int) -> int:
    """Return the number of pieces of a kind that ``seat`` lacks for ``tile``, before any exchange."""
    return shortage(int(state.tile_cost[tile, piece]), owned(state, seat, piece))


@rule
def shortage(asked: int, there: int) -> int:
    """Return the shortage of one kind of piece: what is asked for beyond what is there, at least 0."""
    return max(0, asked - there)


@rule
def owned(state: State, seat: int, piece: int) -> int:
    """Return how many pieces of a kind ``seat`` has."""
    if piece == WORKER:
        return int(state.workers[seat])
    if piece == PESO:
        return int(state.pesos[seat])
    return int(state.cubes[seat, piece])


@rule
def missing_after_exchanges(state: State, seat: int, tile: int) -> tuple[int, int, int, int]:
    """Return the coloured cubes, workers, pesos and debris that ``seat`` lacks after all exchanges (HAV-5.5)."""
    spare_debris = owned(state, seat, DEBRIS) - int(state.tile_cost[tile, DEBRIS])
    spare_pesos = owned(state, seat, PESO) - int(state.tile_cost[tile, PESO])
    cubes = 0
    for colour in range(COLOUR_COUNT):
        cubes += missing(state, seat, tile, colour)
    workers = missing(state, seat, tile, WORKER)
    for_debris = min(cubes, max(0, spare_debris) // RATE)
    for_pesos = min(workers, max(0, spare_pesos) // RATE)
    pesos, debris = (
        shortage(price_of_exchange(for_pesos), spare_pesos),
        shortage(price_of_exchange(for_debris), spare_debris),
    )
    return cubes - for_debris, workers - for_pesos, pesos, debris


@rule
def price_of_exchange(count: int) -> int:
    """Return the debris for so many coloured cubes, or the pesos for so many workers (HAV-5.5)."""
    return RATE * count


@rule
def spare_debris(state: State, seat: int, tile: int, unmet: int) -> int:
    """Return the debris left after paying ``tile`` and exchanging for all colours in ``unmet``; may be negative."""
    price = int(state.tile_cost[tile, DEBRIS]) + price_of_exchange(size_of(unmet & COLOURED))
    return int(state.cubes[seat, DEBRIS]) - price


@rule
def spare_pesos(state: State, seat: int, tile: int, unmet: int) -> int:
    """Return the pesos left after paying ``tile`` and exchanging for all workers in ``unmet``; may be negative."""
    price = int(state.tile_cost[tile, PESO]) + price_of_exchange(size_of(unmet & WORKERS))
    return int(state.pesos[seat]) - price


@rule
def can_buy(state: State, seat: int, tile: int, met: int) -> bool:
    """Tell whether ``seat``, who meets the needs ``met``, fulfils all that ``tile`` asks for (HAV-5.4, HAV-5.5)."""
    unmet = int(state.tile_needs[tile]) & ~met
    has_debris = spare_debris(state, seat, tile, unmet) >= 0
    has_pesos = spare_pesos(state, seat, tile, unmet) >= 0
    return has_debris & has_pesos & (not has(unmet, ARCHITECT_NEED))


@rule
def has_choice(state: State, seat: int, tile: int) -> bool:
    """Tell whether there is more than one way to pay: an exchange that is possible but not needed (HAV-5.5)."""
    met, needs = needs_met(state, seat), int(state.tile_needs[tile])
    unmet = needs & ~met
    if needs & met & WORKERS != 0 and spare_pesos(state, seat, tile, unmet) >= RATE:
        return True
    return needs & met & COLOURED != 0 and spare_debris(state, seat, tile, unmet) >= RATE


@rule
def unpayable(state: State, seat: int, tile: int, piece: int, met: int) -> int:
    """Return the pieces of a kind that ``seat``, who meets ``met``, lacks for ``tile`` after exchanges (HAV-5.5)."""
    unmet = int(state.tile_needs[tile]) & ~met
    if piece < COLOUR_COUNT and spare_debris(state, seat, tile, unmet) >= 0:
        return 0
    if piece == WORKER and spare_pesos(state, seat, tile, unmet) >= 0:
        return 0
    return missing(state, seat, tile, piece)


@rule
def fewest_exchanges(state: State, seat: int, tile: int) -> int:
    """Return the payment that exchanges only what is missing."""
    way = missing(state, seat, tile, WORKER) * WORKER_DIGIT
    digit = 1
    for colour in range(COLOUR_COUNT):
        way += missing(state, seat, tile, colour) * digit
        digit *= WAYS
    return way


@rule
def buy(state: State, seat: int, end: int, journal: Journal) -> None:
    """Buy the tile at ``end``; ask how to pay if there is a choice."""
    tile = end_tile(state, end)
    if has_choice(state, seat, tile):
        state.chosen = end
        ask(state, asks.PAY, MANY)
    else:
        _complete_purchase(state, seat, end, fewest_exchanges(state, seat, tile), journal)


@rule
def pay(state: State, seat: int, way: int, journal: Journal) -> None:
    """Pay for the tile that was chosen."""
    end = state.chosen
    state.chosen = NONE
    _complete_purchase(state, seat, end, way, journal)


@rule
def _complete_purchase(state: State, seat: int, end: int, way: int, journal: Journal) -> None:
    """Pay, take the tile and its points, refill, and go on buying (HAV-5.3, HAV-5.6)."""
    tile = end_tile(state, end)
    note(journal, BOUGHT, seat, tile, end)
    hand_over(state, seat, tile, way, journal)
    take_end(state, end, journal)
    state.owner[tile] = seat
    state.points[seat] += state.tile_points[tile]
    state.bought = 1
    state.question = asks.ACT
    end_if_used_up(state, journal)


@rule
def hand_over(state: State, seat: int, tile: int, way: int, journal: Journal) -> None:
    """Pay ``tile`` the given way: cubes to the box, workers and pesos to the supply (HAV-5.3, HAV-5.5)."""
    debris = state.tile_cost[tile, DEBRIS]
    for colour in range(COLOUR_COUNT):
        exchanged = way % WAYS
        way //= WAYS
        debris += price_of_exchange(exchanged)
        _pay_cubes(state, seat, colour, state.tile_cost[tile, colour] - exchanged, journal)
    _pay_cubes(state, seat, DEBRIS, debris, journal)
    workers = state.tile_cost[tile, WORKER] - way
    state.workers[seat] -= workers
    state.supply_workers += workers
    if workers > 0:
        note(journal, PAID, seat, WORKER, workers)
    pesos = state.tile_cost[tile, PESO] + price_of_exchange(way)
    state.pesos[seat] -= pesos
    if pesos > 0:
        note(journal, PAID, seat, PESO, pesos)


@rule
def _pay_cubes(state: State, seat: int, cube: int, count: int, journal: Journal) -> None:
    """Move ``count`` cubes of one kind from ``seat`` to the box."""
    state.cubes[seat, cube] -= count
    state.box[cube] += count
    if count > 0:
        note(journal, PAID, seat, cube, count)
