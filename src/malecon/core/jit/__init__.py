"""The compiler: rules run compiled by Numba, or as the plain Python that they are.

``@rule`` compiles a function, or leaves it as it is in plain mode (``core.plain_mode``): then the same code runs as
plain Python, slow but checked (bounds, overflow) and measurable (coverage). ``by_game`` makes a function that calls
that of the game to which a state belongs, by the type of its record, in both modes.

This package is all that knows Numba; it uses names of Numba that are not public, so ``pyproject.toml`` bounds its
version. Others import from here:

- ``JIT``: whether code is compiled.
- ``rule``, ``routine``, ``whole_routine``, ``vector_routine``: decorators of compiled functions.
- ``makes_no_array``: a mark for those that use many arrays, and make none.
- ``by_game``, ``register``, ``register_alike``, ``answer_of``: dispatch by the type of the state.
- ``uncompiled``: the Python of a compiled function, for Python that asks for little.
- ``lowest_one``, ``nth_one``, ``count_ones``, ``copy_numbers``: a few machine instructions each.
- ``mark_prepared``, ``is_prepared``: a mark in the cache of compiled code (``cache.py``) that all of a sort is there.
- ``compiler_watched``: calls a function while something is compiled, to show progress.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import ParamSpec, TypeVar, cast

from malecon.core import AnyState
from malecon.core.fields import AnyDtype
from malecon.core.jit import cache
from malecon.core.jit.target import (
    JIT,
    MAKES_NO_ARRAY,
    AnyFunction,
    NumbaType,
    copy_numbers,
    count_ones,
    lowest_one,
    nth_one,
)

if JIT:
    from malecon.core.jit import compiler, dispatcher_cache

__all__ = [
    "JIT",
    "AnyFunction",
    "answer_of",
    "by_game",
    "compiler_watched",
    "copy_numbers",
    "count_ones",
    "cuda",
    "is_prepared",
    "lowest_one",
    "makes_no_array",
    "mark_prepared",
    "nth_one",
    "register",
    "register_alike",
    "routine",
    "rule",
    "uncompiled",
    "vector_routine",
    "whole_routine",
]

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


def makes_no_array(function: Callable[P, R]) -> Callable[P, R]:
    """Mark a function, below its other decorator: its code need not count who uses an array, and cannot make one.

    To assign one array to another needs one too.
    """
    setattr(function, MAKES_NO_ARRAY, True)
    return function


def _compile(
    function: Callable[P, R], *, is_copied: bool, copies_all: bool = False, vectors: bool = False
) -> Callable[P, R]:
    """Hand ``function`` to the compiler, which will work when it is first called."""
    if not JIT:
        return function
    return cast(
        "Callable[P, R]",
        compiler.compile_lazily(function, is_copied=is_copied, copies_all=copies_all, vectors=vectors),
    )


def uncompiled(function: Callable[P, R]) -> Callable[P, R]:
    """Return the plain Python of a rule.

    For what looks up a few numbers, at 1 µs each: to call it compiled, it would have to be compiled for itself.
    """
    python: Callable[P, R] = getattr(function, "py_func", function)
    return python


def mark_prepared(name: str) -> None:
    """Note in the cache that all compiled code of this name is there, for this machine."""
    if JIT and not is_prepared(name):
        cache.mark(f"prepared-{name}-{dispatcher_cache.machine()}")


def is_prepared(name: str) -> bool:
    """Tell whether all compiled code of this name is in the cache.

    In plain mode for any processor and version of the compiler, for that knows none.
    """
    return cache.has_mark(f"prepared-{name}-{dispatcher_cache.machine() if JIT else '*'}")


def compiler_watched(watcher: Callable[[int], None]) -> AbstractContextManager[None]:
    """Call ``watcher`` whenever a function is compiled within, with the number of those compiled or loaded so far."""
    return dispatcher_cache.watched(watcher) if JIT else nullcontext()


_ANSWERS: dict[tuple[str, NumbaType], AnyFunction] = {}
"""The games' own functions, by name and by the type of the state: its dtype, and its type in compiled code."""


def register(dtype: AnyDtype, *functions: AnyFunction, **named: AnyFunction) -> None:
    """Make functions the answers of the game whose states are of ``dtype``, under their own names or as ``named``."""
    for name, function in ({function.__name__: function for function in functions} | named).items():
        _ANSWERS[name, dtype] = function
        if JIT:
            _ANSWERS[name, compiler.type_of(dtype)] = function


def register_alike(dtype: AnyDtype, model: AnyDtype) -> None:
    """Make the answers of the game whose states are of ``model`` those for states of ``dtype`` too."""
    register(dtype, **{name: answer for (name, kind), answer in _ANSWERS.items() if kind == model})


def answer_of(name: str, dtype: AnyDtype) -> AnyFunction | None:
    """Return the function ``name`` of the game whose states are of ``dtype``; ``None`` if it has none."""
    return _ANSWERS.get((name, dtype))


def by_game(name: str, *, is_look_up: bool = False) -> AnyFunction:
    """Return a function that calls the function ``name`` of the game of its first argument, a state.

    In plain Python the record's dtype is looked up. In compiled code the choice is made while compiling: a generic
    search is compiled once for each game and calls that game's rules directly.

    ``is_look_up``: the function only looks something up, so Python takes it uncompiled.

    Raises:
        TypeError: (the returned function) its first argument is no state of a game.
    """

    def ask(state: AnyState, *rest: object) -> object:
        try:
            answer = _ANSWERS[name, state.dtype]
        except (AttributeError, KeyError):
            raise TypeError(f"{name}: got {type(state).__name__}, but expected the state of a game") from None
        return (uncompiled(answer) if is_look_up else answer)(state, *rest)

    ask.__name__ = ask.__qualname__ = name
    if JIT:
        compiler.call_directly(ask, lambda state: _ANSWERS.get((name, state)))
    return ask
