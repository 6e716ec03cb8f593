"""Cuba for computer players: features, evaluation, policy, networks; the record of the numbers that they read."""

from malecon.core.engine import Ai
from malecon.games.cuba.ai.features import OBSERVATION
from malecon.games.cuba.ai.value_features import VALUE_FEATURES

__all__ = ["AI", "evaluation", "features", "policy", "value_features"]

AI = Ai(observation=OBSERVATION, value_features=VALUE_FEATURES)
