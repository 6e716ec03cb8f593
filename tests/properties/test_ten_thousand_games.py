"""Ten thousand whole random games: after every decision all pieces are there, and every game equals its replay.

The check is written once and compiled like the rules; the plain run plays a few of the same games.
"""

import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import cases
from cases import CASES, STARTS
from malecon.core import contract
from malecon.core.bit_set import has, lowest
from malecon.core.contract import Journal, new_journal
from malecon.core.jit import JIT, by_game, routine, rule
from malecon.core.random import Source, new_source

GAMES = [2000, pytest.param(10_000, marks=pytest.mark.slow)] if JIT else [5]
LONGEST = 4000
ILLEGAL, TOO_LONG = -2, -1
FURTHER_FAULTS = ("the legal actions", "too long")
"""Those of every game, counted from the end."""
NOBODY = -1

fault = by_game("fault")
"""The number of what is wrong with a position, 0 if nothing."""
LAWS = zlib.crc32(b"".join(file.read_bytes() for file in sorted(Path(cases.__file__).parent.glob("*.py"))))
"""A fingerprint of all ``fault`` functions."""

Check = Callable[[NDArray[np.void], int, Source, NDArray[np.int16], NDArray[np.int16], Journal], int]


@rule
def legal_fault(state: object, seats: int, out: NDArray[np.int16]) -> bool:
    """Who is awaited has a choice, in ascending order; nobody else has."""
    for seat in range(seats):
        n = contract.legal(state, seat, out)
        if has(contract.awaiting(state), seat) != (n >= 2) or n == 1:
            return True
        for i in range(1, n):
            if out[i] <= out[i - 1]:
                return True
    return False


def checker(laws: int) -> Check:
    """Return the function that plays and checks; the compiler keeps one for every value of ``laws``.

    Without that it would keep one that calls the laws as they were when it was compiled: they are in other files.
    """

    @routine
    def play_and_check(
        boards: NDArray[np.void],
        key: int,
        source: Source,
        moves: NDArray[np.int16],
        out: NDArray[np.int16],
        journal: Journal,
    ) -> int:
        boards[1] = boards[0]
        contract.start(boards[1], key, journal)
        count = 0
        wrong = 0 * laws
        while contract.awaiting(boards[1]) != 0:
            wrong = fault(boards[1])
            if wrong != 0:
                return wrong
            if legal_fault(boards[1], boards[1].seats, out):
                return ILLEGAL
            if count == LONGEST:
                return TOO_LONG
            seat = lowest(contract.awaiting(boards[1]))
            moves[count, 0] = seat
            moves[count, 1] = contract.sample(boards[1], seat, source)
            contract.apply(boards[1], seat, moves[count, 1], journal)
            count += 1
        moves[count, 0] = NOBODY
        return int(fault(boards[1]))

    return play_and_check


play_and_check = checker(LAWS)


@routine
def replay(boards: NDArray[np.void], key: int, moves: NDArray[np.int16], journal: Journal) -> None:
    """Play the noted moves in ``boards[2]``."""
    boards[2] = boards[0]
    contract.start(boards[2], key, journal)
    count = 0
    while moves[count, 0] != NOBODY:
        contract.apply(boards[2], moves[count, 0], moves[count, 1], journal)
        count += 1


@pytest.mark.parametrize("games", GAMES)
@pytest.mark.parametrize("start", STARTS)
def test_random_games_end_keep_all_pieces_and_equal_their_replay(start: str, games: int) -> None:
    game, options = STARTS[start]
    case = CASES[game.name]
    boards = np.zeros(3, game.state)
    boards[0] = game.new_state(**options)
    moves, out = np.zeros((LONGEST + 1, 2), np.int16), np.zeros(game.widest, np.int16)
    source, journal = new_source(options["seats"]), new_journal(is_open=False)

    for key in range(games // len(case.STARTS)):
        wrong = play_and_check(boards, key, source, moves, out, journal)
        replay(boards, key, moves, journal)

        assert wrong == 0, f"key {key}: {(*case.FAULTS, *FURTHER_FAULTS)[wrong]}"
        assert contract.over(boards[1])
        assert boards[1].tobytes() == boards[2].tobytes(), f"key {key}"
