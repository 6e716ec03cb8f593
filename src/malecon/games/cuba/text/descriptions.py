"""Buildings, laws, ships, fields and amounts of Cuba in words, with what they do and say (CUB-1.6, chapter 7)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import astuple

from malecon.core.i18n import N_, NN_, Language, capital
from malecon.games.cuba.amounts import Amounts
from malecon.games.cuba.board_view import LawSeen, TileSeen
from malecon.games.cuba.boards import PIECES
from malecon.games.cuba.buildings import Building
from malecon.games.cuba.cards import LAW_KINDS, TYPES, Ship
from malecon.games.cuba.player_view import FieldSeen
from malecon.games.cuba.text.words import (
    FIELD,
    FIELD_KINDS,
    FORMS,
    LAW,
    MOST_COUNTED,
    NO_RESOURCES,
    field_name,
    in_words,
    pesos,
    pieces,
    place_name,
    title_of,
)
from malecon.presentation.perspective import Perspective

CHOSEN = {
    "duty resources": NN_("{count} resource of your choice", "{count} resources of your choice"),
    "duty products": NN_("{count} product of your choice", "{count} products of your choice"),
}
"""Duties whose kinds the players choose."""

SUBSIDISED: Mapping[str, tuple[str, str]] = {
    "subsidy buildings": (
        N_("1 point for each building, warehouse included"),
        N_("1 point for every {count} buildings, warehouse included"),
    ),
    "subsidy resource fields": (
        N_("1 point for each free resource field"),
        N_("1 point for every {count} free resource fields"),
    ),
    "subsidy product fields": (
        N_("1 point for each free product field"),
        N_("1 point for every {count} free product fields"),
    ),
    "subsidy water": (N_("1 point for each water"), N_("1 point for every {count} water")),
    "subsidy votes": (
        N_("1 point for each vote of the character shown in parliament"),
        N_("1 point for every {count} votes of the character shown in parliament"),
    ),
    "subsidy pesos": (N_("1 point for each peso"), N_("1 point for every {count} pesos")),
}
"""By kind: what counts, if each thing counts, and if it takes several for a point."""

DROUGHT = NN_("only {count} product field gives free of charge", "only {count} product fields give free of charge")
ADDED, REMOVED = (
    N_("up to {count} more of each product on the market"),
    N_("up to {count} of each product off the market"),
)


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the titles of the laws, with their context."""
    yield from ((LAW, kind) for kind in LAW_KINDS if kind.endswith(" act"))


def law_title(kind: str, language: Language) -> str:
    """Return the title of a law: its type, or the name of the act.

    >>> law_title("tax buildings", Language()), law_title("drought act", Language())
    ('tax', 'drought act')
    """
    return language.word(LAW, kind if kind.endswith(" act") else kind.split()[0])


def law_text(kind: str, amount: int, most: int, language: Language) -> str:
    """Return the text of a law without its title; ``most``: points at most, 0 for no limit.

    >>> law_text("tax pesos", 3, 0, Language()), law_text("subsidy pesos", 3, 7, Language())
    ('3 pesos', '1 point for every 3 pesos, at most 7 points')
    """
    if kind in SUBSIDISED:
        each, every = SUBSIDISED[kind]
        said = language.say(each) if amount == 1 else language.say(every, count=amount)
        return language.say(N_("{what}, at most {most} points"), what=said, most=most) if most else said
    if kind.startswith("tax "):
        paid = pesos(amount, language)
        each = language.say(N_("{pieces} for each building, warehouse included"), pieces=paid)
        return paid if kind == "tax pesos" else each
    if kind.startswith("duty "):
        piece = kind.removeprefix("duty ")
        return pieces([(piece, amount)], language) if piece in FORMS else language.count(CHOSEN[kind], amount)
    return _act_text(kind, amount, language)


def _act_text(kind: str, amount: int, language: Language) -> str:
    """Return the text of an act (CUB-4.14, CUB-4.32, CUB-4.53, CUB-5.5, CUB-7.5).

    >>> _act_text("trade act", -2, Language())
    'up to 2 of each product off the market'
    """
    if kind == "trade act":
        return language.say(ADDED if amount > 0 else REMOVED, count=abs(amount))
    if kind == "drought act":
        return language.count(DROUGHT, amount)
    if kind == "building act":
        return language.say(N_("each building costs {pieces} more"), pieces=pesos(amount, language))
    if kind == "harbour act":
        return language.say(N_("a ship that is filled leaves at once"))
    return language.say(N_("nobody bids for votes"))


