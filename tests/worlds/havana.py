"""What can be known of the cards of Havana (HAV-1.4): every discard pile that fits what was seen, one by one."""

import random

import malecon.games.havana.game_engine  # noqa: F401  (so the contract knows the game)
from malecon.core.bit_set import bit, has, size_of
from malecon.core.codecs import members
from malecon.core.engine import Event
from malecon.games.havana import events as told
from malecon.games.havana.answers import NOTHING_REFRESHED
from malecon.games.havana.asks import REFRESH
from malecon.games.havana.cards import CARD_COUNT, CODE
from malecon.games.havana.state import MAX_SEATS, NONE, State
from worlds.chance import change_chance, others, shuffled

ALL_CARDS = (1 << CARD_COUNT) - 1


def card_set(*cards: str | None) -> int:
    return sum(bit(CODE[card]) for card in cards if card is not None)


class Memory:
    """Follows the cards of all seats. The set of possible piles is listed as it is: no count stands for it.

    Attributes:
        open: the open cards of each seat, as a bit set.
        covered: those under a face-down card.
        piles: every discard pile that a seat can have, as a set of bit sets.
    """

    def __init__(self, seats: int) -> None:
        self.open = [0] * MAX_SEATS
        self.covered = [0] * MAX_SEATS
        self.piles = [{0} for _ in range(MAX_SEATS)]

    def hear(self, event: Event) -> None:
        seat = event.seat
        if seat is None:
            return
        if isinstance(event, told.Covered):
            assert event.card is None, "a spectator does not see the card"
            self.covered[seat] = card_set(event.covered)
        elif isinstance(event, told.Refreshed):
            assert event.card is None, "a spectator does not see the card"
            self.piles[seat] = {pile - bit(card) for pile in self.piles[seat] for card in members(pile)}
        elif isinstance(event, told.TookBack):
            self.piles[seat] = {0}
        elif isinstance(event, told.Revealed):
            self.reveal(seat, card_set(event.card, event.second))

    def reveal(self, seat: int, shown: int) -> None:
        """Turn up what came from the hand, so not from the pile, and lay on the pile what it covered."""
        new = shown & ~(self.open[seat] & ~self.covered[seat])
        self.piles[seat] = {pile | self.covered[seat] for pile in self.piles[seat] if not pile & new}
        self.open[seat], self.covered[seat] = shown, 0

    def change(self, state: State, viewer: int | None, rng: random.Random) -> None:
        change_chance(state, rng)
        state.stack[: state.stack_size] = shuffled(state.stack[: state.stack_size], rng)
        for seat in others(state.seats, viewer):
            pile = rng.choice(sorted(self.piles[seat]))
            slots = [slot for slot in range(2) if state.laid[seat, slot] != NONE]
            laid = sorted(rng.sample(members(self.unseen(seat, pile)), len(slots)))
            for slot, card in zip(slots, laid, strict=True):
                state.laid[seat, slot] = card
            state.discards[seat] = pile
            state.hand[seat] = self.unseen(seat, pile) & ~sum(bit(card) for card in laid)
        if state.question == REFRESH:
            state.answers = int(state.discards[state.order[state.turn]]) | bit(NOTHING_REFRESHED)

    def unseen(self, seat: int, pile: int) -> int:
        """Return the cards in hand and face down on the table."""
        return ALL_CARDS & ~self.open[seat] & ~pile

    def check(self, state: State, viewer: int | None) -> None:
        for seat in others(state.seats, viewer):
            pile = int(state.discards[seat])
            laid = [int(card) for card in state.laid[seat] if card != NONE]
            assert pile in self.piles[seat]
            assert len(laid) == len(set(laid))
            assert not any(has(state.hand[seat], card) for card in laid)
            assert int(state.hand[seat]) | sum(bit(card) for card in laid) == self.unseen(seat, pile)
            assert size_of(self.covered[seat]) == len(laid) or not self.open[seat]
