"""The page about who asks: where they are known, what is stored about them, and how to leave."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, get, post
from litestar.response import Redirect

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.people.deletion import SOMEBODY
from malecon.services.people.export import Exporting
from malecon.services.people.person import Person
from malecon.tables.errors import Missing
from malecon.web.middleware.attempts import attempts_of
from malecon.web.middleware.authentication import Asking, Visitor
from malecon.web.middleware.gate import PAGES
from malecon.web.middleware.session_cookie import token_of
from malecon.web.page_model.words import in_words
from malecon.web.pages.settling import sessions_of, settled
from malecon.web.pages.table import table_service_of
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]
DELETE = N_("delete")
"""What is typed by who wants to be deleted."""
NOBODY = N_("This browser knows nobody yet.")


@get("/me")
async def me(request: Asked, visitor: Asking) -> Response[str]:
    """Show where somebody is known, and what can be done about it."""
    known = (
        [] if visitor.id is None else await asyncio.to_thread(sessions_of(request).of, visitor.id, token_of(request))
    )
    return page("me.html", visitor.language, visitor=visitor, known=known)


@post("/me/sessions", limit=PAGES)
async def end(request: Asked, visitor: Asking) -> Redirect:
    """End a session, or all others (``verb``)."""
    form, sessions, person = await request.form(), sessions_of(request), person_of(visitor)
    if form.get("verb") == "others":
        await asyncio.to_thread(sessions.end_others, person.id, token_of(request))
    else:
        await asyncio.to_thread(sessions.end, person.id, str(form.get("session", "")))
    return Redirect("/me", status_code=303)


@get("/me/export")
async def export(request: Asked, visitor: Asking) -> Response[bytes]:
    """Return everything that is stored about who asks, as a file."""
    person = person_of(visitor)
    attempts_of(request).check_copy(person.id)
    facts = await asyncio.to_thread(Exporting(request.app.state.store).everything_about, person.id)
    text = msgspec.json.format(msgspec.json.encode(facts), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="malecon-me.json"'}
    return Response(text, media_type="application/json", headers=headers)


@get("/me/delete")
async def ask_again(visitor: Asking) -> Response[str]:
    """Ask whether somebody really wants to be deleted."""
    person_of(visitor)
    return delete_page(visitor)


@post("/me/delete", limit=PAGES)
async def delete(request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Delete who asks, if they have typed the word."""
    person, say = person_of(visitor), visitor.language.say
    typed = str((await request.form()).get("typed", "")).strip().casefold()
    if typed != say(DELETE).casefold():
        return delete_page(visitor, UsageError(N_("Nothing is deleted: the word is another one.")))
    await table_service_of(request).departing.delete(person.id, say(SOMEBODY))
    return settled(request, "")


def person_of(visitor: Visitor) -> Person:
    """Return the person who asks.

    Raises:
        Missing: nobody is known yet.
    """
    if visitor.person is None:
        raise Missing(NOBODY)
    return visitor.person


def delete_page(visitor: Visitor, error: UsageError | None = None) -> Response[str]:
    """Return the page that asks again, or why nothing was deleted."""
    sentence, word = "" if error is None else in_words(error, visitor.language), visitor.language.say(DELETE)
    facts: dict[str, Any] = {"visitor": visitor, "error": sentence, "wanted": word}
    return page("delete.html", visitor.language, status=422 if error else 200, **facts)
