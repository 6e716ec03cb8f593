"""What a server is told at its start."""

from dataclasses import dataclass, field
from pathlib import Path

import platformdirs


def default_folder() -> Path:
    """Return where the data lie unless somebody says otherwise."""
    return platformdirs.user_data_path("malecon")


@dataclass(frozen=True, slots=True)
class Settings:
    """How to serve.

    Attributes:
        folder: where the data lie.
        secure: whether people come by HTTPS, so that cookies never travel without.
        processes: computer players that think at once; ``None`` for all cores but one.
    """

    folder: Path = field(default_factory=default_folder)
    secure: bool = False
    processes: int | None = None
