"""The page of a person's tokens, with which programs act for them (``web/api``)."""

import asyncio
from collections.abc import Sequence
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import Cookie
from litestar.response import Redirect

from malecon.core.errors import UsageError
from malecon.services.people.person import API
from malecon.services.people.sessions import Session
from malecon.services.people.tokens import make_token
from malecon.web.middleware.authentication import Asking, Visitor, remembered
from malecon.web.page_model.words import in_words
from malecon.web.pages.settling import sessions_of
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]


@get("/tokens")
async def tokens(request: Asked, visitor: Asking) -> Response[str]:
    """Show the tokens of a person."""
    return await tokens_page(request, visitor)


@post("/tokens", status_code=200)
async def make(request: Asked, visitor: Asking) -> Response[str]:
    """Make a token, and show it this once."""
    form = await request.form()
    label = str(form.get("label", ""))
    try:
        async with remembered(request, visitor) as (person, cookies):
            token = await asyncio.to_thread(make_token, request.app.state.store, person.id, label)
    except UsageError as error:
        return await tokens_page(request, visitor, error=in_words(error, visitor.language))
    return await tokens_page(request, Visitor(person, visitor.language), made=token, cookies=cookies)


@post("/tokens/end")
async def end(request: Asked, visitor: Asking) -> Redirect:
    """End a token: from now on nobody can use it."""
    form = await request.form()
    if visitor.id is not None:
        await asyncio.to_thread(sessions_of(request).end, visitor.id, str(form.get("token", "")))
    return Redirect("/tokens", status_code=303)


async def tokens_page(
    request: Asked, visitor: Visitor, *, made: str = "", error: str = "", cookies: Sequence[Cookie] = ()
) -> Response[str]:
    """Return the page with a person's tokens, the one that was just made, or what was wrong."""
    known: list[Session] = []
    if visitor.id is not None:
        known = await asyncio.to_thread(sessions_of(request).of, visitor.id, "")
    mine = [session for session in known if session.kind == API]
    facts: dict[str, Any] = {"visitor": visitor, "mine": mine, "made": made, "error": error}
    return page("tokens.html", visitor.language, status=422 if error else 200, cookies=cookies, **facts)
