"""Notices: who is told when, and who is not."""

import base64
from dataclasses import replace

import pytest

from malecon.core.clock import TIME, elapsed_ms, now
from malecon.core.errors import UsageError
from malecon.services import table_repository
from malecon.services.presence import VIEW_LASTS
from malecon.services.push_subscription import PushSubscription
from malecon.services.recipients import find_recipient, validate_address
from malecon.storage.notices import LATE, REMATCH, TURN, WAIT_LIVE, WAIT_SLOW, Notice, Notices
from malecon.storage.people import People
from malecon.storage.recipients import MOST_BROWSERS, MOST_EMAILS, Recipients
from malecon.storage.store import Store
from malecon.tables import DAY, MINUTE, Clock, Missing, TableError
from malecon.tables.clocks import LONGEST_UNTIMED
from malecon.tables.commands import CreateTable
from malecon.tables.rematch import Answer
from malecon.tables.seat import Occupant
from malecon.tables.table_header import DEFAULT_SETTINGS
from tables.membership import new_members
from tables.sitting import CHOICE, House, in_house
from waiting import finish

SOON = 1000


def kinds(found: list[Notice]) -> list[tuple[str, str]]:
    """Return to whom of which kind notices are."""
    return sorted((notice.person, notice.kind) for notice in found)


async def opened(house: House, clock: Clock | None = None) -> str:
    """Begin a table of ana and ben."""
    occupants = [Occupant("Ana", house.ana), Occupant("Ben", house.ben)]
    return await house.tables.create(CreateTable("havana", {}, occupants, replace(DEFAULT_SETTINGS, clock=clock)))


@in_house
async def test_who_becomes_needed_is_told_once_after_a_while(house: House) -> None:
    before = now()
    table = await opened(house)
    notices = Notices(house.store)

    assert not await notices.claim(before + WAIT_SLOW - SOON)
    found = await notices.claim(now() + WAIT_SLOW)
    assert kinds(found) == sorted([(house.ana, TURN), (house.ben, TURN)])
    assert {notice.table_id for notice in found} == {table}
    assert {notice.person: notice.others for notice in found} == {house.ana: ("Ben",), house.ben: ("Ana",)}
    assert not await notices.claim(now() + DAY - MINUTE)


@in_house
async def test_who_plays_live_is_told_sooner(house: House) -> None:
    await opened(house, Clock(stock=10 * MINUTE))

    assert len(await Notices(house.store).claim(now() + WAIT_LIVE)) == 2


@in_house
async def test_who_has_acted_is_not_told_and_told_anew_when_needed_again(house: House) -> None:
    table_id, notices = await opened(house), Notices(house.store)
    await house.step(table_id, house.ana, 0, CHOICE)
    assert len(await notices.claim(now())) == 0
    await house.confirm(table_id, house.ana, 0)
    assert kinds(await notices.claim(now() + WAIT_SLOW)) == [(house.ben, TURN)]

    table = await house.step(table_id, house.ben, 1, CHOICE, quick=True)
    (mover,) = {table.occupants[seat].person for seat in table.seats_to_move}
    assert kinds(await notices.claim(now() + WAIT_SLOW)) == ([(mover, TURN)] if mover == house.ana else [])


@in_house
async def test_who_is_overdue_is_warned(house: House) -> None:
    before = now()
    await opened(house)
    notices = Notices(house.store)
    await notices.claim(now() + WAIT_SLOW)

    assert not await notices.claim(before + LONGEST_UNTIMED - SOON)
    assert kinds(await notices.claim(now() + LONGEST_UNTIMED)) == sorted([(house.ana, LATE), (house.ben, LATE)])


