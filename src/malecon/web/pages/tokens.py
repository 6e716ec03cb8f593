"""The tokens of a person, with which programs use the JSON API."""

from collections.abc import Sequence

from litestar import Response
from litestar.datastructures import Cookie
from litestar.response import Redirect

from malecon.core.errors import MaleconError, UsageError
from malecon.storage.sessions import API, ListedSession, make_token
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.reauthentication import confirm_password, must_confirm
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence


async def show_tokens(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Show the tokens of a person."""
    return await _tokens_page(services, visitor, must_confirm=await must_confirm(request, visitor))


async def create_token(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Make a token, and show it this once."""
    form = await request.form()
    label = str(form.get("label", ""))
    try:
        renewed = await confirm_password(request, visitor, form)
    except MaleconError as error:
        return await _tokens_page(services, visitor, error=error, must_confirm=True, typed=label)
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            token = await make_token(services.store, person.id, label)
    except UsageError as error:
        return await _tokens_page(services, visitor, error=error, cookies=renewed, typed=label)
    services.security_log.note(SecurityEvent.TOKEN_CREATED, request, person.id)
    known = Visitor(person, visitor.language)
    return await _tokens_page(services, known, made=token, cookies=[*cookies, *renewed])


async def end_token(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Redirect:
    """End a token: from now on nobody can use it."""
    form = await request.form()
    if visitor.id is not None:
        await services.sessions.end(visitor.id, str(form.get("token", "")))
        services.security_log.note(SecurityEvent.TOKEN_ENDED, request, visitor.id)
    return Redirect("/tokens", status_code=303)


async def _tokens_page(
    services: Services,
    visitor: Visitor,
    *,
    made: str = "",
    error: MaleconError | None = None,
    cookies: Sequence[Cookie] = (),
    must_confirm: bool = False,
    typed: str = "",
) -> Response[str]:
    """Return the page with a person's tokens, the one that was just made, or what was wrong with the ``typed`` name."""
    known: list[ListedSession] = []
    if visitor.id is not None:
        known = await services.sessions.list_of(visitor.id, "")
    mine = [session for session in known if session.kind == API]
    answer = page(
        "tokens.html",
        visitor.language,
        status=status_of(error) if error else 200,
        cookies=cookies,
        visitor=visitor,
        mine=mine,
        made=made,
        error=error_sentence(error, visitor.language) if error else "",
        must_confirm=must_confirm,
        typed=typed,
    )
    return with_retry_after(answer, error)
