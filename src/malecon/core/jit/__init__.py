"""The compiler: rules run compiled by Numba, or as the plain Python that they are.

``@rule`` compiles a function, or leaves it as it is in plain mode (``core.plain_mode``): then the same code runs as
plain Python, slow but checked (bounds, overflow) and measurable (coverage). ``by_game`` makes a function that calls
that of the game to which a state belongs, by the type of its record, in both modes.

This package is all that knows Numba; ``compiler.py`` and ``intrinsics.py`` use names of Numba that are not public, so
``pyproject.toml`` bounds its version. Others import from here:

- ``JIT``: whether code is compiled.
- ``rule``, ``routine``, ``whole_routine``, ``vector_routine``: decorators of compiled functions.
- ``by_game``, ``register``, ``is_answered``: dispatch by the type of the state.
- ``lowest_one``, ``nth_one``, ``count_ones``, ``scratch``: single machine instructions, arrays on the stack.
- ``cache_folder``, ``cache_path``: the folder for compiled code, made or only named.
"""

from malecon.core.jit.cache import JIT, cache_folder, cache_path
from malecon.core.jit.decorators import by_game, is_answered, register, routine, rule, vector_routine, whole_routine
from malecon.core.jit.intrinsics import count_ones, lowest_one, nth_one, scratch

__all__ = [
    "JIT",
    "by_game",
    "cache_folder",
    "cache_path",
    "count_ones",
    "is_answered",
    "lowest_one",
    "nth_one",
    "register",
    "routine",
    "rule",
    "scratch",
    "vector_routine",
    "whole_routine",
]
