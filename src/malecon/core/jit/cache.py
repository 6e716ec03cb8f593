"""The folder for compiled code, named by a hash of the sources."""

import functools
import hashlib
import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from malecon.core.plain_mode import NOT_KEPT, is_plain

JIT = not is_plain()
PACKAGE = Path(__file__).parent.parent.parent
COMPILED = ("core", "agents", "games")
"""Packages with compiled functions."""
NOT_COMPILED = {"text", "terminal", "web"}
"""Folders in them without any: words and drawing can change without compiling anew."""


@functools.cache
def cache_folder() -> Path:
    """Return the folder for compiled code; it is made by the first call in a process."""
    return make_cache_folder()


def make_cache_folder() -> Path:
    """Make the folder for compiled code, with the hash of our sources in its name, and return it.

    Numba recompiles a function when its own file changes. It sees neither a change in a function that this one
    calls nor in a data file; a new folder for every state of the sources is safe.
    """
    folder = cache_path()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        warnings.warn(f"{NOT_KEPT} ({error}); every start compiles anew", stacklevel=2)
        return Path(tempfile.mkdtemp(prefix="malecon-"))
    return folder


def cache_path() -> Path:
    """Return the path of the folder for compiled code, whether it is there or not."""
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_path("malecon")
    return Path(base) / f"compiled-{hash_of_sources()}"


def hash_of_sources() -> str:
    """Return 16 hexadecimal digits that change with the content of any of ``compiled_sources`` and with ``PACKAGE``.

    The path of the package counts, for Numba keeps compiled code by the path of its file.
    """
    digest = hashlib.sha256(str(PACKAGE).encode())
    for file in compiled_sources():
        digest.update(str(file.relative_to(PACKAGE)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def compiled_sources() -> Iterator[Path]:
    """Yield the source and data files that compiled code can depend on, in order."""
    for package in COMPILED:
        for file in sorted((PACKAGE / package).rglob("*")):
            if file.suffix in {".py", ".toml"} and NOT_COMPILED.isdisjoint(file.relative_to(PACKAGE).parts):
                yield file
