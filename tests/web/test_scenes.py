"""Scores: the scenes of a step tell all that its viewer may know, once, and their numbers are those of the table."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import astuple

from cases import STARTS
from malecon import games
from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.games.cuba import events as cuba_events
from malecon.games.havana import events as havana_events
from malecon.games.havana.buildings import PIECES
from malecon.presentation.perspective import Perspective
from malecon.presentation.scenes import sentences
from malecon.storage.people import Person
from malecon.web.http.sender import Visitor
from malecon.web.views.frames import scenes_of
from malecon.web.views.table_context import table_context
from modes import once
from tables.sitting import drafted_game, new_table
from web.scores import told_game

pytestmark = once  # whole games

JOINT = {"bids": "Votes: ", "show": "In the parliament: ", "reveal": ""}
"""Scenes in which all show something together; their caption is one of their own, which begins so."""


def havana(view: Any) -> dict[str, int]:
    """Return the numbers on a page of Havana."""
    counts = {f"points-{player.seat}": player.points for player in view.players}
    for player in view.players:
        counts |= {f"{piece}-{player.seat}": count for piece, count in zip(PIECES, player.pieces, strict=True)}
    counts |= {f"{piece}-square": count for piece, count in zip(PIECES, view.square, strict=True)}
    return counts | {"bag": sum(astuple(view.bag)), "stack": len(view.stack), "supply": view.supply_workers}


def cuba(view: Any) -> dict[str, int]:
    """Return the numbers on a page of Cuba that events change."""
    points = {f"points-{player.seat}": player.points for player in view.players}
    return points | {f"pesos-{player.seat}": player.pesos for player in view.players}


COUNTS: Mapping[str, Callable[[Any], dict[str, int]]] = {"havana": havana, "cuba": cuba}


@pytest.mark.parametrize("start", STARTS)
def test_the_scenes_of_a_step_change_the_numbers_as_the_step_does(start: str) -> None:
    numbers = COUNTS[STARTS[start][0].name]
    for match, viewer, before, _, scenes in told_game(start, 5):
        changed = Counter(numbers(before))
        for scene in scenes:
            changed.update(scene.counts)
        after = numbers(match.seen_by(viewer))

        assert {name: changed[name] for name in after} == after
        assert set(changed) == set(after), "a scene changes only numbers that the page shows"


@pytest.mark.parametrize("start", STARTS)
def test_the_numbers_beside_a_turn_that_waits_are_those_after_what_is_told_of_it(start: str) -> None:
    waiting = 0
    for table, seat in drafted_game(start, 3):
        _, draft = table.preview(seat)
        if table.match.over or not draft or not draft[-1].held:
            continue
        context = table_context(table, seat, Visitor(Person(f"person-{seat}"), Language()))
        game = context.game
        changed = Counter(COUNTS[game.name](table.match.seen_by(seat)))
        for scene in scenes_of(context.drafted, game, context.board.perspective, ()):
            changed.update(scene.counts)
        shown = COUNTS[game.name](context.board.perspective.view)

        assert {name: changed[name] for name in shown} == shown
        waiting += bool(context.drafted)

    assert waiting


@pytest.mark.parametrize("start", STARTS)
def test_every_sentence_is_told_once_and_what_has_no_effect_has_no_time(start: str) -> None:
    seen = Counter[str]()
    for match, viewer, _, events, scenes in told_game(start, 6):
        names = {seat: f"P{seat + 1}" for seat in range(match.seats)}
        perspective = Perspective.of(match, viewer, Language(), names)
        told = [*sentences(games[match.game.name].text.narrator, events, perspective)]
        said = [" ".join([scene.lead, scene.caption, scene.note, *scene.said]) for scene in scenes]

        for text in (each.text for each in told if each.text):
            assert any(text.removesuffix(".") in words for words in said)
        for scene in scenes:
            assert bool(scene.ms) != (scene.kind in ("note", "turn"))
            assert scene.caption or not scene.ms
            assert scene.caption.startswith(JOINT.get(scene.kind, ""))
            assert " shows the " not in scene.caption, "five players on a phone leave no room for a sentence each"
            assert sorted(column.seat for column in scene.columns) == sorted(scene.order)
            if scene.kind == "bids":
                assert all(str(column.after) in scene.caption for column in scene.columns)
        seen.update(scene.kind for scene in scenes)

    assert seen["reveal"] + seen["bids"]


def test_a_payment_says_for_which_building_before_it_is_placed() -> None:
    paying, placed = list[str](), 0
    for _, _, _, events, scenes in told_game("cuba, 2 seats", 3):
        paid = [event for event in events if isinstance(event, cuba_events.Paid) and event.source == "cost"]
        if paying and (built := [event.building for event in events if isinstance(event, cuba_events.Built)]):
            assert paying.pop().endswith(f" for a building: {built[0]}.")
            placed += 1
        if paid and not any(isinstance(event, cuba_events.Built) for event in events):
            paying += [scene.caption for scene in scenes if scene.kind == "build"]
            assert len(paying) == 1
    assert placed


def test_a_sentence_comes_with_all_its_events_and_what_it_implies() -> None:
    ships = [cuba_events.MovedUp(None, 7, "dock 3"), cuba_events.Arrived(None, 9, "dock 1")]
    began, gained = cuba_events.TurnBegan(0), [cuba_events.Gained(0, piece, 1, "worker") for piece in ("wood", "stone")]
    perspective = Perspective.of(new_table("cuba, 2 seats").match, None, Language(), {0: "Ana"})
    told = [*sentences(games["cuba"].text.narrator, [*ships, began, *gained, began], perspective)]

    assert [each.events for each in told] == [(ships[0],), (ships[1],), (began, *gained), (began,)]
    assert [each.text for each in told][2:] == ["Ana harvests 1 wood and 1 stone.", "It is the turn of Ana."]


PLAYED = cuba_events.Played(1, "worker")
TOBACCO, CANE = (cuba_events.Gained(1, piece, 1, "worker") for piece in ("tobacco", "sugar"))
SALE, PURCHASE = cuba_events.Sold(1, "tobacco", 3, "market"), cuba_events.Bought(1, "water", 1, "market")
WHARF, LOADED = cuba_events.Used(1, "small wharf"), cuba_events.Loaded(1, "tobacco", "dock 2", 2)


@pytest.mark.parametrize(
    ("earlier", "events", "row"),
    [
        ([TOBACCO], [CANE], ["", "Ben harvests 1 tobacco and 1 sugar cane.", ""]),
        ([PLAYED, TOBACCO], [TOBACCO], ["Ben plays the worker.", "Ben harvests 2 tobacco.", ""]),
        ([SALE], [SALE, cuba_events.TurnBegan(0)], ["", "Ben sells 2 tobacco for 6 pesos.", ""]),
        ([SALE], [PURCHASE], ["", "Ben sells 1 tobacco for 3 pesos.", "Ben buys 1 water for 1 peso."]),
        ([WHARF], [LOADED], ["Ben uses the small wharf.", "Ben loads 1 tobacco at dock 2: 2 points.", ""]),
        ([LOADED], [LOADED], ["", "Ben loads 2 tobacco at dock 2: 4 points.", ""]),
        ([cuba_events.Used(1, "inn")], [cuba_events.Scored(1, 1, "inn")], ["", "Ben scores 1 point with the inn.", ""]),
        ([SALE], [TOBACCO], []),
        ([TOBACCO, cuba_events.Gained(0, "stone", 1, "worker")], [CANE], []),
        ([TOBACCO], [cuba_events.Gained(0, "stone", 1, "worker")], []),
        ([cuba_events.DidNothing(1, "worker")], [TOBACCO], []),
        ([TOBACCO], [cuba_events.DidNothing(1, "worker")], []),
        ([], [TOBACCO], []),
        ([TOBACCO], [], []),
    ],
)
def test_a_scene_that_goes_on_with_the_one_before_it_says_what_both_do(
    earlier: list[Event], events: list[Event], row: list[str]
) -> None:
    perspective = Perspective.of(new_table("cuba, 2 seats").match, 0, Language(), {0: "Ana", 1: "Ben"})
    scenes = scenes_of(events, games["cuba"], perspective, earlier)

    assert [scene.row[:3] for scene in scenes] == [row if not place else [] for place in range(len(scenes))]


def test_who_is_first_changes_in_all_places_at_once() -> None:
    became = 0
    for _, _, _, _, scenes in told_game("cuba, 4 seats, no embassy", 2):
        kinds = [scene.kind for scene in scenes]
        if "first" in kinds:
            places = {"order", *(f"seat-{number}" for number in range(1, 5))}
            named = [places & {*scene.parts} for scene in scenes[: kinds.index("first") + 1]]
            assert named == [set()] * kinds.index("first") + [places]
            became += 1
    assert became


def test_a_building_that_is_used_and_what_it_brings_are_one_scene() -> None:
    perspective = Perspective.of(new_table("cuba, 2 seats").match, 0, Language(), {0: "Ana", 1: "Ben"})
    (scene,) = scenes_of([WHARF, LOADED, LOADED], games["cuba"], perspective, [])

    assert (scene.kind, scene.lead) == ("load", "Ben uses the small wharf.")
    assert scene.counts == {"points-1": 4}


def test_a_reveal_tells_the_new_order_though_discards_are_asked_about_before_it_is_used() -> None:
    """HAV-4.8: until then the order on the table is that of the round that ends."""
    asked = 0
    for _, _, _, events, scenes in told_game("havana, 2 seats", 6):
        for scene in (each for each in scenes if each.kind == "reveal"):
            shown = {column.seat: column.after for column in scene.columns}
            assert [shown[seat] for seat in scene.order] == sorted(shown.values()) != []
            asked += not any(isinstance(event, havana_events.RoundBegan) for event in events)
    assert asked


def in_a_round() -> Perspective:
    """Return the perspective of somebody at a table of Havana at which a round has begun."""
    match = next(match for match, *_ in told_game("havana, 2 seats", 6) if match.seen_by(0).order)
    return Perspective.of(match, 0, Language(), {0: "Ana", 1: "Ben"})


def test_who_begins_with_an_equal_number_is_told_when_it_is_decided() -> None:
    shown = [havana_events.Revealed(seat, "siesta", "worker") for seat in range(2)]
    decided = [havana_events.RoundBegan(None, 2), havana_events.Preceded(1, 0, "pesos")]
    perspective, game = in_a_round(), games["havana"]
    (reveal,), (order,) = scenes_of(shown, game, perspective, []), scenes_of(decided, game, perspective, shown)

    assert (reveal.kind, reveal.note) == ("reveal", "")
    assert (order.kind, order.ms) == ("note", 0)
    assert "Ben shows the same number as you and plays earlier" in order.note


def test_the_cards_of_a_reveal_lie_by_their_digits_and_every_equal_number_is_explained() -> None:
    match = next(match for match, *_ in told_game("havana, 4 seats", 6) if match.seen_by(0).order)
    perspective = Perspective.of(match, 0, Language(), dict(enumerate(["Ana", "Ben", "Cleo", "Dora"])))
    earlier = [havana_events.Revealed(1, "pesos", "mama")]
    shown = [
        havana_events.Revealed(seat, *cards)
        for seat, cards in enumerate(
            [("siesta", "debris"), ("pesos", "worker"), ("worker", "pesos"), ("mama", "pesos")]
        )
    ]
    ties = [havana_events.RoundBegan(None, 2), havana_events.Preceded(2, 1, "pesos")]
    (reveal,) = scenes_of([*shown, *ties], games["havana"], perspective, earlier)

    columns = [[sides[-1].number for sides in column.cards if sides[-1]] for column in reveal.columns]
    assert columns == [[0, 2], [4, 8], [4, 8], [8, 9]]
    (ben,) = [column for column in reveal.columns if column.seat == 2]
    assert [len(sides) for sides in ben.cards] == [2, 1], "only the new card is turned"
    assert reveal.caption == "You have the lowest number and begin."
    assert reveal.note.startswith("Cleo shows the same number as Ben")


def test_each_purchase_is_a_scene_and_what_has_no_effect_is_no_note_of_one() -> None:
    idle = [havana_events.Performed(1, "materials thief"), havana_events.HadNoEffect(1, "materials thief")]
    bought = [havana_events.Bought(1, tile, "lower right") for tile in (1, 2)]
    paid = [havana_events.Paid(1, piece, 1) for piece in ("brick", "worker")]
    events = [*idle, bought[0], *paid, bought[1], paid[1]]
    scenes = scenes_of(events, games["havana"], in_a_round(), [])

    assert [(scene.kind, bool(scene.note)) for scene in scenes] == [("perform", False), ("buy", True), ("buy", True)]
    ends = [(flight.symbol, flight.end) for scene in scenes for flight in scene.flights]
    assert ends == [("piece-brick", ""), *[("piece-worker", "rest-supply")] * 2], "cubes leave the game (HAV-5.3)"
