"""Warm-up: everything is compiled before a game begins, so that no prompt freezes in the middle of it.

Numba compiles a function when it is first called, and keeps the result in the cache folder. ``prepare`` calls all that
a game against computer players needs; a mark in the folder says that this has been done.
"""

from dataclasses import replace

from malecon.agents.levels import LEVELS
from malecon.agents.search.searcher import Budget, Searcher
from malecon.core.game import Game
from malecon.core.gc_tuning import gc_paused
from malecon.core.jit import JIT, cache_folder


def is_prepared(game: Game) -> bool:
    """Tell whether everything for ``game`` is compiled, so that ``prepare`` takes a fraction of a second."""
    return not JIT or (cache_folder() / f"prepared-{game.name}").exists()


@gc_paused()
def prepare(game: Game) -> None:
    """Compile what a game against computer players needs, or load it from the cache.

    Takes up to half a minute the first time on a machine, then a fraction of a second.
    """
    match = game.start(seats=min(game.seats), seed=0)
    seat = match.to_move[0]
    searcher = next(agent for agent in LEVELS.values() if isinstance(agent, Searcher))
    replace(searcher, budget=Budget(1)).choose(match, seat, key=0)
    match.play(seat, LEVELS["easy"].choose(match, seat, key=0))
    match.legal(seat), match.points, match.winners
    if JIT:
        (cache_folder() / f"prepared-{game.name}").touch()
