"""Computer players. They see only what their seat may know."""

from malecon.agents.levels import LEVELS, Agent

__all__ = ["LEVELS", "Agent"]
