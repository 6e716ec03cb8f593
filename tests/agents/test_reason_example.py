"""Examples of reasons: a typical pair of futures in which a cause is so, and of it only what belongs to the cause."""

from collections.abc import Sequence

import numpy as np
import pytest
from msgspec import structs

import malecon
from malecon.agents import reason_example
from malecon.agents.reason_example import MOST_STEPS, steps_that_differ, with_example
from malecon.core.ledger import HAPPENS, PIECES, POINTS, Entry
from malecon.core.reason import Example, Fact, Reason, Step
from reasons.facts import happens, pieces, points, table_of_lines

OFTEN = (0.9, 0.0)

Line = Sequence[tuple[int, Entry]]

BUY = Entry(POINTS, 0, "buy", "tile 20", 4)
BRICK = Entry(PIECES, 0, "get", "mama", 1, "brick")
LOAM, GLASS = BRICK._replace(piece="loam"), BRICK._replace(piece="glass")
WORKER = Entry(PIECES, 0, "get", "worker", 2, "worker")
BOUGHT = points(0, "buy", "tile 20", 4, (0.7, 0.0))
MORE = pieces(0, "get", "mama", "brick", (1.0, 0.0))
CAUSE = Reason("tile 20", (BOUGHT,), 1.0)


def example(reason: Reason, *futures: tuple[Line, Line], others: Sequence[Reason] = ()) -> Reason:
    """Return a reason of the first player of Havana, who has nothing, with its example."""
    state = malecon.games["havana"].start(seats=3, seed=1).state
    state.cubes[0], state.workers[0], state.pesos[0] = 0, 0, 0
    ledger = malecon.games["havana"].ledger
    assert ledger is not None
    return with_example(reason, others, table_of_lines(*futures), state, ledger, 0)


def entries(steps: Sequence[Step]) -> list[Entry]:
    return [entry for step in steps for entry in step.entries]


def test_an_example_is_of_futures_in_which_the_cause_is_so() -> None:
    found = example(CAUSE, ([], [(0, BRICK)]), ([(0, BRICK), (0, BUY)], []), ([], []))
    nowhere = example(
        structs.replace(CAUSE, means=(pieces(0, "get", "mama", "brick", (1, 0)),)),
        ([(0, BUY)], []),
        ([(0, BRICK)], []),
    )

    assert entries(found.example[0]) == [BRICK, BUY]
    assert found.lead.seen == (4, 0)
    assert nowhere.example == ((), ())
    assert nowhere.lead.seen is None


def test_pieces_of_all_kinds_that_come_in_it_are_known() -> None:
    found = example(Reason("mama", (MORE,), 1.0), ([(0, BRICK), (0, LOAM), (0, BUY)], []))

    assert [(fact.entry.piece, fact.seen) for fact in found.facts] == [("brick", (1, 0)), ("loam", (1, 0))]


def test_it_is_the_one_most_like_the_mean() -> None:
    usual, many = [(0, BRICK), (0, BUY)], [*[(0, BRICK)] * 5, (0, BUY)]
    weighty = Reason("mama", (pieces(0, "get", "mama", "brick", (2.0, 0.0)),))

    assert entries(example(CAUSE, (many, []), (usual, []), (usual, []), others=[weighty]).example[0]) == [BRICK, BUY]


def test_what_happens_after_both_moves_is_not_told() -> None:
    this, that = [(0, BRICK), (0, BUY), (0, WORKER)], [(0, WORKER), (1, BRICK)]
    found = example(CAUSE, (this, that))

    assert [[(step.round, entries([step])) for step in steps] for steps in found.example] == [
        [(0, [BRICK]), (0, [BUY])],
        [],
    ], "and what comes in a later round is no more told"


def test_what_differs_in_part_is_told_as_a_whole() -> None:
    (got, _), (less,) = example(CAUSE, ([(0, BRICK), (0, BRICK), (0, BUY)], [(0, BRICK)])).example

    assert [entries([got]), entries([less])] == [[BRICK._replace(amount=2)], [BRICK]]


def test_an_example_in_which_more_is_told_for_the_other_move_is_none() -> None:
    elsewhere = Entry(POINTS, 0, "buy", "tile 5", 6)
    other = Reason("tile 5", (points(0, "buy", "tile 5", 6, (0.0, 0.4)),))
    against, for_it = ([(0, BUY)], [(0, elsewhere)]), ([(0, BRICK), (0, BUY)], [(0, WORKER)])

    assert entries(example(CAUSE, against, against, for_it, others=[other]).example[0]) == [BRICK, BUY]
    assert example(CAUSE, against, others=[other]).example == ((), ())


