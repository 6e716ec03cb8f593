"""Havana in words, as generic code asks for it (``GameText``)."""

from collections.abc import Iterator, Mapping, Sequence

from malecon.core.engine import Event
from malecon.core.i18n import N_, NN_, Language, capital
from malecon.core.rules_text import is_named, rule_text, rules_text_of
from malecon.games.havana.buildings import Building
from malecon.games.havana.cards import CARDS, Card
from malecon.games.havana.options import OPTIONS
from malecon.games.havana.player_view import PlayerSeen
from malecon.games.havana.rows_view import TileSeen
from malecon.games.havana.rules.buying import RATE
from malecon.games.havana.rules.rounds import FEW_CARDS
from malecon.games.havana.text import words
from malecon.games.havana.text.choices import LABELS, STANDALONE, choice_of, tile_at
from malecon.games.havana.text.narration import ENDINGS, NARRATOR
from malecon.games.havana.text.reasons import REASON_WORDS
from malecon.games.havana.text.table import table_lines, what_is_missing
from malecon.games.havana.text.themes import THEMES
from malecon.games.havana.text.words import card_label, card_title, end_name, house_name, house_words
from malecon.games.havana.view import View
from malecon.presentation.game_text import GameText
from malecon.presentation.perspective import Perspective

__all__ = ["GAME_TEXT", "choices", "prompt", "refusals", "vocabulary", "what_is_missing", "words"]


RULES_TEXT = rules_text_of("havana")
DUTIES = {
    "none": N_("Nothing to perform."),
    "may": N_("You may perform it."),
    "must": N_("You must perform it."),
}
MORE_RULES = {
    "siesta": ("HAV-3.1",),
    "pesos thief": ("HAV-6.10",),
    "materials thief": ("HAV-6.10",),
    "architect": ("HAV-5.4",),
}
"""Further sentences that a card calls for."""


def explain(topic: str, perspective: Perspective) -> list[str]:
    """Return paragraphs about a card or a tile; none if there is no such thing."""
    if topic.lstrip("#").isdecimal():
        return list(explain_tile(int(topic.lstrip("#")), perspective))
    language = perspective.language
    cards = [card for card in CARDS if is_named(topic, card.name, card_title(card.name, language))]
    return [paragraph for card in cards for paragraph in explain_card(card, language)]


def explain_card(card: Card, language: Language) -> Iterator[str]:
    """Yield the effect of a card, and its sentences of the rules."""
    yield f"{card_label(card.name, language)}. {language.say(card.text)} {language.say(DUTIES[card.duty])}"
    for rule in (card.rule, *MORE_RULES.get(card.name, ())):
        yield rule_text(RULES_TEXT, rule, language)


def explain_tile(number: int, perspective: Perspective) -> Iterator[str]:
    """Yield the points, the cost and the place of a tile."""
    tile = find_tile(number, perspective)
    if tile is not None:
        said = house_words(tile, perspective.language)
        yield " ".join(filter(None, (f"{capital(said)}.", whereabouts(number, perspective), means(tile, perspective))))
    elif whereabouts(number, perspective):
        yield perspective.language.say(
            N_("House {tile}. {whereabouts}"), tile=number, whereabouts=whereabouts(number, perspective)
        )
    else:
        return
    yield rule_text(RULES_TEXT, "HAV-5.2", perspective.language)
    yield rule_text(RULES_TEXT, "HAV-5.5", perspective.language)


def means(tile: Building, perspective: Perspective) -> str:
    """Say whether the viewer can pay for a tile in the rows, or what is missing; nothing for a spectator."""
    found = in_rows(tile.id, perspective)
    return "" if found is None or found.missing is None else what_is_missing(found, perspective.language)


def in_rows(number: int, perspective: Perspective) -> TileSeen | None:
    """Return a tile if it lies in the rows."""
    return next((seen for row in perspective.view.rows for seen in row if seen.tile.id == number), None)


def find_tile(number: int, perspective: Perspective) -> Building | None:
    """Return a tile of this game."""
    return next((tile for tile in perspective.view.tiles if tile.id == number), None)


def whereabouts(number: int, perspective: Perspective) -> str:
    """Say where a tile is; nothing for a tile that this game has not."""
    view, say = perspective.view, perspective.language.say
    if seen := in_rows(number, perspective):
        if seen.end is None:
            return say(N_("It lies in the rows, not at an end."))
        return say(N_("It lies at the {end}."), end=end_name(seen.end, perspective.language))
    for player in view.players:
        if number in player.tiles:
            return say(N_("{name} owns it."), name=perspective.names[player.seat])
    if number in view.box_tiles:
        return say(N_("It is out of the game."))
    return say(N_("It is in the stack.")) if any(tile.id == number for tile in view.stack) else ""


