"""The names that computer players bear at a table."""

from collections.abc import Collection, Iterator

from malecon.core.plain_text import look_alike

NAMES = ("Rosa", "Mateo", "Inés", "Tomás", "Elena")
"""Names that computer players bear at a table."""


def free_names(taken: Collection[str]) -> Iterator[str]:
    """Yield names for computer players that look like nobody else's; five, less those; with another initial first.

    >>> [*free_names(["Marina", "Rosa"])]
    ['Inés', 'Tomás', 'Elena', 'Mateo']
    """
    free = [name for name in NAMES if not look_alike(name, filter(None, taken))]
    initials = {name[:1] for name in taken}
    return iter(sorted(free, key=lambda name: name[:1] in initials))
