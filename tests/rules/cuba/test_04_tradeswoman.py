"""Chapter 4, the Tradeswoman."""

import pytest

from cuba_table import ANA, BEN, table
from malecon.games.cuba.events import Bought, DidNothing, Gained, Sold

EMPTY = ""
FULL = "5 citrus 5 sugar 5 tobacco 3 rum 3 cigars"


@pytest.mark.rule("CUB-4.20")
def test_she_trades_any_number_of_times() -> None:
    game = table(pesos={ANA: 20}, own={ANA: "2 citrus 1 rum"})

    game.play(ANA, "play tradeswoman", "sell citrus", "buy sugar", "sell rum", "sell citrus", "buy sugar", "buy cigars")
    game.play(ANA, "end trade")

    assert game.own(ANA) == "2 sugar 1 cigars"
    assert game.pesos[ANA] == 20 + 3 - 4 + 4 + 2 - 5 - 5


@pytest.mark.rule("CUB-4.20")
def test_she_trades_or_takes_an_alternative_but_not_both() -> None:
    game = table(pesos={ANA: 20}, own={ANA: "2 citrus"})

    game.play(ANA, "play tradeswoman")
    assert {"take wood", "take stone", "take water", "take citrus"} <= set(game.legal(ANA))
    game.play(ANA, "sell citrus")

    assert not any(move.startswith("take") for move in game.legal(ANA))


@pytest.mark.rule("CUB-4.20")
def test_an_alternative_ends_the_action() -> None:
    game = table(pesos={ANA: 20}, own={ANA: "2 citrus"})

    game.play(ANA, "play tradeswoman", "take stone")

    assert game.awaited == [BEN]
    assert game.own(ANA) == "1 stone 2 citrus"


@pytest.mark.rule("CUB-4.21")
@pytest.mark.parametrize(("pieces", "price"), [(5, 2), (4, 3), (3, 4), (2, 5), (1, 6)])
@pytest.mark.parametrize("kind", ["citrus", "sugar", "tobacco"])
def test_a_product_costs_7_less_the_pieces_on_its_track(kind: str, pieces: int, price: int) -> None:
    game = table(pesos={ANA: 20}, market=f"{pieces} {kind}")

    events = game.play(ANA, "play tradeswoman", f"buy {kind}")

    assert events[-1] == Bought(ANA, kind, price, "market")
    assert game.pesos[ANA] == 20 - price
    assert game.market == (f"{pieces - 1} {kind}" if pieces > 1 else EMPTY)


@pytest.mark.rule("CUB-4.21")
@pytest.mark.parametrize(("pieces", "price"), [(3, 4), (2, 5), (1, 6)])
@pytest.mark.parametrize("kind", ["rum", "cigars"])
def test_a_good_costs_7_less_the_pieces_on_its_track(kind: str, pieces: int, price: int) -> None:
    game = table(pesos={ANA: 20}, market=f"{pieces} {kind}")

    events = game.play(ANA, "play tradeswoman", f"buy {kind}")

    assert events[-1] == Bought(ANA, kind, price, "market")


@pytest.mark.rule("CUB-4.21")
@pytest.mark.parametrize("kind", ["citrus", "sugar", "tobacco", "rum", "cigars"])
def test_a_piece_of_the_supply_costs_7_when_the_track_is_empty(kind: str) -> None:
    game = table(pesos={ANA: 30}, market=EMPTY)
    left = game.supply[kind]

    events = game.play(ANA, "play tradeswoman", f"buy {kind}", f"buy {kind}")

    assert events[-2:] == [Bought(ANA, kind, 7, "supply")] * 2
    assert game.supply[kind] == left - 2
    assert game.pesos[ANA] == 16


@pytest.mark.rule("CUB-4.21")
def test_what_cannot_be_paid_is_not_bought() -> None:
    game = table(pesos={ANA: 4})

    game.play(ANA, "play tradeswoman")

    assert [move for move in game.legal(ANA) if move.startswith("buy")] == ["buy citrus", "buy sugar", "buy tobacco"]


