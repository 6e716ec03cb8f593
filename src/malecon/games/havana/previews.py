"""What the legal actions of Havana give and cost at once, for the seat that is asked.

The amounts are those of the rules: the functions that carry an action out say them. What hidden cards, chance or
others decide is no part of a preview. Each function for a question returns the ``Choice`` of one answer to it; all
others give and cost nothing at once that can be known.
"""

from collections.abc import Callable

from malecon.core.contract import Journal, new_journal
from malecon.core.jit import uncompiled
from malecon.games.havana.amounts import Amounts
from malecon.games.havana.answers import NO_PURCHASE, NOTHING_STOLEN, PAIRS, STEALABLE, WAYS
from malecon.games.havana.buildings import COLOURS, CUBES, PIECES, WORKER
from malecon.games.havana.cards import BLACK_MARKET, CARD_COUNT, MAMA
from malecon.games.havana.choice import Choice
from malecon.games.havana.events import HAD_NO_EFFECT
from malecon.games.havana.rules import TARGET, end_tile, turn
from malecon.games.havana.rules.buying import fewest_exchanges, hand_over, owned, price_of_exchange
from malecon.games.havana.rules.cards import robbed_from
from malecon.games.havana.rules.order import number_of
from malecon.games.havana.rules.setting_up import in_bag
from malecon.games.havana.state import State

CLOSED = new_journal(is_open=False)
ALL_PIECES = range(len(PIECES))


def choose(state: State, seat: int, pair: int, notation: str) -> Choice:
    """Return the choice of the first two cards, with the number that they make (HAV-2.5, HAV-3.1)."""
    one, other = PAIRS[pair].tolist()
    return Choice(notation, number=number_of(one, other))


def perform(state: State, seat: int, card: int, notation: str) -> Choice:
    """Return the choice of a card to perform with what it gives at once, tried on a copy (HAV-6)."""
    after = state.copy()
    if HAD_NO_EFFECT in kinds_of(turn.perform, after, seat, card):
        return Choice(notation, is_idle=True)
    if card == BLACK_MARKET:
        return Choice(notation, to_draw=int(in_bag(state) - in_bag(after)))
    gives = Amounts(*(owned(after, seat, piece) - owned(state, seat, piece) for piece in ALL_PIECES))
    return Choice(notation, gives, to_choose=int(after.to_take) if card == MAMA else 0)


def rob(state: State, seat: int, victim: int, notation: str) -> Choice:
    """Return the choice of a theft of pesos (HAV-6.8)."""
    return Choice(notation, Amounts(pesos=robbed_from(state, victim)))


def steal(state: State, seat: int, theft: int, notation: str) -> Choice:
    """Return the choice of a theft of a cube, or of nothing (HAV-6.9)."""
    cube = theft % STEALABLE
    return Choice(notation) if cube == NOTHING_STOLEN else Choice(notation, Amounts(**{CUBES[cube]: 1}))


def take(state: State, seat: int, colour: int, notation: str) -> Choice:
    """Return the choice of a cube of the centre (HAV-6.13)."""
    return Choice(notation, Amounts(**{COLOURS[colour]: 1}))


def buy(state: State, seat: int, end: int, notation: str) -> Choice:
    """Return the choice of a tile to buy with the fewest exchanges, or the end of the turn (HAV-5.3, HAV-5.5)."""
    if end == NO_PURCHASE:
        return Choice(notation)
    tile = end_tile(state, end)
    return _paid(state, seat, tile, fewest_exchanges(state, seat, tile), notation)


def pay(state: State, seat: int, way: int, notation: str) -> Choice:
    """Return the choice of a payment for the tile that is bought (HAV-5.5)."""
    return _paid(state, seat, end_tile(state, state.chosen), way, notation)


def _paid(state: State, seat: int, tile: int, way: int, notation: str) -> Choice:
    """Return the choice of a tile that is paid one way, tried on a copy."""
    after = state.copy()
    hand_over(after, seat, tile, way, CLOSED)
    *colours, workers = (int(way) // WAYS**place % WAYS for place in range(WORKER))
    return Choice(
        notation,
        gives=Amounts(points=int(state.tile_points[tile])),
        costs=Amounts(*(owned(state, seat, piece) - owned(after, seat, piece) for piece in ALL_PIECES)),
        exchanged=Amounts(*(*colours, 0, workers)),
        instead=Amounts(debris=price_of_exchange(sum(colours)), pesos=price_of_exchange(workers)),
        wins=bool(state.points[seat] + state.tile_points[tile] >= TARGET[state.seats]),
    )


def cover(state: State, seat: int, laying: int, notation: str) -> Choice:
    """Return the choice of a card to lay, with the number that it makes with the card that stays (HAV-3.1, HAV-4.5)."""
    covered, new = divmod(laying, CARD_COUNT)
    stays = next(card for card in state.shown[seat].tolist() if card != covered)
    return Choice(notation, number=number_of(new, stays))


def kinds_of(play: Callable[[State, int, int, Journal], None], state: State, seat: int, answer: int) -> list[int]:
    """Carry out an answer alone, in place, and return the kinds of the events that it brings."""
    journal = new_journal()
    uncompiled(play)(state, seat, answer, journal)
    kinds: list[int] = journal.rows[: journal.count, 0].tolist()
    return kinds
