"""The example bot, as a process of its own: it sits down at a real server and plays to the end."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from httpx import Client

import malecon
from patience import PATIENCE_S
from web.browsing import Server, client_of, serving
from web.test_tokens import TOKEN

BOT = Path(__file__).parent.parent.parent / "examples/bot.py"
LONGEST_GAME_S = 300.0


@pytest.fixture(scope="module")
def bots_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Have a server of their own: they sit down wherever a seat is free."""
    with serving(tmp_path_factory.mktemp("bots")) as server:
        yield server


def program(server: Server, name: str) -> Client:
    """Return somebody who has just made a token, as their own program asks with it."""
    with client_of(server.address) as browser:
        browser.post("/settings", data={"name": name})
        token = TOKEN.findall(browser.post("/tokens", data={"label": "bot"}).text)[0]
    headers = {"Authorization": f"Bearer {token}"}
    return Client(base_url=f"{server.address}/api/v1", headers=headers, timeout=PATIENCE_S)


@contextmanager
def bot(server: Server, person: Client, *options: str) -> Iterator[None]:
    """Let a bot play for somebody."""
    token = person.headers["authorization"].removeprefix("Bearer ")
    known = {"MALECON_ADDRESS": server.address, "MALECON_TOKEN": token, "PATH": os.environ["PATH"]}
    process = subprocess.Popen([sys.executable, str(BOT), *options], env=known, stderr=subprocess.PIPE, text=True)
    try:
        yield
        assert process.poll() is None, process.communicate()[1]
    finally:
        process.kill()
        process.communicate()


def played(person: Client, table_id: str, moves: int = sys.maxsize) -> Any:
    """Return a table when its game is over, or when there are so many moves."""
    seen: Any = {"state": ""}
    end = time.monotonic() + LONGEST_GAME_S
    while not seen["state"] or (seen["phase"] != "over" and seen["number"] < moves):
        assert time.monotonic() < end, "the bot does not play"
        seen = person.get(f"/tables/{table_id}", params={"known": seen["state"], "wait": 10}).json()
    return seen


@pytest.mark.slow
def test_a_bot_plays_a_whole_game_against_another_that_finds_the_open_table(bots_server: Server) -> None:
    with program(bots_server, "Ana") as ana, program(bots_server, "Ben") as ben:
        seats = [{"who": "me"}, {"who": "free"}]
        table = ana.post("/tables", json={"game": "havana", "seats": seats, "listed": True}).json()["id"]
        with bot(bots_server, ana), bot(bots_server, ben):
            seen = played(ana, table)
        record = ben.get(f"/tables/{table}/record").json()["record"]

    match = malecon.replay(record)
    assert [seat["name"][:5] for seat in seen["seats"]] == ["Ana", "Robot"]
    assert list(match.winners) == seen["winners"]
    assert len(match.moves) == seen["number"]


def test_a_bot_plays_as_a_level_advises_against_a_computer_player(bots_server: Server) -> None:
    with program(bots_server, "Ana") as ana:
        seats = [{"who": "me"}, {"who": "computer", "level": "random"}]
        table = ana.post("/tables", json={"game": "havana", "seats": seats}).json()["id"]
        with bot(bots_server, ana, "easy"):
            assert played(ana, table, moves=2)["number"] >= 2, "one is that of the bot: all choose first"


def test_a_bot_without_a_good_token_says_so_and_ends(bots_server: Server) -> None:
    known = {"MALECON_ADDRESS": bots_server.address, "MALECON_TOKEN": "wrong", "PATH": os.environ["PATH"]}
    ended = subprocess.run([sys.executable, str(BOT)], env=known, capture_output=True, text=True, timeout=PATIENCE_S)

    assert ended.returncode == 1
    assert ended.stderr == "A program needs a token of a person; make one on the page of your tokens.\n"


def test_the_bot_is_as_short_as_the_document_says() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) < 60
