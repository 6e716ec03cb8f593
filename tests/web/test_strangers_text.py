"""Text of strangers in places where it would mean something else: redirects, cookies, file names, logs, terminals."""

import logging
from urllib.parse import quote, urljoin, urlsplit

import pytest
from httpx import Response

import malecon
from malecon.core.errors import UsageError
from malecon.web.http.log import TextFormatter
from web.knowing import signed_up, try_anew
from web.visiting import Site, Visitor

HOME = "http://testserver.local"
SEGMENTS = (
    "..", ".", "//evil.example", "/\\evil.example", "\\\\evil.example", "evil.example", "https://evil.example",
    "@evil.example", "%2f%2fevil.example", "..%2f..", "x?y=z", "x#y", "x;y", "x y", "☃", "é", "\u202e", "\u2028", "1.",
    "-1", "%00", "x" * 90,
)  # fmt: skip
ROUTES = (
    "/table/{}/review/1/act", "/record/{}/review/1/act", "/learn/{}/play/first/1/act", "/learn/{}/play/first/end",
    "/learn/cuba/play/{}/end", "/puzzles/{}/1/act",
    "/puzzles/{}/1/play-on", "/analyse/{}", "/analyse/{}/1/edit", "/analyse/{}/1/1/act", "/record/{}/analyse",
    "/table/{}/analyse", "/table/{}/act", "/table/{}/join", "/table/{}/again", "/table/{}/play-on",
    "/new/{}", "/join/{}", "/come/{}", "/notices/confirm/{}",
)  # fmt: skip
"""Actions whose address has text that a stranger chooses; some lead on to an address."""


def check_answer(answer: Response) -> None:
    """Check that an answer is no failure, and leads nowhere else."""
    assert answer.status_code < 500
    location = answer.headers.get("location", "/")
    assert location.isascii()
    assert location.isprintable()
    assert location.startswith("/")
    assert urlsplit(urljoin(HOME, location)).netloc == "testserver.local"
    assert "\\" not in location
    assert not location.startswith("//")


@pytest.mark.parametrize("route", ROUTES)
def test_no_address_leads_to_another_site(site: Site, ana: Visitor, route: str) -> None:
    forms = [{"do": "//evil.example", "move": "\\\\evil.example"}] + [{"do": "pass"}] * route.endswith("/act")
    for said in {quote(segment, safe=safe) for segment in SEGMENTS for safe in ("", "/.%\\")}:
        for form in forms:
            check_answer(ana.post(route.format(said), form))


@pytest.mark.parametrize("segment", SEGMENTS[2:])  # the client of the tests leaves out the first two
def test_no_address_fetches_a_file(site: Site, segment: str) -> None:
    said = quote(segment, safe="")
    for route in ("/record/{}/record", "/table/{}/record", "/rules/havana/data/{}", "/rules/{}", "/ranking/havana/{}",
                  "/static/{}", "/static/havana/{}", "/static/{}/page.css", "/record/{}/replay"):  # fmt: skip
        answer = site.stranger().get(route.format(said))
        assert answer.status_code in (400, 404)
        assert "content-disposition" not in answer.headers


def test_a_form_names_no_other_site_to_lead_to(site: Site, ana: Visitor) -> None:
    for name in ("next", "return", "then", "url", "continue", "address", "page", "redirect"):
        for target in ("//evil.example", "https://evil.example", "/\\evil.example"):
            check_answer(ana.post("/settings", {"name": "Ana", name: target}))
            check_answer(ana.get(f"/sign-in?{name}={quote(target)}"))


def test_what_a_browser_sent_is_not_sent_back_in_a_cookie(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    try_anew(site, monkeypatch)
    finn = signed_up(site, site.stranger(), "Finn")
    token = "A" * 43
    kept = finn.cookie["Cookie"]
    finn.cookie = {"Cookie": f'{kept}; malecon-device=evil.{token}."; Domain=evil".{"x" * 3000}.{"=" * 43}'}
    device = next(cookie for cookie in finn.post("/me/sign-out").headers.get_list("set-cookie") if "-device=" in cookie)
    tokens = device.partition("=")[2].partition(";")[0].strip('"').split(".")

    assert tokens[1:] == [token]
    assert len(tokens[0]) == 43


@pytest.mark.parametrize(
    "said", ["a\nINFO forged", "a\r\nforged", "a\x1b[2Jb", "a\x85b", "a\u2028b", "a\x00b", "a\x9bb"]
)
def test_an_entry_of_the_log_is_one_line(said: str) -> None:
    record = logging.makeLogRecord({"msg": "%s", "args": (said,), "fact": said, "name": said, "levelname": "INFO"})
    line = TextFormatter().format(record)

    assert len(line.splitlines()) == 1
    assert line.isprintable()


@pytest.mark.parametrize("name", ["A\x1b[2Jna", "A\u202ena", "A\x07na", "A\x9bna", "\u200b\u202e", "A\ue000na"])
def test_a_name_in_a_record_steers_neither_page_nor_terminal(site: Site, ana: Visitor, name: str) -> None:
    heading, _, rest = malecon.games["havana"].start(seats=2, seed=1).record().partition("seed")
    told = f"{heading}name 1 {name}\nseed{rest}"
    with pytest.raises(UsageError, match="printable text in one line"):
        malecon.replay(told)

    refused = ana.post("/records", files={"record": ("a.game", told.encode(), "text/plain")})
    assert refused.status_code == 422
    assert name not in refused.text
