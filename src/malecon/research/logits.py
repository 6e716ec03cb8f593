"""Logits: what a policy may return, what is wrong with others, and how actions are drawn by them.

Any real numbers are taken, as float32. Those of legal actions are finite, or minus infinity for some of them; those of
illegal actions do not matter.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from malecon.core.errors import UsageError
from malecon.core.game import Game

REAL = "fiu"
"""The kinds of dtypes that are taken: floating-point numbers, and whole ones with and without a sign."""


def checked_logits(logits: object, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Return logits as float32, in rows without gaps; numbers too large for it are infinite.

    Raises:
        UsageError: they are no real numbers, or have not the shape.
    """
    numbers = np.asarray(logits)
    if numbers.shape != shape:
        raise UsageError(f"logits: have the shape {numbers.shape}, but must have {shape}")
    if numbers.dtype.kind not in REAL:
        raise UsageError(f"logits: are {numbers.dtype}, but must be real numbers, such as float32")
    with np.errstate(over="ignore"):
        return np.ascontiguousarray(numbers, np.float32)


def first_faulty(logits: NDArray[np.float32], masks: NDArray[np.int8]) -> int | None:
    """Return the first row from which no action can be drawn, or ``None``; ``masks``: int8 ``[n, actions]``."""
    most = np.where(masks == 1, logits, -np.inf).max(1)  # NaN if one is
    wrong = np.flatnonzero(~np.isfinite(most))
    return int(wrong[0]) if len(wrong) else None


def logits_error(game: Game, logits: NDArray[np.float32], legal: NDArray[np.integer], where: str) -> UsageError:
    """Return the error for logits (``[actions]``) from which no action can be drawn.

    Args:
        game: what is played.
        logits: of one decision.
        legal: the legal actions.
        where: which decision it is, such as ``game 3, seat 0``.
    """
    values = logits[legal]
    wrong = np.flatnonzero(np.isnan(values) | (values == np.inf))
    action = int(legal[wrong[0] if len(wrong) else 0])
    expected = "must be finite, or -inf where another legal action has a finite one"
    got = f"the logit of action {action} ({game.notation.format(action)!r}) is {logits[action]}"
    return UsageError(f"logits: {where}: {got}{'' if len(wrong) else ', like all legal ones'}, but {expected}")


def draw_actions(
    logits: NDArray[np.float32], masks: NDArray[np.int8], rng: np.random.Generator | Sequence[np.random.Generator]
) -> NDArray[np.int64]:
    """Return a legal action of each row (int64 ``[n]``), drawn by the softmax of ``logits``.

    The greatest of logits with Gumbel noise has the distribution of their softmax (E. Gumbel, 1954).

    Args:
        logits: ``[n, actions]``, of which no row is faulty (``first_faulty``).
        masks: int8 ``[n, actions]``, 1 is legal.
        rng: random numbers for all rows, or one generator for each; consumed.
    """
    if isinstance(rng, np.random.Generator):
        noise = rng.gumbel(size=logits.shape)
    else:
        noise = np.stack([each.gumbel(size=logits.shape[1]) for each in rng])
    chosen: NDArray[np.int64] = np.where(masks == 1, logits + noise, -np.inf).argmax(1)
    return chosen
