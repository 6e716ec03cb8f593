"""What nobody would send by hand: the server answers, refuses or closes, and never fails."""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from httpx import Client
from litestar.exceptions import WebSocketDisconnect

import malecon
from malecon.web.middleware import error_pages
from patience import PATIENCE_S
from web.test_sockets import begun, open_raw, served
from web.visiting import Site

__all__ = ["served"]

CASES = 60
SIGNS = "\x00\n\r\t\"'<>&%#:;=+- 09azé\u202e😀"
each_game = pytest.mark.parametrize("game", malecon.games)


@pytest.fixture(autouse=True)
def failures(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is noted as a failure of ours."""
    noted: list[Exception] = []
    usual = error_pages.log_error

    def note(error: Exception) -> None:
        noted.append(error)
        usual(error)

    monkeypatch.setattr(error_pages, "log_error", note)
    yield
    assert [error for error in noted if error_pages.is_bug(error)] == []


def text_of(rng: random.Random, most: int = 80) -> str:
    return "".join(rng.choice(SIGNS) for _ in range(rng.randrange(most)))


def bent(text: str, rng: random.Random) -> str:
    """Return a text with some signs or lines changed, lost, doubled or swapped."""
    for _ in range(rng.randrange(1, 4)):
        lines = text.split("\n")
        first, second = rng.randrange(len(lines)), rng.randrange(len(lines))
        place = rng.randrange(len(text) + 1)
        text = rng.choice(
            [
                text[:place] + rng.choice(SIGNS) + text[place:],
                text[:place] + text[place + 1 :],
                text[:place],
                "\n".join(lines[:first] + lines[first + 1 :]),
                "\n".join([*lines[:first], lines[second], *lines[first:]]),
            ]
        )
    return text


@each_game
def test_records_that_are_bent(site: Site, game: str) -> None:
    rng, match = random.Random(game), malecon.games[game].start(2, 1)
    for _ in range(20):
        seat = match.to_move[0]
        match.play(seat, rng.choice(match.legal(seat)))
    good, ana = match.record(), site.somebody()

    answers = [ana.post("/records", files={"record": bent(good, rng).encode()}).status_code for _ in range(CASES)]
    answers += [ana.post("/records", files={"record": rng.randbytes(rng.randrange(200))}).status_code for _ in range(9)]
    assert set(answers) <= {303, 422}
    assert 422 in answers


def test_forms_with_anything_in_them(site: Site) -> None:
    rng, ana = random.Random(1), site.somebody()
    table = site.open(ana, ana)
    before = site.look(table)
    names = ("seat", "mark", "id", "move", "verb", "part", text_of(rng))
    for _ in range(CASES):
        form = {name: text_of(rng) for name in rng.sample(names, 4)}
        path = rng.choice([f"{table}/act", f"{table}/say", f"{table}/seat", "/new/havana", "/settings", "/records"])
        assert ana.post(path, form).status_code < 500

    assert site.look(table).log == before.log


def test_addresses_with_anything_in_them(site: Site) -> None:
    rng, ana = random.Random(2), site.somebody()
    table = site.open(ana, ana)
    finished = site.open(ana, ana)
    site.finish(finished)
    pages: list[Callable[[str], str]] = [
        lambda text: f"{table}?seat={text}",
        lambda text: f"{table}/about?topic={text}&seat={text}",
        lambda text: f"{table}/frame?known={text}&seat={text}",
        lambda text: f"{finished}/replay?at={text}&viewer={text}",
        lambda text: f"/rules/havana?q={text}",
        lambda text: f"/table/{text}",
        lambda text: f"/record/{text}/replay",
        lambda text: f"/new/{text}",
    ]
    for _ in range(CASES):
        text = "".join(sign for sign in text_of(rng, 20) if sign.isprintable() and sign not in "#&?")
        assert ana.get(rng.choice(pages)(text.replace("%", "%25"))).status_code < 500


def test_what_a_page_says_over_its_socket(site: Site) -> None:
    rng, ana = random.Random(3), site.somebody()
    table = site.open(ana, ana)
    before = site.look(table)
    for _ in range(8):
        query = f"known={rng.randrange(9)}&seat={rng.randrange(9)}"
        with suppress(WebSocketDisconnect), ana.socket(table, query) as page:
            for _ in range(rng.randrange(20)):
                say = rng.choice([page.send_text, lambda text: page.send_bytes(text.encode())])
                say(rng.choice([text_of(rng), '{"move": 1}', "x" * 5000]))
            assert "<main " in page.receive_text(timeout=PATIENCE_S)

    assert site.look(table) is before


def test_bytes_that_are_no_frames(served: Any) -> None:
    client: Client = served()
    table, rng = begun(client), random.Random(4)
    port = client.base_url.port
    assert port
    for _ in range(CASES):
        with open_raw(port, f"{table}/live") as raw, suppress(OSError):
            raw.sendall(rng.randbytes(rng.choice([1, 7, 100, 5000])))

    assert client.get("/healthz").text == "ok"
    assert client.get(table).status_code == 200
