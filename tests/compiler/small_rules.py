"""A small set of compiled functions: one that calls another by its name."""

from malecon.core.jit import routine


@routine
def double(x: int) -> int:
    """Return twice a number."""
    return 2 * x


@routine
def answer(x: int) -> int:
    """Return twice a number, and one more."""
    return double(x) + 1
