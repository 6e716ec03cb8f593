"""The numbers that computer players and learning programs read of Havana."""

from malecon.core.engine import Ai
from malecon.games.havana.ai.features import OBSERVATION
from malecon.games.havana.ai.value_features import VALUE_FEATURES

AI = Ai(observation=OBSERVATION, value_features=VALUE_FEATURES)
