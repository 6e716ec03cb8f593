"""What buildings and laws do, as rows of pictures, such as a stone, an arrow, and a sun with a 1."""

from collections.abc import Mapping
from functools import lru_cache

from markupsafe import Markup

from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.rules.laws import PAID_POINTS
from malecon.games.cuba.web.pieces import ICONS, MOST_NUMBERS, hidden_icon, pesos, points

FORMULA = Markup('<span class="formula" aria-hidden="true">{signs}</span>')
SIGN = Markup('<span class="sign">{sign}</span>')

BUILDINGS: Mapping[str, str] = {
    "cement factory": "stone → {gives}pt ×{most}",
    "sawmill": "wood → {gives}pt ×{most}",
    "golf course": "water → {gives}pt ×{most}",
    "monastery": "product → {gives}pt ×{most}",
    "rum café": "rum → {gives}pt ×{most}",
    "cigar bar": "cigars → {gives}pt ×{most}",
    "small wharf": "{most}× → ship",
    "large wharf": "{most}× → ship",
    "hotel": "{gives}pt",
    "inn": "{gives}pt",
    "general store": "good → {gives}$",
    "product market": "product → {gives}$",
    "resource market": "resource → {gives}$ ×{most}",
    "small bank": "{gives}$",
    "large bank": "{gives}$",
    "cigar factory": "tobacco → cigars",
    "distillery": "sugar → rum",
    "black market": "product ⇄ good",
    "church": "veto",
    "town hall": "+{gives} vote",
    "dam": "{gives}× water",
    "lighthouse": "ship ⇄ ship",
    "warehouse": "product → store",
    "canadian embassy": "{gives}× cigars",
}
"""By name; ``pt`` and ``$`` behind a number are points and pesos."""
LAWS: Mapping[str, str] = {
    "tax pesos": "{amount}$ → {paid}pt",
    "tax buildings": "house × {amount}$ → {paid}pt",
    "duty resources": "{amount}× resource → {paid}pt",
    "duty products": "{amount}× product → {paid}pt",
    "subsidy buildings": "{amount}× house = 1pt",
    "subsidy resource fields": "{amount}× land = 1pt",
    "subsidy product fields": "{amount}× grove = 1pt",
    "subsidy water": "{amount}× water = 1pt",
    "subsidy votes": "{amount}× vote = 1pt",
    "subsidy pesos": "{amount}$ = 1pt",
    "drought act": "drought",
    "building act": "house + {amount}$",
    "harbour act": "ship ↗",
    "corruption act": "veto vote",
}
"""By kind; a duty on a piece and a trade act follow from their amounts."""


@lru_cache(MOST_NUMBERS)
def formula(text: str) -> Markup:
    """Return a formula as a row of pictures, numbers and signs.

    >>> formula("+2 vote").striptags()
    '+2'
    """
    return FORMULA.format(signs=Markup("").join(map(_sign, text.split())))


def _sign(word: str) -> Markup:
    """Return one part of a formula."""
    if word in ICONS:
        return hidden_icon(word)
    if word.endswith("pt"):
        return points(int(word.removesuffix("pt")))
    if word.endswith("$"):
        return pesos(int(word.removesuffix("$")))
    return SIGN.format(sign=word)


def building_formula(building: Building) -> Markup:
    """Return the effect of a building as a row of pictures."""
    return formula(BUILDINGS[building.name].format(most=building.most, gives=building.gives))


def law_formula(law: LawSeen) -> Markup:
    """Return the demand or gain of a law as a row of pictures.

    >>> from malecon.games.cuba.board_view import LawSeen
    >>> law_formula(LawSeen(7, "duty citrus", 1, 0)).striptags()
    '1×→2'
    """
    if law.kind == "trade act":
        return formula(f"{law.amount:+d} product".replace("-", "−"))
    piece = law.kind.removeprefix("duty ")
    text = f"{{amount}}× {piece} → {{paid}}pt" if piece in ICONS else LAWS[law.kind]
    return formula(text.format(amount=law.amount, paid=PAID_POINTS))
