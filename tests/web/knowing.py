"""How browsers come to know people, for the tests: links, names and passwords."""

import re

import pytest
from argon2 import PasswordHasher
from httpx import Response
from sqlalchemy import delete

from malecon.services import passwords
from malecon.storage.schema import ATTEMPTS
from web.visiting import Site, Visitor

GOOD = "sand between two tides"
OTHER = "another sea and its wall"
PHONE = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36"
"""How a browser of a phone names itself."""


def try_anew(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody have tried anything yet, and keep passwords with less work than in earnest."""
    hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "HASHER", hasher)
    monkeypatch.setattr(passwords, "DUMMY_HASH", hasher.hash("of nobody"))
    with site.tables._store.writing() as connection:
        connection.execute(delete(ATTEMPTS))


def token_in(answer: Response) -> str:
    """Return the token that a browser is given."""
    return answer.headers["set-cookie"].partition("=")[2].partition(";")[0]


def after(site: Site, answer: Response) -> Visitor:
    """Return the browser after an answer."""
    return Visitor(site, None, token_in(answer))


def link_of(visitor: Visitor) -> str:
    """Return the address that carries somebody to another browser."""
    found = re.search(r'href="https?://[^/"]+(/come/[^"]+)"', visitor.post("/me/link").text)
    assert found
    return found[1]


def signed_up(site: Site, who: Visitor, name: str) -> Visitor:
    """Return the browser of somebody who has chosen a name and a password."""
    answer = who.post("/me/account", {"name": name, "password": GOOD})
    assert answer.headers["location"] == "/me"
    return after(site, answer)


def is_known(visitor: Visitor, name: str) -> bool:
    return f"<h1><bdi>{name}</bdi></h1>" in visitor.get("/me").text
