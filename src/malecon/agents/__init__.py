"""Computer players, which see only what their seat may know; matches between them, and what these prove."""

from malecon.agents.agent import Advice, Agent
from malecon.agents.levels import LEVELS, free_names, is_prepared, prepare

__all__ = [
    "LEVELS",
    "Advice",
    "Agent",
    "agent",
    "analysis",
    "free_names",
    "is_prepared",
    "levels",
    "machine_memory",
    "match_statistics",
    "matches",
    "player_pool",
    "player_process",
    "prepare",
    "puzzles",
    "review",
    "review_search",
    "search",
    "search_iteration",
]
