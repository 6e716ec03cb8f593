"""Ridge regression with bounded weights, by coordinate descent.

Source: J. Friedman, T. Hastie, R. Tibshirani, *Regularization Paths for Generalized Linear Models via Coordinate
Descent* (Journal of Statistical Software 2010).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

RIDGE = 0.03
"""The share of a column's variance that a penalty of 1 adds."""
SWEEPS = 60
"""Rounds through all columns."""


def ridge(data: Numbers, results: Numbers, penalties: Numbers, signs: Sequence[int]) -> Numbers:
    """Return the weights of columns in a ridge regression, some of them bounded, by coordinate descent.

    Args:
        data: float64 ``[n, columns]``.
        results: float64 ``[n]``.
        penalties: of each column, as a share of its variance.
        signs: 1: the weight is not below 0, -1: not above, 0: free.
    """
    scale = data.std(0)
    scale[scale == 0] = 1
    centred, wanted = (data - data.mean(0)) / scale, results - results.mean()
    count = len(centred)
    products, targets = centred.T @ centred / count, centred.T @ wanted / count
    weights = np.zeros(len(signs))
    for _ in range(SWEEPS):
        for column, sign in enumerate(signs):
            rest = targets[column] - products[column] @ weights + products[column, column] * weights[column]
            weight = rest / (products[column, column] + RIDGE * penalties[column])
            weights[column] = weight if weight * sign >= 0 else 0.0
    return weights / scale