def test_an_example_goes_on_until_the_seat_has_scored_more() -> None:
    before, after = Entry(POINTS, 0, "buy", "tile 5", 6), Entry(POINTS, 0, "buy", "tile 6", 8)
    others = [Reason(entry.thing, (points(0, "buy", entry.thing, 6, (0.0, 0.4)),)) for entry in (before, after)]
    found = example(CAUSE, ([(0, BUY), (1, after)], [(0, before)]), others=others)

    assert [step.first for step in found.example[0]] == [BUY, after]


def test_what_the_move_itself_brings_is_told_if_it_serves_the_cause() -> None:
    match = malecon.games["cuba"].start(seats=2, seed=1)
    ledger = match.game.ledger
    assert ledger is not None
    harvest = [Entry(PIECES, 0, "get", "worker", 1, kind) for kind in ("wood", "stone")]
    reaches = [Entry(HAPPENS, 0, "reach", building) for building in ("dam", "lighthouse")]
    water = Entry(PIECES, 0, "get", "dam", 2, "water")
    scored = Entry(POINTS, 0, "score", "golf course", 3)
    others = [Entry(POINTS, 0, "score", building, 2) for building in ("lighthouse", "hotel", "town hall", "sawmill")]
    line = [*reaches, *harvest, water, *others, scored]
    table = table_of_lines(([(0, entry) for entry in line], []))
    differing = [Reason(entry.thing, (points(0, "score", entry.thing, 2, OFTEN),)) for entry in others]
    cause = Reason("golf course", (points(0, "score", "golf course", 3, OFTEN),), 1.0)

    def told(by_move: Sequence[Entry]) -> list[Entry]:
        direct = np.zeros_like(table.direct)
        for entry in by_move:
            direct[0, :, table.entries.index(entry._replace(amount=1))] = 1
        found = with_example(cause, differing, table._replace(direct=direct), match.state, ledger, 0)
        return entries(found.example[0])

    assert not {*told([])} & {*reaches}
    assert reaches[0] in told([*reaches, *harvest])


def test_what_is_given_for_points_is_told_with_them() -> None:
    price, elsewhere = Entry(PIECES, 0, "pay", "tile 5", -1, "brick"), Entry(POINTS, 0, "buy", "tile 5", 3)
    (lost, points_too), _ = reversed(example(CAUSE, ([(0, BRICK), (0, BUY)], [(0, price), (0, elsewhere)])).example)

    assert [lost.first, points_too.first] == [price, elsewhere], "though these points differ by chance"


def test_who_wins_is_told_where_it_differs() -> None:
    state, ledger = malecon.games["havana"].start(seats=3, seed=1).state, malecon.games["havana"].ledger
    assert ledger is not None
    won = Step(0, (Entry(HAPPENS, 0, "win", "game end"),))
    table = table_of_lines(([(0, BRICK), (0, BUY)], []), ([(0, BRICK), (0, BUY)], []))

    def told(winners: Sequence[Sequence[int]]) -> list[bool]:
        winner = table.winner.copy()
        winner[0] = winners
        found = with_example(CAUSE, [], table._replace(winner=winner), state, ledger, 0)
        return [won in line for line in found.example]

    assert told([[0, 0], [1, 1]]) == [True, False]
    assert told([[0, 0], [0, 0]]) == [False, False], "it does not differ"
    assert told([[-1, -1], [0, 0]]) == [False, False], "none that speaks for the other move"


def test_points_that_an_example_leaves_out_are_counted() -> None:
    others = [Entry(POINTS, 0, "buy", f"tile {tile}", 2) for tile in range(2 * MOST_STEPS)]
    bought = [(0, BRICK), (0, BUY), *((0, entry) for entry in others)]

    assert example(CAUSE, (bought, [(0, LOAM)])).scored == (4 + 2 * len(others), 0)
    assert example(CAUSE, ([(0, BRICK), (0, BUY)], [(0, LOAM)])).scored is None, "all are told"


def test_what_comes_by_one_thing_is_one_step() -> None:
    (step, bought), _ = example(CAUSE, ([(0, BRICK), (0, BUY), (0, LOAM), (0, BRICK)], [])).example

    assert step == Step(0, (BRICK._replace(amount=2), LOAM))
    assert bought.first == BUY


