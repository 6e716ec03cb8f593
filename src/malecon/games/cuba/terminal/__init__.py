"""Cuba at the terminal: the record, the menus that are more than a list, and figures of many games.

Such menus are the fields for the pawn, bids, pairs of bills, and the ship pile.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from statistics import mean
from typing import Any

from msgspec.structs import astuple

from malecon.core.engine import Event
from malecon.core.i18n import N_, Language
from malecon.games.cuba import events as on
from malecon.games.cuba.board_view import LawSeen
from malecon.games.cuba.cards import TYPES
from malecon.games.cuba.player_view import FieldSeen
from malecon.games.cuba.terminal.players import LETTER, MARKS
from malecon.games.cuba.terminal.table import chapter, glance, table
from malecon.games.cuba.text import GAME_TEXT, POINTS, score_of
from malecon.games.cuba.text.choices import bid_answer
from malecon.games.cuba.text.descriptions import field_words, law_words, ship_words
from malecon.games.cuba.text.prompts import ELSE, choice_of, me, prompt
from malecon.games.cuba.text.words import NO_RESOURCES, title_of
from malecon.presentation.menu import Group, Menu, Picks
from malecon.presentation.perspective import Perspective
from malecon.presentation.terminal_game import Finished, TerminalGame

__all__ = ["TERMINAL_GAME"]


def moves(perspective: Perspective) -> Menu:
    """Return the fields for the pawn with what they give in marks, so that each is one line (CUB-4.11, CUB-4.12)."""
    fields = me(perspective).fields
    title = perspective.language.say(N_("Field: the resources that you get · the products that you choose from"))
    items = tuple(move_in_marks(field, perspective) for field in fields)
    choices: dict[Picks, str] = {(place,): f"move to {field.name}" for place, field in enumerate(fields, start=1)}
    return Menu(prompt(perspective), (Group(title, items),), choices)


def move_in_marks(field: FieldSeen, perspective: Perspective) -> str:
    """Return a field, the resources and the products of its row and column."""
    choice, line = choice_of(perspective, f"move to {field.name}"), MARKS.line
    given, first = choice.gives.pieces(), len(NO_RESOURCES)
    products = given[first:] if choice.choose_from is None else astuple(choice.choose_from)
    facts = {
        "field": field_words(field, perspective.language),
        "resources": line(given[:first], perspective.language),
        "products": line((*NO_RESOURCES, *products), perspective.language),
    }
    return perspective.language.say(N_("{field}: {resources} · {products}"), **facts)


def bids(perspective: Perspective) -> Menu:
    """Return all bids; they are not listed, it is said how far they go (CUB-5.2)."""
    most = me(perspective).pesos
    offers = range(most + 1)
    choices: dict[Picks, str] = {(pesos,): f"bid {pesos}" for pesos in offers}
    labels: dict[Picks, str] = {(pesos,): bid_answer(perspective, str(pesos)) for pesos in offers}
    limits = perspective.language.say(N_("Type 0 to {most}."), most=most)
    return Menu(prompt(perspective), (Group(limits, ()),), choices, labels)


def bill_pairs(perspective: Perspective) -> Menu:
    """Return the pairs of bills, each found by two numbers in any order (CUB-5.3)."""
    bills: list[tuple[str, LawSeen]] = [
        (law_type, law) for law_type, law in zip(TYPES, perspective.view.bills, strict=True) if law is not None
    ]
    choices: dict[Picks, str] = {
        (i + 1, j + 1): f"enact {bills[min(i, j)][0]} {bills[max(i, j)][0]}"
        for i, j in permutations(range(len(bills)), 2)
    }
    title = perspective.language.say(N_("Type two numbers or two names"))
    return Menu(prompt(perspective), (Group(title, tuple(law_words(law, perspective) for _, law in bills)),), choices)


def pile(perspective: Perspective) -> Menu:
    """Return the ships of the pile in their order, which the viewer has seen (CUB-10.22)."""
    ships = {ship.id: ship for ship in perspective.view.pile}
    order = perspective.view.pile_order
    title = perspective.language.say(N_("The pile, the top first"))
    items = tuple(ship_words(ships[number], perspective) for number in order)
    leave = perspective.language.say(N_("leave the ships as they are"))
    choices: dict[Picks, str] = {(place,): f"swap ship {number}" for place, number in enumerate(order, start=1)}
    choices[(len(order) + 1,)] = "swap nothing"
    return Menu(prompt(perspective), (Group(title, items), Group(perspective.language.say(ELSE), (leave,))), choices)


MENUS = {"move": moves, "bid": bids, "enact": bill_pairs, "swap": pile}
"""By the kind of question."""


LEFT, LOADED, FIRST = "ships left", "pieces loaded", "first player"
"""What else is counted; the seat of the first player of the first round."""


def count(events: Sequence[Event]) -> Mapping[str, int]:
    """Count where points come from, ships that left and pieces that were loaded; remember who was first."""
    counts: Counter[str] = Counter()
    for event in events:
        source, points = score_of(event)
        counts[source] += points
        counts[LOADED] += isinstance(event, on.Loaded)
        counts[LEFT] += isinstance(event, on.Left)
    first = next(event.seat for event in events if isinstance(event, on.BecameFirst))
    return counts | {FIRST: first or 0}


def figures(games: Sequence[Finished]) -> dict[str, Any]:
    """Return the figures of many games: sources of points, the first player's success, buildings, loads, leftovers."""
    players = [player for game in games for player in game.view.players]
    tiles = Counter(name for player in players for name in player.buildings)
    return {
        "points by source": {source: total(games, source) / len(players) for source in POINTS},
        "victories of the first player": mean(share_of_first(game) for game in games),
        "buildings built a player": sum(tiles.values()) / len(players),
        "buildings": {
            tile.building.name: tiles[tile.building.name] / (len(games) * tile.building.copies)
            for tile in games[0].view.tiles
        },
        "ships left a game": total(games, LEFT) / len(games),
        "pieces loaded a game": total(games, LOADED) / len(games),
        "pesos left a player": mean(player.pesos for player in players),
    }


