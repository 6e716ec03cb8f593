"""Figures of a game that need players: who wins from which seat, and whether more search wins (``game_metrics``)."""

import statistics
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from malecon.agents import LEVELS
from malecon.agents.searcher import Budget, Searcher
from malecon.core.game import Game
from spec.game_metrics import (
    SAMPLE,
    GameFigures,
    Leads,
    MeanShare,
    Spread,
    hidden_numbers,
    play_random_game,
    round_figure,
    share_of,
    shares_of,
    spread_of,
)

LADDER = (50, 100, 200, 400)
"""Iterations, for each of the other seats."""
REPEATED = 2
"""Games or blocks whose shares are kept, so that a test can repeat them."""


class Level(msgspec.Struct, frozen=True):
    """The games of a level against itself.

    Attributes:
        games: how many.
        decisions, lead_changes: in a game.
        shares: of the victory, by seat.
        sample: the shares of the victory in the first games.
    """

    games: int
    decisions: Spread
    lead_changes: Spread
    shares: tuple[MeanShare, ...]
    sample: tuple[tuple[float, ...], ...]


class Rung(msgspec.Struct, frozen=True):
    """A search with so many iterations against others with half as many.

    Attributes:
        seats: how many play.
        iterations: of the one.
        games: how many, in blocks of one deal and all seatings.
        share: of the victory of the one.
        sample: its means in the first blocks.
    """

    seats: int
    iterations: int
    games: int
    share: MeanShare
    sample: tuple[float, ...]


class TableFigures(msgspec.Struct, frozen=True):
    """The figures of a game with one number of seats.

    Attributes:
        seats: how many play.
        games: random games.
        decisions, lead_changes: in a game.
        actions: legal at a decision.
        simultaneous, by_chance: shares of the decisions, as in ``GameFigures``.
        set_up: numbers drawn in the set-up, mean.
        hidden: at a decision, the mean share of the numbers of the position that the seat does not know.
        unknown: for each field of the record the share of the decisions at which the seat does not know it.
        levels: by name; ``random`` are the games from which all of the above comes.
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
    sample: tuple[GameFigures, ...]


class GameMetrics(msgspec.Struct, frozen=True):
    """All figures of a game, by number of seats, and its skill trace."""

    game: str
    figures: tuple[TableFigures, ...]
    ladder: tuple[Rung, ...]


def level_figures(game: Game, seats: int, games: int, name: str) -> Level:
    """Return the figures of games of a level against itself."""
    shares, decisions, changes = [], [], []
    for key in range(games):
        match, leads = game.start(seats, key), Leads(seats)
        while not match.over:
            seat = match.to_move[0]
            match.play(seat, LEVELS[name].choose(match, seat, key << 16 | match.number))
            leads.look(match.state)
        shares.append(shares_of(match.state))
        decisions.append(match.number)
        changes.append(leads.changes)
    by_seat = tuple(map(share_of, zip(*shares, strict=True)))
    return Level(games, spread_of(decisions), spread_of(changes), by_seat, tuple(shares[:REPEATED]))


def figures_of(game: Game, seats: int, games: int, level_games: int) -> TableFigures:
    """Measure a game with so many seats.

    Args:
        game: the game, with its usual options.
        seats: how many play.
        games: random games; a twentieth of them is looked at for what is hidden.
        level_games: games of ``easy`` against itself.
    """
    all_played = [play_random_game(game, seats, key) for key in range(games)]
    decisions = sum(each.decisions for each in all_played)
    lengths = spread_of([each.decisions for each in all_played])
    changes = spread_of([each.lead_changes for each in all_played])
    mean_actions = round_figure(sum(each.actions for each in all_played) / decisions)
    by_seat = tuple(map(share_of, zip(*(each.shares for each in all_played), strict=True)))
    hidden, unknown = hidden_numbers(game, seats, looked_through(games))
    levels = {"random": Level(games, lengths, changes, by_seat, ())}
    if level_games:
        levels["easy"] = level_figures(game, seats, level_games, "easy")
    return TableFigures(
        seats=seats,
        games=games,
        decisions=lengths,
        actions=Spread(mean_actions, 2, max(each.most_actions for each in all_played)),
        simultaneous=round_figure(sum(each.simultaneous for each in all_played) / decisions),
        by_chance=round_figure(sum(each.by_chance for each in all_played) / decisions),
        set_up=round_figure(statistics.fmean(each.set_up for each in all_played)),
        lead_changes=changes,
        hidden=hidden,
        unknown=unknown,
        levels=levels,
        sample=tuple(all_played[:SAMPLE]),
    )


def looked_through(games: int) -> int:
    """Return the number of random games that are looked through for what is hidden."""
    return max(2, games // 20)


def rung_of(game: Game, seats: int, iterations: int, blocks: int) -> Rung:
    """Let a search with ``iterations`` play others with half as many; the same deal each way."""
    strong = next(agent for agent in LEVELS.values() if isinstance(agent, Searcher))
    agents = [replace(strong, budget=Budget(count)) for count in (iterations, *[iterations // 2] * (seats - 1))]
    shares = [
        statistics.fmean(_share_in_seat(game, agents, block, turned) for turned in range(seats))
        for block in range(blocks)
    ]
    return Rung(seats, iterations, blocks * seats, share_of(shares), tuple(shares[:REPEATED]))


def _share_in_seat(game: Game, agents: Sequence[Searcher], key: int, turned: int) -> float:
    """Return the share of the victory of the first agent, who sits in seat ``turned``; the others follow."""
    match, seats = game.start(len(agents), key), len(agents)
    while not match.over:
        seat = match.to_move[0]
        match.play(
            seat, agents[(seat - turned) % seats].choose(match, seat, (key << 20) + (turned << 16) + match.number)
        )
    return shares_of(match.state)[turned]


def metrics_of(game: Game, games: int, level_games: int, ladder_games: int) -> GameMetrics:
    """Measure a game with all numbers of seats; see ``figures_of`` and ``rung_of``.

    ``ladder_games``: of each step of the skill trace, rounded down to whole blocks; 0 for none.
    """
    figures = tuple(figures_of(game, seats, games, level_games) for seats in game.seats)
    ladder = tuple(
        rung_of(game, seats, iterations, max(2, ladder_games // seats))
        for seats in game.seats
        for iterations in LADDER[1:]
        if ladder_games
    )
    return GameMetrics(game.name, figures, ladder)
