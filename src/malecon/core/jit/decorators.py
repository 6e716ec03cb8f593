"""The decorators of compiled functions; all leave a function as it is in plain mode."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

from malecon.core.jit.cache import JIT, cache_folder

if JIT:
    from malecon.core.jit import compiler

P = ParamSpec("P")
R = TypeVar("R")


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function``, copied into its compiled callers; keeps signature and docstring."""
    return _compile(function, is_copied=True)


def routine(function: Callable[P, R]) -> Callable[P, R]:
    """Like ``rule``, but called, not copied: for what is large and used in many places."""
    return _compile(function, is_copied=False)


def whole_routine(function: Callable[P, R]) -> Callable[P, R]:
    """Like ``routine``, optimised together with the routines that it calls: longer to compile, and faster."""
    return _compile(function, is_copied=False, copies_all=True)


def vector_routine(function: Callable[P, R]) -> Callable[P, R]:
    """Like ``routine``, for the rare one whose loop does the same to many numbers."""
    return _compile(function, is_copied=False, vectors=True)


def _compile(
    function: Callable[P, R], *, is_copied: bool, copies_all: bool = False, vectors: bool = False
) -> Callable[P, R]:
    """Hand ``function`` to the compiler, which will work when it is first called."""
    if not JIT:
        return function
    return cast(
        "Callable[P, R]",
        compiler.compile_lazily(function, cache_folder(), is_copied=is_copied, copies_all=copies_all, vectors=vectors),
    )
