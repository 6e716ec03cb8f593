"""The secret keys of a site, in files of their own, which only their owner reads.

Addresses, ids and names are personal data; counting needs none of them in the clear, but keyed hashes.
"""

import hashlib
import secrets
from collections.abc import Callable
from pathlib import Path

from malecon.core.files import read_or_write
from malecon.storage.data_folder import FolderError, make_data_folder

HASH_KEY_FILE = "counting.key"
SECRET_BYTES = 32
DIGEST_BYTES = 16


def secret_of(file: Path, make: Callable[[], bytes]) -> bytes:
    """Return the secret in a file of the data folder; the first server that needs it makes it.

    Raises:
        StorageError: it cannot be read or written.
    """
    make_data_folder(file.parent)
    try:
        return read_or_write(file, make)
    except OSError as error:
        raise FolderError(file, error) from None


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
    return KeyHash(secret_of(folder / HASH_KEY_FILE, lambda: secrets.token_bytes(SECRET_BYTES)))