def total(games: Sequence[Finished], what: str) -> int:
    """Return the sum of a count over all games."""
    return sum(game.counts.get(what, 0) for game in games)


def share_of_first(game: Finished) -> float:
    """Return the share of the victory of who was first player in the first round."""
    return (game.counts[FIRST] in game.view.winners) / len(game.view.winners)


def figures_in_words(tally: Mapping[str, Any], language: Language) -> Sequence[str]:
    """Say all that."""
    say = language.say
    sources = tally["points by source"].items()
    points = ", ".join(f"{say(POINTS[source])} {each:.1f}" for source, each in sources)
    tiles = sorted(tally["buildings"].items(), key=lambda item: -item[1])
    shares = ", ".join(f"{title_of(name, language)} {share:.0%}" for name, share in tiles)
    traffic = N_("Ships that left a game: {ships:.1f}. Pieces loaded a game: {pieces:.1f}.")
    return [
        say(N_("Points of a player by source: {points}."), points=points),
        say(
            N_("The first player of the first round wins {share:.1%} of the games."),
            share=tally["victories of the first player"],
        ),
        say(traffic, ships=tally["ships left a game"], pieces=tally["pieces loaded a game"]),
        say(N_("Pesos left to a player: {pesos:.1f}."), pesos=tally["pesos left a player"]),
        say(N_("Buildings built by a player: {count:.1f}."), count=tally["buildings built a player"]),
        say(N_("Share of the tiles that are built: {buildings}."), buildings=shares),
    ]


TERMINAL_GAME = TerminalGame(
    game_text=GAME_TEXT,
    letters={LETTER: MARKS.letters},
    table=table,
    glance=glance,
    chapter=chapter,
    menus=MENUS,
    count=count,
    figures=figures,
    figures_in_words=figures_in_words,
)
