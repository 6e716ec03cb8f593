"""Cuba in words, as generic code asks for it (``GameText``).

Characters, buildings, laws, ships and players are explained, for ``? mayor``, ``? hotel``, ``? tax``, ``? ship 4``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language, capital, fold
from malecon.core.rules_text import is_named, rule_text, rules_text_of
from malecon.games.cuba import events as on
from malecon.games.cuba.boards import COLUMNS
from malecon.games.cuba.buildings import BUILDINGS, WAREHOUSE
from malecon.games.cuba.cards import CHARACTERS, LAW_KINDS, TYPES, Character
from malecon.games.cuba.options import OPTIONS
from malecon.games.cuba.player_view import PlayerSeen
from malecon.games.cuba.text import descriptions, vocabulary, words
from malecon.games.cuba.text.choices import LABELS, STANDALONE
from malecon.games.cuba.text.descriptions import (
    all_laws,
    building_line,
    explain_ship,
    law_title,
    law_words,
    laws_of_type,
    whereabouts,
)
from malecon.games.cuba.text.narration import NARRATOR
from malecon.games.cuba.text.prompts import TITLES, prompt
from malecon.games.cuba.text.reasons import REASON_WORDS
from malecon.games.cuba.text.sentences import TEMPLATES
from malecon.games.cuba.text.table import table_lines
from malecon.games.cuba.text.themes import THEMES
from malecon.games.cuba.text.words import FIELD, FIELD_KINDS, PRINTED, VOTES, title_of
from malecon.games.cuba.view import ENDING
from malecon.presentation.game_text import GameText
from malecon.presentation.perspective import Perspective

__all__ = [
    "GAME_TEXT",
    "POINTS",
    "choices",
    "descriptions",
    "prompts",
    "refusals",
    "score_of",
    "table",
    "vocabulary",
    "words",
]


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
    """Yield the ship of this number, if somebody types it alone or after the word for a ship."""
    *word, number = fold(topic).split() or [""]
    if number.isdecimal() and (not word or " ".join(word) in ("ship", fold(perspective.language.say(N_("ship"))))):
        yield from explain_ship(int(number), perspective)


def characters(topic: str, perspective: Perspective) -> Iterator[str]:
    """Yield the characters of this name."""
    for character in CHARACTERS:
        if is_named(topic, character.name, title_of(character.name, perspective.language)):
            yield from explain_character(character, perspective.language)


def explain_character(character: Character, language: Language) -> Iterator[str]:
    """Yield the effect of a character, and its sentences of the rules."""
    votes = language.count(VOTES, character.votes)
    yield f"{title_of(character.name, language)} ({votes}). {language.say(character.text)}"
    for rule in (character.rule, *MORE_RULES[character.name]):
        yield rule_text(RULES_TEXT, rule, language)


def buildings(topic: str, perspective: Perspective) -> Iterator[str]:
    """Yield the buildings of this name: effect, tiles left, owners, sentences of the rules."""
    for tile in perspective.view.tiles:
        name = tile.building.name
        names = (name, PRINTED) if name == BUILDINGS[WAREHOUSE] else (name,)
        if is_named(topic, *names, *(title_of(each, perspective.language) for each in names)):
            yield f"{building_line(tile, perspective.language)} {whereabouts(tile, perspective)}"
            for rule in (tile.building.rule, *MORE_RULES.get(name, ())):
                yield rule_text(RULES_TEXT, rule, perspective.language)


def explain_buildings(perspective: Perspective) -> Iterator[str]:
    """Yield all buildings that are on offer."""
    return (building_line(tile, perspective.language) for tile in perspective.view.tiles if tile.left)


def laws(topic: str, perspective: Perspective) -> Iterator[str]:
    """Yield the laws of a type (in force, as a bill, to come), or those of an act, and their sentences of the rules."""
    for law_type in TYPES:
        if is_named(topic, law_type, law_title(law_type, perspective.language)):
            yield laws_of_type(law_type, perspective)
            yield from (rule_text(RULES_TEXT, rule, perspective.language) for rule in LAW_RULES[law_type])
    for act in ACTS:
        if is_named(topic, act, law_title(act, perspective.language)):
            yield from (capital(law_words(law, perspective)) + "." for law in all_laws(perspective) if law.kind == act)
            yield from (rule_text(RULES_TEXT, rule, perspective.language) for rule in LAW_RULES[act])


def explain_laws(perspective: Perspective) -> Iterator[str]:
    """Yield all laws."""
    return (laws_of_type(law_type, perspective) for law_type in TYPES)


def explain_ships(perspective: Perspective) -> Iterator[str]:
    """Yield all ships."""
    numbers = [seen.ship.id for seen in perspective.view.harbour if seen is not None]
    for number in sorted([*numbers, *(ship.id for ship in perspective.view.pile)]):
        yield from explain_ship(number, perspective)


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


HOW_IT_ENDED = {ENDING: ("CUB-9.1", TEMPLATES[on.Ended][0])}
"""By ending, the sentence of the rules and how it is said."""

POINTS = {
    "ships": N_("ships"),
    "used": N_("buildings used"),
    "paid": N_("tax and duty paid"),
    "subsidy": N_("subsidy"),
    "alternative": N_("architect without building"),
    "buildings": N_("buildings at the end"),
}
"""What points come from: ``Scored.source``, all buildings used together, all that is paid, or loaded pieces."""
PAID = "tax", "duty", "both"


def ranking_key(player: PlayerSeen) -> tuple[int, int]:
    """Return the sort key of the ranking: points, then pesos (CUB-9.2)."""
    return player.points, player.pesos


def tied(player: PlayerSeen, others: Sequence[PlayerSeen], perspective: Perspective) -> str:
    """Say why a player is before others with as many points, or shares their place (CUB-9.2)."""
    names = perspective.language.listing([perspective.names[other.seat] for other in others])
    more, less = player.pesos, others[0].pesos
    template = N_("Shares the place with {names}: points and pesos are equal. (CUB-9.2)")
    if more != less:
        template = N_("Before {names} by pesos: {more} to {less}. (CUB-9.2)")
    return perspective.language.say(template, names=names, more=more, less=less)


def pesos(player: PlayerSeen) -> str:
    """Return a player's pesos."""
    return str(player.pesos)


