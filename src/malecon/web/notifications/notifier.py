"""The notifier: every few seconds it sends the notices that are due to people who have no page open."""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from malecon import games
from malecon.core.errors import MaleconError
from malecon.core.i18n import N_, NN_, Language, load
from malecon.core.process import now
from malecon.services.live_updates import Presence
from malecon.services.notices import Notice, Notices, Recipient
from malecon.services.outbox import LATE
from malecon.services.table_service import TableService
from malecon.storage.store import Store
from malecon.tables.table_settings import MINUTE
from malecon.web.middleware.browser_headers import best_language
from malecon.web.notifications.email import Mailer, can_mail
from malecon.web.notifications.web_push import Gone, Pusher, can_push
from malecon.web.server.settings import Settings

SWEEP_S = 5.0
RETRY_MS = 5 * MINUTE
WAITING = NN_("You are awaited at {count} table", "You are awaited at {count} tables")

LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Message:
    """A message to a person: title, lines with their pages, and the page to open. Nothing hidden is in it."""

    title: str
    lines: tuple[tuple[str, str], ...]
    page: str


class Notifier:
    """Sends notices that are due, from ``begin`` to ``end``."""

    def __init__(
        self, notices: Notices, presence: Presence, mailer: Mailer | None = None, pusher: Pusher | None = None
    ) -> None:
        """``mailer`` and ``pusher``: the channels that are set up."""
        self.notices = notices
        self.mailer = mailer
        self.pusher = pusher
        self._presence = presence
        self._sweeping: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Sweep from now on."""
        self._sweeping = asyncio.create_task(self._keep_sweeping())

    async def end(self) -> None:
        """Sweep no more."""
        if self._sweeping is not None:
            self._sweeping.cancel()
            await asyncio.gather(self._sweeping, return_exceptions=True)

    async def sweep(self) -> None:
        """Cancel the notices of people who have the page open, and send those that are due."""
        await self.notices.cancel_seen(self._presence.viewers())
        due = await self.notices.claim(now())
        for person, theirs in groupby(sorted(due, key=lambda notice: notice.person), lambda notice: notice.person):
            await self._notify(person, list(theirs))

    async def _keep_sweeping(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_S)
            try:
                await self.sweep()
            except MaleconError as error:
                LOGGER.warning("notices wait: %s", error)
            except Exception:
                LOGGER.exception("notices wait")

    async def _notify(self, person: str, notices: Sequence[Notice]) -> None:
        """Send a person their notices through all their channels; if none works, try again later."""
        recipient = await self.notices.find_recipient(person)
        message = message_of(notices, load(best_language(recipient.language)))
        worked = [*await self._push(recipient, message), *await self._mail(recipient, message)]
        if worked and not any(worked):
            await self.notices.postpone(notices, now() + RETRY_MS)

    async def _push(self, recipient: Recipient, message: Message) -> list[bool]:
        if self.pusher is None:
            return []
        worked = []
        body = "\n".join(line for line, _ in message.lines)
        for endpoint, keys in recipient.browsers:
            try:
                await self.pusher.send(endpoint, keys, {"title": message.title, "body": body, "page": message.page})
                worked.append(True)
            except Gone:
                await self.notices.unsubscribe(endpoint)
            except Exception as error:  # whatever a network brings
                LOGGER.warning("a browser could not be told: %s", type(error).__name__)
                worked.append(False)
        return worked

    async def _mail(self, recipient: Recipient, message: Message) -> list[bool]:
        if self.mailer is None or not recipient.email:
            return []
        lines = [f"{line}\n{self.mailer.link(page)}\n" for line, page in message.lines]
        language = load(best_language(recipient.language))
        lines += ["--", language.say(N_("No more of these letters:")), self.mailer.unsubscribe_link(recipient.email)]
        try:
            await self.mailer.send(recipient.email, message.title, "\n".join(lines))
        except Exception as error:  # whatever a network brings
            LOGGER.warning("a letter could not be sent: %s", type(error).__name__)
            return [False]
        return [True]


def notifier_for(settings: Settings, store: Store, tables: TableService) -> Notifier:
    """Return the notifier for the people of some tables, with the channels that are set up."""
    mailer = Mailer(settings) if can_mail(settings) else None
    pusher = Pusher(settings) if can_push() else None
    return Notifier(Notices(store), tables.presence, mailer, pusher)


def message_of(notices: Sequence[Notice], language: Language) -> Message:
    """Return the message for some notices of one person."""
    lines = tuple((notice_line(notice, language), f"/table/{notice.table_id}") for notice in notices)
    tables = {page for _, page in lines}
    if len(tables) > 1:
        return Message(language.count(WAITING, len(tables)), lines, "/")
    title = (
        N_("Your time has run out at {game}")
        if any(each.kind == LATE for each in notices)
        else N_("Your turn at {game}")
    )
    return Message(language.say(title, game=language.say(games[notices[0].game].text.title)), lines, lines[0][1])


def notice_line(notice: Notice, language: Language) -> str:
    """Return the sentence of a notice."""
    game, names = language.say(games[notice.game].text.title), language.listing(notice.others)
    if notice.kind == LATE:
        return language.say(
            N_(
                "{game} with {names}: you are awaited for too long. The others may hand your seat to a computer player."
            ),
            game=game,
            names=names,
        )
    return language.say(N_("{game} with {names}: it is your turn."), game=game, names=names)
