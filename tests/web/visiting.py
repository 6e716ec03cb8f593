"""Pages without a browser: the application in this process, and people who ask it for pages."""

import gc
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import numpy as np
import pytest
from httpx import Response
from litestar.testing import TestClient
from litestar.utils import ensure_async_callable

from malecon import games
from malecon.agents import Advice
from malecon.agents.analysis import Analysis
from malecon.agents.player_process import Answer, Question
from malecon.core.match import Match
from malecon.core.site_address import SiteAddress
from malecon.presentation.links import ROOT
from malecon.services import presence_feed
from malecon.services.table_service import TableService
from malecon.storage.people import People, Person
from malecon.tables import table_header
from malecon.tables.commands import Action, CreateTable
from malecon.tables.draft import Step
from malecon.tables.seat import Occupant
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from malecon.web import app
from malecon.web.cookies import COOKIE_NAME, SECURE_COOKIE_NAME
from malecon.web.http.setting_types import ADDRESS, HOSTS, LISTENING
from malecon.web.http.settings import Settings
from malecon.web.views.frames import SEPARATOR, Frame
from tables.membership import make_members
from tables.sitting import Dice

HOST = "testserver.local"
"""The host of the test client's address."""
VOID = {"meta", "link", "input", "br", "img", "hr"}
FIELD = re.compile(r'<input type="hidden" name="(seat|mark|id)" value="([^"]*)">')
ACT_FORM = re.compile('<form id="act".*?</form>', re.DOTALL)


def read_frame(text: str) -> Frame:
    """Return a frame that was sent."""
    head, *parts = text.split(SEPARATOR)
    named = {Reading(part).ids[0]: part for part in parts}
    return msgspec.structs.replace(msgspec.json.decode(head, type=Frame), parts=named)


class Counsel(Dice):
    """Computer players that choose at random, and think that all moves are equal."""

    async def advise(self, match: Match, seat: int, level: str) -> list[Advice]:
        return [Advice(move, 0.0, 0) for move in match.legal(seat)]

    async def ask(self, question: Question) -> Answer:
        seats = int(np.frombuffer(question.known, games[question.game].state)[0].seats)
        return Analysis(question.iterations, (Advice("end turn", 0.5, 1),), (1 / seats,) * seats, ())


class Site:
    """An application that runs."""

    def __init__(self, client: TestClient[Any]) -> None:
        self.client = client
        client.follow_redirects = False
        client.headers["accept-encoding"] = "identity"  # packing would be a sixth of the work

    @property
    def secure(self) -> bool:
        return bool(self.client.app.state.services.settings.secure)

    @property
    def people(self) -> People:
        people: People = self.client.app.state.services.people
        return people

    @property
    def tables(self) -> TableService:
        tables: TableService = self.client.app.state.services.tables
        return tables

    def somebody(self, **settings: Any) -> "Visitor":
        """Return somebody whom the site remembers; with ``settings`` of theirs."""
        person, token = self.call(self.people.create)
        if settings:
            person = self.call(self.people.save, Person(person.id, **settings))
        return Visitor(self, person, token)

    def member(self, **settings: Any) -> "Visitor":
        """Return somebody whose results may count: with an account, and known for a while."""
        visitor = self.somebody(**settings)
        make_members(self.client.app.state.services.store, visitor.id)
        return visitor

    def stranger(self) -> "Visitor":
        return Visitor(self, None, "")

    def open(self, *who: "Visitor | None", game: str = "havana") -> str:
        """Begin a table, and return its address; ``None`` is a computer player."""
        sitters = [
            Occupant(f"Player {seat + 1}", each.id if each else None, None if each else "random")
            for seat, each in enumerate(who)
        ]
        return f"/table/{self.call(self.tables.create, CreateTable(game, {}, sitters))}"

    def look(self, table_id: str) -> Table:
        table: Table = self.call(self.tables.find, name_of(table_id))
        return table

    def finish(self, table_id: str) -> None:
        """Play a table of people to its end; all moves but the last are stored at once."""

        async def play() -> None:
            name = name_of(table_id)
            await self.tables._repository.change(name, nearly_over)
            while not (table := await self.tables.find(name)).match.over:
                seat = table.match.to_move[0]
                move, mark = table.preview(seat)[0].legal(seat)[0], table.revision(seat)
                person = str(table.occupants[seat].person)
                await self.tables.step(Action(name, person, seat, mark, new_id()), move, quick=True)

        self.call(play)

    def call(self, function: Any, *arguments: Any) -> Any:
        """Call a coroutine function where the application runs."""
        with self.client.portal() as portal:
            return portal.call(function, *arguments)


