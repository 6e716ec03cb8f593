"""The questions of Havana in words: what is asked, by which rule, and what belongs to it."""

from malecon.core.i18n import N_
from malecon.core.math import lowest
from malecon.games.havana.cards import CONSERVATION, MAMA, MATERIALS_THIEF, PESOS_THIEF, REFRESHMENT, TAX_COLLECTOR
from malecon.games.havana.moves import TAXABLE
from malecon.games.havana.state import (
    BUY,
    CHOOSE,
    COVER,
    FETCH,
    OVER,
    PAY,
    PERFORM,
    REFRESH,
    REMOVE,
    ROB,
    STEAL,
    SWAP,
    TAKE,
    TAKE_BACK,
    TAX,
    State,
)

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


def victim_of(state: State) -> int:
    """Return the seat that is taxed, or robbed a second time; -1 if there is none."""
    if state.question == TAX:
        return lowest(state.answers) // TAXABLE
    return int(state.victim)
