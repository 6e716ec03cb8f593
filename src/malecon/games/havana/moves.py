"""Every move of Havana: its number, its notation in words, its question, and what is known of a legal one.

A move's number never depends on the position. The numbers lie in blocks, one for each question that the game asks;
within a block a number's offset is the answer. ``docs/notation.md`` lists all forms.
"""

from itertools import combinations, product

import numpy as np
from msgspec import Struct

from malecon.core.actions import Actions
from malecon.core.engine import Notation
from malecon.core.i18n import N_
from malecon.core.jit import rule
from malecon.core.math import lowest
from malecon.games.havana.buildings import COLOURS, CUBES, MAX_EXCHANGED, MAX_TILES, PIECES, WORKER
from malecon.games.havana.cards import (
    CARD_COUNT,
    CONSERVATION,
    MAMA,
    MATERIALS_THIEF,
    NAMES,
    PESOS_THIEF,
    REFRESHMENT,
    TAX_COLLECTOR,
)
from malecon.games.havana.state import (
    BUY,
    CHOOSE,
    COVER,
    ENDS,
    FETCH,
    MAX_SEATS,
    OVER,
    PAY,
    PERFORM,
    QUESTIONS,
    REFRESH,
    REMOVE,
    ROB,
    STEAL,
    STEPS,
    SWAP,
    TAKE,
    TAKE_BACK,
    TAX,
    State,
)


class Amounts(Struct, frozen=True, omit_defaults=True):
    """Pieces and points; in JSON those of which there are none are left out."""

    brick: int = 0
    sandstone: int = 0
    loam: int = 0
    glass: int = 0
    debris: int = 0
    workers: int = 0
    pesos: int = 0
    points: int = 0

    def pieces(self) -> tuple[int, ...]:
        """Return the numbers of pieces in the order of ``PIECES``."""
        return (self.brick, self.sandstone, self.loam, self.glass, self.debris, self.workers, self.pesos)


NO_AMOUNTS = Amounts()


class Choice(Struct, frozen=True, omit_defaults=True):
    """A legal action, and what follows from it at once, as far as neither chance nor hidden cards decide it.

    Attributes:
        notation: of the action.
        gives: what the seat gets.
        costs: what the seat pays; for a tile to buy the payment with the fewest exchanges.
        exchanged: the pieces of the price for which debris or pesos are paid (HAV-5.5).
        instead: the debris and the pesos that are paid for them; part of ``costs``.
        number: that the open cards will make (HAV-3.1).
        to_choose: coloured cubes that the seat then chooses from the centre (HAV-6.13).
        is_idle: whether it is a card that would have no effect (HAV-4.3).
        wins: whether it is a tile with which the seat has the points that win at the end of the turn (HAV-7.1).
    """

    notation: str
    gives: Amounts = NO_AMOUNTS
    costs: Amounts = NO_AMOUNTS
    exchanged: Amounts = NO_AMOUNTS
    instead: Amounts = NO_AMOUNTS
    number: int | None = None
    to_choose: int = 0
    is_idle: bool = False
    wins: bool = False


PAIRS = np.array(list(combinations(range(CARD_COUNT), 2)), np.int8)
"""``[78, 2]`` codes of the pairs of cards that can be chosen first, in ascending order."""

WAYS = MAX_EXCHANGED + 1
"""A payment is five digits in this base, brick first: how many of each colour debris stands for; of workers, pesos."""

NOTHING_STOLEN = len(CUBES)
STEALABLE = len(CUBES) + 1
TAXABLE = WORKER + 1
NOTHING_REFRESHED = CARD_COUNT
NOTHING_REMOVED = len(ENDS)
NO_PURCHASE = len(ENDS)
TAKEN_BACK, KEPT = 0, 1


