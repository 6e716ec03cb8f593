"""Who asks: the person behind a cookie, and how they want pages to be."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from litestar import Request
from litestar.datastructures import Cookie
from litestar.di import NamedDependency

from malecon.core.i18n import ENGLISH, N_, Language, languages, load
from malecon.services.people.person import People, Person
from malecon.services.people.sessions import Browser
from malecon.tables.errors import NotYours
from malecon.web.middleware.browsers import label_of
from malecon.web.middleware.daily import daily_of
from malecon.web.middleware.session_cookie import Connection, cookie_of, token_of

LONGEST_WANTED = 200
"""Characters of a browser's list of languages that are looked at; browsers send fewer than 100."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks for a page; ``person`` is ``None`` for somebody who has not needed one yet."""

    person: Person | None
    language: Language

    @property
    def id(self) -> str | None:
        """The id of the person, if there is one."""
        return self.person.id if self.person else None

    @property
    def muted(self) -> frozenset[str]:
        """The people whom the person does not want to hear."""
        return self.person.muted if self.person else frozenset()


def recognised(connection: Connection) -> Visitor:
    """Return the visitor, whose visit is noted; blocks for a database query."""
    people: People = connection.app.state.people
    return visitor_by(connection, people.find)


def recalled(connection: Connection) -> Visitor:
    """Return the visitor without noting the visit, for a write can take long; blocks for a database query."""
    people: People = connection.app.state.people
    return visitor_by(connection, people.peek)


def visitor_by(connection: Connection, find: Callable[[str], Person | None]) -> Visitor:
    """Return the visitor, whom ``find`` looks up by a session token."""
    token = token_of(connection)
    person = find(token) if token else None
    if person is None or not person.language:
        return Visitor(person, stranger(connection).language)
    return Visitor(person, load(best_language(person.language)))


def stranger(connection: Connection) -> Visitor:
    """Return somebody of whom only the browser's languages are known."""
    return Visitor(None, load(best_language(connection.headers.get("accept-language", ""))))


Asking = NamedDependency[Visitor]
"""Who asks, as an argument ``visitor`` of a page."""


async def visitor_of(connection: Connection) -> Visitor:
    """Return who asks."""
    return await asyncio.to_thread(recognised, connection)


def check_may_act(person: Person) -> None:
    """Refuse who may only look.

    Raises:
        NotYours: whoever runs the site has blocked the person.
    """
    if person.blocked:
        raise NotYours(N_("You may only look on at the moment. Ask who runs this site."))


def best_language(wanted: str) -> str:
    """Return the first of a browser's languages that we have.

    >>> best_language("de-DE,de;q=0.9,fr;q=0.8,en;q=0.5"), best_language("")
    ('fr', 'en')
    """
    ranked = []
    for place, entry in enumerate(wanted[:LONGEST_WANTED].split(",")):
        code, _, weight = entry.partition(";q=")
        try:
            ranked.append((-float(weight or 1), place, code.strip()[:2].lower()))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(ranked) if code in languages()), ENGLISH)


@asynccontextmanager
async def remembered(request: Request[Any, Any, Any], who: Visitor) -> AsyncIterator[tuple[Person, list[Cookie]]]:
    """Yield the person who asks, made now if there is none yet, and the cookie that remembers them.

    A person who was made is forgotten again if what they ask for is refused: a refused request leaves nothing.

    Raises:
        TooMuch: many new people have come from this address today.
    """
    if who.person is not None:
        yield who.person, []
        return
    daily_of(request).check_newcomer(request)
    people: People = request.app.state.people
    person, token = await asyncio.to_thread(people.create, browser_of(request).label)
    try:
        yield person, [cookie_of(request, token)]
    except BaseException:
        await asyncio.to_thread(people.delete_new, person.id)
        raise


async def called(request: Request[Any, Any, Any], person: Person, name: str) -> None:
    """Keep what a person is called at a table, for the tables to come, if they have not said before."""
    if name and not person.name:
        people: People = request.app.state.people
        await asyncio.to_thread(people.save, replace(person, name=name))


def still_known(request: Request[Any, Any, Any], who: Visitor) -> list[Cookie]:
    """Return the cookie of who is known again: it lasts for a year from the last time that it was sent."""
    return [] if who.person is None else [cookie_of(request, token_of(request))]


def browser_of(connection: Connection) -> Browser:
    """Return the browser that asks."""
    return Browser(token_of(connection), label_of(connection.headers.get("user-agent", "")))
