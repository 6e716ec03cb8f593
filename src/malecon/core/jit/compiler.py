"""How Numba compiles rules.

Numba finishes the machine code of every function before it copies it into another; for some two hundred small rules
that took half of the time. Here a rule that compiled code calls stays unfinished (``CopiedLibrary``), and is finished
once, as a part of the routine where it ends up. A routine that another one calls (``CalledLibrary``) is not a part of
that one either, as it would be with Numba, to be optimised again and again: it is called by its name.

Much here replaces or extends what is not public in Numba: a new version of it needs a look at every line, and the whole
suite (docs/decisions/0004-compiler.md). Single instructions and arrays on the stack are in ``target.py``.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter

import numba
from llvmlite.binding import Linkage
from numba.core import codegen, registry, sigutils
from numba.core.compiler_lock import global_compiler_lock
from numba.np import arrayobj

from malecon.core.fields import AnyDtype
from malecon.core.garbage_collection import gc_paused
from malecon.core.jit.dispatcher_cache import INVENTORY, DispatcherCache
from malecon.core.jit.target import (
    MAKES_NO_ARRAY,
    AnyFunction,
    Builder,
    Context,
    Dispatcher,
    Instruction,
    Library,
    NumbaType,
    Signature,
    Untyped,
)

NJIT: Untyped = numba.njit
TARGET: Context = registry.cpu_target.target_context
CODEGEN: Untyped = TARGET.codegen()
normalized: Untyped = sigutils.normalize_signature


@dataclass(frozen=True)
class LoadRoutine:
    """Fetches a routine from the cache: for code from the cache that calls it, which must find it."""

    module: str
    name: str
    arguments: tuple[NumbaType, ...]
    symbol: str

    def __call__(self) -> None:
        """Have it compiled, or loaded."""
        routine = getattr(import_module(self.module), self.name)
        routine.compile(self.arguments)
        symbol = routine.overloads[self.arguments].fndesc.mangled_name
        if symbol != self.symbol:
            raise RuntimeError(f"{self.module}.{self.name}: is called {symbol}, but expected {self.symbol}")


class WholeLibrary(codegen.JITCodeLibrary):
    """Code with copies of all that it calls, optimised as one."""

    def add_linking_library(self, library: Library) -> None:
        """Note what this code uses, and what that needs from the cache."""
        self._reload_init.update(library._reload_init)
        library._ensure_finalized()
        self._linking_libraries.append(library)


class CalledLibrary(WholeLibrary):
    """Code that stays where it is, to be called by its name, and calls others like it."""

    load: LoadRoutine | None = None

    def add_linking_library(self, library: Library) -> None:
        """Note what this code uses: of what it calls by its name it needs no copy."""
        if isinstance(library, CalledLibrary) and library.load is not None:
            self._reload_init.add(library.load)
        else:
            super().add_linking_library(library)


class CopiedLibrary(CalledLibrary):
    """Code that is not run where it is, but copied into other code, together with all that it copies itself."""

    def _ensure_finalized(self) -> None:
        """Stay unfinished."""

    def _get_module_for_linking(self) -> Untyped:
        if self._shared_module is None:
            for library in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = Linkage.linkonce_odr  # it may come to the same place by several ways
            self._shared_module = self._final_module
        return self._shared_module


def compile_lazily(function: AnyFunction, *, is_copied: bool, copies_all: bool, vectors: bool) -> Dispatcher:
    """Return ``function`` as a dispatcher of Numba: compiled when it is first called, and kept.

    Python and compiled code may call it. If it ``is_copied``, compiled code gets a second, unfinished version, which
    cannot be called from Python. ``copies_all``: whether it gets copies of the routines that it calls. ``vectors``:
    whether loops become vector code.
    """
    options: dict[str, bool] = {"nogil": True, "no_cfunc_wrapper": True, "forceinline": is_copied}
    # Where no array is made, nobody need count who uses one: each count is an atomic operation. Without them a batch is
    # twice as fast, and threads that use the same arrays do not wait for each other (docs/decisions/0024-batch.md).
    options["_nrt"] = not hasattr(function, MAKES_NO_ARRAY)
    dispatcher = NJIT(**options)(function)
    dispatcher._cache = DispatcherCache(function, (sorted(options.items()), copies_all, vectors))
    compile_with(dispatcher, WholeLibrary if copies_all else CalledLibrary, CODEGEN.set_env, vectors=vectors)
    for_callers = dispatcher
    if is_copied:
        for_callers = NJIT(no_cpython_wrapper=True, **options)(function)
        compile_with(for_callers, CopiedLibrary, _leave_out, vectors=vectors)
        dispatcher.get_overload = for_callers.get_overload
    dispatcher.get_call_template = with_wide_integers(for_callers.get_call_template)
    dispatcher.is_rule = True
    return dispatcher


def _leave_out(_name: str, _environment: object) -> None:
    """Give unfinished code no environment: it has no place yet where to put one, and rules need none."""


@contextmanager
def patched(module: object, **settings: object) -> Iterator[None]:
    """Change names of a module of the compiler for a moment only: the user's own compiled functions share them."""
    before = {name: getattr(module, name) for name in settings}
    try:
        for name, value in settings.items():
            setattr(module, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)


