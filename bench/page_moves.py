"""How long a person's move takes, and a start page, with an application of their own in this process."""

import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

import malecon
from malecon.core.game import Game
from malecon.tables.table_header import new_id
from malecon.web.app import create_app
from malecon.web.http.settings import Settings

MOVES, PAGES = 60, 20
ADDRESS = "http://127.0.0.1"


def seconds_per_move(game: Game) -> float:
    """Return the median seconds from a sent form to the whole changed page, for people round one screen.

    What the browser then does with the page is not in it; storing it durably is.
    """
    with tempfile.TemporaryDirectory() as folder, _client_of(Settings(Path(folder), limits=False)) as client:
        chairs = {f"seat-{seat}": "person" for seat in range(1, min(game.seats) + 1)}
        table = client.post(f"/new/{game.name}", data=chairs).url.path
        chance = random.Random(1)
        return statistics.median(_seconds_of_move(client, table, chance) for _ in range(MOVES))


def seconds_of_start_page(tables: int) -> float:
    """Return the median seconds of processor time of the start page of a person with so many tables.

    That of the client, about a millisecond, is in it.
    """
    with tempfile.TemporaryDirectory() as folder, _client_of(Settings(Path(folder), limits=False)) as client:
        for number in range(tables):
            game = [*malecon.games][number % len(malecon.games)]
            begun = client.post(f"/new/{game}", data={"seat-1": "me", "seat-2": "person"}, follow_redirects=False)
            assert begun.is_redirect, "there is a table more"
        client.get("/")
        return statistics.median(_seconds_of(client, "/") for _ in range(PAGES))


def _seconds_of(client: TestClient[Any], address: str) -> float:
    """Return the seconds of processor time of a page."""
    begin = time.process_time()
    client.get(address).raise_for_status()
    return time.process_time() - begin


def _client_of(settings: Settings) -> TestClient[Any]:
    """Return a browser that is on a page of an application of its own."""
    client = TestClient(create_app(settings), base_url=ADDRESS)
    client.headers["Origin"] = ADDRESS
    return client


def _seconds_of_move(client: TestClient[Any], table_id: str, chance: random.Random) -> float:
    """Do the next thing at a table: a step at random, or the confirmation of a turn."""
    table = client.blocking_portal.call(client.app.state.services.tables.find, table_id.rpartition("/")[2])
    seat = table.match.to_move[0]
    ahead, draft = table.preview(seat)
    held = bool(draft) and draft[-1].held
    what = {"verb": "confirm"} if held else {"move": chance.choice(ahead.legal(seat))}
    form = {"seat": str(seat + 1), "mark": table.revision(seat), "id": new_id(), **what}
    begin = time.perf_counter()
    answer = client.post(f"{table_id}/act", data=form)
    seconds = time.perf_counter() - begin
    answer.raise_for_status()
    return seconds
