"""Pictures by their names: pieces and signs, fields, characters, ships.

They are drawn in ``templates/cuba/pictures/*.svg``, each once on a page, and shown wherever they are needed. They are
hidden from who cannot see them: words or a number always stand beside them.
"""

from markupsafe import Markup

ICONS = (
    "wood", "stone", "water", "citrus", "sugar", "tobacco", "rum", "cigars", "peso", "coin", "sun", "vote", "resource",
    "product", "good", "ship", "veto", "store", "house", "land", "grove", "drought",
)  # fmt: skip
"""The eight pieces and the peso, and signs for points, votes, kinds of pieces and deeds."""
RIGS, HULLS, BANDS = 3, 5, 3
"""Kinds of ships' rigs, and of the colours of hulls and bands."""
ICON = Markup('<svg class="icon {name}" viewBox="0 0 32 32" aria-hidden="true"><use href="#icon-{name}"/></svg>')
FIELD = Markup(
    '<svg class="land" viewBox="0 0 160 116" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
    '<use href="#field-{name}"/></svg>'
)
PORTRAIT = Markup('<svg class="portrait" viewBox="0 0 120 120" aria-hidden="true"><use href="#bust-{name}"/></svg>')
VESSEL = Markup(
    '<svg class="vessel hull-{hull} band-{band}" viewBox="0 0 320 208" aria-hidden="true">'
    '<use href="#vessel-{rig}"/></svg>'
)
WORTH = Markup('<span class="worth {name}">{icon}<b>{number}</b></span>')


def icon(name: str) -> Markup:
    """Return a piece or a sign.

    >>> icon("rum")
    Markup('<svg class="icon rum" viewBox="0 0 32 32" aria-hidden="true"><use href="#icon-rum"/></svg>')
    """
    return ICON.format(name=name)


def pesos(number: int) -> Markup:
    """Return a coin with a number of pesos on it."""
    return WORTH.format(name="pesos", icon=icon("coin"), number=number)


def points(number: int) -> Markup:
    """Return a sun with a number of points in it."""
    return WORTH.format(name="points", icon=icon("sun"), number=number)


def field(gives: str | None) -> Markup:
    """Return a field by the piece that it gives; ``None`` is the printed warehouse."""
    return FIELD.format(name=gives or "warehouse")


def portrait(character: str) -> Markup:
    """Return the bust of a character."""
    return PORTRAIT.format(name=character)


def vessel(number: int) -> Markup:
    """Return a ship without its spaces, which stand on its hull; all 15 differ.

    >>> len({vessel(number) for number in range(1, 16)})
    15
    """
    return VESSEL.format(hull=number % HULLS, band=number % BANDS, rig=number * 2 % RIGS)
