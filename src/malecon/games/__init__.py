"""The games, one folder each, found by their folders; `malecon.games` is the mapping that loads them."""

from pkgutil import iter_modules

FIRST = ("havana",)
"""Games that are listed before the others, which follow in the order of the alphabet."""


def names() -> tuple[str, ...]:
    """Return the names of all games: those of the folders here."""
    found = sorted(module.name for module in iter_modules(__path__) if module.ispkg)
    return tuple(sorted(found, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST)))
