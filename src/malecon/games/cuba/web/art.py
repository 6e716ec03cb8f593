"""What the templates of Cuba draw with."""

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.cuba.text import words
from malecon.games.cuba.web import pieces
from malecon.games.cuba.web.formulas import building_formula, law_formula
from malecon.presentation.templates import GAME_TEMPLATES, Templates

MOST_FRAGMENTS = 1024
"""Cached."""


@lru_cache(MOST_FRAGMENTS, typed=True)  # a text and Markup of the same letters are equal
def _fragment(name: str, language: Language, **facts: object) -> Markup:
    """Return a template of what often stays as it is, filled in; the facts, all that it shows, can be hashed."""
    return TEMPLATES.render(f"cuba/{name}", language, **facts)


ART: Mapping[str, object] = {
    "fragment": _fragment,
    "icon": pieces.icon,
    "hidden_icon": pieces.hidden_icon,
    "pesos": pieces.pesos,
    "points": pieces.points,
    "land": pieces.field,
    "house": pieces.house,
    "portrait": pieces.portrait,
    "vessel": pieces.vessel,
    "badge": pieces.badge,
    "pawn": pieces.pawn,
    "building_formula": building_formula,
    "law_formula": law_formula,
    "titled": words.title,
    "POINTS": words.POINTS,
    "VOTES": words.VOTES,
    "PESOS": words.FORMS["peso"],
}
"""What templates draw with."""
TEMPLATES = Templates(GAME_TEMPLATES, "cuba/macros.html", **ART)
"""Of the page of a table."""
