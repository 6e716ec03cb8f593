"""A table of Cuba laid out in words: tests say what lies where, play moves by their notation, and read words back.

Whoever sits at seat 0 is ``ANA``; in notations, where seats count from 1, she is player 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cuba_words import counts, in_words, law_code, law_name, products
from malecon.core import contract
from malecon.core.bit_set import bit
from malecon.core.codecs import members, set_of
from malecon.core.contract import Journal, new_journal
from malecon.core.engine import Event
from malecon.core.random import new_source, set_key
from malecon.games.cuba.answers import LEAVE_THE_TAX, PAY_NOTHING, USE_NOTHING
from malecon.games.cuba.asks import PAY, PAY_TAX, PLAY, QUESTIONS, USE
from malecon.games.cuba.boards import FIELD_NAMES, PIECES, PLACES, RESOURCES, TOTAL
from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.cuba.cards import ALL_CHARACTERS, DUTY, LAWS_OF_A_TYPE, NAMES, SHIP_COUNT, TAX, TYPES
from malecon.games.cuba.events import CHRONICLE
from malecon.games.cuba.options import new_state
from malecon.games.cuba.questions import FIRST, NOTATION, QUESTION_TABLE
from malecon.games.cuba.state import LAPS, NONE, State

ANA, BEN, CARLA, DIEGO, EVA = range(5)

WAREHOUSE = "row 1 column 1"
"""The field of the printed warehouse, on every plantation."""


@dataclass
class Table:
    """A position, and what happened since it was laid out."""

    state: State
    events: list[Event] = field(default_factory=list)

    # the flow of the game

    def play(self, seat: int, *moves: str) -> list[Event]:
        """Carry out legal moves of one player; return what they caused."""
        begin = len(self.events)
        for move in moves:
            action = NOTATION.parse(move)
            assert NOTATION.format(action) in self.legal(seat), f"{move!r} is not among {self.legal(seat)}"
            self._apply(seat, action)
        return self.events[begin:]

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a player."""
        out = np.zeros(QUESTION_TABLE.widest, np.int16)
        return [NOTATION.format(action) for action in out[: contract.legal(self.state, seat, out)]]

    def drawn(self, seat: int) -> set[str]:
        """Return the moves that a random player makes in many draws."""
        source = new_source(1)
        return {NOTATION.format(int(contract.sample(self.state, seat, source))) for _ in range(1000)}

    def end_actions(self) -> list[Event]:
        """Go on with the new first player and the parliament, as after the last player's fourth character."""
        self.state.lap, self.state.turn = LAPS - 1, self.state.seats - 1
        return self._resume(USE, USE_NOTHING)

    def end_actions_with(self, hand: Mapping[int, str], last: Mapping[int, str]) -> list[Event]:
        """Go on with the parliament of a round that was not played: give fifth and fourth characters."""
        for seat in range(self.state.seats):
            lay_player(self.state, seat, hand[seat], last[seat])
        return self.end_actions()

    def begin_laws(self) -> list[Event]:
        """Go on with the tax, as after the parliament (CUB-7.7)."""
        self.state.lap = LAPS
        self.state.collecting, self.state.turn = TAX, -1
        return self._resume(PAY_TAX, LEAVE_THE_TAX)[1:]

    def end_laws(self) -> list[Event]:
        """Go on with subsidy, trade act and end of the round, as after the last player's decision on the duty."""
        self.state.lap = LAPS
        self.state.collecting, self.state.turn = DUTY, self.state.seats - 1
        return self._resume(PAY, PAY_NOTHING)[1:]

    def _resume(self, question: int, answer: int) -> list[Event]:
        self.state.question = question
        self.state.near = self.state.far = 0
        return self._apply(self.order[-1], int(FIRST[question]) + answer)

    def _apply(self, seat: int, action: int) -> list[Event]:
        journal = new_journal()
        contract.apply(self.state, seat, action, journal)
        assert self.over or self.awaited
        assert all(len(self.legal(awaited)) > 1 for awaited in self.awaited), "a forced move is no decision"
        return self._chronicle(journal)

    def _chronicle(self, journal: Journal) -> list[Event]:
        events = list(CHRONICLE.read(journal))
        self.events += events
        return events

    # what waits

    @property
    def awaited(self) -> list[int]:
        """The seats that may act."""
        return members(contract.awaiting(self.state))

    @property
    def question(self) -> str:
        """What is asked."""
        return QUESTIONS[self.state.question]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(contract.over(self.state))

    @property
    def shares(self) -> list[float]:
        """The shares of the victory."""
        out = np.zeros(self.state.seats)
        contract.outcome(self.state, out)
        return out.tolist()

    @property
    def round_no(self) -> int:
        """The number of the round."""
        return int(self.state.round_no)

    @property
    def first(self) -> int:
        """The first player."""
        return int(self.state.first)

    @property
    def order(self) -> list[int]:
        """The seats in turn order."""
        return [(self.first + turn) % int(self.state.seats) for turn in range(self.state.seats)]

    # what lies where

    @property
    def pesos(self) -> list[int]:
        """Everybody's pesos."""
        return [int(pesos) for pesos in self.state.pesos[: self.state.seats]]

    @property
    def points(self) -> list[int]:
        """Everybody's points, as the contract tells them."""
        out = np.zeros(self.state.seats, np.int16)
        contract.points(self.state, out)
        return [int(points) for points in out]

    @property
    def supply(self) -> dict[str, int]:
        """How many pieces of each kind are in the supply."""
        return {piece: int(count) for piece, count in zip(PIECES, self.state.supply, strict=True)}

    @property
    def market(self) -> str:
        """The pieces of the market."""
        return in_words([0] * len(RESOURCES) + self.state.market.tolist())

    @property
    def ships(self) -> list[int | None]:
        """The ships at docks 1 to 3 and at sea, by their numbers."""
        return [None if ship == NONE else int(ship) + 1 for ship in self.state.ship]

    @property
    def pile(self) -> list[int]:
        """The ships of the pile, top first."""
        return [int(ship) + 1 for ship in self.state.pile[: self.state.pile_size][::-1]]

    @property
    def bills(self) -> list[str]:
        """The bills that are turned up and not removed."""
        return [law_name(law) for law in self.state.bill if law != NONE]

    @property
    def laws(self) -> list[str]:
        """The laws in force."""
        return [law_name(law) for law in self.state.in_force if law != NONE]

    @property
    def offer(self) -> list[str]:
        """The kinds of buildings on offer, each as often as there are tiles."""
        return [name for name, tiles in zip(BUILDINGS, self.state.offer, strict=True) for _ in range(tiles)]

    def cargo(self, place: str) -> str:
        """Return the pieces on the ship at a place."""
        return in_words([0] * len(RESOURCES) + self.state.cargo[PLACES.index(place)].tolist())

    def own(self, seat: int) -> str:
        """Return a player's pieces, stored ones included."""
        return in_words(self.state.own[seat])

    def stored(self, seat: int) -> str:
        """Return a player's stored products."""
        return in_words([0] * len(RESOURCES) + self.state.stored[seat].tolist())

    def pawn(self, seat: int) -> str:
        """Return the field of a player's pawn."""
        return FIELD_NAMES[self.state.pawn[seat]]

    def built(self, seat: int) -> dict[str, str]:
        """Return a player's buildings by their fields, the printed warehouse included."""
        names = (*BUILDINGS, "printed warehouse")
        return {FIELD_NAMES[place]: names[kind] for place, kind in enumerate(self.state.built[seat]) if kind != NONE}

    def hand(self, seat: int) -> set[str]:
        """Return a player's characters in hand."""
        return {NAMES[character] for character in members(int(self.state.hand[seat]))}


