"""The building tiles, read from ``data/buildings.toml`` or from an owner's file, checked (CUB-1.4, CUB-10).

An owner's buildings are lines of a record too.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Annotated

import msgspec
import numpy as np
from msgspec import Meta, Struct

from malecon.core.data import read_things
from malecon.core.entry_line import split_entry
from malecon.core.message import N_, NN_, Message, counted
from malecon.core.shape import out_of_range
from malecon.core.toml_text import Fault, quoted
from malecon.games.cuba.boards import NUMBER, ORDER, RESOURCES, add_fact

BUILDINGS = (
    "cement factory", "sawmill", "golf course", "monastery", "rum café", "cigar bar", "small wharf", "large wharf",
    "hotel", "inn", "general store", "product market", "resource market", "small bank", "large bank", "cigar factory",
    "distillery", "black market", "church", "town hall", "dam", "lighthouse", "warehouse", "canadian embassy",
)  # fmt: skip
"""The kinds of buildings; a kind's code is its place here."""
(
    CEMENT_FACTORY, SAWMILL, GOLF_COURSE, MONASTERY, RUM_CAFE, CIGAR_BAR, SMALL_WHARF, LARGE_WHARF,
    HOTEL, INN, GENERAL_STORE, PRODUCT_MARKET, RESOURCE_MARKET, SMALL_BANK, LARGE_BANK, CIGAR_FACTORY,
    DISTILLERY, BLACK_MARKET, CHURCH, TOWN_HALL, DAM, LIGHTHOUSE, WAREHOUSE, EMBASSY,
) = range(len(BUILDINGS))  # fmt: skip
PRINTED_WAREHOUSE = len(BUILDINGS)
"""What stands on the warehouse field; it is used like a Warehouse and is no tile (CUB-1.8, CUB-4.42)."""
ON_FIELDS = (*BUILDINGS, "printed warehouse")
"""What stands on a field, by its code."""
TILES = 26

MOST = {
    "cement factory": 18, "sawmill": 18, "golf course": 18, "rum café": 18, "cigar bar": 18, "monastery": 2,
    "small wharf": 5, "large wharf": 5, "general store": 1, "product market": 1, "resource market": 2,
}  # fmt: skip
"""The buildings that take or load up to ``most`` pieces, and how high an owner's file may set it."""


class Cost(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a building costs in resources."""

    wood: Annotated[int, Meta(ge=0, le=15)] = 0
    stone: Annotated[int, Meta(ge=0, le=15)] = 0
    water: Annotated[int, Meta(ge=0, le=15)] = 0

    def resources(self) -> tuple[int, int, int]:
        """Return the numbers in the order of ``RESOURCES``."""
        return (self.wood, self.stone, self.water)


class Building(Struct, frozen=True, cache_hash=True, forbid_unknown_fields=True, omit_defaults=True):
    """One kind of building.

    Attributes:
        copies: how many tiles there are.
        most: pieces at most that one use takes.
        gives: points, pesos, votes or pieces, for each piece taken or altogether.
    """

    name: Annotated[str, Meta(extra={"words": BUILDINGS})]
    cost: Cost
    copies: Annotated[int, Meta(ge=1, le=2)] = 1
    most: Annotated[int, Meta(ge=0, le=18)] = 0
    gives: Annotated[int, Meta(ge=0, le=20)] = 0
    rule: str = ""
    text: str = ""


class BuildingFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A file of buildings."""

    building: Annotated[tuple[Building, ...], Meta(min_length=len(BUILDINGS), max_length=len(BUILDINGS))]


ALL_TILES = NN_(
    "the copies together are {count} tile, but {expected} are expected",
    "the copies together are {count} tiles, but {expected} are expected",
)
ONE_VETO = N_("there is one church: one player's veto bars a type")


def building_faults(file: BuildingFile) -> Iterator[Fault]:
    """Yield what is wrong: buildings come in the order of ``BUILDINGS`` and make 26 tiles that can be used."""
    for place, building in enumerate(file.building):
        path = ("building", place)
        if building.name != BUILDINGS[place]:
            facts = {"got": quoted(building.name), "expected": quoted(BUILDINGS[place])}
            yield Fault((*path, "name"), Message(ORDER, facts))
            continue
        lowest, highest = (1, MOST[building.name]) if building.name in MOST else (0, 0)
        if not lowest <= building.most <= highest:
            yield Fault((*path, "most"), out_of_range(building.most, lowest, highest))
        if building.name == "church" and building.copies != 1:  # there is one Veto marker (CUB-6.2)
            yield Fault((*path, "copies"), Message(ONE_VETO))
    tiles = sum(building.copies for building in file.building)
    if tiles != TILES:
        yield Fault((), counted(ALL_TILES, tiles, expected=TILES))


FILE = files("malecon.games.cuba") / "data/buildings.toml"
STANDARD: tuple[Building, ...] = read_things(FILE, BuildingFile, building_faults)
"""The buildings that come with the game."""


def format_building(building: Building) -> str:
    """Return a building as a line of a record.

    >>> format_building(STANDARD[SAWMILL]), format_building(STANDARD[CIGAR_FACTORY])
    ('building sawmill: 2 wood, 1 stone, most 4, gives 1', 'building cigar factory: 2 wood, 2 stone, copies 2')
    """
    costs = zip(building.cost.resources(), RESOURCES, strict=True)
    parts = [f"{count} {resource}" for count, resource in costs if count]
    facts = [("most", building.most, 0), ("gives", building.gives, 0), ("copies", building.copies, 1)]
    parts += [f"{word} {number}" for word, number, usual in facts if number != usual]
    return f"building {building.name}: {', '.join(parts)}"


def parse_building(text: str, line: int) -> dict[str, object]:
    """Return a line of ``format_building`` as plain data."""
    name, parts = split_entry(text, line, "|".join(BUILDINGS), "building sawmill: 2 wood, 1 stone, most 4, gives 1")
    costs: dict[str, int] = {}
    building: dict[str, object] = {"name": name, "cost": costs}
    for part in parts if parts[0].text else []:
        cost = re.fullmatch(rf"({NUMBER}) ({'|'.join(RESOURCES)})", part.text)
        if cost is not None and cost[2] not in costs:
            costs[cost[2]] = int(cost[1])
        else:
            template = N_("a number of {words}, or most, gives or copies and a number, each once")
            expected = Message(template, {"words": RESOURCES})
            add_fact(building, part, "building", "most|gives|copies", expected)
    return building


@lru_cache(64)
def buildings_in(cost: bytes, copies: bytes, most: bytes, gives: bytes) -> tuple[Building, ...]:
    """Return buildings from the bytes of the state's tables."""
    costs = np.frombuffer(cost, np.int8).reshape(len(BUILDINGS), len(RESOURCES)).tolist()
    tiles = list(copies)
    if tiles[EMBASSY] == 0:
        tiles[EMBASSY] = TILES - sum(tiles)
    return tuple(
        msgspec.structs.replace(
            building, cost=Cost(*costs[code]), copies=tiles[code], most=most[code], gives=gives[code]
        )
        for code, building in enumerate(STANDARD)
    )
