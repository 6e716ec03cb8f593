"""Names and what is said: nothing invisible is stored, nobody looks like somebody else, nothing turns a page around."""

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import select, update

from core.test_plain_text import TWINS_OF_ANA
from malecon.core.plain_text import IGNORABLE, JOINERS, is_shown
from malecon.services.accounts import fold_account
from malecon.storage.schema import METADATA, PEOPLE, SEATS
from malecon.tables import TableSettings
from malecon.tables.commands import CreateTable
from malecon.tables.seat import Occupant
from malecon.tables.seating import free_seat
from web.knowing import GOOD, signed_up, try_anew
from web.programs import Program
from web.visiting import Site, Visitor, name_of

RECORD = "havana 1\nseats 2\nname 1 easy\nseed 1\n\n1 choose siesta materials thief\n"
RTL = "שרה"


def waiting(site: Site, host: Visitor) -> str:
    """Begin a table of Ana with a free seat for anybody, and return its address."""
    terms = TableSettings(host.id, listed=True)
    command = CreateTable("havana", {}, [Occupant("Ana", host.id), free_seat()], terms)
    return f"/table/{site.call(site.tables.create, command)}"


@pytest.mark.parametrize("twin", TWINS_OF_ANA)
def test_nobody_looks_like_somebody_else_at_a_table(site: Site, ana: Visitor, ben: Visitor, twin: str) -> None:
    table = waiting(site, ana)
    invitation = site.look(table).occupants[1].invitation
    answers = [
        ben.post(f"{table}/join", {"name": twin}),
        ben.post(f"/join/{invitation}", {"name": twin}),
        ben.post("/new/havana", {"seat-1": "me", "name-1": "Ana", "seat-2": "person", "name-2": twin}),
    ]
    program = Program(site, "Ben").post(f"/tables/{name_of(table)}/join", {"name": twin})

    assert {answer.status_code for answer in (*answers, program)} == {422}
    assert all("or nearly so" in answer.text for answer in (*answers, program))
    assert site.look(table).occupants[1].is_free


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u200d", "\u0301"])
def test_a_name_that_nobody_sees_is_none(site: Site, ana: Visitor, name: str) -> None:
    stranger = site.stranger()
    answer = stranger.post(f"{waiting(site, ana)}/join", {"name": name})

    assert answer.status_code == 422
    assert "needs a name" in answer.text


@pytest.mark.parametrize("twin", ["\u0430na maria", "ana\u3164maria", "ANA MARIA", "ana m\u0430ria"])
def test_nobody_signs_in_by_a_name_that_looks_like_anothers(
    site: Site, monkeypatch: pytest.MonkeyPatch, twin: str
) -> None:
    try_anew(site, monkeypatch)
    owner = "ana maria"
    with site.tables._store.reading() as connection:
        is_known = connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.account == fold_account(owner))).first()
    if not is_known:
        signed_up(site, site.somebody(), owner)
    answer = site.somebody().post("/me/account", {"name": twin.replace("\u3164", " \u3164"), "password": GOOD})

    assert answer.status_code == 422
    assert "already, or nearly so" in answer.text


def stored_texts(site: Site) -> Iterator[tuple[str, str]]:
    """Yield every text in the database, with its column, and the records that people have brought."""
    with site.tables._store.reading() as connection:
        for column in (column for table in METADATA.sorted_tables for column in table.columns):
            raw = connection.exec_driver_sql(f'SELECT "{column.name}" FROM "{column.table.name}"').scalars()
            yield from ((f"{column.table.name}.{column.name}", text) for text in raw if isinstance(text, str))
    for file in (site.client.app.state.services.settings.folder / "records").glob("*"):
        yield from (("records", line) for line in file.read_text("utf-8").splitlines())


def is_plain(column: str, text: str) -> bool:
    """Tell whether a text may be stored."""
    allowed = JOINERS if column == "messages.text" else ""
    return all(sign in allowed or (is_shown(sign) and not IGNORABLE.match(sign)) for sign in text)


UNSEEN = (
    "Lu\x00z\x1b[2J", "L\nu\tz\x85\u2028", "\u202eLuz\u2066", "L\u034fu\ufe0fz\u3164\u2800", "Lu\u200dz\u200e\u0301",
    "\u3164", "\ue000\U000e0041 Luz",
)  # fmt: skip
"""Texts with signs of each kind that nobody sees; ``core/test_plain_text.py`` tries all others."""


def test_nothing_is_stored_that_cannot_be_seen(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    try_anew(site, monkeypatch)
    ana, ben = site.somebody(name="Ana"), site.somebody()
    program = Program(site)
    for text in UNSEEN:
        table, typed = waiting(site, ana), {"name": text}
        form: dict[str, Any] = {"name-1": text, "name-2": f"{text}x", "seat-1": "me", "seat-2": "person"}
        record = RECORD.replace("name 1 ", f"name 1 {text.split()[0] if text.split() else ''}")
        answers = [
            site.somebody().post("/settings", typed),
            site.somebody().post("/new/havana", form),
            ben.post(f"{table}/join", typed),
            ana.post(f"{table}/say", {"text": text}),
            ana.post("/tokens", {"label": text}),
            site.somebody().post("/me/account", {"name": text, "password": GOOD}),
            ana.post("/records", files={"record": record.encode("utf-8", "replace")}),
            ana.post("/notices/mail", {"address": f"{text}@malecon.example"}),
            program.post("/tables", {"game": "havana", "seats": [{"who": "me", "name": text}, {"who": "free"}]}),
            program.post(f"/tables/{name_of(waiting(site, ana))}/join", typed),
        ]
        assert all(answer.status_code < 500 for answer in answers), repr(text)

    assert [each for each in stored_texts(site) if not is_plain(*each)] == []


def test_what_an_earlier_version_stored_is_shown_without_such_signs(site: Site, ana: Visitor) -> None:
    table_id = site.open(ana, site.somebody())
    ana.post(f"{table_id}/say", {"text": "hello"})
    with site.tables._store.writing() as connection:
        connection.execute(
            update(SEATS).where(SEATS.c.table == name_of(table_id), SEATS.c.seat == 0).values(name="A\u034fna\ufe0f")
        )
        connection.execute(
            update(SEATS).where(SEATS.c.table == name_of(table_id), SEATS.c.seat == 1).values(name="\u3164")
        )
        connection.exec_driver_sql("UPDATE messages SET text = 'a' || char(27) || char(8238) || 'b'")
    site.tables._repository._cache.clear()
    table, page = site.look(table_id), ana.get(table_id).text

    assert [sitter.name for sitter in table.occupants] == ["Ana", "?"]
    assert '<bdi class="remark">ab</bdi>' in page
    assert not any(sign in page for sign in "\x1b\u202e\u034f\u3164")


def test_a_name_of_another_direction_turns_nothing_around(site: Site) -> None:
    ana = site.somebody(name=RTL)
    table = ana.post("/new/havana", {"seat-1": "me", "seat-2": "random"}).headers["location"]
    pages = [ana.get(address).text for address in (table, "/", "/me")]

    assert all(f"\u2068{RTL}\u2069" in page or f"<bdi>{RTL}</bdi>" in page for page in pages)
    assert f">{RTL[0]}<" in pages[0], "its initial is on the badge"
    assert site.look(table).occupants[0].name == RTL
