"""Programs without a network: they ask the application in this process as ``docs/api.md`` tells."""

import itertools
from collections.abc import Mapping
from typing import Any

from httpx import Response

from malecon.storage.sessions import make_token
from web.visiting import Site, Visitor

API = "/api/v1"
Body = dict[str, Any]


class Program:
    """A program with a token of a person."""

    def __init__(self, site: Site, name: str = "", language: str = "") -> None:
        """``name``, ``language``: of the person."""
        self.site = site
        self.visitor: Visitor = site.somebody(name=name, language=language)
        self.token = site.call(make_token, site.client.app.state.services.store, self.visitor.id, "a test")
        self._ids = map(str, itertools.count())

    def get(self, path: str, **headers: str) -> Response:
        return self.ask("GET", path, None, headers)

    def post(self, path: str, body: object = None, **headers: str) -> Response:
        return self.ask("POST", path, {} if body is None else body, headers)

    def ask(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Response:
        self.site.client.cookies.clear()
        known = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return self.site.client.request(method, API + path, json=body, headers=known | dict(headers or {}))

    def begin(self, *who: str, game: str = "havana", **terms: Any) -> Body:
        """Begin a table: ``me``, ``free``, or the level of a computer player on each seat."""
        chairs = [{"who": each} if each in ("me", "free") else {"who": "computer", "level": each} for each in who]
        begun = self.post("/tables", {"game": game, "seats": chairs, **terms})
        assert begun.status_code == 201, begun.text
        return dict(begun.json())

    def look(self, table_id: str, query: str = "") -> Body:
        """Return a table as the program sees it."""
        seen = self.get(f"/tables/{table_id}?{query}")
        assert seen.status_code == 200, seen.text
        return dict(seen.json())

    def act(self, table_id: str, verb: str, seen: Body, **body: Any) -> Response:
        """Do something at a table, meant for what was ``seen``."""
        action = {"seat": seen["viewer"] or 0, "mark": seen["mark"] or "", "id": next(self._ids)}
        return self.post(f"/tables/{table_id}/{verb}", action | body)
