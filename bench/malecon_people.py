"""People who play on Malecón: they keep the parts of a page as a browser does, and send its forms."""

import asyncio
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import urlencode

import httpx
import msgspec

from people import Page

FIELD = re.compile(r'<input type="hidden" name="(seat|mark)" value="([^"]*)">')
MOVE = re.compile(r'name="move" value="([^"]*)"')
PICKING = re.compile(r'<form class="picking"[^>]*data-parts="(\d+)".*?</form>', re.DOTALL)
PART = re.compile(r'<input[^>]* name="part" value="([^"]*)"')
RADIO = re.compile(r'<input type="radio"[^>]* name="part" value="([^"]*)"')
NUMBER = re.compile(r'<input type="number" name="part" min="(\d+)" max="(\d+)"')
SLOT = re.compile(r"<~(\w+) ([^>]+)>")
TAG = re.compile(r"<(/?)(\w+)([^>]*?)(/?)>")
ID = re.compile(r' id="([^"]+)"')
SEPARATOR = "\x1e"
"""Stands before each part of a frame."""
VOID = {"br", "hr", "img", "input", "link", "meta"}


def parts_of(html: str) -> dict[str, str]:
    """Return the elements of a whole page that have an id, by id; each has slots where others of them stand.

    >>> parts_of('<main id="a"><p id="b">x</p></main>')
    {'b': '<p id="b">x</p>', 'a': '<main id="a"><~p b></main>'}
    """
    parts: dict[str, str] = {}
    stack: list[tuple[str, str, str]] = []  # tag, id, the text before it
    text, place = "", 0
    for found in TAG.finditer(html):
        closes, tag, attributes, ends = found.groups()
        text, before, place = text + html[place : found.start()], text + html[place : found.start()], found.end()
        if closes:
            _, name, outer = stack.pop()
            text += found[0]
            if name:
                parts[name], text = text, f"{outer}<~{tag} {name}>"
            else:
                text = outer + text
        elif ends or tag in VOID:
            text += found[0]
        else:
            named = ID.search(attributes)
            stack.append((tag, named[1] if named else "", before))
            text = found[0]
    return parts


def composed(parts: Mapping[str, str], name: str) -> str:
    """Return the HTML of a part with all that stands in its slots."""
    return SLOT.sub(lambda slot: composed(parts, slot[2]), parts[name])


def joined(cookies: Mapping[str, str]) -> str:
    """Return cookies as a browser sends them."""
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


class Malecon:
    """Servers of Malecón that share their tables."""

    def __init__(self, addresses: Sequence[str], game: str) -> None:
        """``addresses``: of the servers. ``game``: that is played."""
        self.addresses, self.game = addresses, game
        self.client = httpx.AsyncClient(timeout=60)

    async def post(self, path: str, cookies: dict[str, str], form: dict[str, str]) -> str:
        """Send a form as a page without scripts does, and return where the answer leads."""
        address = self.addresses[0]
        headers = {"Origin": address, "Cookie": joined(cookies)}
        answer = await self.client.post(address + path, data=form, headers=headers)
        cookies |= dict(answer.cookies)
        self.client.cookies.clear()
        return answer.headers["location"]

    async def sit_down(self, chance: random.Random) -> Sequence[Page]:
        """Begin a table, and return the pages of its two people and of a spectator."""
        people: list[dict[str, str]] = [{}, {}, {}]
        begin = {"seat-1": "me", "seat-2": "free", "name-1": "Ana", "has-terms": "1", "listed": "1", "watched": "1"}
        table = await self.post(f"/new/{self.game}", people[0], begin)
        await self.post(f"{table}/join", people[1], {"name": "Ben"})
        for person in people[:2]:
            await self.post("/settings", person, {"name": "Ana", "quick": "on"})
        return [MaleconPage(chance.choice(self.addresses), table, person) for person in people]


class MaleconPage(Page):
    """A page of Malecón; whose cookies it has, and from which server it comes."""

    def __init__(self, address: str, table_id: str, cookies: dict[str, str]) -> None:
        """Open nothing yet."""
        super().__init__()
        self.address, self.table, self.cookies = address, table_id, cookies
        self.state, self.parts = "", dict[str, str]()
        self.sent, self.answered = 0, asyncio.Future[bool]()

    def socket_address(self) -> tuple[str, dict[str, str]]:
        """Return where frames come from, and whom they are for."""
        headers = {"Origin": self.address, "Cookie": joined(self.cookies)}
        return f"ws{self.address.removeprefix('http')}{self.table}/live", headers

    async def greet(self) -> None:
        """Say nothing: the first frame comes unasked."""

    async def read(self, text: str) -> int | None:
        """Take in a frame, or an answer; one that does not follow what is shown would leave a gap."""
        head, *parts = text.split(SEPARATOR)
        frame = msgspec.json.decode(head)
        if "answer" in frame:
            self.answered.set_result("error" not in frame)
            return None
        if before := frame.get("after", ""):
            assert before == self.state, "a frame is missing"
            self.parts |= {named[1]: part for part in parts if (named := ID.search(part))}
        else:
            self.parts = parts_of(parts[0])
        self.state = frame["state"]
        return int(frame["number"])

    def is_over(self) -> bool:
        """Whether the page shows a result."""
        return 'id="result"' in self.parts["main"]

    def to_do(self, chance: random.Random) -> list[tuple[str, str]] | None:
        """Return one of the forms on the page, filled in."""
        fields = FIELD.findall(composed(self.parts, "act"))
        html = composed(self.parts, "main")
        if 'value="confirm"' in html:
            return [*fields, ("verb", "confirm")]
        ways = [[("move", move)] for move in MOVE.findall(html)] + [*picked(html, chance)]
        return [*fields, *chance.choice(ways)] if ways else None

    async def send(self, step: list[tuple[str, str]]) -> bool:
        """Send a form as a page does whose socket is open."""
        self.sent, self.answered = self.sent + 1, asyncio.Future[bool]()
        await self.socket.send(f"{self.sent} {urlencode(step)}")
        return await self.answered


def picked(html: str, chance: random.Random) -> Iterator[list[tuple[str, str]]]:
    """Yield the forms in which a move is put together, with things picked at random."""
    for form in PICKING.finditer(html):
        verb, *parts = PART.findall(form[0])
        radios = RADIO.findall(form[0])
        chosen = [chance.choice(radios)] if radios else chance.sample(parts, int(form[1]))
        chosen += [str(chance.randint(int(least), int(most))) for least, most in NUMBER.findall(form[0])]
        yield [("part", part) for part in (verb, *chosen)]