def building_count(player: PlayerSeen) -> str:
    """Return how many buildings a player has built."""
    return str(len(player.buildings))


def score_of(event: Event) -> tuple[str, int]:
    """Return the source of an event's points (a key of ``POINTS``) and their number; ``""`` and 0 for other events."""
    if isinstance(event, on.Loaded):
        return "ships", event.points
    if isinstance(event, on.Scored):
        source = "used" if event.source in BUILDINGS else "paid" if event.source in PAID else event.source
        return source, event.points
    return "", 0


def sources(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Return by what points come from how many each seat has of it."""
    scored = {title: [0] * seats for title in POINTS.values()}
    for event in events:
        source, points = score_of(event)
        if points and event.seat is not None:
            scored[POINTS[source]][event.seat] += points
    return scored


def texts() -> Iterator[tuple[str | None, str]]:
    """Yield the texts of the cards and tiles, and words that are put together, with their contexts."""
    yield from words.texts()
    yield from vocabulary.texts()
    yield from descriptions.texts()


GAME_TEXT = GameText(
    title=N_("Cuba"),
    pitch=N_("ship sugar cane, rum and cigars from Cuba"),
    aim=N_("Whoever has most points after six rounds wins."),
    minutes=(75, 120),
    rules_text=RULES_TEXT,
    narrator=NARRATOR,
    examples=("mayor", "hotel", "tax", "ship 4", "buildings", "CUB-4.12"),
    prompt=prompt,
    table=table_lines,
    labels=LABELS,
    standalone=STANDALONE,
    titles=TITLES,
    explain=explain,
    endings=HOW_IT_ENDED,
    tied=tied,
    standing=ranking_key,
    columns={N_("pesos"): pesos, N_("buildings"): building_count},
    sources=sources,
    options=OPTIONS,
    reasons=REASON_WORDS,
    themes=THEMES,
    position_labels=words.POSITION_LABELS,
    lesson_facts=words.lesson_facts,
    circumstances=words.circumstances,
    texts=texts,
)