@pytest.mark.parametrize(
    ("entry", "is_told"),
    [
        (Entry(POINTS, 0, "buy", "tile 5", 3), True),
        (Entry(POINTS, 0, "score", "", 3), False),
        (Entry(POINTS, 1, "buy", "tile 5", 3), False),
        (Entry(POINTS, 1, "buy", "tile 20", 4), False),
        (Entry(PIECES, 0, "get", "debris", 3, "glass"), False),
        (Entry(PIECES, 0, "pay", "tiles", -1, "brick"), False),
        (Entry(PIECES, 0, "robbed", "materials thief", -1, "brick"), True),
        (Entry(PIECES, 0, "robbed", "materials thief", -1, "glass"), False),
        (Entry(HAPPENS, 0, "take back", "siesta"), False),
        (Entry(HAPPENS, 0, "remove", "tile 7"), False),
    ],
)
def test_what_belongs_to_the_cause_is_told(entry: Entry, is_told: bool) -> None:
    differs = Reason(entry.thing, (Fact(entry._replace(amount=1), (1.0, 0.0), (1.0, 0.0), 0.1),))
    found = example(CAUSE, ([(0, BRICK), (0, entry), (0, BUY)], []), others=[differs])

    assert (entry in entries(found.example[0])) == is_told


def test_points_that_differ_by_chance_are_not_told() -> None:
    subsidy = Entry(POINTS, 0, "score", "subsidy", 3)
    found = example(CAUSE, ([(0, BRICK), (0, BUY)], [(0, BRICK), (0, BRICK), (0, subsidy)]))

    assert subsidy not in entries(found.example[1])


def test_an_example_with_usual_points_is_told() -> None:
    less, more = Entry(POINTS, 0, "buy", "tile 5", 3), Entry(POINTS, 0, "buy", "tile 6", 7)
    bought = [(0, BRICK), (0, BUY)]
    found = example(CAUSE, (bought, [(0, more)]), (bought, [(0, less)]), (bought, [(0, less)]), others=[CAUSE])

    assert more not in entries(found.example[1])


def test_what_another_player_has_otherwise_is_told() -> None:
    mine, theirs = MORE, pieces(1, "get", "mama", "brick", (0.0, 1.0))
    futures = [(0, BRICK), (0, BUY)], [(0, BRICK._replace(seat=1)), (0, BRICK._replace(seat=2))]
    found = example(Reason("mama", (mine, theirs), 1.0, purpose=BOUGHT), futures)

    assert [entry.seat for entry in entries(found.example[1])] == [1]
    assert found.purpose == structs.replace(BOUGHT, seen=(4, 0))


def test_what_is_paid_instead_is_told() -> None:
    paid = Entry(PIECES, 0, "pay", "tiles", -2, "brick")
    found = example(CAUSE, ([(0, BRICK), (0, BUY)], [(0, paid)]))

    assert entries(found.example[1]) == [paid]


def test_who_harms_is_known_and_told_once() -> None:
    lost = Entry(PIECES, 0, "robbed", "materials thief", -1, "brick")
    got = Entry(PIECES, 1, "rob", "materials thief", 1, "brick")
    own, theirs = (entry._replace(seat=seat) for entry, seat in ((got, 0), (lost, 2)))
    futures = [(0, own), (0, theirs), (0, BUY)], [(0, got), (0, lost)]
    found = example(structs.replace(CAUSE, means=(pieces(0, "rob", "materials thief", "brick", (1, 0)),)), futures)

    assert entries(found.example[0]) == [own, BUY]
    assert found.example[1] == (Step(0, (lost,), owner=1),)
    ledger = malecon.games["havana"].ledger
    both = [(0, got), (0, lost), (0, got._replace(seat=2)), (0, lost)]
    assert ledger is not None
    assert steps_that_differ((both, []), ledger)[0][1] == Step(0, (lost._replace(amount=-2),)), "two thieves took them"


def test_harm_that_brings_who_does_it_something_else_is_told() -> None:
    prevented = Reason("tile 20", (points(1, "buy", "tile 20", 4, (0.0, 1.0)),), 1.0)
    taxed = Entry(PIECES, 1, "taxed", "tax collector", -1, "brick")
    peso = Entry(PIECES, 0, "get", "tax collector", 1, "peso")
    found = example(prevented, ([(0, taxed), (0, peso)], [(0, BUY._replace(seat=1))]))

    assert found.example[0] == (Step(0, (taxed,), owner=0),)