@pytest.mark.rule("CUB-4.21", "CUB-1.1")
def test_a_kind_that_market_and_supply_lack_is_not_bought() -> None:
    game = table(pesos={ANA: 20}, own={BEN: "15 rum"}, market=EMPTY)

    game.play(ANA, "play tradeswoman")

    assert "buy rum" not in game.legal(ANA)
    assert "buy cigars" in game.legal(ANA)


@pytest.mark.rule("CUB-4.22")
@pytest.mark.parametrize(
    ("kind", "pieces", "price"),
    [
        *[("citrus", 0, 6), ("sugar", 1, 5), ("tobacco", 2, 4), ("citrus", 3, 3), ("sugar", 4, 2)],
        *[("rum", 0, 6), ("cigars", 1, 5), ("rum", 2, 4)],
    ],
)
def test_a_piece_is_sold_for_6_less_the_pieces_on_its_track(kind: str, pieces: int, price: int) -> None:
    game = table(own={ANA: f"1 {kind}"}, market=f"{pieces} {kind}")

    events = game.play(ANA, "play tradeswoman", f"sell {kind}")

    assert Sold(ANA, kind, price, "market") in events
    assert game.pesos[ANA] == price
    assert game.market == f"{pieces + 1} {kind}"


@pytest.mark.rule("CUB-4.22")
@pytest.mark.parametrize(("kind", "price"), [("citrus", 1), ("sugar", 1), ("tobacco", 1), ("rum", 3), ("cigars", 3)])
def test_a_full_track_sells_to_the_supply(kind: str, price: int) -> None:
    game = table(own={ANA: f"2 {kind}"}, market=FULL)
    left = game.supply[kind]

    events = game.play(ANA, "play tradeswoman", f"sell {kind}", f"sell {kind}")

    assert events.count(Sold(ANA, kind, price, "supply")) == 2
    assert game.supply[kind] == left + 2
    assert game.market == FULL


@pytest.mark.rule("CUB-4.22")
def test_full_is_asked_of_the_kind_that_is_sold_only() -> None:
    game = table(own={ANA: "1 citrus 1 sugar"}, market="5 citrus")

    game.play(ANA, "play tradeswoman", "sell sugar", "sell citrus")

    assert game.pesos[ANA] == 6 + 1
    assert game.market == "5 citrus 1 sugar"


@pytest.mark.rule("CUB-4.23")
def test_bought_pieces_go_to_the_yard() -> None:
    game = table(pesos={ANA: 9}, own={ANA: "1 citrus"}, stored={ANA: "1 citrus"})

    game.play(ANA, "play tradeswoman", "buy citrus")

    assert (game.own(ANA), game.stored(ANA)) == ("2 citrus", "1 citrus")


@pytest.mark.rule("CUB-4.23")
def test_resources_cannot_be_traded() -> None:
    game = table(pesos={ANA: 50}, own={ANA: "5 wood 5 stone 5 water"})

    game.play(ANA, "play tradeswoman")

    kinds = ("citrus", "sugar", "tobacco", "rum", "cigars")
    assert [move for move in game.legal(ANA) if not move.startswith("take")] == [
        *(f"buy {kind}" for kind in kinds), "end trade",
    ]  # fmt: skip


@pytest.mark.rule("CUB-4.24")
def test_a_kind_that_was_bought_is_not_sold() -> None:
    game = table(pesos={ANA: 20}, own={ANA: "1 citrus 1 sugar"})

    game.play(ANA, "play tradeswoman", "buy citrus")

    assert "sell citrus" not in game.legal(ANA)
    assert {"buy citrus", "sell sugar", "buy sugar"} <= set(game.legal(ANA))


@pytest.mark.rule("CUB-4.24")
def test_a_kind_that_was_sold_is_not_bought() -> None:
    game = table(pesos={ANA: 20}, own={ANA: "2 citrus"})

    game.play(ANA, "play tradeswoman", "sell citrus")

    assert "buy citrus" not in game.legal(ANA)
    assert "sell citrus" in game.legal(ANA)


