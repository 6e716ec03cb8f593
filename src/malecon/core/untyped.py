"""Types that the type checker cannot know, each under a name that says what it is: of records, plain data, Numba.

Numba and LLVM declare no types; their objects are named by their roles. Nothing of either is imported.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

AnyState = Any
"""The record of a game's engine: generic code reads fields that only the game declares."""
AnyDtype = np.dtype[Any]
"""The dtype of a record."""
TypeForm = Any
"""A type that was made while running, such as ``tuple[word, ...]``, as msgspec checks it."""
PlainData = dict[str, Any]
"""Plain data by name, such as JSON gives."""
Options = dict[str, Any]
"""Options of a game by name, as ``Game.start`` takes them: choices, flags, data or files, and seats from 0."""


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
