"""What the templates of Cuba draw with, and templates of what often stays as it is."""

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from malecon.core.i18n import Language
from malecon.games.cuba.text import words
from malecon.games.cuba.web import pieces
from malecon.games.cuba.web.formulas import building_formula, law_formula
from malecon.presentation.game_page import GAME_TEMPLATES, Templates
from malecon.presentation.parts import Canvas

MOST_FRAGMENTS = 1024
"""Cached."""


def draw_template(name: str, canvas: Canvas, **facts: object) -> Markup:
    """Return a template of a part filled in."""
    return TEMPLATES.render(f"cuba/{name}", canvas.language, canvas=canvas, **facts)


@lru_cache(MOST_FRAGMENTS, typed=True)  # a text and Markup of the same letters are equal
def fragment(name: str, language: Language, **facts: object) -> Markup:
    """Return a template of what often stays as it is, filled in; the facts, all that it shows, can be hashed."""
    return TEMPLATES.render(f"cuba/{name}", language, **facts)


ART: Mapping[str, object] = {
    "fragment": fragment,
    "icon": pieces.icon,
    "pesos": pieces.pesos,
    "points": pieces.points,
    "land": pieces.field,
    "house": pieces.house,
    "portrait": pieces.portrait,
    "vessel": pieces.vessel,
    "badge": pieces.badge,
    "disc": pieces.disc,
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
