"""Numba's and LLVM's objects, by their roles: both libraries declare no types, so none of these can be checked."""

from collections.abc import Callable
from typing import Any

Untyped = Any
"""What is used as Numba has it, such as a function of its own."""
NumbaType = Untyped
"""The type of a value in compiled code."""
Signature = Untyped
"""The types of a function's arguments, and of its result."""
Dispatcher = Untyped
"""A function with its compiled versions."""
Library = Untyped
"""The machine code of a function."""
Context = Untyped
"""The target: what it makes of types and constants."""
Builder = Untyped
"""Writes instructions of LLVM."""
Instruction = Untyped
"""A value in LLVM: a constant, an argument, or what an instruction returns."""
AnyFunction = Callable[..., Untyped]
"""A function of rules, or one that Numba calls."""
