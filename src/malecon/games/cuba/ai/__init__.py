"""Cuba for computer players: the record of the numbers that they read."""

from malecon.core.engine import Ai
from malecon.games.cuba.ai import observation
from malecon.games.cuba.ai.value_features import VALUE_FEATURES

__all__ = ["AI", "evaluation", "observation", "policy", "value_features"]

AI = Ai(observation=observation.SCHEMA, value_features=VALUE_FEATURES)
