"""Figures of a game, in the way of TAG: length, branching, hidden information, chance, leads, seats, skill.

All of them come from games with keys 0, 1, …, so they can be repeated exactly. Source: R. Gaina and others, *TAG: A
Tabletop Games Framework* (2020); the skill trace is their *skill ladder*.
"""

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec
import numpy as np

from malecon.agents import LEVELS
from malecon.agents.levels import Budget, Searcher
from malecon.core import AnyState, contract
from malecon.core.contract import new_journal, play_out
from malecon.core.game import Game
from malecon.core.math import lowest, new_source

GUESSES = 8
"""By which it is found out what a seat does not know."""
LOOKED_AT = 10
"""Of so many decisions, one is looked at for what is hidden."""
SAMPLE = 50
"""Games whose figures are kept one by one, so that a test can repeat them."""
CHANCE_FIELDS = {"key", "drawn", "block"}
"""Of a record: the source of all chance."""
LADDER = (50, 100, 200, 400)
"""Iterations, for each of the other seats."""


class Spread(msgspec.Struct, frozen=True):
    """A number that differs from game to game, or from decision to decision."""

    mean: float
    least: float
    most: float


class Share(msgspec.Struct, frozen=True):
    """A mean of shares, and its standard error."""

    mean: float
    error: float


class Played(msgspec.Struct, frozen=True, array_like=True):
    """The figures of one random game.

    Attributes:
        decisions: made by all seats.
        actions: legal at all decisions, in sum; the most at one.
        simultaneous: decisions at which other seats were asked too.
        by_chance: decisions after which something was drawn.
        set_up: numbers drawn in the set-up.
        lead_changes: how often a seat was alone in front that was not the last to be so.
    """

    decisions: int
    actions: int
    most_actions: int
    simultaneous: int
    by_chance: int
    set_up: int
    lead_changes: int


class Level(msgspec.Struct, frozen=True):
    """The games of a level against itself.

    Attributes:
        games: how many.
        decisions, lead_changes: in a game.
        shares: of the victory, by seat.
    """

    games: int
    decisions: Spread
    lead_changes: Spread
    shares: tuple[Share, ...]


class Rung(msgspec.Struct, frozen=True):
    """A search with so many iterations against others with half as many.

    Attributes:
        iterations: of the one.
        games: how many, in blocks of one deal and all seatings.
        share: of the victory of the one.
    """

    iterations: int
    games: int
    share: Share


class Figures(msgspec.Struct, frozen=True):
    """The figures of a game with one number of seats.

    Attributes:
        seats: how many play.
        games: random games.
        decisions, lead_changes: in a game.
        actions: legal at a decision.
        simultaneous, by_chance: shares of the decisions, as in ``Played``.
        set_up: numbers drawn in the set-up, mean.
        hidden: at a decision, the mean share of the numbers of the position that the seat does not know.
        unknown: for each field of the record the share of the decisions at which the seat does not know it.
        levels: by name, ``random`` with more games than above.
        sample: the first random games.
    """

    seats: int
    games: int
    decisions: Spread
    actions: Spread
    simultaneous: float
    by_chance: float
    set_up: float
    lead_changes: Spread
    hidden: float
    unknown: dict[str, float]
    levels: dict[str, Level]
    sample: tuple[Played, ...]


class GameMetrics(msgspec.Struct, frozen=True):
    """All figures of a game, by number of seats, and the skill trace with the least of them."""

    game: str
    figures: tuple[Figures, ...]
    ladder: tuple[Rung, ...]


def _rounded(value: float) -> float:
    return round(value, 4)


def spread_of(values: Sequence[float]) -> Spread:
    """Return mean, least and most of some numbers.

    >>> spread_of([1, 2, 6])
    Spread(mean=3.0, least=1, most=6)
    """
    return Spread(_rounded(statistics.fmean(values)), min(values), max(values))


def share_of(values: Sequence[float]) -> Share:
    """Return the mean of some numbers and its standard error.

    >>> share_of([0.0, 1.0, 1.0, 0.0])
    Share(mean=0.5, error=0.2887)
    """
    return Share(_rounded(statistics.fmean(values)), _rounded(statistics.stdev(values) / math.sqrt(len(values))))


class _Leads:
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


def _begun(game: Game, seats: int, key: int) -> AnyState:
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
        self.state = _begun(game, seats, key)
        self._source, self._journal = new_source(key), new_journal(is_open=False)
        self._out, self._leads = np.zeros(game.widest, np.int16), _Leads(seats)
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
    def figures(self) -> Played:
        """What was measured until now."""
        decisions, simultaneous, by_chance = map(int, self._counts)
        actions = sum(self._actions), max(self._actions)
        return Played(decisions, *actions, simultaneous, by_chance, self._set_up, self._leads.changes)


def played(game: Game, seats: int, key: int) -> Played:
    """Return the figures of the random game of a key."""
    random_game = RandomGame(game, seats, key)
    while random_game.play():
        pass
    return random_game.figures


def unknown_numbers(state: AnyState, seat: int) -> dict[str, Any]:
    """Return for each field of the record which of its numbers ``seat`` does not know, as far as guesses tell.

    A number counts as not known if it differs from the true one in one of ``GUESSES`` guesses. Returns bool arrays.
    """
    found = {name: np.zeros(np.shape(state[name]), bool) for name in set(state.dtype.names) - CHANCE_FIELDS}
    for key in range(GUESSES):
        guess = state.copy()
        contract.guess(guess, seat, key)
        for name, differs in found.items():
            differs |= np.asarray(guess[name] != state[name])
    return found


