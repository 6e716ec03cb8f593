"""Chapter 5, exchanging while buying (HAV-5.5)."""

from itertools import product

import numpy as np
import pytest

from havana_table import ANA, BEN, Table, counts, own_tiles, table
from malecon.games.havana.answers import WAYS
from malecon.games.havana.buildings import PIECES
from malecon.games.havana.rules.buying import missing_after_exchanges, needs_met, unpayable
from malecon.games.havana.rules.payments import all_payments, payment_after


def buying(cost: str, cubes: str, pesos: int, workers: int = 0) -> Table:
    """Let Ana, who owns this, be asked what to buy; the tile of this cost lies at the upper left."""
    game = table(
        shown={ANA: "siesta protection"},
        cubes={ANA: cubes},
        pesos={ANA: pesos},
        workers={ANA: workers},
        tiles=own_tiles(cost),
        rows=[[1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]],
    )
    game.begin_round()
    return game


@pytest.mark.rule("HAV-5.5")
def test_5_pesos_may_stand_for_a_worker_and_5_debris_for_a_coloured_cube() -> None:
    game = buying("1 brick 1 worker", cubes="5 debris", pesos=5)

    game.play(ANA, "buy upper left")

    assert game.owned(ANA) == {1}
    assert (game.pesos[ANA], game.cubes(ANA)) == (0, "")
    assert game.box == "5 debris"


@pytest.mark.rule("HAV-5.5")
@pytest.mark.parametrize(
    ("cubes", "pesos", "lacking"),
    [
        ("1 brick 7 debris", 6, (0, 0, 0, 0)),
        ("1 brick 5 debris", 6, (1, 0, 0, 0)),
        ("2 brick", 5, (0, 1, 0, 1)),
        ("2 brick 1 debris", 0, (0, 1, 1, 0)),
    ],
)
def test_what_exchanges_do_not_cover_is_lacking(cubes: str, pesos: int, lacking: tuple[int, ...]) -> None:
    game = buying("2 brick 1 worker 1 peso 1 debris", cubes=cubes, pesos=pesos)

    assert tuple(missing_after_exchanges(game.state, ANA, 0)) == lacking


@pytest.mark.rule("HAV-5.5")
@pytest.mark.parametrize(
    ("cubes", "pesos", "lacking"),
    [
        ("5 debris", 5, {}),
        ("4 debris", 5, {"brick": 1}),
        ("5 debris", 4, {"worker": 1}),
        ("1 brick", 0, {"worker": 1}),
    ],
)
def test_what_cannot_be_exchanged_for_either_is_unpayable(cubes: str, pesos: int, lacking: dict[str, int]) -> None:
    game = buying("1 brick 1 worker", cubes=cubes, pesos=pesos)

    met = needs_met(game.state, ANA)
    found = {name: unpayable(game.state, ANA, 0, piece, met) for piece, name in enumerate(PIECES)}

    assert {name: count for name, count in found.items() if count} == lacking


@pytest.mark.rule("HAV-5.5")
@pytest.mark.parametrize(("cubes", "pesos"), [("4 debris", 5), ("5 debris", 4)])
def test_4_are_not_enough(cubes: str, pesos: int) -> None:
    game = buying("1 brick 1 worker", cubes=cubes, pesos=pesos)

    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-5.5")
def test_each_exchange_is_possible_any_number_of_times_in_one_purchase() -> None:
    game = buying("2 brick 2 loam 2 workers", cubes="1 brick 15 debris", pesos=11)

    game.play(ANA, "buy upper left")

    assert game.owned(ANA) == {1}
    assert (game.pesos[ANA], game.cubes(ANA)) == (1, "")


@pytest.mark.rule("HAV-5.5")
@pytest.mark.parametrize(
    ("cost", "cubes", "pesos", "workers"),
    [
        pytest.param("1 peso", "", 0, 5, id="no worker for pesos"),
        pytest.param("5 pesos", "", 4, 5, id="no worker for 5 pesos"),
        pytest.param("1 debris", "5 brick", 0, 0, id="no coloured cube for debris"),
        pytest.param("1 brick", "5 glass", 0, 0, id="no colour for another"),
        pytest.param("1 peso architect", "20 debris", 50, 9, id="nothing for the architect"),
        pytest.param("3 debris", "2 debris", 50, 9, id="no pesos for debris"),
        pytest.param("2 pesos 1 worker", "20 debris", 6, 0, id="printed pesos come on top"),
        pytest.param("2 debris 1 brick", "6 debris", 9, 9, id="printed debris comes on top"),
    ],
)
def test_nothing_else_can_be_exchanged(cost: str, cubes: str, pesos: int, workers: int) -> None:
    game = buying(cost, cubes=cubes, pesos=pesos, workers=workers)

    assert game.awaited == [BEN]


