"""Authentication of programs: a token with every request, no cookie; the limits of the site; a well-formed body."""

import re

import msgspec

from malecon.core.errors import OutOfBounds, check_json
from malecon.core.i18n import N_, load
from malecon.services.people.person import API, Person
from malecon.web.api.errors import BadRequest, BadToken
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import services_of
from malecon.web.middleware.access import admit, check_host, check_not_blocked
from malecon.web.middleware.authentication import anonymous_visitor, cookie_name
from malecon.web.middleware.browser_headers import best_language
from malecon.web.middleware.rate_limiter import SAFE_METHODS, category_of

FIELD_IN_TEXT = re.compile(r"field `(.+?)`")
FIELD_AT_END = re.compile(r" - at `\$\.?(.+)`$")


async def check_request(request: AppRequest) -> None:
    """Authenticate a request, and check its limits and its body, before its handler.

    No cookie counts here, so a page of another site can do nothing with a person's browser.
    """
    check_host(request)
    services = services_of(request.scope)
    services.quotas.check_address(request, category_of(request.scope))
    person = await person_of_token(request)
    language = load(best_language(person.language)) if person.language else anonymous_visitor(request).language
    request.state.visitor = Visitor(person, language)
    await admit(services, request, person)
    if request.method not in SAFE_METHODS:
        check_not_blocked(person)
    if form := request.route_handler.parsed_data_field:
        check_body(await request.body(), form.annotation)


async def person_of_token(request: AppRequest) -> Person:
    """Return the person of the token of a request.

    Raises:
        BadToken: it brings none, one that is not good, or a cookie besides.
    """
    if cookie_name(request) in request.cookies:
        raise BadToken(N_("A program sends its token, and no cookie."))
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    find = services_of(request.scope).people.find
    person = await find(token.strip(), API) if scheme.lower() == "bearer" else None
    if person is None:
        raise BadToken(N_("A program needs a token of a person; make one on the page of your tokens."))
    return person


async def provide_visitor(request: AppRequest) -> Visitor:
    """Return the visitor (dependency ``visitor``), whom ``check_request`` has found."""
    visitor: Visitor = request.state.visitor
    return visitor


def check_body(body: bytes, form: object) -> None:
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
