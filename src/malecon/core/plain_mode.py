"""Plain mode: whether a process runs the rules as the plain Python that they are.

It is chosen before ``core.jit`` is imported. A process that is not plain compiles the rules. ``MALECON_JIT=0`` makes a
process plain, and all that it starts; a command that needs only a few moves a second makes itself plain, and starts
compiled processes for computer players.
"""

import os
import warnings
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

VARIABLE = "MALECON_JIT"
NOT_KEPT = "compiled code cannot be kept"
"""How the warning begins that there is no folder for compiled code."""

_is_chosen = False


def choose_plain_mode() -> None:
    """Let this process run the rules plain; without effect once ``core.jit`` is imported."""
    global _is_chosen
    _is_chosen = True


def is_plain() -> bool:
    """Tell whether this process is to run the rules plain."""
    return _is_chosen or not may_compile()


def may_compile() -> bool:
    """Tell whether processes that this one starts may compile the rules."""
    return os.environ.get(VARIABLE, "1") != "0"


def run_in_mode(module: str, function: str, pipe: "Connection[Any, Any]", *, is_plain: bool) -> None:
    """Call a function of a module with a pipe; what a new process does, which has not imported ``core.jit`` yet.

    A failure, also that of the import, is sent to the other end of the pipe as a sentence. So is the lack of a folder
    for compiled code: every process would compile anew.
    """
    try:
        if is_plain:
            choose_plain_mode()
        warnings.filterwarnings("error", NOT_KEPT)
        getattr(import_module(module), function)(pipe)
    except Exception as error:
        pipe.send(RuntimeError(f"{type(error).__name__}: {error}"))
