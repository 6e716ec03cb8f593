"""Prints a fingerprint of every step of some games; run in both modes, the lines must be the same."""

import sys
import zlib

from conformance.tables import TABLES, random_game


def main(keys: int) -> None:
    for table in TABLES:
        for key in range(keys):
            for state, seat, action in random_game(table, key):
                print(table, key, seat, action, zlib.crc32(state.tobytes()))


if __name__ == "__main__":
    main(int(sys.argv[1]))
