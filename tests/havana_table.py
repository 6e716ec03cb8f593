"""A table of Havana laid out in words: tests say what lies where, play moves by their notation, and read words back.

Whoever sits at seat 0 is ``ANA``; in notations, where seats count from 1, she is player 1.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from malecon.core import contract
from malecon.core.codecs import members
from malecon.core.contract import Journal, new_journal
from malecon.core.engine import Event
from malecon.core.random import new_source, set_key
from malecon.games.havana.answers import KEPT, NO_PURCHASE
from malecon.games.havana.asks import BUY, QUESTIONS, TAKE_BACK
from malecon.games.havana.buildings import CUBES, IN_ROWS, TILES, Tiles
from malecon.games.havana.cards import CARD_COUNT, CODE, NAMES
from malecon.games.havana.events import CHRONICLE
from malecon.games.havana.options import OWN_TILES, new_state
from malecon.games.havana.questions import FIRST, NOTATION, QUESTION_TABLE
from malecon.games.havana.rules.order import set_order
from malecon.games.havana.state import ALL_DEBRIS, BOX, CUBES_OF_A_COLOUR, ENDINGS, IN_PLAY, NONE, State

ANA, BEN, CARLA, DIEGO = range(4)

WAITING = "black market mama"
"""Open cards of players of whom a test says nothing: 79, so they act last, and wait for the choice between the two."""

ALL_CARDS = set(NAMES)
ALL_IN_BAG = {**dict.fromkeys(CUBES, CUBES_OF_A_COLOUR), "debris": ALL_DEBRIS}


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

    def begin_round(self) -> list[Event]:
        """Begin the next round, as after the last player's decision about the discard pile (HAV-4.8)."""
        self._resume(TAKE_BACK, int(self.state.order[self.state.seats - 1]), KEPT)
        del self.events[0]  # that decision
        return self.events

    def end_phase_1(self) -> list[Event]:
        """Go on with phase 2, as after the last player's turn; the order is that of the open cards."""
        set_order(self.state)
        return self._resume(BUY, int(self.state.order[self.state.seats - 1]), NO_PURCHASE)

    def legal(self, seat: int) -> list[str]:
        """Return the legal moves of a player."""
        out = np.zeros(QUESTION_TABLE.widest, np.int16)
        return [NOTATION.format(action) for action in out[: contract.legal(self.state, seat, out)]]

    def drawn(self, seat: int) -> set[str]:
        """Return the moves that a random player makes in many draws."""
        source = new_source(1)
        return {NOTATION.format(int(contract.sample(self.state, seat, source))) for _ in range(1000)}

    def _resume(self, question: int, seat: int, answer: int) -> list[Event]:
        self.state.turn = self.state.seats - 1
        self.state.question = question
        return self._apply(seat, int(FIRST[question]) + answer)

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
    def ending(self) -> str:
        """How the game ended."""
        return ENDINGS[self.state.ending]

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
    def order(self) -> list[int]:
        """The seats in the order of the round."""
        return [int(seat) for seat in self.state.order[: self.state.seats]]

    # what lies where

    @property
    def pesos(self) -> list[int]:
        """Everybody's pesos."""
        return [int(pesos) for pesos in self.state.pesos[: self.state.seats]]

    @property
    def workers(self) -> list[int]:
        """Everybody's workers."""
        return [int(workers) for workers in self.state.workers[: self.state.seats]]

    @property
    def points(self) -> list[int]:
        """Everybody's points, as the contract tells them."""
        out = np.zeros(self.state.seats, np.int16)
        contract.points(self.state, out)
        return [int(points) for points in out]

    @property
    def supply_workers(self) -> int:
        """The workers in the supply."""
        return int(self.state.supply_workers)

    @property
    def centre_pesos(self) -> int:
        """The pesos in the centre."""
        return int(self.state.centre_pesos)

    @property
    def centre(self) -> str:
        """The cubes in the centre."""
        return in_words(self.state.centre)

    @property
    def bag(self) -> str:
        """The cubes in the bag."""
        return in_words(self.state.bag)

    @property
    def box(self) -> str:
        """The cubes in the box."""
        return in_words(self.state.box)

    @property
    def rows(self) -> list[list[int]]:
        """The tiles of both rows from left to right."""
        return [
            [int(tile) + 1 for tile in row[:length]]
            for row, length in zip(self.state.rows, self.state.row_length, strict=True)
        ]

    @property
    def stack(self) -> list[int]:
        """The tiles of the stack, top first."""
        return [int(tile) + 1 for tile in self.state.stack[: self.state.stack_size][::-1]]

    def cubes(self, seat: int) -> str:
        """Return a player's cubes."""
        return in_words(self.state.cubes[seat])

    def owned(self, seat: int) -> set[int]:
        """Return a player's tiles."""
        return {tile + 1 for tile in range(self.state.tiles) if self.state.owner[tile] == seat}

    def tiles_in_box(self) -> set[int]:
        """Return the tiles that are out of the game."""
        return {tile + 1 for tile in range(self.state.tiles) if self.state.owner[tile] == BOX}

    def shown(self, seat: int) -> list[str]:
        """Return a player's open cards, the lower digit first."""
        return [NAMES[card] for card in self.state.shown[seat]]

    def hand(self, seat: int) -> set[str]:
        """Return a player's hand."""
        return {NAMES[card] for card in members(self.state.hand[seat])}

    def discards(self, seat: int) -> set[str]:
        """Return a player's discard pile."""
        return {NAMES[card] for card in members(self.state.discards[seat])}