def table(
    seats: int = 2,
    *,
    first: int = ANA,
    turn: int | None = None,
    round_no: int = 2,
    lap: int = 0,
    hand: Mapping[int, str] | None = None,
    last: Mapping[int, str] | None = None,
    pesos: Mapping[int, int] | None = None,
    points: Mapping[int, int] | None = None,
    own: Mapping[int, str] | None = None,
    stored: Mapping[int, str] | None = None,
    pawn: Mapping[int, str] | None = None,
    built: Mapping[int, Mapping[str, str]] | None = None,
    market: str = "3 citrus 3 sugar 3 tobacco 2 rum 2 cigars",
    ships: Sequence[int | None] = (1, 2, 3, 4),
    cargo: Mapping[str, str] | None = None,
    pile: Sequence[int] | None = None,
    laws: Iterable[str] = (),
    bills: Iterable[str] = (),
    barred: str | None = None,
    key: int = 0,
    printed: Mapping[str, Any] | None = None,
    **options: Any,
) -> Table:
    """Lay out a position in phase B, in which it is somebody's turn to play a character.

    Args:
        seats: 2 to 5.
        first: the first player.
        turn: the seat whose turn it is, the first player's if it is not said.
        round_no: 1 to 6; ``lap``: 0 to 3, how many characters the first player has played.
        hand: characters in hand by seat, ``"worker mayor"``; all five for who is not named.
        last: the character that was played last, by seat.
        pesos, points: by seat, none for who is not named.
        own: pieces by seat, ``"2 wood 1 citrus"``, in the yard unless they are among ``stored``.
        pawn: its field by seat, on the printed warehouse for who is not named.
        built: buildings by seat and field; all other tiles are on offer.
        market: its pieces; all pieces that are nowhere else are in the supply.
        ships: numbers of the ships at docks 1 to 3 and at sea; ``cargo``: pieces by place.
        pile: its ships, top first; by default all others in ascending order.
        laws: in force besides, or instead of, the printed ones, as ``law_name`` calls them.
        bills: of this round; for a type that is not named any law that is not in force.
        barred: the type that may not be vetoed.
        key: what all chance comes from.
        printed: what is printed otherwise, by the names of ``new_state``; ``options``: its other arguments.
    """
    state = new_state(seats, **options, **(printed or {}))
    set_key(state, key)
    state.round_no, state.lap, state.first = round_no, lap, first
    state.turn = ((first if turn is None else turn) - first) % seats
    for seat in range(seats):
        lay_player(state, seat, (hand or {}).get(seat), (last or {}).get(seat))
        state.pesos[seat] = (pesos or {}).get(seat, 0)
        state.points[seat] = (points or {}).get(seat, 0)
        state.own[seat] = counts((own or {}).get(seat, ""))
        state.stored[seat] = products((stored or {}).get(seat, ""))
        assert np.all(state.stored[seat] <= products(in_words(state.own[seat]))), "what is stored is owned too"
        state.pawn[seat] = FIELD_NAMES.index((pawn or {}).get(seat, WAREHOUSE))
        lay_buildings(state, seat, (built or {}).get(seat, {}))
    lay_ships(state, ships, cargo or {}, pile)
    lay_market(state, market)
    lay_laws(state, list(laws), list(bills))
    state.barred = NONE if barred is None else TYPES.index(barred)
    state.mover = (state.first + state.turn) % seats
    state.question, state.answers, state.awaited = PLAY, int(state.hand[state.mover]), bit(state.mover)
    return Table(state)


