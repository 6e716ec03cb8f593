"""The computer players that come with the product, by name.

How long they search stands in ``levels.toml``, how they search a game in ``data/search.toml`` of its folder.
"""

import tomllib
from collections.abc import Collection, Iterator
from importlib.resources import files

from malecon import games
from malecon.agents.agent import Agent
from malecon.agents.search.context import SearchConfig
from malecon.agents.search.searcher import Budget, Searcher
from malecon.agents.simple import RandomPlayer, RolloutPlayer
from malecon.core.confusables import look_alike
from malecon.core.data import folder_of
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
