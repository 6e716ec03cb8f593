"""The page of a person: sessions, export of personal data, deletion."""

import msgspec
from litestar import Response
from litestar.response import Redirect

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.services.people.deletion import SOMEBODY
from malecon.services.people.export import Export
from malecon.services.people.person import Person
from malecon.tables.errors import Missing
from malecon.web.connection import AppRequest, Visitor
from malecon.web.dependencies import InjectedServices, InjectedVisitor
from malecon.web.middleware.authentication import token_of
from malecon.web.page_model.texts import error_sentence
from malecon.web.pages.session_change import change_session
from malecon.web.rendering import page

DELETE = N_("delete")
"""The word to type before a deletion."""
NOBODY = N_("This browser knows nobody yet.")


async def show_person(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Response[str]:
    """Show the sessions of the visitor."""
    known = [] if visitor.id is None else await services.sessions.list_of(visitor.id, token_of(request))
    return page("me.html", visitor.language, visitor=visitor, known=known)


async def end_sessions(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Redirect:
    """End a session, or all others (``verb``)."""
    form, sessions, person = await request.form(), services.sessions, person_of(visitor)
    if form.get("verb") == "others":
        await sessions.end_others(person.id, token_of(request))
    else:
        await sessions.end(person.id, str(form.get("session", "")))
    return Redirect("/me", status_code=303)


async def export_person(services: InjectedServices, visitor: InjectedVisitor) -> Response[bytes]:
    """Return all data about the visitor as a file."""
    person = person_of(visitor)
    services.password_attempts.check_export(person.id)
    data = await Export(services.store).data_of(person.id)
    text = msgspec.json.format(msgspec.json.encode(data), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="malecon-me.json"'}
    return Response(text, media_type="application/json", headers=headers)


async def confirm_delete(visitor: InjectedVisitor) -> Response[str]:
    """Ask whether the visitor really wants to be deleted."""
    person_of(visitor)
    return delete_page(visitor)


async def delete_person(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Delete the visitor, if they have typed the word."""
    person, say = person_of(visitor), visitor.language.say
    typed = str((await request.form()).get("typed", "")).strip().casefold()
    if typed != say(DELETE).casefold():
        return delete_page(visitor, UsageError(N_("Nothing is deleted: the word is another one.")))
    await services.tables.deletion.delete(person.id, say(SOMEBODY))
    return change_session(request, "")


def person_of(visitor: Visitor) -> Person:
    """Return the person of a visitor.

    Raises:
        Missing: nobody is known yet.
    """
    if visitor.person is None:
        raise Missing(NOBODY)
    return visitor.person


def delete_page(visitor: Visitor, error: UsageError | None = None) -> Response[str]:
    """Return the page that confirms a deletion, with an error."""
    sentence, word = "" if error is None else error_sentence(error, visitor.language), visitor.language.say(DELETE)
    status = 422 if error else 200
    return page("delete.html", visitor.language, status=status, visitor=visitor, error=sentence, wanted=word)
