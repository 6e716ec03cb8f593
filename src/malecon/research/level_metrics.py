"""Figures of a game that need players: who wins from which seat, and whether more search wins (``game_metrics``)."""

import statistics
from collections.abc import Sequence
from dataclasses import replace

import msgspec
import numpy as np

from malecon.agents import LEVELS
from malecon.agents.levels import Budget, Searcher
from malecon.core import AnyState, contract
from malecon.core.contract import new_journal, play_out
from malecon.core.game import Game
from malecon.core.math import new_source
from malecon.research.game_metrics import (
    SAMPLE,
    Leads,
    Played,
    Share,
    Spread,
    begun,
    hidden_numbers,
    played,
    rounded,
    share_of,
    spread_of,
)

LADDER = (50, 100, 200, 400)
"""Iterations, for each of the other seats."""


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


def _random_level(game: Game, seats: int, games: int) -> tuple[list[list[float]], list[int]]:
    """Return the shares of the victory and the number of decisions of random games."""
    shares, decisions, journal = [], [], new_journal(is_open=False)
    for key in range(games):
        state = begun(game, seats, key)
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
        match, leads = game.start(seats, key), Leads(seats)
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
    mean_actions = rounded(sum(each.actions for each in all_played) / decisions)
    changes = spread_of([each.lead_changes for each in all_played])
    shares, lengths = _random_level(game, seats, 10 * games)
    by_seat = tuple(map(share_of, zip(*shares, strict=True)))
    hidden, unknown = hidden_numbers(game, seats, max(2, games // 20))
    levels = {"random": Level(10 * games, spread_of(lengths), changes, by_seat)}
    if level_games:
        levels["easy"] = _level(game, seats, level_games, "easy")
    return Figures(
        seats=seats,
        games=games,
        decisions=spread_of([each.decisions for each in all_played]),
        actions=Spread(mean_actions, 2, max(each.most_actions for each in all_played)),
        simultaneous=rounded(sum(each.simultaneous for each in all_played) / decisions),
        by_chance=rounded(sum(each.by_chance for each in all_played) / decisions),
        set_up=rounded(statistics.fmean(each.set_up for each in all_played)),
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
