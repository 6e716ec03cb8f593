"""Pages and files come packed to who takes that, and nothing with credentials in it does."""

import re
from pathlib import Path

import pytest
from babel.messages.jslexer import tokenize

import malecon.web
from web.visiting import Site, Visitor

GZIP = {"Accept-Encoding": "br;q=0.5, gzip"}
NUMBER = re.compile(r"\d+")
"""Times differ from page to page."""
ENCODING = "content-encoding"
STATICS = Path(malecon.web.__file__).parent / "static"
IGNORED = {"whitespace", "linecomment", "multilinecomment"}


def _program(script: str) -> list[str]:
    """Return the tokens of a script that a browser heeds."""
    return [token.value for token in tokenize(script, jsx=False) if token.type not in IGNORED]


def test_a_page_is_packed_for_who_takes_it(site: Site, ana: Visitor) -> None:
    table = site.open(ana, ana)
    packed, plain = ana.get(table, **GZIP), ana.get(table, **{"Accept-Encoding": "identity"})

    assert packed.headers[ENCODING] == "gzip"
    assert ENCODING not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert int(packed.headers["content-length"]) * 3 < int(plain.headers["content-length"])
    assert NUMBER.sub("", packed.text) == NUMBER.sub("", plain.text)


def test_a_style_sheet_is_packed_without_comments_and_the_same_each_time(site: Site) -> None:
    stranger = site.stranger()
    first, second = (stranger.get("/static/table.css", **GZIP) for _ in range(2))
    plain = stranger.get("/static/table.css", **{"Accept-Encoding": "identity"}).text

    assert first.headers[ENCODING] == second.headers[ENCODING] == "gzip"
    assert first.text == second.text
    assert re.findall(r"[^{}]+{[^{}]*}", first.text) == re.findall(
        r"[^{}]+{[^{}]*}", re.sub(r"\s*/\*[^*]*\*/", "", plain)
    )
    assert "/*" in plain
    assert "/*" not in first.text
    assert "max-age" in first.headers["cache-control"]


@pytest.mark.parametrize("script", sorted(STATICS.glob("*.js")), ids=lambda script: script.stem)
def test_a_packed_script_is_the_same_program_without_comments(site: Site, script: Path) -> None:
    packed = site.stranger().get(f"/static/{script.name}", **GZIP).text

    assert _program(packed) == _program(script.read_text("utf-8"))
    assert len(packed) < script.stat().st_size or script.stat().st_size < 1024


def test_all_scripts_of_a_page_are_of_one_version_and_kept_for_ever(site: Site) -> None:
    stranger = site.stranger()
    [script] = re.findall(r'src="(/static/[0-9a-f]{12}/)client.js"', stranger.get("/rules/havana").text)

    for name in re.findall(r'from "\./(\w+\.js)"', stranger.get(f"{script}client.js").text):
        assert "immutable" in stranger.get(script + name).headers["cache-control"]
    assert stranger.get("/static/0123456789ab/client.js").status_code == 404


@pytest.mark.parametrize("wanted", ["identity", "gzip;q=0", "deflate, br", "gzip;q=x"])
def test_who_does_not_take_it_gets_it_plain(site: Site, wanted: str) -> None:
    assert ENCODING not in site.stranger().get("/rules/havana", **{"Accept-Encoding": wanted}).headers


@pytest.mark.parametrize("path", ["/me", "/settings", "/sign-in", "/tokens", "/notices", "/api/v1/openapi.json"])
def test_what_stands_beside_credentials_is_never_packed(ana: Visitor, path: str) -> None:
    assert ENCODING not in ana.get(path, **GZIP).headers


def test_a_table_with_an_invitation_on_it_is_not_packed(site: Site, ana: Visitor) -> None:
    form = {"seat-1": "me", "seat-2": "free", "name-1": "Ana"}
    table = ana.post("/new/havana", form).headers["location"]

    answer = ana.get(table, **GZIP)
    assert "/join/" in answer.text
    assert ENCODING not in answer.headers


def test_an_answer_without_its_body_says_the_length_of_the_packed_one(site: Site) -> None:
    stranger = site.stranger()
    assert stranger.ask("HEAD", "/rules/havana", **GZIP).headers[ENCODING] == "gzip"
