"""The games on a GPU: compiled runs put the kernels through compiler and assembler, plain runs simulate them."""

from collections.abc import Callable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import malecon
from cases import STARTS
from face.playing import random_match
from malecon.core import contract
from malecon.core.bit_set import lowest
from malecon.core.contract import new_journal
from malecon.core.errors import UsageError
from malecon.core.game import Game
from malecon.core.random import draw_deal_key, new_source
from modes import needs_compiler, needs_plain_rules
from sampling import close_looks

NEEDED = "numba-cuda 'cuda-bindings<13' nvidia-cuda-nvcc-cu12 nvidia-cuda-runtime-cu12"

pytestmark = pytest.mark.skipif(find_spec("numba_cuda") is None, reason=f"kernels need: pip install {NEEDED}")
simulated = needs_plain_rules("kernels are simulated in plain mode only")
each_game = pytest.mark.parametrize("game", malecon.games.values(), ids=[*malecon.games])


@pytest.fixture(scope="module")
def cuda() -> ModuleType:
    """The module of batches, which needs an extra; in plain mode the simulator of numba-cuda runs its kernels."""
    from malecon.research import cuda

    return cuda


@pytest.mark.slow
@needs_compiler("only compiled rules become kernels")
@each_game
def test_kernels_keep_in_registers_what_they_compute(cuda: ModuleType, game: Game) -> None:
    """``STEP`` has all rules in it; ``bench/gpu.py --assemble`` compiles the other kernels too."""
    from malecon.research.batches.cuda_kernels import OBSERVE, STEP, arguments_for

    arguments = arguments_for(game)
    for kernel in (STEP, OBSERVE):
        found = kernel.assemble(*arguments[kernel])

        assert (found.stack, found.spills) == (0, 0), kernel.name
        assert 16 < found.registers < 128, kernel.name
        assert ".target sm_90" in found.ptx


@simulated
@each_game
def test_a_gpu_plays_like_the_cpu_move_by_move(cuda: ModuleType, game: Game) -> None:
    from gpu import check_game

    for seats in game.seats:
        assert check_game(game, seats, games=2, moves=2) == 4


@simulated
@pytest.mark.parametrize("start", STARTS)
def test_a_gpu_sees_and_does_the_same_in_the_whole_course_of_a_game(cuda: ModuleType, start: str) -> None:
    from gpu import check_equal

    game, options = STARTS[start]
    course = ((match.state.copy(),) for match, _, _ in random_match(start, 3))
    states = np.array([state for (state,) in close_looks(course)], game.state)
    batch = cuda.batch(game, len(states), autoreset="off", **options)
    batch.go_on_from(states)

    assert check_equal(batch, states, moves=1) == len(states)


def nearly_over(game: Game) -> tuple[Any, int, Any]:
    """Return the position before the last decision of a random game of two, the decision, and the shares it gives."""
    state, source, journal = game.new_table(2), new_source(5), new_journal(is_open=False)
    contract.start(state, 5, journal)
    before, action = state, 0
    while awaited := contract.awaiting(state):
        before, action = state.copy(), int(contract.sample(state, lowest(awaited), source))
        contract.apply(state, lowest(awaited), action, journal)
    shares = np.zeros(2, np.float32)
    contract.outcome(state, shares)
    return before, action, shares


@simulated
@each_game
@pytest.mark.parametrize(
    ("autoreset", "over_after_one", "over_after_two"), [("same-step", 0, 0), ("next-step", 1, 0), ("off", 1, 1)]
)
def test_the_next_game_begins_when_it_was_asked_to(
    cuda: ModuleType, game: Game, autoreset: str, over_after_one: int, over_after_two: int
) -> None:
    before, action, shares = nearly_over(game)
    batch = cuda.batch(game, 2, seats=2, autoreset=autoreset)
    batch.reset(seed=1)
    other = batch.arrays.states.copy_to_host()[1]
    batch.go_on_from(np.array([before, other], game.state))

    batch.step(np.array([action, batch.arrays.legal.copy_to_host()[1, 0]], np.int64))
    after_one = cuda.Arrays(*(array.copy_to_host() for array in batch.arrays))
    batch.step(batch.draw())
    after_two = cuda.Arrays(*(array.copy_to_host() for array in batch.arrays))

    assert after_one.done.tolist() == [True, False]
    assert after_one.rewards.tolist() == [shares.tolist(), [0.0, 0.0]]
    assert (after_one.to_move[0] == -1, after_two.to_move[0] == -1) == (over_after_one, over_after_two)
    assert after_one.mask[0].any() != over_after_one
    assert after_two.done.tolist() == [over_after_two, False]
    assert not after_two.rewards.any()
    assert not after_two.illegal.any()
    for is_reset in (True, False):
        batch.go_on_from(np.array([before, other], game.state))
        batch.step(np.array([action, batch.arrays.legal.copy_to_host()[1, 0]], np.int64))
        batch.reset(seed=1) if is_reset else batch.go_on_from(np.array([other, other], game.state))
        assert not batch.arrays.done.copy_to_host().any()
        assert not batch.arrays.rewards.copy_to_host().any()


