"""The settings of a person."""

from litestar import Response
from litestar.params import FromQuery
from litestar.response import Redirect
from msgspec.structs import replace

from malecon.core.errors import UsageError
from malecon.core.i18n import N_, languages
from malecon.storage.people import Person
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.sender import Visitor
from malecon.web.rendering import page
from malecon.web.views.texts import THEMES, error_sentence


async def show_settings(
    services: InjectedServices, visitor: InjectedVisitor, saved: FromQuery[bool] = False
) -> Response[str]:
    """Show the settings of the visitor."""
    return _settings_page(services, visitor, visitor.person or Person(""), saved=saved)


async def save_settings(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Store the settings of the visitor."""
    form = await request.form()
    wanted = replace(
        visitor.person or Person(""),
        name=str(form.get("name", "")),
        language=str(form.get("language", "")),
        theme=str(form.get("theme", "")),
        still="still" in form,
        quick="quick" in form,
        tips="tips" in form,
    )
    if wanted.language not in ("", *languages()) or wanted.theme not in THEMES:
        raise UsageError(N_("Settings are chosen from the lists."))
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            await services.people.save(replace(wanted, id=person.id))
    except UsageError as error:
        return _settings_page(services, visitor, wanted, error_sentence(error, visitor.language))
    return Redirect("/settings?saved=true", status_code=303, cookies=cookies)


def _settings_page(
    services: Services, visitor: Visitor, person: Person, error: str = "", *, saved: bool = False
) -> Response[str]:
    """Return the page with a person's settings, what was wrong with them, or that they are saved."""
    status = 422 if error else 200
    return page(
        "settings.html",
        visitor.language,
        status=status,
        visitor=visitor,
        themes=THEMES,
        person=person,
        error=error,
        saved=saved,
        has_notices=services.notifier.is_set_up,
    )
