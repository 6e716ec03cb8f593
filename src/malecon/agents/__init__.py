"""Computer players. They see only what their seat may know."""

from malecon.agents.agent import Advice, Agent
from malecon.agents.levels import LEVELS, free_names, is_prepared, prepare

__all__ = [
    "LEVELS",
    "Advice",
    "Agent",
    "agent",
    "free_names",
    "is_prepared",
    "levels",
    "player_pool",
    "player_process",
    "prepare",
    "rating",
    "search",
]
