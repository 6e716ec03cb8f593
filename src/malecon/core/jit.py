"""The only place that knows the compiler.

``@rule`` compiles a function with Numba, or leaves it as it is when ``MALECON_JIT=0``: then the same code runs
as plain Python, slow but checked (bounds, overflow) and measurable (coverage). ``by_game`` makes a function that
asks the game to which a state belongs, by the type of its record, in both modes.
"""

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numpy as np
import platformdirs
from numpy.typing import NDArray

P = ParamSpec("P")
R = TypeVar("R")

JIT = os.environ.get("MALECON_JIT", "1") != "0"
PACKAGE = Path(__file__).parent.parent


def hash_of_sources() -> str:
    """Return 16 hexadecimal digits that change with any source or data file that compiled code can depend on.

    These are the files of every room with a compiled function: pages and words can change without compiling anew.
    """
    sources = {file: file.read_bytes() for kind in ("*.py", "*.toml") for file in sorted(PACKAGE.rglob(kind))}
    compiled = {room_of(file) for file, content in sources.items() if b"\n@rule\n" in content}
    digest = hashlib.sha256()
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
    import numba
    import numba.extending
    from llvmlite import ir
    from numba.core import cgutils, registry
    from numba.np import arrayobj

    CACHE = cache_folder()


def rule(function: Callable[P, R]) -> Callable[P, R]:
    """Compile ``function`` (or not, see above), copied into its compiled callers; keeps signature and docstring."""
    return compiled(function, forceinline=True)


def routine(function: Callable[P, R]) -> Callable[P, R]:
    """Like ``rule``, but called, not copied: for what is large and used in many places."""
    return compiled(function, forceinline=False)


def vector_routine(function: Callable[P, R]) -> Callable[P, R]:
    """Like ``routine``, for the rare one whose loop does the same to many numbers."""
    return compiled(function, forceinline=False, vectors=True)


def compiled(function: Callable[P, R], *, forceinline: bool, vectors: bool = False) -> Callable[P, R]:
    """Hand ``function`` to the compiler, which will work when it is first called."""
    if not JIT:
        return function
    options: dict[str, Any] = {"cache": True, "nogil": True, "forceinline": forceinline, "no_cfunc_wrapper": True}
    with changed(numba.config, CACHE_DIR=str(CACHE)):
        dispatcher = numba.njit(**options)(function)
    compile_our_way(dispatcher, vectors=vectors)
    pass_wide_integers(dispatcher)
    return cast(Callable[P, R], dispatcher)


@contextmanager
def changed(module: Any, **settings: Any) -> Iterator[None]:
    """Change names of a module of the compiler for a moment only: the user's own compiled functions share them."""
    before = {name: getattr(module, name) for name in settings}
    try:
        for name, value in settings.items():
            setattr(module, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)


def compile_our_way(dispatcher: Any, *, vectors: bool) -> None:
    """Compile without what costs more than it brings here.

    - Vector code, if not wanted: over four seats or five kinds, it is longer and slower than the loop as it is.
    - Indices that count from the end: no rule uses them, but every index would be asked for its sign.
    """
    compile_one = dispatcher.compile

    def compile_as_wanted(signature: Any) -> Any:
        with (
            changed(numba.config, LOOP_VECTORIZE=int(vectors), SLP_VECTORIZE=0),
            changed(arrayobj, fix_integer_index=index_from_the_start),
        ):
            return compile_one(signature)

    dispatcher.compile = compile_as_wanted