def table(
    seats: int = 2,
    *,
    shown: Mapping[int, str] | None = None,
    discards: Mapping[int, str] | None = None,
    pesos: Mapping[int, int] | None = None,
    workers: Mapping[int, int] | None = None,
    cubes: Mapping[int, str] | None = None,
    owned: Mapping[int, Iterable[int]] | None = None,
    centre: str = "",
    centre_pesos: int = 0,
    bag: str | None = None,
    rows: Sequence[Sequence[int]] | None = None,
    stack: Sequence[int] | None = None,
    idle_rounds: int = 0,
    tiles: Tiles = TILES,
    key: int = 0,
    **options: object,
) -> Table:
    """Lay out a position between two rounds; ``begin_round`` or ``end_phase_1`` goes on from there.

    Args:
        seats: 2 to 4.
        shown: open cards by seat, ``"siesta mama"``; ``WAITING`` for who is not named.
        discards: discard piles by seat; all other cards are in hand.
        pesos, workers: by seat, none for who is not named; all other workers are in the supply.
        cubes: by seat, ``"2 brick 1 debris"``.
        owned: numbers of tiles by seat; they make the points.
        centre: its cubes; ``centre_pesos``: its pesos.
        bag: its cubes, the others are in the box; by default all others are in the bag.
        rows: numbers of the tiles of both rows; by default with ends that only the architect can build.
        stack: its tiles, top first; by default all others. Tiles that are nowhere are in the box.
        idle_rounds: rounds in a row in which nobody bought.
        tiles: the tiles of this game.
        key: what all chance comes from.
        options: the other ones, as ``Game.start`` takes them.
    """
    state = new_state(seats, tiles=tiles, **options)
    set_key(state, key)
    for seat in range(seats):
        lay_cards(state, seat, (shown or {}).get(seat, WAITING), (discards or {}).get(seat, ""))
        state.pesos[seat] = (pesos or {}).get(seat, 0)
        state.workers[seat] = (workers or {}).get(seat, 0)
        state.cubes[seat] = counts((cubes or {}).get(seat, ""))
    state.supply_workers -= state.workers.sum()
    state.centre[:] = counts(centre)
    state.centre_pesos = centre_pesos
    lay_cubes(state, bag)
    lay_tiles(state, owned or {}, rows, stack)
    state.idle_rounds = idle_rounds
    return Table(state)


def set_up(seats: int = 2, *, seed: int = 0, **options: object) -> Table:
    """Return a table after the set-up, as far as it goes without a decision; ``options``: as ``Game.start`` takes."""
    new = Table(new_state(seats, **options))
    journal = new_journal()
    contract.start(new.state, seed, journal)
    new._chronicle(journal)
    return new


