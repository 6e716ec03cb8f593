"""What the view says that a player's actions give and cost is what then happens (CUB-4, CUB-7, CUB-10)."""

from collections import Counter
from collections.abc import Sequence

import pytest

import malecon
from cases.cuba import STARTS
from cuba_table import ANA, BEN, table
from face.playing import random_match
from malecon.core.engine import Event
from malecon.games.cuba import events as on
from malecon.games.cuba.amounts import Amounts
from malecon.games.cuba.boards import PIECES, Products
from malecon.games.cuba.choice import Choice
from malecon.games.cuba.view import View
from sampling import close_looks

CUBA = malecon.games["cuba"]
FORESEEN = ("stock", "move", "trade", "build", "place", "amount", "pay", "exchange", "load", "tax")
"""Questions whose answers give and cost what is said, no more; product fields may give on by themselves."""
LATER = ("subsidy", "buildings")
"""Sources of points that come when everybody has answered."""

each_start = pytest.mark.parametrize("start", [f"cuba, {start}" for start in STARTS])


def amounts_of(amounts: Amounts) -> Counter[str]:
    """Return pieces, pesos and points by name."""
    owned = dict(zip(PIECES, amounts.pieces(), strict=True)) | {"peso": amounts.pesos, "points": amounts.points}
    return Counter({name: count for name, count in owned.items() if count})


def happened(events: Sequence[Event], seat: int) -> tuple[Counter[str], Counter[str]]:
    """Return what a seat was given and what it paid at once, by the events of its move."""
    given, paid = Counter[str](), Counter[str]()
    for event in events:
        if event.seat != seat:
            break
        if isinstance(event, on.Gained):
            given[event.piece] += event.count
        elif isinstance(event, on.Paid):
            paid[event.piece] += event.count
        elif isinstance(event, on.Scored) and event.source not in LATER:
            given["points"] += event.points
        elif isinstance(event, on.Bought):
            given[event.piece] += 1
            paid["peso"] += event.pesos
        elif isinstance(event, on.Sold):
            paid[event.piece] += 1
            given["peso"] += event.pesos
        elif isinstance(event, on.Loaded):
            paid[event.piece] += 1
            given["points"] += event.points
    return given, paid


def find(choices: Sequence[Choice], notation: str) -> Choice:
    return next(choice for choice in choices if choice.notation == notation)


@each_start
def test_what_an_action_gives_and_costs_is_what_happens(start: str) -> None:
    seen = set[str]()
    for match, seat, move in close_looks(random_match(start, 7), every=3):
        view: View = match.seen_by(seat)
        choice, kind, after = find(view.choices, move), view.question.kind, match.copy()
        gives, costs = amounts_of(choice.gives), amounts_of(choice.costs)
        given, paid = happened(after.play(seat, move), seat)
        if kind in FORESEEN:
            assert (gives, costs) == (given, paid), move
            seen.add(kind)
        elif kind == "harvest":
            assert gives <= given
            assert costs == paid
        elif kind == "bid":
            assert costs == Counter({"peso": int(move.split()[1])}) - Counter()
        else:
            assert not gives + costs, move
    assert {"stock", "move", "trade", "build", "pay", "load", "tax"} <= seen


@each_start
def test_a_view_has_the_choices_of_who_is_asked_and_of_nobody_else(start: str) -> None:
    for match, _, _ in close_looks(random_match(start, 3)):
        for viewer in (None, *range(match.seats)):
            choices = match.seen_by(viewer).choices
            assert tuple(choice.notation for choice in choices) == (() if viewer is None else match.legal(viewer))


@each_start
def test_buildings_are_affordable_that_could_be_built_if_nothing_else_hindered(start: str) -> None:
    asked = 0
    for match, seat, _ in random_match(start, 8):
        view: View = match.seen_by(seat)
        if view.question.kind == "build" and len(view.players[seat].buildings) < len(view.players[seat].fields) - 1:
            affordable = {f"build {tile.building.name}" for tile in view.tiles if tile.left and tile.affordable}
            assert affordable == set(match.legal(seat)) - {"take points", "build nothing"}
            assert not any(tile.affordable for tile in match.seen_by(None).tiles)
            asked += 1
    assert asked


