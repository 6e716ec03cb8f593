"""Types that the type checker cannot know, each under a name that says what it is."""

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
