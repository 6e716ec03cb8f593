"""Is imported once by the process from which those of the tests are forked: the compiler's own start takes long."""

import numba

import malecon.core.jit.compiler  # noqa: F401


@numba.njit
def _warm(x: int) -> int:
    return x + 1


_warm(1)
