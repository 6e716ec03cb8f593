"""Is imported once by the process from which those of the tests are forked: the compiler's own start takes long."""

from malecon.core.jit.compiler import NJIT

NJIT(lambda x: x + 1)(1)
