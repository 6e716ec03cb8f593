"""A rematch: it begins when all who sat at the table want it, once, and not if one of them does not."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from malecon.core.errors import UsageError
from malecon.services.table_service import TableService
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.people import People
from malecon.storage.store import Store
from malecon.tables import MINUTE, Clock, NotYours, TableError, TableSettings
from malecon.tables.rematch import Answer, people_declining, people_offering
from malecon.tables.table import Table
from malecon.tables.table_header import DEFAULT_SETTINGS
from tables.finishing import RATED, ended, last_move_missing
from tables.membership import new_members
from tables.sitting import Dice
from waiting import finish

ASKED = 8
OFFER, ACCEPT, WITHDRAW, DECLINE = Answer


@pytest.fixture(params=["sqlite", "postgresql"])
def store(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Store]:
    """A store of either sort."""
    address = request.getfixturevalue("postgres") if request.param == "postgresql" else ""
    store = Store.open(tmp_path, address)
    yield store
    store.close()


class Ended:
    """A game of some people, and perhaps computer players, that is over; two servers have it."""

    def __init__(self, store: Store, *others: str, people: int = 2, settings: TableSettings = DEFAULT_SETTINGS) -> None:
        self.store = store
        self.people = [finish(People(store).create())[0].id for _ in range(people)]
        before = last_move_missing([*self.people, *others], settings)
        store.create(before, CHANGE_WRITERS)
        store.save(before, ended(before), CHANGE_WRITERS)
        self.id = before.header.id
        self.restart()

    def restart(self) -> None:
        """Have two servers that have not read anything yet; one where the database is a file."""
        first, second = (TableService(self.store, Dice()) for _ in range(2))
        self.servers = [first, second if self.store.is_shared else first]

    def say(self, who: int, answer: Answer, server: int = 0) -> str | None:
        """Let somebody say something; return the id of the rematch."""
        return asyncio.run(self.servers[server].play_again(self.id, self.people[who], answer))

    def look(self) -> Table:
        """Return the table as it is stored."""
        return self.store.load(self.id)

    def tables(self) -> list[str]:
        """Return the ids of all tables of the first person."""
        found = asyncio.run(self.servers[0].queries.tables_of(self.people[0]))
        return [each.id for each in found]


def test_a_rematch_begins_when_all_people_want_it_and_takes_the_computer_players_over(store: Store) -> None:
    game = Ended(store, "random", settings=replace(DEFAULT_SETTINGS, clock=Clock(stock=MINUTE)))

    assert game.say(0, OFFER) is None
    assert people_offering(game.look()) == {game.people[0]}
    begun = game.say(1, ACCEPT)
    assert begun is not None
    assert game.look().rematch == begun
    before, after = game.look(), store.load(begun)
    assert after.occupants == before.occupants
    assert (after.header.game, after.header.options) == (before.header.game, before.header.options)
    assert after.header.settings.clock == before.header.settings.clock
    assert after.move_count == 0
    assert [place.clock_ms for place in after.seat_states] == [MINUTE, MINUTE, None]
    assert people_offering(game.look()) == frozenset()


def test_all_who_ask_at_once_meet_at_one_table(store: Store) -> None:
    game = Ended(store)

    async def ask() -> list[str | None]:
        asked = (game.servers[n % 2].play_again(game.id, game.people[n // 2 % 2]) for n in range(ASKED))
        return await asyncio.gather(*asked)

    (begun,) = filter(None, {*asyncio.run(ask())})
    assert begun == game.look().rematch
    assert {*game.people} == {occupant.person for occupant in store.load(begun).occupants}
    assert len(game.tables()) == 2


def test_accepting_twice_or_when_it_has_begun_leads_to_the_same_table(store: Store) -> None:
    game = Ended(store)
    for server in (0, 1, 0):
        assert game.say(0, OFFER, server) is None
    begun = game.say(1, ACCEPT, 1)

    assert begun is not None
    said = [game.say(who, answer, server) for who in (0, 1) for answer in Answer for server in (0, 1)]
    assert {*said} == {begun}
    assert len(game.tables()) == 2


def test_who_declines_ends_the_offer_and_only_they_can_make_another(store: Store) -> None:
    game = Ended(store, people=3)
    game.say(0, OFFER)
    game.say(1, DECLINE, 1)

    assert not people_offering(game.look())
    assert people_declining(game.look()) == {game.people[1]}
    for answer in (OFFER, ACCEPT):
        for who in (0, 2):
            with pytest.raises(TableError, match=r"Player 1\W* does not want to play again now"):
                game.say(who, answer)
    game.say(1, OFFER)
    assert people_declining(game.look()) == frozenset()
    assert game.say(0, ACCEPT) is None
    assert game.say(2, ACCEPT) is not None


def test_an_offer_that_is_withdrawn_can_be_accepted_no_more(store: Store) -> None:
    game = Ended(store)
    game.say(0, OFFER)
    game.say(0, WITHDRAW, 1)

    with pytest.raises(TableError, match="Nobody offers any more"):
        game.say(1, ACCEPT)
    assert game.say(1, DECLINE) is None
    assert people_declining(game.look()) == frozenset(), "there was nothing to decline"
    assert game.say(1, OFFER) is None
    assert game.say(0, ACCEPT) is not None


def test_strangers_and_players_of_a_game_that_goes_on_cannot_offer(store: Store) -> None:
    game = Ended(store)
    tables = game.servers[0]
    for stranger in (None, "stranger"):
        with pytest.raises(NotYours):
            asyncio.run(tables.play_again(game.id, stranger))
    goes_on = last_move_missing(game.people, DEFAULT_SETTINGS)
    store.create(goes_on, CHANGE_WRITERS)
    for answer in Answer:
        with pytest.raises(TableError, match="when its game is over"):
            asyncio.run(tables.play_again(goes_on.header.id, game.people[0], answer))


def test_a_rematch_that_cannot_count_any_more_is_refused_and_nothing_is_written(store: Store) -> None:
    game = Ended(store)
    game.people = new_members(store, 2)
    before = last_move_missing(game.people, RATED)
    store.create(before, CHANGE_WRITERS)
    store.save(before, ended(before), CHANGE_WRITERS)
    game.id = before.header.id
    game.say(0, OFFER)
    with store.writing() as connection:
        connection.exec_driver_sql("UPDATE people SET blocked = 1")

    with pytest.raises(UsageError, match="may only look"):
        game.say(1, ACCEPT)
    assert game.look().rematch is None
    assert people_offering(game.look()) == {game.people[0]}
    assert len(game.tables()) == 1


def test_when_the_rematch_has_been_removed_another_can_be_offered(store: Store) -> None:
    game = Ended(store)
    game.say(0, OFFER)
    first = game.say(1, ACCEPT)
    with store.writing() as connection:
        connection.exec_driver_sql(f"DELETE FROM tables WHERE id = '{first}'")
    game.restart()

    assert game.say(0, OFFER) is None
    second = game.say(1, ACCEPT)
    assert second not in (None, first)
    assert game.look().rematch == second
