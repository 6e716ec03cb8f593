"""What strangers send: texts, numbers, TOML, JSON, records and forms that are deep, long, wide, bent or strange.

Every function takes a source of chance and returns one thing; the same source gives the same things.
"""

import copy
import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes

import malecon
from malecon.core.options import Kind

LONG = 60_000
SIGNS = "\x00\x1b\n\r\t\"'<>&%#:;=+-., 09azé\u202e\u2028²٣😀\ud800[]{}\\"
STRANGE = (
    "", "0", "-1", "1.5", "²", "٣", "9" * 20, "9" * 5000, "1e999", "0x" + "f" * 400, "nan", "null", "true",
    "\x00", "a\x00b", "\x1b[2J", "\u202eevil", "\ud800", "\ufeff", "😀" * 30, "e\u0301" * 40, "x" * 300, "x" * LONG,
    "../../etc/passwd", "' OR 1=1 --", "{0}", "{name}", "%s%n", "${x}", "[" * 400, '{"a":' * 400, "<script>",
)  # fmt: skip
FIELDS = (
    "seat", "mark", "id", "move", "part", "verb", "name", "language", "theme", "opponents", "level", "seat-1", "seat-2",
    "name-1", "name-2", "text", "number", "record", "at", "session", "typed", "password", "old", "address", "endpoint",
    "p256dh", "auth", "label", "token", "clock", "clock-minutes", "clock-hours", "leave", "alone", "edition", "tiles",
    "ships", "laws", "boards", "buildings", "market", "plantations", "has-sealed", "has-embassy", "wished", "game",
)  # fmt: skip
GOOD = {
    "seat": "1", "verb": "undo", "opponents": "1", "level": "random", "seat-1": "me", "seat-2": "person", "at": "0",
    "clock": "stock", "name": "Ana", "id": "x1", "mark": "0.0",
}  # fmt: skip
CHARSETS = ("punycode", "idna", "utf-7", "unicode_escape", "zlib", "undefined", "no-such", "utf-16")
Make = Callable[[Random], bytes]


def text(rng: Random, most: int = LONG) -> str:
    """Return a text: strange, of any signs, or of any Unicode; longer than ``most`` only now and then."""
    pick = rng.random()
    if pick < 0.6:
        word = rng.choice(STRANGE)
        return word if pick < 0.02 else word[:most]
    if pick < 0.8:
        return "".join(rng.choice(SIGNS) for _ in range(rng.randrange(60)))
    return "".join(chr(rng.randrange(0x110000)) for _ in range(rng.randrange(30)))


def raw(word: str) -> bytes:
    """Return a text as bytes, halves of surrogates too."""
    return word.encode("utf-8", "surrogatepass")


def quoted(rng: Random, word: str) -> str:
    """Return a text as part of an address; now and then bytes that are no UTF-8."""
    return quote_from_bytes(raw(word) if rng.random() < 0.9 else rng.randbytes(8), safe="")


def bent(data: bytes, rng: Random) -> bytes:
    """Return bytes with some places or lines changed, lost, doubled, or made long."""
    for _ in range(rng.randrange(1, 4)):
        lines = data.split(b"\n")
        first, place = rng.randrange(len(lines)), rng.randrange(len(data) + 1)
        patch = raw(text(rng))
        data = rng.choice([
            data[:place] + patch + data[place:],
            data[:place] + patch + data[place + 1 :],
            data[:place],
            b"\n".join(lines[:first] + lines[first + 1 :]),
            b"\n".join([*lines[:first], rng.choice(lines), *lines[first:]]),
            b"\n".join([*lines[:first], lines[first] * rng.randrange(2, 50), *lines[first + 1 :]]),
        ])  # fmt: skip
    return data[: LONG + 3000]


@cache
def examples() -> dict[str, bytes]:
    """Return the data files that come with the games, by the names of the options."""
    return {
        option.name: (files(f"malecon.games.{game.name}") / "data" / option.example).read_bytes()
        for game in malecon.games.values()
        for option in game.options
        if option.kind is Kind.FILE
    }


def toml(rng: Random) -> bytes:
    """Return an owner's file, up to 60 KB."""
    count = rng.choice([3, 13, 300, 2000, 20_000])
    pick = rng.choice([1, 2])
    wide = min(count, 6000)
    made = [
        "a" + ".a" * count + " = 1",
        "[" + "a." * count + "a]",
        "[[" + "a." * count + "a]]\n" * pick,
        'x = """a""""\n' + "b" + ".b" * count + " = 1",
        "x = 'it''\n" + '"b"' + '."b"' * count + " = 1",
        "building = " + "[" * count,
        "building = " + "[" * count + "]" * count,
        "building = " + "{a = " * count,
        "building = [" + "{id = 1}, " * wide + "]",
        "building = [\n" + "{id = 1},\n" * wide + "]",
        "building = [" + "1, " * wide + "]",
        "\n".join(f"a{number} = 1" for number in range(wide)),
        "\n".join(f"[a{number}]" for number in range(wide)),
        "\n".join(f"[a.b.c{number}]" for number in range(min(wide, 3000))),
        "[[building]]\n" * min(wide, 4000),
        "[[building]]\nid = " + "9" * count,
        "[[building]]\nid = 0x" + "f" * count,
        "[[building]]\nid = 1e" + "9" * count,
        "[[building]]\nid = " + "1_" * count + "1",
        "[[building]]\nid = 1979-05-27T07:32:00." + "9" * count,
        "[[building]]\nname = '" + "x" * count + "'",
        "[[building]]\nname = '''" + "x\n" * wide + "'''",
        '[[building]]\nname = "' + "\\n" * count + '"',
        '[[building]]\nname = "' + '\\"' * count,
        "#" * count + "\n" * wide,
    ]
    return bent(rng.choice(made).encode()[:LONG], rng) if rng.random() < 0.3 else rng.choice(made).encode()[:LONG]


