"""Hostile requests to every route of the application, in this process, with the processor time and memory they take.

``PYTHONPATH=tests python -m web.fuzz --minutes 30 --database postgres`` sends them for half an hour and prints figures;
``--seed`` repeats a run. The suite sends some hundreds. The routes are those of the application: a new one is covered.

Requests are made as uvicorn would make them. Time is that of all threads of the process while one request is handled;
memory is by how much its peak exceeds what was there before. What is over a bound is sent again, twice, and the least
counts: the first time also compiles, imports and fills caches. Passwords are hashed cheaply: 0.2 s are by design there.
"""

import argparse
import asyncio
import gc
import logging
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import unquote

import msgspec
import pytest
from argon2 import PasswordHasher
from litestar.routes import HTTPRoute
from sqlalchemy import func, select

import malecon
from malecon.services import passwords
from malecon.storage.schema import PEOPLE
from malecon.storage.sessions import make_token
from malecon.web.middleware import error_pages
from malecon.web.routes import api_document
from postgres import new_database, serving_postgres
from waiting import finish
from web import hostile
from web.visiting import Site, Visitor, name_of, visiting

MOST_SECONDS = 0.050
"""Processor time of a refused request."""
MOST_BYTES = 20 * 2**20
"""Memory of a refused request."""
ATTEMPTS = 3
REFRESHED = 150
"""Requests after which people and tables are new ones, for hostile ones may end games and sessions."""
REFUSED, FAILED = 400, 500
LONGEST_WORD = 300
"""Characters of most strange words in addresses; longer ones would mostly meet the same bound."""
HWM = Path("/proc/self/status")
BODIES = {
    path: next(iter(operation["requestBody"]["content"].values())).get("examples", {})
    for path, methods in msgspec.json.decode(api_document())["paths"].items()
    for operation in methods.values()
    if "requestBody" in operation
}
"""By the path of a route of the API, examples of its body."""


@dataclass(frozen=True, slots=True)
class Attack:
    """A request: its kind for the figures, and what is sent; ``socket``: it asks for a WebSocket."""

    kind: str
    method: str
    address: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    socket: bool = False


@dataclass
class Figures:
    """What was sent and what came of it; the worst of the refused requests, each with its attack."""

    sent: int = 0
    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    slowest: tuple[float, Attack | None] = (0.0, None)
    largest: tuple[int, Attack | None] = (0, None)
    slowest_accepted: tuple[float, Attack | None] = (0.0, None)
    failures: list[str] = field(default_factory=list)

    def lines(self) -> Iterator[str]:
        """Yield the figures as a text."""
        yield f"{self.sent} requests, {len(self.failures)} failures"
        for kind in sorted({kind for kind, _ in self.statuses}):
            found = sorted((status, count) for (other, status), count in self.statuses.items() if other == kind)
            yield f"  {kind}: " + ", ".join(f"{count} x {status}" for status, count in found)
        yield f"refused: at most {1000 * self.slowest[0]:.1f} ms of processor time, by {shown(self.slowest[1])}"
        yield f"refused: at most {self.largest[0] / 2**20:.1f} MiB of memory, by {shown(self.largest[1])}"
        yield f"accepted: at most {1000 * self.slowest_accepted[0]:.1f} ms, by {shown(self.slowest_accepted[1])}"
        yield from self.failures[:20]


def shown(attack: Attack | None) -> str:
    """Return an attack as a short text."""
    if attack is None:
        return "none"
    head = str(attack.headers)[:200]
    return f"{attack.method} {attack.address[:120]} {head} {attack.body[:200]!r} ({len(attack.body)} bytes)"