def test_the_order_of_play_is_told_if_it_is_about_that_player() -> None:
    first = happens(0, "before", "order", (1.0, 0.0), other="1")
    order, rival = (0, first.entry), (0, BUY._replace(seat=1))
    differs = Reason("order", (first,))
    bought = structs.replace(CAUSE, facts=(BOUGHT, points(1, "buy", "tile 20", 4, (0.0, 0.7))))

    assert entries(example(bought, ([order, (0, BUY)], [rival]), others=[differs]).example[0])[0] == first.entry
    assert first.entry not in entries(example(CAUSE, ([order, (0, BRICK), (0, BUY)], []), others=[differs]).example[0])


def test_the_order_of_play_stands_before_what_happens_in_its_round() -> None:
    first = structs.replace(happens(0, "before", "order", (1.0, 0.0), other="1"), round=1)
    bought = structs.replace(BOUGHT, round=1)
    reason = Reason("tile 20", (bought, points(1, "buy", "tile 20", 4, (0.0, 0.7), round_no=1)), 1.0, (first,))
    futures = [(0, BRICK), (1, first.entry), (1, BUY)], [(1, BUY._replace(seat=1))]
    found = example(reason, futures, others=[Reason("order", (first,))])

    assert [(step.round, step.first) for step in found.example[0]] == [(0, BRICK), (1, first.entry), (1, BUY)]


def test_the_steps_that_belong_most_are_told_in_their_order() -> None:
    houses = [(0, Entry(POINTS, 0, "buy", f"tile {tile}", 1)) for tile in (1, 2, 3, 4, 5)]
    differing = [Reason(house.thing, (points(0, "buy", house.thing, 1, (1.0, 0.0)),)) for _, house in houses]
    (*others, last), _ = example(CAUSE, ([(0, BRICK), *houses, (0, BUY)], []), others=differing).example

    assert len(others) == MOST_STEPS - 1
    assert last.first == BUY
    assert BRICK not in entries(others)


def test_pieces_that_come_after_all_that_is_scored_serve_nothing() -> None:
    later = BRICK._replace(thing="worker")
    found = example(CAUSE, ([(0, BUY), (0, BRICK)], [(0, later)]))

    assert found.example == ((Step(0, (BUY,)),), (Step(0, (later,)),))


def test_what_says_no_more_than_the_cause_is_no_example() -> None:
    assert example(CAUSE, ([(0, BUY)], [])).example == ((), ())
    price = Entry(PIECES, 0, "pay", "tile 20", -1, "brick")
    assert entries(example(CAUSE, ([(0, BUY), (0, price)], [])).example[0]) == [BUY, price]
    back = Entry(HAPPENS, 0, "take back", "mama")
    named = Reason("mama", (happens(0, "take back", "mama", (1.0, 0.0)),), named=True)
    line = [(0, back), (0, BUY)]
    reason = structs.replace(CAUSE, means=(named.lead,))

    assert example(reason, (line, []), others=[named]).example == ((), ())
    assert entries(example(reason, (line, [])).example[0]) == [back, BUY]


def test_how_a_later_round_is_reached_is_told() -> None:
    later = Fact(BOUGHT.entry, BOUGHT.amounts, BOUGHT.chances, 0.3, 2)
    found = example(Reason("tile 20", (later,), 1.0), ([(1, BRICK), (3, BUY)], [(4, WORKER)]))

    assert [step.round for step in found.example[0]] == [1, 3]


def test_who_wins_is_told_in_the_last_round_of_an_example() -> None:
    won, tied = (Step(3, (Entry(HAPPENS, 1, "win", "game end", 1, decided),)) for decided in ("", "tie"))
    line = [(0, BRICK), (3, BUY)]
    table = table_of_lines((line, []))
    table.winner[2, 0, 0] = 1

    assert reason_example._victory(table, 2, 0, 0, line) == (won,)
    assert reason_example._victory(table, 1, 0, 0, line) == ()
    assert reason_example._victory(table._replace(is_tied=np.full((2, 1), True)), 2, 0, 0, line) == (tied,)


def test_an_example_in_which_a_rival_scores_more_after_the_better_move_is_none() -> None:
    theirs = Entry(POINTS, 1, "buy", "tile 5", 6)
    beaten: tuple[Line, Line] = [(0, BUY), (0, theirs)], []
    ahead: tuple[Line, Line] = [(0, BRICK), (0, BUY)], []

    assert entries(example(CAUSE, beaten, beaten, ahead).example[0]) == [BRICK, BUY]
    assert example(CAUSE, beaten).example == ((), ())


