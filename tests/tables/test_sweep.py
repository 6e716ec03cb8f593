"""The sweep: all goes when its time is over, nothing before, and nothing by halves."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, delete, event, func, insert, select, update

from malecon.core.clock import now
from malecon.services.accounts import Accounts
from malecon.services.sweep import DueCount, Sweep
from malecon.services.sweep_targets import sweep_targets
from malecon.storage.backup import RECORDS
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.people import People
from malecon.storage.schema import MESSAGES, NOTICES, PEOPLE, RATINGS, SEATS, SESSIONS, TABLES
from malecon.storage.sessions import Browser
from malecon.tables import DAY, HOUR, Missing, TableSettings
from malecon.tables.chat import MOST_REMARKS
from malecon.tables.commands import Action, CreateTable
from malecon.tables.retention import RULES, Retention
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat
from malecon.tables.table_header import new_id
from tables.finishing import RATED, ended, last_move_missing
from tables.membership import make_members
from tables.sitting import CHOICE, House, in_house
from tables.sweeping import DEFAULT, change, counts, sweep_of, swept

FIRST = 10 * DAY
"""A moment long ago."""


async def one_of_each(house: House) -> dict[str, str]:
    """Return a table for each rule of tables, all used now."""
    make_members(house.store, house.ana, house.ben)
    waiting, cancelled = [
        await house.tables.create(
            CreateTable("havana", {}, [Occupant("Ana", house.ana), free_seat()], TableSettings(host=house.ana))
        )
        for _ in range(2)
    ]
    found = {
        "waiting": waiting,
        "unmoved": await house.open(house.ana, None),
        "alone": await house.open(house.ana, None),
        "unfinished": await house.open(house.ana, house.ben),
    }
    for rule in ("alone", "unfinished"):
        await house.step(found[rule], house.ana, 0, CHOICE, quick=True)
    await house.tables.seats.cancel(cancelled, house.ana)
    for rule, settings in (("finished", TableSettings()), ("rated", RATED)):
        table = last_move_missing([house.ana, house.ben], settings)
        house.store.create(table, CHANGE_WRITERS)
        house.store.save(table, ended(table), CHANGE_WRITERS)
        found[rule] = table.header.id
    await house.rest()
    return found | {"ended": cancelled}


@in_house
async def test_each_table_goes_when_its_time_is_over_and_not_before(house: House) -> None:
    tables = await one_of_each(house)
    at = now()
    change(house, TABLES.c.touched, at)
    change(house, PEOPLE.c.seen, at + 100_000 * DAY)

    for rule in ("unmoved", "waiting", "ended", "alone", "unfinished", "finished", "rated"):
        end = at + RULES[rule].days * DAY
        early = {name for name, count in (await swept(house, end - 1)).items() if count}
        assert early <= {"waiting", "unmoved"}.union({"notices", "sessions", "ratings"})
        assert rule not in early
        if rule in ("unmoved", "waiting"):
            assert house.store.version_of(tables[rule]) is not None
            change(house, TABLES.c.touched, at - RULES[rule].days * DAY, id=tables[rule])
            end = at
        assert (await swept(house, end)).get(rule) == 1
        with pytest.raises(Missing):
            await house.tables.find(tables[rule])

    left = counts(house.store)
    assert {name for name, size in left.items() if size} == {"people", "ratings"}  # of people who are still known


@in_house
async def test_a_move_between_the_look_and_the_removal_keeps_a_table(house: House) -> None:
    table = await house.open(house.ana, house.ben)
    change(house, TABLES.c.touched, 1)
    target = sweep_targets(house.store, DEFAULT, Path("nowhere"), house.tables.deletion)[0]
    (page,) = target.pages(now())

    await house.step(table, house.ana, 0, CHOICE)

    assert await target.remove(page) == []
    assert (await house.tables.find(table)).seat_states[0].draft


class Interrupted(Exception):
    """The process ends here."""


@contextmanager
def interrupted(house: House, number: int) -> Iterator[None]:
    """Interrupt the first transaction that writes at its statement of a number."""
    counter = count(1)

    def stop(connection: Connection, *_: Any) -> None:
        if not connection.get_execution_options().get("reads") and next(counter) == number:
            raise Interrupted

    event.listen(house.store.engine, "before_cursor_execute", stop)
    try:
        yield
    finally:
        event.remove(house.store.engine, "before_cursor_execute", stop)


@in_house
async def test_a_sweep_that_ends_anywhere_has_removed_whole_things_only(house: House) -> None:
    for _ in range(6):
        table = await house.open(house.ana, house.ben)
        await house.step(table, house.ana, 0, CHOICE, quick=True)
    change(house, TABLES.c.touched, 1)
    for number in range(1, 4):  # what is still due, games known by their deal, deletion
        with pytest.raises(Interrupted), interrupted(house, number):
            await sweep_of(house).run(now(), pause=0)
        left = counts(house.store)
        assert (left["tables"], left["seats"], left["moves"]) == (6, 12, 6)

    assert await sweep_of(house).run(now(), pause=0) == {"unfinished": 6}
    left = counts(house.store)
    assert left["tables"] == left["seats"] == left["moves"] == left["notices"] == 0


@in_house
async def test_who_watches_a_table_that_is_removed_is_told(house: House) -> None:
    table = await house.open(house.ana, house.ben)
    changes = house.tables.updates(table, house.ana)
    await anext(changes)
    change(house, TABLES.c.touched, 1)

    departing = house.tables.deletion  # another process, which does not know who watches here
    await Sweep(sweep_targets(house.store, DEFAULT, Path("nowhere"), departing)).run(now(), pause=0)
    await house.tables._repository.refresh()

    with pytest.raises(Missing):
        await anext(changes)
    assert table not in house.tables._repository._cache


@in_house
async def test_who_acts_at_a_table_that_was_removed_reads_so_and_all_who_watch_are_told(house: House) -> None:
    table = await house.open(house.ana, house.ben)
    revision = (await house.tables.find(table)).revision(0)
    changes = house.tables.updates(table, house.ben)
    await anext(changes)
    with house.store.writing() as connection:
        connection.execute(delete(TABLES))

    with pytest.raises(Missing):
        await house.tables.step(Action(table, house.ana, 0, revision, "one"), CHOICE)
    with pytest.raises(Missing):
        await anext(changes)


@in_house
async def test_a_deal_stays_known_when_the_game_is_removed_that_it_was_first_played_in(house: House) -> None:
    first = await house.open(house.ana, house.ben)
    second = await house.open(house.ana, house.ben, settings=TableSettings(origin=first))
    change(house, TABLES.c.touched, 1, id=first)

    assert await swept(house, now()) == {"unmoved": 1}
    house.restart()
    assert (await house.tables.find(second)).header.settings.origin == ""


@in_house
async def test_people_go_as_if_they_had_asked_for_it(house: House) -> None:
    people, at = People(house.store), now()
    idle, named = (await people.create())[0], (await people.create())[0]
    Accounts(house.store).create(named, "Carla", "walking by the sea", Browser())
    change(house, PEOPLE.c.language, "fr", id=house.ana)
    table = await house.open(house.ana, house.ben)
    await house.tables.seats.say(table, house.ana, "see you")
    change(house, PEOPLE.c.seen, at)
    change(house, TABLES.c.touched, at + 10_000 * DAY)
    change(house, SESSIONS.c.used, at + 10_000 * DAY)

    assert await swept(house, at + 30 * DAY - 1) == {}
    assert await swept(house, at + 30 * DAY) == {"idle": 1}
    change(house, PEOPLE.c.seen, at + 2 * DAY, id=house.ben)
    assert await sweep_of(house).run(at + 400 * DAY, pause=0) == {"people": 1, "notices": 4}
    found = await house.tables.find(table)
    assert found.occupants[0] == Occupant("Quelqu’un", substitute="standard")
    assert [each.name for each in found.remarks] == ["Quelqu’un"]
    change(house, TABLES.c.touched, at + 10_000 * DAY)
    assert await sweep_of(house).run(at + 1095 * DAY, pause=0) == {"people": 1, "accounts": 1}
    with house.store.reading() as connection:
        assert not connection.execute(select(PEOPLE.c.id)).all()
        assert not connection.execute(select(SESSIONS.c.digest)).all()
        assert {row.person for row in connection.execute(select(SEATS.c.person))} == {None}
    assert idle.id != house.ana


@in_house
async def test_who_has_come_back_meanwhile_stays(house: House) -> None:
    target = sweep_targets(house.store, DEFAULT, Path("nowhere"), house.tables.deletion)[-3]
    at = now() + 30 * DAY
    (page,) = target.pages(at)
    assert {due.key for due in page} == {house.ana, house.ben}

    change(house, PEOPLE.c.seen, at, id=house.ana)

    assert [due.key for due in await target.remove(page)] == [house.ben]


@in_house
async def test_a_visit_is_noted_with_the_person(house: House) -> None:
    person, token = await People(house.store).create()
    change(house, PEOPLE.c.seen, 1, id=person.id)
    change(house, SESSIONS.c.used, now() - 2 * HOUR, person=person.id)

    await People(house.store).find(token)

    with house.store.reading() as connection:
        seen = connection.execute(select(PEOPLE.c.seen).where(PEOPLE.c.id == person.id)).scalar_one()
    assert now() - seen < HOUR


def said(house: House, table_id: str, *messages: tuple[int, int | None]) -> None:
    """Say things at a table, each with when it was sent and reported."""
    rows = [
        {
            "table": table_id,
            "number": number,
            "person": house.ana,
            "name": "Ana",
            "text": "!",
            "sent": sent,
            "reported": told,
        }
        for number, (sent, told) in enumerate(messages)
    ]
    with house.store.writing() as connection:
        connection.execute(insert(MESSAGES), rows)


@in_house
async def test_talk_goes_after_the_game_and_what_was_reported_later(house: House) -> None:
    done, going = await house.open(house.ana, house.ben), await house.open(house.ana, house.ben)
    at = now()
    said(house, done, (at, None), (at, at), (at + DAY, None))
    said(house, going, *[(at, None)] * (MOST_REMARKS + 3))
    change(house, TABLES.c.touched, at + 10_000 * DAY)
    change(house, PEOPLE.c.seen, at + 10_000 * DAY)
    change(house, SESSIONS.c.used, at + 10_000 * DAY)
    change(house, TABLES.c.finished, at, id=done)
    house.restart()
    await house.tables.find(done)

    assert (await swept(house, at + 90 * DAY - 1)).keys() == {"notices"}
    assert await swept(house, at + 90 * DAY) == {"chat": 4}
    await house.tables._repository.refresh()
    assert [each.number for each in (await house.tables.find(done)).remarks] == [1, 2]
    assert len((await house.tables.find(going)).remarks) == MOST_REMARKS
    assert await swept(house, at + 180 * DAY) == {"chat": 1, "reports": 1}
    assert (await house.tables.seats.say(going, house.ana, "on")).remarks[-1].number == MOST_REMARKS + 3


@in_house
async def test_drafts_notices_sessions_links_and_ratings_of_nobody_go(house: House) -> None:
    table = await house.open(house.ana, house.ben)
    await house.step(table, house.ana, 0, CHOICE)
    _, token = await People(house.store).create()
    at = now()
    change(house, TABLES.c.touched, at + 10_000 * DAY)
    change(house, TABLES.c.finished, at)
    change(house, PEOPLE.c.seen, at + 10_000 * DAY)
    with house.store.writing() as connection:
        gone = {"game": "havana", "mu": 25.0, "sigma": 8.0, "games": 1}
        connection.execute(insert(RATINGS), [{**gone, "who": who} for who in ("gone", house.ana, "level:easy")])
        connection.execute(update(NOTICES).values(due=at))
        connection.execute(update(SESSIONS).where(SESSIONS.c.person == house.ben).values(expires=at))
        notices = connection.execute(select(func.count()).select_from(NOTICES)).scalar_one()

    assert await swept(house, at + 1) == {"ratings": 1}
    assert await swept(house, at + DAY) == {"links": 1}
    assert notices
    assert await swept(house, at + 30 * DAY) == {"drafts": 1, "notices": notices}
    house.restart()
    assert not (await house.tables.find(table)).seat_states[0].draft
    assert await People(house.store).find(token)
    change(house, SESSIONS.c.used, at)
    assert await swept(house, at + 365 * DAY) == {"sessions": 2}


@in_house
async def test_records_go_that_nobody_looks_at(house: House) -> None:
    folder = Path(str(house.store.engine.url.database)).parent / RECORDS
    folder.mkdir()
    at = now()
    for name, days in (("old", 180), ("half.written", 181), ("new", 179)):
        (folder / name).write_text("record")
        os.utime(folder / name, (at / 1000 - days * 86_400,) * 2)

    assert await swept(house, at) == {"records": 2}
    assert [file.name for file in folder.iterdir()] == ["new"]


@in_house
async def test_what_is_kept_for_ever_stays(house: House) -> None:
    tables = await one_of_each(house)
    for_ever = Retention({name: rule.days if rule.is_fixed else 0 for name, rule in RULES.items()})

    await sweep_of(house, for_ever).run(now() + 36_500 * DAY, pause=0)

    left = counts(house.store)
    assert left["tables"] == len(tables)
    assert left["people"] == 2


@in_house
async def test_what_would_go_is_told_with_the_oldest_and_nothing_goes(house: House) -> None:
    tables = [await house.open(house.ana, None) for _ in range(3)]
    await house.rest()
    for number, table in enumerate(tables):
        change(house, TABLES.c.touched, FIRST + number, id=table)
    before = counts(house.store)

    assert sweep_of(house).count_due(now()) == {"unmoved": DueCount(3, FIRST)}
    assert counts(house.store) == before


@in_house
async def test_a_table_is_played_on_while_hundreds_are_removed(house: House) -> None:
    old = await house.tables.find(await house.open(house.ana, house.ben))
    table_id = await house.open(house.ana, house.ben)
    for _ in range(120):
        house.store.create(replace(old, header=replace(old.header, id=new_id())), CHANGE_WRITERS)
    change(house, TABLES.c.touched, 1)
    change(house, TABLES.c.touched, now(), id=table_id)
    steps: list[int] = []

    async def play() -> None:
        while counts(house.store)["tables"] > 1:
            steps.append((await house.step(table_id, house.ana, 0, CHOICE)).seat_states[0].changes)
            steps.append((await house.undo(table_id, house.ana, 0)).seat_states[0].changes)

    removed, _ = await asyncio.gather(sweep_of(house).run(now(), pause=0.01), play())

    assert removed["unmoved"] == 121
    assert steps == list(range(1, len(steps) + 1))
