"""How far the game is, and which variant of it is played."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from malecon.core.i18n import N_
from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.view import View
from malecon.games.cuba.web.art import TEMPLATES
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Part

OWN: Mapping[str, str] = {
    "ships": N_("ships"),
    "boards": N_("plantations"),
    "buildings": N_("buildings"),
    "laws": N_("laws"),
    "market": N_("market"),
}
"""By the name of an option, what its owner has made, in words."""


class Time(Struct, frozen=True):
    """The round, the phase in it, and whether the game is over."""

    round: int
    lap: int
    is_over: bool


class Variant(Struct, frozen=True):
    """The options of a table, and what of its data is its owner's, in words to be translated."""

    plantations: str
    embassy: bool
    sealing: bool
    own: tuple[str, ...]


def round_parts(context: BoardContext[View]) -> Iterator[Part]:
    """Yield the round, and the variant."""
    view = context.perspective.view
    yield Part("round", _draw_round, Time(view.round, view.lap, bool(view.ending)))
    own = tuple(OWN[name] for name in context.own_data)
    yield Part("variant", _draw_variant, Variant(view.plantations, view.embassy, view.sealing, own))


_draw_round = TEMPLATES.drawer("cuba/round.html", "time", rounds=ROUNDS, laps=LAPS)
_draw_variant = TEMPLATES.drawer("cuba/variant.html", "variant")
