"""A bot for Malecón: it sits down at open tables, and plays wherever it sits: at random, or as a level advises.

It needs nothing but Python, the address of a site, and a token of yours (from the page /tokens):
    MALECON_ADDRESS=http://127.0.0.1:8000 MALECON_TOKEN=... python examples/bot.py [LEVEL]
"""

import json
import os
import random
import sys
import time
import uuid
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API, TOKEN = os.environ["MALECON_ADDRESS"].rstrip("/") + "/api/v1", os.environ["MALECON_TOKEN"]


def ask(path, **body):
    """Return the answer to a request, a POST if it has a body; ``None`` if it was refused."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    request = Request(API + path, json.dumps(body).encode() if body else None, headers)
    while True:
        try:
            return json.load(urlopen(request, timeout=60))
        except HTTPError as error:
            is_ours = "Malecon-Report" in error.headers  # else a proxy does not reach the server
            trouble = json.load(error)["error"] if is_ours else {"kind": "storage"}
            if trouble["kind"] == "token":
                sys.exit(trouble["message"])
            if trouble["kind"] not in ("too_often", "storage"):
                return print(trouble["message"], file=sys.stderr)
            time.sleep(trouble.get("retry_after", 5))
        except OSError:  # the server is away for a moment; what is sent again with its id is done once
            time.sleep(5)


def play(table, seat):
    """Make moves for a seat as long as it is to move."""
    seen = ask(f"{table}?seat={seat}")
    while seen and seen["legal"]:
        moves = [choice["move"] for choice in seen["legal"]]
        for level in sys.argv[1:]:
            moves = [hint["move"] for hint in ask(f"{table}/hint?seat={seat}&level={level}") or []][:1] or moves
        move = random.choice(moves)
        seen = ask(f"{table}/play", seat=seat, move=move, mark=seen["mark"], id=uuid.uuid4().hex)


known = {}
while True:
    mine = {f"/tables/{table['id']}": table for table in ask("/tables") if table["finished"] is None}
    awaited = [(path, seat) for path, table in mine.items() for seat in table["awaited"]]
    for path, seat in awaited:
        play(path, seat)
    for path in {f"/tables/{table['id']}" for table in ask("/lobby")} - set(mine):
        ask(f"{path}/join", name=f"Robot {random.randrange(1000)}")
    watched = random.choice([*mine] or [None])
    seen = ask(f"{watched}?known={known.get(watched, '')}&wait=5") if watched else time.sleep(1)
    known[watched] = seen and seen["state"]
