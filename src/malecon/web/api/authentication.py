"""Who may ask: a token for every request, no cookie, the limits of the site, a body of the right form."""

import asyncio
import re
from typing import Any

import msgspec
from litestar import Request

from malecon.core.bounds import OutOfBounds, check_json
from malecon.core.i18n import N_, load
from malecon.services.people.person import API, People, Person
from malecon.web.api.errors import BadRequest, BadToken
from malecon.web.middleware.authentication import Visitor, anonymous_visitor, best_language, check_may_act
from malecon.web.middleware.protection import SAFE_METHODS
from malecon.web.middleware.quotas import quotas_of
from malecon.web.middleware.rate_limiter import category_of, rate_limiter_of
from malecon.web.middleware.session_cookie import cookie_name

Asked = Request[Any, Any, Any]

FIELD_IN_TEXT = re.compile(r"field `(.+?)`")
FIELD_AT_END = re.compile(r" - at `\$\.?(.+)`$")


async def check_request(request: Asked) -> None:
    """Find out who asks, whether they may, and whether the body has the right form, before anything else is done.

    No cookie counts here, so a page of another site can do nothing with a person's browser.
    """
    gate = rate_limiter_of(request)
    gate.check_name(request.headers.get("host", ""))
    kind = category_of(request)
    quotas_of(request).check(request, kind)
    person = await person_of_token(request)
    language = load(best_language(person.language)) if person.language else anonymous_visitor(request).language
    request.state.visitor = Visitor(person, language)
    await gate.let_on(request, person)
    await quotas_of(request).check_person(kind, person, request.app.state.store)
    if request.method not in SAFE_METHODS:
        check_may_act(person)
    if form := request.route_handler.parsed_data_field:
        check_body(await request.body(), form.annotation)


async def person_of_token(request: Asked) -> Person:
    """Return whose token a request brings.

    Raises:
        BadToken: it brings none, one that is not good, or a cookie besides.
    """
    if cookie_name(request) in request.cookies:
        raise BadToken(N_("A program sends its token, and no cookie."))
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    people: People = request.app.state.people
    person = await asyncio.to_thread(people.find, token.strip(), API) if scheme.lower() == "bearer" else None
    if person is None:
        raise BadToken(N_("A program needs a token of a person; make one on the page of your tokens."))
    return person


async def provide_visitor(request: Asked) -> Visitor:
    """Return who asks (a dependency of the handlers)."""
    known: Visitor = request.state.visitor
    return known


def check_body(body: bytes, form: Any) -> None:
    """Refuse a body that is not exactly of a form.

    Raises:
        BadRequest: it is not; the sentence names the field.
    """
    try:
        check_json(body.decode())
        msgspec.json.decode(body, type=form)
    except OutOfBounds as error:
        raise BadRequest("body", str(error)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        reason, field = str(error), "body"
        if place := FIELD_AT_END.search(reason):
            reason, field = reason[: place.start()], place[1]
        if named := FIELD_IN_TEXT.search(reason):
            field = named[1] if field == "body" else f"{field}.{named[1]}"
        raise BadRequest(field, reason) from None
