"""People who play over HTTP while their server is killed: what was not answered is sent again with its id."""

import itertools
import random
import threading
from dataclasses import dataclass, field
from typing import Any

from httpx import Client, HTTPError, Response

from malecon.tables.table_header import new_id
from tables.ledger import Ledger

PEOPLE = 6
MOST_TABLES = 3
"""Unfinished ones that a person begins."""
DONE, REFUSED = (200, 201, 303), (403, 404, 409, 422)
OVER = ("over", "closed")
COOKIE = "malecon"
NUMBERS = itertools.count()


@dataclass
class Sent:
    """A request whose answer did not come, and what its acknowledgement would mean."""

    path: str
    body: dict[str, Any]
    key: tuple[str, ...]
    thing: str


@dataclass
class Player:
    """Somebody with a program and a browser."""

    id: str
    token: str
    cookie: str
    ledger: Ledger
    chance: random.Random
    failure: BaseException | None = None
    unanswered: Sent | None = None
    began: int = 0
    tables: list[str] = field(default_factory=list)

    def play(self, address: str, stop: threading.Event) -> None:
        """Do one thing after the other until the server is gone."""
        browser = {"Cookie": f"{COOKIE}={self.cookie}", "Sec-Fetch-Site": "same-origin", "Origin": address}
        try:
            with (
                Client(base_url=f"{address}/api/v1", headers={"Authorization": f"Bearer {self.token}"}) as program,
                Client(base_url=address, headers=browser) as page,
            ):
                self._send_again(program)
                while not stop.is_set():
                    self._do_something(program, page)
        except HTTPError:
            return  # the server is gone
        except BaseException as error:
            self.failure = error

    def _send_again(self, program: Client) -> None:
        if self.unanswered is not None:
            self.ledger.note_resent()
            self._act(program, self.unanswered)

    def _do_something(self, program: Client, page: Client) -> None:
        what = self.chance.random()
        if not self.tables or (what < 0.05 and self.began < MOST_TABLES):
            self._begin(program)
        elif what < 0.1:
            self._join(program)
        elif what < 0.2:
            self._say(page)
        else:
            self._move(program, self.chance.choice(self.tables))

    def _begin(self, program: Client) -> None:
        game = self.chance.choice(("havana", "cuba"))
        chairs = [{"who": "me", "name": "P"}, {"who": "free"}]
        answer = program.post("/tables", json={"game": game, "seats": chairs, "listed": True})
        assert answer.status_code == 201, answer.text
        table = answer.json()["id"]
        self.ledger.note("tables", self.id, thing=table)
        self.tables.append(table)
        self.began += 1

    def _join(self, program: Client) -> None:
        free = [each["id"] for each in program.get("/lobby").json() if each["id"] not in self.tables]
        if not free:
            return
        table = self.chance.choice(free)
        answer = program.post(f"/tables/{table}/join", json={"name": f"Q{next(NUMBERS)}"})
        if is_done(answer):
            self.ledger.note("seats", table, thing=self.id)
            self.tables.append(table)

    def _say(self, page: Client) -> None:
        table, text = self.chance.choice(self.tables), f"Remark {next(NUMBERS)}"
        if is_done(page.post(f"/table/{table}/say", data={"text": text})):
            self.ledger.note("messages", table, self.id, thing=text)

    def _move(self, program: Client, table: str) -> None:
        """Take a step, or confirm what is held."""
        seen = program.get(f"/tables/{table}").json()
        seat = seen["viewer"]
        if seen["phase"] in OVER:
            self.tables.remove(table)
            self.began -= seat == 0  # who began it
        elif seen["held"]:
            self._confirm(program, table, seen)
        elif seen["legal"]:
            self._step(program, table, seen)

    def _step(self, program: Client, table: str, seen: dict[str, Any]) -> None:
        seat = seen["viewer"]
        move = self.chance.choice(seen["legal"])
        move_id = new_id()
        body = {"seat": seat, "mark": seen["mark"], "id": move_id, "move": move["move"]}
        verb = self.chance.choice(("play", "step"))
        self._act(program, Sent(f"/tables/{table}/{verb}", body, ("moves", table, str(seat)), move_id))

    def _confirm(self, program: Client, table: str, seen: dict[str, Any]) -> None:
        """Confirm a turn; it has no thing of its own in the log."""
        body = {"seat": seen["viewer"], "mark": seen["mark"], "id": new_id()}
        is_done(program.post(f"/tables/{table}/confirm", json=body))

    def _act(self, program: Client, sent: Sent) -> None:
        self.unanswered = sent
        answer = program.post(sent.path, json=sent.body)
        self.unanswered = None
        if is_done(answer):
            self.ledger.note(*sent.key, thing=sent.thing)


def is_done(answer: Response) -> bool:
    """Tell whether something was acknowledged; a refusal is none, anything else is wrong."""
    assert answer.status_code in (*DONE, *REFUSED, 503), f"{answer.status_code}: {answer.text[:300]}"
    return answer.status_code in DONE
