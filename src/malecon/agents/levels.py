"""The levels of the computer players that come with the product, by name.

How they think stands in ``levels.toml``; how they search a game, in ``data/search.toml`` of its folder, where the
network lies, too, if there is one.
"""

import re
import tomllib
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from malecon import games
from malecon.agents.agent import RANDOM, Agent, RandomPlayer, RolloutPlayer
from malecon.agents.guided_searcher import GuidedSearcher
from malecon.agents.mixing import Mixing
from malecon.agents.network_player import SUFFIX, network_player
from malecon.agents.network_searcher import NetworkSearcher
from malecon.agents.search import RANDOM_SIMULATIONS, SearchConfig
from malecon.agents.searcher import Budget, Searcher
from malecon.agents.softmax_player import SoftmaxPlayer
from malecon.agents.styled_player import SEPARATOR, STYLES, StyledPlayer, style_of
from malecon.core import PlainData
from malecon.core.data import folder_of
from malecon.core.game_parts import GameParts

DATA: PlainData = tomllib.loads(files("malecon.agents").joinpath("levels.toml").read_text("utf-8"))
FILES = {game: folder_of(game) / "data/search.toml" for game in games}
SEARCH_CONFIGS = {
    game: SearchConfig(**tomllib.loads(file.read_text("utf-8"))) for game, file in FILES.items() if file.is_file()
}
"""By the name of the game."""
NETWORKS = {game: file for game in games for file in Path(str(folder_of(game) / "data")).glob(f"*{SUFFIX}")}
"""The files of the networks with which ``master`` searches, by the name of the game: at most one each."""
BUDGETS = {name: Budget(**budget) for name, budget in DATA["budget"].items()}
MIXING = Mixing(**DATA["mixing"])
MASTER = NetworkSearcher(
    "master",
    BUDGETS["master"],
    SEARCH_CONFIGS,
    networks=NETWORKS,
    guided_iterations=DATA["guided"]["iterations"],
    mixing=MIXING,
)
ROLLOUTS = {name: RolloutPlayer(name, samples) for name, samples in DATA["rollouts"].items()}
KIND = SoftmaxPlayer("kind", ROLLOUTS["kind"], **DATA["softmax"])
SEARCHERS = [*(Searcher(name, BUDGETS[name], SEARCH_CONFIGS) for name in ("standard", "strong")), MASTER]

LEVELS: dict[str, Agent] = {agent.name: agent for agent in (RandomPlayer(), KIND, ROLLOUTS["easy"], *SEARCHERS)}
"""The levels by name, the weakest first."""
STYLED: dict[str, Agent] = {
    name: StyledPlayer(name, judge, style, **DATA["style"])
    for judge in SEARCHERS
    if judge is not MASTER
    for style in sorted({style for styles in STYLES.values() for style in styles})
    for name in [f"{judge.name}{SEPARATOR}{style}"]
}
"""The levels that search with each style, by ``LEVEL:STYLE``; but ``master`` plays as well as it can."""


def player_named(level: str, name: str, game: str) -> str:
    """Return the name of the computer player of a level that bears a name at a table of a game.

    >>> player_named("strong", "Mateo", "havana"), player_named("easy", "Mateo", "havana")
    ('strong:thief', 'easy')
    """
    styled = f"{level}{SEPARATOR}{style_of(name, game)}"
    return styled if styled in STYLED else level


def config_of(game: GameParts) -> SearchConfig:
    """The parameters of a search in a game; those of the plainest one if its folder has none."""
    return SEARCH_CONFIGS.get(game.name, RANDOM_SIMULATIONS)


def levels_of(game: GameParts) -> tuple[str, ...]:
    """Return the levels at which computer players play a game, the weakest first: ``RANDOM`` alone without a guess."""
    return tuple(LEVELS) if game.has_guess else (RANDOM,)


def opponents_of(game: GameParts) -> tuple[str, ...]:
    """Return the levels that are proposed to people, the weakest first: those that think, if there are any."""
    return levels_of(game)[1:] or (RANDOM,)


_BY_ITERATIONS = re.compile(r"(search|mcts)-([1-9][0-9]{0,6})")


def searcher_of(name: str) -> Searcher | None:
    """Return the searcher of a name such as ``search-200`` or ``mcts-200``; ``None`` for another name.

    Both search without a clock, so that the same key gives the same move on any machine, at most so many iterations for
    each of the other players. ``search`` is that of the levels, ``mcts`` the plainest one: every simulation is random
    and goes to the end of the game.
    """
    found = _BY_ITERATIONS.fullmatch(name)
    if found is None:
        return None
    return Searcher(name, Budget(int(found[2])), SEARCH_CONFIGS if found[1] == "search" else {})


_BY_NETWORK = re.compile(r"search-([1-9][0-9]{0,6}):(.+" + re.escape(SUFFIX) + ")")


def guided_searcher_of(name: str) -> GuidedSearcher | None:
    """Return the player of a name such as ``search-400:network.npz``; ``None`` for another name.

    Raises:
        UsageError: the file of the network cannot be read, or is none.
    """
    found = _BY_NETWORK.fullmatch(name)
    return found and GuidedSearcher(name, network_player(Path(found[2])), SEARCH_CONFIGS, Budget(int(found[1])))


def without_clock(agent: Agent) -> Agent:
    """Return the agent, bounded by iterations alone if it searches."""
    if isinstance(agent, StyledPlayer):
        return replace(agent, judge=_without_clock(agent.judge))
    return _without_clock(agent) if isinstance(agent, Searcher) else agent


def _without_clock(searcher: Searcher) -> Searcher:
    return replace(searcher, budget=Budget(searcher.budget.iterations))
