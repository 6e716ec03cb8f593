"""Numba's dispatchers, tied to the cache of compiled code, which keeps what they compile.

An entry has a name made of all on which machine code depends besides the sources in the name of the folder: function,
types, processor, and versions of Python and the compiler. So there is no index, and nothing in it that can be wrong.
Numba's own cache has one for each function, and each thing that is wrong with it ends the program (numba issue 10434).
"""

import functools
import hashlib
import inspect
import logging
import multiprocessing
import pickle
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import llvmlite
import numba
import numpy as np
from numba.core import caching, compiler, registry, serialize

from malecon.core.jit import cache
from malecon.core.jit.target import AnyFunction, Context, NumbaType, Untyped

LOGGER = logging.getLogger(__name__)
SAID_AFTER_S = 2.0
"""Seconds of compiling after which a process says so."""
COMPILING = (
    "malecon: what is used for the first time on this machine is compiled, which can take a minute "
    "(what a game needs, ahead: malecon prepare)"
)
Result = Untyped
"""A function for some types, compiled."""
pickled: Callable[[object], bytes] = serialize.dumps
rebuilt: Callable[..., Result] = compiler.CompileResult._rebuild


@functools.cache
def machine() -> str:
    """Return 8 hexadecimal digits for the processor, and the versions of Python and the compiler."""
    versions = sys.implementation.cache_tag, numba.__version__, llvmlite.__version__, np.__version__
    context: Context = registry.cpu_target.target_context
    return _hash(versions, context.codegen().magic_tuple())[:8]


def _hash(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@functools.cache
def _source_of(file: str) -> str:
    """Return a hash of a file: for functions that are not in our package, whose sources name the folder."""
    return _hash(Path(file).read_bytes())


@functools.cache
def _label(kind: str, function: AnyFunction, arguments: tuple[NumbaType, ...]) -> str:
    """Return the name of a compiled function, the same in every process."""
    return _hash(kind, function.__module__, function.__qualname__, arguments)[:16]


@dataclass
class Frame:
    """A function that is being compiled or loaded.

    Attributes:
        functions: itself and all that it contains or calls, by labels.
        is_loaded: whether it came from the cache.
    """

    functions: set[str]
    is_loaded: bool = False


@dataclass
class Inventory:
    """All functions that this process has compiled or loaded, so that progress can be counted.

    A function from the cache brings along the labels of those that it is made of. So it makes no difference to the
    number which of them were in the cache.
    """

    functions: set[str] = field(default_factory=set)
    """Labels of all functions, or of those since somebody watches."""
    watchers: list[Callable[[int], None]] = field(default_factory=list)
    """Are called with the number of functions whenever one was compiled."""
    compiled_s: float = 0.0
    """Seconds that this process has compiled."""
    is_said: bool = False
    """Whether it was said that the compiler works."""
    _begun: float = 0.0
    _contents: dict[str, set[str]] = field(default_factory=dict)
    _stack: list[Frame] = field(default_factory=list)

    @contextmanager
    def frame(self, kind: str, function: AnyFunction, arguments: tuple[NumbaType, ...]) -> Iterator[None]:
        """Note what is compiled or loaded within as a part of ``function``, for these types of arguments.

        ``kind``: tells its finished and unfinished versions from each other.
        """
        label = _label(kind, function, arguments)
        if not self._stack:
            self._begun = time.monotonic()
        self._stack.append(Frame({label}))
        try:
            yield
        finally:
            frame = self._stack.pop()
        is_new = label not in self._contents
        contents = self._contents.setdefault(label, set())
        contents |= frame.functions
        self.functions |= contents
        if self._stack:
            self._stack[-1].functions |= contents
        if is_new and not frame.is_loaded:
            for watcher in self.watchers:
                watcher(len(self.functions))
            self._say_if_long()

    def _say_if_long(self) -> None:
        """Log once that the compiler works, after a while in which nobody watches: a program would seem to hang."""
        spent = self.compiled_s + time.monotonic() - self._begun
        if not self._stack:
            self.compiled_s = spent
        is_main = multiprocessing.parent_process() is None
        if spent >= SAID_AFTER_S and is_main and not self.watchers and not self.is_said:
            self.is_said = True
            LOGGER.warning(COMPILING)

    def innermost(self) -> Frame:
        """Return the function that is being compiled or loaded now."""
        return self._stack[-1]


INVENTORY = Inventory()


@contextmanager
def watched(watcher: Callable[[int], None]) -> Iterator[None]:
    """Call ``watcher`` whenever a function is compiled within, with the number of those compiled or loaded so far."""
    INVENTORY.functions.clear()
    INVENTORY.watchers.append(watcher)
    try:
        yield
    finally:
        INVENTORY.watchers.remove(watcher)


def entry_name(function: AnyFunction, key: object) -> str | None:
    """Return the name of an entry for a function, which ``key`` tells from others of the same function.

    ``None``: it cannot be kept, for it depends on more than its file, or has none.
    """
    if function.__closure__:
        return None
    name = f"{function.__module__}.{function.__qualname__}"
    try:
        digest = _hash(name, _source_of(inspect.getfile(function)), key)[:32]
    except (OSError, TypeError):
        return None
    return f"{name[-80:].replace('<', '').replace('>', '')}-{digest}"


def load_entry(name: str | None, rebuild: Callable[[Untyped], Result]) -> Result | None:
    """Return what ``rebuild`` makes of the first entry of this name that it can use, or ``None``."""
    for content in cache.entries(name) if name else ():
        try:
            return rebuild(pickle.loads(content))  # only we and root can have written it
        except Exception:  # whatever is wrong with it, compiling helps
            continue
    return None


class DispatcherCache(caching._Cache):
    """The entries of one function; a dispatcher asks for them by the types of arguments."""

    def __init__(self, function: AnyFunction, options: object) -> None:
        """``options``: how it is compiled."""
        self._function, self._options = function, options

    def _name(self, arguments: Iterable[NumbaType]) -> str | None:
        return entry_name(self._function, (tuple(arguments), machine(), self._options))

    def load_overload(self, arguments: Iterable[NumbaType], context: Context) -> Result | None:
        """Return the function for these types of arguments, or ``None``: it is to be compiled."""
        context.refresh()
        loaded = load_entry(self._name(arguments), lambda content: (content[0], rebuilt(context, *content[1])))
        if loaded is None:
            return None
        functions, result = loaded
        frame = INVENTORY.innermost()
        frame.functions |= functions
        frame.is_loaded = True
        return result

    def save_overload(self, arguments: Iterable[NumbaType], result: Result) -> None:
        """Keep a function that was compiled, if it does not depend on addresses of this process."""
        name = self._name(arguments)
        if name and not result.library.has_dynamic_globals and all(part.can_cache for part in result.lifted):
            cache.keep(name, pickled((INVENTORY.innermost().functions, result._reduce())))

    @property
    def cache_path(self) -> str:
        """Nothing: there is more than one folder."""
        return ""

    def enable(self) -> None:
        """Do nothing: it is enabled."""

    def disable(self) -> None:
        """Do nothing: nobody disables it."""

    def flush(self) -> None:
        """Do nothing: what is compiled again replaces what was there."""