def law_name(kind: str, amount: int, language: Language, most: int = 0) -> str:
    """Return a law with what it says; ``most`` as in ``law_text`` (events do not tell it).

    >>> law_name("duty water", 1, Language())
    'duty (1 water)'
    """
    return f"{law_title(kind, language)} ({law_text(kind, amount, most, language)})"


def field_words(field: FieldSeen, language: Language) -> str:
    """Return the name of a field with its kind or the building on it."""
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
    """Return the effect of a building.

    >>> from malecon.games.cuba.buildings import STANDARD
    >>> building_text(STANDARD[0], Language())
    'Pay up to 4 stone: 1 point each.'
    """
    return language.say(building.text, most=building.most, gives=building.gives)


@lru_cache(MOST_COUNTED)
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


def whereabouts(tile: TileSeen, perspective: Perspective) -> str:
    """Say how many tiles of a building are left, and who has built it."""
    say, name = perspective.language.say, tile.building.name
    owners = [perspective.names[player.seat] for player in perspective.view.players if name in player.buildings]
    left = say(N_("On offer: {count}."), count=tile.left)
    return left if not owners else left + " " + say(N_("Built by {names}."), names=perspective.language.listing(owners))


def laws_of_type(law_type: str, perspective: Perspective) -> str:
    """Return the laws of a type: in force, as a bill, and to come."""
    place, view, say = TYPES.index(law_type), perspective.view, perspective.language.say
    said = [capital(law_title(law_type, perspective.language)) + "."]
    if view.in_force[place] is not None:
        said.append(say(N_("In force: {law}."), law=typed_law(view.in_force[place], perspective)))
    if view.bills[place] is not None:
        said.append(say(N_("Bill: {law}."), law=typed_law(view.bills[place], perspective)))
    to_come = " · ".join(typed_law(law, perspective) for law in view.laws_to_come[place])
    if to_come:
        said.append(say(N_("To come, in an order that nobody knows: {laws}."), laws=to_come))
    return " ".join(said)


def all_laws(perspective: Perspective) -> Iterator[LawSeen]:
    """Yield the other laws: in force, as a bill, and to come."""
    *_, in_force = perspective.view.in_force
    *_, bill = perspective.view.bills
    yield from (law for law in (in_force, bill, *perspective.view.laws_to_come[-1]) if law is not None)


def pile_words(perspective: Perspective) -> str:
    """Return how many ships are in the pile, and in which order they come, as far as the viewer knows (CUB-1.10)."""
    view, say = perspective.view, perspective.language.say
    if view.pile_order:
        return say(N_("ships in the pile, the top first: {ships}"), ships=" ".join(map(str, view.pile_order)))
    if view.pile_bottom:
        last = perspective.language.listing([str(ship) for ship in reversed(view.pile_bottom)])
        template = N_("ships in the pile: {count}; at the bottom, in this order: {ships}")
        if len(view.pile_bottom) == 1:
            template = N_("ships in the pile: {count}; at the bottom: {ships}")
        return say(template, count=len(view.pile), ships=last)
    return say(N_("ships in the pile: {count}"), count=len(view.pile))


def explain_ship(number: int, perspective: Perspective) -> Iterator[str]:
    """Yield the spaces of a ship, its place, and what is loaded."""
    say = perspective.language.say
    for seen in perspective.view.harbour:
        if seen is not None and seen.ship.id == number:
            place = place_name(seen.place, perspective.language)
            said = say(N_("{ship} ({place})"), ship=capital(ship_words(seen.ship, perspective)), place=place)
            cargo = in_words((*NO_RESOURCES, *astuple(seen.cargo)), perspective.language)
            yield say(N_("{ship}; loaded: {pieces}"), ship=said, pieces=cargo) if cargo else said
    for ship in perspective.view.pile:
        if ship.id == number:
            yield say(N_("{ship} (in the pile)"), ship=capital(ship_words(ship, perspective)))