@pytest.mark.rule("CUB-4.24")
def test_the_next_action_begins_anew() -> None:
    game = table(pesos={ANA: 20, BEN: 20}, own={ANA: "2 citrus", BEN: "1 citrus"})
    game.play(ANA, "play tradeswoman", "sell citrus", "end trade")

    game.play(BEN, "play tradeswoman")

    assert {"buy citrus", "sell citrus"} <= set(game.legal(BEN))


@pytest.mark.rule("CUB-4.24")
def test_what_can_be_paid_by_selling_first_is_legal() -> None:
    game = table(own={ANA: "1 rum"})
    game.play(ANA, "play tradeswoman")
    assert not any(move.startswith("buy") for move in game.legal(ANA))

    game.play(ANA, "sell rum")

    assert game.legal(ANA) == ["buy citrus", "buy sugar", "buy tobacco", "end trade"]


@pytest.mark.rule("CUB-4.24")
def test_when_nothing_more_can_be_traded_the_action_ends() -> None:
    game = table(own={ANA: "1 citrus"}, pesos={ANA: 0})

    events = game.play(ANA, "play tradeswoman", "sell citrus")

    assert game.awaited == [BEN]
    assert not any(isinstance(event, DidNothing) for event in events)


@pytest.mark.rule("CUB-4.25")
@pytest.mark.parametrize("resource", ["wood", "stone", "water"])
def test_alternative_1_resource_of_choice_from_the_supply(resource: str) -> None:
    game = table()

    events = game.play(ANA, "play tradeswoman", f"take {resource}")

    assert Gained(ANA, resource, 1, "alternative") in events
    assert game.own(ANA) == f"1 {resource}"
    assert game.supply[resource] == 14


@pytest.mark.rule("CUB-4.25")
@pytest.mark.parametrize(
    ("market", "products"),
    [
        ("3 citrus 3 sugar 3 tobacco 2 rum 2 cigars", ["take citrus", "take sugar", "take tobacco"]),
        ("3 citrus 4 sugar 4 tobacco 2 rum", ["take sugar", "take tobacco"]),
        ("1 citrus 2 sugar 5 tobacco 3 rum 3 cigars", ["take tobacco"]),
        ("1 citrus 3 rum 3 cigars", ["take citrus"]),
        ("3 rum", ["take citrus", "take sugar", "take tobacco"]),
    ],
)
def test_alternative_1_product_of_a_kind_whose_price_is_lowest(market: str, products: list[str]) -> None:
    game = table(market=market)

    game.play(ANA, "play tradeswoman")

    assert [move for move in game.legal(ANA) if move.split()[1] in ("citrus", "sugar", "tobacco")] == products


@pytest.mark.rule("CUB-4.25")
def test_the_product_comes_from_the_supply_and_not_from_the_market() -> None:
    game = table()

    events = game.play(ANA, "play tradeswoman", "take tobacco")

    assert Gained(ANA, "tobacco", 1, "alternative") in events
    assert game.supply["tobacco"] == 14
    assert game.market == "3 citrus 3 sugar 3 tobacco 2 rum 2 cigars"


@pytest.mark.rule("CUB-4.25")
def test_a_kind_that_the_supply_lacks_cannot_be_chosen_and_no_other_takes_its_place() -> None:
    game = table(market="5 citrus 4 sugar 4 tobacco", own={BEN: "13 citrus 15 water"})

    game.play(ANA, "play tradeswoman")

    assert game.legal(ANA) == ["take wood", "take stone", "end trade"]


@pytest.mark.rule("CUB-4.25")
def test_of_tied_kinds_one_that_the_supply_lacks_is_left_out() -> None:
    game = table(own={BEN: "15 citrus"})

    game.play(ANA, "play tradeswoman")

    assert "take citrus" not in game.legal(ANA)
    assert {"take sugar", "take tobacco"} <= set(game.legal(ANA))


@pytest.mark.rule("CUB-4.25")
def test_an_alternative_that_gains_nothing_cannot_be_used() -> None:
    game = table(own={BEN: "15 wood 15 stone 15 water 15 citrus 15 sugar 15 tobacco"})

    events = game.play(ANA, "play tradeswoman")

    assert DidNothing(ANA, "tradeswoman") in events
    assert game.awaited == [BEN]