class Fuzz:
    """A site under attack."""

    def __init__(self, site: Site, seed: int, most_seconds: float) -> None:
        """``seed``: of all chance; ``most_seconds``: of the processor, for a refused request."""
        self.site, self.rng, self.figures, self.most_seconds = site, Random(seed), Figures(), most_seconds
        self.app: Any = site.client.app
        self.routes = sorted(self.app.routes, key=lambda route: str(route.path))
        self.finished = self.record = ""
        self.known_left: tuple[int, int] | None = None
        self.refresh()

    def refresh(self) -> None:
        """Begin again with new people and tables."""
        self.known_left = None
        self.ana, self.ben = self.site.somebody(name="Ana"), self.site.somebody(name="Ben")
        self.token = finish(make_token(self.app.state.services.store, self.ana.id, "fuzz"))
        if not self.finished:
            self.finished = self.site.open(self.ana, self.ben)
            self.site.finish(self.finished)
            text = hostile.played("havana", 0, 2000)[0].encode()
            self.record = self.ana.post("/records", files={"record": text}).headers["location"].split("/")[2]
        form = {"seat-1": "me", "seat-2": "free", "listed": "yes"}
        open_table = self.ana.post("/new/cuba", form).headers["location"]
        self.tables = [self.site.open(self.ana, self.ben), self.site.open(self.ana, self.ana, game="cuba"), open_table]
        seats = self.site.look(open_table).occupants
        self.invitation = next(sitter.invitation for sitter in seats if sitter.invitation)

    def attack(self) -> Attack:
        """Return the next attack."""
        if self.figures.sent % REFRESHED == REFRESHED - 1:
            self.refresh()
        rng = self.rng
        if rng.random() < 0.15:
            return self.with_file()
        route = rng.choice(self.routes)
        method = rng.choice(methods_of(route)) if rng.random() < 0.97 else rng.choice(("PUT", "HEAD"))
        return self.attack_on(route, method)

    def attack_on(self, route: Any, method: str) -> Attack:
        """Return an attack on a route."""
        rng, address, head = self.rng, self.address(route), self.head()
        if not isinstance(route, HTTPRoute):
            return Attack("socket", method, address, head, socket=True)
        if method != "POST":
            return Attack("address", method, address, head)
        if route.path.startswith("/api/"):
            good = rng.choice([each["value"] for each in BODIES.get(route.path_format, {}).values()] or [{}])
            bearer = {"authorization": f"Bearer {self.token}"} if rng.random() < 0.9 else dict(head)
            head = self.typed(tuple(bearer.items()), "application/json")
            return Attack("json", method, address, head, hostile.json_body(rng, good))
        kind, body = rng.choice([hostile.url_encoded, hostile.multipart])(rng)
        return Attack("form", method, address, self.typed(head, kind), body)

    def with_file(self) -> Attack:
        """Return a form that brings an owner's file, a record or a position."""
        rng = self.rng
        game = rng.choice(list(malecon.games))
        name = rng.choice([option.name for option in malecon.games[game].options if option.example])
        kind, make, path = rng.choice(
            [
                ("file", hostile.own_file, f"/new/{game}"),
                ("record", hostile.record, "/records"),
                ("position", hostile.position, "/records"),
            ]
        )
        name = name if kind == "file" else "record"
        parts = [("opponents", b"1"), ("level", b"random")] if kind == "file" else []
        body = b"".join(
            b'--b\r\nContent-Disposition: form-data; name="' + part.encode() + b'"\r\n\r\n' + content + b"\r\n"
            for part, content in parts
        )
        body += b'--b\r\nContent-Disposition: form-data; name="' + name.encode() + b'"; filename="f"\r\n\r\n'
        body += make(rng) + b"\r\n--b--\r\n"
        who = self.known(rng.choice([self.ana, None]))
        return Attack(kind, "POST", path, self.typed(who, "multipart/form-data; boundary=b"), body)

    def address(self, route: Any) -> str:
        """Return an address of a route: good or hostile parts, and perhaps a query."""
        rng = self.rng
        good = {
            "table": [name_of(table) for table in (*self.tables, self.finished)],
            "game": list(malecon.games),
            "name": [self.record],
            "invitation": [self.invitation],
            "form": ["csv", "json"],
            "option": list(hostile.examples()),
            "file_path": ["page.css", "client.js", "../app.py"],
        }
        path = route.path_format
        for part in [component for component in route.path_components if not isinstance(component, str)]:
            is_good = part.name in good and rng.random() < 0.8
            word = rng.choice(good[part.name]) if is_good else hostile.quoted(rng, hostile.text(rng, LONGEST_WORD))
            path = path.replace("{" + part.name + "}", word)
        if rng.random() < 0.4:
            names = rng.sample(["seat", "at", "viewer", "known", "since", "q", "topic", "friends", "level"], 3)
            path += "?" + "&".join(
                f"{name}={hostile.quoted(rng, hostile.text(rng, LONGEST_WORD))}" for name in (*names, "address")
            )
        return path if rng.random() < 0.97 else path + "?" + "&a" * rng.choice([19, 400, 20_000])

    def head(self) -> tuple[tuple[str, str], ...]:
        """Return headers: of somebody known or not, of a program, sometimes hostile ones."""
        found = dict(self.known(self.rng.choice([self.ana, self.ben, None])))
        if self.rng.random() < 0.5:
            found = {"authorization": f"Bearer {self.token}"}
        if self.rng.random() < 0.15:
            found |= hostile.headers(self.rng)
        return tuple(found.items())

    def known(self, who: Visitor | None) -> tuple[tuple[str, str], ...]:
        """Return the cookie of a person on one of our pages; none for a stranger."""
        return () if who is None else (("cookie", who.cookie["Cookie"]), ("origin", "http://localhost"))

    def typed(self, head: tuple[tuple[str, str], ...], kind: str) -> tuple[tuple[str, str], ...]:
        """Return headers with a content type, if they have none."""
        return tuple({"content-type": kind, **dict(head)}.items())

    def send(self, attack: Attack) -> int:
        """Send a request and note its figures; return its status."""
        before = self.known_left or self.left()
        status, seconds, grown = self.measured(attack)
        for _ in range(ATTEMPTS - 1):
            if status >= REFUSED and (seconds > self.most_seconds or grown > MOST_BYTES):
                again = self.measured(attack)
                seconds, grown = min(seconds, again[1]), min(grown, again[2])
        self.note(attack, status, seconds, grown)
        self.known_left = self.left() if status >= REFUSED else None
        if self.known_left not in (None, before):
            self.figures.failures.append(f"a refused request left something: {shown(attack)}")
        return status

    def measured(self, attack: Attack) -> tuple[int, float, int]:
        """Return the status of a request, and the seconds and bytes that it took."""
        gc.collect(0)
        found: tuple[int, float, int] = self.site.call(handle, self.app, attack)
        return found

    def left(self) -> tuple[int, int]:
        """Return how many people and records there are."""
        folder = self.app.state.services.settings.folder / "records"
        with self.app.state.services.store.reading() as connection:
            people = connection.execute(select(func.count()).select_from(PEOPLE)).scalar_one()
        return people, len(list(folder.iterdir())) if folder.exists() else 0

    def note(self, attack: Attack, status: int, seconds: float, grown: int) -> None:
        """Add a request to the figures."""
        figures = self.figures
        figures.sent += 1
        figures.statuses[attack.kind, status] += 1
        if status >= FAILED:
            figures.failures.append(f"{status}: {shown(attack)}")
        if status < REFUSED:
            figures.slowest_accepted = max(figures.slowest_accepted, (seconds, attack), key=lambda worst: worst[0])
            return
        figures.slowest = max(figures.slowest, (seconds, attack), key=lambda worst: worst[0])
        figures.largest = max(figures.largest, (grown, attack), key=lambda worst: worst[0])
        if seconds > self.most_seconds or grown > MOST_BYTES:
            figures.failures.append(f"{1000 * seconds:.0f} ms, {grown / 2**20:.1f} MiB: {shown(attack)}")


