"""Deleting a person, and telling them all that is stored about them."""

import json
from typing import Any

import msgspec
import pytest
from sqlalchemy import delete, insert, select, update

import malecon
from malecon.services.accounts import Accounts
from malecon.storage.export import Export
from malecon.storage.people import People
from malecon.storage.schema import MESSAGES, PEOPLE, RATINGS, RESULTS, SEATS, SESSIONS, TABLES
from malecon.storage.sessions import Browser, Sessions
from malecon.tables import TableSettings
from malecon.tables.commands import CreateTable
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat
from malecon.tables.table import Table
from tables.sitting import CHOICE, GOES_ON, House, in_house

NAME = "Somebody"


def rows(house: House, *columns: Any) -> list[tuple[Any, ...]]:
    """Return what is in some columns of the database."""
    with house.store.reading() as connection:
        return [tuple(row) for row in connection.execute(select(*columns))]


async def leave(house: House, person: str) -> None:
    await house.tables.deletion.delete(person, NAME)


def names(table: Table) -> list[str]:
    return [occupant.name for occupant in table.occupants]


@in_house
async def test_where_a_game_goes_on_a_computer_player_takes_the_seat(house: House) -> None:
    table_id = await house.open(house.ana, house.ben)
    await house.step(table_id, house.ana, 0, CHOICE)
    seen: list[Table] = []
    house.tables.subscribe(table_id, house.ben, seen.append)

    await leave(house, house.ana)

    table = await house.tables.find(table_id)
    assert table.occupants == (Occupant(NAME, substitute="standard"), Occupant("Player 1", house.ben))
    assert table.match.names == {0: NAME, 1: "Player 1"}
    assert seen[0].occupants == table.occupants
    await house.play_on(table_id, house.ben, 1, GOES_ON)
    assert (await house.tables.find(table_id)).move_count >= GOES_ON


@in_house
async def test_who_leaves_is_not_held_up_by_a_table_that_is_removed_meanwhile(house: House) -> None:
    table = await house.open(house.ana, house.ben)
    found = house.tables.deletion._removal.tables_of

    async def found_late(person: str) -> list[str]:
        tables = await found(person)
        with house.store.writing() as connection:
            connection.execute(delete(TABLES).where(TABLES.c.id == table))
        house.tables._repository.forget(table)
        return tables

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.tables.deletion._removal, "tables_of", found_late)
        await leave(house, house.ana)

    assert (house.ana,) not in rows(house, PEOPLE.c.id)


@in_house
async def test_a_finished_game_stays_readable_without_the_name(house: House) -> None:
    table_id = await house.nearly_over(house.ana, house.ana, settings=TableSettings())
    table = await house.tables.find(table_id)
    while not table.match.over:
        seat = table.match.to_move[0]
        table = await house.step(table_id, house.ana, seat, table.preview(seat)[0].legal(seat)[0], quick=True)

    await leave(house, house.ana)
    house.restart()

    found = await house.tables.find(table_id)
    assert names(found) == [NAME, f"{NAME} 2"]
    assert found.is_full
    assert found.log == table.log
    assert "Player" not in found.record()
    assert malecon.replay(found.record()).state == found.match.state


@in_house
async def test_a_game_with_computers_alone_ends(house: House) -> None:
    table = await house.open(house.ana, None)
    await leave(house, house.ana)
    found = await house.tables.find(table)

    assert found.closed == "stopped"
    assert found.seats_to_move == ()


@pytest.mark.parametrize("is_host", [True, False])
def test_a_table_that_waits_is_cancelled_or_waits_on(tmp_path: Any, is_host: bool) -> None:
    async def test(house: House) -> None:
        host = house.ana if is_host else house.ben
        occupants = [Occupant("Ana", house.ana), Occupant("Ben", house.ben), free_seat()]
        table = await house.tables.create(CreateTable("havana", {}, occupants, TableSettings(host=host)))
        await leave(house, house.ana)
        found = await house.tables.find(table)

        assert found.closed == ("cancelled" if is_host else "")
        assert names(found) == [NAME if is_host else "", "Ben", ""]
        assert found.occupants[0].is_free != is_host

    in_house(test)(tmp_path)


