"""How somebody gets notices, push messages or e-mails, when it is their turn."""

from collections.abc import Sequence
from urllib.parse import urlencode

from litestar import Response
from litestar.datastructures import Cookie, FormMultiDict
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from litestar.status_codes import HTTP_204_NO_CONTENT

from malecon.core.errors import MaleconError
from malecon.core.i18n import N_
from malecon.services.push_subscription import PushSubscription
from malecon.services.recipients import find_recipient, validate_address
from malecon.tables import Missing
from malecon.web.access import ensure_person
from malecon.web.dependencies import InjectedServices, InjectedVisitor, Services
from malecon.web.http.connection import AppRequest
from malecon.web.http.security_log import SecurityEvent
from malecon.web.http.sender import Visitor
from malecon.web.middleware.error_pages import status_of, with_retry_after
from malecon.web.notifications import Notifier
from malecon.web.reauthentication import confirm_password, must_confirm
from malecon.web.rendering import page
from malecon.web.views.texts import error_sentence

NOT_SENT = N_("The letter could not be sent; try again later.")


class NotSent(MaleconError):
    """The mail server refuses an e-mail."""


async def show_notices(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor, sent: FromQuery[bool] = False
) -> Response[str]:
    """Show where the visitor gets notices; ``sent``: an e-mail is on its way."""
    return await _notices_page(services, request, visitor, sent=sent)


async def subscribe_browser(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[None]:
    """Send the visitor push messages in this browser."""
    notifier = services.notifier
    if notifier.pusher is None:
        raise Missing(N_("Browsers cannot be told here."))
    browser = _subscription_from(await request.form())
    async with ensure_person(request, visitor) as (person, cookies):
        await notifier.recipients.subscribe(person.id, browser.endpoint, browser.keys)
    return Response(None, status_code=HTTP_204_NO_CONTENT, cookies=cookies)


async def turn_off(services: InjectedServices, request: AppRequest, visitor: InjectedVisitor) -> Redirect:
    """Send the visitor no more push messages, or no more e-mails (``verb``)."""
    recipients, verb = services.notifier.recipients, (await request.form()).get("verb")
    if visitor.id is not None:
        if verb != "mail":
            await recipients.unsubscribe_all(visitor.id)
        elif await recipients.remove_email(visitor.id):
            services.security_log.note(SecurityEvent.EMAIL_REMOVED, request, visitor.id)
    return Redirect("/notices", status_code=303)


async def request_email(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor
) -> Response[str] | Redirect:
    """Send an e-mail to an address, with the link that confirms it."""
    form, notifier = await request.form(), services.notifier
    typed, renewed = str(form.get("address", "")), list[Cookie]()
    if notifier.mailer is None:
        raise Missing(N_("Letters cannot be sent here."))
    say = visitor.language.say
    try:
        address = validate_address(typed)
        renewed = await confirm_password(request, visitor, form)
        async with ensure_person(request, visitor) as (person, cookies):
            token = await notifier.recipients.create_confirmation(person.id, address)
            link = notifier.mailer.link(f"/notices/confirm/{token}")
            text = say(
                N_("Somebody wants to be told at this address when it is their turn. If it was you, follow this link:")
            )
            await _send_email(notifier, address, say(N_("Malecón: confirm your address")), f"{text}\n{link}\n")
    except MaleconError as error:
        return await _notices_page(services, request, visitor, error=error, typed=typed, renewed=renewed)
    services.security_log.note(SecurityEvent.EMAIL_REQUESTED, request, person.id)
    return Redirect("/notices?sent=true", status_code=303, cookies=[*cookies, *renewed])


async def ask_confirm(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor, token: FromPath[str]
) -> Response[str]:
    """Ask whether to send notices to an address; programs that open links before people do change nothing."""
    address = await services.notifier.recipients.find_address(token)
    return _email_page(visitor, address, f"/notices/confirm/{token}", N_("Send me notices"))


async def confirm_email(
    services: InjectedServices, request: AppRequest, visitor: InjectedVisitor, token: FromPath[str]
) -> Response[str]:
    """Send notices to an address from now on."""
    address = await services.notifier.recipients.confirm_address(token)
    services.security_log.note(SecurityEvent.EMAIL_CONFIRMED, request, visitor.id)
    return _email_page(visitor, address, said=N_("Notices are sent to this address from now on."))


async def ask_stop(
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
    address: FromQuery[str],
    proof: FromQuery[str],
) -> Response[str]:
    """Ask whether to send no more e-mails to an address."""
    _check_proof(services, address, proof)
    action = f"/notices/stop?{urlencode({'address': address, 'proof': proof})}"
    return _email_page(visitor, address, action, N_("Send no more letters"))


async def stop_emails(
    services: InjectedServices,
    request: AppRequest,
    visitor: InjectedVisitor,
    address: FromQuery[str],
    proof: FromQuery[str],
) -> Response[str]:
    """Send no more e-mails to an address: one press, with the link of an e-mail, signed in or not."""
    _check_proof(services, address, proof)
    if await services.notifier.recipients.remove_address(address):
        services.security_log.note(SecurityEvent.EMAIL_REMOVED, request, visitor.id)
    return _email_page(visitor, address, said=N_("No more letters are sent to this address."))


async def _send_email(notifier: Notifier, address: str, subject: str, text: str) -> None:
    """Send an e-mail that somebody waits for.

    Raises:
        NotSent: it could not be sent.
    """
    assert notifier.mailer is not None
    try:
        await notifier.mailer.send(address, subject, text)
    except Exception:  # whatever a network brings
        raise NotSent(NOT_SENT) from None


async def _notices_page(
    services: Services,
    request: AppRequest,
    visitor: Visitor,
    *,
    sent: bool = False,
    error: MaleconError | None = None,
    typed: str = "",
    renewed: Sequence[Cookie] = (),
) -> Response[str]:
    """Return the page with the notices of a person, and what was wrong."""
    notifier = services.notifier
    known = await find_recipient(notifier.recipients, visitor.id or "")
    answer = page(
        "notices.html",
        visitor.language,
        status=status_of(error) if error else 200,
        cookies=renewed,
        visitor=visitor,
        known=known,
        must_confirm=not renewed and await must_confirm(request, visitor),
        sent=sent,
        typed=typed,
        key=notifier.pusher.key if notifier.pusher else "",
        has_mail=notifier.mailer is not None,
        error=error_sentence(error, visitor.language) if error else "",
    )
    return with_retry_after(answer, error)


def _email_page(visitor: Visitor, address: str, action: str = "", press: str = "", said: str = "") -> Response[str]:
    """Return a page about an address, with a button, or what was done."""
    return page(
        "email_notices.html", visitor.language, visitor=visitor, address=address, action=action, press=press, said=said
    )


def _check_proof(services: Services, address: str, proof: str) -> None:
    """Refuse a link without the proof of an e-mail to the address.

    Raises:
        Missing: that is so.
    """
    mailer = services.notifier.mailer
    if mailer is None or not mailer.is_proof(address, proof):
        raise Missing(N_("This link is wrong. Copy it as a whole from the letter."))


def _subscription_from(form: FormMultiDict) -> PushSubscription:
    """Return the subscription of a browser.

    Raises:
        UsageError: it is none, or not at the service of a browser's maker.
    """
    return PushSubscription.parse(*(str(form.get(name, "")) for name in ("endpoint", "p256dh", "auth")))
