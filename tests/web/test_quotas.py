"""What one person and one address may have stored in a day; a disk has bounds, and a full house can play."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from httpx import Response
from sqlalchemy import func, select, update

from malecon.core.clock import now
from malecon.storage.backup import RECORDS
from malecon.storage.people import MOST_MUTED
from malecon.storage.schema import MESSAGES, METADATA, SESSIONS, TABLES
from malecon.storage.sessions import BROWSER, DEVICE, MOST_BROWSERS, Browser, Devices, Sessions
from malecon.storage.store import Store
from malecon.tables import DAY
from tables.sitting import CHOICE
from waiting import finish
from web.visiting import Reading, Site, Visitor, visiting

TWO = {"seat-1": "me", "seat-2": "person"}
FEW = {"tables_a_day": 3, "actions_a_day": 40, "messages_a_day": 4, "newcomers_a_day": 5, "uploads_a_day": 20}


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Site]:
    """Have a site on which a person begins three tables in a day, and an address six."""
    fast = dict.fromkeys(("pages", "actions", "begins", "joins", "messages"), 1000)
    with visiting(tmp_path, limits=True, crowd=2, **fast, **FEW) as site:
        yield site


def until_refused(ask: Callable[[], Response], most: int = 100) -> tuple[int, Response]:
    """Ask again and again; return how often it was done, and why it is done no more."""
    for number in range(most):
        answer = ask()
        if answer.status_code >= 400:
            return number, answer
    raise AssertionError("there is no end to it")


def size(store: Store) -> dict[str, int]:
    with store.reading() as connection:
        return {
            table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in METADATA.sorted_tables
        }


def test_a_person_begins_so_many_tables_in_a_day_also_after_a_restart(small: Site, tmp_path: Path) -> None:
    ana = small.somebody()
    done, refused = until_refused(partial(ana.post, "/new/havana", TWO))

    assert (done, refused.status_code) == (3, 409)
    assert "You have begun 3 tables in a day. Play on at one of them" in refused.text
    with visiting(tmp_path, limits=True, **FEW) as again:
        ana.site = again
        assert ana.post("/new/havana", TWO).status_code == 409
        with again.tables._store.writing() as connection:
            connection.execute(update(TABLES).values(created=now() - DAY))
        assert ana.post("/new/havana", TWO).status_code == 303


def test_from_an_address_come_so_many_new_people_and_tables(small: Site) -> None:
    newcomers, refused = until_refused(partial(small.stranger().post, "/settings", {"name": "Eve"}))
    assert (newcomers, refused.status_code) == (5, 429)
    assert "Enough of this was done from here today." in refused.text
    assert int(refused.headers["retry-after"]) > 3600

    known = [small.somebody() for _ in range(4)]  # not by a request
    begun = [until_refused(partial(each.post, "/new/havana", TWO))[0] for each in known]
    assert begun == [3, 2, 0, 0]  # what was refused to a person counts for the address
    table = small.open(known[0], known[0])
    assert known[0].act(table, move=CHOICE).status_code == 303  # what is played goes on


def test_who_comes_new_to_a_table_on_such_a_day_is_told_when_to_come_again(small: Site) -> None:
    ana = small.somebody()
    table = ana.post("/new/havana", {"seat-1": "me", "seat-2": "free", "has-terms": "", "listed": "", "watched": ""})
    invited = next(link for link in Reading(ana.get(table.headers["location"]).text).links if "/join/" in link)
    until_refused(partial(small.stranger().post, "/settings", {"name": "Eve"}))

    for path in (f"{table.headers['location']}/join", urlsplit(invited).path):
        refused = small.stranger().post(path, {"name": "Eve"})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 3600


def test_a_person_says_so_much_in_a_day(small: Site) -> None:
    ana, ben = small.somebody(), small.somebody()
    table = small.open(ana, ben)
    said, refused = until_refused(partial(ana.post, f"{table}/say", {"text": "!"}))

    assert (said, refused.status_code) == (4, 409)
    assert "You have said 4 things in a day" in refused.text
    assert until_refused(partial(ben.post, f"{table}/say", {"text": "!"}))[0] < 4  # of the address
    with small.tables._store.reading() as connection:
        assert connection.execute(select(func.count()).select_from(MESSAGES)).scalar_one() <= 8


def test_an_address_brings_so_many_bytes(small: Site, tmp_path: Path) -> None:
    ana = small.somebody()
    record = "havana 1\nseats 2\nseed 7\n\n1 choose siesta mama\n" + "# nothing\n" * 600
    files = {"record": ("kept.game", record.encode())}
    brought, refused = until_refused(lambda: ana.post("/records", files=files))

    assert refused.status_code == 429
    assert 1 <= brought <= 20 * 1024 // len(record)
    own = {"tiles": ("tiles.toml", b"#" * 15_000)}
    assert ana.post("/new/havana", TWO, files=own).status_code == 429


def test_whatever_one_address_asks_for_what_is_stored_has_bounds(small: Site, tmp_path: Path) -> None:
    """A measured loop: every way in which a stranger or a person can have something stored, again and again."""
    ana, store = small.somebody(name="Ana"), small.tables._store
    table = small.open(ana, ana)
    before = size(store)
    eve = small.stranger()
    ways = [
        *(partial(eve.post, path, TWO) for path in ("/new/havana", "/new/cuba")),
        partial(eve.post, "/settings", {"name": "Eve"}),
        partial(eve.post, "/tokens", {"label": "x"}),
        partial(eve.post, "/records", {"record": "x" * 2000}),
        partial(eve.post, "/me/link"),
        partial(ana.post, "/new/havana", TWO),
        partial(ana.post, "/tokens", {"label": "x"}),
        partial(ana.post, "/me/link"),
        partial(ana.post, f"{table}/say", {"text": "x" * 500}),
    ]
    refused = 0
    for _ in range(22):  # a person may have 20 tokens
        refused += sum(way().status_code >= 400 for way in ways)

    grown = {name: count - before[name] for name, count in size(store).items()}
    assert refused > 150
    assert grown["people"] <= 5
    assert grown["tables"] <= 6
    assert grown["messages"] <= 4
    assert grown["sessions"] <= 5 + 2 * 20 + 2
    assert len(list((tmp_path / RECORDS).glob("*"))) <= 10


def test_thirty_people_behind_one_address_can_play(tmp_path: Path) -> None:
    with visiting(tmp_path, limits=True, begins=100) as site:
        for number in range(30):
            pupil = site.stranger()
            begun = pupil.post("/new/havana", {"seat-1": "me", "seat-2": "random", "name-1": f"P{number}"})
            assert begun.status_code == 303
            pupil.cookie = {"Cookie": f"malecon={begun.cookies['malecon']}"}
            assert pupil.get(begun.headers["location"]).status_code == 200


def test_a_person_is_known_in_so_many_browsers_and_the_oldest_goes(site: Site) -> None:
    ana = site.somebody()
    sessions = Sessions(site.tables._store)
    with site.tables._store.writing() as connection:
        connection.execute(update(SESSIONS).where(SESSIONS.c.person == ana.id).values(used=now() - DAY))
    tokens = [finish(sessions.renew(ana.id, Browser())) for _ in range(MOST_BROWSERS)]

    assert all(finish(site.people.find(token)) for token in tokens)
    assert len(finish(sessions.list_of(ana.id, ""))) == MOST_BROWSERS
    assert "This browser knows nobody yet" in ana.get("/me/delete").text


def test_a_person_has_signed_in_before_in_so_many_browsers(site: Site) -> None:
    ana, devices = site.somebody(), Devices(site.tables._store)
    for _ in range(MOST_BROWSERS + 1):
        finish(devices.remember(ana.id, [], ""))

    with site.tables._store.reading() as connection:
        kinds = connection.execute(select(SESSIONS.c.kind).where(SESSIONS.c.person == ana.id)).scalars().all()
    assert (kinds.count(DEVICE), kinds.count(BROWSER)) == (MOST_BROWSERS, 1)


def test_nobody_mutes_people_without_end(site: Site, ana: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("malecon.storage.people.MOST_MUTED", 1)
    ben, eve = site.somebody(), site.somebody()
    table = site.open(ana, ben, eve)
    for who in (ben, eve):
        who.post(f"{table}/say", {"text": "!"})

    muted = [ana.post(f"{table}/heard", {"number": str(number)}) for number in range(2)]
    assert [answer.status_code for answer in muted] == [303, 422]
    assert MOST_MUTED > 100
