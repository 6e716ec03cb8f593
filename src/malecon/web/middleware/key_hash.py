"""Keyed hashes of addresses, ids and names: they are personal data, and counting needs none of them in the clear."""

import hashlib
import secrets
from pathlib import Path

from malecon.storage.private_files import FOLDER_MODE
from malecon.web.notifications.secret_file import read_or_create

FILE = "counting.key"
SECRET_BYTES = 32
DIGEST_BYTES = 16


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
    return KeyHash(read_or_create(folder / FILE, lambda: secrets.token_bytes(SECRET_BYTES)))
