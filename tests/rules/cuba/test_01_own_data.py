"""Chapter 1, what an owner of the game can replace: ships, plantations, buildings, laws and market."""

from typing import Any

import pytest
from msgspec.structs import replace

from cuba_table import ANA, BEN, Table, table
from malecon.games.cuba.boards import MARKET, PLANTATIONS, Plantation
from malecon.games.cuba.buildings import STANDARD, Cost
from malecon.games.cuba.cards import LAWS, SHIPS, Law


def laws_with(name: str, **changes: Any) -> tuple[Law, ...]:
    """Return the laws of the game with all of one kind changed."""
    return tuple(replace(law, **changes) if name in (law.kind, f"{law.type} {law.kind}") else law for law in LAWS)


def buildings_with(name: str, **changes: Any) -> Table:
    """Return a table at which Ana has a building that differs, and pieces of all kinds."""
    own = tuple(replace(building, **changes) if building.name == name else building for building in STANDARD)
    every_kind = "2 wood 2 stone 2 water 2 citrus 2 sugar 2 tobacco 2 rum 2 cigars"
    return table(printed={"buildings": own}, own={ANA: every_kind}, built={ANA: {"row 1 column 2": name}})


@pytest.mark.rule("CUB-1.5")
def test_own_ships() -> None:
    ships = (replace(SHIPS[0], spaces=("rum",) * 5), *SHIPS[1:])

    game = table(ships=(1, 2, 3, 4), own={ANA: "5 rum"}, printed={"ships": ships})
    game.play(ANA, "play mayor", *["load rum on dock 1"] * 5)

    assert game.points[ANA] == 5


@pytest.mark.rule("CUB-1.8")
def test_own_plantations() -> None:
    boards = (Plantation("front", ("LFCM", "SCWT", "MSTF")), *PLANTATIONS[1:])

    game = table(printed={"boards": boards}, pawn={ANA: "row 3 column 4"})
    assert game.built(ANA) == {"row 2 column 3": "printed warehouse"}
    game.play(ANA, "play worker", "move to row 1 column 1")

    assert game.own(ANA).startswith("1 wood 2 stone 1 water")


@pytest.mark.rule("CUB-1.6", "CUB-7.2")
@pytest.mark.parametrize(
    ("kind", "changes", "payments"),
    [
        ("duty citrus", {"amount": 2}, ["pay citrus citrus"]),
        ("duty sugar", {"amount": 2}, ["pay sugar sugar"]),
        ("duty water", {"amount": 2}, ["pay water water"]),
        ("duty resources", {"amount": 1}, ["pay wood", "pay stone", "pay water"]),
        ("duty products", {"amount": 1}, ["pay citrus", "pay sugar", "pay tobacco"]),
        ("duty water", {"kind": "wood"}, ["pay wood"]),
    ],
)
def test_own_duties(kind: str, changes: dict[str, Any], payments: list[str]) -> None:
    own = {ANA: "2 wood 2 stone 2 water 2 citrus 2 sugar 2 tobacco 2 rum"}
    game = table(own=own, laws=[kind], printed={"laws": laws_with(kind, **changes)})

    game.begin_laws()

    assert game.legal(ANA) == [*payments, "pay nothing"]


@pytest.mark.rule("CUB-1.6", "CUB-7.1")
def test_own_taxes() -> None:
    laws = laws_with("tax buildings", amount=2)
    game = table(pesos={ANA: 9}, laws=["tax buildings"], printed={"laws": laws}, built={ANA: {"row 1 column 2": "inn"}})
    game.begin_laws()

    game.play(ANA, "pay tax")

    assert game.pesos[ANA] == 9 - 4


@pytest.mark.rule("CUB-1.6", "CUB-7.4")
def test_own_subsidies() -> None:
    laws = laws_with("subsidy pesos", amount=2, most=3)

    game, rich = (table(pesos={ANA: pesos}, laws=["subsidy pesos"], printed={"laws": laws}) for pesos in (5, 50))
    game.end_laws()
    rich.end_laws()

    assert (game.points[ANA], rich.points[ANA]) == (2, 3)


@pytest.mark.rule("CUB-1.6", "CUB-4.14", "CUB-4.32", "CUB-7.5")
def test_own_acts() -> None:
    builder = table(
        laws=["building act"], printed={"laws": laws_with("building", amount=5)}, own={ANA: "2 stone"}, pesos={ANA: 5}
    )
    trader = table(laws=["trade act 2"], printed={"laws": laws_with("trade", amount=1)})

    builder.play(ANA, "play architect", "build dam")
    trader.end_laws()

    assert builder.pesos[ANA] == 0
    assert trader.market == "4 citrus 4 sugar 4 tobacco 2 rum 2 cigars"


@pytest.mark.rule("CUB-2.1", "CUB-4.21", "CUB-4.22")
def test_own_market() -> None:
    market = tuple(replace(track, prices=(8, 4), filled=1, empty=11, full=0) for track in MARKET)

    game = table(market="1 citrus 2 sugar", printed={"market": market}, own={ANA: "2 sugar 1 rum"}, pesos={ANA: 20})
    game.play(ANA, "play tradeswoman", "buy citrus", "buy citrus", "sell rum", "sell sugar")

    assert game.pesos[ANA] == 20 - 8 - 11 + 8 + 0


@pytest.mark.rule("CUB-10.4", "CUB-10.13")
@pytest.mark.parametrize(
    ("building", "payments"),
    [
        ("monastery", ["pay citrus", "pay sugar", "pay tobacco"]),
        ("resource market", ["pay wood", "pay stone", "pay water"]),
    ],
)
def test_own_buildings_that_take_one_piece_only(building: str, payments: list[str]) -> None:
    game = buildings_with(building, most=1)

    game.play(ANA, "play foreman", f"use {building}")

    assert game.legal(ANA) == payments


@pytest.mark.rule("CUB-10.7", "CUB-10.1", "CUB-10.14")
def test_own_numbers_of_buildings() -> None:
    wharf = buildings_with("small wharf", most=3)
    factory = buildings_with("cement factory", most=9, gives=3)
    bank = buildings_with("small bank", gives=7)

    wharf.play(ANA, "play foreman", "use small wharf", "load sugar on dock 3", "load sugar on dock 3")
    factory.play(ANA, "play foreman", "use cement factory", "give 2")
    bank.play(ANA, "play foreman", "use small bank")

    assert (wharf.points[ANA], factory.points[ANA], bank.pesos[ANA]) == (6, 6, 7)


@pytest.mark.rule("CUB-1.4", "CUB-4.31")
def test_own_costs() -> None:
    buildings = tuple(replace(building, cost=Cost(wood=1)) for building in STANDARD)
    game = table(printed={"buildings": buildings}, own={ANA: "1 wood", BEN: "1 stone"})

    game.play(ANA, "play architect")

    assert len(game.legal(ANA)) == 24 + 1
