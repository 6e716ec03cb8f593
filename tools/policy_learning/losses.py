"""Losses of a policy-value network, as slopes by its logits.

Imitation: the cross-entropy with the probabilities of a teacher. Self-play: proximal policy optimisation, with a bonus
for entropy (J. Schulman and others, *Proximal Policy Optimization Algorithms*, 2017). Both: the cross-entropy with
shares of the victory, those that a teacher expects, or those that followed.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from policy_learning.gradients import Floats, Outputs


class Measures(NamedTuple):
    """What is logged of an update, in nats a decision.

    Attributes:
        policy: cross-entropy with the teacher above its own entropy; 0 without a teacher.
        value: cross-entropy with the shares.
        entropy: of the policy.
    """

    policy: float
    value: float
    entropy: float


def imitation_slope(out: Outputs, target: Floats) -> Floats:
    """Return the slope of the cross-entropy with the probabilities of a teacher (float32 ``[n, actions]``)."""
    return (out.probabilities - target) / np.float32(len(target))


def self_play_slope(
    out: Outputs, actions: NDArray[np.int64], logs: Floats, advantages: Floats, clip: float, entropy: float
) -> Floats:
    """Return the slope of the clipped loss, less ``entropy`` times the entropy (float32 ``[n, actions]``).

    Args:
        out: of the network today.
        actions: int64 ``[n]``, that were drawn.
        logs: float32 ``[n]``, of their probabilities when they were drawn.
        advantages: float32 ``[n]``.
        clip: by how much a probability may change, in proportion.
        entropy: weight of the bonus.
    """
    probabilities, rows = out.probabilities, np.arange(len(actions))
    gain = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    ratio = probabilities[rows, actions] / np.exp(logs)
    pull = gain * ratio * np.where(gain > 0, ratio < 1 + clip, ratio > 1 - clip)
    surprise = probabilities * _log(probabilities)
    slope = pull[:, None] * probabilities
    slope[rows, actions] -= pull
    slope += entropy * (surprise - probabilities * surprise.sum(1, keepdims=True))
    return (slope / len(actions)).astype(np.float32)


def value_slope(out: Outputs, shares: Floats) -> Floats:
    """Return the slope of the cross-entropy with shares of the victory (float32 ``[n, most seats]``)."""
    return (out.shares - shares) / np.float32(len(shares))


def measures_of(out: Outputs, shares: Floats, target: Floats | None) -> Measures:
    """Return what is logged of an update."""
    logs = _log(out.probabilities)
    policy = 0.0 if target is None else float((target * (_log(target) - logs)).sum(1).mean())
    value = float(-(shares * _log(out.shares)).sum(1).mean())
    return Measures(policy, value, float(-(out.probabilities * logs).sum(1).mean()))


def _log(shares: Floats) -> Floats:
    return np.log(np.maximum(shares, np.float32(1e-9)))
