"""Telling people that it is their turn: letters, browsers, and how to get rid of both."""

import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from sqlalchemy import update

from malecon.core.errors import UsageError
from malecon.core.i18n import load
from malecon.services.recipients import find_recipient, validate_address
from malecon.storage.schema import NOTICES
from malecon.web import push_client
from malecon.web.http.secret_keys import secret_of
from malecon.web.notifications import MAIL_KEY_FILE as MAIL_KEY
from malecon.web.notifications import PUSH_KEY_FILE as PUSH_KEY
from malecon.web.notifications import Notifier
from patience import PATIENCE_S
from waiting import finish
from web.post_office import PostOffice, PushService, post_office, push_service
from web.visiting import Reading, Site, Visitor, visiting

ADDRESS = "ana@malecon.example"
HOME = "https://malecon.example"
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with post_office() as office:
        yield office


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    smtp = f"smtp://127.0.0.1:{office.port}"
    told = {"address": HOME, "hosts": "testserver.local", "mail_from": "Malecon <host@malecon.example>"}
    with visiting(folder, smtp_url=smtp, **told) as site:
        yield site


@pytest.fixture
def letters(office: PostOffice) -> PostOffice:
    office.letters.clear()
    office.recipients.clear()
    office.closed = False
    return office


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service() as service:
        monkeypatch.setattr(push_client, "public_addresses", lambda host: ["127.0.0.1"])
        monkeypatch.setattr(push_client, "tls_context", lambda: service.trust)
        monkeypatch.setattr(push_client, "PORT", service.port)
        yield service


def notifier_of(site: Site) -> Notifier:
    notifier: Notifier = site.client.app.state.services.notifier
    return notifier


def sweep(site: Site, kind: str = "turn") -> None:
    """Let all notices of a kind be due, and nobody look, and send them."""
    with site.client.app.state.services.store.writing() as connection:
        connection.execute(update(NOTICES).where(NOTICES.c.kind == kind, NOTICES.c.sent.is_(None)).values(due=0))
    site.tables.presence._looks.clear()
    site.call(notifier_of(site).sweep)


def link_in(text: str, path: str) -> str:
    """Return a link of the site in a letter, without the site."""
    found = re.search(rf"{HOME}({path}\S*)", text)
    assert found
    return found[1]


def confirm(visitor: Visitor, letters: PostOffice, address: str = ADDRESS) -> None:
    """Let a person be told at an address."""
    assert visitor.post("/notices/mail", {"address": address}).status_code == 303
    assert visitor.post(link_in(letters.letters.pop().get_content(), "/notices/confirm/")).status_code == 200


def subscribe(visitor: Visitor, service: PushService) -> None:
    """Let a person be told in a browser."""
    answer = visitor.post("/notices/push", {"endpoint": service.endpoint, **service.keys})
    assert answer.status_code == 204


def test_an_address_is_told_after_its_owner_has_confirmed_it(site: Site, ana: Visitor, letters: PostOffice) -> None:
    asked = ana.post("/notices/mail", {"address": f" {ADDRESS} "})
    (letter,) = letters.letters
    link = link_in(letter.get_content(), "/notices/confirm/")

    assert asked.headers["location"] == "/notices?sent=true"
    assert "A letter is on its way" in ana.get(asked.headers["location"]).text
    assert letter["To"] == ADDRESS
    assert finish(find_recipient(notifier_of(site).recipients, ana.id)).email == ""

    page = site.stranger().get(link)  # as programs do that look at links in letters
    assert not Reading(page.text).wrong
    assert finish(find_recipient(notifier_of(site).recipients, ana.id)).email == ""

    assert "Notices are sent to this address" in site.stranger().post(link).text
    assert finish(find_recipient(notifier_of(site).recipients, ana.id)).email == ADDRESS
    assert f"Notices are sent to {ADDRESS}." in ana.get("/notices").text
    assert site.stranger().post(link).status_code == 404


def test_who_does_not_look_gets_one_letter_with_nothing_hidden(
    site: Site, ana: Visitor, ben: Visitor, letters: PostOffice
) -> None:
    confirm(ana, letters)
    table = site.open(ana, ben)
    sweep(site)
    sweep(site)
    (letter,) = letters.letters
    lines = letter.get_content().splitlines()

    assert letter["Subject"] == "Your turn at Havana"
    assert lines[:2] == ["Havana with Player 2: it is your turn.", f"{HOME}{table}"]
    assert ana.id not in letter.as_string()

    sweep(site, "late")
    assert letters.letters[1]["Subject"] == "Your time has run out at Havana"


