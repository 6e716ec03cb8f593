"""The games on a GPU: compared with the CPU move by move, and measured.

``python bench/gpu.py`` needs a GPU and the extra ``gpu``. Under ``NUMBA_ENABLE_CUDASIM=1`` the
kernels are simulated, and only compared. ``--assemble`` only compiles them, which needs no GPU.
"""

import argparse
import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import malecon
from malecon.core import contract
from malecon.core.bit_set import lowest
from malecon.core.contract import new_journal, observe_with_mask
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.random import signed
from malecon.research import cuda
from malecon.research.batches import cuda_kernels
from malecon.research.support import extra

with extra("gpu"):
    from malecon.core.jit.cuda import IS_SIMULATED, synchronize

BATCH, STEPS = 1 << 17, 200
"""Games of a measured batch, and its steps."""
THREADS, GAMES = 1 << 18, 4
"""Of measured random play, and the games of each thread."""


def check_game(game: Game, seats: int, games: int, moves: int) -> int:
    """Begin ``games`` on the GPU, and each on the CPU too; return how many moves ``check_equal`` has compared."""
    batch = cuda.batch(game, games, seats=seats, autoreset="off")
    keys = np.random.default_rng(7).integers(2**64, size=games, dtype=np.uint64)
    states, journal = np.zeros(games, game.state), new_journal(is_open=False)
    for place, key in enumerate(keys):
        states[place] = game.new_table(seats)
        contract.start(states[place], signed(int(key)), journal)
    batch.reset(seed=7, keys=keys)
    return check_equal(batch, states, moves)


def check_equal(batch: cuda.CudaBatch, states: NDArray[np.void], moves: int) -> int:
    """Play random moves on the GPU, and the same on the CPU; return how many were compared.

    Args:
        batch: which begins no new games.
        states: its positions; changed.
        moves: in each game, at most.

    Raises:
        AssertionError: position, observation, legal actions, seat or rewards differ.
    """
    journal, compared = new_journal(is_open=False), 0
    for _ in range(moves):
        _compare(batch, states)
        actions = batch.draw().copy_to_host()
        batch.step(actions)
        rewards, shares = batch.arrays.rewards.copy_to_host(), np.zeros(batch.seats, np.float32)
        for state, action, reward in zip(states, actions, rewards, strict=True):
            shares[:] = 0.0
            if contract.awaiting(state):
                contract.apply(state, lowest(contract.awaiting(state)), int(action), journal)
                contract.outcome(state, shares)
                compared += 1
            assert (reward == shares).all()
    _compare(batch, states)
    return compared


def _compare(batch: cuda.CudaBatch, states: NDArray[np.void]) -> None:
    """Raise ``AssertionError`` if a batch does not hold these positions, or does not see them as the CPU does."""
    of = cuda_kernels.Arrays(*(array.copy_to_host() for array in batch.arrays))
    assert of.states.tobytes() == states.tobytes()
    assert not of.illegal.any()
    board, out = np.zeros(1, batch.game.state), np.zeros(batch.game.widest, np.int16)
    numbers, mask = np.zeros_like(of.observations[0]), np.zeros_like(of.mask[0])
    for place, state in enumerate(states):
        awaited, board[0], mask[:] = contract.awaiting(state), state, 0
        seat = lowest(awaited) if awaited else -1
        if awaited:
            observe_with_mask(board, seat, out, numbers, mask)
        else:
            contract.observe(state, seat, numbers)
        assert of.to_move[place] == seat
        assert (of.observations[place] == numbers).all()
        assert (of.mask[place] == mask).all()
        assert of.legal[place, : of.count[place]].tolist() == np.flatnonzero(mask).tolist()


def _rate(work: Callable[[], int]) -> float:
    """Return the work that is done in a second: the median of five runs, after one that compiles."""
    rates = []
    for _ in range(6):
        begun = time.perf_counter()
        done = work()
        synchronize()
        rates.append(done / (time.perf_counter() - begun))
    return float(np.median(rates[1:]))


def _measure(game: Game, seats: int) -> None:
    """Print decisions a second of random games, and steps a second of a batch with observation and legal actions."""
    batch = cuda.batch(game, BATCH, seats=seats)
    batch.reset(seed=7)

    def step_all() -> int:
        for _ in range(STEPS):
            batch.step(batch.draw())
        return STEPS * BATCH

    played = _rate(lambda: int(cuda.play_many(game, GAMES, threads=THREADS, seats=seats).sum()))
    print(f"{game.name}, {seats} seats: {played:.3g} decisions/s of random games, {_rate(step_all):.3g} steps/s")


def _assemble(game: Game) -> None:
    """Print what each kernel needs of a GPU."""
    for kernel in cuda_kernels.KERNELS:
        begun = time.process_time()
        found = kernel.assemble(*cuda_kernels.arguments_for(game)[kernel])
        seconds = time.process_time() - begun
        print(
            f"{game.name:7}{kernel.name:9}{found.registers:4} registers, {found.stack:5} bytes of stack, "
            f"{found.spills:4} spilled, {len(found.ptx) >> 10:4} KB of PTX, {seconds:5.1f} s"
        )


def _try(game: Game, games: int, moves: int) -> None:
    """Compare a game with the CPU for all numbers of seats, and measure it on a GPU."""
    for seats in game.seats:
        compared = check_game(game, seats, games, moves)
        print(f"{game.name}, {seats} seats: {compared} moves, equal on GPU and CPU", flush=True)
        if not IS_SIMULATED:
            _measure(game, seats)


def main() -> None:
    """Compare and measure, or only compile, each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--assemble", action="store_true", help="only compile")
    parser.add_argument("--games", type=int, default=256, help="games that are compared")
    parser.add_argument("--moves", type=int, default=500, help="moves of each")
    choice = parser.parse_args()
    try:
        for game in malecon.games.values():
            _assemble(game) if choice.assemble else _try(game, choice.games, choice.moves)
    except UsageError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