def index_from_the_start(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    """Take an index as it is: the compiler's own version adds the size to a negative one."""
    return context.cast(builder, index, kind, numba.types.intp)


def pass_wide_integers(dispatcher: Any) -> None:
    """Let compiled callers pass every whole number as int64.

    Otherwise Numba compiles a version for every mixture of int8, int16, int64 and of each constant: twice the
    code and the compiling time.
    """
    template_for = dispatcher.get_call_template

    def widened(arguments: tuple[Any, ...], keywords: Any) -> Any:
        wide = (numba.types.int64 if isinstance(kind, numba.types.Integer) else kind for kind in arguments)
        return template_for(tuple(wide), keywords)

    dispatcher.get_call_template = widened


def lowest_one(number: int) -> int:
    """Return the place of the lowest 1 of a positive int64 (one machine instruction when compiled)."""
    return (number & -number).bit_length() - 1


def nth_one(number: int, n: int) -> int:
    """Return the place of the 1 of an int64 below which there are ``n`` others (two instructions on x86)."""
    for _ in range(n):
        number &= number - 1
    return lowest_one(number)


def count_ones(number: int) -> int:
    """Return how many bits of a non-negative int64 are 1 (one machine instruction when compiled)."""
    return number.bit_count()


if JIT:
    # Numba reads these signatures itself and has no types for what it passes.
    @numba.extending.intrinsic
    def _cttz(typing, number):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.cttz(arguments[0], context.get_constant(numba.types.boolean, True))

        return numba.types.int64(numba.types.int64), generate

    @numba.extending.intrinsic
    def _ctpop(typing, number):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            return builder.ctpop(arguments[0])

        return numba.types.int64(numba.types.int64), generate

    @numba.extending.intrinsic
    def _deposit(typing, number, mask):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            wide = arguments[0].type
            deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(wide, [wide, wide]))
            return builder.call(deposit, arguments)

        return numba.types.int64(numba.types.int64, numba.types.int64), generate

    # The compiler supplies an intrinsic's first argument, which the type checker cannot know.
    numba.extending.overload(lowest_one)(lambda number: lambda number: _cttz(number))  # type: ignore[call-arg]
    numba.extending.overload(count_ones)(lambda number: lambda number: _ctpop(number))  # type: ignore[call-arg]

    @numba.extending.overload(nth_one)
    def choose_for_processor(number, n):  # type: ignore[no-untyped-def]
        """Use the processor's own instruction if it has one."""
        _, _, features = registry.cpu_target.target_context.codegen().magic_tuple()
        if "+bmi2" in features:
            return lambda number, n: _cttz(_deposit(1 << n, number))  # type: ignore[call-arg]

        def step_to_it(number, n):  # type: ignore[no-untyped-def]
            for _ in range(n):
                number &= number - 1
            return _cttz(number)  # type: ignore[call-arg]

        return step_to_it


def scratch(length: int) -> Callable[[], NDArray[np.int16]]:
    """Return a function that gives an array of ``length`` numbers, any numbers, for use while a rule runs.

    Compiled, it lies on the stack and must not leave the rule: the compiler's own arrays are asked of the system.
    """
    if not JIT:
        return lambda: np.zeros(length, np.int16)
    allocate: Any = cgutils.alloca_once
    make_array: Any = arrayobj.make_array
    populate: Any = arrayobj.populate_array

    @numba.extending.intrinsic
    def on_the_stack(typing):  # type: ignore[no-untyped-def]
        kind = numba.types.Array(numba.types.int16, 1, "C")

        def generate(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            array = make_array(kind)(context, builder)
            place = allocate(builder, ir.IntType(16), size=length)
            count, width = (context.get_constant(numba.types.intp, number) for number in (length, 2))
            populate(array, place, shape=[count], strides=[width], itemsize=width, meminfo=None)
            return array._getvalue()

        return kind(), generate

    return cast("Callable[[], NDArray[np.int16]]", on_the_stack)


ANSWERS: dict[tuple[str, Any], Callable[..., Any]] = {}
"""The games' own functions, by name and by the type of the state: its dtype, and what the compiler makes of it."""


def register(dtype: np.dtype[Any], *functions: Callable[..., Any]) -> None:
    """Make ``functions`` the answers of the game whose states are of ``dtype``, each under its own name."""
    for function in functions:
        ANSWERS[function.__name__, dtype] = function
        if JIT:
            ANSWERS[function.__name__, numba.from_dtype(dtype)] = function


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
        call_directly(ask, name)
    return ask


def call_directly(ask: Callable[..., Any], name: str) -> None:
    """Let compiled code that calls ``ask`` call the answer of the state's game itself.

    Numba's ``overload`` would compile a function between the two for every answer, and with it all that the answer
    calls once more.
    """

    class ChosenWhileCompiling(numba.core.typing.templates.AbstractTemplate):
        key = ask

        def generic(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
            answer = ANSWERS.get((name, arguments[0]))
            if answer is None:
                return None
            self.answer = numba.types.Dispatcher(cast(Any, answer))
            return self.answer.get_call_type(self.context, arguments, keywords)

        def get_impl_key(self, signature: Any) -> Any:
            return self.answer.get_impl_key(signature)

    register_global: Any = numba.core.typing.templates.infer_global
    register_global(ask, numba.types.Function(ChosenWhileCompiling))
