"""Where people are known, and for how long."""

from collections.abc import Callable

import pytest
from sqlalchemy import select, update

from malecon.core.clock import now
from malecon.storage import people as person_module
from malecon.storage import sessions as sessions_module
from malecon.storage.people import People, Person
from malecon.storage.schema import SESSIONS
from malecon.storage.session_cache import SESSION_LIFETIME
from malecon.storage.sessions import API, BROWSER, LINK, LINK_LIFETIME, Browser, Sessions, create_session
from malecon.storage.store import Store
from malecon.tables import HOUR, Missing, StorageError
from waiting import finish


@pytest.fixture
def sessions(store: Store) -> Sessions:
    return Sessions(store)


@pytest.fixture
def ana(people: People) -> tuple[Person, str]:
    return finish(people.create("Firefox, Linux"))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Let milliseconds pass."""

    def pass_by(time: int) -> None:
        moment = now() + time
        for module in (person_module, sessions_module):
            monkeypatch.setattr(module, "now", lambda: moment)

    return pass_by


def used(store: Store) -> list[int]:
    with store.reading() as connection:
        return list(connection.execute(select(SESSIONS.c.used)).scalars())


def test_a_browser_has_a_token_of_256_bits_and_only_its_digest_is_kept(store: Store, ana: tuple[Person, str]) -> None:
    with store.reading() as connection:
        digest = connection.execute(select(SESSIONS.c.digest)).scalar_one()

    assert len(ana[1]) >= 43
    assert ana[1] not in digest


def test_use_is_noted_once_an_hour(
    store: Store, people: People, ana: tuple[Person, str], later: Callable[[int], None]
) -> None:
    begun = used(store)
    later(HOUR // 2)
    finish(people.find(ana[1]))
    assert used(store) == begun

    later(2 * HOUR)
    finish(people.find(ana[1]))
    assert used(store) > begun


def test_who_looks_is_not_troubled_by_a_full_disk(
    store: Store,
    people: People,
    ana: tuple[Person, str],
    later: Callable[[int], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail() -> None:
        raise StorageError("the disk is full")

    later(2 * HOUR)
    monkeypatch.setattr(store, "writing", fail)

    assert finish(people.find(ana[1])) == ana[0]


def test_what_is_not_used_for_a_year_has_ended(
    people: People, sessions: Sessions, ana: tuple[Person, str], later: Callable[[int], None]
) -> None:
    later(SESSION_LIFETIME - HOUR)
    assert finish(people.find(ana[1]))
    later(SESSION_LIFETIME + HOUR)
    assert finish(people.find(ana[1]))  # for it was used in between

    later(2 * SESSION_LIFETIME + 2 * HOUR)
    assert finish(people.find(ana[1])) is None
    assert finish(sessions.list_of(ana[0].id, ana[1])) == []


def test_sessions_are_listed_this_browser_first(
    store: Store, people: People, sessions: Sessions, ana: tuple[Person, str]
) -> None:
    person, token = ana
    finish(people.create("somebody else's"))
    with store.writing() as connection:
        create_session(connection, person.id, BROWSER, "Safari, iPhone")
        create_session(connection, person.id, API, "my bot")
    finish(sessions.make_link(person.id, token))

    listed = finish(sessions.list_of(person.id, token))

    assert listed[0].label == "Firefox, Linux"
    assert [each.is_this for each in listed] == [True, False, False]
    assert {each.label for each in listed[1:]} == {"Safari, iPhone", "my bot"}
    assert all(token not in each.id and len(each.id) == 16 for each in listed)


def test_a_session_is_ended_by_its_person_only(people: People, sessions: Sessions, ana: tuple[Person, str]) -> None:
    person, token = ana
    (session,) = finish(sessions.list_of(person.id, token))
    other, _ = finish(people.create())
    for wrong in (session.id[:-1], session.id + "%", "%" * 16, "", "_" * 16):
        with pytest.raises(Missing):
            finish(sessions.end(person.id, wrong))
    with pytest.raises(Missing):
        finish(sessions.end(other.id, session.id))
    assert finish(people.find(token))

    finish(sessions.end(person.id, session.id))
    assert finish(people.find(token)) is None


def test_all_others_are_ended_with_programs_and_links(
    store: Store, people: People, sessions: Sessions, ana: tuple[Person, str]
) -> None:
    person, token = ana
    with store.writing() as connection:
        others = [create_session(connection, person.id, BROWSER), create_session(connection, person.id, API)]
    link = finish(sessions.make_link(person.id, token))

    finish(sessions.end_others(person.id, token))

    assert finish(people.find(token))
    assert not any(finish(people.find(other, kind)) for other, kind in zip(others, (BROWSER, API), strict=True))
    assert finish(people.find(link, LINK)) is None


def test_a_link_carries_a_person_once(people: People, sessions: Sessions, ana: tuple[Person, str]) -> None:
    link = finish(sessions.make_link(ana[0].id, ana[1]))
    token = finish(sessions.use_link(link, Browser("", "Chrome, Android")))

    assert finish(people.find(token)) == finish(people.find(ana[1])) == ana[0]
    with pytest.raises(Missing, match="used up"):
        finish(sessions.use_link(link, Browser()))


def test_a_link_is_good_for_ten_minutes(
    people: People, sessions: Sessions, ana: tuple[Person, str], later: Callable[[int], None]
) -> None:
    link = finish(sessions.make_link(ana[0].id, ana[1]))
    later(LINK_LIFETIME - 1000)
    assert finish(people.find(link, LINK))

    later(LINK_LIFETIME + 1000)
    assert finish(people.find(link, LINK)) is None
    with pytest.raises(Missing):
        finish(sessions.use_link(link, Browser()))


def test_a_person_has_one_link_at_a_time(sessions: Sessions, ana: tuple[Person, str]) -> None:
    first, second = (finish(sessions.make_link(ana[0].id, ana[1])) for _ in range(2))

    with pytest.raises(Missing):
        finish(sessions.use_link(first, Browser()))
    finish(sessions.use_link(second, Browser()))


def test_a_token_of_one_kind_is_none_of_another(
    store: Store, people: People, sessions: Sessions, ana: tuple[Person, str]
) -> None:
    person, token = ana
    link = finish(sessions.make_link(person.id, token))
    with store.writing() as connection:
        program = create_session(connection, person.id, API)

    assert [finish(people.find(each)) for each in (link, program)] == [None, None]
    assert [finish(people.find(each, API)) for each in (link, token)] == [None, None]
    for each in (token, program):
        with pytest.raises(Missing):
            finish(sessions.use_link(each, Browser()))


def test_whoever_settles_in_a_browser_ends_the_session_it_had(
    people: People, sessions: Sessions, ana: tuple[Person, str]
) -> None:
    _, old = finish(people.create())
    token = finish(sessions.renew(ana[0].id, Browser(old)))

    assert finish(people.find(old)) is None
    assert finish(people.find(token)) == ana[0]
    assert finish(people.find(ana[1]))


def test_ended_sessions_are_swept_away_when_another_begins(
    store: Store, sessions: Sessions, ana: tuple[Person, str]
) -> None:
    with store.writing() as connection:
        connection.execute(update(SESSIONS).values(expires=1))
    finish(sessions.renew(ana[0].id, Browser()))

    assert len(used(store)) == 1
