"""Decisions of searches, from a data set of ``malecon data make``, as a teacher."""

from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.research.data.dataset import read_contents
from malecon.research.support import extra
from policy_learning.gradients import Floats

with extra("research"):
    import pyarrow.parquet as pq

SHARPNESS = 4
"""Power of the visits: a search of some hundred iterations tries much that it would not do."""


class Searched(NamedTuple):
    """Decisions with what a search thought of them.

    Attributes:
        seats: how many play.
        inputs: float32 ``[n, inputs]``.
        legal: int8 ``[n, actions]``.
        target: float32 ``[n, actions]``, probabilities of a teacher that does what was tried most.
        shares: float32 ``[n, most seats]``, of the victory at the end, from the seat that decides on.
    """

    seats: int
    inputs: Floats
    legal: NDArray[np.int8]
    target: Floats
    shares: Floats


class SearchedData:
    """A data set in memory.

    Attributes:
        seats: how many play.
        count: decisions.
    """

    def __init__(self, game: Game, folder: Path) -> None:
        """Read the data set in ``folder``.

        Raises:
            UsageError: it is of another game.
        """
        files = sorted((folder / "data").glob("*.parquet"))
        if not files:
            raise UsageError(f"{folder}: has no data set")
        plan = read_contents(files[0]).plan
        if plan.game != game.name:
            raise UsageError(f"{folder}: is of {plan.game}, but must be of {game.name}")
        rows = pq.read_table(folder / "data").combine_chunks()
        self._game, self.seats, self.count = game, plan.seats, len(rows)
        columns = {name: rows[name].combine_chunks() for name in ("observation", "legal", "visits")}
        self._observations = columns["observation"].values.to_numpy().reshape(self.count, -1)
        self._ends = columns["legal"].offsets.to_numpy()
        self._legal, self._visits = (columns[name].values.to_numpy() for name in ("legal", "visits"))
        numbers, seats, outcomes = (rows[name].to_numpy() for name in ("game", "seat", "outcome"))
        results = np.zeros((int(numbers.max()) + 1, self.seats), np.float32)
        results[numbers, seats] = outcomes
        turned = (seats[:, None] + np.arange(self.seats)) % self.seats
        self._shares = results[numbers[:, None], turned]

    def some(self, rng: np.random.Generator, count: int, most_seats: int) -> Searched:
        """Return decisions that are drawn; ``most_seats``: of the network."""
        chosen = rng.integers(self.count, size=count)
        legal = np.zeros((count, self._game.actions.count), np.int8)
        target, shares = np.zeros(legal.shape, np.float32), np.zeros((count, most_seats), np.float32)
        shares[:, : self.seats] = self._shares[chosen]
        for row, place in enumerate(chosen):
            part = slice(self._ends[place], self._ends[place + 1])
            tried = (self._visits[part] / self._visits[part].max()).astype(np.float64) ** SHARPNESS
            legal[row, self._legal[part]] = 1
            target[row, self._legal[part]] = tried / tried.sum()
        return Searched(self.seats, self._game.observation.floats(self._observations[chosen]), legal, target, shares)
