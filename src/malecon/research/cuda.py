"""Many games at once on a GPU: the same rules in CUDA kernels, a thread for each game (extra ``gpu``).

All arrays stay on the GPU; PyTorch, JAX and CuPy take them without a copy (``__cuda_array_interface__``). Calls return
before the kernels have ended; ``array.copy_to_host()`` waits. The kernels of a game are compiled once on a machine, in
about a minute.
"""

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from malecon.core import AnyState
from malecon.core.contract import CLOSED
from malecon.core.errors import UsageError, shortened
from malecon.core.fields import AnyDtype
from malecon.core.game import Game, checked_seed
from malecon.core.random import KEYS, SOURCE
from malecon.research.batches.batch import Autoreset
from malecon.research.batches.cuda_kernels import DEAL, DRAW, OBSERVE, PLAY, STEP, Arrays, arguments_of, new_arrays
from malecon.research.batches.setup import AUTORESETS, check_words
from malecon.research.envs.environment import check_arguments, checked_whole
from malecon.research.support import extra, find_game

with extra("gpu"):
    from malecon.core.jit.cuda import DeviceArray, Kernel, check_device, to_device

MOST = 2**31 - 1
"""Of games or threads at once, and of games one after another in a thread."""


class CudaBatch:
    """Games that go on side by side; of each, the lowest seat that is asked acts next.

    Attributes:
        game, games, seats: what is played, how many games, and how many seats each has.
        arrays: on the GPU.
    """

    def __init__(self, game: Game, games: int, begun: AnyState, autoreset: Autoreset) -> None:
        """``begun``: the table before the set-up, with seats and options."""
        self.game, self.games, self.seats = game, games, int(begun.seats)
        self.arrays = Arrays(*map(to_device, new_arrays(game, games, begun)))
        self._arguments = arguments_of(self.arrays, AUTORESETS.index(autoreset))

    def reset(self, seed: int | None = None, keys: NDArray[np.uint64] | None = None) -> None:
        """Begin all games anew, each with another deal.

        Args:
            seed: all chance follows from it; 0 to 2**64 - 1, drawn if ``None``.
            keys: of the first games, uint64 ``[games]``; game ``i`` begins like ``Game.start(seed=keys[i])``.

        Raises:
            UsageError: ``seed`` or ``keys`` are none.
        """
        chance = np.random.default_rng(secrets.randbits(64) if seed is None else checked_seed(seed))
        drawn = chance.integers(KEYS, size=(2, self.games), dtype=np.uint64)
        if keys is not None:
            _check_shape("keys", keys, np.dtype(np.uint64), self.games)
            drawn[0] = keys
        self.arrays.keys.copy_to_device(drawn.view(np.int64))
        self.arrays.illegal.copy_to_device(np.zeros(self.games, np.int32))
        self._run(DEAL)
        self._begin()

    def go_on_from(self, states: NDArray[np.void]) -> None:
        """Go on from other positions, such as ``arrays.states.copy_to_host()`` once were, and observe.

        ``states``: positions of the game with as many seats; that they are such positions is not checked.

        Raises:
            UsageError: they are not one for each game.
        """
        _check_shape("states", states, self.game.state, self.games)
        self.arrays.states.copy_to_device(states)
        self._begin()

    def step(self, actions: DeviceArray) -> None:
        """Carry out an action in each game, and observe. Where a game is over, its action is ignored.

        An action that is not legal is counted, and a legal one is drawn instead.

        Args:
            actions: int64 ``[games]``, of NumPy, or of any package on the GPU.

        Raises:
            UsageError: they are of another type or number.
        """
        _check_shape("actions", actions, np.dtype(np.int64), self.games)
        self._run(STEP, to_device(actions) if isinstance(actions, np.ndarray) else actions)
        self._run(OBSERVE)

    def draw(self) -> DeviceArray:
        """Return a legal action for each game, each equally likely; -1 where it is over. Changes ``arrays.actions``."""
        self._run(DRAW)
        return self.arrays.actions

    def _begin(self) -> None:
        """Forget the results of other games, and observe."""
        self.arrays.rewards.copy_to_device(np.zeros((self.games, self.seats), np.float32))
        self.arrays.done.copy_to_device(np.zeros(self.games, np.bool_))
        self._run(OBSERVE)

    def _run(self, kernel: Kernel, *last: object) -> None:
        """Run a kernel for all games; ``last`` takes the place of its last arguments."""
        arguments = self._arguments[kernel]
        kernel.launch(self.games, *arguments[: len(arguments) - len(last)], *last)


def _check_shape(name: str, array: DeviceArray, kind: AnyDtype, count: int) -> None:
    """Raise ``UsageError`` if an array has not one axis with so many elements of a kind (PyTorch has its own kinds)."""
    if not hasattr(array, "shape") or not hasattr(array, "dtype"):
        got = shortened(array)
    elif tuple(array.shape) == (count,) and (array.dtype == kind or str(array.dtype) == f"torch.{kind}"):
        return
    else:
        got = f"{getattr(array.dtype, 'name', array.dtype)} with the shape {tuple(array.shape)}"
    raise UsageError(f"{name}: are {got}, but must be {kind.name} with the shape ({count},)")


def batch(
    game: str | Game, games: int = 1024, *, seats: int = 2, autoreset: Autoreset = "same-step", **options: Any
) -> CudaBatch:
    """Return many games of one kind on the GPU.

    Args:
        game: or its name.
        games: how many, 1 to 2**31 - 1.
        seats: of each.
        autoreset: when the next game begins: with the step that ends one, with the step after it, or never.
        options: of the game.

    Raises:
        UsageError: there is no such game or option, or no GPU.
    """
    check_words(autoreset=autoreset)
    count, found = checked_whole("games", games, 1, MOST), find_game(game)
    check_arguments("batch", batch, found, options)
    check_device()
    return CudaBatch(found, count, found.new_table(seats, **options), autoreset)


def play_many(
    game: str | Game, games: int, *, threads: int = 1 << 16, seats: int = 2, seed: int = 0, **options: Any
) -> NDArray[np.int64]:
    """Play random games to the end, ``games`` in each thread, and return the decisions of each thread, int64.

    No position leaves the memory of its thread: the measure of the speed of the rules.

    Raises:
        UsageError: there is no such game or option, or no GPU.
    """
    found = find_game(game)
    check_arguments("play_many", play_many, found, options)
    check_device()
    count, each = checked_whole("threads", threads, 1, MOST), checked_whole("games", games, 0, MOST)
    keys = np.random.default_rng(checked_seed(seed)).integers(KEYS, size=(2, count), dtype=np.uint64)
    begun, counted = np.array([found.new_table(seats, **options)], found.state), to_device(keys.view(np.int64))
    tables = to_device(begun), to_device(np.zeros(count, SOURCE)), to_device(np.zeros(1, CLOSED))
    PLAY.launch(count, *tables, each, counted)
    decisions: NDArray[np.int64] = counted.copy_to_host()[0]
    return decisions
