"""A site as an older version left it, opened by today's code, and requests to it from outside."""

import json
import lzma
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from httpx import Response

from upgrades.views import Json, essence, move_times
from web.visiting import HOST, visiting

VERSIONS = sorted(file.parent for file in Path(__file__).parent.glob("*/known.json"))


@dataclass
class Old:
    """A copy of the files of a site. ``shift``: by how many milliseconds its times were moved."""

    folder: Path
    known: Json
    seen: Json
    shift: int

    @classmethod
    def copied(cls, version: Path, folder: Path) -> "Old":
        """Copy the site of a version into a folder, as if its server had stopped a moment ago."""
        known = json.loads((version / "known.json").read_text("utf-8"))
        seen = json.loads(lzma.decompress((version / "seen.json.xz").read_bytes()))
        shift = (time.time_ns() // 1_000_000 - known["made"]) // 1000 * 1000
        shutil.copytree(version / "data", folder, copy_function=shutil.copy)  # as files of now
        move_times(folder / "malecon.db", shift)
        return cls(folder, known, seen, shift)

    @contextmanager
    def opened(self, **settings: Any) -> Iterator["Door"]:
        """Open the site with today's code."""
        with visiting(self.folder, **settings) as site:
            yield Door(site.client, self.known, "https" if settings.get("secure") else "http")

    def views(self) -> Iterator[tuple[str, str, Json]]:
        """Yield what was seen of tables: the name of the table, who saw it, and what."""
        for key, view in self.seen.items():
            table, _, person = key.partition(", ")
            if person and isinstance(view, dict):
                yield table, person, view


@dataclass
class Door:
    """Requests to an old site, of people as it knows them."""

    client: Any
    known: Json
    scheme: str

    def ask(self, method: str, path: str, cookies: Json | None = None, **request: Any) -> Response:
        """Send a request as a browser does that has some cookies."""
        self.client.cookies.clear()
        headers = {"Origin": f"{self.scheme}://{HOST}"}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in (cookies or {}).items())
        answer: Response = self.client.request(method, path, headers=headers, **request)
        return answer

    def visit(self, who: str, path: str) -> Response:
        """Look at a page with the browser of somebody."""
        return self.ask("GET", path, self.known["people"][who]["cookies"])

    def program(self, who: str, method: str, path: str, body: object = None) -> Response:
        """Send a request of somebody's program."""
        self.client.cookies.clear()
        headers = {"Authorization": f"Bearer {self.known['people'][who]['token']}"}
        answer: Response = self.client.request(method, f"/api/v1{path}", json=body, headers=headers)
        return answer

    def look(self, who: str, table_name: str, query: str = "") -> Json:
        """Return a table, by its name in the files, as a person sees it."""
        answer = self.program(who, "GET", f"/tables/{self.known['tables'][table_name]}?{query}")
        assert answer.status_code == 200, answer.text
        return essence(answer.json())

    def act(self, who: str, table_name: str, verb: str, **body: Any) -> Json:
        """Do something at a table, and return how it looks then."""
        answer = self.program(who, "POST", f"/tables/{self.known['tables'][table_name]}/{verb}", body)
        assert answer.status_code == 200, f"{table_name}, {verb}: {answer.text}"
        return essence(answer.json())


def action(view: Json, action_id: str) -> Json:
    """Return what an action sends that was meant for what was seen."""
    return {"seat": view["viewer"], "mark": view["mark"], "id": action_id}
