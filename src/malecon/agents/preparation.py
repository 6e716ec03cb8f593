"""The preparation of a game against computer players: all that it needs is compiled before, so that no prompt freezes.

Numba compiles a function when it is first called, and keeps the result in the cache folder. A mark in the folder says
that ``prepare`` has called all of them.
"""

from dataclasses import replace

from malecon.agents.comparison import SMALLEST
from malecon.agents.levels import LEVELS, MASTER, SEARCHERS, config_of, opponents_of
from malecon.agents.search import Question
from malecon.agents.searcher import Budget
from malecon.core import jit
from malecon.core.game import Game
from malecon.core.garbage_collection import gc_paused


def is_prepared(game: Game) -> bool:
    """Tell whether everything for ``game`` is in the cache, so that ``prepare`` takes a fraction of a second."""
    return jit.is_prepared(game.name)


@gc_paused()
def prepare(game: Game) -> None:
    """Compile what a game against computer players needs, or load it from the cache.

    Takes up to a minute the first time on a machine, then a fraction of a second.
    """
    match = game.start(seats=min(game.seats), seed=0)
    seat = match.to_move[0]
    if game.has_guess:
        replace(SEARCHERS[0], budget=Budget(1)).choose(match, seat, key=0)
        if MASTER.network_for(match):
            replace(MASTER, guided_iterations=1).choose(match, seat, key=0)
        if game.ledger is not None:
            better, other, *_ = map(game.notation.parse, match.legal(seat))
            from malecon.agents.explanation import explain  # here, because a server never explains by itself

            explain(Question(game, match.state, seat, better), other, config_of(game), 0, SMALLEST)
    match.play(seat, LEVELS[opponents_of(game)[0]].choose(match, seat, key=0))
    match.legal(seat), match.points, match.winners
    jit.mark_prepared(game.name)