def test_several_tables_are_told_in_one_letter(site: Site, ana: Visitor, ben: Visitor, letters: PostOffice) -> None:
    confirm(ana, letters)
    tables = [site.open(ana, ben), site.open(ana, ben)]
    sweep(site)
    (letter,) = letters.letters

    assert letter["Subject"] == "You are awaited at 2 tables"
    assert all(f"{HOME}{table}" in letter.get_content() for table in tables)


def test_letters_are_in_the_language_of_the_person(site: Site, ben: Visitor, letters: PostOffice) -> None:
    ana = site.somebody(name="Ana", language="fr")
    confirm(ana, letters)
    site.open(ana, ben)
    sweep(site)

    assert letters.letters[0]["Subject"] == load("fr").say("Your turn at {game}", game=load("fr").say("Havana"))


def test_one_click_ends_the_letters_without_signing_in(
    site: Site, ana: Visitor, ben: Visitor, letters: PostOffice
) -> None:
    confirm(ana, letters)
    site.open(ana, ben)
    sweep(site)
    (letter,) = letters.letters
    way_out = letter["List-Unsubscribe"].strip("<>").removeprefix(HOME)

    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert way_out == link_in(letter.get_content(), "/notices/stop")
    assert "Send no more letters" in site.stranger().get(way_out).text
    assert finish(find_recipient(notifier_of(site).recipients, ana.id)).email == ADDRESS
    assert site.stranger().post(way_out, ONE_CLICK).status_code == 200
    assert finish(find_recipient(notifier_of(site).recipients, ana.id)).email == ""


def test_only_who_has_had_a_letter_can_end_the_letters(site: Site, ana: Visitor, letters: PostOffice) -> None:
    confirm(ana, letters)
    for proof in ("", "0" * 64, "é"):
        for address in (ADDRESS, "ben@malecon.example"):
            query = f"/notices/stop?address={address}&proof={proof}"
            assert site.stranger().post(query).status_code == 404
            assert site.stranger().get(query).status_code == 404

    assert finish(find_recipient(notifier_of(site).recipients, ana.id)).email == ADDRESS
    ana.post("/notices/off", {"verb": "mail"})
    assert finish(find_recipient(notifier_of(site).recipients, ana.id)).email == ""


def test_a_letter_that_is_not_taken_is_sent_later(site: Site, ana: Visitor, ben: Visitor, letters: PostOffice) -> None:
    confirm(ana, letters)
    site.open(ana, ben)
    letters.closed = True
    sweep(site)
    assert not letters.letters
    refused = ben.post("/notices/mail", {"address": "ben@malecon.example"})
    assert "could not be sent" in refused.text

    letters.closed = False
    sweep(site)
    assert len(letters.letters) == 1


@pytest.mark.parametrize("address", [
    "ana@127.0.0.1", "ana@[127.0.0.1]", "ana@localhost", "ana@a.b..example", "ana@-a.example", "ana@a-.example",
    "ana..luz@malecon.example", ".ana@malecon.example", "ana.@malecon.example", "-ana@malecon.example",
    "ana@malecon.example.", "ana%evil.example@malecon.example", "ana@evil.example@malecon.example",
    '"ana"@malecon.example', "ana(x)@malecon.example", "<ana@malecon.example>", "Ana <ana@malecon.example>",
    "ana@malecon.example,ben@malecon.example", "ana@malecon.example\n",
    "ana@malecon.example\r\nBcc: ben@malecon.example", "ana\t@malecon.example", "anä@malecon.example",
    "ana@malecón.example", "ana@malecon.example\u2028", "ana;ben@malecon.example", "ana|sh@malecon.example",
    "ana`id`@malecon.example", "@malecon.example", "ana@", "ana@malecon.1", "a" * 70 + "@malecon.example",
])  # fmt: skip
def test_an_address_that_mail_programs_read_otherwise_is_refused(address: str) -> None:
    with pytest.raises(UsageError):
        validate_address(address)