RULES = {
    "points": "HAV-7.1",
    "no tile left": "HAV-7.2",
    "no cube left": "HAV-7.2",
    "no purchase and no cube": "HAV-7.3",
    "no purchase": "HAV-7.3",
}
HOW_IT_ENDED = {ending: (rule, ENDINGS[ending]) for ending, rule in RULES.items()}
"""By ending, the sentence of the rules and how it is said."""


def points(player: PlayerSeen) -> int:
    """Return the sort key of the ranking: points (HAV-7.4)."""
    return player.points


def tied(player: PlayerSeen, others: Sequence[PlayerSeen], perspective: Perspective) -> str:
    """Say that a player shares the place with others who have as many points (HAV-7.4)."""
    names = perspective.language.listing([perspective.names[other.seat] for other in others])
    return perspective.language.say(N_("Shares the place with {names}: the points are equal. (HAV-7.4)"), names=names)


def tiles(player: PlayerSeen) -> str:
    """Return a player's tiles."""
    return " ".join(map(str, player.tiles)) or "–"


def sources(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    """Return nothing: all points are on tiles, which the ranking shows."""
    return {}


PROMPTS = {
    "choose": N_("Choose your first two cards."),
    "fetch": N_("Which house of the stack do you bring in?"),
    "swap": N_("For which house at an end does {house} come in?"),
    "perform": N_("Which card first?"),
    "refresh": N_("Which discarded card do you take?"),
    "remove": N_("Which house at an end do you remove from the game?"),
    "tax": N_("What does {victim} lose?"),
    "rob": N_("Whose pesos? Half, rounded down."),
    "steal": N_("Which cube do you steal?"),
    "buy": N_("Do you buy a house?"),
    "pay": N_("How do you pay for {house}?"),
    "cover": N_("Which card next, and on which?"),
    "take back": N_("Few cards are left: take back the discard pile?"),
}
"""By the kind of question."""


LAST_TURN = N_("You have {points}: the game ends with this turn. Do you buy another house?")
SECOND_CUBE = N_("Which second cube from {victim}, if any?")
CUBES_LEFT = NN_("Mama: {count} cube to take. Which?", "Mama: {count} cubes to take. Which?")


def _own_points(perspective: Perspective) -> int:
    """Return the points of the viewer; 0 for a spectator."""
    view = perspective.view
    return 0 if view.viewer is None else int(view.players[view.viewer].points)


def prompt(perspective: Perspective) -> str:
    """Return the question to the viewer."""
    question = perspective.view.question
    own = _own_points(perspective)
    if question.kind == "take":
        return perspective.language.count(CUBES_LEFT, question.count)
    if question.kind == "buy" and own >= perspective.view.target:
        language = perspective.language
        return language.say(LAST_TURN, points=language.count(words.HOUSE_POINTS, own))
    template = SECOND_CUBE if question.kind == "steal" and question.victim is not None else PROMPTS[question.kind]
    victim = "" if question.victim is None else perspective.names[question.victim]
    if question.end is not None:
        tile: int | None = tile_at(perspective, question.end).id
    else:
        tile = question.tile
    house = "" if tile is None else house_name(tile, perspective.language)
    return perspective.language.say(template, victim=victim, house=house)


def lesson_facts(perspective: Perspective, move: str) -> Mapping[str, object]:
    """Return what texts of lessons may name: the points that win, the number of a choice, the rate of exchange."""
    view, number = perspective.view, choice_of(perspective, move).number
    said = "" if number is None else f"{number:02d}"
    return {"target": view.target, "number": said, "rate": RATE, "few": FEW_CARDS}


def circumstances(view: View, seat: int) -> Iterator[str]:
    """Yield the circumstances: somebody is so near to winning that one house could be enough."""
    dearest = max(tile.points for tile in view.tiles)
    if max(player.points for player in view.players) + dearest >= view.target:
        yield "near the end"


GAME_TEXT = GameText(
    title=N_("Havana"),
    pitch=N_("rebuild Havana with workers, debris and a little theft"),
    aim=N_("Whoever is first to own houses worth enough points wins."),
    minutes=(30, 45),
    rules_text=RULES_TEXT,
    narrator=NARRATOR,
    examples=("mama", "5", "HAV-6.9"),
    prompt=prompt,
    table=table_lines,
    labels=LABELS,
    standalone=STANDALONE,
    titles={},
    explain=explain,
    endings=HOW_IT_ENDED,
    tied=tied,
    standing=points,
    columns={N_("houses"): tiles},
    sources=sources,
    options=OPTIONS,
    lesson_facts=lesson_facts,
    circumstances=circumstances,
    reasons=REASON_WORDS,
    themes=THEMES,
    texts=words.texts,
)
