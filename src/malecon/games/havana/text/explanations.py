"""What a card or a tile is, for ``? mama`` and ``? 5``."""

from collections.abc import Iterator

from malecon.core.i18n import N_, Language
from malecon.core.rules_text import is_named, rule_text, rules_text_of
from malecon.games.havana.buildings import Building
from malecon.games.havana.cards import CARDS, Card
from malecon.games.havana.text.choices import tile_words
from malecon.games.havana.text.words import card_label, card_title, cost_in_words, end_name
from malecon.games.havana.view import TileSeen
from malecon.presentation.game_text import capital
from malecon.presentation.playable_game import Perspective

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
    """Yield what a card does, and its sentences of the rules."""
    yield f"{card_label(card.name, language)}. {language.say(card.text)} {language.say(DUTIES[card.duty])}"
    for rule in (card.rule, *MORE_RULES.get(card.name, ())):
        yield rule_text(RULES_TEXT, rule, language)


def explain_tile(number: int, perspective: Perspective) -> Iterator[str]:
    """Yield what a tile is worth, what it asks for, and where it is."""
    tile = find_tile(number, perspective)
    if tile is not None:
        said = tile_words(tile, perspective.language)
        yield " ".join(filter(None, (f"{capital(said)}.", whereabouts(number, perspective), means(tile, perspective))))
    elif whereabouts(number, perspective):
        yield perspective.language.say(
            N_("Tile {tile}. {whereabouts}"), tile=number, whereabouts=whereabouts(number, perspective)
        )
    else:
        return
    yield rule_text(RULES_TEXT, "HAV-5.2", perspective.language)
    yield rule_text(RULES_TEXT, "HAV-5.5", perspective.language)


def means(tile: Building, perspective: Perspective) -> str:
    """Say whether the viewer can pay for a tile in the rows, or what is missing; nothing for a spectator."""
    say, found = perspective.language.say, in_rows(tile.id, perspective)
    if found is None or found.missing is None:
        return ""
    if found.affordable:
        return say(N_("You can pay for it."))
    short = found.missing.pieces()
    said = [say(N_("You lack {missing}."), missing=cost_in_words(short, perspective.language))] if any(short) else []
    if found.lacks_architect:
        said.append(say(N_("Your architect must lie open.")))
    return " ".join(said)


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
