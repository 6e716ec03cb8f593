"""The games, one folder each, found by their folders; `malecon.games` is the mapping that loads them."""

import os

FIRST = ("havana",)
"""Games that are listed before the others, which follow in the order of the alphabet."""


def names() -> tuple[str, ...]:
    """Return the names of all games: those of the folders here that are packages."""
    folders = [entry for entry in os.scandir(__path__[0]) if os.path.isfile(f"{entry.path}/__init__.py")]
    found = sorted(folder.name for folder in folders)
    return tuple(sorted(found, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST)))
