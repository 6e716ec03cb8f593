"""How lucky a seat was in a game, beside the seats of games that computer players have played among each other.

``tools/luck_making`` writes the file of a game: by number of seats, the parts of *cards* (``review.Account``) below
which 0, 5, … 100 of 100 seats stayed.
"""

from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
import numpy as np

from malecon.core.data import folder_of

FILE = "data/luck.json"
"""In the folder of a game."""
STEPS = 21
"""Numbers of the file for each number of seats."""


@cache
def luck_of(game: str) -> Mapping[int, Sequence[float]]:
    """Return the file of a game; empty if it has none."""
    file = folder_of(game) / FILE
    return msgspec.json.decode(file.read_bytes(), type=dict[int, tuple[float, ...]]) if file.is_file() else {}


def less_lucky(game: str, seats: int, cards: float) -> int | None:
    """Return in how many of 100 games a seat was less lucky; ``None`` if that is not known of the game."""
    found = luck_of(game).get(seats)
    return None if found is None else round(float(np.interp(cards, found, np.linspace(0, 100, len(found)))))
