"""People who play Havana on Malecón: they read pages and send forms, as a browser does."""

import random
import re
from collections.abc import Sequence
from typing import Any

import httpx
import msgspec

from people import Page

NUMBER = re.compile(r'data-state="[^"-]*-(\d+)-')
FIELD = re.compile(r'<input type="hidden" name="(seat|mark|id)" value="([^"]*)">')
MOVE = re.compile(r'name="move" value="([^"]*)"')
PICKING = re.compile(r'<form class="picking"[^>]*data-parts="(\d+)".*?</form>', re.DOTALL)
PART = re.compile(r'name="part" value="([^"]*)"')


def joined(cookies: dict[str, str]) -> str:
    """Return cookies as a browser sends them."""
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


class Malecon:
    """Servers of Malecón that share their tables."""

    def __init__(self, addresses: Sequence[str]) -> None:
        """``addresses``: of the servers."""
        self.addresses = addresses
        self.client = httpx.AsyncClient(timeout=30, limits=httpx.Limits(max_connections=200))

    async def post(self, address: str, path: str, cookies: dict[str, str], form: dict[str, Any]) -> httpx.Response:
        """Send a form as a page does that is open."""
        headers = {"Malecon-Live": "yes", "Origin": address, "Cookie": joined(cookies)}
        answer = await self.client.post(address + path, data=form, headers=headers)
        cookies |= dict(answer.cookies)
        self.client.cookies.clear()
        return answer

    async def sit_down(self, chance: random.Random) -> Sequence[Page]:
        """Begin a table, and return the pages of its two people and of a spectator."""
        people: list[dict[str, str]] = [{}, {}, {}]
        begin = {"seat-1": "me", "seat-2": "free", "name-1": "Ana", "has-terms": "1", "listed": "1", "watched": "1"}
        table = (await self.post(self.addresses[0], "/new/havana", people[0], begin)).headers["location"]
        await self.post(self.addresses[-1], f"{table}/join", people[1], {"name": "Ben"})
        for person in people[:2]:
            await self.post(self.addresses[0], "/settings", person, {"name": "Ana", "quick": "on"})
        return [MaleconPage(self, chance.choice(self.addresses), table, person) for person in people]


class MaleconPage(Page):
    """A page of Malecón; whose cookies it has, and from which server it comes."""

    def __init__(self, house: Malecon, address: str, table_id: str, cookies: dict[str, str]) -> None:
        """Open nothing yet."""
        super().__init__()
        self.house, self.address, self.table, self.cookies = house, address, table_id, cookies
        self.main = ""

    def door(self) -> tuple[str, dict[str, str]]:
        """Return where frames come from, and whom they are for."""
        return f"ws{self.address.removeprefix('http')}{self.table}/live", {
            "Origin": self.address,
            "Cookie": joined(self.cookies),
        }

    async def greet(self) -> None:
        """Say nothing: the first frame comes unasked."""

    async def read(self, text: str) -> int:
        """Take in a page."""
        self.main = msgspec.json.decode(text)["main"]
        found = NUMBER.search(self.main)
        return int(found[1]) if found else self.number

    def is_over(self) -> bool:
        """Whether the page shows a result."""
        return 'class="result' in self.main

    def to_do(self, chance: random.Random) -> dict[str, Any] | None:
        """Return one of the forms on the page, filled in."""
        fields = dict(FIELD.findall(self.main))
        if 'value="confirm"' in self.main:
            return {**fields, "verb": "confirm"}
        if moves := MOVE.findall(self.main):
            return {**fields, "move": chance.choice(moves)}
        for form in PICKING.finditer(self.main):
            verb, *parts = PART.findall(form[0])
            return {**fields, "part": [verb, *chance.sample(parts, int(form[1]))]}
        return None

    async def send(self, move: dict[str, Any]) -> int | None:
        """Send a form; the answer is a page that shows it."""
        answer = await self.house.post(self.address, f"{self.table}/act", self.cookies, move)
        found = NUMBER.search(answer.text)
        return int(found[1]) if answer.status_code == 200 and found else None
