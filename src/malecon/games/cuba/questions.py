"""The questions of Cuba in words: what is asked, and by which rule."""

from malecon.core.i18n import N_
from malecon.games.cuba.cards import ARCHITECT, FOREMAN, MAYOR, TRADESWOMAN, WORKER
from malecon.games.cuba.state import (
    AMOUNT,
    BID,
    BUILD,
    ENACT,
    EXCHANGE,
    HARVEST,
    LOAD,
    MOVE,
    NONE,
    OVER,
    PAY,
    PAY_TAX,
    PLACE,
    PLAY,
    SEAL,
    STOCK,
    SWAP,
    TRADE,
    USE,
    VETO,
    State,
)

ASKED = {
    STOCK: N_("which two pieces to begin with"),
    SEAL: N_("which character to seal"),
    PLAY: N_("which character to play"),
    MOVE: N_("where the pawn goes"),
    HARVEST: N_("which product field gives"),
    TRADE: N_("what to buy or sell, or which alternative to take"),
    BUILD: N_("what to build"),
    PLACE: N_("where to build"),
    USE: N_("which building to use"),
    AMOUNT: N_("how many pieces to give"),
    PAY: N_("which pieces to pay"),
    EXCHANGE: N_("what to exchange"),
    VETO: N_("which bill to remove"),
    SWAP: N_("which ship of the pile comes to sea"),
    LOAD: N_("which piece to load on which ship"),
    BID: N_("how many pesos to bid for votes"),
    ENACT: N_("which two bills become law"),
    PAY_TAX: N_("whether to pay the tax"),
    OVER: "",
}
"""What each question asks."""

RULE = {
    STOCK: "CUB-2.5",
    SEAL: "CUB-11.1",
    PLAY: "CUB-4.1",
    MOVE: "CUB-4.10",
    HARVEST: "CUB-4.12",
    TRADE: "CUB-4.20",
    BUILD: "CUB-4.30",
    PLACE: "CUB-4.31",
    USE: "CUB-4.40",
    AMOUNT: "CUB-10.33",
    PAY: "CUB-4.5",
    EXCHANGE: "CUB-10.18",
    VETO: "CUB-6.1",
    SWAP: "CUB-10.22",
    LOAD: "CUB-4.50",
    BID: "CUB-5.2",
    ENACT: "CUB-5.3",
    PAY_TAX: "CUB-7.1",
}
"""The sentence that lets the game ask it."""

CHARACTER = {
    MOVE: WORKER,
    HARVEST: WORKER,
    TRADE: TRADESWOMAN,
    BUILD: ARCHITECT,
    PLACE: ARCHITECT,
    USE: FOREMAN,
    AMOUNT: FOREMAN,
    PAY: FOREMAN,
    EXCHANGE: FOREMAN,
    VETO: FOREMAN,
    SWAP: FOREMAN,
    LOAD: MAYOR,
}
"""The character whose action asks it; the Foreman too lets load, at a wharf, and the duty too is paid."""


def is_duty(state: State) -> bool:
    """Tell whether the question is how to pay the duty, and not a building that is used (CUB-7.2)."""
    return bool(state.question == PAY and state.chosen == NONE)


def in_action(state: State) -> bool:
    """Tell whether the action of a character is under way."""
    return state.question in CHARACTER and not is_duty(state)
