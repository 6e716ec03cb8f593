"""Computer players, which see only what their seat may know."""

from malecon.agents.agent import RANDOM, Advice, Agent, distinct_turns, tried, worse_than_best
from malecon.agents.levels import LEVELS, levels_of, opponents_of, player_named
from malecon.agents.names import free_names
from malecon.agents.preparation import is_prepared, prepare

__all__ = [
    "LEVELS",
    "RANDOM",
    "Advice",
    "Agent",
    "agent",
    "analysis",
    "distinct_turns",
    "free_names",
    "is_prepared",
    "levels",
    "levels_of",
    "luck",
    "machine_memory",
    "match_statistics",
    "matches",
    "mixing",
    "opponents_of",
    "player_named",
    "player_pool",
    "player_process",
    "prepare",
    "puzzles",
    "review",
    "review_curve",
    "review_search",
    "search",
    "search_iteration",
    "searcher",
    "styled_player",
    "tried",
    "worse_than_best",
]
