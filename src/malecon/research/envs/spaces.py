"""The spaces of observations, as Gymnasium and PettingZoo have them."""

import numpy as np

from malecon.core.game import Game
from malecon.research.envs.environment import Form
from malecon.research.support import extra

with extra("research"):
    from gymnasium.spaces import Box, Dict


def numbers_space(game: Game, form: Form) -> Box:
    """Return the space of the numbers of an observation; the game's schema has the names (``Schema.named``)."""
    schema = game.observation
    if form == "compact":
        return Box(schema.low, schema.high, dtype=np.int8)
    return Box(schema.float_low, schema.float_high, dtype=np.float32)


def observation_space(game: Game, form: Form, actions: int) -> Dict:
    """Return the space of an ``Observation`` with the mask of so many actions."""
    return Dict({"observation": numbers_space(game, form), "action_mask": Box(0, 1, (actions,), np.int8)})
