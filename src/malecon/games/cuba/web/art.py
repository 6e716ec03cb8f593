"""What the templates of Cuba draw with."""

from collections.abc import Mapping

from malecon.games.cuba.text import words
from malecon.games.cuba.text.descriptions import field_words
from malecon.games.cuba.web import pieces
from malecon.games.cuba.web.formulas import building_formula, law_formula
from malecon.presentation.templates import GAME_TEMPLATES, Templates

ART: Mapping[str, object] = {
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
    "field_words": field_words,
    "piece_name": words.piece_name,
    "POINTS": words.POINTS,
    "VOTES": words.VOTES,
    "PESOS": words.FORMS["peso"],
}
"""What templates draw with."""
TEMPLATES = Templates(GAME_TEMPLATES, "cuba/macros.html", **ART)
"""Of the page of a table."""
