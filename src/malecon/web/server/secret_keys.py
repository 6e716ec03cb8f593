"""Secrets of a server in files of their own, that only its owner reads; keyed hashes of addresses, ids and names.

Addresses, ids and names are personal data; counting needs none of them in the clear.
"""

import hashlib
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from malecon.storage.data_folder import FOLDER_MODE

FILE_MODE = 0o600

HASH_KEY_FILE = "counting.key"
SECRET_BYTES = 32
DIGEST_BYTES = 16


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


class KeyHash:
    """Turns texts into keys that tell nothing without the secret, which all servers of a site share.

    >>> KeyHash(b"secret")("192.0.2.7") == KeyHash(b"secret")("192.0.2.7") != KeyHash(b"other")("192.0.2.7")
    True
    """

    def __init__(self, secret: bytes) -> None:
        """``secret``: up to 64 bytes."""
        self._secret = secret

    def __call__(self, text: str) -> str:
        """Return the key for a text: 32 hexadecimal digits."""
        data = text.encode(errors="replace")
        return hashlib.blake2b(data, key=self._secret, digest_size=DIGEST_BYTES).hexdigest()


def key_hash_of(folder: Path) -> KeyHash:
    """Return the hash with the secret that lies in a folder; the first server that starts makes it."""
    folder.mkdir(FOLDER_MODE, parents=True, exist_ok=True)
    return KeyHash(read_or_create(folder / HASH_KEY_FILE, lambda: secrets.token_bytes(SECRET_BYTES)))