def _hidden(game: Game, seats: int, games: int) -> tuple[float, dict[str, float]]:
    """Return the share of the position's numbers that a seat does not know, and how often it does not know a field.

    Only numbers of the record that differ somewhere in these games count: the rest is empty space.
    """
    looks: list[dict[str, Any]] = []
    varied: dict[str, Any] = {}
    first = None
    for key in range(games):
        random_game, decisions = RandomGame(game, seats, key), key
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
    often = {name: _rounded(statistics.fmean(bool(np.any(look[name])) for look in looks)) for name in sorted(varied)}
    return _rounded(share), {name: value for name, value in often.items() if value}


def _random_level(game: Game, seats: int, games: int) -> tuple[list[list[float]], list[int]]:
    """Return the shares of the victory and the number of decisions of random games."""
    shares, decisions, journal = [], [], new_journal(is_open=False)
    for key in range(games):
        state = _begun(game, seats, key)
        decisions.append(int(play_out(state, new_source(key), journal)))
        shares.append(_outcome(state, seats))
    return shares, decisions


def _outcome(state: AnyState, seats: int) -> list[float]:
    """Return the share of the victory of each seat."""
    out = np.zeros(seats)
    contract.outcome(state, out)
    return [float(share) for share in out]


def _level(game: Game, seats: int, games: int, name: str) -> Level:
    """Return the figures of games of a level against itself."""
    shares, decisions, changes = [], [], []
    for key in range(games):
        match, leads = game.start(seats, key), _Leads(seats)
        while not match.over:
            seat = match.to_move[0]
            match.play(seat, LEVELS[name].choose(match, seat, key << 16 | match.number))
            leads.look(match.state)
        shares.append(_outcome(match.state, seats))
        decisions.append(match.number)
        changes.append(leads.changes)
    by_seat = tuple(map(share_of, zip(*shares, strict=True)))
    return Level(games, spread_of(decisions), spread_of(changes), by_seat)


def figures_of(game: Game, seats: int, games: int, level_games: int) -> Figures:
    """Measure a game with so many seats.

    Args:
        game: the game, with its usual options.
        seats: how many play.
        games: random games; for the shares of the seats ten times as many.
        level_games: games of ``easy`` against itself.
    """
    all_played = [played(game, seats, key) for key in range(games)]
    decisions = sum(each.decisions for each in all_played)
    mean_actions = _rounded(sum(each.actions for each in all_played) / decisions)
    changes = spread_of([each.lead_changes for each in all_played])
    shares, lengths = _random_level(game, seats, 10 * games)
    by_seat = tuple(map(share_of, zip(*shares, strict=True)))
    hidden, unknown = _hidden(game, seats, max(2, games // 20))
    levels = {"random": Level(10 * games, spread_of(lengths), changes, by_seat)}
    if level_games:
        levels["easy"] = _level(game, seats, level_games, "easy")
    return Figures(
        seats=seats,
        games=games,
        decisions=spread_of([each.decisions for each in all_played]),
        actions=Spread(mean_actions, 2, max(each.most_actions for each in all_played)),
        simultaneous=_rounded(sum(each.simultaneous for each in all_played) / decisions),
        by_chance=_rounded(sum(each.by_chance for each in all_played) / decisions),
        set_up=_rounded(statistics.fmean(each.set_up for each in all_played)),
        lead_changes=changes,
        hidden=hidden,
        unknown=unknown,
        levels=levels,
        sample=tuple(all_played[:SAMPLE]),
    )


def rung_of(game: Game, iterations: int, blocks: int) -> Rung:
    """Let a search with ``iterations`` play others with half as many, at the smallest table; the same deal each way."""
    seats = min(game.seats)
    strong = next(agent for agent in LEVELS.values() if isinstance(agent, Searcher))
    agents = [replace(strong, budget=Budget(count)) for count in (iterations, *[iterations // 2] * (seats - 1))]
    shares = [
        statistics.fmean(_share_in_seat(game, agents, block, turned) for turned in range(seats))
        for block in range(blocks)
    ]
    return Rung(iterations, blocks * seats, share_of(shares))


def _share_in_seat(game: Game, agents: Sequence[Searcher], key: int, turned: int) -> float:
    """Return the share of the victory of the first agent, who sits in seat ``turned``; the others follow."""
    match, seats = game.start(len(agents), key), len(agents)
    while not match.over:
        seat = match.to_move[0]
        match.play(
            seat, agents[(seat - turned) % seats].choose(match, seat, (key << 20) + (turned << 16) + match.number)
        )
    return _outcome(match.state, seats)[turned]


def metrics_of(game: Game, games: int, level_games: int, blocks: int) -> GameMetrics:
    """Measure a game with all numbers of seats; see ``figures_of`` and ``rung_of``."""
    figures = tuple(figures_of(game, seats, games, level_games) for seats in game.seats)
    ladder = tuple(rung_of(game, iterations, blocks) for iterations in LADDER[1:] if blocks > 1)
    return GameMetrics(game.name, figures, ladder)
