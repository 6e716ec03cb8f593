"""The table of Cuba in plain text, a line for each thing, for whoever reads it without seeing it drawn."""

from collections.abc import Iterator, Sequence

from msgspec.structs import astuple

from malecon.core.i18n import N_, Language, capital
from malecon.games.cuba.board_view import ShipSeen, TileSeen, TrackSeen
from malecon.games.cuba.boards import COLUMNS, PIECES
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.player_view import FieldSeen, PlayerSeen
from malecon.games.cuba.state import LAPS, ROUNDS
from malecon.games.cuba.text.descriptions import (
    building_line,
    field_words,
    laws_of_type,
    pile_words,
    ship_words,
)
from malecon.games.cuba.text.words import (
    NO_RESOURCES,
    POINTS,
    VOTES,
    character_choice,
    field_name,
    in_words,
    pesos,
    piece_name,
    place_name,
    title_of,
)
from malecon.games.cuba.view import View
from malecon.presentation.perspective import Perspective

PHASES = {
    "stock": N_("set-up"),
    "seal": N_("bills"),
    "bid": N_("parliament"),
    "enact": N_("parliament"),
    "tax": N_("laws"),
    "over": N_("the end"),
}
"""By the kind of question; during the actions it is the number of the character."""
NOTHING = "–"


def phase(perspective: Perspective[View]) -> str:
    """Return the phase of the round."""
    view, say = perspective.view, perspective.language.say
    if view.question.kind in PHASES:
        return say(PHASES[view.question.kind])
    if view.question.law is not None:
        return say(N_("laws"))
    return say(N_("character {number} of {last}"), number=view.lap + 1, last=LAPS)


def free_alternatives(perspective: Perspective[View]) -> Iterator[str]:
    """Yield the alternatives whose spaces are not covered (CUB-4.4)."""
    view, say = perspective.view, perspective.language.say
    if not (view.resource_taken or view.product_taken):
        yield say(N_("tradeswoman: resource, product"))
    elif not view.resource_taken:
        yield say(N_("tradeswoman: resource"))
    elif not view.product_taken:
        yield say(N_("tradeswoman: product"))
    if view.points_taken < len(view.point_spaces):
        left = "+".join(map(str, view.point_spaces[view.points_taken :]))
        yield say(N_("architect: {points} pt"), points=left)
    if view.pesos_taken < len(view.peso_spaces):
        left = "+".join(map(str, view.peso_spaces[view.pesos_taken :]))
        yield say(N_("mayor: {pesos}$"), pesos=left)


def table_lines(perspective: Perspective[View]) -> Iterator[str]:
    """Yield the lines of the common things, of the players in turn order, and of the viewer's plantation."""
    view, say, language = perspective.view, perspective.language.say, perspective.language
    stage = say(N_("round {number} of {last}"), number=view.round, last=ROUNDS) if view.round else ""
    first = say(N_("first player: {name}"), name=perspective.names[view.order[0]])
    yield capital(", ".join(filter(None, (stage, phase(perspective), first))))
    yield say(N_("Harbour:"))
    for points, seen in reversed([*enumerate(view.harbour[:-1], start=1)]):
        dock = say(N_("dock {dock}, {points} for each piece"), dock=points, points=language.count(POINTS, points))
        yield f"- {_place(dock, seen, perspective)}"
    yield f"- {_place(place_name('sea', language), view.harbour[-1], perspective)}"
    yield f"- {pile_words(perspective)}"
    yield say(N_("Market:"))
    yield from (f"- {_track(track, perspective)}" for track in view.market)
    resources = in_words(astuple(view.supply)[: len(NO_RESOURCES)], language) or NOTHING
    yield say(N_("Supply of resources: {pieces}"), pieces=resources)
    yield say(N_("Laws:"))
    for law_type in TYPES:
        removed = " " + say(N_("The bill was removed.")) if law_type == view.vetoed else ""
        yield f"- {laws_of_type(law_type, perspective)}{removed}"
    free = " · ".join(free_alternatives(perspective)) or NOTHING
    yield say(
        N_("Alternatives that are free, in the order in which they are taken (pt: points, $: pesos): {alternatives}"),
        alternatives=free,
    )
    yield say(N_("Buildings on offer:"))
    yield from (f"- {_offer(tile, perspective)}" for tile in view.tiles if tile.left)
    yield say(N_("Players, in turn order, with the votes of each character:"))
    yield from (f"- {_player(view.players[seat], perspective)}" for seat in view.order)
    if perspective.viewer is not None:
        yield from _plantation(view.players[perspective.viewer], perspective)


