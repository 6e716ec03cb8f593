"""Files and folders that only their owner reads: they tell what is hidden in the games."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from malecon.tables import StorageError

FILE_MODE = 0o600
FOLDER_MODE = 0o700


def make_private(file: Path) -> None:
    """Make a file if it is missing, and its folder.

    Raises:
        OSError: they cannot be made, or not be written.
    """
    file.parent.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    file.touch(FILE_MODE)


def write_at_once(file: Path, content: bytes) -> None:
    """Write a file for good, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    half = file.with_name(f".{file.name}.{os.getpid()}.new")  # another process may write the same file now
    make_private(half)
    with half.open("wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(opened.fileno())
    half.replace(file)


@contextmanager
def new_folder(folder: Path) -> Iterator[Path]:
    """Yield a temporary folder to fill; it becomes ``folder`` at the end, or nothing does if something goes wrong.

    Raises:
        StorageError: ``folder`` is not new, nor empty.
        OSError: it cannot be made.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise StorageError(f"{folder}: is not empty; name a new folder")
    place = folder.resolve()  # it may be a link, as the folder of a service is
    place.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".malecon-", dir=place.parent) as half:
        yield Path(half) / "data"
        (Path(half) / "data").rename(place)
