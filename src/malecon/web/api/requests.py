"""The requests of programs, checked before their handlers.

A program sends a token with every request, no cookie. It is within the limits of the site, and its body well-formed.
"""

import msgspec

from malecon.core.data import NO_UTF8, differences
from malecon.core.i18n import N_, load
from malecon.core.message import Message
from malecon.core.strict_json import InvalidJson, read_json
from malecon.core.text_bounds import OutOfBounds
from malecon.storage.people import Person
from malecon.storage.sessions import API
from malecon.web.access import admit, anonymous_visitor, check_host, check_not_blocked
from malecon.web.api.errors import BadRequest, BadToken, field_text
from malecon.web.cookies import cookie_name
from malecon.web.dependencies import InjectedServices, services_of
from malecon.web.http.connection import AppRequest
from malecon.web.http.rate_limiter import SAFE_METHODS, category_of
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor, best_language


async def check_request(request: AppRequest) -> None:
    """Authenticate a request, and check its limits and its body, before its handler.

    No cookie counts here, so a page of another site can do nothing with a person's browser.
    """
    check_host(request)
    services = services_of(request.scope)
    services.quotas.check_address(request, category_of(request.scope))
    person = await _person_of_token(request)
    language = load(best_language(person.language)) if person.language else anonymous_visitor(request).language
    request.state.visitor = Visitor(person, language)
    await admit(services, request, person)
    if request.method not in SAFE_METHODS:
        check_not_blocked(request, person)
    if form := request.route_handler.parsed_data_field:
        _check_body(await request.body(), form.annotation)


async def _person_of_token(request: AppRequest) -> Person:
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
        services_of(request.scope).security_log.note(SecurityEvent.TOKEN_REFUSED, request)
        raise BadToken(N_("A program needs a token of a person; make one on the page of your tokens."))
    return person


async def provide_visitor(request: AppRequest, services: InjectedServices) -> Visitor:
    """Return the visitor (dependency ``visitor``), whom ``check_request`` has found.

    The services are resolved first, for then no task is needed for either.
    """
    visitor: Visitor = request.state.visitor
    return visitor


def _check_body(body: bytes, form: object) -> None:
    """Refuse a body that is not exactly of a form.

    Raises:
        BadRequest: it is not; the sentence names the field.
    """
    try:
        plain = read_json(body.decode())
        msgspec.json.decode(body, type=form)
    except (OutOfBounds, InvalidJson) as error:
        raise BadRequest("body", error.message) from None
    except UnicodeDecodeError:
        raise BadRequest("body", Message(NO_UTF8)) from None
    except msgspec.DecodeError:
        raise _wrong_body(plain, form) from None


def _wrong_body(plain: object, form: object) -> BadRequest:
    """Return the error of a body that is not of a form; the first field that is wrong is named."""
    fault = differences(plain, form)[0]
    return BadRequest(field_text((*fault.path, fault.key)) or "body", fault.message)