@pytest.mark.rule("HAV-5.5")
def test_a_player_may_exchange_although_he_has_the_piece_itself() -> None:
    game = buying("1 brick 1 worker", cubes="1 brick 5 debris", pesos=5, workers=1)

    game.play(ANA, "buy upper left")
    assert game.legal(ANA) == [
        "pay as printed",
        "pay debris for 1 brick",
        "pay pesos for 1 worker",
        "pay debris for 1 brick and pesos for 1 worker",
    ]
    assert game.drawn(ANA) == set(game.legal(ANA))
    game.play(ANA, "pay debris for 1 brick and pesos for 1 worker")

    assert (game.cubes(ANA), game.pesos[ANA], game.workers[ANA]) == ("1 brick", 0, 1)


def possible_payments(cost: str, cubes: str, pesos: int, workers: int) -> set[tuple[int, ...]]:
    """Reckon the slow way how many of each colour, and of the workers, can be exchanged."""
    (tile, *_) = own_tiles(cost)
    *colours, debris, asked_workers, asked_pesos = tile.cost.pieces()
    *owned, owned_debris = counts(cubes)
    return {
        (*exchanged, hired)
        for *exchanged, hired in product(*(range(count + 1) for count in (*colours, asked_workers)))
        if all(count - given <= own for count, given, own in zip(colours, exchanged, owned, strict=True))
        if debris + 5 * sum(exchanged) <= owned_debris
        if asked_workers - hired <= workers
        if asked_pesos + 5 * hired <= pesos
    }


def exchanged_in(payment: str) -> tuple[int, ...]:
    """Return how many of each colour, and of the workers, a payment in words exchanges."""
    words = payment.replace("workers", "worker").split()
    pairs = zip(words[1:], words, strict=False)
    amount = {thing: int(before) for thing, before in pairs if before.isdigit()}
    return tuple(amount.get(thing, 0) for thing in ("brick", "sandstone", "loam", "glass", "worker"))


@pytest.mark.rule("HAV-5.5")
@pytest.mark.parametrize(
    "cost",
    [
        "2 brick 1 loam 2 workers",
        "1 brick 1 sandstone 1 loam 1 glass 3 debris",
        "3 glass 2 pesos 3 workers",
        "3 brick 3 sandstone 3 loam 3 glass",
        "2 sandstone 4 debris 1 worker 1 peso",
    ],
)
@pytest.mark.parametrize("cubes", ["3 brick 3 sandstone 3 loam 3 glass", "1 brick 2 sandstone 1 loam 2 glass"])
@pytest.mark.parametrize("debris", [0, 9, 14, 21])
@pytest.mark.parametrize(("pesos", "workers"), [(0, 3), (7, 1), (12, 2), (17, 3)])
def test_exactly_the_possible_payments_are_offered_each_once(
    cost: str, cubes: str, debris: int, pesos: int, workers: int
) -> None:
    owned = f"{cubes} {debris} debris"
    expected = possible_payments(cost, owned, pesos, workers)
    game = buying(cost, cubes=owned, pesos=pesos, workers=workers)

    offered = []
    if game.awaited == [ANA]:
        game.play(ANA, "buy upper left")
        if game.question == "pay":
            offered = [exchanged_in(payment) for payment in game.legal(ANA)]

    assert (game.owned(ANA) == {1}) is (len(expected) == 1)  # a single way is taken at once
    assert len(offered) == len(set(offered))
    assert set(offered) == (expected if len(expected) > 1 else set())


@pytest.mark.rule("HAV-5.5")
@pytest.mark.parametrize(
    ("cost", "cubes", "pesos", "workers"),
    [
        ("1 brick 1 worker", "1 brick 5 debris", 5, 1),
        ("3 brick 3 sandstone 3 loam 3 glass 3 worker 2 peso", "3 brick 3 sandstone 3 loam 3 glass 40 debris", 17, 3),
        ("2 brick 2 glass 3 debris", "1 brick 2 glass 18 debris", 0, 0),
        ("2 brick 1 loam 2 worker 1 debris", "2 brick 1 loam 13 debris", 7, 2),
    ],
)
def test_the_payment_after_so_many_others_is_that_of_the_list(cost: str, cubes: str, pesos: int, workers: int) -> None:
    state, listed = buying(cost, cubes, pesos, workers).state, np.zeros(WAYS**5, np.int16)
    count = all_payments(state, ANA, 0, 0, listed)

    assert count > 1
    assert [payment_after(state, ANA, 0, n) for n in range(count)] == [(listed[n], n) for n in range(count)]
    assert [payment_after(state, ANA, 0, n) for n in (count, WAYS**5)] == [(-1, count)] * 2