def test_letters_go_to_the_address_alone_and_capitals_make_no_other_one(
    site: Site, ana: Visitor, ben: Visitor, letters: PostOffice
) -> None:
    asked = [ana.post("/notices/mail", {"address": "Eva@MALECON.example"}).status_code]
    asked += [
        ben.post("/notices/mail", {"address": f"{name}@malecon.example"}).status_code for name in ("eva", "EVA", "eVA")
    ]

    assert asked == [303, 303, 303, 409]
    assert letters.recipients == ["Eva@malecon.example", "eva@malecon.example", "EVA@malecon.example"]


def test_what_is_no_address_is_refused_with_the_form(site: Site, letters: PostOffice) -> None:
    answer = site.stranger().post("/notices/mail", {"address": "ana@here\nBcc: <b>"})

    assert answer.status_code == 422
    assert "is no e-mail address." in answer.text
    assert not Reading(answer.text).wrong
    assert not letters.letters


def test_a_browser_is_told_and_forgotten_when_it_is_gone(
    site: Site, ana: Visitor, ben: Visitor, service: PushService
) -> None:
    subscribe(ana, service)
    table = site.open(ana, ben)
    sweep(site)
    (told,) = map(json.loads, service.read())

    assert told == {
        "title": "Your turn at Havana",
        "body": "Havana with Player 2: it is your turn.",
        "page": table,
    }
    assert service.heads[0]["authorization"].startswith("vapid ")
    assert "Tell me in no browser any more" in ana.get("/notices").text

    service.status = 410
    site.open(ana, ben)
    sweep(site)
    assert not finish(find_recipient(notifier_of(site).recipients, ana.id)).browsers


def test_a_person_ends_being_told_in_browsers(site: Site, ana: Visitor, service: PushService) -> None:
    subscribe(ana, service)

    assert ana.post("/notices/off", {"verb": "push"}).status_code == 303
    assert not finish(find_recipient(notifier_of(site).recipients, ana.id)).browsers


def test_who_has_the_table_open_is_not_told(
    site: Site, ana: Visitor, ben: Visitor, letters: PostOffice, service: PushService
) -> None:
    confirm(ana, letters)
    subscribe(ana, service)
    table = site.open(ana, ben)
    with ana.socket(table) as socket:
        socket.receive_text(timeout=PATIENCE_S)
        sweep(site)

    assert not letters.letters
    assert not service.pushed


def test_the_page_offers_what_is_set_up(site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = site.stranger().get("/notices").text
    assert "data-key=" in page
    assert 'name="address"' in page
    assert not Reading(page).wrong
    assert "/notices" in Reading(site.stranger().get("/settings").text).links

    monkeypatch.setattr("malecon.web.app.can_push", lambda: False)
    with visiting(tmp_path) as other:
        page = other.stranger().get("/notices").text
        assert "has not set up any way to tell you" in page
        assert "You are told" not in page
        assert "/notices" not in Reading(other.stranger().get("/settings").text).links
        assert "data-key=" not in page
        assert 'name="address"' not in page
        assert other.stranger().post("/notices/mail", {"address": ADDRESS}).status_code == 404
        browser = {"endpoint": "https://web.push.apple.com/", "p256dh": "a", "auth": "b"}
        assert other.stranger().post("/notices/push", browser).status_code == 404
        assert other.stranger().get(f"/notices/stop?address={ADDRESS}&proof=0").status_code == 404


def test_keys_are_kept_and_read_by_their_owner_only(site: Site, ana: Visitor, letters: PostOffice) -> None:
    confirm(ana, letters)
    ana.get("/notices")
    folder = site.client.app.state.services.settings.folder

    for name in (PUSH_KEY, MAIL_KEY):
        assert stat.S_IMODE((folder / name).stat().st_mode) == 0o600
        assert secret_of(folder / name, lambda: b"another") == (folder / name).read_bytes() != b"another"
    assert not list(folder.glob("*.key.*"))


def test_the_worker_of_browsers_can_be_had(site: Site) -> None:
    page = site.stranger().get("/notices").text
    found = re.search(r'data-worker="([^"]+)"', page)

    assert found
    assert site.stranger().get(urlsplit(found[1]).path).headers["content-type"].startswith("text/javascript")
