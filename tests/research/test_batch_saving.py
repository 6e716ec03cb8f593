"""Batches that are saved, copied and pickled: they go on exactly, and what does not fit is refused."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import malecon
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.research import batch
from malecon.research.batches import engine as batch_engine
from malecon.research.batches.batch import Batch

each_game = pytest.mark.parametrize("game", malecon.games)


def first_legal(_observations: Any, masks: Any) -> Any:
    """Return logits of a policy that makes the first legal action."""
    return np.where(np.arange(masks.shape[1]) == masks.argmax(1)[:, None], 0.0, -np.inf)


@each_game
@pytest.mark.parametrize("autoreset", ["same-step", "next-step", "off"])
def test_a_saved_batch_goes_on_exactly(game: str, autoreset: Any) -> None:
    def new() -> Batch:
        return batch(game, 4, 3, opponents=[first_legal, "random"], seat=None, strict=False, autoreset=autoreset)

    one, other = new(), new()
    one.reset(3)
    for _ in range(30 if JIT else 4):
        one.step(one.draw())
    saved = one.save()
    seen = other.restore(saved)

    for _ in range(30 if JIT else 4):
        for name in ("observation", "legal", "count", "seat", "rewards", "done"):
            np.testing.assert_array_equal(getattr(seen, name), getattr(one.now, name))
        actions = one.draw()
        np.testing.assert_array_equal(actions, other.draw())
        actions[0] = games_illegal(one) if one.now.seat[0] >= 0 else actions[0]
        one.step(actions)
        other.step(actions)
    assert one.save() == other.save()
    assert one.illegal.tolist() == other.illegal.tolist()
    assert one.illegal[0] > 0


def games_illegal(games: Batch) -> int:
    """Return an action that is not legal in the first game."""
    return int(games.now.legal[0].argmin())


def test_what_does_not_fit_is_not_restored() -> None:
    games = batch("cuba", 2, 2)
    games.reset(1)
    saved = games.save()
    for wrong in (saved[:-1], saved[:20] + bytes([saved[20] ^ 1]) + saved[21:], b""):
        with pytest.raises(UsageError, match=r"^saved: is damaged, or of a batch that was made with other arguments"):
            games.restore(wrong)
    for others in ({"seats": 3}, {"reward": "zero-sum"}, {"sealed": True}, {"opponents": "random", "seat": None}):
        with pytest.raises(UsageError, match=r"^saved: is damaged, or of a batch"):
            batch("cuba", 2, **others).restore(saved)
    with pytest.raises(UsageError, match=r"^saved: is None, but must be the bytes that save\(\) returned$"):
        games.restore(None)  # type: ignore[arg-type]  # which is what is tested
    assert games.save() == saved


@pytest.mark.parametrize("is_float", [False, True])
def test_the_last_observations_of_games_are_saved_too(is_float: bool) -> None:
    def new() -> Batch:
        return batch("cuba", 3, opponents="random", observation="float" if is_float else "compact")

    one, other = new(), new()
    one.reset(3)
    one.step(one.draw())
    while not one.final.any():
        one.step(one.draw())
    other.restore(one.save())

    np.testing.assert_array_equal(other.final[one.now.done], one.final[one.now.done])


@pytest.mark.parametrize("again", [copy.deepcopy, lambda games: pickle.loads(pickle.dumps(games))])
def test_a_copy_goes_on_by_itself(again: Callable[[Batch], Batch], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_engine, "LEAST_PART", 2)
    games = batch("havana", 4, threads=2, opponents="random", seat=None)
    assert not again(games).now.count.any()
    games.reset(3)
    games.step(games.draw())
    twin, before = again(games), games.save()
    for _ in range(150 if JIT else 4):
        twin.step(twin.draw())

    assert games.save() == before
    for _ in range(150 if JIT else 4):
        games.step(games.draw())
    assert games.save() == twin.save()
    assert games.learner.tolist() == twin.learner.tolist()
