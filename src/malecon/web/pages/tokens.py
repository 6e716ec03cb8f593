"""The page of a person's tokens for the JSON API (``web/api``)."""

from collections.abc import Sequence

from litestar import Response
from litestar.datastructures import Cookie
from litestar.response import Redirect

from malecon.core.errors import UsageError
from malecon.services.person import API
from malecon.services.sessions import Session, make_token
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.middleware.authentication import ensure_person
from malecon.web.page_model.texts import error_sentence
from malecon.web.rendering import page


async def show_tokens(services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show the tokens of a person."""
    return await tokens_page(services, visitor)


async def create_token(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Make a token, and show it this once."""
    form = await request.form()
    label = str(form.get("label", ""))
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            token = await make_token(services.store, person.id, label)
    except UsageError as error:
        return await tokens_page(services, visitor, error=error_sentence(error, visitor.language))
    return await tokens_page(services, Visitor(person, visitor.language), made=token, cookies=cookies)


async def end_token(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Redirect:
    """End a token: from now on nobody can use it."""
    form = await request.form()
    if visitor.id is not None:
        await services.sessions.end(visitor.id, str(form.get("token", "")))
    return Redirect("/tokens", status_code=303)


async def tokens_page(
    services: Services, visitor: Visitor, *, made: str = "", error: str = "", cookies: Sequence[Cookie] = ()
) -> Response[str]:
    """Return the page with a person's tokens, the one that was just made, or what was wrong."""
    known: list[Session] = []
    if visitor.id is not None:
        known = await services.sessions.list_of(visitor.id, "")
    mine = [session for session in known if session.kind == API]
    status = 422 if error else 200
    return page(
        "tokens.html",
        visitor.language,
        status=status,
        cookies=cookies,
        visitor=visitor,
        mine=mine,
        made=made,
        error=error,
    )
