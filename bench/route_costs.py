"""The processor time of each route, with the dearest inputs within the bounds: milliseconds, by route.

``MALECON_JIT=0 PYTHONPATH=tests python bench/route_costs.py`` measures and compares with the classes of
``web/routes.py``; with ``--write`` it renews ``bench/route_costs.toml``, with which a test compares them. It takes a
minute or two. The rules run plain, as in a server; computer players and hints think in other processes, and are left
out.

The site has in each game a table of five or four people in the middle of a long game with much chat, a finished table,
an uploaded record of a long game, and somebody with a hundred tables. Each route is asked some times, and the least
counts, of what is seen the first time: nothing that was drawn before is used again, but texts, templates and indexes
are loaded.
"""

import argparse
import logging
import sys
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec

import malecon
from malecon.storage.sessions import make_token
from malecon.tables.commands import Action
from malecon.tables.table_header import new_id
from malecon.web.http.api_error import PATH
from malecon.web.http.rate_limiter import CHEAP
from malecon.web.routes import API_ROUTES, ROUTES
from waiting import finish
from web import hostile
from web.fuzz import BODIES, Attack, handle
from web.visiting import Site, Visitor, name_of, visiting

TABLE_FILE = Path(__file__).with_name("route_costs.toml")
MILLI = 1000
NOISE = 1.2
"""How far a figure may be above its class."""
REPETITIONS = 3
OWN_TABLES, REMARKS, MOVES = 100, 60, 250
QUERY = "con pla pro car shi pes bui mar pri res cha rou tra"
STATIC_ROUTE = "GET /static/{file}"
MISSING_ROUTE = "GET /{missing}"


@dataclass(frozen=True, slots=True)
class Place:
    """What the addresses of a game name, and who asks for them.

    Attributes:
        live, finished: names of tables.
        record: the name of a record.
        moves: of the record.
        invitation, link: secrets.
        ana: sits everywhere. token: of her program.
        option: with a file.
    """

    game: str
    live: str
    finished: str
    record: str
    moves: int
    invitation: str
    link: str
    ana: Visitor
    token: str
    option: str


def prepared(site: Site, game: str) -> Place:
    """Return the dearest things of a game on a site."""
    seats = max(malecon.games[game].seats)
    people = [site.somebody(name=f"{name} {'x' * 30}") for name in ("Ana", "Ben", "Eva", "Tom", "Lea")[:seats]]
    ana = people[0]
    for _ in range(OWN_TABLES):
        site.open(*people, game=game)
    live, finished = site.open(*people, game=game), site.open(*people, game=game)
    _play(site, live, MOVES)
    _play(site, finished, 10_000)
    for number in range(REMARKS):
        site.call(site.tables.seats.say, name_of(live), ana.id, f"{number} " + "blah " * 90)
    text = max((hostile.played(game, seed, 2000)[0] for seed in range(10)), key=len)
    record = ana.post("/records", files={"record": text.encode()}).headers["location"].split("/")[2]
    open_table = ana.post(f"/new/{game}", {"seat-1": "me", "seat-2": "free", "listed": "yes"}).headers["location"]
    invitation = next(each.invitation for each in site.look(open_table).occupants if each.invitation)
    services = site.client.app.state.services
    return Place(
        game,
        name_of(live),
        name_of(finished),
        record,
        malecon.replay(text).number,
        invitation,
        site.call(services.sessions.make_link, ana.id, ana.cookie["Cookie"].partition("=")[2]),
        ana,
        finish(make_token(services.store, ana.id, "bench")),
        next(option.name for option in malecon.games[game].options if option.example),
    )


def _play(site: Site, table_id: str, most: int) -> None:
    """Make random moves at a table of people."""
    rng, name = Random(7), name_of(table_id)

    async def play() -> None:
        for _ in range(most):
            table = await site.tables.find(name)
            if table.match.over:
                return
            seat = table.match.to_move[0]
            ahead, _ = table.preview(seat)
            person, mark = str(table.occupants[seat].person), table.revision(seat)
            move = rng.choice(ahead.legal(seat))
            await site.tables.step(Action(name, person, seat, mark, new_id()), move, quick=True)

    site.call(play)


def attacks(place: Place, method: str, path: str) -> Iterator[Attack]:
    """Yield dear requests of a route; several, of which the dearest counts."""
    head: tuple[tuple[str, str], ...]
    head = (("cookie", place.ana.cookie["Cookie"]), ("origin", "http://testserver.local"), ("host", "testserver.local"))
    if path.startswith(PATH):
        head = (("authorization", f"Bearer {place.token}"), ("host", "testserver.local"))
    for table in (place.live, place.finished) if "{table_id" in path or "/table/{origin" in path else ("",):
        for number in (1, 40) if "{number" in path else (1,):
            named = {
                "table_id:str": table,
                "origin:str": table or place.record,
                "game:str": place.game,
                "name:str": place.record,
                "invitation:str": place.invitation,
                "link:str": place.link,
                "number:int": str(number),
                "at:int": str(place.moves - 1),
                "eyes:int": "0",
                "form:str": "json",
                "option:str": place.option,
                "token:str": "x" * 43,
            }
            address = path
            for part, word in named.items():
                address = address.replace("{" + part + "}", word)
            yield from _requests(place, method, path, address, head)


