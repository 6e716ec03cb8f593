"""Actions that a batch draws: by the softmax of the legal logits, and legal whatever the logits."""

from typing import Any

import numpy as np
import pytest

import malecon
from malecon.core.batch_actions import choose_by_logits
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.research import batch
from malecon.research.batches import engine as batch_engine
from malecon.research.batches.batch import Batch

SEED = 11


def first_choices() -> tuple[Batch, Any, Any]:
    """Return a batch of Havana, the games that begin with the choice of two of 13 cards, and the 78 legal actions."""
    games = batch("havana", 40, 2)
    now = games.reset(SEED)
    rows = np.flatnonzero(now.count == 78)
    assert len(rows) > 30
    return games, rows, np.flatnonzero(now.legal[rows[0]])


@pytest.mark.parametrize("illegal", [-np.inf, 3e38, np.nan])
def test_actions_are_drawn_by_the_softmax_of_the_legal_logits(illegal: float) -> None:
    """Pearson's test with fixed keys, at 0.1 %: six of 78 legal actions get a chance."""
    games, rows, legal = first_choices()
    chosen, chances = legal[10:70:10], np.array([0.4, 0.25, 0.15, 0.1, 0.07, 0.03])
    logits = np.where(games.now.legal, 0.0, illegal).astype(np.float32)
    logits[np.ix_(rows, legal)] = -np.inf
    logits[np.ix_(rows, chosen)] = np.log(chances)

    found = np.concatenate([games.draw(logits)[rows] for _ in range(300 if JIT else 15)])
    counts, expected = np.bincount(found, minlength=games.actions)[chosen], len(found) * chances

    assert counts.sum() == len(found)
    assert ((counts - expected) ** 2 / expected).sum() < 20.5
    drawn = games.draw(logits)[rows]
    np.testing.assert_allclose(games.log_probability[rows], logits[rows, drawn], atol=1e-5)


def test_without_logits_each_legal_action_is_equally_likely() -> None:
    games, rows, legal = first_choices()

    found = np.concatenate([games.draw()[rows] for _ in range(400 if JIT else 20)])
    counts, expected = np.bincount(found, minlength=games.actions)[legal], len(found) / 78

    assert counts.sum() == len(found)
    assert ((counts - expected) ** 2 / expected).sum() < 121  # Pearson's test, at 0.1 %
    np.testing.assert_allclose(games.log_probability[rows], -np.log(78), rtol=1e-6)


def test_what_rounding_leaves_goes_to_an_action_that_has_a_probability() -> None:
    """The largest random number, in 300 distributions: in about a third of them the sum of the parts stays below it."""
    chance = np.random.default_rng(1)
    for count in range(1, 301):
        logits = np.array([0.0, -np.inf, *chance.normal(size=count), -np.inf], np.float32)
        listed = np.arange(1, count + 3, dtype=np.int16)
        action, _ = choose_by_logits(logits, listed, len(listed), np.nextafter(1.0, 0.0))
        assert 2 <= action <= count + 1


def test_a_draw_that_is_refused_takes_no_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_engine, "LEAST_PART", 2)
    games = batch("cuba", 6, threads=3)
    games.reset(SEED)
    logits = np.zeros((6, games.actions), np.float32)
    wrong = logits.copy()
    wrong[[1, 3, 5]] = np.nan
    expected = games.draw(logits).tolist()
    games.reset(SEED)
    with pytest.raises(UsageError, match=r"^logits: game 1, seat"):
        games.draw(wrong)

    assert games.draw(logits).tolist() == expected


@pytest.mark.parametrize("game", malecon.games)
def test_draws_are_legal_whatever_the_logits(game: str) -> None:
    games = batch(game, 30, 3)
    now = games.reset(SEED)
    for value in (0.0, 3.4e38, -3.4e38):
        drawn = games.draw(np.full((30, games.actions), value, np.float32))
        assert now.legal[np.arange(30), drawn].all()
        assert len({*drawn.tolist()}) > 1
        np.testing.assert_allclose(games.log_probability, -np.log(now.count), rtol=1e-6)
