"""What the view says that a player's actions give and cost is what then happens (HAV-3.1, HAV-5, HAV-6)."""

from collections import Counter
from collections.abc import Sequence

import pytest

import malecon
from cases.havana import STARTS
from face.playing import random_match
from havana_table import ANA, table
from malecon.core.engine import Event
from malecon.games.havana.amounts import Amounts
from malecon.games.havana.buildings import PIECES, Building
from malecon.games.havana.choice import Choice
from malecon.games.havana.events import Bought, Gained, HadNoEffect, Paid, Performed, Robbed
from malecon.games.havana.view import View
from sampling import close_looks

HAVANA = malecon.games["havana"]
each_start = pytest.mark.parametrize("start", [f"havana, {start}" for start in STARTS])


def amounts_of(amounts: Amounts) -> Counter[str]:
    """Return pieces by name."""
    return Counter({name: count for name, count in zip(PIECES, amounts.pieces(), strict=True) if count})


def find(choices: Sequence[Choice], notation: str) -> Choice:
    return next(choice for choice in choices if choice.notation == notation)


def gained_by(move: str, events: Sequence[Event]) -> Counter[str]:
    """Return what the card that was performed first gave at once; of Mama the debris, for the cubes are asked for."""
    performed = [place for place, event in enumerate(events) if isinstance(event, Performed | HadNoEffect)]
    last = performed[1] if len(performed) > 1 else len(events)
    gained = [event for event in events[performed[0] : last] if isinstance(event, Gained) and event.count]
    if "mama" in move:
        gained = [event for event in gained if event.piece == "debris"]
    return Counter({event.piece: event.count for event in gained})


def has_no_effect(events: Sequence[Event]) -> bool:
    """Tell whether the card that was performed first had no effect."""
    place = next(place for place, event in enumerate(events) if isinstance(event, Performed))
    return any(isinstance(event, HadNoEffect) for event in events[place + 1 : place + 2])


@each_start
def test_what_an_action_gives_and_costs_is_what_happens(start: str) -> None:
    seen = set[str]()
    for match, seat, move in close_looks(random_match(start, 7), every=3):
        view: View = match.seen_by(seat)
        choice, kind, after = find(view.choices, move), view.question.kind, match.copy()
        events = after.play(seat, move)
        bought = next((event for event in events if isinstance(event, Bought)), None)
        paid = Counter({event.piece: event.count for event in events if isinstance(event, Paid)})
        if kind in ("buy", "pay") and bought is not None:
            assert amounts_of(choice.costs) == paid
            printed = Counter(dict(zip(PIECES, view.tiles[bought.tile - 1].cost.pieces(), strict=True)))
            assert paid + amounts_of(choice.exchanged) == printed + amounts_of(choice.instead)
            assert choice.gives == Amounts(points=view.tiles[bought.tile - 1].points)
            assert choice.wins == (view.players[seat].points + choice.gives.points >= view.target)
            seen.add(kind)
        elif kind in ("rob", "steal"):
            robbed = next((event for event in events if isinstance(event, Robbed) and event.count), None)
            assert amounts_of(choice.gives) == Counter({robbed.piece: robbed.count} if robbed else {})
            seen.add(kind)
        elif kind == "take":
            taken = next(event for event in events if isinstance(event, Gained))
            assert amounts_of(choice.gives) == Counter({taken.piece: taken.count})
        elif kind == "perform":
            assert amounts_of(choice.gives) == gained_by(move, events)
            assert choice.is_idle == has_no_effect(events)
            seen.add(kind)
        elif kind != "buy":
            assert choice == Choice(move, number=choice.number)
    assert {"buy", "perform", "steal"} <= seen
    assert "rob" in seen or match.seats == 2, "who has one rival robs without being asked"


@each_start
def test_first_cards_say_the_number_that_they_make(start: str) -> None:
    match = next(random_match(start, 5))[0]
    (choice,) = (choice for choice in match.seen_by(0).choices if choice.notation == "choose worker mama")

    assert choice.number == 49


@each_start
def test_a_view_has_the_choices_of_who_is_asked_and_of_nobody_else(start: str) -> None:
    for match, _, _ in close_looks(random_match(start, 3)):
        for viewer in (None, *range(match.seats)):
            choices = match.seen_by(viewer).choices
            assert tuple(choice.notation for choice in choices) == (() if viewer is None else match.legal(viewer))


@each_start
def test_a_card_to_lay_says_the_number_that_it_makes(start: str) -> None:
    laid = dict[int, int]()
    for match, seat, move in random_match(start, 5):
        view: View = match.seen_by(seat)
        if view.question.kind == "cover":
            laid[seat] = find(view.choices, move).number or 0
        elif view.question.kind == "perform" and len(laid) == match.seats:
            assert {player.seat: player.number for player in view.players} == laid
            return
    raise AssertionError("nobody laid a card")


def test_what_is_missing_is_said_of_each_tile_in_the_rows_to_a_player_only() -> None:
    game = table(cubes={ANA: "1 brick 7 debris"}, pesos={ANA: 3}, workers={ANA: 1})
    game.begin_round()

    for row in HAVANA.seen_by(game.state, ANA).rows:
        for seen in row:
            missing, owned = seen.missing, (1, 0, 0, 0, 7, 1, 3)
            assert missing is not None
            expected = [max(0, asked - there) for asked, there in zip(seen.tile.cost.pieces(), owned, strict=True)]
            assert list(missing.pieces()) == expected
            assert seen.lacks_architect == seen.tile.architect
            assert not (seen.tile.architect and seen.affordable)
    assert all(
        seen.missing is None and not seen.affordable for row in HAVANA.seen_by(game.state, None).rows for seen in row
    )


def test_pieces_for_which_others_would_do_are_said() -> None:
    game = table(cubes={ANA: "1 sandstone 5 debris"}, pesos={ANA: 9}, workers={ANA: 0})
    game.begin_round()

    for row in HAVANA.seen_by(game.state, ANA).rows:
        for seen in row:
            assert seen.missing is not None
            short, exchanged = seen.missing.pieces(), seen.exchanged.pieces()
            assert all(some <= all_of_them for some, all_of_them in zip(exchanged, short, strict=True))
            assert not exchanged[4], "nothing stands for debris"
            assert not exchanged[6], "nothing stands for pesos"
            assert (exchanged == short and not seen.lacks_architect) == seen.affordable
            *coloured, _, workers, _ = (all_ - some for all_, some in zip(short, exchanged, strict=True))
            assert (seen.more.debris, seen.more.pesos) == _more_by_hand(seen.tile, sum(coloured), workers)


def _more_by_hand(tile: Building, coloured: int, workers: int) -> tuple[int, int]:
    """Return what Ana, with 5 debris and 9 pesos, lacks to exchange for all that she lacks."""
    spare_debris, spare_pesos = 5 - tile.cost.debris, 9 - tile.cost.pesos
    spare_debris, spare_pesos = max(0, spare_debris), max(0, spare_pesos)
    all_coloured = sum(max(0, asked - own) for asked, own in zip(tile.cost.pieces()[:4], (0, 1, 0, 0), strict=True))
    return (
        max(0, 5 * all_coloured - spare_debris) if coloured else 0,
        max(0, 5 * tile.cost.workers - spare_pesos) if workers else 0,
    )
