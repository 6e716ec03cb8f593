"""The compiler, Numba, and how it is told to compile rules; what else is special to it is in ``instructions.py``.

Numba finishes the machine code of every function before it copies it into another; for some two hundred small rules
that took half of the time. Here a rule that compiled code calls stays unfinished (``Copied``), and is finished once,
as a part of the routine where it ends up.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numba
import numpy as np
from llvmlite.binding import Linkage
from numba.core import codegen, registry
from numba.np import arrayobj

NJIT: Any = numba.njit
CODEGEN: Any = registry.cpu_target.target_context.codegen()


class Copied(codegen.JITCodeLibrary):
    """Code that is not run where it is, but copied into other code, together with all that it copies itself."""

    def _ensure_finalized(self) -> None:
        """Stay unfinished."""

    def _get_module_for_linking(self) -> Any:
        if self._shared_module is None:
            for library in dict.fromkeys(self._linking_libraries):
                self._reload_init.update(library._reload_init)
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = Linkage.linkonce_odr  # it may come to the same place by several ways
            self._shared_module = self._final_module
        return self._shared_module


def compiled(function: Callable[..., Any], cache: Path, *, is_copied: bool, vectors: bool) -> Any:
    """Return ``function`` as one that is compiled when it is first called, and kept in the folder ``cache``.

    Python and compiled code may call it. If it ``is_copied``, compiled code gets a second, unfinished version, which
    cannot be called from Python. ``vectors``: whether loops become vector code.
    """
    options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True, "forceinline": is_copied}
    with changed(numba.config, CACHE_DIR=str(cache)):
        dispatcher = NJIT(cache=True, **options)(function)
    compile_with(dispatcher, codegen.JITCodeLibrary, CODEGEN.set_env, vectors=vectors)
    for_callers = dispatcher
    if is_copied:
        for_callers = NJIT(no_cpython_wrapper=True, **options)(function)
        compile_with(for_callers, Copied, leave_out, vectors=vectors)
        dispatcher.get_overload = for_callers.get_overload
    dispatcher.get_call_template = with_wide_integers(for_callers.get_call_template)
    return dispatcher


def leave_out(_name: str, _environment: object) -> None:
    """Give unfinished code no surroundings: it has no place yet where to put them, and rules need none."""


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


def compile_with(dispatcher: Any, library: type, set_env: Callable[..., None], *, vectors: bool) -> None:
    """Compile into a ``library`` of code, and without what costs more than it brings here.

    - Vector code, if not wanted: over four seats or five kinds, it is longer and slower than the loop as it is.
    - Indices that count from the end: no rule uses them, but every index would be asked for its sign.
    """
    compile_one = dispatcher.compile

    def compile_as_wanted(signature: Any) -> Any:
        with (
            changed(numba.config, LOOP_VECTORIZE=int(vectors), SLP_VECTORIZE=0),
            changed(arrayobj, fix_integer_index=index_from_the_start),
            changed(CODEGEN, _library_class=library, set_env=set_env),
        ):
            return compile_one(signature)

    dispatcher.compile = compile_as_wanted


def index_from_the_start(context: Any, builder: Any, kind: Any, index: Any, _size: Any) -> Any:
    """Take an index as it is: the compiler's own version adds the size to a negative one."""
    return context.cast(builder, index, kind, numba.types.intp)


def with_wide_integers(template_for: Callable[..., Any]) -> Callable[..., Any]:
    """Let compiled callers pass every whole number as int64.

    Otherwise Numba compiles a version for every mixture of int8, int16, int64 and of each constant: twice the
    code and the compiling time.
    """

    def widened(arguments: tuple[Any, ...], keywords: Any) -> Any:
        wide = (numba.types.int64 if isinstance(kind, numba.types.Integer) else kind for kind in arguments)
        return template_for(tuple(wide), keywords)

    return widened


def type_of(dtype: np.dtype[Any]) -> Any:
    """Return what the compiler makes of the type of a state."""
    return numba.from_dtype(dtype)


def call_directly(ask: Callable[..., Any], answer_for: Callable[[Any], Any]) -> None:
    """Let compiled code that calls ``ask`` call the answer for the type of its first argument itself.

    Numba's ``overload`` would compile a function between the two for every answer, and with it all that the answer
    calls once more.
    """

    class ChosenWhileCompiling(numba.core.typing.templates.AbstractTemplate):
        key = ask

        def generic(self, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
            answer = answer_for(arguments[0])
            if answer is None:
                return None
            self.answer = numba.types.Dispatcher(answer)
            return self.answer.get_call_type(self.context, arguments, keywords)

        def get_impl_key(self, signature: Any) -> Any:
            return self.answer.get_impl_key(signature)

    register_global: Any = numba.core.typing.templates.infer_global
    register_global(ask, numba.types.Function(ChosenWhileCompiling))
