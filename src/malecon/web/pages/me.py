"""The pages of a person: settings, sessions, tokens for the JSON API, export, deletion; and the retention rules."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
from litestar import Response
from litestar.datastructures import Cookie
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_, NN_, Language, languages
from malecon.services.deletion import SOMEBODY
from malecon.storage.export import Export
from malecon.storage.people import Person
from malecon.storage.sessions import API, ListedSession, make_token
from malecon.tables import DAY, Missing
from malecon.tables.retention import RULES
from malecon.web.access import ensure_person, token_of
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.pages.sign_in import change_session, person_page
from malecon.web.reauthentication import confirm_password, must_confirm
from malecon.web.rendering import page
from malecon.web.views.durations import UNITS
from malecon.web.views.texts import THEMES, error_sentence

DELETE = N_("delete")
"""The word to type before a deletion."""
NOBODY = N_("This browser knows nobody yet.")

YEAR = 365
YEARS = NN_("{count} year", "{count} years")
FOR_EVER = N_("for ever")


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
    return change_session(request, "")


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


async def show_settings(visitor: InjectedVisitor, saved: FromQuery[bool] = False) -> Response[str]:
    """Show the settings of the visitor."""
    return _settings_page(visitor, visitor.person or Person(""), saved=saved)


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
    )
    if wanted.language not in ("", *languages()) or wanted.theme not in THEMES:
        raise UsageError(N_("Settings are chosen from the lists."))
    try:
        async with ensure_person(request, visitor) as (person, cookies):
            await services.people.save(replace(wanted, id=person.id))
    except UsageError as error:
        return _settings_page(visitor, wanted, error_sentence(error, visitor.language))
    return Redirect("/settings?saved=true", status_code=303, cookies=cookies)


async def confirm_automatically(
    table_id: FromPath[str], services: InjectedServices, visitor: InjectedVisitor
) -> Redirect:
    """Store that turns of the visitor are confirmed by themselves, as the end of a game has offered; back to the table.

    Raises:
        Missing: nobody has played here.
    """
    table = await services.tables.view(table_id, visitor.id)
    if visitor.person is None:
        raise Missing(N_("There is no such page."))
    await services.people.save(replace(visitor.person, quick=True))
    return Redirect(f"/table/{table.header.id}", status_code=303)


def _settings_page(visitor: Visitor, person: Person, error: str = "", *, saved: bool = False) -> Response[str]:
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
    )


async def show_retention(services: InjectedServices, visitor: InjectedVisitor) -> Response[str]:
    """Show how long this site keeps what."""
    kept = services.settings.retention
    rules = [(rule, _retention_text(kept.days[name], visitor.language)) for name, rule in RULES.items()]
    return page("kept.html", visitor.language, visitor=visitor, rules=rules)


def _retention_text(days: int, language: Language) -> str:
    """Return for how long something is kept, in words.

    >>> _retention_text(730, Language()), _retention_text(1, Language()), _retention_text(0, Language())
    ('2 years', '1 day', 'for ever')
    """
    if not days:
        return language.say(FOR_EVER)
    return language.count(UNITS[DAY], days) if days % YEAR else language.count(YEARS, days // YEAR)


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