def _place(place: str, seen: ShipSeen | None, perspective: Perspective[View]) -> str:
    """Return a dock or the sea with its ship: all its spaces, and those that are loaded."""
    say = perspective.language.say
    if seen is None:
        return say(N_("{place}: {ship}"), place=place, ship=say(N_("no ship")))
    ship, cargo = ship_words(seen.ship, perspective), (*NO_RESOURCES, *astuple(seen.cargo))
    if any(cargo):
        ship = say(N_("{ship}; loaded: {pieces}"), ship=ship, pieces=in_words(cargo, perspective.language))
    return say(N_("{place}: {ship}"), place=place, ship=ship)


def _track(track: TrackSeen, perspective: Perspective[View]) -> str:
    """Return a track of the market: prices, pieces and spaces, and what the supply has left."""
    view, language = perspective.view, perspective.language
    facts = {
        "piece": piece_name(track.piece, language),
        "buying": pesos(track.buying, language),
        "selling": pesos(track.selling, language),
        "count": track.count,
        "spaces": len(track.prices),
        "left": astuple(view.supply)[PIECES.index(track.piece)],
    }
    return language.say(
        N_("{piece}: buy for {buying}, sell for {selling}; {count} of {spaces} spaces taken; {left} in the supply"),
        **facts,
    )


def _offer(tile: TileSeen, perspective: Perspective[View]) -> str:
    """Return a building on offer, and whether the viewer has its cost."""
    say, line = perspective.language.say, building_line(tile, perspective.language)
    if tile.left > 1:
        line = f"{line} {say(N_('On offer: {count}.'), count=tile.left)}"
    return f"{line} {say(N_('You can pay for it.'))}" if tile.affordable else line


def _player(player: PlayerSeen, perspective: Perspective[View]) -> str:
    """Return a player: points, what the player owns, characters and buildings."""
    say, language = perspective.language.say, perspective.language
    name = perspective.names[player.seat]
    stored, yard = ((*NO_RESOURCES, *astuple(products)) for products in (player.stored, player.yard))
    facts = {
        "name": say(N_("{name} (you)"), name=name) if player.seat == perspective.viewer else name,
        "points": language.count(POINTS, player.points),
        "pesos": pesos(player.pesos, language),
        "kept": in_words(player.kept, language) or NOTHING,
        "stored": in_words(stored, language) or NOTHING,
        "yard": in_words(yard, language) or NOTHING,
        "pawn": field_name(player.pawn, language),
        "buildings": ", ".join(title_of(name, language) for name in player.buildings) or NOTHING,
    }
    template = N_(
        "{name}: {points}, {pesos}; resources and goods: {kept}; products stored: {stored}, in the yard: {yard}; "
        "buildings: {buildings}; pawn on {pawn}"
    )
    return "; ".join((say(template, **facts), *_characters(player, perspective)))


def _characters(player: PlayerSeen, perspective: Perspective[View]) -> Iterator[str]:
    """Yield the characters of a player as far as the viewer knows them, and the votes of the parliament."""
    say, language = perspective.language.say, perspective.language
    for title, cards in ((N_("in hand: {cards}"), player.hand), (N_("played: {cards}"), player.played)):
        if cards is not None:
            yield say(title, cards=_cards(cards, language))
    if player.last is not None:
        yield say(N_("played last: {card}"), card=character_choice(player.last, language))
    if player.sealed_character is not None:
        yield say(N_("sealed: {card}"), card=character_choice(player.sealed_character, language))
    elif player.sealed:
        yield say(N_("a sealed character"))
    if player.votes:
        yield language.count(VOTES, player.votes)


def _cards(cards: Sequence[str], language: Language) -> str:
    return ", ".join(character_choice(card, language) for card in cards) or NOTHING


def _plantation(player: PlayerSeen, perspective: Perspective[View]) -> Iterator[str]:
    """Yield the fields of the viewer, row by row."""
    yield perspective.language.say(N_("Your plantation; ◆ marks the row and the column of the pawn:"))
    cells = [_field(field, perspective.language) for field in player.fields]
    yield from (f"- {'; '.join(cells[first : first + COLUMNS])}" for first in range(0, len(cells), COLUMNS))


def _field(field: FieldSeen, language: Language) -> str:
    return f"{'◆ ' if field.active else ''}{field_words(field, language)}"
