"""The standard input: lines that a person types at a prompt, or a stream of lines.

``EOFError`` means the end of the input at a prompt only, so it is caught here and has a name of its own. From anywhere
else it is an error like any other.
"""

import select
import sys
from typing import BinaryIO

from malecon.core.errors import MaleconError


class InputEnded(MaleconError):
    """The input has ended at a prompt."""


def is_keyboard() -> bool:
    """Tell whether the standard input is a terminal."""
    return sys.stdin.isatty()


def ask_line(prompt: str) -> str:
    """Return a line that is typed at a prompt.

    Raises:
        InputEnded: there is none.
    """
    try:
        return input(prompt)
    except EOFError:
        raise InputEnded("the input has ended") from None


def has_ended(stream: BinaryIO) -> bool:
    """Tell whether a stream has ended already, without waiting for it; ``False`` where that cannot be told."""
    try:
        readable, _, _ = select.select([stream], [], [], 0)
        return bool(readable) and not stream.peek(1)  # type: ignore[attr-defined]  # that of a file has it
    except (OSError, ValueError):  # Windows, or a stream that is no file
        return False
