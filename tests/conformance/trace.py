"""Prints a fingerprint of every step of some games, and of what is seen; in both modes the lines must be the same."""

import sys
import zlib

import numpy as np

from conformance.tables import TABLES, game_at, random_game
from malecon.core import contract

LOOKED_AT = 10
"""Of so many positions one is observed."""


def main(keys: int) -> None:
    for table in TABLES:
        seen = np.zeros(game_at(table).observation.size, np.int8)
        for key in range(keys):
            for step, (state, seat, action) in enumerate(random_game(table, key)):
                if step % LOOKED_AT == 0:
                    contract.observe(state, seat, seen)
                print(table, key, seat, action, zlib.crc32(state.tobytes()), zlib.crc32(seen.tobytes()))


if __name__ == "__main__":
    main(int(sys.argv[1]))
