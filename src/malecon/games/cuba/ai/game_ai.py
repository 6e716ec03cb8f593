"""The numbers that computer players and learning programs read of Cuba."""

from malecon.core.engine import Ai
from malecon.games.cuba.ai.features import OBSERVATION
from malecon.games.cuba.ai.value_features import VALUE_FEATURES

AI = Ai(observation=OBSERVATION, value_features=VALUE_FEATURES)
