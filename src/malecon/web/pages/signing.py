"""Signing in and out, and what it needs: a name and a password."""

import asyncio
from functools import partial
from typing import Any

from litestar import Request, Response, get, post
from litestar.response import Redirect

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.services.people.accounts import Accounts
from malecon.services.people.passwords import ADVISED, SHORTEST
from malecon.services.people.sessions import Browser
from malecon.tables.errors import TableError
from malecon.web.middleware.attempts import attempts_of, remember_device
from malecon.web.middleware.authentication import Asking, Visitor, browser_of, remembered
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.middleware.gate import PAGES, SIGN_INS
from malecon.web.page_model.words import in_words
from malecon.web.pages.settling import farewell, sessions_of, settled
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]


@get("/sign-in")
async def ask(request: Asked, visitor: Asking) -> Response[str]:
    """Ask for name and password."""
    return await sign_in_page(request, visitor)


@post("/sign-in", limit=SIGN_INS)
async def sign_in(request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Let a browser know who has this name and this password."""
    form = await request.form()
    name, password = str(form.get("name", "")), str(form.get("password", ""))
    try:
        look = partial(accounts_of(request).sign_in, name, password)
        person = await attempts_of(request).sign_in(request, name, look)
    except MaleconError as error:
        return await sign_in_page(request, visitor, name, error)
    left = await farewell(request, visitor, person)
    if left.is_loss and "leave" not in form:
        return await sign_in_page(
            request, visitor, name, TableError(N_("Say first that you leave those games behind."))
        )
    token = await asyncio.to_thread(sessions_of(request).settle, person, browser_of(request))
    return settled(request, token, device=await remember_device(request, person))


@post("/me/sign-out", limit=PAGES)
async def sign_out(request: Asked, visitor: Asking) -> Redirect:
    """Let a browser forget who it knows."""
    if visitor.person is not None and not visitor.person.account:
        raise TableError(N_("Choose a name and a password first. Without them nobody could bring you back."))
    device = await remember_device(request, visitor.person.id) if visitor.person is not None else None
    await asyncio.to_thread(sessions_of(request).sign_out, browser_of(request).token)
    return settled(request, "", device=device)


@get("/me/account")
async def account(visitor: Asking) -> Response[str]:
    """Ask for a name and a password, or for another password."""
    return account_page(visitor)


@post("/me/account", limit=SIGN_INS)
async def keep_account(request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Keep a name and a password, or another password; the browser gets a new session."""
    form = await request.form()
    password = str(form.get("password", ""))
    accounts, known, attempts = accounts_of(request), visitor.person, attempts_of(request)
    try:
        async with remembered(request, visitor) as (person, cookies):
            browser = Browser(str(cookies[0].value), browser_of(request).label) if cookies else browser_of(request)
            if known is not None and known.account:
                old, alone = str(form.get("old", "")), "alone" in form
                change = partial(accounts.change, person, old, password, browser, alone=alone)
                token = await attempts.confirm(person.id, change)
            else:
                name = str(form.get("name", ""))
                token = await attempts.compute(partial(accounts.open, person, name, password, browser))
    except MaleconError as error:
        return account_page(visitor, str(form.get("name", "")), error)
    return settled(request, token, "/me", device=await remember_device(request, person.id))


def accounts_of(request: Asked) -> Accounts:
    """Return who can sign in."""
    return Accounts(request.app.state.store)


async def sign_in_page(
    request: Asked, visitor: Visitor, name: str = "", error: MaleconError | None = None
) -> Response[str]:
    """Return the page that asks for name and password, or why they are of no use."""
    sentence = "" if error is None else in_words(error, visitor.language)
    facts: dict[str, Any] = {"visitor": visitor, "typed": name, "error": sentence}
    status = 200 if error is None else status_of(error)
    answer = page("sign_in.html", visitor.language, status=status, left=await farewell(request, visitor), **facts)
    return with_retry_after(answer, error)


def account_page(visitor: Visitor, name: str = "", error: MaleconError | None = None) -> Response[str]:
    """Return the page that asks for a name and a password, or for another password; or what is wrong with them."""
    sentence = "" if error is None else in_words(error, visitor.language)
    typed = name or (visitor.person.name if visitor.person else "")
    facts: dict[str, Any] = {"visitor": visitor, "typed": typed, "error": sentence}
    facts |= {"fewest": SHORTEST, "advised": ADVISED}
    answer = page("account.html", visitor.language, status=200 if error is None else status_of(error), **facts)
    return with_retry_after(answer, error)
