"""Policies: functions that decide for a seat.

A policy is a function of a batch: from observations ``[n, size]`` and masks (int8 ``[n, actions]``, 1 is legal) to
logits ``[n, actions]``. An action is drawn with the probabilities of their softmax over the legal ones. Logits can be
any real numbers, and are taken as float32. Those of legal actions are finite, or minus infinity for some of them; those
of illegal actions do not matter.
"""

import inspect
from collections.abc import Callable, Sequence
from inspect import Parameter

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeIs

from malecon.agents.agent import Agent
from malecon.agents.matches import find_agent, is_object_name, load_object
from malecon.core.errors import UsageError, shortened
from malecon.core.game import Game

Policy = Callable[[NDArray[np.generic], NDArray[np.int8]], NDArray[np.floating]]
EXPECTED = "a policy, which takes observations and masks, or a factory of a policy or computer player without arguments"
"""What ``module:name`` can stand for."""
REAL = "fiu"
"""The kinds of dtypes that are taken: floating-point numbers, and whole ones with and without a sign."""
BY_POSITION = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
NOT_NEEDED = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
"""Kinds of parameters."""


def find_player(given: object, argument: str) -> Agent | Policy:
    """Return a computer player or policy, or the one of a name; ``argument``: what gave it, for errors.

    Raises:
        UsageError: it is neither, or there is none of the name.
    """
    if isinstance(given, str):
        return _load_player(given, argument) if is_object_name(given) else find_agent(given, argument)
    if is_agent(given) or callable(given):
        return given
    expected = "a function, a computer player, or the name of one"
    raise UsageError(f"{argument}: is {shortened(given)}, but must be {expected}")


def is_agent(player: object) -> TypeIs[Agent]:
    """Tell whether something has what a computer player has."""
    return isinstance(getattr(player, "name", None), str) and callable(getattr(player, "choose", None))


def _load_player(name: str, argument: str) -> Agent | Policy:
    """Return the policy ``module:name``, or what the factory of that name makes."""
    found = load_object(name, argument)
    if _is_policy(found):
        return found
    try:
        made: object = found()
    except (ImportError, AttributeError, TypeError) as error:
        raise UsageError(f"{argument}: {name!r} cannot be called: {error}; it must be {EXPECTED}") from error
    if is_agent(made) or callable(made):
        return made
    raise UsageError(f"{argument}: {name!r} makes {shortened(made)}, but must be {EXPECTED}")


def _is_policy(found: object) -> TypeIs[Policy]:
    """Tell whether something is no class, and needs two arguments by position: it is a policy, and no factory."""
    if inspect.isclass(found) or not callable(found):
        return False
    try:
        parameters = inspect.signature(found).parameters.values()
    except ValueError:  # some compiled functions do not tell
        return False
    needed = [each for each in parameters if each.default is Parameter.empty and each.kind not in NOT_NEEDED]
    return len(needed) == 2 and all(each.kind in BY_POSITION for each in needed)


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
