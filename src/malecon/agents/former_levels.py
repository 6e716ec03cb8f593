"""The former levels: computer players as they once were, by ``former:NAME``, to measure new ones against.

They go on playing as they did, also where the levels of today have changed: their figures stand in
``former_levels.toml``, and in ``data/former_search.toml`` of each game. What a game gives to every search is not kept
apart: its evaluation, its policy in playouts, and its guesses. A test plays with fixed keys, and fails when one of
these changes how they play.
"""

import tomllib
from importlib.resources import files

from malecon import games
from malecon.agents.agent import Agent, RolloutPlayer
from malecon.agents.search import SearchConfig
from malecon.agents.searcher import Budget, Searcher
from malecon.core import PlainData
from malecon.core.data import folder_of

PREFIX = "former:"
DATA: PlainData = tomllib.loads(files("malecon.agents").joinpath("former_levels.toml").read_text("utf-8"))
FILES = {game: folder_of(game) / "data/former_search.toml" for game in games}
CONFIGS = {
    game: SearchConfig(**tomllib.loads(file.read_text("utf-8"))) for game, file in FILES.items() if file.is_file()
}
"""By the name of the game."""

FORMER_LEVELS: dict[str, Agent] = {
    agent.name: agent
    for agent in (
        RolloutPlayer(f"{PREFIX}easy", samples=8),
        *(Searcher(PREFIX + name, Budget(**budget), CONFIGS) for name, budget in DATA["budget"].items()),
    )
}
"""The former levels by name, the weakest first."""
