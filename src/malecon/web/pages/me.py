"""The pages on what is stored of a person: sessions, export, deletion."""

import msgspec
from litestar import Response
from litestar.response import Redirect

from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.services.deletion import SOMEBODY
from malecon.storage.export import Export
from malecon.storage.people import Person
from malecon.tables import Missing
from malecon.web.cookies import token_of
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.pages.sign_in import change_session
from malecon.web.reauthentication import confirm_password, must_confirm
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence

DELETE = N_("delete")
"""The word to type before a deletion."""
NOBODY = N_("This browser knows nobody yet.")


async def show_person(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Show the sessions of the visitor."""
    return await person_page(services, request, visitor)


async def end_sessions(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Redirect:
    """End a session, or all others (``verb``)."""
    form, sessions, person = await request.form(), services.sessions, _person_of(visitor)
    if form.get("verb") == "others":
        await sessions.end_others(person.id, token_of(request))
        services.security_log.note(SecurityEvent.OTHER_SESSIONS_ENDED, request, person.id)
    else:
        await sessions.end(person.id, str(form.get("session", "")))
        services.security_log.note(SecurityEvent.SESSION_ENDED, request, person.id)
    return Redirect("/me", status_code=303)


async def export_person(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[bytes]:
    """Return all data about the visitor as a file."""
    person = _person_of(visitor)
    services.quotas.check_export(person.id)
    data = await Export(services.store).data_of(person.id)
    services.security_log.note(SecurityEvent.DATA_EXPORTED, request, person.id)
    text = msgspec.json.format(msgspec.json.encode(data), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="malecon-me.json"'}
    return Response(text, media_type="application/json", headers=headers)


async def confirm_delete(request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Ask whether the visitor really wants to be deleted."""
    _person_of(visitor)
    return await _delete_page(request, visitor)


async def delete_person(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Delete the visitor, if they have typed the word."""
    person, say, form = _person_of(visitor), visitor.language.say, await request.form()
    typed = str(form.get("typed", "")).strip().casefold()
    try:
        if typed != say(DELETE).casefold():
            raise UsageError(N_("Nothing is deleted: the word is another one."))
        await confirm_password(request, visitor, form)
    except MaleconError as error:
        return await _delete_page(request, visitor, error)
    await services.tables.deletion.delete(person.id, say(SOMEBODY))
    services.security_log.note(SecurityEvent.PERSON_DELETED, request, person.id)
    return change_session(request, "", "/?left=deleted")


def _person_of(visitor: Visitor) -> Person:
    """Return the person of a visitor.

    Raises:
        Missing: nobody is known yet.
    """
    if visitor.person is None:
        raise Missing(NOBODY)
    return visitor.person


async def _delete_page(request: AppRequest, visitor: Visitor, error: MaleconError | None = None) -> Response[str]:
    sentence, word = "" if error is None else error_sentence(error, visitor.language), visitor.language.say(DELETE)
    answer = page(
        "delete.html",
        visitor.language,
        status=status_of(error) if error else 200,
        visitor=visitor,
        error=sentence,
        wanted=word,
        must_confirm=await must_confirm(request, visitor),
    )
    return with_retry_after(answer, error)


async def person_page(
    services: Services, request: AppRequest, visitor: Visitor, error: MaleconError | None = None
) -> Response[str]:
    """Return the page of a person with their sessions, and an error."""
    known = [] if visitor.id is None else await services.sessions.list_of(visitor.id, token_of(request))
    answer = page(
        "me.html",
        visitor.language,
        status=200 if error is None else status_of(error),
        visitor=visitor,
        known=known,
        must_confirm=await must_confirm(request, visitor),
        error="" if error is None else error_sentence(error, visitor.language),
    )
    return with_retry_after(answer, error)