def _requests(
    place: Place, method: str, path: str, address: str, head: tuple[tuple[str, str], ...]
) -> Iterator[Attack]:
    """Yield requests of an address."""
    if method == "WEBSOCKET":
        yield Attack("", "GET", f"{address}?seat=1", head, socket=True)
    elif method == "GET":
        queries = [{"seat": "1", "at": place.moves - 1, "viewer": "1", "topic": "ships", "q": QUERY, "known": "x"}, {}]
        for query in queries:
            yield Attack("", "GET", f"{address}?{urlencode(query)}", head)
    elif path.startswith(PATH):
        for body in [each["value"] for each in BODIES.get(path.replace(":str", ""), {}).values()] or [{}]:
            yield Attack("", "POST", address, (*head, ("content-type", "application/json")), msgspec.json.encode(body))
        if path == f"{PATH}/tables":
            chairs = [{"who": "me"}, {"who": "computer", "level": "easy"}]
            faulty: tuple[list[Any], ...] = (
                [1] * 30_000,
                [{}] * 20_000,
                [{"cost": {f"nàm{at}": 1 for at in range(4000)}}],
            )
            for wrong in faulty:
                options = {place.option: wrong}
                body = {"game": place.game, "seats": chairs, "options": options}
                json_body = msgspec.json.encode(body)
                yield Attack("", "POST", address, (*head, ("content-type", "application/json")), json_body)
    else:
        seats = {f"seat-{seat}": "person" for seat in range(1, max(malecon.games[place.game].seats) + 1)}
        form = {"seat": "1", "verb": "undo", "name": "Ana", "text": "hello", "seat-1": "me", "password": "x" * 20}
        kind = (("content-type", "application/x-www-form-urlencoded"),)
        yield Attack("", "POST", address, head + kind, urlencode(form | seats | {"seat-1": "me"}).encode())
        if path == "/new/{game:str}":
            yield Attack(
                "", "POST", address, (*head, ("content-type", "multipart/form-data; boundary=b")), _files(place)
            )
        if path == "/records":
            record, boundary = (
                hostile.played(place.game, 3, 2000)[0].encode(),
                b"--b\r\nContent-Disposition: form-data; ",
            )
            body = boundary + b'name="record"; filename="f"\r\n\r\n' + record + b"\r\n--b--\r\n"
            yield Attack("", "POST", address, (*head, ("content-type", "multipart/form-data; boundary=b")), body)


def _files(place: Place) -> bytes:
    """Return a form with a file for each kind of data, in which all words are wrong, each nearly right."""
    wrong = "".join(f'cost."{"nàme" * 4}{number}"=1\n' for number in range(380))
    parts = []
    for option in malecon.games[place.game].options:
        if option.own:
            text = f"[[{option.own.file.__struct_fields__[0]}]]\n{wrong}"
            head = f'--b\r\nContent-Disposition: form-data; name="{option.name}"; filename="f"\r\n\r\n'
            parts.append(f"{head}{text}\r\n")
    return ("".join(parts) + "--b--\r\n").encode()


def routes() -> Iterator[tuple[str, str, int]]:
    """Yield method, path and cost class of each route."""
    yield from ((route.method, route.path, route.cost) for route in ROUTES)
    yield from ((route.method, f"{PATH}{route.path}", route.cost) for route in API_ROUTES)


RESIGNING = "/table/{table_id:str}/resign", f"{PATH}/tables/{{table_id:str}}/resign"
DESTRUCTIVE = (*RESIGNING, "/me/delete", "/me/sign-out", "/me/sessions", "/come/{link:str}", "/tokens/end")
"""Posts after which nobody plays, or is there, any more; they are asked last."""


def measured(folder: Path) -> dict[str, float]:
    """Return the milliseconds of each route."""
    found: dict[str, float] = {}
    with visiting(folder, tables=10_000) as site:
        places = [prepared(site, game) for game in malecon.games]
        order = sorted(routes(), key=lambda route: route[0] == "POST" and route[1] in DESTRUCTIVE)
        for method, path, _ in order:
            costs = [_cost(site, place, attack) for place in places for attack in attacks(place, method, path)]
            found[f"{method} {path}"] = max(costs)
        for name, address in ((STATIC_ROUTE, "/static/client.js"), (MISSING_ROUTE, "/there/is/nothing")):
            found[name] = max(_cost(site, place, Attack("", "GET", address)) for place in places)
    return found


def _cost(site: Site, place: Place, attack: Attack) -> float:
    """Return the milliseconds of a request, the least of some times; nothing that was drawn before is at hand."""
    services, least = site.client.app.state.services, float("inf")
    for _ in range(REPETITIONS):
        services.rendered._pages.clear()
        with suppress(TimeoutError):
            status, seconds, _ = site.call(handle, site.client.app, attack)
            if "-v" in sys.argv:
                print(status, f"{MILLI * seconds:.1f}", attack.method, attack.address[:100], flush=True)
            least = min(least, MILLI * seconds)
    return least


def main() -> int:
    """Measure, print, and compare; 1 if a route is dearer than its class."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--write", action="store_true", help="renew the table")
    asked.add_argument("-v", action="store_true", help="print each request")
    told = asked.parse_args()
    logging.disable()
    with tempfile.TemporaryDirectory() as folder:
        found = measured(Path(folder))
    classes = {f"{method} {path}": cost for method, path, cost in routes()}
    dearer = 0
    for name, cost in sorted(found.items(), key=lambda each: -each[1]):
        weighed = classes.get(name, CHEAP)
        is_dearer = cost > NOISE * weighed
        dearer += is_dearer
        print(f"{cost:8.1f} ms  weighed {weighed:4d}  {name}{'  DEARER' if is_dearer else ''}")
    if told.write:
        lines = [f'"{name}" = {cost:.1f}' for name, cost in sorted(found.items())]
        TABLE_FILE.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")
    return 1 if dearer else 0


HEAD = """# Milliseconds of processor time of each route, with the dearest inputs within the bounds.
# Written by bench/route_costs.py --write; tests/web/test_route_costs.py compares them with web/routes.py.
"""

if __name__ == "__main__":
    sys.exit(main())
