"""What is written when a game ends: results and ratings, once, and so that they can be reckoned again."""

import asyncio
import os
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, event, select

import malecon
from malecon.agents.match_statistics import BEGINNER, Rating, after_game
from malecon.core.match import Match
from malecon.storage import store as storage
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.ranking import Rankings
from malecon.storage.results import player_of, recompute, replace_person, results_of
from malecon.storage.schema import PEOPLE, RATINGS, RESULTS
from malecon.storage.store import Store
from malecon.tables import DAY, Stale, StorageError, TableSettings
from malecon.tables.seat import Occupant, SeatState
from malecon.tables.table import Table
from malecon.tables.table_header import new_header
from tables.finishing import LEVELS, RATED, ended, last_move_missing, sitter_for
from tables.membership import make_members, new_members
from tables.sitting import House, in_house
from waiting import finish

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"
Ratings = dict[tuple[str, str], tuple[float, float, int, int]]


@pytest.fixture
def people(store: Store) -> list[str]:
    return new_members(store, 4)


def played(store: Store, who: list[str], settings: TableSettings = RATED, game: str = "havana") -> Table:
    """Return a stored table that a game at random has ended, its last move included."""
    table = last_move_missing(who, settings, game)
    store.create(table, CHANGE_WRITERS)
    return store.save(table, ended(table), CHANGE_WRITERS)


def finished_with(record: str, settings: TableSettings = RATED, **who: Occupant) -> Table:
    """Return a table at which a recorded game was played."""
    match: Match = malecon.replay((GOLDEN / f"{record}.game").read_text("utf-8"))
    occupants = tuple(who.get(f"seat_{seat}", sitter_for(f"person-{seat}", seat)) for seat in range(match.seats))
    header = new_header(match.game.name, match.seats, {}, 0, settings)
    return Table(header, occupants, match, (), (SeatState(),) * match.seats)


def results_in(store: Store) -> list[Any]:
    with store.reading() as connection:
        return list(connection.execute(select(RESULTS).order_by(RESULTS.c.table, RESULTS.c.seat)).all())


def ratings_in(store: Store) -> Ratings:
    with store.reading() as connection:
        rows = connection.execute(select(RATINGS))
        return {(row.game, row.who): (row.mu, row.sigma, row.games, row.opponents) for row in rows}


def test_the_last_move_brings_a_result_for_each_seat(store: Store, people: list[str]) -> None:
    table = played(store, [people[0], "easy", people[1]])
    match = table.match

    rows = results_in(store)

    assert [(row.seat, row.person, row.level) for row in rows] == [
        (0, people[0], None), (1, None, "easy"), (2, people[1], None),
    ]  # fmt: skip
    assert tuple(row.points for row in rows) == match.points
    assert tuple(row.seat for row in rows if row.place == 1) == match.winners
    assert {(row.table, row.game, row.seats, row.rated) for row in rows} == {(table.header.id, "havana", 3, True)}


def test_a_game_that_goes_on_has_no_result(store: Store, people: list[str]) -> None:
    store.create(last_move_missing(people[:2]), CHANGE_WRITERS)

    assert results_in(store) == []


def test_a_table_that_is_closed_has_no_result(store: Store, people: list[str]) -> None:
    table = last_move_missing(people[:2])
    store.create(table, CHANGE_WRITERS)

    store.save(table, replace(table, closed="stopped"), CHANGE_WRITERS)

    assert results_in(store) == []


def test_what_comes_after_the_end_writes_no_second_result(store: Store, people: list[str]) -> None:
    table = played(store, people[:2])
    before = results_in(store), ratings_in(store)

    store.save(table, table.with_moves_seen(0).with_moves_seen(1), CHANGE_WRITERS)

    assert (results_in(store), ratings_in(store)) == before


def test_of_two_who_end_a_game_one_writes_its_result(store: Store, people: list[str]) -> None:
    table = last_move_missing(people[:2])
    store.create(table, CHANGE_WRITERS)
    store.save(table, ended(table), CHANGE_WRITERS)
    before = results_in(store), ratings_in(store)

    with pytest.raises(Stale):
        store.save(table, ended(table), CHANGE_WRITERS)

    assert (results_in(store), ratings_in(store)) == before
    assert {games for _, _, games, _ in ratings_in(store).values()} == {1}


def test_when_the_ratings_cannot_be_written_the_last_move_is_not_there_either(store: Store, people: list[str]) -> None:
    table = last_move_missing(people[:2])
    store.create(table, CHANGE_WRITERS)

    def fail(connection: Any, cursor: Any, statement: str, *rest: object) -> None:
        if statement.startswith("INSERT INTO ratings"):
            cursor.execute("SELECT nothing")

    event.listen(store.engine, "before_cursor_execute", fail)
    with pytest.raises(StorageError):
        store.save(table, ended(table), CHANGE_WRITERS)
    event.remove(store.engine, "before_cursor_execute", fail)

    assert store.load(table.header.id) == table
    assert results_in(store) == []
    store.save(table, ended(table), CHANGE_WRITERS)
    assert len(results_in(store)) == 2
    assert {games for _, _, games, _ in ratings_in(store).values()} == {1}