def own_file(rng: Random) -> bytes:
    """Return an owner's file: hostile, or a good one that is bent."""
    return toml(rng) if rng.random() < 0.7 else bent(rng.choice(list(examples().values())), rng)


def value(rng: Random, depth: int = 3) -> Any:
    """Return any plain data."""
    leaf = [None, True, 0, -1, 1, 127, 128, 2**31, 2**63, 2**64, 10**30, 1.5, 1e308, float("inf"), "9", text(rng)]
    if depth == 0 or rng.random() < 0.7:
        return rng.choice(leaf)
    many = rng.choice([0, 1, 2, 5, 2000 if depth == 3 else 9])
    if rng.random() < 0.5:
        return [value(rng, depth - 1)] * many
    return {f"k{number}": value(rng, depth - 1) for number in range(min(many, 300))}


def changed(data: Any, rng: Random) -> Any:
    """Return plain data in which some values are others, missing or new."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice([1, 1, 2])):
        place, key = {"": data}, ""
        inner: Any = place
        while isinstance(inner[key], dict | list) and inner[key] and rng.random() < 0.85:
            inner = inner[key]
            key = rng.choice(list(inner) if isinstance(inner, dict) else range(len(inner)))
        if isinstance(inner, dict) and inner is not place and rng.random() < 0.2:
            del inner[key]
        elif isinstance(inner, dict) and rng.random() < 0.1:
            inner[text(rng)] = value(rng)
        else:
            inner[key] = nearby(inner[key], rng)
        data = place[""]
    return data


def nearby(old: Any, rng: Random) -> Any:
    """Return another value instead of one: often of the same sort."""
    if isinstance(old, bool) or rng.random() < 0.4:
        return value(rng)
    if isinstance(old, int):
        return old + rng.choice([-1, 1, 2, 10, -100, 2**31, 10**18])
    if isinstance(old, list):
        return rng.choice([old[1:], old * 2, old[::-1], (old * 400)[:400], [old]])
    return value(rng)


def json_body(rng: Random, good: Any) -> bytes:
    """Return a body for the API: bent, deep, wide, or with other values than a good one."""
    count = rng.choice([20, 900, LONG // 5])
    pick = rng.random()
    if pick < 0.6:
        return json.dumps(changed(good, rng)).encode()
    if pick < 0.7:
        return bent(json.dumps(good).encode(), rng)
    options = rng.choice(['{"options":', '{"game":"havana","seats":', '{"seat":', ""])
    return (
        options
        + rng.choice(
            ["[" * count, '{"a":' * count, "9" * count, '"' + "\\u0000" * min(count, 9000), '"\\ud800"', "-", "1e999"]
        )
    ).encode()[:LONG]


@cache
def played(game: str, seed: int, moves: int) -> tuple[str, Any]:
    """Return the record of a random game of all seats after so many moves, and its position."""
    rng, match = Random(seed), malecon.games[game].start(malecon.games[game].seats[-1], seed)
    while not match.over and match.number < moves:
        seat = match.to_move[0]
        match.play(seat, rng.choice(match.legal(seat)))
    return match.record(), match.position()


def position(rng: Random) -> bytes:
    """Return a record that begins with a position: changed, deep, wide or bent."""
    name = rng.choice(list(malecon.games))
    game = malecon.games[name]
    _, good = played(name, rng.randrange(3), rng.choice([0, 9, 60, 150]))
    count = rng.choice([20, 900, 40_000])
    deep = rng.choice(
        ["[" * count, '{"a":' * count, "9" * count, "[" + "1," * (count // 2) + "1]", '"' + '\\"' * count]
    )
    content = json.dumps(changed(good, rng)) if rng.random() < 0.8 else deep
    head = f"{name} {game.version}\nseats {game.seats[-1]}\nposition "
    made = f"{head}{content}\n".encode()
    return made[:LONG] if rng.random() < 0.8 else bent(made, rng)


def record(rng: Random) -> bytes:
    """Return a record: bent, with a wrong end after a whole game, with strange seats, or of very many lines."""
    name = rng.choice(list(malecon.games))
    good = played(name, rng.randrange(3), rng.choice([0, 30, 2000]))[0].encode()
    head, _, moves = good.partition(b"\n\n")
    seat = raw(rng.choice(["²", "٣", "9" * 5000, "0", "00001", "999", "-1", "\x001"]))
    many = rng.choice([100, 3000, 20_000])
    made = [
        bent(good, rng),
        good.replace(b"\nresult ", b"\nresult 1 "),
        head + b"\n\n" + seat + b" pass\n" + moves,
        head + b"\n\n" + moves[:2000] + b"1 x\n" * many,
        head + b"\n" + b"name 1 Ana\n" * many + b"\n" + moves,
        head + b"\n" + b"tile 1: 1 point\n" * many,
        head + b"\nages " + b"1 " * many + b"\n",
        good.replace(b"seed ", b"seed " + b"9" * many),
        b"#" * many + b"\n" * many + good,
    ]
    return rng.choice(made)[:LONG]


def file_for(rng: Random) -> bytes:
    """Return a file that a form brings."""
    makers: list[Make] = [own_file, record, position, lambda rng: rng.randbytes(rng.randrange(2000))]
    return rng.choice(makers)(rng)


def fields(rng: Random) -> list[tuple[str, bytes]]:
    """Return the fields of a form: some good, some with anything in them, some unknown, sometimes very many."""
    if rng.random() < 0.05:
        return [(f"f{number}", b"") for number in range(rng.choice([99, 101, 9000]))]
    found = [(name, raw(GOOD[name])) for name in rng.sample(sorted(GOOD), rng.randrange(len(GOOD)))]
    for _ in range(rng.randrange(5)):
        name = rng.choice(FIELDS) if rng.random() < 0.9 else text(rng)
        found.append((name, file_for(rng) if rng.random() < 0.3 else raw(text(rng))))
    return found


def url_encoded(rng: Random) -> tuple[str, bytes]:
    """Return content type and body of a form."""
    pairs = [f"{quoted(rng, name)}={quote_from_bytes(content, safe='')}" for name, content in fields(rng)]
    body = "&".join(pairs).encode() if rng.random() < 0.9 else b"&" * rng.choice([90, LONG])
    return "application/x-www-form-urlencoded", body[: LONG + 3000]


def part(rng: Random, boundary: str, name: str, content: bytes) -> bytes:
    """Return a part of a form with files: sometimes with an odd charset, or too many headers."""
    is_file = name in (*examples(), "record") or rng.random() < 0.3
    head = b"--" + raw(boundary) + b'\r\nContent-Disposition: form-data; name="' + raw(name) + b'"'
    head += b'; filename="f"' if is_file else b""
    head += f"\r\nContent-Type: text/plain; charset={rng.choice(CHARSETS)}".encode() if rng.random() < 0.3 else b""
    return head + b"\r\n" + (b"X: y\r\n" * 9 if rng.random() < 0.05 else b"") + b"\r\n" + content + b"\r\n"


def multipart(rng: Random) -> tuple[str, bytes]:
    """Return content type and body of a form with files, sometimes broken."""
    boundary = rng.choice(["b", "b", "b", "x" * 300, "é", ""])
    body = b"".join(part(rng, boundary, name, content) for name, content in fields(rng)[:1000])
    body += b"--" + raw(boundary) + rng.choice([b"--\r\n", b"--\r\n", b"", b"-"])
    return f"multipart/form-data; boundary={boundary}", body[: LONG + 3000]


def headers(rng: Random) -> Mapping[str, str]:
    """Return headers that no browser would send."""
    many = rng.choice([10, 99, 3000])
    made = [
        {"accept-language": ",".join(f"x{n};q=0.{n}" for n in range(many))},
        {"accept-language": "fr;q=" + "9" * many},
        {"cookie": "; ".join(f"c{n}={n}" for n in range(many))},
        {"cookie": f"malecon={quoted(rng, text(rng))[:6000]}"},
        {"cookie": 'malecon="\\000\\377' + "\\" * many},
        {"host": rng.choice(["[", "[::1", "a:b:c", "\x00", "x" * many, "", "é", "localhost:99999999", "//"])},
        {"content-type": rng.choice(["multipart/form-data", "a" * many, ";" * many, "text/plain; charset=punycode"])},
        {"content-length": rng.choice(["-1", "x", "9" * 30, "9" * 5000, "²"])},
        {"content-encoding": rng.choice(["gzip", "br", "deflate"])},
        {"user-agent": text(rng)[:3000], "malecon-live": text(rng)[:3000]},
        {"authorization": "Bearer " + quoted(rng, text(rng))[:6000]},
        {"origin": rng.choice(["null", "http://x", "[", "http://[", text(rng)[:500]])},
        {"sec-fetch-site": rng.choice(["cross-site", "same-origin", ""])},
        {f"x-{number}": "y" for number in range(many)},
        {"x": "y" * many * 10},
    ]
    return rng.choice(made)
