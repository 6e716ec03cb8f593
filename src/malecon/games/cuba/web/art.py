"""What the templates of Cuba draw with: what buildings and laws do as rows of pictures, and the spaces of alternatives.

A formula is such as a stone, an arrow, and a sun with a 1, up to four times. Instead of its action a character can take
an alternative (CUB-1.9, CUB-4.4).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from malecon.core.i18n import N_, Language
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.rules.laws import PAID_POINTS
from malecon.games.cuba.text import words
from malecon.games.cuba.web import pieces
from malecon.games.cuba.web.amounts import sequences_in, with_sequences
from malecon.games.cuba.web.pieces import ICONS, MOST_NUMBERS, hidden_icon, pesos, points
from malecon.presentation.game_page import BoardContext
from malecon.presentation.parts import Canvas, Part
from malecon.presentation.templates import GAME_TEMPLATES, Templates

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


def _building_formula(building: Building) -> Markup:
    """Return the effect of a building as a row of pictures."""
    return formula(BUILDINGS[building.name].format(most=building.most, gives=building.gives))


def _law_formula(law: LawSeen) -> Markup:
    """Return the demand or gain of a law as a row of pictures.

    >>> from malecon.games.cuba.board_view import LawSeen
    >>> _law_formula(LawSeen(7, "duty citrus", 1, 0)).striptags()
    '1×→2'
    """
    if law.kind == "trade act":
        return formula(f"{law.amount:+d} product".replace("-", "−"))
    piece = law.kind.removeprefix("duty ")
    text = f"{{amount}}× {piece} → {{paid}}pt" if piece in ICONS else LAWS[law.kind]
    return formula(text.format(amount=law.amount, paid=PAID_POINTS))


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
    "building_formula": _building_formula,
    "law_formula": _law_formula,
    "titled": words.title,
    "POINTS": words.POINTS,
    "VOTES": words.VOTES,
    "PESOS": words.FORMS["peso"],
}
"""What templates draw with."""
TEMPLATES = Templates(GAME_TEMPLATES, "cuba/macros.html", **ART)
"""Of the page of a table."""


GIFTS: Mapping[str, str] = {"resource": N_("1 resource"), "product": N_("1 product of the cheapest kind")}
"""What the spaces of the Tradeswoman give."""


class Space(NamedTuple):
    """A space of the alternatives.

    Attributes:
        gives: ``points``, ``pesos``, ``resource`` or ``product``.
        amount: how many of them.
        covered: whether a marker lies there.
        move: by which it can be taken now; empty if it cannot.
    """

    gives: str
    amount: int
    covered: bool
    move: str = ""


def alternative_part(character: str, spaces: tuple[Space, ...], context: BoardContext) -> Part:
    """Return the part with the spaces of a character."""
    moves = {space.move for space in spaces if space.move}
    shortcuts = [each for each in sequences_in(context, f"play {character}") if each.notation in moves]
    buttons = with_sequences(context.buttons(*moves), shortcuts, context.perspective.language)
    return Part(f"instead-{character}", _draw_alternative, (character, spaces), buttons)


def _draw_alternative(canvas: Canvas, value: tuple[str, tuple[Space, ...]]) -> Markup:
    """Draw the spaces of a character."""
    character, spaces = value
    gifts = [_gift_of(space, canvas.language) for space in spaces]
    return TEMPLATES.draw(
        "cuba/instead.html",
        canvas,
        character=character,
        spaces=zip(spaces, gifts, strict=True),
        gifts=canvas.language.listing(gifts),
    )


def _gift_of(space: Space, language: Language) -> str:
    """Return the gain of a space of the alternatives, in words, e.g. ``2 pesos``."""
    if space.gives in GIFTS:
        return language.say(GIFTS[space.gives])
    return language.count(words.POINTS if space.gives == "points" else words.FORMS["peso"], space.amount)


def spaces_of(gives: str, amounts: Sequence[int], taken: int, context: BoardContext) -> tuple[Space, ...]:
    """Return the spaces of one alternative; the first that is free has its move (CUB-4.33, CUB-4.52).

    Before a character is played the move plays him too.
    """
    endings = (each.notation for each in sequences_in(context, "play ") if each.notation.endswith(f"take {gives}"))
    move = f"take {gives}" if context.can(f"take {gives}") else next(endings, "")
    return tuple(
        Space(gives, amount, place < taken, move if place == taken else "") for place, amount in enumerate(amounts)
    )


def emblem() -> Markup:
    """Return two people and a ship that waits for them."""
    return pieces.portrait("foreman") + pieces.vessel(1) + pieces.portrait("tradeswoman")