def _payment(way: int) -> str:
    """Return the notation of a payment, by what is exchanged (HAV-5.5).

    >>> _payment(0), _payment(1), _payment(2 + 4**4)
    ('pay as printed', 'pay debris for 1 brick', 'pay debris for 2 brick and pesos for 1 worker')
    """
    counts = [way // WAYS**place % WAYS for place in range(WORKER)]
    colours = [f"{count} {name}" for count, name in zip(counts, COLOURS, strict=False) if count]
    workers = counts[-1]
    parts = []
    if colours:
        parts.append("debris for " + " ".join(colours))
    if workers:
        parts.append(f"pesos for {workers} worker" + ("s" if workers > 1 else ""))
    return "pay " + (" and ".join(parts) or "as printed")


SEATS = range(1, MAX_SEATS + 1)
BLOCKS = (
    tuple(f"choose {NAMES[a]} {NAMES[b]}" for a, b in PAIRS),
    tuple(f"fetch {tile}" for tile in range(1, MAX_TILES + 1)),
    tuple(f"swap {end}" for end in ENDS),
    tuple(f"perform {name}" for name in NAMES),
    tuple(f"refresh {name}" for name in (*NAMES, "nothing")),
    tuple(f"remove {end}" for end in (*ENDS, "nothing")),
    tuple(f"tax {piece} from {seat}" for seat, piece in product(SEATS, PIECES[:TAXABLE])),
    tuple(f"rob {seat}" for seat in SEATS),
    tuple(f"steal {cube} from {seat}" for seat, cube in product(SEATS, (*CUBES, "nothing"))),
    tuple(f"take {colour}" for colour in COLOURS),
    (*(f"buy {end}" for end in ENDS), "end turn"),
    tuple(_payment(way) for way in range(WAYS**WORKER)),
    tuple(f"cover {covered} with {new}" for covered, new in product(NAMES, NAMES)),
    ("take back", "keep discards"),
)
"""The notations of each question's answers, in the order of ``QUESTIONS`` from ``choose`` on."""

FIRST = np.cumsum([0] * (len(STEPS) + 1) + [len(block) for block in BLOCKS], dtype=np.int16)
"""By question: the number of its first answer. (The last, for a game that is over, is the count of all moves.)"""

ACTIONS = Actions(dict(zip(QUESTIONS[len(STEPS) :], BLOCKS, strict=False)))
"""All moves, as answers to questions; a game that is over asks nothing."""

NOTATION = Notation(
    ACTIONS.names,
    also={f"choose {NAMES[b]} {NAMES[a]}": pair for pair, (a, b) in enumerate(PAIRS.tolist())},
)
"""Reads and writes moves; the two cards of the first choice may be named in any order."""


ASKED = {
    FETCH: N_("which tile of the stack comes into the rows"),
    SWAP: N_("which end tile goes into the stack"),
    CHOOSE: N_("which two cards to lay first"),
    PERFORM: N_("which card to perform now"),
    REFRESH: N_("which card to take from the discard pile"),
    REMOVE: N_("which end tile to remove"),
    TAX: N_("which piece a player loses"),
    ROB: N_("whom to rob"),
    STEAL: N_("which cube to steal"),
    TAKE: N_("which coloured cube to take"),
    BUY: N_("which tile to buy, or to end the turn"),
    PAY: N_("how to pay"),
    COVER: N_("which open card to cover, and with which card"),
    TAKE_BACK: N_("whether to take back the discard pile"),
    OVER: "",
}
"""What each question asks."""

RULE = {
    FETCH: "HAV-2.2",
    SWAP: "HAV-2.2",
    CHOOSE: "HAV-2.5",
    PERFORM: "HAV-4.2",
    REFRESH: "HAV-6.1",
    REMOVE: "HAV-6.4",
    TAX: "HAV-6.5",
    ROB: "HAV-6.8",
    STEAL: "HAV-6.9",
    TAKE: "HAV-6.13",
    BUY: "HAV-5.1",
    PAY: "HAV-5.5",
    COVER: "HAV-4.5",
    TAKE_BACK: "HAV-4.7",
}
"""The sentence that lets the game ask it."""

CARD = {
    REFRESH: REFRESHMENT,
    REMOVE: CONSERVATION,
    TAX: TAX_COLLECTOR,
    ROB: PESOS_THIEF,
    STEAL: MATERIALS_THIEF,
    TAKE: MAMA,
}
"""The card whose action asks it."""


@rule
def victim_of(state: State) -> int:
    """Return the seat that is taxed, or robbed a second time; -1 if there is none."""
    if state.question == TAX:
        return lowest(state.answers) // TAXABLE
    return int(state.victim)