def methods_of(route: Any) -> list[str]:
    """Return the methods to which a route answers."""
    return sorted(route.methods - {"OPTIONS"}) if isinstance(route, HTTPRoute) else ["GET"]


async def handle(app: Any, attack: Attack) -> tuple[int, float, int]:
    """Have the application answer a request; return the status, the processor time in seconds, the memory in bytes."""
    scope, messages, status = scope_of(attack), messages_of(attack), 0

    async def receive() -> Any:
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        nonlocal status
        status = {"websocket.accept": 101, "websocket.close": status or 403}.get(
            message["type"], message.get("status", status)
        )

    before, begun = fresh_peak(), time.process_time()
    async with asyncio.timeout(60):
        await app(scope, receive, send)
    return status, time.process_time() - begun, max(0, peak() - before)


def scope_of(attack: Attack) -> dict[str, Any]:
    """Return the scope that uvicorn would make of a request."""
    path, _, query = attack.address.partition("?")
    headers = {"host": "localhost", "content-length": str(len(attack.body)), **dict(attack.headers)}
    raw = [(name.encode("latin-1", "replace"), value.encode("utf-8", "replace")) for name, value in headers.items()]
    scope = {
        "type": "websocket" if attack.socket else "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws" if attack.socket else "http",
        "path": unquote(path),
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": raw,
        "client": ("127.0.0.1", 50000),
        "server": ("localhost", 80),
        "state": {},
        "subprotocols": [],
        "extensions": {},
    }
    return scope if attack.socket else scope | {"method": attack.method}


