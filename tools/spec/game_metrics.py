"""Figures of a game, in the way of TAG: length, branching, hidden information, chance, leads, seats, skill.

All of them come from games with keys 0, 1, …, so they can be repeated exactly. Source: R. Gaina and others, *TAG: A
Tabletop Games Framework* (2020); the skill trace is their *skill ladder*.
"""

import math
import statistics
from collections.abc import Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState, contract
from malecon.core.bit_set import lowest
from malecon.core.contract import new_journal
from malecon.core.game import Game
from malecon.core.random import KEYS, SOURCE_KEY, derived_key, new_source

GUESSES = 8
"""By which it is found out what a seat does not know."""
LOOKED_AT = 10
"""Of so many decisions, one is looked at for what is hidden."""
SAMPLE = 50
"""Games whose figures are kept one by one, so that a test can repeat them."""
CHANCE_FIELDS = {"key", "drawn", "block"}
"""Of a record: the source of all chance."""


class Spread(msgspec.Struct, frozen=True):
    """A number that differs from game to game, or from decision to decision."""

    mean: float
    least: float
    most: float


class MeanShare(msgspec.Struct, frozen=True):
    """A mean of shares, and its standard error."""

    mean: float
    error: float


class GameFigures(msgspec.Struct, frozen=True, array_like=True):
    """The figures of one random game.

    Attributes:
        decisions: made by all seats.
        actions: legal at all decisions, in sum; the most at one.
        simultaneous: decisions at which other seats were asked too.
        by_chance: decisions after which something was drawn.
        set_up: numbers drawn in the set-up.
        lead_changes: how often a seat was alone in front that was not the last to be so.
        shares: of the victory, by seat.
    """

    decisions: int
    actions: int
    most_actions: int
    simultaneous: int
    by_chance: int
    set_up: int
    lead_changes: int
    shares: tuple[float, ...]


def round_figure(value: float) -> float:
    """Return a number as it is written to a file."""
    return round(value, 4)


def spread_of(values: Sequence[float]) -> Spread:
    """Return mean, least and most of some numbers.

    >>> spread_of([1, 2, 6])
    Spread(mean=3.0, least=1, most=6)
    """
    return Spread(round_figure(statistics.fmean(values)), min(values), max(values))


def share_of(values: Sequence[float]) -> MeanShare:
    """Return the mean of some numbers and its standard error.

    >>> share_of([0.0, 1.0, 1.0, 0.0])
    MeanShare(mean=0.5, error=0.2887)
    """
    error = statistics.stdev(values) / math.sqrt(len(values))
    return MeanShare(round_figure(statistics.fmean(values)), round_figure(error))


class Leads:
    """Counts how often the lead changes."""

    def __init__(self, seats: int) -> None:
        self._points, self._leader, self.changes = np.zeros(seats, np.int16), -1, 0

    def look(self, state: AnyState) -> None:
        """Look who is alone in front."""
        contract.points(state, self._points)
        leaders = np.flatnonzero(self._points == self._points.max())
        if len(leaders) == 1 and leaders[0] != self._leader:
            self.changes += self._leader >= 0
            self._leader = int(leaders[0])


def new_position(game: Game, seats: int, key: int) -> AnyState:
    """Return the position after the set-up of a key."""
    state = game.new_table(seats)
    contract.start(state, key, new_journal(is_open=False))
    return state


class RandomGame:
    """A random game that is played on, and measured.

    Attributes:
        state: the position.
    """

    def __init__(self, game: Game, seats: int, key: int) -> None:
        self.state = new_position(game, seats, key)
        self._source, self._journal = new_source(derived_key(key, SOURCE_KEY, 0) % KEYS), new_journal(is_open=False)
        self._out, self._leads = np.zeros(game.widest, np.int16), Leads(seats)
        self._set_up, self._counts = int(self.state.drawn), np.zeros(3, int)
        self._actions: list[int] = []

    def play(self) -> bool:
        """Carry out a random action, if the game is not over."""
        awaited = contract.awaiting(self.state)
        if not awaited:
            return False
        seat, drawn = lowest(awaited), int(self.state.drawn)
        self._actions.append(int(contract.legal(self.state, seat, self._out)))
        contract.apply(self.state, seat, contract.sample(self.state, seat, self._source), self._journal)
        self._leads.look(self.state)
        self._counts += [1, awaited != 1 << seat, int(self.state.drawn) != drawn]
        return True

    @property
    def figures(self) -> GameFigures:
        """The figures until now."""
        decisions, simultaneous, by_chance = map(int, self._counts)
        actions = sum(self._actions), max(self._actions)
        changes, shares = self._leads.changes, shares_of(self.state)
        return GameFigures(decisions, *actions, simultaneous, by_chance, self._set_up, changes, shares)


def play_random_game(game: Game, seats: int, key: int) -> GameFigures:
    """Return the figures of the random game of a key."""
    random_game = RandomGame(game, seats, key)
    while random_game.play():
        pass
    return random_game.figures


def shares_of(state: AnyState) -> tuple[float, ...]:
    """Return the share of the victory of each seat at the end of a game."""
    out = np.zeros(int(state.seats))
    contract.outcome(state, out)
    return tuple(map(float, out))


def unknown_numbers(state: AnyState, seat: int) -> dict[str, NDArray[np.bool_]]:
    """Return flags (bool arrays) of the numbers of each field of the record that ``seat`` does not know.

    A number counts as not known if it differs from the true one in one of ``GUESSES`` guesses.
    """
    found = {name: np.zeros(np.shape(state[name]), bool) for name in set(state.dtype.names) - CHANCE_FIELDS}
    for key in range(GUESSES):
        guess = state.copy()
        contract.guess(guess, seat, key)
        for name, differs in found.items():
            differs |= np.asarray(guess[name] != state[name])
    return found


def hidden_numbers(game: Game, seats: int, games: int) -> tuple[float, dict[str, float]]:
    """Return the share of the position's numbers that a seat does not know, and how often it does not know a field.

    Only numbers of the record that differ somewhere in these games count: the rest is empty space.
    """
    looks: list[dict[str, NDArray[np.bool_]]] = []
    varied: dict[str, NDArray[np.bool_]] = {}
    first = None
    for key in range(games):
        random_game, decisions = RandomGame(game, seats, key), key  # other decisions of each game
        while awaited := contract.awaiting(random_game.state):
            decisions += 1
            if decisions % LOOKED_AT == 0:
                state = random_game.state
                first = state.copy() if first is None else first
                looks.append(unknown_numbers(state, lowest(awaited)))
                for name in looks[-1]:
                    varied[name] = varied.get(name, False) | np.asarray(state[name] != first[name])
            random_game.play()
    numbers = sum(int(np.sum(varied[name])) for name in varied)
    share = statistics.fmean(sum(int(np.sum(unknown)) for unknown in look.values()) / numbers for look in looks)
    often = {name: statistics.fmean(bool(np.any(look[name])) for look in looks) for name in sorted(varied)}
    return round_figure(share), {name: round_figure(value) for name, value in often.items() if value}
