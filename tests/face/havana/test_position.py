"""Impossible positions of Havana are refused with the reason."""

import copy
from collections.abc import Callable
from typing import Any

import pytest

import malecon
from face.playing import at, change
from malecon import UsageError
from malecon.core.data import DataError
from malecon.games.havana.buildings import TILES

Position = dict[str, Any]
HAVANA = malecon.games["havana"]
START = "havana, 4 seats"


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("round", "one", "position: “round”: a whole number"),
        ("luck", 1, "position: “luck” is not known here"),
        ("players.0.hand.0", "joker", "position: players 1, hand 1: “joker” is not known here"),
        ("bag.brick", -1, "position: “bag”, “brick”: a whole number"),
        ("question.kind", "dance", "position: “question”, “kind”: “dance” is not known here"),
        ("chance.key", "7", "position: “chance”, “key”: “7” cannot be right here"),
        ("players", [], "position: “players”: 2 to 4 entries are expected, but 0 are there"),
        ("rows.0", [1] * 7, "position: rows 1: 0 to 6 entries are expected, but 7 are there"),
    ],
)
def test_what_has_not_the_shape_of_a_position_is_refused_with_the_place(
    path: str, value: object, sentence: str
) -> None:
    position = at(START, "buy")
    change(position, path, value)

    with pytest.raises(DataError) as refused:
        HAVANA.from_position(position)

    assert sentence in str(refused.value)


def more_bricks(position: Position) -> None:
    position["bag"]["brick"] = 20


def lost_worker(position: Position) -> None:
    position["supply_workers"] += 1


def tile_twice(position: Position) -> None:
    position["stack"][0] = position["rows"][0][0]


def strange_tile(position: Position) -> None:
    position["tiles"] = [{"id": i, "points": 1, "cost": {}} for i in range(1, 31)]


def card_twice(position: Position) -> None:
    position["players"][0]["hand"].append(position["players"][0]["open"][0])


def card_lost(position: Position) -> None:
    position["players"][0]["hand"].pop()


def wrong_points(position: Position) -> None:
    position["players"][1]["points"] += 1


def seat_twice(position: Position) -> None:
    position["order"][0] = position["order"][1]


def no_such_turn(position: Position) -> None:
    position["turn"] = 4


def order_backwards(position: Position) -> None:
    position["order"].reverse()


def one_open(position: Position) -> None:
    player = position["players"][0]
    player["hand"].append(player["open"].pop())


def none_open(position: Position) -> None:
    player = position["players"][0]
    player["hand"] += player.pop("open")
    player["open"] = []


def laid_too_early(position: Position) -> None:
    player = position["players"][0]
    player["face_down"] = [{"card": player["hand"].pop(), "covers": player["open"][0]}]


def laid_on_nothing(position: Position) -> None:
    player = position["players"][0]
    player["face_down"] = [{"card": player["hand"].pop(), "covers": player["hand"][0]}]


def set_up_later(position: Position) -> None:
    position["round"] = 0


def idle_too_long(position: Position) -> None:
    position["round"], position["idle_rounds"] = 40, 15


def more_idle_than_rounds(position: Position) -> None:
    position["round"], position["idle_rounds"] = 1, 3


def has_ended(position: Position) -> None:
    position["ending"] = "points"


def is_over(position: Position) -> None:
    position["question"] = {"kind": "over"}
    position["ending"] = "no tile left"


def short_row(position: Position) -> None:
    position["box_tiles"] += position["rows"][0][2:]
    position["rows"][0] = position["rows"][0][:2]


def bought_all(position: Position) -> None:
    bought, position["stack"] = position["stack"], []
    other = position["order"][-1] if position["turn"] == 0 else position["order"][0]
    position["players"][other]["tiles"] = bought
    position["players"][other]["points"] = sum(POINTS[tile] for tile in bought)


def forgotten_discard(position: Position) -> None:
    player = position["players"][0]
    player.setdefault("discards", []).append(player["hand"].pop())


def unknown_refreshment(position: Position) -> None:
    position["players"][0]["unseen"] = 1


def open_and_discarded(position: Position) -> None:
    position["players"][0].setdefault("entered", {})[position["players"][0]["open"][0]] = 0


def performs_too_late(position: Position) -> None:
    position["question"]["perform"] = [position["players"][position["order"][position["turn"]]]["open"][1]]