def test_fields_that_have_given_are_said_once_and_offered_no_more() -> None:
    for seed in range(20):
        for match, seat, move in random_match("cuba, 3 seats, sealed", seed):
            view: View = match.seen_by(seat)
            if view.question.kind != "harvest":
                continue
            fields = {field.name: field for field in view.players[seat].fields}
            offered = {choice.field for choice in view.choices if choice.field}
            spent = set(view.question.spent)
            assert not offered & spent
            assert all(fields[name].active and fields[name].building is None for name in offered | spent)
            field = find(view.choices, move).field
            match = match.copy()
            match.play(seat, move)
            after: View = match.seen_by(seat)
            if after.question.kind == "harvest" and after.question.seats == (seat,) and field:
                assert set(after.question.spent) == spent | {field}
                return
    raise AssertionError("no field was asked for twice")


@pytest.mark.parametrize(
    ("laws", "own", "gives", "choose_from"),
    [
        ([], {}, {"wood": 2, "stone": 1, "citrus": 1, "tobacco": 1}, None),
        (["drought act"], {}, {"wood": 2, "stone": 1}, Products(1, 0, 1)),
        (["drought act"], {BEN: "18 citrus"}, {"wood": 2, "stone": 1, "tobacco": 1}, None),
        ([], {BEN: "15 wood 18 tobacco"}, {"stone": 1, "citrus": 1}, None),
    ],
)
def test_a_move_says_what_it_gives_under_the_laws_and_from_the_supply(
    laws: list[str], own: dict[int, str], gives: dict[str, int], choose_from: Products | None
) -> None:
    """CUB-4.12, CUB-4.14, CUB-4.15; row 1 column 4 sees W F C M, T and F."""
    game = table(laws=laws, own=own, market="")
    game.play(ANA, "play worker")

    choice = find(CUBA.seen_by(game.state, ANA).choices, "move to row 1 column 4")

    assert amounts_of(choice.gives) == Counter(gives)
    assert choice.choose_from == choose_from
    assert choice.free == (0 if choose_from is None else 1)


def test_a_building_costs_what_the_building_act_adds_and_is_affordable_with_that() -> None:
    """CUB-4.32."""
    for pesos, affordable in ((2, True), (1, False)):
        game = table(laws=["building act"], own={ANA: "5 wood 5 stone 5 water"}, pesos={ANA: pesos, BEN: 9})
        view: View = CUBA.seen_by(game.state, ANA)
        assert {tile.cost.pesos for tile in view.tiles} == {2}
        assert {tile.affordable for tile in view.tiles} == {affordable}
        assert not any(tile.affordable for tile in CUBA.seen_by(game.state, BEN).tiles)


@each_start
def test_a_character_says_what_its_action_then_offers(start: str) -> None:
    seen = set[str]()
    for match, seat, move in random_match(start, 11):
        if match.seen_by(seat).question.kind != "play":
            continue
        choice, after = find(match.seen_by(seat).choices, move), match.copy()
        after.play(seat, move)
        view: View = after.seen_by(seat)
        if seat not in view.question.seats or view.question.character != move.removeprefix("play "):
            continue
        offered = {each.notation: each for each in view.choices}
        seen.add(view.question.kind)
        if view.question.kind == "use":
            near = {name for name, each in offered.items() if each.field in view.question.near}
            assert near == {f"use {name}" for name in choice.uses}
        if view.question.kind == "load":
            points = [each.gives.points for each in view.choices if each.notation.startswith("load ")]
            assert max(points, default=0) <= choice.at_most.points
            assert bool(points) == bool(choice.at_most.points)
            assert choice.instead == offered.get("take pesos", Choice("")).gives
        if view.question.kind == "build":
            assert choice.instead == offered.get("take points", Choice("")).gives
    assert seen >= {"use", "load", "build"}


def test_what_a_tile_lacks_is_what_it_costs_beyond_what_the_viewer_has() -> None:
    """CUB-4.31, CUB-4.32."""
    game = table(laws=["building act"], own={ANA: "1 wood 2 stone"}, pesos={ANA: 1, BEN: 9})
    tiles = {tile.building.name: tile for tile in CUBA.seen_by(game.state, ANA).tiles}

    assert tiles["cement factory"].missing == Amounts(pesos=1)
    assert tiles["rum café"].missing == Amounts(water=1, pesos=1)
    assert {tile.missing for tile in CUBA.seen_by(game.state, None).tiles} == {Amounts()}