def set_up(seats: int = 2, *, seed: int = 0, **options: Any) -> Table:
    """Return a table after the set-up, as far as it goes without a decision."""
    new = Table(new_state(seats, **options))
    journal = new_journal()
    contract.start(new.state, seed, journal)
    new._chronicle(journal)
    return new


def begun(seats: int = 2, *, seed: int = 0, **options: Any) -> Table:
    """Return a table at which everybody has chosen wood, stone, citrus and sugar; the first round has begun."""
    game = set_up(seats, seed=seed, **options)
    for seat in game.order:
        game.play(seat, "take wood stone", "take citrus sugar")
    return game


def lay_player(state: State, seat: int, hand: str | None, last: str | None) -> None:
    """Give a player characters."""
    state.hand[seat] = ALL_CHARACTERS if hand is None else set_of([NAMES.index(name) for name in hand.split()])
    state.last[seat] = NONE if last is None else NAMES.index(last)


def lay_buildings(state: State, seat: int, buildings: Mapping[str, str]) -> None:
    """Lay tiles of the offer on a player's fields."""
    for place, building in buildings.items():
        kind = BUILDINGS.index(building)
        assert state.built[seat, FIELD_NAMES.index(place)] == NONE, f"{place} is built over"
        assert state.offer[kind] > 0, f"there is no other {building}"
        state.built[seat, FIELD_NAMES.index(place)] = kind
        state.offer[kind] -= 1


def lay_ships(state: State, ships: Sequence[int | None], cargo: Mapping[str, str], pile: Sequence[int] | None) -> None:
    """Lay ships, given by their numbers, at docks 1 to 3, at sea and into the pile; load them."""
    rest = [number for number in range(1, SHIP_COUNT + 1) if number not in ships] if pile is None else list(pile)
    assert sorted([*rest, *(ship for ship in ships if ship is not None)]) == list(range(1, SHIP_COUNT + 1))
    state.ship[:] = [NONE if number is None else number - 1 for number in ships]
    state.pile[:] = NONE
    state.pile[: len(rest)] = [number - 1 for number in reversed(rest)]
    state.pile_size = len(rest)
    for place, pieces in cargo.items():
        at = PLACES.index(place)
        state.cargo[at] = counts(pieces)[len(RESOURCES) :]
        assert np.all(state.cargo[at] <= state.needs[state.ship[at]]), f"the ship at {place} has no such spaces"


def lay_market(state: State, market: str) -> None:
    """Fill the market, and put the pieces that are nowhere else into the supply."""
    state.market[:] = counts(market)[len(RESOURCES) :]
    assert np.all(state.market <= state.spaces)
    state.supply[:] = TOTAL - state.own.sum(axis=0)
    state.supply[len(RESOURCES) :] -= state.market + state.cargo.sum(axis=0)
    assert state.supply.min() >= 0, "there are not so many pieces"


def lay_laws(state: State, laws: list[str], bills: list[str]) -> None:
    """Put laws in force that came in earlier rounds, and turn up bills; the others come before or later."""
    for law_type, name in enumerate(TYPES):
        cards = list(range(law_type * LAWS_OF_A_TYPE, (law_type + 1) * LAWS_OF_A_TYPE))
        (old, *_), (bill, *_) = ([*filter(cards.__contains__, map(law_code, names)), None] for names in (laws, bills))
        if old is not None:
            assert state.round_no > 1, f"no {name} can have been enacted before round 1"
            state.in_force[law_type] = old
        others = [card for card in cards if card not in (old, bill)]
        order = others if old is None else [old, *others]
        order.insert(state.round_no - 1, others[-1] if bill is None else bill)
        state.law_pile[law_type] = list(dict.fromkeys(order))
        state.bill[law_type] = state.law_pile[law_type, state.round_no - 1]
