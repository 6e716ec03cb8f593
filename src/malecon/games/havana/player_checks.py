"""What is true of every player in a position of Havana, as in ``position_checks.py``."""

from malecon.core.errors import ensure, who
from malecon.core.math import bit, has, size_of
from malecon.games.havana.cards import CARD_COUNT, NAMES
from malecon.games.havana.state import CHOOSE, COVER, FETCH, NONE, SWAP, TAKE_BACK, State

SET_UP_QUESTIONS = (FETCH, SWAP, CHOOSE)


def check_two_open(state: State) -> None:
    """Each player has two open cards from the first round on (HAV-2.5)."""
    for seat in range(state.seats):
        ensure(state.shown[seat, 0] != NONE, f"{who(seat)}, open: are 0 cards, but must be 2")


def check_player(state: State, seat: int) -> None:
    """Look at a player's cards: what lies face down, and whether there is one to lay (HAV-4.5, HAV-4.7)."""
    question = int(state.question)
    laid = sum(card != NONE for card in state.laid[seat].tolist())
    hand = size_of(int(state.hand[seat]))
    place = state.order.tolist().index(seat)
    if question in SET_UP_QUESTIONS:
        possible = (0, 2) if question == CHOOSE else (0,)
        ensure(state.shown[seat, 0] == NONE, f"{who(seat)}, open: must be empty before the first round")
        ensure(state.discards[seat] == 0, f"{who(seat)}, discards: must be empty before the first round")
    else:
        check_two_open(state)
        possible = (1,) if question == COVER and place < state.turn else (0,)
    ensure(laid in possible, f"{who(seat)}, face_down: are {laid} cards, but must be {possible[-1]}")
    has_decided = question == COVER and place < state.turn
    is_to_decide = question == TAKE_BACK and place >= state.turn
    if not has_decided and not is_to_decide:
        ensure(hand > 0, f"{who(seat)}, hand: is empty, but must hold a card")


def check_known_discards(state: State, seat: int) -> None:
    """Hold what everybody can know of a discard pile against the pile (``guess.py``)."""
    entered, unseen = state.entered[seat].tolist(), int(state.unseen[seat])
    pile, hidden = int(state.discards[seat]), int(state.hand[seat])
    for card in state.laid[seat].tolist():
        hidden |= bit(card) if card != NONE else 0
    taken = []
    for card in range(CARD_COUNT):
        known = entered[card] != NONE
        ensure(known or not has(pile, card), f"{who(seat)}, entered: lacks {NAMES[card]}, which is in the discard pile")
        ensure(not known or has(pile | hidden, card), f"{who(seat)}, entered: has {NAMES[card]}, which lies open")
        ensure(
            entered[card] <= unseen,
            f"{who(seat)}, entered: {NAMES[card]} is {entered[card]}, but must be up to {unseen}",
        )
        if known and not has(pile, card):
            taken.append(entered[card])
    ensure(len(taken) == unseen, f"{who(seat)}, unseen: is {unseen}, but must be {len(taken)} by hand and discards")
    in_time = all(before <= refreshment for refreshment, before in enumerate(sorted(taken)))
    ensure(
        in_time, f"{who(seat)}, entered: a card in hand was discarded after the last refreshment that can have taken it"
    )