class Visitor:
    """Somebody with a browser that does what a test says."""

    def __init__(self, site: Site, person: Person | None, token: str) -> None:
        self.site = site
        self.person = person
        name = SECURE_COOKIE_NAME if site.secure else COOKIE_NAME
        self.cookie = {"Cookie": f"{name}={token}"} if token else {}
        self.origin = f"{'https' if site.secure else 'http'}://{HOST}"

    @property
    def id(self) -> str:
        assert self.person
        return self.person.id

    def get(self, path: str, **headers: str) -> Response:
        return self.ask("GET", path, **headers)

    def post(
        self, path: str, data: Mapping[str, str | list[str]] | None = None, files: Any = None, **headers: str
    ) -> Response:
        return self._ask("POST", path, headers, data=data, files=files)

    def ask(self, method: str, path: str, **headers: str) -> Response:
        return self._ask(method, path, headers)

    def fields(self, table_id: str, seat: str = "1") -> dict[str, str]:
        """Return what the forms of a table's page send besides the choice."""
        return dict(FIELD.findall("".join(ACT_FORM.findall(self.get(f"{table_id}?seat={seat}").text))))

    def act(self, table_id: str, **form: str) -> Response:
        """Do something at a table as its page would; ``form`` is the choice, and what of the fields is to differ."""
        return self.post(f"{table_id}/act", {**self.fields(table_id, form.get("seat", "1")), **form})

    def socket(self, table_id: str, query: str = "", **headers: str) -> Any:
        """Open the socket of a table's page."""
        self.site.client.cookies.clear()
        return self.site.client.websocket_connect(f"{table_id}/live?{query}", headers=self._headers(headers))

    def _ask(self, method: str, path: str, headers: Mapping[str, str], **body: Any) -> Response:
        self.site.client.cookies.clear()
        return self.site.client.request(method, path, headers=self._headers(headers), **body)

    def _headers(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return the headers of a browser that is on a page of the site; an empty one is left out."""
        wanted = {"Origin": self.origin} | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.cookie | {name: value for name, value in wanted.items() if value}


class Reading(HTMLParser):
    """A page as a browser reads it: what is in it, and what is wrong with it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: list[str] = []
        self.wrong: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.wrong += [f"<{tag}> is not closed" for tag in self._open]
        self.wrong += [f"id {each} is there twice" for each, count in Counter(self.ids).items() if count > 1]

    def updatepos(self, i: int, j: int) -> int:
        """Count no lines: nobody asks where a tag stands, and it is a tenth of the work."""
        return j

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_startendtag(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = dict(attrs)
        self.tags.append(tag)
        self.ids += [facts["id"] or ""] if "id" in facts else []
        self.links += [facts[name] or "" for name in ("href", "src") if name in facts]
        self.wrong += [f"<{tag} {name}>" for name in facts if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in facts):
            self.wrong.append(f"<{tag}> in the page")
        if tag in ("a", "button", "form") and tag in self._open:
            self.wrong.append(f"<{tag}> in <{tag}>")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.wrong.append(f"</{tag}> in <{self._open[-1:]}>")
        else:
            self._open.pop()


@contextmanager
def at_root(path: str) -> Iterator[None]:
    """Have a site at a path: a process serves one, and what it has drawn has the links of that one in it."""
    if path == ROOT.path:
        yield
        return
    before = ROOT.path
    _forget_drawings()
    yield
    ROOT.path = before
    _forget_drawings()


def _forget_drawings() -> None:
    gc.unfreeze()  # or what was loaded when the tests were collected would not be among the objects
    for each in gc.get_objects():
        if type(each) is type(_forgettable):
            each.cache_clear()
    gc.freeze()


@cache
def _forgettable() -> None:
    """Of the type of all caches."""


class UsedAgain(app.Application):
    """An application for one site after another: to register its routes is most of the work of a start."""

    idle: ClassVar[list["UsedAgain"]] = []

    def __init__(self, **routes: Any) -> None:
        super().__init__(lifespan=[lambda _: self.life(self)], **routes)
        self.answers = self.asgi_handler
        self.life: Any = None  # that of the site which has the application

    @classmethod
    def begun(cls, *, lifespan: Sequence[Any], before_send: Sequence[Any], **routes: Any) -> "UsedAgain":
        """Return an application that no site has at this time, as a new one would be."""
        found = cls.idle.pop() if cls.idle else cls(**routes)
        [found.life], found.asgi_handler = lifespan, found.answers
        found.before_send = [ensure_async_callable(hook) for hook in before_send]
        return found


@contextmanager
def visiting(folder: Path, **told: Any) -> Iterator[Site]:
    """Have an application whose data are in ``folder``, without limits; ``told`` are further settings.

    Hosts and addresses are given as texts, as whoever starts a server writes them.
    """
    named = ({} if "address" in told else {"hosts": HOST}) | told
    read = {"address": ADDRESS.read, "hosts": HOSTS.read, "host": LISTENING.read}
    settings: dict[str, Any] = {name: read[name](value) if name in read else value for name, value in named.items()}
    with (
        pytest.MonkeyPatch.context() as patch,
        at_root(SiteAddress.read(told["address"]).path if "address" in told else ""),
    ):
        patch.setattr(table_header, "KEYS", 1)  # the key of every table is 0
        patch.setattr(presence_feed, "LOOK_S", 3600.0)  # a test that asks who is there looks itself
        patch.setattr(app, "ComputerPlayers", lambda *_, **__: Counsel())
        patch.setattr(app, "Application", UsedAgain.begun)
        with TestClient(app.create_app(replace(Settings(folder, limits=False), **settings))) as client:
            yield Site(client)
        UsedAgain.idle.append(client.app)


def nearly_over(table: Table) -> Table:
    """Return a table as it is before the move that ends the game, where everybody makes the first legal move."""
    before = table
    while not table.match.over:
        seat, before = table.match.to_move[0], table
        table = table.with_moves(seat, [Step(table.match.legal(seat)[0], new_id())])
    return before


def name_of(table_id: str) -> str:
    """Return the id of a table from its address."""
    return table_id.removeprefix("/table/")