@in_house
async def test_who_is_asked_to_play_again_is_told_until_they_answer(house: House) -> None:
    table_id, notices = await house.nearly_over(*new_members(house.store, 2)), Notices(house.store)
    ana, ben = (str(occupant.person) for occupant in (await house.tables.find(table_id)).occupants)
    await house.tables.seats.resign(table_id, ben, 1)
    await house.tables.play_again(table_id, ana)
    assert not await notices.claim(now())
    assert kinds(await notices.claim(now() + WAIT_SLOW)) == [(ben, REMATCH)]

    for answer in (Answer.WITHDRAW, Answer.OFFER):
        await house.tables.play_again(table_id, ana, answer)
    assert kinds(await notices.claim(now() + WAIT_SLOW)) == [(ben, REMATCH)], "the offer is another one"
    for answer in (Answer.WITHDRAW, Answer.OFFER):
        await house.tables.play_again(table_id, ana, answer)
    await house.tables.play_again(table_id, ben, Answer.DECLINE)
    assert not await notices.claim(now() + WAIT_SLOW)


@in_house
async def test_who_looks_is_not_told(house: House) -> None:
    table_id, notices = await opened(house), Notices(house.store)
    await house.tables.view(table_id, house.ana)
    await house.tables.view(table_id, None)
    await notices.cancel_seen(house.tables.presence.viewers())
    assert kinds(await notices.claim(now() + WAIT_SLOW)) == [(house.ben, TURN)]

    leave = house.tables.subscribe(table_id, house.ben, lambda table: None)
    assert (table_id, house.ben) in house.tables.presence.viewers()
    leave()
    assert (table_id, house.ben) not in house.tables.presence.viewers()
    await notices.cancel_seen({(table_id, house.ana)})
    assert len(await notices.claim(now() + LONGEST_UNTIMED)) == 2


@in_house
async def test_a_look_lasts_a_minute(house: House) -> None:
    table = await opened(house)
    house.tables.presence.record_view(table, house.ana)
    assert house.tables.presence.viewers() == {(table, house.ana)}

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TIME, "elapsed", lambda: elapsed_ms() + VIEW_LASTS)
        assert not house.tables.presence.viewers()


@in_house
async def test_a_pause_cancels_and_what_comes_after_it_is_new(house: House) -> None:
    table, notices = await opened(house), Notices(house.store)
    assert len(await notices.claim(now() + WAIT_SLOW)) == 2
    for person in (house.ana, house.ben):
        await house.tables.seats.ask_pause(table, person, True)
    assert not await notices.claim(now() + LONGEST_UNTIMED)

    await house.tables.seats.resume(table, house.ana)
    assert len(await notices.claim(now() + WAIT_SLOW)) == 2


@in_house
async def test_who_plays_only_with_computers_is_never_told(house: House) -> None:
    table = await house.open(house.ana, None)
    await house.rest()
    await house.step(table, house.ana, 0, CHOICE, quick=True)
    await house.rest()

    assert not await Notices(house.store).claim(now() + LONGEST_UNTIMED)


@in_house
async def test_what_could_not_be_sent_is_due_again_unless_it_is_not_needed_any_more(house: House) -> None:
    table, notices = await opened(house), Notices(house.store)
    found = await notices.claim(now() + WAIT_SLOW)
    await house.step(table, house.ana, 0, CHOICE, quick=True)
    await notices.postpone(found, now() + MINUTE)

    assert not await notices.claim(now())
    assert kinds(await notices.claim(now() + MINUTE)) == [(house.ben, TURN)]


