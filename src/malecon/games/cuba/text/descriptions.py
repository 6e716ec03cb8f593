"""Buildings, laws, ships, fields and amounts of Cuba in words, with what they do."""

from collections.abc import Sequence

from malecon.core.i18n import N_, Language
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import Ship
from malecon.games.cuba.choice import Amounts
from malecon.games.cuba.text.laws import law_name, law_text
from malecon.games.cuba.text.words import FIELD, FIELD_KINDS, NO_RESOURCES, field_name, in_words, pieces, title_of
from malecon.games.cuba.view import FieldSeen, LawSeen, TileSeen
from malecon.presentation.perspective import Perspective


def field_words(field: FieldSeen, language: Language) -> str:
    """Return where a field lies, and its kind or the building on it."""
    kind = language.word(FIELD, FIELD_KINDS[field.gives]) if field.tile is None else title_of(field.tile, language)
    return language.say(N_("{field} ({kind})"), field=field_name(field.name, language), kind=kind)


def nothing(perspective: Perspective) -> str:
    """Return the word for nothing."""
    return perspective.language.say(N_("nothing"))


def swapped(given: Amounts, gained: Amounts, language: Language) -> str:
    """Return pieces for other pieces."""
    return language.say(N_("{given} for {pieces}"), given=amounts(given, language), pieces=amounts(gained, language))


def tile_of(name: str, perspective: Perspective) -> TileSeen:
    """Return a building of this game."""
    tiles: Sequence[TileSeen] = perspective.view.tiles
    return next(tile for tile in tiles if tile.building.name == name)


def building_line(tile: TileSeen, language: Language) -> str:
    """Return a building with its cost and what it does."""
    facts = {
        "building": title_of(tile.building.name, language),
        "cost": amounts(tile.cost, language),
        "what": building_text(tile.building, language),
    }
    return language.say(N_("{building} ({cost}): {what}"), **facts)


def building_text(building: Building, language: Language) -> str:
    """Return what a building does.

    >>> from malecon.games.cuba.buildings import STANDARD
    >>> building_text(STANDARD[0], Language())
    'Pay up to 4 stone: 1 point each.'
    """
    return language.say(building.text, most=building.most, gives=building.gives)


def amounts(some: Amounts, language: Language) -> str:
    """Return pieces and pesos in words.

    >>> amounts(Amounts(wood=2, pesos=1), Language())
    '2 wood and 1 peso'
    """
    return pieces([*zip(PIECES, some.pieces(), strict=True), ("peso", some.pesos)], language)


def law_words(law: LawSeen, perspective: Perspective) -> str:
    """Return a law with what it says."""
    return law_name(law.kind, law.amount, perspective.language, law.most)


def typed_law(law: LawSeen, perspective: Perspective) -> str:
    """Return a law where its type stands already: what it says, and which act it is."""
    is_act = law.kind.endswith(" act")
    return law_words(law, perspective) if is_act else law_text(law.kind, law.amount, law.most, perspective.language)


def ship_words(ship: Ship, perspective: Perspective) -> str:
    """Return a ship with what its spaces take."""
    spaces = in_words((*NO_RESOURCES, *ship.needs()), perspective.language)
    return perspective.language.say(N_("ship {ship}: {pieces}"), ship=ship.id, pieces=spaces)
