"""The speed of batches on this machine, beside environments of others that are installed in the same one.

These are other games, so ratios tell an order of magnitude. Each is stepped with actions that are drawn at random, its
own way, and with observations: EnvPool with NumPy, Pgx compiled by JAX for one core, those of PufferLib, which are
written in C and know no masks of legal actions, with actions drawn before.
"""

import itertools
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec

import numpy as np

from figures import Figure
from malecon.core.game import Game
from malecon.research import batch

GAMES, MANY_GAMES, THREADS = 1024, 8192, (1, 2)
"""Of one core; and of the measure of threads, which need more games to be worth their while."""
SEATS = (2, 4)
REPETITIONS = 7
SECONDS = 0.3
"""Aimed length of one repetition."""
ON_ONE_CORE = "batch steps per second on one core"
ENVPOOL = ("ConnectFour-v1", "SparrowMahjong-v1")
PGX = ("connect_four", "backgammon")
PUFFERLIB = ("Connect4", "Go", "Breakout")
PEERS = ("envpool", "pgx", "pufferlib")
HOW = "pip install envpool pgx; python bench/install_pufferlib.py"


def measure_batches(games: Sequence[Game]) -> Iterator[Figure]:
    """Yield the figures of our batches, and of the environments that are installed, with ratios of both."""
    ours = list[Figure]()
    for game in games:
        for figure in _measure_ours(game):
            yield figure
            if figure.what == ON_ONE_CORE:
                ours.append(figure)
    for peer, rate in _measure_peers():
        yield Figure(f"{peer} steps per second", None, None, rate, "1/s")
        for figure in ours:
            yield Figure(f"batch steps for one of {peer}", figure.game, figure.seats, figure.value / rate, "")


def _measure_ours(game: Game) -> Iterator[Figure]:
    """Yield steps a second with compact observations and lists of legal actions, draws included."""
    for seats in SEATS:
        rate = _best_rate(_ours(game, GAMES, seats, 1), GAMES)
        yield Figure(ON_ONE_CORE, game.name, seats, rate, "1/s")
        rate = _best_rate(_ours(game, GAMES, seats, 1, learns=True), GAMES)
        yield Figure("batch steps per second of a seat against random ones", game.name, seats, rate, "1/s")
        for threads in THREADS:
            rate = _best_rate(_ours(game, MANY_GAMES, seats, threads), MANY_GAMES)
            yield Figure(
                f"batch steps per second of {MANY_GAMES} games, threads: {threads}", game.name, seats, rate, "1/s"
            )


def _measure_peers() -> Iterator[tuple[str, float]]:
    """Yield the steps a second of each environment that is installed."""
    for package, names, make in zip(PEERS, (ENVPOOL, PGX, PUFFERLIB), (_envpool, _pgx, _pufferlib), strict=True):
        if find_spec(package) is not None:
            for name in names:
                yield f"{package} {name}", _best_rate(make(name), GAMES)


def not_measured() -> str:
    """The environments that are missing beside ours, and how they are installed; empty if none is."""
    missing = [name for name in PEERS if find_spec(name) is None]
    return f"not installed, so not measured beside: {', '.join(missing)} ({HOW})" if missing else ""


def _best_rate(step: Callable[[], object], units: int) -> float:
    """Return the most units a second; a call of ``step`` is ``units`` of them."""
    step()
    begin, rounds = time.perf_counter(), 0
    while time.perf_counter() - begin < SECONDS:
        step()
        rounds += 1
    best = 0.0
    for _ in range(REPETITIONS):
        begin = time.perf_counter()
        for _ in range(rounds):
            step()
        best = max(best, units * rounds / (time.perf_counter() - begin))
    return best


def _ours(game: Game, count: int, seats: int, threads: int, *, learns: bool = False) -> Callable[[], object]:
    """Return a step of a batch of ours with so many games; ``learns``: one seat, against random ones."""
    opponents, seat = ("random", None) if learns else (None, 0)
    games = batch(game, count, seats, threads=threads, legal="list", opponents=opponents, seat=seat)
    games.reset(1)
    return lambda: games.step(games.draw())


def _envpool(name: str) -> Callable[[], object]:
    """Return a step of environments of EnvPool."""
    import envpool

    envs = envpool.make_gymnasium(name, num_envs=GAMES, num_threads=1)
    rng, (_, info) = np.random.default_rng(1), envs.reset()

    def step() -> None:
        nonlocal info
        mask = info["legal_action_mask"]
        *_, info = envs.step(np.where(mask, rng.random(mask.shape, np.float32), -1.0).argmax(1).astype(np.int32))

    return step


def _pgx(name: str) -> Callable[[], object]:
    """Return a step of environments of Pgx."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(name)
    many = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    draw = jax.jit(lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -1e9)))
    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))

    def step() -> None:
        nonlocal state, key
        key, of_draw, of_step = jax.random.split(key, 3)
        keys = jax.random.split(of_step, GAMES)
        state = many(state, draw(of_draw, state.legal_action_mask), keys)
        state.observation.block_until_ready()

    return step


def _pufferlib(name: str) -> Callable[[], object]:
    """Return a step of environments of PufferLib."""
    import_module("malecon.research.pufferlib")  # imports it without the link that it makes in the current folder
    module = import_module(f"pufferlib.ocean.{name.lower()}.{name.lower()}")
    envs = getattr(module, name)(num_envs=GAMES)
    envs.reset(1)
    actions = np.random.default_rng(1).integers(0, envs.single_action_space.n, (64, envs.num_agents), np.int32)
    turns = itertools.cycle(actions)
    return lambda: envs.step(next(turns))