@simulated
def test_an_action_that_is_not_legal_is_counted_and_replaced(cuda: ModuleType) -> None:
    batch = cuda.batch("havana", 3, seats=2)
    batch.reset(seed=1)
    before = batch.arrays.states.copy_to_host()
    assert batch.arrays.mask.copy_to_host()[:, -1].tolist() == [0, 0, 0]

    batch.step(np.array([-1, len(batch.game.notation) - 1, len(batch.game.notation)], np.int64))

    assert batch.arrays.illegal.copy_to_host().tolist() == [1, 1, 1]
    assert all(a.tobytes() != b.tobytes() for a, b in zip(before, batch.arrays.states.copy_to_host(), strict=True))


@simulated
def test_a_seed_gives_the_same_games_again_and_a_key_its_deal(cuda: ModuleType) -> None:
    batch = cuda.batch("cuba", 2, seats=3, sealed=True)
    games = []
    for seed in (4, 4, 5):
        batch.reset(seed=seed)
        batch.step(batch.draw())
        games.append(batch.arrays.states.copy_to_host().tobytes())
    batch.reset(keys=np.array([7, 2**64 - 1], np.uint64))

    assert games[0] == games[1] != games[2]
    deals = [malecon.games["cuba"].start(seats=3, seed=seed, sealed=True).state for seed in (7, 2**64 - 1)]
    assert batch.arrays.states.copy_to_host().tobytes() == b"".join(deal.tobytes() for deal in deals)


@simulated
@each_game
def test_whole_games_are_those_of_the_cpu(cuda: ModuleType, game: Game) -> None:
    key = np.random.default_rng(3).integers(2**64, size=(2, 1), dtype=np.uint64)[1, 0]
    state, source, journal = game.new_table(2), new_source(int(key)), new_journal(is_open=False)
    contract.start(state, draw_deal_key(source), journal)

    assert cuda.play_many(game, 1, threads=1, seed=3).tolist() == [contract.play_out(state, source, journal)]


@simulated
def test_bad_input_is_refused(cuda: ModuleType) -> None:
    batch = cuda.batch("havana", 2)
    wrong: tuple[tuple[Callable[[], object], str], ...] = (
        (lambda: cuda.batch("havana", 2, autoreset="now"), "now"),
        (lambda: cuda.batch("chess", 2), "chess"),
        (lambda: cuda.batch("havana", 0), "games: is 0"),
        (lambda: cuda.batch("havana", 2.5), r"games: is 2\.5, but must be a whole number"),
        (lambda: cuda.play_many("cuba", -3), "games: is -3, but must be a whole number"),
        (lambda: cuda.play_many("cuba", 1, threads=0), "threads: is 0, but must be a whole number"),
        (lambda: batch.step([0, 0]), r"actions: are \[0, 0\], but must be int64"),
        (lambda: cuda.batch("havana", 2, editon="filosofia"), "editon: .* option of havana; did you mean edition"),
        (lambda: cuda.play_many("cuba", 1, seat=3), "seat: .* option of cuba; did you mean seats"),
        (lambda: batch.reset(seed=-1), "seed: is -1"),
        (
            lambda: batch.reset(keys=np.zeros(3, np.uint64)),
            r"keys: are uint64 with the shape \(3,\), but must be uint64",
        ),
        (lambda: batch.step(np.zeros(2, np.int16)), "actions: are int16 .* but must be int64"),
        (lambda: batch.go_on_from(np.zeros(2)), "states: are float64"),
    )
    for call, reason in wrong:
        with pytest.raises(UsageError, match=reason):
            call()
