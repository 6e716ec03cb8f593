"""The password again before what concerns the account, its recovery by the host, and the security log."""

import logging
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from httpx import Response
from sqlalchemy import select, update

from malecon.core.clock import TIME
from malecon.storage.schema import PEOPLE, SESSIONS
from malecon.storage.sessions import create_host_link
from malecon.tables import MINUTE
from malecon.web.http import security_log
from malecon.web.http.security_log import SecurityEvent
from malecon.web.reauthentication import FRESH
from web.knowing import GOOD, OTHER, after, link_of, signed_up, try_anew
from web.post_office import PostOffice, post_office
from web.visiting import Site, Visitor, visiting

WRONG = "not this one at all"
WORD = "delete"


@pytest.fixture(scope="module")
def office() -> Iterator[PostOffice]:
    with post_office() as office:
        yield office


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, office: PostOffice) -> Iterator[Site]:
    told = {"address": "https://malecon.example", "hosts": "testserver.local", "mail_from": "host@malecon.example"}
    with visiting(tmp_path_factory.mktemp("site"), smtp_url=f"smtp://127.0.0.1:{office.port}", **told) as site:
        yield site


@pytest.fixture(autouse=True)
def fresh(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    try_anew(site, monkeypatch)


@pytest.fixture
def carla(site: Site) -> Iterator[Visitor]:
    """Somebody with an account, who entered the password a while ago."""
    person = signed_up(site, site.stranger(), "Carla")
    age(site)
    yield person
    with site.client.app.state.services.store.writing() as connection:
        connection.execute(update(PEOPLE).where(PEOPLE.c.account == "carla").values(account=None, password=None))


def age(site: Site) -> None:
    """Let all passwords have been proved so long ago that no session is fresh."""
    with site.client.app.state.services.store.writing() as connection:
        connection.execute(update(SESSIONS).values(proved=SESSIONS.c.proved - FRESH))


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let minutes pass, or set the clock back."""

    def pass_by(minutes: float) -> None:
        for clock in ("wall", "elapsed"):  # else the server notices that the clock has jumped, and undoes it
            before: Callable[[], int] = getattr(TIME, clock)
            monkeypatch.setattr(TIME, clock, lambda before=before: before() + int(minutes * MINUTE))

    return pass_by


def is_asked(visitor: Visitor) -> bool:
    """Tell whether a session must prove the password to get a token."""
    answer = visitor.post("/tokens", {"label": "my bot"})
    assert answer.status_code in (200, 403)
    return answer.status_code == 403


ACTS = {
    "a token": ("/tokens", {"label": "my bot"}),
    "a device link": ("/me/link", {}),
    "an e-mail address": ("/notices/mail", {"address": "carla@malecon.example"}),
    "another password": ("/me/account", {"password": OTHER}),
    "deletion": ("/me/delete", {"typed": WORD}),
}
each_act = pytest.mark.parametrize(("path", "form"), ACTS.values(), ids=ACTS)


def is_done(answer: Response) -> bool:
    return answer.status_code in (200, 303)


def kinds(site: Site) -> list[str]:
    with site.client.app.state.services.store.reading() as connection:
        return sorted(connection.execute(select(SESSIONS.c.kind)).scalars())


@each_act
def test_what_concerns_the_account_asks_for_the_password_again(
    site: Site, carla: Visitor, path: str, form: dict[str, str]
) -> None:
    there = kinds(site)
    for old in ({}, {"old": ""}, {"old": WRONG}):
        refused = carla.post(path, {**form, **old})
        assert refused.status_code == 403
        assert 'name="old"' in refused.text
        assert "This is not your password." in refused.text
    assert kinds(site) == there
    assert is_done(carla.post(path, {**form, "old": GOOD}))


@each_act
def test_who_has_just_entered_the_password_is_not_asked(site: Site, path: str, form: dict[str, str]) -> None:
    dora = signed_up(site, site.stranger(), f"Dora {path}")
    assert 'name="old"' not in dora.get("/me").text
    assert is_done(dora.post(path, form))


@each_act
def test_who_has_no_password_is_not_asked(site: Site, ana: Visitor, path: str, form: dict[str, str]) -> None:
    age(site)
    assert 'name="old"' not in ana.get("/me").text
    if path != "/me/account":
        assert is_done(ana.post(path, form))


def test_the_password_makes_a_new_session_that_is_fresh(site: Site, carla: Visitor) -> None:
    pages = ("/me", "/tokens", "/me/delete", "/me/account", "/notices")
    assert all('name="old"' in carla.get(page).text for page in pages)
    again = after(site, carla.post("/tokens", {"label": "my bot", "old": GOOD}))

    assert "Carla".casefold() not in carla.get("/me").text.casefold()  # the session until then has ended
    assert all('name="old"' not in again.get(page).text for page in pages)
    assert is_done(again.post("/me/link"))


def test_device_links_never_make_a_session_fresh_again(site: Site, later: Callable[[float], None]) -> None:
    flora = signed_up(site, site.stranger(), "Flora")
    later(9)
    link = link_of(flora)
    later(5)
    assert is_asked(flora)

    flora = after(site, flora.post(link))
    assert is_asked(flora)
    assert flora.post("/me/link").status_code == 403
    flora = after(site, flora.post("/me/link", {"old": GOOD}))
    assert not is_asked(flora)


def test_the_session_of_a_device_link_is_fresh_as_long_as_the_one_that_made_it(
    site: Site, later: Callable[[float], None]
) -> None:
    greta = signed_up(site, site.stranger(), "Greta")
    later(8)
    other = after(site, site.stranger().post(link_of(greta)))
    assert not is_asked(other)
    later(1)
    third = after(site, site.stranger().post(link_of(other)))
    assert not is_asked(third)
    later(1)
    assert all(map(is_asked, (greta, other, third)))


def test_a_link_made_as_the_password_is_entered_knows_of_it(site: Site, carla: Visitor) -> None:
    made = carla.post("/me/link", {"old": GOOD})
    found = re.search(r"/come/[\w-]+", made.text)
    assert found
    assert not is_asked(after(site, site.stranger().post(found[0])))


def test_a_password_proved_later_than_now_is_asked_for(site: Site, later: Callable[[float], None]) -> None:
    hana = signed_up(site, site.stranger(), "Hana")
    later(-60)
    assert is_asked(hana)
    later(60)
    assert not is_asked(hana)


def test_what_was_there_before_an_account_does_not_stand_for_its_password(site: Site) -> None:
    ines = site.somebody(name="Ines")
    other = after(site, site.stranger().post(link_of(ines)))
    link = link_of(ines)
    ines = signed_up(site, ines, "Ines")

    assert site.stranger().post(link).status_code == 404
    assert is_asked(other)
    assert not is_asked(ines)


def test_a_link_of_the_host_proves_the_password_when_it_is_opened(site: Site, later: Callable[[float], None]) -> None:
    signed_up(site, site.stranger(), "Jana")
    services = site.client.app.state.services
    with services.store.reading() as connection:
        person = connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.account == "jana")).scalar_one()
    link = create_host_link(services.store, person)
    later(9)
    jana = after(site, site.stranger().post(f"/come/{link}"))
    later(9)
    assert not is_asked(jana)
    again = link_of(jana)
    later(1)
    assert is_asked(jana)
    assert is_asked(after(site, site.stranger().post(again)))


def test_wrong_passwords_are_counted_here_too(site: Site, carla: Visitor) -> None:
    tried = [carla.post("/me/link", {"old": WRONG}).status_code for _ in range(6)]
    assert tried == [403] * 4 + [429] * 2
    assert carla.post("/me/delete", {"typed": WORD, "old": GOOD}).status_code == 429
    assert "retry-after" in carla.post("/tokens", {"label": "x", "old": GOOD}).headers


def test_the_host_can_let_somebody_in_who_has_forgotten_the_password(site: Site, carla: Visitor) -> None:
    services = site.client.app.state.services
    with services.store.reading() as connection:
        person = connection.execute(select(PEOPLE.c.id).where(PEOPLE.c.account == "carla")).scalar_one()
    link = create_host_link(services.store, person)

    arrived = after(site, site.stranger().post(f"/come/{link}"))
    assert site.stranger().post(f"/come/{link}").status_code == 404
    changed = arrived.post("/me/account", {"password": OTHER, "alone": "on"})
    assert changed.headers["location"] == "/me"
    assert site.stranger().post("/sign-in", {"name": "Carla", "password": GOOD}).status_code == 403
    assert site.stranger().post("/sign-in", {"name": "Carla", "password": OTHER}).status_code == 303


def events_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == security_log.LOGGER.name]


def test_security_events_are_logged_and_tell_nothing_about_anybody(
    site: Site,
    ben: Visitor,
    office: PostOffice,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.INFO)
    office.letters.clear()
    eva = signed_up(site, site.stranger(), "Eva Luz")
    eva.post("/tokens", {"label": "secret bot"})
    token = re.search(r'name="token" value="(\w+)"', eva.get("/tokens").text)
    assert token
    eva.post("/tokens/end", {"token": token[1]})
    link = re.search(r"/come/([\w-]+)", eva.post("/me/link").text)
    assert link
    site.stranger().post(f"/come/{link[1]}")
    eva.post("/me/sessions", {"verb": "others"})
    eva.post("/notices/mail", {"address": "eva@malecon.example"})
    confirm = re.search(r"/notices/confirm/([\w-]+)", office.letters[0].get_content())
    assert confirm
    eva.post(f"/notices/confirm/{confirm[1]}")
    for _ in range(2):  # the second time there is none to remove
        eva.post("/notices/off", {"verb": "mail"})
    eva.get("/me/export")
    eva = after(site, eva.post("/me/account", {"old": GOOD, "password": OTHER}))
    eva.post("/me/sign-out")
    for _ in range(5):
        site.stranger().post("/sign-in", {"name": "Eva Luz", "password": WRONG})
    site.stranger().post("/sign-in", {"name": "Eva Luz", "password": WRONG})
    try_anew(site, monkeypatch)
    eva = after(site, site.stranger().post("/sign-in", {"name": "Eva Luz", "password": OTHER}))
    age(site)
    eva.post("/me/link", {"old": WRONG})
    eva = after(site, eva.post("/me/link", {"old": OTHER}))
    site.stranger().post("/sign-in", {"name": "Eva Luz", "password": OTHER})
    other = re.search(r'name="session" value="(\w+)"', eva.get("/me").text)
    assert other
    eva.post("/me/sessions", {"session": other[1]})
    eva.post("/me/delete", {"typed": WORD}, Origin="https://evil.example", Sec_Fetch_Site="cross-site")
    site.stranger().get("/api/v1/me", Authorization="Bearer wrong")
    with site.client.app.state.services.store.writing() as connection:
        connection.execute(update(PEOPLE).where(PEOPLE.c.id == ben.id).values(blocked=1))
    ben.post("/settings", {"name": "Ben"})
    eva.post("/me/delete", {"typed": WORD})

    found = events_in(caplog)
    assert set(SecurityEvent) == set(found)
    assert found.count("email_removed") == 1
    assert found.count("sign_in_failed") == 4
    texts = [str(vars(record)) for record in caplog.records if record.name == security_log.LOGGER.name]
    for secret in ("eva", "luz", GOOD, OTHER, WRONG, "127.0.0.1", "testclient", "@malecon", link[1], ben.id):
        assert [text for text in texts if secret.casefold() in text.casefold()] == []


def test_the_document_lists_the_security_events() -> None:
    document = (Path(__file__).parent.parent.parent / "docs/operating.md").read_text("utf-8")
    table = document.partition("### Security events")[2].partition("## Health")[0]
    listed = [name for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)]
    assert listed == list(SecurityEvent)