def test_an_example_shows_as_much_as_the_cause_brings() -> None:
    elsewhere = Entry(POINTS, 0, "buy", "tile 5", 3)
    others = [Reason("tile 5", (points(0, "buy", "tile 5", 3, (0.0, 0.4)),))]
    slight, usual = ([(0, BUY)], [(0, elsewhere)]), ([(0, BRICK), (0, BUY)], [(0, WORKER)])

    assert entries(example(CAUSE, slight, slight, usual, others=others).example[0]) == [BRICK, BUY]
    assert entries(example(CAUSE, slight, slight, others=others).example[0]) == [BUY], "else one that shows less"


def test_a_guard_is_told_where_the_other_move_lets_harm_in() -> None:
    guard = Entry(HAPPENS, 0, "open", "protection")
    stolen = Entry(PIECES, 0, "robbed", "materials thief", -1, "brick")
    later = Reason("tile 20", (structs.replace(BOUGHT, round=1),), 1.0)
    line = [(0, guard), (1, BRICK), (1, BUY)]

    assert guard in entries(example(later, (line, [(1, stolen)])).example[0])
    assert guard not in entries(example(later, (line, [(0, stolen)])).example[0]), "it comes too late"


def in_cuba(reason: Reason, *futures: tuple[Line, Line], moves: Sequence[str] = ("", "")) -> Example:
    """Return the example of a reason of the first player of Cuba, who has no pesos."""
    match = malecon.games["cuba"].start(seats=2, seed=1)
    ledger = match.game.ledger
    assert ledger is not None
    match.state.pesos[0] = 0
    return with_example(reason, [], table_of_lines(*futures), match.state, ledger, 0, moves).example


def test_what_a_move_says_is_not_told() -> None:
    played = Entry(HAPPENS, 0, "play", "mayor card")
    loaded = Entry(POINTS, 0, "load", "dock 1", 3)
    cause = Reason("dock 1", (points(0, "load", "dock 1", 3, OFTEN),), 1.0)
    line = [(0, played), (0, Entry(PIECES, 0, "get", "worker", 1, "citrus")), (0, loaded)]

    assert played in entries(in_cuba(cause, (line, []))[0])
    assert played not in entries(in_cuba(cause, (line, []), moves=("play mayor", "play worker"))[0])
    assert played in entries(in_cuba(cause, (line, []), moves=("play worker", "play mayor"))[0])


def test_what_is_done_in_one_turn_with_the_thing_of_a_cause_is_told_after_both_moves() -> None:
    hotel, store = (Entry(HAPPENS, 0, "use", building) for building in ("hotel", "warehouse"))
    lost = Entry(PIECES, 0, "spoil", "spoiling", -2, "tobacco")
    means = (happens(0, "use", "warehouse", (1.0, 0.0)),)
    cause = Reason("spoiling", (pieces(0, "spoil", "spoiling", "tobacco", (0.0, -2.0)),), 1.0, means)
    this, that = in_cuba(cause, ([(0, hotel), (0, store)], [(0, hotel), (0, lost)]))

    assert [entries(this), entries(that)] == [[hotel, store], [hotel, lost]]
    this, that = in_cuba(cause, ([(0, store), (1, hotel)], [(0, lost), (1, hotel)]))
    assert [entries(this), entries(that)] == [[store], [lost]], "not in another round"


def test_an_example_in_which_another_player_gets_as_many_points_by_the_same_is_none() -> None:
    own, theirs = (Entry(POINTS, seat, "score", "subsidy", 2) for seat in (0, 1))
    voted = Entry(HAPPENS, 0, "win vote", "parliament")
    facts = points(0, "score", "subsidy", 2, (1.0, 0.0)), points(1, "score", "subsidy", 2, (0.5, 0.0))
    cause = Reason("subsidy", (facts[0], structs.replace(facts[1], weight=-facts[0].weight / 2)), 1.0)
    both: tuple[Line, Line] = [(0, voted), (0, own), (0, theirs)], []
    alone: tuple[Line, Line] = [(0, voted), (0, own)], []

    assert entries(in_cuba(cause, both, alone)[0]) == [voted, own]
    assert in_cuba(cause, both) == ((), ())


def test_what_is_sold_is_told_for_what_it_pays() -> None:
    sold = [Entry(PIECES, 0, "sell", "market", -1, "sugar"), Entry(PIECES, 0, "earn", "market", 4, "peso")]
    tax = Entry(POINTS, 0, "score", "tax", 2)
    cause = Reason("tax", (points(0, "score", "tax", 2, OFTEN),), 1.0)
    this, _ = in_cuba(cause, ([(0, entry) for entry in (*sold, tax)], []))

    assert [(step.first, step.price) for step in this] == [(sold[0], (sold[1],)), (tax, ())]
