"""The CUDA target: kernels in which every thread plays a game of its own, by the same rules as on the CPU.

No rule is written or decorated anew. Where the compiler for CUDA, the package numba-cuda, meets a rule that is compiled
for the CPU, it gets a device function made of the same Python; ``by_game`` is resolved in the type system that asks.
So both versions stand side by side in one process, and can be compared move by move.

- ``Kernel``: a function that every thread runs; ``launch`` runs it, ``assemble`` only compiles it, without a GPU.
- ``thread``, ``room``: for use in kernels.
- ``check_device``, ``to_device``, ``synchronize``: the GPU, and arrays on it.

Plain rules are no kernels; only the simulator of numba-cuda runs them (``NUMBA_ENABLE_CUDASIM=1``). To import this
module raises ``ModuleNotFoundError`` if numba-cuda is not installed.
"""

import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import numba.cuda
import numba_cuda  # noqa: F401  # what is called numba.cuda without it cannot compile the rules
import numpy as np
from cuda.pathfinder import find_nvidia_binary_utility
from numpy.typing import NDArray

from malecon.core.errors import UsageError
from malecon.core.garbage_collection import gc_paused
from malecon.core.jit import cache as code_cache
from malecon.core.jit.target import JIT, AnyFunction, Context, Dispatcher, NumbaType, Signature, Untyped

DeviceArray = Untyped
"""An array on the GPU."""
cuda: Untyped = numba.cuda
config: Untyped = cuda.config
on_device: Callable[[AnyFunction], AnyFunction] = cuda.jit(device=True)
within_caller: Callable[[AnyFunction], AnyFunction] = cuda.jit(device=True, inline="always")

IS_SIMULATED: bool = config.ENABLE_CUDASIM
"""Whether kernels run as plain Python, a thread after another."""
BLOCK = 128
"""Threads of a block."""
CAPABILITY = (9, 0)
"""The GPUs for which ``assemble`` compiles: H100 and H200."""

if not IS_SIMULATED:
    from numba.core.dispatcher import Dispatcher as FunctionForCpu
    from numba.core.target_extension import target_override
    from numba.cuda import cuda_paths, dispatcher
    from numba.cuda.typing.typeof import typeof, typeof_impl

    from malecon.core.jit.compiler import patched, with_wide_integers
    from malecon.core.jit.dispatcher_cache import entry_name, load_entry, machine, pickled

    answers_for_functions: Callable[[AnyFunction], AnyFunction] = typeof_impl.register(FunctionForCpu)

    @answers_for_functions
    def _type_of(function: Dispatcher, _purpose: object) -> NumbaType:
        """Return the type of a function compiled for the CPU; the user's own functions are left as they are."""
        return (
            cuda.types.Dispatcher(_device_function(function)) if hasattr(function, "is_rule") else function._numba_type_
        )

    for_target: Callable[[str], AbstractContextManager[None]] = target_override

    class KernelCache(dispatcher.CUDACache):
        """The entries of one kernel in the cache of compiled code."""

        def __init__(self, function: AnyFunction) -> None:
            self._py_func = function
            self._launch_config_key = None
            self._cache_path = ""

        def _entry(self, signature: Signature, codegen: Untyped) -> str | None:
            key: Untyped = self._index_key
            return entry_name(self._py_func, (key(signature, codegen), machine()))

        def load_overload(self, signature: Signature, context: Context) -> Untyped:
            """Return the kernel for these types of arguments, or ``None``: it is to be compiled."""
            with for_target("cuda"):
                context.refresh()
                name = self._entry(signature, context.codegen())
                return load_entry(name, lambda content: dispatcher._Kernel._rebuild(**content))

        def save_overload(self, signature: Signature, kernel: Untyped) -> None:
            """Keep a kernel that was compiled."""
            if name := self._entry(signature, kernel.codegen):
                code_cache.keep(name, pickled(kernel._reduce_states()))

        def is_launch_config_sensitive(self) -> bool:
            """Tell that the code does not depend on the number of threads: what does is not kept."""
            return False

        def mark_launch_config_sensitive(self) -> bool:
            """Tell that what depends on the number of threads cannot be kept."""
            return False

        def flush(self) -> None:
            """Do nothing: what is compiled again replaces what was there."""


@cache
def _device_function(rule: Dispatcher) -> Dispatcher:
    """Return the version of a rule that kernels call."""
    function: Dispatcher = on_device(rule.py_func)
    function.get_call_template = with_wide_integers(function.get_call_template)
    return function


