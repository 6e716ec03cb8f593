"""A site at a path below its domain: no link, form, cookie, redirect or script leads out of it."""

import re
from collections import deque
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import urldefrag, urljoin, urlsplit

import msgspec
import pytest
from httpx import Response

import malecon
from habits.addresses import URL_ATTRIBUTES, URL_DATA
from malecon.core.errors import UsageError
from malecon.core.site_address import SiteAddress
from malecon.presentation.links import ROOT
from malecon.web import app
from malecon.web.http.settings import Settings
from malecon.web.notifications import Mailer
from patience import PATIENCE_S
from web.visiting import HOST, Site, Visitor, visiting

PATH = "/games"
ADDRESS = f"https://club.example{PATH}"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    told: dict[str, Any] = {
        "address": ADDRESS,
        "hosts": HOST,
        "smtp_url": "smtp://127.0.0.1",
        "mail_from": "a@b.example",
    }
    with visiting(tmp_path_factory.mktemp("below"), **told) as site:
        yield site


@pytest.fixture(scope="module")
def ana(site: Site) -> Visitor:
    return site.somebody(name="Ana")


class Addresses(HTMLParser):
    """All addresses in a page, with the attributes that hold them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [(name, value) for name, value in attrs if value and name in URL_ATTRIBUTES + URL_DATA]


def is_within(address: str) -> bool:
    """Tell whether an address on a page leads to the site."""
    parts = urlsplit(urljoin(f"{ADDRESS}/", address))
    return parts.netloc == "club.example" and (parts.path == PATH or parts.path.startswith(f"{PATH}/"))


def kind_of(path: str) -> str:
    """Return a path without what differs between pages of one kind."""
    return re.sub(r"/(\d+|[\w-]{11,})(?=/|$)", "/*", path.partition("?")[0])


def test_no_page_leads_out_of_the_site(site: Site, ana: Visitor) -> None:
    """Every page that can be reached is asked for, one of each kind; and the pages of tables in each state."""
    tables = [site.open(ana, ana, game=game) for game in malecon.games]
    for table in tables:
        match = site.look(table).match
        ana.act(table, seat=str(match.to_move[0] + 1), move=match.legal(match.to_move[0])[0])
    over = site.open(ana, ana)
    site.finish(over)
    beginnings = [f"{PATH}/", *(f"{PATH}{table}?seat=1" for table in [*tables, over])]
    seen, waiting = set(map(kind_of, beginnings)), deque(beginnings)
    statuses = {}
    while waiting:
        page = waiting.popleft()
        answer = ana.get(page)
        statuses[kind_of(page)] = answer.status_code
        if "location" in answer.headers:
            found = [("location", answer.headers["location"])]
        elif answer.headers["content-type"].startswith(("text/html", "image/svg")):
            found = Addresses(answer.text).found
        else:
            continue
        for name, value in found:
            address = urldefrag(urljoin(page, value))[0]
            assert is_within(address), f"{page}: {name}={value}"
            assert f"{PATH}{PATH}" not in address, f"{page}: {name}={value}"
            if name in ("href", "src", "location") and kind_of(address) not in seen:
                seen.add(kind_of(address))
                waiting.append(address)

    assert {page: status for page, status in statuses.items() if status not in (200, 302, 303)} == {}
    for each in (
        "new/cuba",
        "learn/havana/play/first/*",
        "rules/cuba",
        "puzzles/havana/*",
        "settings",
        "me",
        "me/account",
    ):
        assert f"{PATH}/{each}" in statuses
    for each in ("replay", "review", "record", "play-on", "about"):
        assert any(page.startswith(f"{PATH}/table/") and page.endswith(f"/{each}") for page in statuses), each
    assert any(page.endswith(".css") for page in statuses)
    assert any(page.endswith(".woff2") or page.endswith(".svg") for page in statuses)


def test_a_proxy_may_take_the_path_away_or_pass_it_on(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    for page in ("/settings", "/rules/cuba", f"{table}/replay", "/static/page.css"):
        assert ana.get(page).content == ana.get(f"{PATH}{page}").content
    assert ana.get(PATH).status_code == ana.get(f"{PATH}/").status_code == ana.get("/").status_code == 200
    assert ana.get(f"{PATH}sters/settings").status_code == 404


def test_redirects_stay_in_the_site(ana: Visitor) -> None:
    begun = ana.post("/new/havana", {"seat-1": "me", "seat-2": "person"})

    assert begun.status_code == 303
    assert begun.headers["location"].startswith(f"{PATH}/table/")
    assert ana.post(f"{PATH}/settings", {"name": "Ana"}).headers["location"] == f"{PATH}/settings?saved=true"


def cookies_of(answer: Response) -> list[str]:
    return answer.headers.get_list("set-cookie")


def test_cookies_are_for_the_site_alone(site: Site, tmp_path: Path) -> None:
    """A cookie for all paths of the domain would be sent to whatever else lies there."""
    begun = cookies_of(site.stranger().post("/new/havana", {"seat-1": "me", "seat-2": "person"}))
    account = {"name": "Ben of Havana", "password": "a long and good password"}
    begun += cookies_of(site.somebody().post("/me/account", account))

    assert {each.partition("=")[0] for each in begun} == {"malecon", "malecon-device"}
    assert all(f"Path={PATH};" in f"{each};" for each in begun)


def test_cookies_of_a_site_below_a_path_by_https(tmp_path: Path) -> None:
    """``__Host-`` would demand a cookie for all paths."""
    with visiting(tmp_path, address=ADDRESS, hosts=HOST, secure=True) as site:
        ben = site.stranger()
        first, *_ = cookies_of(ben.post("/new/havana", {"seat-1": "me", "seat-2": "person"}))
        assert re.match(rf"__Secure-malecon=[^;]+;.*Path={PATH}(;|$).*Secure", first)
        token = first.partition(";")[0]
        ana = Visitor(site, None, "")
        ana.cookie = {"Cookie": token}
        assert "Ana" in ana.post("/settings", {"name": "Ana"}).headers.get("x", "Ana")
        assert 'value="Ana"' in ana.get("/settings").text


def test_the_document_of_the_api_names_the_address(site: Site, ana: Visitor) -> None:
    document = msgspec.json.decode(ana.get("/api/v1/openapi.json").content)

    assert document["servers"] == [{"url": ADDRESS}]


def test_robots_are_told_the_whole_paths(ana: Visitor) -> None:
    told = re.findall(r"^Disallow: (.*)$", ana.get("/robots.txt").text, re.MULTILINE)

    assert told
    assert all(path.startswith(f"{PATH}/") for path in told)


def test_links_in_letters_and_for_other_devices(site: Site, ana: Visitor, tmp_path: Path) -> None:
    settings = Settings(
        tmp_path, smtp_url="smtp://127.0.0.1", address=SiteAddress.read("https://malecón.example/Días/")
    )

    assert Mailer(settings).link("/table/x") == "https://xn--malecn-fxa.example/D%C3%ADas/table/x"
    assert f'href="{ADDRESS}/come/' in ana.post("/me/link").text


def test_our_pages_act_and_listen_below_the_path(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    origin = "https://club.example"

    assert ana.post(f"{PATH}/settings", {"name": "Ana"}, Origin=origin).status_code == 303
    assert ana.post(f"{PATH}/settings", {"name": "Ana"}, Origin="https://evil.example").status_code == 403
    with ana.socket(f"{PATH}{table}", "seat=1", Origin=origin) as socket:
        assert f'data-page="{PATH}{table}"' in socket.receive_text(timeout=PATIENCE_S)


@pytest.mark.parametrize("path", ["/table", "/static/x", "/me", "/api", "/new", "/healthz"])
def test_a_path_that_is_one_of_the_pages_is_refused(
    path: str, site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nobody could tell whether a proxy has taken it away."""
    monkeypatch.setattr(app, "Application", lambda **_: site.client.app)  # which has all routes
    monkeypatch.setattr(ROOT, "path", ROOT.path)

    with pytest.raises(UsageError, match="must not begin with that of a page"):
        app.create_app(Settings(tmp_path, address=SiteAddress.read(f"https://club.example{path}")))


def test_a_path_of_several_parts_with_letters_of_other_languages(tmp_path: Path) -> None:
    with visiting(tmp_path, address="https://club.example/a/días", hosts=HOST) as site:
        ana = site.somebody()
        root = "/a/d%C3%ADas"
        page = ana.get(f"{root}/settings")
        assert page.status_code == 200
        assert f'action="{root}/settings"' in page.text
        assert ana.post(f"{root}/settings", {"name": "Ana"}).headers["location"] == f"{root}/settings?saved=true"
