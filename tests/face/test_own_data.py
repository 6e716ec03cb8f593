"""An owner's data of every kind: what is played is what a record, the options as lines, and a position tell."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import malecon
from malecon.core.data import DataError
from malecon.core.match import Match
from malecon.core.options import Kind, Option
from malecon.games.cuba import boards, buildings, cards
from malecon.games.havana.buildings import MAX_TILES, TILES

Data = list[dict[str, Any]]
SOME = [(game, option) for game in malecon.games.values() for option in game.options if option.own]


def plain(things: object) -> Data:
    """Return things as an owner's file has them."""
    found: Data = msgspec.to_builtins(things)
    return found


def tiles(rng: Random) -> Data:
    """Return 12 to 36 tiles: the first ones of the game, or any of them in any order, with other facts."""
    count = rng.randint(12, MAX_TILES)
    chosen = plain(TILES[:count] if rng.random() < 0.5 else rng.choices(TILES, k=count))
    for number, tile in enumerate(chosen, start=1):
        tile["id"] = number
        if rng.random() < 0.1:
            tile.update(points=rng.randint(1, 7), architect=rng.random() < 0.5, cost={"debris": rng.randint(0, 40)})
    return chosen


def ships(rng: Random) -> Data:
    """Return the ships in any order, with some other spaces."""
    chosen = plain(rng.sample(cards.SHIPS, cards.SHIP_COUNT))
    for number, ship in enumerate(chosen, start=1):
        spaces = rng.choices(boards.MERCHANDISE, k=cards.SPACES)
        ship.update(id=number, spaces=spaces if rng.random() < 0.2 else ship["spaces"])
    return chosen


def plantations(rng: Random) -> Data:
    """Return the sides, of which some have their fields in any order or those of another side."""
    chosen = plain(boards.PLANTATIONS)
    for side in rng.sample(chosen, rng.randint(0, len(chosen))):
        letters = "".join(rng.choice(boards.PLANTATIONS).rows)
        mixed = "".join(rng.sample(letters, len(letters))) if rng.random() < 0.5 else letters
        side["rows"] = [mixed[at : at + boards.COLUMNS] for at in range(0, len(mixed), boards.COLUMNS)]
    return chosen


def buildings_of_owner(rng: Random) -> Data:
    """Return the buildings, of which some cost or give something else, and some have other copies."""
    chosen = plain(buildings.STANDARD)
    for building in rng.sample(chosen, rng.randint(0, 3)):
        building.update(cost={"water": rng.randint(0, 15)}, gives=rng.randint(0, 20))
    one, other = rng.sample(chosen, 2)
    one["copies"], other["copies"] = other.get("copies", 1), one.get("copies", 1)
    return chosen


def laws(rng: Random) -> Data:
    """Return laws, those of each type in any order or several times, with other limits."""
    of_types = [cards.LAWS[at : at + cards.LAWS_OF_A_TYPE] for at in range(0, cards.LAW_COUNT, cards.LAWS_OF_A_TYPE)]
    chosen = plain([law for six in of_types for law in rng.choices(six, k=len(six))] + [*cards.LAWS[cards.LAW_COUNT :]])
    for law in rng.sample(chosen, rng.randint(0, 3)):
        law["most"] = rng.randint(0, 99)
    return chosen


def market(rng: Random) -> Data:
    """Return tracks with any falling prices."""
    chosen = plain(boards.MARKET)
    for track in rng.sample(chosen, rng.randint(0, len(chosen))):
        count = rng.randint(1, boards.MOST_SPACES)
        empty, *prices, full = sorted(rng.sample(range(1, 99), count + 2), reverse=True)
        track.update(empty=empty, prices=prices, full=full, filled=rng.randint(0, count))
    return chosen


MAKERS = {
    "tiles": tiles,
    "ships": ships,
    "boards": plantations,
    "buildings": buildings_of_owner,
    "laws": laws,
    "market": market,
}
"""By the name of the option: makes data from a source of chance."""


def begun_with(game: malecon.core.game.Game, option: Option, data: Any, rng: Random) -> Match:
    """Return a match that begins with an owner's data, with other options by chance."""
    others: dict[str, Any] = {each.name: rng.choice(each.choices) for each in game.options if each.kind is Kind.CHOICE}
    others |= {each.name: rng.random() < 0.5 for each in game.options if each.kind is Kind.FLAG}
    return game.start(rng.choice(game.seats), rng.randrange(1000), **others, **{option.name: data})


@pytest.mark.parametrize(("game", "option"), SOME, ids=[option.name for _, option in SOME])
@settings(max_examples=30)
@given(rng=st.randoms(use_true_random=False))
def test_what_is_played_is_what_record_options_and_position_tell(game: Any, option: Option, rng: Random) -> None:
    data = MAKERS[option.name](rng)
    try:
        match = begun_with(game, option, data, rng)
    except DataError:  # two churches
        return
    begun = match.begun
    told = game.read_options(list(enumerate(game.write_options(begun), start=1)))

    assert game.new_table(match.seats, **told) == game.new_table(match.seats, **told | {option.name: data})
    assert malecon.replay(match.record()).state == match.state
    assert game.from_position(match.position()).state == match.state


@pytest.mark.parametrize("count", [12, 13, 20, 35])
def test_fewer_tiles_are_an_owners_own(count: int) -> None:
    havana = malecon.games["havana"]
    match = havana.start(2, 1, tiles=TILES[:count])

    assert [line for line in match.record().split("\n") if line.startswith("tile ")] == [
        *havana.write_options(match.begun)
    ]
    assert len(havana.write_options(match.begun)) == count


@pytest.mark.parametrize("variant", ["same", "different"])
@pytest.mark.parametrize("embassy", [False, True])
def test_data_of_the_game_are_no_own_whatever_part_of_them_is_played(variant: str, embassy: bool) -> None:
    cuba = malecon.games["cuba"]
    whole: dict[str, Any] = {option.name: option.own.usual for option in cuba.options if option.own}
    for seats in cuba.seats:
        chosen: dict[str, Any] = {"plantations": variant, "embassy": embassy}
        begun = cuba.start(seats, 1, **chosen, **whole).begun
        assert cuba.write_options(begun) == cuba.write_options(cuba.start(seats, 1, **chosen).begun)
        assert len(cuba.write_options(begun)) <= len(chosen)