@in_house
async def test_what_was_said_stays_without_the_name(house: House) -> None:
    table = await house.open(house.ana, house.ben)
    await house.tables.seats.say(table, house.ana, "good luck")
    await house.tables.seats.say(table, house.ben, "to you too")

    await leave(house, house.ana)

    said = (await house.tables.find(table)).remarks
    assert [(each.name, each.person, each.text) for each in said] == [
        (NAME, None, "good luck"),
        ("Player 1", house.ben, "to you too"),
    ]
    house.restart()
    assert (await house.tables.find(table)).remarks == said


@in_house
async def test_nothing_of_a_person_is_left(house: House) -> None:
    people = People(house.store)
    table = await house.open(house.ana, house.ben)
    await house.tables.seats.say(table, house.ana, "hello")
    await people.mute(house.ana, house.ben)
    await people.mute(house.ben, house.ana)
    await Sessions(house.store).make_link(house.ana, "")
    with house.store.writing() as connection:
        connection.execute(insert(RATINGS), {"game": "havana", "who": house.ana, "mu": 1, "sigma": 1, "games": 1})
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == house.ana).values(name="Ana Unique", email="a@x.y"))

    await leave(house, house.ana)
    await leave(house, house.ana)  # twice does no harm

    with house.store.reading() as connection:
        dump = "\n".join(connection.connection.driver_connection.iterdump())  # type: ignore[union-attr]  # it is open
    assert house.ana not in dump
    assert "Ana Unique" not in dump
    assert "a@x.y" not in dump
    assert house.ben in dump


@in_house
async def test_a_table_of_rules_that_are_gone_loses_the_name_too(house: House) -> None:
    table = await house.open(house.ana, house.ben)
    with house.store.writing() as connection:
        connection.execute(update(TABLES).values(rules=99))
    house.restart()

    await leave(house, house.ana)

    assert rows(house, SEATS.c.name, SEATS.c.person) == [(NAME, None), ("Player 1", house.ben)]
    assert rows(house, TABLES.c.id, TABLES.c.version) == [(table, 1)]


@in_house
async def test_all_that_is_stored_about_a_person_is_told(house: House) -> None:
    token = (await People(house.store).create())[1]
    person = await People(house.store).find(token)
    assert person
    Accounts(house.store).create(person, "Ana", "sand between two tides", Browser(token, "Firefox, Linux"))
    table = await house.open(person.id, None)
    await house.tables.seats.say(table, person.id, "hello")
    await house.play_on(table, person.id, 0)
    with house.store.writing() as connection:
        result = {
            "table": table,
            "seat": 0,
            "game": "havana",
            "person": person.id,
            "points": 25,
            "place": 1,
            "seats": 2,
        }
        if not connection.execute(select(RESULTS.c.seat)).first():
            connection.execute(insert(RESULTS), {**result, "rated": False, "finished": 5})
        stored = connection.execute(select(PEOPLE.c.password).where(PEOPLE.c.id == person.id)).scalar_one()
        digests = connection.execute(select(SESSIONS.c.digest)).scalars().all()

    told = await Export(house.store).data_of(person.id)
    text = msgspec.json.encode(told).decode()

    assert told["person"]["account"] == "ana"
    assert told["sessions"][0]["label"] == "Firefox, Linux"
    assert told["messages"][0]["text"] == "hello"
    assert told["results"][0]["table"] == told["tables"][0]["id"] == table
    assert told["tables"][0]["record"] == (await house.tables.find(table)).record()
    assert told["tables"][0]["moves"]
    assert not any(secret in text for secret in (stored, *digests))
    assert json.loads(text)


@in_house
async def test_of_a_game_that_goes_on_only_the_own_moves_are_told(house: House) -> None:
    table_id = await house.open(house.ana, house.ben)
    before = (await Export(house.store).data_of(house.ana))["tables"]
    table = await house.step(table_id, house.ben, 1, CHOICE, quick=True)
    after = await Export(house.store).data_of(house.ana)
    (others,) = (await Export(house.store).data_of(house.ben))["tables"]
    text = msgspec.json.encode(after).decode()

    assert table.move_count == 1
    assert before == after["tables"]
    assert [move["notation"] for move in others["moves"]] == [CHOICE]
    assert "record" not in others
    assert not any(secret in text for secret in (CHOICE, table.header.salt, house.ben))


@in_house
async def test_messages_of_others_are_not_told(house: House) -> None:
    table = await house.open(house.ana, house.ben)
    await house.tables.seats.say(table, house.ben, "a word of Ben")

    assert "a word of Ben" not in str(await Export(house.store).data_of(house.ana))
    assert rows(house, MESSAGES.c.text) == [("a word of Ben",)]
