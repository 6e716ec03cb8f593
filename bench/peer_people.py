"""People who play the stand-in of ``bench/peer`` on boardgame.io, as its own client does: by a socket, in JSON.

Socket.IO puts numbers before each text: 0 the server's greeting, 40 the place one enters, 2 and 3 whether the other is
still there, 42 an event with its arguments. No more of it is needed here.
"""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import httpx
import msgspec

from people import Page

GAME = "standin"
ASKED, ANSWER = "2", "3"
ENTER, EVENT = f"40/{GAME},", f"42/{GAME},"


def patched(whole: Any, patch: Sequence[Mapping[str, Any]]) -> Any:
    """Return what becomes of a JSON value by a JSON Patch (RFC 6902): add, remove, replace.

    >>> patched({"a": [1, 2]}, [{"op": "add", "path": "/a/-", "value": 3}, {"op": "remove", "path": "/a/0"}])
    {'a': [2, 3]}
    """
    for change in patch:
        *way, last = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]] or [""]
        place = whole
        for part in way:
            place = place[int(part) if isinstance(place, list) else part]
        if isinstance(place, dict):
            if change["op"] == "remove":
                del place[last]
            else:
                place[last] = change["value"]
        else:
            index = len(place) if last == "-" else int(last)
            end = index if change["op"] == "add" else index + 1
            place[index:end] = [] if change["op"] == "remove" else [change["value"]]
    return whole


class Peer:
    """A server of boardgame.io."""

    def __init__(self, address: str) -> None:
        """``address``: of the server."""
        self.address = address
        self.client = httpx.AsyncClient(timeout=60)

    async def post(self, path: str, content: dict[str, Any]) -> Any:
        """Ask the lobby."""
        return (await self.client.post(f"{self.address}/games/{GAME}/{path}", json=content)).raise_for_status().json()

    async def sit_down(self, chance: random.Random) -> Sequence[Page]:
        """Begin a table, and return the pages of its two people and of a spectator."""
        table = (await self.post("create", {"numPlayers": 2}))["matchID"]
        keys = [
            (await self.post(f"{table}/join", {"playerID": seat, "playerName": name}))["playerCredentials"]
            for seat, name in (("0", "Ana"), ("1", "Ben"))
        ]
        people = (("0", keys[0]), ("1", keys[1]), (None, None))
        return [PeerPage(self.address, table, seat, key) for seat, key in people]


class PeerPage(Page):
    """A client of boardgame.io; ``seat`` is none for a spectator."""

    def __init__(self, address: str, table_id: str, seat: str | None, key: str | None) -> None:
        """Open nothing yet."""
        super().__init__()
        self.address, self.table, self.seat, self.key = address, table_id, seat, key
        self.state: dict[str, Any] = {}

    def socket_address(self) -> tuple[str, dict[str, str]]:
        """Return where Socket.IO listens."""
        return f"ws{self.address.removeprefix('http')}/socket.io/?EIO=4&transport=websocket", {}

    async def greet(self) -> None:
        """Enter the game, and ask for the table."""
        await self.socket.recv()
        await self.socket.send(ENTER)
        await self.socket.recv()
        await self.emit("sync", self.table, self.seat, self.key, 2)

    async def emit(self, *event: Any) -> None:
        """Send an event with its arguments."""
        await self.socket.send(EVENT + msgspec.json.encode(event).decode())

    async def read(self, text: str) -> int | None:
        """Take in a state, or what has changed of it."""
        if text == ASKED:
            await self.socket.send(ANSWER)
        if not text.startswith(EVENT):
            return None
        name, _, *given = msgspec.json.decode(text.removeprefix(EVENT))
        if name == "sync":
            self.state = given[0]["state"]
        elif name == "patch" and given[0] == self.number:
            self.state = patched(self.state, given[2])
        else:
            return None
        return int(self.state["_stateID"])

    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.state) and "gameover" in self.state["ctx"]

    def to_do(self, chance: random.Random) -> dict[str, Any] | None:
        """Return a move that the rules of the stand-in allow."""
        if not self.state or self.seat is None or self.is_over():
            return None
        game, context = self.state["G"], self.state["ctx"]
        me = game["players"][int(self.seat)]
        if context["phase"] == "lay":
            return self.move("lay", *chance.sample(me["hand"], 2)) if self.seat in context["activePlayers"] else None
        if context["currentPlayer"] != self.seat:
            return None
        if me["toPerform"]:
            return self.move("performCard", chance.choice(me["toPerform"]))
        tiles = [tile for row in game["rows"] for tile in row if self.can_buy(me, game["tiles"][str(tile)])]
        return self.move("buy", chance.choice(tiles)) if tiles else self.move("endTurn")

    @staticmethod
    def can_buy(me: Mapping[str, Any], tile: Mapping[str, Any]) -> bool:
        """Whether this person has what the tile costs."""
        has_cubes = all(mine >= cost for mine, cost in zip(me["cubes"], tile["cost"], strict=True))
        return has_cubes and (me["workers"] > 0 or not tile["architect"])

    def move(self, name: str, *arguments: int) -> dict[str, Any]:
        """Return a move as the client of boardgame.io writes it."""
        payload = {"type": name, "args": arguments, "playerID": self.seat, "credentials": self.key}
        return {"type": "MAKE_MOVE", "payload": payload}

    async def send(self, step: dict[str, Any]) -> bool:
        """Send a move; who is refused hears nothing, and waits in vain."""
        await self.emit("update", step, self.number, self.table, self.seat)
        return True
