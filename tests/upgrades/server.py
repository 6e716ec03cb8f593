"""The product from outside: its commands, a server of its own, and people who come to it with browser and program."""

import itertools
import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

Json = dict[str, Any]
COMMAND = (sys.executable, "-m", "malecon")
PATIENCE_S = 120
IDS = itertools.count(1)


def run(*arguments: object, stdin: str = "", code: int = 0, **environment: str) -> str:
    """Run a command and return what it prints."""
    told = os.environ | {"COLUMNS": "400", "LC_ALL": "C.UTF-8"} | environment
    done = subprocess.run([*COMMAND, *map(str, arguments)], input=stdin, capture_output=True, text=True, env=told)
    assert done.returncode == code, f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def serving(folder: Path, port: int, mail_port: int) -> Iterator[str]:
    """Yield the address of a server whose data are in a folder; it is asked to end at last."""
    address = f"http://127.0.0.1:{port}"
    settings = {"LIMITS": "no", "ADDRESS": address, "MAIL_FROM": "malecon@site.example"}
    settings["SMTP_URL"] = f"smtp://127.0.0.1:{mail_port}"
    environment = os.environ | {f"MALECON_{name}": value for name, value in settings.items()}
    command = [*COMMAND, "serve", "--port", str(port), "--folder", str(folder)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        wait_for(lambda: is_well(address))
        yield address
    finally:
        process.terminate()
        assert process.wait(PATIENCE_S) == 0


def is_well(address: str) -> bool:
    """Tell whether a server answers."""
    try:
        return httpx.get(f"{address}/healthz").status_code == 200
    except httpx.TransportError:
        return False


def wait_for(condition: Any, seconds: float = PATIENCE_S) -> None:
    """Wait for something that comes by itself."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.1)


class Guest:
    """A person with a browser and a program."""

    def __init__(self, address: str, **settings: str) -> None:
        """Come to a site for the first time; ``settings`` are fields of its form."""
        self.browser = httpx.Client(base_url=address, headers={"Origin": address, "User-Agent": "Firefox Linux"})
        self.name = settings["name"]
        self.submit("/settings", **settings)
        page = self.submit("/tokens", label=f"A program of {self.name}").text
        self.token = str(re.findall(r'<code class="token">([^<]+)</code>', page)[0])
        self.program = httpx.Client(base_url=f"{address}/api/v1", headers={"Authorization": f"Bearer {self.token}"})
        self.program.timeout = self.browser.timeout = httpx.Timeout(60)

    def submit(self, path: str, files: Any = None, **form: str) -> httpx.Response:
        """Send a form of a page."""
        answer = self.browser.post(path, data=form, files=files)
        assert answer.status_code in (200, 201, 204, 303), f"{path}: {answer.status_code}\n{answer.text}"
        return answer

    def read(self, path: str) -> Any:
        """Return a file of JSON that a page offers."""
        return self.browser.get(path).raise_for_status().json()

    def ask(self, path: str) -> Any:
        """Return what the program reads."""
        return self.program.get(path).raise_for_status().json()

    def tell(self, path: str, **body: Any) -> Json:
        """Send a request of the program, and return the answer."""
        answer = self.program.post(path, json=body)
        assert answer.is_success, f"{path} {body}: {answer.text}"
        return dict(answer.json())

    def begin(self, game: str, *seats: str, **terms: Any) -> Json:
        """Begin a table: ``me``, ``free``, or the level of a computer player on each seat."""
        chairs = [{"who": each} if each in ("me", "free") else {"who": "computer", "level": each} for each in seats]
        return self.tell("/tables", game=game, seats=chairs, **terms)

    def look(self, table_id: str) -> Json:
        """Return a table as this person sees it."""
        return dict(self.ask(f"/tables/{table_id}"))

    def act(self, table_id: str, verb: str, **body: Any) -> Json:
        """Do something at a table."""
        seen = self.look(table_id)
        return self.tell(f"/tables/{table_id}/{verb}", **self.action(seen), **body)

    def action(self, seen: Json) -> Json:
        """Return what every action sends, meant for what was seen."""
        return {"seat": seen["viewer"] or 0, "mark": seen["mark"], "id": f"action-{next(IDS)}"}


def play(table_id: str, guests: list[Guest], moves: int, chance: random.Random) -> None:
    """Let people play random moves until there are so many in all, and one of them is awaited; or to the end."""

    def is_done() -> bool:
        for guest in guests:
            seen = guest.look(table_id)
            if seen["phase"] == "over" or (seen["number"] >= moves and seen["legal"]):
                return True
            if seen["legal"]:
                guest.act(table_id, "play", move=chance.choice(seen["legal"])["move"])
        return False

    end = time.monotonic() + PATIENCE_S
    while not is_done():
        assert time.monotonic() < end, "nobody is to move"
        time.sleep(0.01)


def draft(table_id: str, guests: list[Guest], chance: random.Random, *, held: bool) -> Guest:
    """Leave steps unconfirmed at a table, the last of them held or not; return whose they are."""
    for _ in range(40):
        for guest in guests:
            if (seen := guest.look(table_id))["legal"] and tries(guest, table_id, seen, held):
                return guest
        play(table_id, guests, guests[0].look(table_id)["number"] + 1, chance)
    raise AssertionError("no such draft is possible")


def tries(guest: Guest, table_id: str, seen: Json, held: bool) -> bool:
    """Take a step that is held or not, as is wanted; without one leave everything as it was."""
    for choice in seen["legal"][:6]:
        after = guest.act(table_id, "step", move=choice["move"])
        if bool(after["held"]) == held and (held or after["legal"]):
            return True
        guest.act(table_id, "undo")
    return False