def messages_of(attack: Attack) -> list[dict[str, Any]]:
    """Return what the application receives: the body in parts, or what a page says over its socket."""
    if attack.socket:
        end = {"type": "websocket.disconnect", "code": 1000}
        return [{"type": "websocket.connect"}, {"type": "websocket.receive", "text": "x" * 4000}, end, end]
    parts = [attack.body[place : place + 10_000] for place in range(0, len(attack.body), 10_000)] or [b""]
    last = len(parts) - 1
    return [{"type": "http.request", "body": part, "more_body": n < last} for n, part in enumerate(parts)]


def fresh_peak() -> int:
    """Set the peak of this process's memory to what it has now, and return that in bytes; 0 if it cannot be known."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return 0
    return peak()


def peak() -> int:
    """Return the peak of this process's memory in bytes; 0 if it cannot be known."""
    if not HWM.exists():
        return 0
    return next(1024 * int(line.split()[1]) for line in HWM.read_text().splitlines() if line.startswith("VmHWM"))


@contextmanager
def fuzzing(folder: Path, database: str, seed: int, most_seconds: float = MOST_SECONDS) -> Iterator[Fuzz]:
    """Have a site under attack, with a database at an address, or in the folder; passwords cost little."""
    noted: list[Exception] = []
    with pytest.MonkeyPatch.context() as patch:
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(passwords, "HASHER", hasher)
        patch.setattr(passwords, "DUMMY_HASH", hasher.hash("nobody's"))
        patch.setattr(error_pages, "log_error", noted.append)
        with visiting(folder, database_url=database) as site:
            fuzz = Fuzz(site, seed, most_seconds)
            yield fuzz
            fuzz.figures.failures += [f"{error!r}" for error in noted if error_pages.is_bug(error)]


def main() -> int:
    """Attack for a time, and print the figures; 1 if something was over a bound, or failed."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--minutes", type=float, default=30)
    asked.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    asked.add_argument("--seed", type=int, default=1)
    told = asked.parse_args()
    logging.disable()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        is_shared = told.database == "postgres"
        address = new_database(stack.enter_context(serving_postgres())) if is_shared else ""
        fuzz = stack.enter_context(fuzzing(folder, address, told.seed))
        end = time.monotonic() + 60 * told.minutes
        while time.monotonic() < end:
            fuzz.send(fuzz.attack())
    print("\n".join(fuzz.figures.lines()))
    return 1 if fuzz.figures.failures else 0


if __name__ == "__main__":
    sys.exit(main())
