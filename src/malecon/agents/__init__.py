"""Computer players. They see only what their seat may know."""

from malecon.agents.levels import LEVELS, Agent, free_names
from malecon.agents.ready import is_prepared, prepare

__all__ = ["LEVELS", "Agent", "free_names", "is_prepared", "prepare"]
