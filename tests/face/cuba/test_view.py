"""What a viewer may know of a game of Cuba (CUB-1.10): everything open."""

from collections.abc import Iterator

import msgspec
import pytest

import malecon
from cases.cuba import STARTS, TOTAL
from face.playing import random_match
from malecon.core.match import Match
from malecon.games.cuba.asks import BID, QUESTIONS, SEAL, SWAP
from malecon.games.cuba.boards import MERCHANDISE, PIECES
from malecon.games.cuba.cards import NAMES, TYPES
from malecon.games.cuba.events import Left, LeftPile, Swapped
from malecon.games.cuba.questions import ASKED_AS_DUTY, QUESTION_TABLE
from malecon.games.cuba.view import View
from sampling import close_looks

CUBA = malecon.games["cuba"]
GIFTS = "2 seats, sealed, buildings for nothing"
each_start = pytest.mark.parametrize("start", [f"cuba, {start}" for start in STARTS])


def viewers(match: Match) -> Iterator[int | None]:
    yield None
    yield from range(match.seats)


def reach(start: str, *questions: int) -> Match:
    """Return a random match that asks one of these questions."""
    for seed in range(100):
        for match, _, _ in random_match(f"cuba, {start}", seed):
            if match.state.question in questions:
                return match
    raise AssertionError(questions)


@each_start
def test_all_pieces_ships_tiles_and_laws_are_there(start: str) -> None:
    for match, _, _ in close_looks(random_match(start, 6), every=5):
        view: View = match.seen_by(None)

        assert pieces_seen(view) == dict(zip(PIECES, TOTAL, strict=True))
        at_sea = [seen.ship for seen in view.harbour if seen is not None]
        assert sorted(ship.id for ship in (*at_sea, *view.pile)) == list(range(1, 16))
        built = [field.building for player in view.players for field in player.fields if field.building]
        placing = view.question.building if view.question.kind == "place" else None
        for tile in view.tiles:
            name = tile.building.name
            assert tile.left + built.count(name) + (name == placing) == tile.building.copies
        assert all(len(laws) == 6 - view.round for laws in view.laws_to_come)
        assert view.question.seats == match.to_move
        is_duty = view.question.kind == "pay" and view.question.law == "duty"
        asked = QUESTION_TABLE.get(QUESTIONS.index(view.question.kind))
        assert view.question.asks == (ASKED_AS_DUTY if is_duty else asked.asks if asked else "")
        assert tuple(player.points for player in view.players) == match.points


def pieces_seen(view: View) -> dict[str, int]:
    counts = {piece: getattr(view.supply, piece) for piece in PIECES}
    for track in view.market:
        counts[track.piece] += track.count
    for piece in PIECES:
        counts[piece] += sum(getattr(player.pieces, piece) for player in view.players)
    for kind in MERCHANDISE:
        counts[kind] += sum(getattr(seen.cargo, kind) for seen in view.harbour if seen is not None)
    return counts


@each_start
def test_hands_are_open_but_for_what_is_sealed(start: str) -> None:
    for match, _, _ in close_looks(random_match(start, 5)):
        position = match.position()
        for viewer in viewers(match):
            view: View = match.seen_by(viewer)
            for player in view.players:
                own, held = player.seat == viewer, position["players"][player.seat]
                assert player.sealed == ("sealed" in held)
                assert player.hand == (tuple(held["hand"]) if own or not player.sealed else None)
                assert player.hand_size == len(held["hand"])
                assert player.sealed_character == (held.get("sealed") if own else None)
                assert player.bid == (held.get("bid") if own else None)
                assert len(player.played) + player.hand_size + player.sealed == len(NAMES)
                assert not set(player.played) & {*held["hand"], held.get("sealed")}


def test_a_view_tells_who_has_sealed_and_bid_but_not_what() -> None:
    match = reach("3 seats, sealed", SEAL)
    match = malecon.games["cuba"].from_position(match.position())
    match.play(1, "seal mayor")

    assert [player.sealed for player in match.seen_by(0).players] == [False, True, False]
    assert match.seen_by(0).question.seats == (0, 2)
    assert match.seen_by(0).players[1].hand is None
    assert match.seen_by(1).players[1].sealed_character == "mayor"

    match = reach("3 seats, sealed", BID)
    bidder = match.to_move[0]
    match.play(bidder, "bid 1")

    assert bidder not in match.seen_by(None).question.seats
    assert bidder in match.seen_by(None).question.bidders
    assert match.seen_by(bidder).players[bidder].bid == 1
    assert [player.bid for player in match.seen_by(None).players] == [None] * 3


