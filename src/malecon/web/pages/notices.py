"""The page on which people say where they want to be told that it is their turn, and the links of letters."""

import asyncio
from typing import Any

from litestar import Request, Response, get, post
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.status_codes import HTTP_204_NO_CONTENT

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.services.notices.due import checked_address
from malecon.tables.errors import Missing
from malecon.web.middleware.authentication import Asking, Visitor, remembered
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.middleware.gate import MESSAGES
from malecon.web.notifications.notifier import Notifier
from malecon.web.notifications.web_push import checked_browser
from malecon.web.page_model.words import in_words
from malecon.web.rendering import page

Asked = Request[Any, Any, Any]
NOT_SENT = N_("The letter could not be sent; try again later.")


class NotSent(MaleconError):
    """The mail server does not take a letter."""


@get("/notices")
async def notices(request: Asked, visitor: Asking, sent: FromQuery[bool] = False) -> Response[str]:
    """Show where a person is told; ``sent`` says that a letter is on its way."""
    return await notices_page(request, visitor, sent=sent)


@post("/notices/push")
async def push(request: Asked, visitor: Asking) -> Response[None]:
    """Tell the person in this browser."""
    endpoint, keys = checked_browser(await request.form())
    notifier = notifier_of(request)
    if notifier.pusher is None:
        raise Missing(N_("Browsers cannot be told here."))
    async with remembered(request, visitor) as (person, cookies):
        await asyncio.to_thread(notifier.notices.subscribe, person.id, endpoint, keys)
    return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=cookies)


@post("/notices/off")
async def off(request: Asked, visitor: Asking) -> Redirect:
    """Tell the person in no browser, or by no letter, any more (``verb``)."""
    found, verb = notifier_of(request).notices, (await request.form()).get("verb")
    if visitor.id is not None:
        await asyncio.to_thread(found.forget if verb == "mail" else found.unsubscribe_all, visitor.id)
    return Redirect("/notices", status_code=303)


@post("/notices/mail", limit=MESSAGES)
async def mail(request: Asked, visitor: Asking) -> Response[str] | Redirect:
    """Send a letter to an address, with the link that confirms it."""
    typed, notifier = str((await request.form()).get("address", "")), notifier_of(request)
    if notifier.mailer is None:
        raise Missing(N_("Letters cannot be sent here."))
    say = visitor.language.say
    try:
        address = checked_address(typed)
        async with remembered(request, visitor) as (person, cookies):
            token = await asyncio.to_thread(notifier.notices.ask_for, person.id, address)
            link = notifier.mailer.link(f"/notices/confirm/{token}")
            text = say(
                N_("Somebody wants to be told at this address when it is their turn. If it was you, follow this link:")
            )
            await post_letter(notifier, address, say(N_("Malecón: confirm your address")), f"{text}\n{link}\n")
    except MaleconError as error:
        return await notices_page(request, visitor, error=error, typed=typed)
    return Redirect("/notices?sent=true", status_code=303, cookies=cookies)


@get("/notices/confirm/{token:str}")
async def confirming(request: Asked, visitor: Asking, token: FromPath[str]) -> Response[str]:
    """Ask whether an address is to be told; programs that look at links before people do change nothing."""
    address = await asyncio.to_thread(notifier_of(request).notices.address_of, token)
    return letters_page(visitor, address, request.url.path, N_("Send me notices"))


@post("/notices/confirm/{token:str}")
async def confirm(request: Asked, visitor: Asking, token: FromPath[str]) -> Response[str]:
    """Let an address be told."""
    address = await asyncio.to_thread(notifier_of(request).notices.confirm, token)
    return letters_page(visitor, address, said=N_("Notices are sent to this address from now on."))


@get("/notices/stop")
async def stopping(request: Asked, visitor: Asking, address: FromQuery[str], proof: FromQuery[str]) -> Response[str]:
    """Ask whether an address is to get no more letters."""
    check_proof(request, address, proof)
    return letters_page(visitor, address, f"{request.url.path}?{request.url.query}", N_("Send no more letters"))


@post("/notices/stop")
async def stop(request: Asked, visitor: Asking, address: FromQuery[str], proof: FromQuery[str]) -> Response[str]:
    """Send no more letters to an address: one press, by whoever has had one, signed in or not."""
    check_proof(request, address, proof)
    await asyncio.to_thread(notifier_of(request).notices.forget_address, address)
    return letters_page(visitor, address, said=N_("No more letters are sent to this address."))


async def post_letter(notifier: Notifier, address: str, subject: str, text: str) -> None:
    """Send a letter that somebody waits for.

    Raises:
        NotSent: it could not be sent.
    """
    assert notifier.mailer is not None
    try:
        await notifier.mailer.send(address, subject, text)
    except Exception:  # whatever a network brings
        raise NotSent(NOT_SENT) from None


async def notices_page(
    request: Asked, visitor: Visitor, *, sent: bool = False, error: MaleconError | None = None, typed: str = ""
) -> Response[str]:
    """Return the page with where a person is told, and what was wrong."""
    notifier = notifier_of(request)
    known = await asyncio.to_thread(notifier.notices.recipient, visitor.id or "")
    facts: dict[str, Any] = {"visitor": visitor, "known": known, "sent": sent, "typed": typed}
    facts["key"] = notifier.pusher.key if notifier.pusher else ""
    facts["has_mail"] = notifier.mailer is not None
    facts["error"] = in_words(error, visitor.language) if error else ""
    answer = page("notices.html", visitor.language, status=status_of(error) if error else 200, **facts)
    return with_retry_after(answer, error)


def letters_page(visitor: Visitor, address: str, action: str = "", press: str = "", said: str = "") -> Response[str]:
    """Return a page about an address, with a button, or what was done."""
    return page(
        "letters.html", visitor.language, visitor=visitor, address=address, action=action, press=press, said=said
    )


def check_proof(request: Asked, address: str, proof: str) -> None:
    """Refuse who has had no letter to an address.

    Raises:
        Missing: that is so.
    """
    mailer = notifier_of(request).mailer
    if mailer is None or not mailer.is_proof(address, proof):
        raise Missing(N_("This link is wrong. Copy it as a whole from the letter."))


def notifier_of(request: Asked) -> Notifier:
    """Return what tells people."""
    notifier: Notifier = request.app.state.notifier
    return notifier