@on_device
def thread() -> int:
    """Return the number of this thread, from 0."""
    return cuda.grid(1)


@within_caller
def room(like: NDArray[np.generic]) -> NDArray[np.generic]:
    """Return an array of one element for this thread alone, not set, with the type of those of ``like``.

    A GPU keeps the same word of all threads side by side, so what a warp reads at the same time lies together.
    """
    return cuda.local.array(1, like.dtype)


@dataclass(frozen=True, slots=True)
class Assembled:
    """What the assembler for GPUs (ptxas) says of a kernel.

    Attributes:
        registers: of a thread.
        stack: bytes of a thread, for ``room`` and spilled registers.
        spills: bytes that are stored because there are too few registers.
        ptx: the code that it got.
    """

    registers: int
    stack: int
    spills: int
    ptx: str


class Kernel:
    """A function of arrays that every thread runs for its own game."""

    def __init__(self, name: str, function: AnyFunction) -> None:
        """``name``: for people; ``function``: returns nothing; takes arrays and whole numbers."""
        self.name, self.function = name, function

    @cached_property
    def _dispatcher(self) -> Untyped:
        if IS_SIMULATED:
            return cuda.jit(self.function)
        kernel = cuda.jit(lto=False)(self.function)
        kernel._cache = KernelCache(self.function)
        return kernel

    def launch(self, threads: int, *arguments: object) -> None:
        """Run so many threads, rounded up to whole blocks, on arrays of the GPU; returns before they have ended."""
        self._dispatcher[-(-threads // BLOCK), min(BLOCK, threads)](*arguments)

    def assemble(self, *arguments: object) -> Assembled:
        """Compile for ``CAPABILITY``, for arguments like these (arrays may be NumPy's); needs no GPU, but ptxas."""
        _check_mode()
        kinds = tuple(typeof(argument) for argument in arguments)
        with _no_device():
            ptx, _ = cuda.compile_ptx(self.function, kinds, cc=CAPABILITY)
        return Assembled(*_assembled(ptx), ptx)


@contextmanager
def _no_device() -> Iterator[None]:
    """Compile as for a GPU of ``CAPABILITY``, and without NVRTC, which is only asked for what it supports."""
    device = SimpleNamespace(compute_capability=CAPABILITY)
    with (
        patched(config, FORCE_CUDA_CC=CAPABILITY),
        patched(cuda_paths, _get_nvrtc_path=lambda: None),
        patched(dispatcher, get_current_device=lambda: device),
        gc_paused(),
    ):
        yield


def _check_mode() -> None:
    """Raise ``UsageError`` in plain mode, if kernels are not simulated."""
    if not JIT and not IS_SIMULATED:
        raise UsageError("MALECON_JIT is 0, so rules are plain: kernels can only be simulated (NUMBA_ENABLE_CUDASIM=1)")


def _assembled(ptx: str) -> tuple[int, int, int]:
    """Return registers, stack and spills of a kernel, as ptxas counts them.

    Raises:
        FileNotFoundError: there is no ptxas.
        subprocess.CalledProcessError: it refuses the code.
    """
    program = find_nvidia_binary_utility("ptxas")
    if program is None:
        raise FileNotFoundError("ptxas is not installed; type: pip install nvidia-cuda-nvcc-cu12")
    with TemporaryDirectory() as folder:
        file = Path(folder, "kernel.ptx")
        file.write_text(ptx, "utf-8")
        target = f"-arch=sm_{CAPABILITY[0]}{CAPABILITY[1]}"
        command = [program, "-v", target, str(file), "-o", str(file.with_suffix(".cubin"))]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    numbers = (r"Used (\d+) registers", r"(\d+) bytes stack frame", r"(\d+) bytes spill stores")
    registers, stack, spills = (sum(map(int, re.findall(number, report))) for number in numbers)
    return registers, stack, spills


def check_device() -> None:
    """Raise ``UsageError`` if kernels cannot run here: without a GPU, or with plain rules, if it is not simulated."""
    _check_mode()
    if not cuda.is_available():
        raise UsageError("there is no GPU that CUDA can use; NUMBA_ENABLE_CUDASIM=1 simulates one, slowly")


def to_device(array: NDArray[np.generic]) -> DeviceArray:
    """Return a copy of an array on the GPU; ``copy_to_host()`` brings it back.

    Other packages take it without a copy (``__cuda_array_interface__``).
    """
    return cuda.to_device(array)


def synchronize() -> None:
    """Wait until all kernels have ended."""
    cuda.synchronize()
