"""How a rule runs: compiled, or as the plain Python that it is.

``@rule`` compiles a function with Numba, or leaves it as it is when ``MALECON_JIT=0``: then the same code runs
as plain Python, slow but checked (bounds, overflow) and measurable (coverage). ``by_game`` makes a function that
asks the game to which a state belongs, by the type of its record, in both modes. What is particular to the compiler is
in ``compiling.py`` and ``instructions.py``.
"""

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np
import platformdirs

P = ParamSpec("P")
R = TypeVar("R")

JIT = os.environ.get("MALECON_JIT", "1") != "0"
PACKAGE = Path(__file__).parent.parent


def hash_of_sources() -> str:
    """Return 16 hexadecimal digits that change with any source or data file that compiled code can depend on.

    These are the files of every room with a compiled function: pages and words can change without compiling anew. The
    place in which they lie counts too, for Numba keeps compiled code by the path of its file.
    """
    sources = {file: file.read_bytes() for kind in ("*.py", "*.toml") for file in sorted(PACKAGE.rglob(kind))}
    compiled = {room_of(file) for file, content in sources.items() if b"\n@rule\n" in content}
    digest = hashlib.sha256(str(PACKAGE).encode())
    for file, content in sources.items():
        if room_of(file) in compiled:
            digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0" + content + b"\0")
    return digest.hexdigest()[:16]


def room_of(file: Path) -> str:
    """Return the folder of the package in which a file lies."""
    return file.relative_to(PACKAGE).parts[0]


def cache_folder() -> Path:
    """Return the folder for compiled code, with the hash of our sources in its name.

    Numba recompiles a function when its own file changes. It sees neither a change in a function that this one
    calls nor in a data file; a new folder for every state of the sources is safe.
    """
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("malecon")
    folder = Path(base) / f"compiled-{hash_of_sources()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        warnings.warn(f"compiled code cannot be kept ({error}); every start compiles anew", stacklevel=2)
        return Path(tempfile.mkdtemp(prefix="malecon-"))
    return folder


if JIT:
    from malecon.core import compiling

    CACHE = cache_folder()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` (or not, see above), copied into its compiled callers; keeps signature and docstring."""
    return compiled(function, is_copied=True)


def routine(function: Callable[P, R]) -> Callable[P, R]:
    """Like ``rule``, but called, not copied: for what is large and used in many places."""
    return compiled(function, is_copied=False)


def whole_routine(function: Callable[P, R]) -> Callable[P, R]:
    """Like ``routine``, optimised together with the routines that it calls: longer to compile, and faster."""
    return compiled(function, is_copied=False, copies_all=True)


def vector_routine(function: Callable[P, R]) -> Callable[P, R]:
    """Like ``routine``, for the rare one whose loop does the same to many numbers."""
    return compiled(function, is_copied=False, vectors=True)


def compiled(
    function: Callable[P, R], *, is_copied: bool, copies_all: bool = False, vectors: bool = False
) -> Callable[P, R]:
    """Hand ``function`` to the compiler, which will work when it is first called."""
    if not JIT:
        return function
    return cast(
        "Callable[P, R]",
        compiling.compiled(function, CACHE, is_copied=is_copied, copies_all=copies_all, vectors=vectors),
    )


ANSWERS: dict[tuple[str, Any], Callable[..., Any]] = {}
"""The games' own functions, by name and by the type of the state: its dtype, and what the compiler makes of it."""


def register(dtype: np.dtype[Any], *functions: Callable[..., Any]) -> None:
    """Make ``functions`` the answers of the game whose states are of ``dtype``, each under its own name."""
    for function in functions:
        ANSWERS[function.__name__, dtype] = function
        if JIT:
            ANSWERS[function.__name__, compiling.type_of(dtype)] = function


def is_answered(name: str, dtype: np.dtype[Any]) -> bool:
    """Tell whether the game whose states are of ``dtype`` answers to ``name``."""
    return (name, dtype) in ANSWERS


def by_game(name: str) -> Callable[..., Any]:
    """Return the function that asks the game of its first argument for ``name``.

    In plain Python the record's dtype is looked up. In compiled code the choice is made while compiling: a generic
    search is compiled once for each game and calls that game's rules directly.
    """

    def ask(state: Any, *rest: Any) -> Any:
        try:
            answer = ANSWERS[name, state.dtype]
        except (AttributeError, KeyError):
            raise TypeError(f"{name}: got {type(state).__name__}, but expected the state of a game") from None
        return answer(state, *rest)

    ask.__name__ = ask.__qualname__ = name
    if JIT:
        compiling.call_directly(ask, lambda state: ANSWERS.get((name, state)))
    return ask