def lay_cards(state: State, seat: int, shown: str, discards: str) -> None:
    """Lay open cards and discard pile; the other cards stay in hand."""
    open_cards = sorted(CODE[card] for card in parse_cards(shown))
    discarded = [CODE[card] for card in parse_cards(discards)]
    state.shown[seat] = open_cards
    state.discards[seat] = sum(1 << card for card in discarded)
    state.hand[seat] = (1 << CARD_COUNT) - 1 - sum(1 << card for card in open_cards + discarded)
    for card in discarded:
        state.entered[seat, card] = 0


def lay_cubes(state: State, bag: str | None) -> None:
    """Put the cubes that are nowhere else into the bag, or into bag and box."""
    rest = counts(in_words(ALL_IN_BAG[cube] for cube in CUBES)) - state.centre - state.cubes.sum(axis=0)
    state.bag[:] = rest if bag is None else counts(bag)
    state.box[:] = rest - state.bag
    assert state.box.min() >= 0, "there are not so many cubes"


def lay_tiles(
    state: State, owned: Mapping[int, Iterable[int]], rows: Sequence[Sequence[int]] | None, stack: Sequence[int] | None
) -> None:
    """Lay tiles, given by their numbers, before players, into rows and stack; what is left is in the box."""
    state.owner[:] = BOX
    free = list(range(1, state.tiles + 1))
    for seat, numbers in owned.items():
        for number in numbers:
            state.owner[number - 1] = seat
            state.points[seat] += state.tile_points[number - 1]
            free.remove(number)
    if rows is None:
        free = [number for number in free if number not in (stack or ())]
        cheap, dear = free[: IN_ROWS - 4], free[-4:]
        rows = [dear[0], *cheap[:4], dear[1]], [dear[2], *cheap[4:], dear[3]]
    for row, numbers in enumerate(rows):
        state.rows[row, : len(numbers)] = [number - 1 for number in numbers]
        state.row_length[row] = len(numbers)
    if stack is None:
        stack = [number for number in free if number not in (*rows[0], *rows[1])]
    state.stack[:] = NONE
    state.stack[: len(stack)] = [number - 1 for number in reversed(stack)]
    state.stack_size = len(stack)
    for number in (*rows[0], *rows[1], *stack):
        assert state.owner[number - 1] == BOX, f"tile {number} lies in two places"
        state.owner[number - 1] = IN_PLAY


CARD_WORDS = sorted(NAMES, key=len, reverse=True)


def parse_cards(text: str) -> list[str]:
    """Return the cards named in a text.

    >>> parse_cards("pesos thief black market pesos")
    ['pesos thief', 'black market', 'pesos']
    """
    names = []
    while text:
        name = next(name for name in CARD_WORDS if text.startswith(name))
        names.append(name)
        text = text.removeprefix(name).strip()
    return names


def counts(text: str) -> list[int]:
    """Return how many cubes of each kind a text names.

    >>> counts("2 brick 3 debris")
    [2, 0, 0, 0, 3]
    """
    words = text.split()
    named = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    assert set(named) <= set(CUBES), text
    return [named.get(cube, 0) for cube in CUBES]


def in_words(cubes: Iterable[int]) -> str:
    """Return numbers of cubes as a text.

    >>> in_words([2, 0, 0, 0, 3])
    '2 brick 3 debris'
    """
    return " ".join(f"{int(count)} {cube}" for cube, count in zip(CUBES, cubes, strict=True) if count)


PLURAL = {"worker": "workers", "peso": "pesos", "point": "points"}


def own_tiles(*costs: str, count: int = IN_ROWS) -> Tiles:
    """Return tiles of one's own from texts like ``"2 points 1 brick 5 pesos architect"``; nobody can pay the others.

    Points are 1 unless said otherwise.
    """
    raw: list[object] = []
    for number in range(1, count + 1):
        words = (costs[number - 1] if number <= len(costs) else "99 pesos").split()
        cost = {PLURAL.get(piece, piece): int(amount) for amount, piece in zip(words[::2], words[1::2], strict=False)}
        points = cost.pop("points", 1)
        raw.append({"id": number, "points": points, "cost": cost, "architect": "architect" in words})
    return OWN_TILES.convert(raw)
