"""Secrets of a server in files of their own, that only its owner reads."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

FILE_MODE = 0o600


def read_or_create(file: Path, make: Callable[[], bytes]) -> bytes:
    """Return the content of a file; if there is none yet, it is made.

    Of several processes that make it at the same time, one is the first, and all others read what it has written.
    """
    if not file.exists():
        mine = file.with_name(f"{file.name}.{os.getpid()}")
        with open(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE), "wb") as writing:
            writing.write(make())
        with suppress(FileExistsError):
            os.link(mine, file)
        mine.unlink()
    return file.read_bytes()
