"""Small variants of the games, to be solved exactly: positions near the end, in ``games/<game>/data/variants.toml``.

A variant is a position that a game can come to, in the words of the rulebook, and is checked as such. The rules and the
victory are those of the whole game, so every player of it plays a variant too.
"""

from typing import Any

from msgspec import Struct

from malecon.core import AnyState
from malecon.core.data import read_toml
from malecon.core.errors import check_known
from malecon.core.game import Game


class Variant(Struct, frozen=True, forbid_unknown_fields=True):
    """A small variant.

    Attributes:
        about: a sentence about it.
        position: where it begins, as ``Game.from_position`` reads it.
    """

    about: str
    position: dict[str, Any]


def variants(game: Game) -> dict[str, Variant]:
    """Return the variants of a game by name."""
    return read_toml(game.folder / "data/variants.toml", dict[str, Variant])


def variant_position(game: Game, name: str) -> AnyState:
    """Return the state where a variant begins; raise ``UsageError`` for an unknown name."""
    known = variants(game)
    check_known("variant", [name], [*known])
    return game.read_position(known[name].position)
