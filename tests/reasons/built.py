"""A position whose reason is known by construction."""

from typing import Any, NamedTuple

from malecon.core.match import Match


class Built(NamedTuple):
    """A position with a known reason.

    ``name``: what it is about, as words. ``seat``: who decides. ``better``, ``other``: its two moves, in notation.
    ``causes``: the causes that are right, each an object and who it happens to (``you``, ``others``, or ``any``);
    ``near``: those that are partly right.
    """

    name: str
    match: Match[Any]
    seat: int
    better: str
    other: str
    causes: frozenset[tuple[str, str]]
    near: frozenset[tuple[str, str]] = frozenset()
