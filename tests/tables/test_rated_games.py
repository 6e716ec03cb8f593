"""Which results count for the ranking: whatever way a table is made or changed, one function decides."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from msgspec.structs import asdict
from msgspec.structs import replace as replaced
from sqlalchemy import select, update

import malecon
from malecon import UsageError
from malecon.core.data import DataError
from malecon.core.options import Kind, Option
from malecon.games.havana import buildings
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.people import People
from malecon.storage.results import recompute, replace_person
from malecon.storage.schema import PEOPLE, RATINGS, RESULTS, SEATS, TABLES
from malecon.storage.store import Store
from malecon.tables import DAY, HOUR, MINUTE, Clock, TableSettings
from malecon.tables.commands import CreateTable
from malecon.tables.rated import KNOWN_FOR, RatedPerson, rating_obstacle
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat
from malecon.tables.stand_ins import hand_over, take_back
from malecon.tables.table import Table
from malecon.tables.table_header import new_header
from tables.finishing import RATED, ended, last_move_missing
from tables.membership import make_members, new_members
from tables.sitting import CHOICE, House, in_house
from waiting import finish

AT = 10 * DAY
ANA, BEN = "ana", "ben"
SEATED = Occupant("Ana", ANA), Occupant("Ben", BEN)
EASY, STANDARD, RANDOM = (Occupant(level, level=level) for level in ("easy", "standard", "random"))
KNOWN = RatedPerson(since=0, has_account=True)
BOTH = {ANA: KNOWN, BEN: KNOWN}
SEVEN_POINTS = [replaced(tile, points=7) for tile in buildings.TILES]


def obstacle(
    *occupants: Occupant,
    people: dict[str, RatedPerson] = BOTH,
    settings: TableSettings = RATED,
    options: dict[str, object] | None = None,
) -> str:
    """Return the sentence that says why a result cannot count; empty if it can."""
    header = new_header("havana", len(occupants), options or {}, AT, settings)
    found = rating_obstacle(header, occupants, people, AT)
    return "" if found is None else str(found)


@pytest.mark.parametrize(
    "occupants",
    [
        SEATED,
        (*SEATED, EASY),
        (*SEATED, EASY, EASY),
        (SEATED[0], STANDARD),
        (SEATED[0], free_seat()),
        (SEATED[0], replace(SEATED[1], substitute="standard")),
    ],
)
def test_people_and_computer_players_of_one_level_count(occupants: tuple[Occupant, ...]) -> None:
    assert obstacle(*occupants) == ""


@pytest.mark.parametrize(
    ("occupants", "sentence"),
    [
        ((SEATED[0], RANDOM), "none plays at random"),
        ((SEATED[0], RANDOM, RANDOM), "none plays at random"),
        ((SEATED[0], EASY, STANDARD), "all computer players are of the same level"),
        ((EASY, EASY), "at least one person has to play"),
        ((SEATED[0], Occupant("Anita", ANA)), "nobody has several seats"),
        ((SEATED[0], Occupant("Gone", substitute="standard")), "is gone"),
    ],
)
def test_who_plays_decides_whether_the_result_counts(occupants: tuple[Occupant, ...], sentence: str) -> None:
    assert sentence in obstacle(*occupants)


@pytest.mark.parametrize(
    ("ben", "sentence"),
    [
        (RatedPerson(since=0), "a name and a password to sign in with."),
        (
            RatedPerson(since=AT - HOUR),
            "a name and a password to sign in with, and a first visit here at least a day ago. That will be so in 23 h",
        ),
        (None, "a name and a password"),
        (replace(KNOWN, since=AT - KNOWN_FOR + 1), "at least a day ago. That will be so in 1 h"),
        (replace(KNOWN, since=AT - KNOWN_FOR + HOUR + 1), "in 2 h"),
        (replace(KNOWN, since=AT - KNOWN_FOR), ""),
        (replace(KNOWN, is_blocked=True), "nobody plays who may only look"),
        (replace(KNOWN, is_busy=True), ""),
    ],
)
def test_everybody_needs_an_account_and_to_be_known_for_a_day(ben: RatedPerson | None, sentence: str) -> None:
    people = {ANA: KNOWN} | ({} if ben is None else {BEN: ben})

    assert sentence in obstacle(*SEATED, people=people)
    assert bool(sentence) is bool(obstacle(*SEATED, people=people))


def test_with_computer_players_one_game_at_a_time_counts() -> None:
    busy = {ANA: KNOWN, BEN: replace(KNOWN, is_busy=True)}

    assert "one game at a time" in obstacle(*SEATED, EASY, people=busy)
    assert obstacle(*SEATED, free_seat(), people=busy) == ""


def test_only_printed_pieces_and_new_deals_count() -> None:
    assert "printed pieces" in obstacle(*SEATED, options={"tiles": SEVEN_POINTS})
    assert obstacle(*SEATED, options={"tiles": list(buildings.TILES)}) == "", (
        "a file with the printed tiles is no other"
    )
    assert obstacle(*SEATED, options={"edition": "filosofia", "ages": [1, 0]}) == ""
    assert "played before" in obstacle(*SEATED, settings=replace(RATED, origin="x"))
    with pytest.raises(UsageError, match="played before"):
        new_header("havana", 2, {}, AT, RATED, key=7)


OWN_DATA = [(game, option) for game, parts in malecon.games.items() for option in parts.options if option.own]


@pytest.mark.parametrize(("game", "option"), OWN_DATA, ids=lambda each: getattr(each, "name", each))
def test_every_kind_of_data_of_an_owner_is_noticed(game: str, option: Option) -> None:
    """One piece or card is like another one, if the game allows that, in the variants that use most of them."""
    assert option.own
    parts = malecon.games[game]
    variants = {each.name: each.choices[-1] for each in parts.options if each.kind is Kind.CHOICE}
    usual, noticed = [*option.own.usual], []
    for place, other in product(range(len(usual)), usual):
        named = {name: value for name, value in asdict(usual[place]).items() if name in ("id", "name", "piece")}
        changed = [*usual[:place], replaced(other, **named), *usual[place + 1 :]]
        with suppress(DataError):
            header = new_header(game, parts.seats[-1], variants | {option.name: changed}, AT, RATED)
            noticed.append("printed pieces" in str(rating_obstacle(header, SEATED, BOTH, AT)))
        if True in noticed:
            break

    assert True in noticed


def sat_down(house: House, *occupants: Occupant, **command: Any) -> Any:
    return house.tables.create(CreateTable("havana", {}, occupants, replace(RATED, host=house.ana), **command))


def count_of(store: Store, table: Any) -> int:
    with store.reading() as connection:
        return len(connection.execute(select(table)).all())


@in_house
async def test_what_cannot_count_is_refused_and_leaves_nothing(house: House) -> None:
    ana = Occupant("Ana", house.ana)
    make_members(house.store, house.ana)
    for occupants, sentence in (
        ([ana, Occupant("Ben", house.ben)], "a name and a password"),
        ([ana, Occupant("Anita", house.ana)], "several seats"),
        ([ana, RANDOM], "none plays at random"),
        ([ana, free_seat(), EASY, STANDARD], "of the same level"),
    ):
        with pytest.raises(UsageError, match=sentence):
            await sat_down(house, *occupants)
    for command in ({"key": 0}, {"key": 0, "log": ()}):
        with pytest.raises(UsageError, match="played before"):
            await sat_down(house, ana, EASY, **command)
    make_members(house.store, house.ben, known_for=KNOWN_FOR - MINUTE)
    with pytest.raises(UsageError, match="at least a day ago"):
        await sat_down(house, ana, Occupant("Ben", house.ben))

    assert count_of(house.store, TABLES) == count_of(house.store, SEATS) == 0


@in_house
async def test_whoever_takes_a_seat_is_asked_the_same(house: House) -> None:
    make_members(house.store, house.ana)
    listed = replace(RATED, host=house.ana, listed=True)
    occupants = [Occupant("Ana", house.ana), free_seat(), free_seat()]
    table_id = await house.tables.create(CreateTable("havana", {}, occupants, listed))
    invitation, seats = str(occupants[2].invitation), house.tables.seats
    before = await house.tables.find(table_id)

    with pytest.raises(UsageError, match="a name and a password"):
        await seats.join(table_id, house.ben, "Ben")
    with pytest.raises(UsageError, match="a name and a password"):
        await seats.accept_invitation(invitation, house.ben, "Ben")
    with pytest.raises(UsageError, match="none plays at random"):
        await seats.seat_computer(table_id, house.ana, 1, "random")
    assert await house.tables.find(table_id) == before == house.store.load(table_id)

    await seats.seat_computer(table_id, house.ana, 1, "easy")
    with pytest.raises(UsageError, match="of the same level"):
        await seats.seat_computer(table_id, house.ana, 2, "standard")
    make_members(house.store, house.ben)
    await seats.accept_invitation(invitation, house.ben, "Ben")
    assert (await house.tables.find(table_id)).is_full


@in_house
async def test_who_leaves_a_waiting_table_or_is_deleted_is_held_up_by_nothing(house: House) -> None:
    make_members(house.store, house.ana, house.ben)
    occupants = [Occupant("Ana", house.ana), Occupant("Ben", house.ben), free_seat()]
    table_id = await house.tables.create(CreateTable("havana", {}, occupants, replace(RATED, host=house.ana)))
    with house.store.writing() as connection:
        connection.execute(update(PEOPLE).values(account=None))

    await house.tables.seats.leave(table_id, house.ben, 1)
    await house.tables.deletion.delete(house.ana, "Somebody")
    assert (await house.tables.find(table_id)).closed == "cancelled"


@in_house
async def test_who_would_finish_only_the_games_that_they_win_finishes_the_last_first(house: House) -> None:
    make_members(house.store, house.ana, house.ben)
    house.players.go.clear()
    ana, ben = Occupant("Ana", house.ana), Occupant("Ben", house.ben)
    first = await house.nearly_over(house.ana, "easy")

    with pytest.raises(UsageError, match="one game at a time"):
        await sat_down(house, ana, STANDARD)
    with pytest.raises(UsageError, match="one game at a time"):
        await sat_down(house, ben, ana, EASY)  # nor with somebody else there for show
    await sat_down(house, ana, ben)
    await house.tables.create(CreateTable("havana", {}, [ana, EASY]))
    waiting = await sat_down(house, ben, free_seat(), free_seat())
    await house.tables.seats.seat_computer(waiting, house.ana, 1, "easy")
    free = (await house.tables.find(waiting)).occupants[2]
    with pytest.raises(UsageError, match="one game at a time"):
        await house.tables.seats.accept_invitation(str(free.invitation), house.ana, "Ana")

    house.players.go.set()
    await asyncio.gather(house.play_on(first, house.ana, 0), house.rest())
    await sat_down(house, ana, STANDARD)


def test_a_game_that_was_begun_besides_by_another_process_does_not_count(store: Store) -> None:
    (ana,) = new_members(store, 1)
    first, second = last_move_missing([ana, "easy"]), last_move_missing([ana, "standard"])
    second = replace(second, header=replace(second.header, created=first.header.created + 1))
    for table in (first, second):
        store.create(table, ())  # as if both were begun at once

    store.save(second, ended(second), CHANGE_WRITERS)
    store.save(first, ended(first), CHANGE_WRITERS)

    assert rated_in(store) == {first.header.id: True, second.header.id: False}


def rated_in(store: Store) -> dict[str, bool]:
    with store.reading() as connection:
        return {row.table: row.rated for row in connection.execute(select(RESULTS))}


def finished_after(store: Store, who: list[str], change: Any = lambda table: table, **facts: Any) -> Table:
    """Return a game that ends after a change of its table, which nothing refused, and of facts about its people."""
    table = last_move_missing(who)
    store.create(table, CHANGE_WRITERS)
    after = change(table)
    table = after if after is table else store.save(table, after, CHANGE_WRITERS)
    if facts:
        with store.writing() as connection:
            connection.execute(update(PEOPLE).where(PEOPLE.c.id == who[0]).values(facts))
    return store.save(table, ended(table), CHANGE_WRITERS)


@pytest.mark.parametrize("facts", [{"blocked": 5}, {"account": None}])
def test_the_end_asks_again(store: Store, facts: dict[str, object]) -> None:
    members = new_members(store, 2)
    counted, not_counted = finished_after(store, members), finished_after(store, members, **facts)

    assert rated_in(store) == {counted.header.id: True, not_counted.header.id: False}


def test_a_table_that_got_into_the_database_otherwise_does_not_count(store: Store) -> None:
    """As from an archive, or by hand: the result follows from the facts, not from what was wished."""
    ana, ben = new_members(store, 2)
    stranger = finish(People(store).create())[0].id
    tables = [last_move_missing(who) for who in ([ana, "random"], [ana, ana], [ana, stranger], [ana, "easy"])]
    known = last_move_missing([ana, ben])
    known = replace(known, header=replace(known.header, settings=replace(RATED, origin="x")))
    for table in (*tables, known):
        store.create(table, ())
        store.save(table, ended(table), CHANGE_WRITERS)

    assert [rated_in(store)[table.header.id] for table in (*tables, known)] == [False, False, False, True, False]


def standings(store: Store) -> dict[str, tuple[float, int]]:
    with store.reading() as connection:
        return {row.who: (row.mu, row.games) for row in connection.execute(select(RATINGS))}


@pytest.mark.parametrize("seat", [0, 1])
def test_who_left_the_seat_to_a_computer_player_is_rated_as_the_last(store: Store, seat: int) -> None:
    members = new_members(store, 2)
    finished_after(store, members, lambda table: hand_over(table, seat, "standard"))
    after = standings(store)

    assert after[members[seat]][0] < 25 < after[members[1 - seat]][0]


def test_who_has_come_back_before_the_end_is_rated_by_the_place(store: Store) -> None:
    members = new_members(store, 2)
    gone = finished_after(store, members, lambda table: take_back(hand_over(table, 0, "standard"), 0, members[0]))

    best = gone.match.winners
    after = standings(store)
    assert {members.index(who) for who, (mu, _) in after.items() if mu > 25} <= set(best)
    with store.reading() as connection:
        assert not any(row.absent for row in connection.execute(select(RESULTS)))


@in_house
async def test_who_is_deleted_in_a_game_leaves_a_game_that_does_not_count_and_no_level_is_rated_for_it(
    house: House,
) -> None:
    make_members(house.store, house.ana, house.ben)
    clock = Clock(stock=10 * MINUTE)
    table_id = await house.open(house.ana, house.ben, settings=replace(RATED, clock=clock))
    await house.step(table_id, house.ana, 0, CHOICE)

    await house.tables.deletion.delete(house.ana, "Somebody")
    await asyncio.gather(house.play_on(table_id, house.ben, 1), house.rest())

    assert rated_in(house.store) == {table_id: False}
    assert standings(house.store) == {}


def test_who_is_deleted_after_a_loss_leaves_the_ratings_of_the_others(store: Store) -> None:
    ana, ben = new_members(store, 2)
    finished_after(store, [ana, ben])
    before = standings(store)
    with store.writing() as connection:
        replace_person(connection, ana, "nobody")
        recompute(connection)

    assert standings(store) == {"nobody": before[ana], ben: before[ben]}
