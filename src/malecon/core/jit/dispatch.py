"""Dispatch by game: a generic function calls that of the game to which a state belongs."""

from malecon.core.jit.cache import JIT
from malecon.core.jit.numba_types import AnyFunction, NumbaType
from malecon.core.untyped import AnyDtype, AnyState

if JIT:
    from malecon.core.jit import compiler

_ANSWERS: dict[tuple[str, NumbaType], AnyFunction] = {}
"""The games' own functions, by name and by the type of the state: its dtype, and its type in compiled code."""


def register(dtype: AnyDtype, *functions: AnyFunction) -> None:
    """Make ``functions`` the answers of the game whose states are of ``dtype``, each under its own name."""
    for function in functions:
        _ANSWERS[function.__name__, dtype] = function
        if JIT:
            _ANSWERS[function.__name__, compiler.type_of(dtype)] = function


def is_answered(name: str, dtype: AnyDtype) -> bool:
    """Tell whether the game whose states are of ``dtype`` answers to ``name``."""
    return (name, dtype) in _ANSWERS


def by_game(name: str) -> AnyFunction:
    """Return a function that calls the function ``name`` of the game of its first argument, a state.

    In plain Python the record's dtype is looked up. In compiled code the choice is made while compiling: a generic
    search is compiled once for each game and calls that game's rules directly.

    Raises:
        TypeError: (the returned function) its first argument is no state of a game.
    """

    def ask(state: AnyState, *rest: object) -> object:
        try:
            answer = _ANSWERS[name, state.dtype]
        except (AttributeError, KeyError):
            raise TypeError(f"{name}: got {type(state).__name__}, but expected the state of a game") from None
        return answer(state, *rest)

    ask.__name__ = ask.__qualname__ = name
    if JIT:
        compiler.call_directly(ask, lambda state: _ANSWERS.get((name, state)))
    return ask