@pytest.mark.parametrize(
    ("record", "places"),
    [
        ("cuba/5-seats-won-by-pesos", [1, 2, 5, 2, 4]),
        ("cuba/3-seats-shared-victory", [1, 3, 1]),
        ("havana/no-purchase-and-no-cube", [1, 3, 1]),
    ],
)
def test_equal_players_share_a_place_and_what_decides_a_tie_decides_it_here(record: str, places: list[int]) -> None:
    table = finished_with(record)

    rows = results_of(table, 5, rated=True)

    assert sorted(row["place"] for row in rows if isinstance(row["place"], int)) == sorted(places)
    assert tuple(row["seat"] for row in rows if row["place"] == 1) == table.match.winners


def test_who_shares_a_victory_is_rated_alike() -> None:
    after = after_game(dict.fromkeys("abc", BEGINNER), "abc", [-1, -3, -1])

    assert after["a"] == after["c"]
    assert after["a"].proved > 0 > after["b"].mu - BEGINNER.mu


def test_who_has_several_seats_gets_the_mean() -> None:
    after = after_game(dict.fromkeys("ab", BEGINNER), "aba", [3, 2, 1])
    alone = after_game(dict.fromkeys("abc", BEGINNER), "abc", [3, 2, 1])

    assert after["a"] == Rating((alone["a"].mu + alone["c"].mu) / 2, (alone["a"].sigma + alone["c"].sigma) / 2)


def test_a_person_for_whom_a_computer_player_stood_in_is_who_played() -> None:
    assert player_of(Occupant("Ana", "ana", substitute="easy")) == {"person": "ana", "level": None}
    assert player_of(Occupant("Rosa", None, "easy")) == {"person": None, "level": "easy"}


def test_all_ratings_can_be_reckoned_again(store: Store, people: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "now", lambda: 2 * DAY)  # all games end at once, and are told apart all the same
    rng = random.Random(3)
    for game in ("havana", "cuba", "havana", "havana", "cuba"):
        who = rng.sample(people, k=rng.choice((2, 3))) + [rng.choice(LEVELS)] * rng.choice((0, 1))
        played(store, who, rng.choice((RATED, RATED, RATED, TableSettings())), game)
    played(store, [people[0], "easy", "easy"])
    before = ratings_in(store)

    assert Rankings(store).recompute() == len({row.table for row in results_in(store) if row.rated})
    assert ratings_in(store) == before
    assert len({row.finished for row in results_in(store) if row.game == "havana"}) == 4
    with store.writing() as connection:
        connection.execute(delete(RATINGS))
        recompute(connection)
    assert ratings_in(store) == before


def test_who_goes_leaves_the_ratings_of_the_others_as_they_are(store: Store, people: list[str]) -> None:
    gone, *others = people
    played(store, [gone, *others[:2]])
    played(store, [others[0], gone])
    before = ratings_in(store)
    with store.writing() as connection:
        replace_person(connection, gone, "nobody")
        connection.execute(delete(PEOPLE).where(PEOPLE.c.id == gone))
    after = ratings_in(store)

    assert {who: after["havana", who] for who in others[:2]} == {who: before["havana", who] for who in others[:2]}
    assert after["havana", "nobody"] == before["havana", gone]
    assert gone not in {row.person for row in results_in(store)}
    Rankings(store).recompute()
    assert ratings_in(store) == after
    assert "nobody" not in {each.key for each in finish(Rankings(store).ranking("havana"))}


@in_house
async def test_a_game_between_a_person_and_a_level_is_rated_once(house: House) -> None:
    make_members(house.store, house.ana)
    table = await house.nearly_over(house.ana, "easy")
    await asyncio.gather(house.play_on(table, house.ana, 0), house.rest())
    ranking = await Rankings(house.store).ranking("havana")
    house.restart()
    await house.tables.resume()
    await house.tables.find(table)

    assert await Rankings(house.store).ranking("havana") == ranking
    assert {(each.key, each.standing.games) for each in ranking} == {(house.ana, 1), ("level:easy", 1)}
    assert [each.is_provisional for each in ranking] == [True, True]


def test_the_terms_of_a_deal_that_is_known_come_back(store: Store, people: list[str]) -> None:
    begun = last_move_missing(people[:2], TableSettings(host=people[0], origin="original"))
    store.create(begun, CHANGE_WRITERS)

    assert store.load(begun.header.id) == replace(begun, version=0)


@pytest.mark.slow
def test_whenever_the_process_ends_each_game_has_its_result_once(tmp_path: Path) -> None:
    path = os.pathsep.join([str(HERE.parent), os.environ.get("PYTHONPATH", "")])
    command = [sys.executable, "-W", "error", str(HERE / "ending.py"), str(tmp_path)]

    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 1


def test_games_that_end_at_once_on_several_processes_are_rated_one_after_the_other(postgres: str) -> None:
    store = Store.open(Path(), postgres)
    ana, ben, eva = people = new_members(store, 3)
    among_people = [last_move_missing(who) for who in ([ana, ben], [ben, eva], [eva, ana])]
    tables = among_people + [last_move_missing([person, "easy"]) for person in people]
    for table in tables:
        store.create(table, CHANGE_WRITERS)

    with ThreadPoolExecutor(len(tables)) as threads:
        list(threads.map(lambda table: store.save(table, ended(table), CHANGE_WRITERS), tables))

    before = ratings_in(store)
    assert len({row.finished for row in results_in(store)}) == len(tables)
    assert Rankings(store).recompute() == len(tables)
    assert ratings_in(store) == before
    store.close()