@in_house
async def test_a_clock_put_forward_puts_the_warning_off(house: House) -> None:
    """After a move of the same person the time for each move begins anew, and so does the warning."""
    table_id, notices = await opened(house, Clock(each=DAY)), Notices(house.store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(table_repository, "now", lambda: now() + DAY // 2)
        await house.step(table_id, house.ana, 0, CHOICE, quick=True)
        table = await house.step(table_id, house.ben, 1, CHOICE, quick=True)
    (mover,) = (table.occupants[seat].person for seat in table.seats_to_move)

    assert not [notice for notice in await notices.claim(now() + DAY + MINUTE) if notice.kind == LATE]
    assert (mover, LATE) in kinds(await notices.claim(now() + 2 * DAY))


@pytest.fixture
def ana(store: Store) -> str:
    return finish(People(store).create())[0].id


def test_an_address_is_told_when_it_is_confirmed_once(store: Store, ana: str) -> None:
    recipients = Recipients(store)
    token = finish(recipients.create_confirmation(ana, "ana@malecon.example"))
    assert finish(find_recipient(recipients, ana)).email == ""
    assert finish(recipients.find_address(token)) == "ana@malecon.example"

    assert finish(recipients.confirm_address(token)) == "ana@malecon.example"
    assert finish(find_recipient(recipients, ana)).email == "ana@malecon.example"
    for used in (token, "", "guess"):
        with pytest.raises(Missing):
            finish(recipients.confirm_address(used))

    finish(recipients.remove_address("ben@malecon.example"))
    assert finish(find_recipient(recipients, ana)).email
    finish(recipients.remove_address("ana@malecon.example"))
    assert not finish(find_recipient(recipients, ana)).email


def test_a_link_in_a_letter_is_good_for_a_day(store: Store, ana: str, monkeypatch: pytest.MonkeyPatch) -> None:
    token = finish(Recipients(store).create_confirmation(ana, "ana@malecon.example"))
    monkeypatch.setattr("malecon.storage.recipients.now", lambda: now() + DAY)

    with pytest.raises(Missing):
        finish(Recipients(store).confirm_address(token))


def test_nobody_can_be_flooded_with_letters(store: Store, ana: str) -> None:
    recipients = Recipients(store)
    for _ in range(MOST_EMAILS):
        finish(recipients.create_confirmation(finish(People(store).create())[0].id, "eve@malecon.example"))
        finish(recipients.create_confirmation(ana, f"{_}@malecon.example"))

    with pytest.raises(TableError):
        finish(recipients.create_confirmation(finish(People(store).create())[0].id, "eve@malecon.example"))
    with pytest.raises(TableError):
        finish(recipients.create_confirmation(ana, "other@malecon.example"))


@pytest.mark.parametrize("typed", [
    "", "ana", "ana@", "@malecon.example", "ana@localhost", "ana@malecon.example\nBcc: eve@malecon.example",
    "a b@malecon.example",
    f"{'a' * 80}@malecon.example", "Ana <ana@malecon.example>", "ana@malecon.example,b@c.example",
])  # fmt: skip
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(UsageError):
        validate_address(typed)


def browser(number: int, secret: bytes = bytes(16)) -> PushSubscription:
    """Return the subscription of a browser, with a secret."""
    point, auth = (base64.urlsafe_b64encode(code).decode() for code in (b"\x04" + bytes(64), secret))
    return PushSubscription.parse(f"https://fcm.googleapis.com/{number}", point, auth)


async def subscribe(recipients: Recipients, person: str, browser: PushSubscription) -> None:
    await recipients.subscribe(person, browser.endpoint, browser.keys)


def test_a_browser_belongs_to_who_asked_last_and_there_are_not_many(store: Store, ana: str) -> None:
    recipients, ben = Recipients(store), finish(People(store).create())[0].id
    for number in range(MOST_BROWSERS):
        finish(subscribe(recipients, ana, browser(number)))
        finish(subscribe(recipients, ana, browser(number, bytes([1] * 16))))
    with pytest.raises(UsageError):
        finish(subscribe(recipients, ana, browser(MOST_BROWSERS)))

    finish(subscribe(recipients, ben, browser(0, bytes([2] * 16))))
    assert finish(find_recipient(recipients, ben)).browsers == (browser(0, bytes([2] * 16)),)
    assert len(finish(find_recipient(recipients, ana)).browsers) == MOST_BROWSERS - 1
    finish(recipients.unsubscribe([browser(1).endpoint]))
    assert len(finish(find_recipient(recipients, ana)).browsers) == MOST_BROWSERS - 2
    finish(recipients.unsubscribe_all(ana))
    assert not finish(find_recipient(recipients, ana)).browsers
