"""What a character, a building, a law, a ship or a player is, for ``? mayor``, ``? hotel``, ``? tax``, ``? ship 4``."""

from collections.abc import Callable, Iterator, Mapping

from malecon.core.i18n import N_, Language, fold
from malecon.core.rules_text import is_named, rule_text, rules_text_of
from malecon.games.cuba.boards import COLUMNS
from malecon.games.cuba.buildings import BUILDINGS, WAREHOUSE
from malecon.games.cuba.cards import CHARACTERS, LAW_KINDS, TYPES, Character
from malecon.games.cuba.text.descriptions import building_line, law_title, law_words, ship_words, typed_law
from malecon.games.cuba.text.words import FIELD, FIELD_KINDS, PRINTED, VOTES, place_name, title_of
from malecon.games.cuba.view import LawSeen, TileSeen
from malecon.presentation.game_text import capital
from malecon.presentation.playable_game import Perspective

RULES_TEXT = rules_text_of("cuba")
MORE_RULES = {
    "worker": ("CUB-4.11", "CUB-4.12"),
    "tradeswoman": ("CUB-4.21", "CUB-4.22", "CUB-4.25"),
    "architect": ("CUB-4.31", "CUB-4.33"),
    "foreman": ("CUB-4.41", "CUB-4.42"),
    "mayor": ("CUB-4.51", "CUB-4.52"),
    "church": ("CUB-6.1", "CUB-6.2"),
    "town hall": ("CUB-6.3",),
    "warehouse": ("CUB-4.42",),
}
"""Further sentences that a character or a building calls for."""
LAW_RULES = {
    "tax": ("CUB-7.1", "CUB-7.3"),
    "duty": ("CUB-7.2", "CUB-7.3"),
    "subsidy": ("CUB-7.4",),
    "other": ("CUB-7.6",),
    "trade act": ("CUB-7.5",),
    "drought act": ("CUB-4.14",),
    "building act": ("CUB-4.32",),
    "harbour act": ("CUB-4.53",),
    "corruption act": ("CUB-5.5",),
}
"""By title, the sentences about a law."""
ACTS = tuple(kind for kind in LAW_KINDS if kind.endswith(" act"))


def explain(topic: str, perspective: Perspective) -> list[str]:
    """Return paragraphs about a thing of the game; none if there is no such thing."""
    overviews: Mapping[str, Callable[[Perspective], Iterator[str]]] = {
        perspective.language.say(N_("buildings")): explain_buildings,
        perspective.language.say(N_("ships")): explain_ships,
        perspective.language.say(N_("laws")): explain_laws,
    }
    for name, overview in overviews.items():
        if fold(topic) in (fold(name), overview.__name__.removeprefix("explain_")):
            return list(overview(perspective))
    return [paragraph for things in THINGS for paragraph in things(topic, perspective)]


def ships(topic: str, perspective: Perspective) -> Iterator[str]:
    """Yield what the ship of this number takes, if somebody types it alone or after the word for a ship."""
    *word, number = fold(topic).split() or [""]
    if number.isdecimal() and (not word or " ".join(word) in ("ship", fold(perspective.language.say(N_("ship"))))):
        yield from explain_ship(int(number), perspective)


def characters(topic: str, perspective: Perspective) -> Iterator[str]:
    """Yield what the characters of this name do."""
    for character in CHARACTERS:
        if is_named(topic, character.name, title_of(character.name, perspective.language)):
            yield from explain_character(character, perspective.language)


def explain_character(character: Character, language: Language) -> Iterator[str]:
    """Yield what a character does, and its sentences of the rules."""
    votes = language.count(VOTES, character.votes)
    yield f"{title_of(character.name, language)} ({votes}). {language.say(character.text)}"
    for rule in (character.rule, *MORE_RULES[character.name]):
        yield rule_text(RULES_TEXT, rule, language)


def buildings(topic: str, perspective: Perspective) -> Iterator[str]:
    """Yield what the buildings of this name do, and where they are."""
    for tile in perspective.view.tiles:
        name = tile.building.name
        names = (name, PRINTED) if name == BUILDINGS[WAREHOUSE] else (name,)
        if is_named(topic, *names, *(title_of(each, perspective.language) for each in names)):
            yield f"{building_line(tile, perspective.language)} {whereabouts(tile, perspective)}"
            for rule in (tile.building.rule, *MORE_RULES.get(name, ())):
                yield rule_text(RULES_TEXT, rule, perspective.language)


def whereabouts(tile: TileSeen, perspective: Perspective) -> str:
    """Say how many tiles of a building are left, and who has built it."""
    say, name = perspective.language.say, tile.building.name
    owners = [perspective.names[player.seat] for player in perspective.view.players if name in player.buildings]
    left = say(N_("On offer: {count}."), count=tile.left)
    return left if not owners else left + " " + say(N_("Built by {names}."), names=perspective.language.listing(owners))


def explain_buildings(perspective: Perspective) -> Iterator[str]:
    """Yield all buildings that are on offer."""
    return (building_line(tile, perspective.language) for tile in perspective.view.tiles if tile.left)


def laws(topic: str, perspective: Perspective) -> Iterator[str]:
    """Yield what is in force, on the table and to come of a type of law, or where an act is."""
    for law_type in TYPES:
        if is_named(topic, law_type, law_title(law_type, perspective.language)):
            yield laws_of_type(law_type, perspective)
            yield from (rule_text(RULES_TEXT, rule, perspective.language) for rule in LAW_RULES[law_type])
    for act in ACTS:
        if is_named(topic, act, law_title(act, perspective.language)):
            yield from (capital(law_words(law, perspective)) + "." for law in all_laws(perspective) if law.kind == act)
            yield from (rule_text(RULES_TEXT, rule, perspective.language) for rule in LAW_RULES[act])


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


def explain_laws(perspective: Perspective) -> Iterator[str]:
    """Yield all laws."""
    return (laws_of_type(law_type, perspective) for law_type in TYPES)


def explain_ships(perspective: Perspective) -> Iterator[str]:
    """Yield all ships."""
    numbers = [seen.ship.id for seen in perspective.view.harbour if seen is not None]
    for number in sorted([*numbers, *(ship.id for ship in perspective.view.pile)]):
        yield from explain_ship(number, perspective)


def explain_ship(number: int, perspective: Perspective) -> Iterator[str]:
    """Yield what a ship takes, and where it is."""
    say = perspective.language.say
    for seen in perspective.view.harbour:
        if seen is not None and seen.ship.id == number:
            place = place_name(seen.place, perspective.language)
            yield say(N_("{ship} ({place})"), ship=capital(ship_words(seen.ship, perspective)), place=place)
    for ship in perspective.view.pile:
        if ship.id == number:
            yield say(N_("{ship} (in the pile)"), ship=capital(ship_words(ship, perspective)))


def plantations(topic: str, perspective: Perspective) -> Iterator[str]:
    """Yield the plantations of the players of this name, row by row."""
    for player in perspective.view.players:
        name = perspective.names[player.seat]
        if is_named(topic, name):
            cells = [
                title_of(field.building, perspective.language)
                if field.building
                else perspective.language.word(FIELD, FIELD_KINDS[field.gives])
                for field in player.fields
            ]
            for first in range(0, len(cells), COLUMNS):
                row = " | ".join(cells[first : first + COLUMNS])
                yield perspective.language.say(N_("{name}: {row}"), name=name, row=row)


THINGS = (ships, characters, buildings, laws, plantations)
"""What finds things by their names."""


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
