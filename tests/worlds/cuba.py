"""What can be known of the ships, laws, bids and sealed characters of Cuba (CUB-1.10, CUB-11.1)."""

import random

import malecon.games.cuba.game_engine  # noqa: F401  (so the contract knows the game)
from malecon.core.bit_set import bit, has
from malecon.core.codecs import members
from malecon.core.engine import Event
from malecon.games.cuba import events as told
from malecon.games.cuba import parliament_events
from malecon.games.cuba.answers import MOST_PESOS
from malecon.games.cuba.asks import PLAY
from malecon.games.cuba.cards import ALL_CHARACTERS, LAWS_OF_A_TYPE, NAMES, SHIP_COUNT, TYPES
from malecon.games.cuba.state import MAX_SEATS, NONE, State
from worlds.chance import change_chance, others, shuffled

TYPE_COUNT = len(TYPES)


class Memory:
    """Follows ships, bills and characters.

    Attributes:
        pile_size: ships in the pile.
        bottom: those under it whose order all know, the lowest first.
        lookers: seats that know the order of all.
        laws: those that were turned up.
        unplayed: characters of each seat that were not played in this round, as a bit set.
    """

    def __init__(self, seats: int) -> None:
        self.pile_size = SHIP_COUNT
        self.bottom: list[int] = []
        self.lookers: set[int] = set()
        self.laws: set[int] = set()
        self.unplayed = [ALL_CHARACTERS] * MAX_SEATS

    def hear(self, event: Event) -> None:
        match event:
            case told.Arrived():
                self.pile_size -= 1
                self.bottom = self.bottom[: self.pile_size]
            case told.Left(ship=ship):
                self.pile_size += 1
                self.bottom.insert(0, ship - 1)
            case told.LookedThroughPile(seat=seat) if seat is not None:
                self.lookers.add(seat)
            case told.Swapped() | told.LeftPile():
                self.bottom, self.lookers = [], set()
            case parliament_events.BillTurnedUp(law=law):
                self.laws.add(law - 1)
            case told.RoundBegan():
                self.unplayed = [ALL_CHARACTERS] * MAX_SEATS
            case told.Sealed(character=character):
                assert character is None, "a spectator does not see the character"
            case parliament_events.Bid(pesos=pesos):
                assert pesos is None, "a spectator does not see the bid"
            case told.Played(seat=seat, character=character) if seat is not None:
                self.unplayed[seat] &= ~bit(NAMES.index(character))

    def change(self, state: State, viewer: int | None, rng: random.Random) -> None:
        change_chance(state, rng)
        if viewer not in self.lookers:
            unknown = slice(len(self.bottom), self.pile_size)
            state.pile[unknown] = shuffled(state.pile[unknown], rng)
        for law_type in range(TYPE_COUNT):
            state.law_pile[law_type] = [*self.turned_up(state, law_type), *self.to_come(law_type, rng)]
        for seat in others(state.seats, viewer):
            if state.sealed[seat] != NONE:
                state.sealed[seat] = rng.choice(members(self.unplayed[seat]))
                state.hand[seat] = self.unplayed[seat] & ~bit(state.sealed[seat])
            if state.bid[seat] != NONE:
                state.bid[seat] = rng.randint(0, min(int(state.pesos[seat]), MOST_PESOS))
        if state.question == PLAY:
            state.answers = int(state.hand[state.mover])

    def turned_up(self, state: State, law_type: int) -> list[int]:
        """Return the laws of a type that were bills, in their order."""
        return [law for law in state.law_pile[law_type].tolist() if law in self.laws]

    def to_come(self, law_type: int, rng: random.Random) -> list[int]:
        """Return the other laws of a type, in a random order."""
        return shuffled(set(range(law_type * LAWS_OF_A_TYPE, (law_type + 1) * LAWS_OF_A_TYPE)) - self.laws, rng)

    def check(self, state: State, viewer: int | None) -> None:
        assert state.pile_size == self.pile_size
        assert state.pile[: len(self.bottom)].tolist() == self.bottom
        for law_type in range(TYPE_COUNT):
            turned_up = self.turned_up(state, law_type)
            assert state.law_pile[law_type, : len(turned_up)].tolist() == turned_up
        for seat in others(state.seats, viewer):
            if state.sealed[seat] != NONE:
                assert has(self.unplayed[seat], state.sealed[seat])
                assert state.hand[seat] == self.unplayed[seat] & ~bit(state.sealed[seat])
            if state.bid[seat] != NONE:
                assert 0 <= state.bid[seat] <= state.pesos[seat]