def pays(position: Position) -> None:
    position["question"] = {"kind": "pay"}


def needless(position: Position) -> None:
    position["question"]["take"] = 2


def needless_victim(position: Position) -> None:
    position["question"]["victim"] = 1


POINTS = {tile.id: tile.points for tile in TILES}

# fmt: off
IMPOSSIBLE: list[tuple[Callable[[Position], None], str]] = [
    (more_bricks, "position: brick: are .* in bag, centre, box and with players, but must be 10"),
    (lost_worker, "position: workers: are 16 in supply and with players, but must be 15"),
    (tile_twice, r"position: tile \d+: is there [02] times, but must be 1"),
    (strange_tile, r"position: tile 3\d: is there 1 times, but must be 0"),
    (card_twice, "position: players 1: card .*: is there 2 times, but must be 1"),
    (card_lost, "position: players 1: card .*: is there 0 times, but must be 1"),
    (wrong_points, r"position: players 2, points: is \d+, but must be \d+ by the tiles"),
    (seat_twice, "position: order: seat"),
    (no_such_turn, "position: turn is 4, but must be 0 to 3"),
    (order_backwards, "position: order: has the numbers .* but must begin with the lowest"),
    (one_open, "position: players 1, open: are 1 cards, but must be 2"),
    (none_open, "position: players 1, open: are 0 cards, but must be 2"),
    (laid_too_early, "position: players 1, face_down: are 1 cards, but must be 0"),
    (laid_on_nothing, "position: players 1, face_down: .* covers .*, but must cover an open card"),
    (set_up_later, "position: round: is 0 at the question buy"),
    (idle_too_long, "position: ending: is not what"),
    (more_idle_than_rounds, "position: idle_rounds: is 3 in round 1"),
    (has_ended, "position: ending: does not go with the question buy"),
    (is_over, "position: ending: is not what"),
    (short_row, "position: row 1: has 2 tiles, but must be refilled from the stack"),
    (bought_all, r"position: players \d: has \d+ points, so the game would be over before"),
    (forgotten_discard, "position: players 1, entered: lacks .*, which is in the discard pile"),
    (unknown_refreshment, "position: players 1, unseen: is 1, but must be 0 by hand and discards"),
    (open_and_discarded, "position: players 1, entered: has .*, which lies open"),
    (performs_too_late, "position: question, perform: .* cannot be left to be performed"),
    (pays, "position: question: pay needs an end whose tile can be bought"),
    (needless, "position: question: buy does not go with what else is there about it"),
    (needless_victim, "position: question: buy does not go with what else is there about it"),
]
# fmt: on


@pytest.mark.parametrize(("spoil", "sentence"), IMPOSSIBLE, ids=[spoil.__name__ for spoil, _ in IMPOSSIBLE])
def test_an_impossible_position_is_refused_with_the_reason(spoil: Callable[[Position], None], sentence: str) -> None:
    position = at(START, "buy")
    spoiled = copy.deepcopy(position)
    spoil(spoiled)

    HAVANA.from_position(position)
    with pytest.raises(UsageError, match=f"^{sentence}"):
        HAVANA.from_position(spoiled)


@pytest.mark.parametrize(
    ("question", "path", "value", "sentence"),
    [
        ("remove", "tile_removed", True, "the game would not ask remove here"),
        ("take", "question.take", 9, "question, take: is 9, but must be 1 to"),
        ("tax", "question.victim", None, "tax needs a victim"),
        ("cover", "turn", 3, "face_down: are 0 cards, but must be 1"),
        ("choose", "round", 1, "round: is 1 at the question choose"),
        ("choose", "bought", True, "nothing can be performed, removed or bought before the first round"),
        ("choose", "order", [1, 0, 2, 3], "order: must be that of the seats before the first round"),
        ("buy", "question", {"kind": "steal"}, "question: steal needs materials thief open and being performed"),
        ("buy", "question", {"kind": "fetch"}, "row [12]: has|round: is"),
        ("choose", "question", {"kind": "fetch"}, "the game would not ask fetch here"),
        ("choose", "question", {"kind": "swap", "tile": 1}, "swap needs a tile of the stack"),
    ],
)
def test_a_question_must_fit(question: str, path: str, value: object, sentence: str) -> None:
    position = at(START, question)
    change(position, path, value)

    with pytest.raises(UsageError, match=sentence):
        HAVANA.from_position(position)
