"""The table of Havana in plain text, a line for each thing, for whoever reads it without seeing it drawn."""

from collections.abc import Iterator, Sequence

from msgspec.structs import astuple

from malecon.core.i18n import N_, NN_, Language, capital
from malecon.games.havana.amounts import NO_AMOUNTS, Amounts
from malecon.games.havana.player_view import PlayerSeen
from malecon.games.havana.rows_view import TileSeen
from malecon.games.havana.rules.buying import RATE
from malecon.games.havana.text.words import (
    HOUSE_POINTS,
    card_choice,
    card_title,
    cost_in_words,
    end_name,
    house_title,
    house_words,
)
from malecon.games.havana.view import View
from malecon.presentation.perspective import Perspective

ROWS = (
    N_(
        "Upper row of houses (tiles in the rules) with their numbers, from left to right; "
        "only those at its ends are for sale:"
    ),
    N_("Lower row, likewise:"),
)
CARDS_IN_HAND = NN_("{count} card in hand", "{count} cards in hand")
NOTHING = "–"


def table_lines(perspective: Perspective[View]) -> Iterator[str]:
    """Yield the rows, what lies beside them, the players in the order of the round, and the viewer's own cards."""
    view, say = perspective.view, perspective.language.say
    stage = say(N_("round {number}"), number=view.round) if view.round else say(N_("set-up"))
    yield say(N_("{stage}; {points} points win"), stage=capital(stage), points=view.target)
    for title, row in zip(ROWS, view.rows, strict=True):
        yield say(title)
        yield from (f"- {_house(seen, perspective)}" for seen in row)
    for title, counts in (
        (N_("Centre: {pieces}"), view.square),
        (N_("Supply: {pieces}, and pesos without end"), (0, 0, 0, 0, 0, view.supply_workers, 0)),
        (N_("Bag: {pieces}"), (*astuple(view.bag), 0, 0)),
        (N_("Box: {pieces}"), (*astuple(view.box), 0, 0)),
    ):
        yield say(title, pieces=_pieces(counts, perspective.language))
    yield say(N_("Stack: {count} houses, in an order that nobody knows"), count=len(view.stack))
    yield from _performed(perspective)
    yield say(N_("Players, in the order of play, with the digit of each card:"))
    yield from (f"- {_player(view.players[seat], perspective)}" for seat in view.order or range(view.seats))
    if perspective.viewer is not None:
        own = view.players[perspective.viewer]
        yield say(N_("Your hand: {cards}"), cards=_cards(own.hand or (), perspective.language))
        yield say(N_("Your discard pile: {cards}"), cards=_cards(own.discards or (), perspective.language))


def _house(seen: TileSeen, perspective: Perspective[View]) -> str:
    """Return a house of a row; of one at an end its place, and whether the viewer can pay for it."""
    house = f"{seen.tile.id} {house_words(seen.tile, perspective.language)}"
    if seen.end is None:
        return house
    end, missing = end_name(seen.end, perspective.language), what_is_missing(seen, perspective.language)
    said = perspective.language.say(N_("{house} ({end})"), house=house, end=end)
    return said if perspective.viewer is None else f"{said}. {missing}"


def what_is_missing(seen: TileSeen, language: Language) -> str:
    """Say whether the viewer can pay for a tile, or what is missing, and what would do instead (HAV-5.4, HAV-5.5)."""
    if seen.affordable or seen.missing is None:
        return language.say(N_("You can pay for it."))
    counts = zip(seen.missing.pieces(), seen.exchanged.pieces(), strict=True)
    lacking = tuple(short - swapped for short, swapped in counts)
    *_, debris, _, pesos_ = lacking
    instead = Amounts(debris=debris + seen.more.debris, pesos=pesos_ + seen.more.pesos)
    facts = {"missing": cost_in_words(lacking, language), "more": cost_in_words(instead.pieces(), language)}
    template = N_("You lack {missing}.")
    if seen.more != NO_AMOUNTS:
        template = N_("You lack {missing}. With {more} more you could also pay, by exchange ({rate} for 1).")
    said = [language.say(template, **facts, rate=RATE)] if any(lacking) else []
    if seen.lacks_architect:
        said.append(language.say(N_("Your architect must lie open.")))
    return " ".join(said)


def _pieces(counts: tuple[int, ...], language: Language) -> str:
    return cost_in_words(counts, language) or NOTHING


def _cards(cards: Sequence[str], language: Language) -> str:
    return ", ".join(card_choice(card, language) for card in cards) or NOTHING


def _performed(perspective: Perspective[View]) -> Iterator[str]:
    """Yield which cards of that kind count as performed, where only the first of a round has its full effect."""
    view = perspective.view
    done = {"worker": view.worker_performed, "black market": view.black_market_performed}
    done["conservation"] = view.tile_removed
    cards = [card_title(card, perspective.language) for card, is_done in done.items() if is_done]
    if cards:
        yield perspective.language.say(N_("Performed in this round already: {cards}"), cards=", ".join(cards))


def _player(player: PlayerSeen, perspective: Perspective[View]) -> str:
    """Return a player: points, what the player owns, and the cards that all see."""
    say, language = perspective.language.say, perspective.language
    name = perspective.names[player.seat]
    facts = {
        "name": say(N_("{name} (you)"), name=name) if player.seat == perspective.viewer else name,
        "points": language.count(HOUSE_POINTS, player.points),
        "pieces": _pieces(player.pieces, language),
        "houses": ", ".join(house_title(tile, language) for tile in player.tiles) or NOTHING,
        "cards": _open_cards(player, language),
        "hand": language.count(CARDS_IN_HAND, player.hand_size),
        "count": player.discard_size,
    }
    template = N_("{name}: {points}; owns {pieces}; houses: {houses}; {cards}; {hand}, {count} discarded")
    return say(template, **facts)


def _open_cards(player: PlayerSeen, language: Language) -> str:
    """Return the open cards with the number that they make, and what lies on them as far as the viewer knows."""
    laid = {each.covers: each.card for each in player.face_down}
    if None in laid:
        return language.say(N_("two cards face down"))
    shown = []
    for card in player.open:
        title = card_choice(card, language)
        if card in laid:
            new = laid[card]
            template = N_("{card} (covered)") if new is None else N_("{card} (under {new})")
            title = language.say(template, card=title, new=new and card_choice(new, language))
        shown.append(title)
    if player.number is None:
        return language.say(N_("no open cards"))
    return language.say(N_("open cards {cards}: number {number:02d}"), cards=", ".join(shown), number=player.number)