def lasting_mangler(function: AnyFunction) -> Callable[..., str]:
    """Return a mangler (the function that names machine code): ``function`` is named after itself and its arguments.

    The compiler's names have two running numbers, of the function and of the types of records that it has met.
    """
    usual, ours = TARGET.mangler, f"{function.__module__}.{function.__qualname__}"

    def name_for(
        name: str, types: tuple[NumbaType, ...], *, abi_tags: tuple[str, ...] = (), uid: int | None = None
    ) -> str:
        if name != ours:
            return str(usual(name, types, abi_tags=abi_tags, uid=uid))
        kinds = hashlib.sha256(repr(types).encode()).hexdigest()[:16]
        return str(usual(name, (), abi_tags=(*abi_tags, kinds)))

    return name_for


def compile_with(dispatcher: Dispatcher, library: type, set_env: Callable[..., None], *, vectors: bool) -> None:
    """Compile into a ``library`` of code, and without what costs more than it brings here.

    - Vector code, if not wanted: over four seats or five kinds, it is longer and slower than the loop as it is.
    - Indices that count from the end: no rule uses them, but every index would be asked for its sign.

    - Running numbers in its name: code from the cache must find by its name what it calls, in any process.
    """
    compile_one, function = dispatcher.compile, dispatcher.py_func

    def compile_as_wanted(signature: Signature) -> Untyped:
        arguments, _ = normalized(signature)
        with (
            global_compiler_lock,
            INVENTORY.frame(library.__name__, function, arguments),
            patched(numba.config, LOOP_VECTORIZE=int(vectors), SLP_VECTORIZE=0),
            patched(arrayobj, fix_integer_index=_index_from_the_start),
            patched(CODEGEN, _library_class=library, set_env=set_env),
            patched(TARGET, mangler=lasting_mangler(function)),
            gc_paused(),
        ):
            entry = compile_one(signature)
        code, needs, described = attrgetter("library", "reload_init", "fndesc")(dispatcher.overloads[arguments])
        code._reload_init.update(needs)  # code from the cache does not know it any more
        if library is CalledLibrary:
            code.load = LoadRoutine(function.__module__, function.__qualname__, arguments, described.mangled_name)
        return entry

    dispatcher.compile = compile_as_wanted


def _index_from_the_start(
    context: Context, builder: Builder, kind: NumbaType, index: Instruction, _size: object
) -> Instruction:
    """Take an index as it is: the compiler's own version adds the size to a negative one."""
    return context.cast(builder, index, kind, numba.types.intp)


def with_wide_integers(template_for: AnyFunction) -> AnyFunction:
    """Let compiled callers pass every whole number as int64.

    Otherwise Numba compiles a version for every mixture of int8, int16, int64 and of each constant: twice the
    code and the compiling time.
    """

    def widened(arguments: tuple[NumbaType, ...], keywords: Mapping[str, NumbaType]) -> Signature:
        wide = (numba.types.int64 if isinstance(kind, numba.types.Integer) else kind for kind in arguments)
        return template_for(tuple(wide), keywords)

    return widened


def type_of(dtype: AnyDtype) -> NumbaType:
    """Return Numba's type for records of ``dtype``."""
    return numba.from_dtype(dtype)


def call_directly(ask: AnyFunction, answer_for: Callable[[NumbaType], Dispatcher | None]) -> None:
    """Let compiled code that calls ``ask`` call the answer for the type of its first argument itself.

    Numba's ``overload`` would compile a function between the two for every answer, and with it all that the answer
    calls once more.
    """

    class ChosenWhileCompiling(numba.core.typing.templates.AbstractTemplate):
        key = ask

        def generic(self, arguments: tuple[NumbaType, ...], keywords: dict[str, NumbaType]) -> Signature | None:
            answer = answer_for(arguments[0])
            if answer is None:
                return None
            self.answer = self.context.resolve_value_type(answer)
            return self.answer.get_call_type(self.context, arguments, keywords)

        def get_impl_key(self, signature: Signature) -> Untyped:
            return self.answer.get_impl_key(signature)

    register_global: Untyped = numba.core.typing.templates.infer_global
    register_global(ask, numba.types.Function(ChosenWhileCompiling))