def test_who_looks_through_the_pile_knows_its_order_until_it_is_shuffled() -> None:
    match = reach(GIFTS, SWAP)
    seat = match.to_move[0]
    pile = tuple(match.position()["pile"])

    assert match.seen_by(seat).pile_order == pile
    assert match.seen_by(1 - seat).pile_order is match.seen_by(None).pile_order is None
    assert [ship.id for ship in match.seen_by(None).pile] == sorted(pile)
    assert [player.knows_pile for player in match.seen_by(None).players] == [s == seat for s in range(2)]

    stayed = match.copy()
    stayed.play(seat, "swap nothing")
    match.play(seat, f"swap ship {pile[0]}")

    assert stayed.seen_by(seat).pile_order is match.seen_by(seat).pile_order is None
    assert not any(player.knows_pile for player in (*stayed.seen_by(seat).players, *match.seen_by(seat).players))


@each_start
def test_the_bottom_of_the_pile_is_known_to_all(start: str) -> None:
    left: list[int] = []
    for match, seat, move in random_match(start, 3):
        after = match.copy()
        for event in after.play(seat, move):
            if isinstance(event, Swapped | LeftPile):
                left.clear()
            elif isinstance(event, Left):
                left.insert(0, event.ship)
        view: View = after.seen_by(None)
        assert view.pile_bottom == tuple(left[: len(view.pile)])


def test_the_market_tells_what_a_piece_costs_and_brings() -> None:
    view: View = CUBA.start(seats=2, seed=1).seen_by(0)

    assert [(track.piece, track.count, track.buying, track.selling) for track in view.market] == [
        ("citrus", 3, 4, 3),
        ("sugar", 3, 4, 3),
        ("tobacco", 3, 4, 3),
        ("rum", 2, 5, 4),
        ("cigars", 2, 5, 4),
    ]


def test_the_table_is_seen_as_it_was_set_up() -> None:
    view: View = CUBA.start(seats=3, seed=1, plantations="different", embassy=False).seen_by(None)

    assert [player.plantation for player in view.players] == ["blue", "red", "yellow"]
    assert [player.pawn for player in view.players] == ["row 1 column 1"] * 3
    assert [seen and seen.place for seen in view.harbour] == ["dock 1", "dock 2", None, "sea"]
    assert [law and (law.id, law.kind) for law in view.in_force] == [(25, "tax pesos"), (26, "duty citrus"), None, None]
    assert view.bills == (None,) * len(TYPES)
    assert len(view.tiles) == 23
    assert (view.round, view.turn, view.order[0]) == (0, view.question.seats[0], view.question.seats[0])
    assert all(player.hand == NAMES for player in view.players)


@each_start
def test_the_action_is_seen(start: str) -> None:
    asked = set()
    for match, _, _ in random_match(start, 8):
        question = match.seen_by(None).question
        position = match.position()["question"]
        asked.add(question.kind)
        assert question.building == position.get("building")
        assert list(question.near) == position.get("near", [])
        assert list(question.far) == position.get("far", [])
        assert (question.free or 0) == position.get("free", 0)
        assert (question.to_load or 0) == position.get("to_load", 0)
        assert question.dock == position.get("dock")
        assert question.load_kind == position.get("load_kind")
        if question.traded is not None:
            traded = msgspec.structs.asdict(question.traded)
            assert {kind: count for kind, count in traded.items() if count} == position.get("traded", {})
        assert (question.law is not None) == (
            question.kind == "tax" or (question.kind == "pay" and not question.building)
        )
        assert (question.tax is not None) == (question.kind == "tax")
    assert {"stock", "play", "trade", "load", "bid", "enact"} <= asked


def test_the_end_is_seen() -> None:
    for match, seat, move in random_match("cuba, 2 seats", 1):
        last = match.copy()
        last.play(seat, move)

    view: View = last.seen_by(None)

    assert (view.question.kind, view.question.seats, view.turn, view.round) == ("over", (), None, 6)
    assert view.winners == last.winners
    assert (view.ending, CUBA.start(seats=2).seen_by(0).ending) == ("six rounds", "")
