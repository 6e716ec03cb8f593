"""Small variants: they can be solved through explicit chance, and every player can play them as they are."""

from pathlib import Path
from typing import Any

import pyspiel
import pytest

import malecon
import malecon.research.openspiel
from malecon.agents import LEVELS
from malecon.core.game import Game
from malecon.core.jit import JIT
from malecon.research.exploitability import decision_states, search_policy
from malecon.research.variants import variant_position, variants
from sampling import once
from open_spiel.python.algorithms import exploitability

VARIANTS = {f"{game.name}, {name}": (game, name) for game in malecon.games.values() for name in variants(game)}
each_variant = pytest.mark.parametrize("variant", VARIANTS)
SMALLEST = {game.name: f"malecon_{game.name}(variant={next(iter(variants(game)))})" for game in malecon.games.values()}
"""The first variant of each game is its smallest."""
