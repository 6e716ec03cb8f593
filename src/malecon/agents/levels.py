"""The computer players that come with the product, by name, and their warm-up.

How long they search stands in ``levels.toml``, how they search a game in ``data/search.toml`` of its folder.

Numba compiles a function when it is first called, and keeps the result in the cache folder. ``prepare`` calls all that
a game against computer players needs, so that no prompt freezes in the middle of it; a mark in the folder says that
this has been done.
"""

import tomllib
from collections.abc import Collection, Iterator
from dataclasses import replace
from importlib.resources import files

from malecon import games
from malecon.agents.agent import Agent, RandomPlayer, RolloutPlayer
from malecon.agents.search.context import SearchConfig
from malecon.agents.search.searcher import Budget, Searcher
from malecon.core.data import folder_of
from malecon.core.game import Game
from malecon.core.jit import JIT, cache_folder, cache_path
from malecon.core.plain_text import look_alike
from malecon.core.process import gc_paused
from malecon.core.untyped import PlainData

NAMES = ("Rosa", "Mateo", "Inés", "Tomás", "Elena")
"""Names that computer players bear at a table."""
DATA: PlainData = tomllib.loads(files("malecon.agents").joinpath("levels.toml").read_text("utf-8"))
FILES = {game: folder_of(game) / "data/search.toml" for game in games}
SEARCH_CONFIGS = {
    game: SearchConfig(**tomllib.loads(file.read_text("utf-8"))) for game, file in FILES.items() if file.is_file()
}
"""By the name of the game."""
SEARCHERS = [Searcher(name, Budget(**budget), SEARCH_CONFIGS) for name, budget in DATA["budget"].items()]

LEVELS: dict[str, Agent] = {
    agent.name: agent for agent in (RandomPlayer(), RolloutPlayer("easy", samples=8), *SEARCHERS)
}
"""The levels by name, the weakest first."""


def free_names(taken: Collection[str]) -> Iterator[str]:
    """Yield names for computer players that look like nobody else's; five, less those."""
    return (name for name in NAMES if not look_alike(name, filter(None, taken)))


def is_prepared(game: Game) -> bool:
    """Tell whether everything for ``game`` is in the cache, so that ``prepare`` takes a fraction of a second."""
    return (cache_path() / f"prepared-{game.name}").exists()


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
