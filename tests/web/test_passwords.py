"""Wrong passwords: strangers wait for longer and longer, and the owner of an account never because of them."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Event

import pytest
from httpx import Response
from sqlalchemy import func, select

from malecon.core.clock import now
from malecon.services.passwords import ACCOUNT, PAIR, password_hash
from malecon.storage import password_attempts as counting
from malecon.storage.password_attempts import begin_attempt, take_back_attempt
from malecon.storage.schema import ATTEMPTS, SESSIONS
from malecon.storage.store import Store
from malecon.tables import DAY, SECOND
from malecon.web.http import password_attempts
from malecon.web.http.password_attempts import MOST_WAITING, PasswordAttempts
from malecon.web.http.rate_limiter import Busy
from malecon.web.http.secret_keys import KeyHash
from malecon.web.pages import sign_in
from patience import PATIENCE_S
from waiting import finish
from web.knowing import GOOD, OTHER, signed_up, try_anew
from web.visiting import Site, Visitor, visiting

HOME, CAFE, BUS = "192.0.2.1", "198.51.100.1", "203.0.113.1"
DEVICE = "malecon-device"
NUMBERS = count(1)


class Clock:
    """The time, as the counting of wrong passwords knows it."""

    def __init__(self) -> None:
        self.moment = now()

    def __call__(self) -> int:
        return self.moment


class Browser:
    """A browser at an address that keeps its cookies, and signs in to an account."""

    def __init__(self, site: Site, patch: pytest.MonkeyPatch, address: str, name: str) -> None:
        self.site, self.patch, self.address, self.name = site, patch, address, name
        self.cookies: dict[str, str] = {}

    def send(self, password: str, path: str = "/sign-in", **form: str) -> Response:
        """Send a password."""
        self.patch.setattr(sign_in, "client_address", lambda request: self.address)
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        fields = {"name": self.name, "password": password, **form}
        answer = self.site.stranger().post(path, fields, **({"Cookie": cookie} if cookie else {}))
        self.cookies |= dict(answer.cookies)
        return answer

    def tries(self, password: str, **form: str) -> int:
        """Send a password, and return the status of the answer; the session is forgotten again."""
        status = self.send(password, **form).status_code
        self.cookies = {name: value for name, value in self.cookies.items() if name == DEVICE}
        return status

    def waits(self, attempts: int, clock: Clock) -> list[int]:
        """Send wrong passwords, wait as long as told, and return the minutes before each but the first."""
        minutes = [0]
        while len(minutes) <= attempts:
            answer = self.send("wrong")
            if answer.status_code == 429:
                seconds = int(answer.headers["retry-after"])
                minutes[-1] += seconds // 60
                clock.moment += seconds * SECOND
            else:
                minutes.append(0)
        return minutes[1:-1]


@pytest.fixture(autouse=True)
def fresh(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    try_anew(site, monkeypatch)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(counting, "now", clock)
    return clock


@pytest.fixture
def browser_of(site: Site, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Browser]:
    return lambda address, name: Browser(site, monkeypatch, address, name)


@pytest.fixture
def owner(site: Site, browser_of: Callable[..., Browser]) -> Iterator[Browser]:
    """The owner of an account at a browser that has signed in before; in the end, it can sign in at once."""
    owner = browser_of(HOME, f"Ana {next(NUMBERS)}")
    signed_up(site, site.stranger(), owner.name)
    assert owner.tries(GOOD) == 303
    yield owner
    assert owner.tries(GOOD) == 303


def test_delays_grow_and_what_is_right_must_wait_too(
    owner: Browser, browser_of: Callable[..., Browser], clock: Clock
) -> None:
    stranger = browser_of(CAFE, owner.name)
    assert stranger.waits(9, clock) == [0, 0, 0, 1, 2, 4, 8, 15]

    refused = stranger.send(GOOD)
    assert refused.status_code == 429
    assert "Try again in 15 min." in refused.text
    clock.moment += 900 * SECOND
    assert stranger.send(GOOD).status_code == 303


def test_the_owner_signs_in_from_a_new_address_while_a_stranger_waits(
    owner: Browser, browser_of: Callable[..., Browser]
) -> None:
    stranger = browser_of(CAFE, owner.name)
    assert [stranger.tries("wrong") for _ in range(12)] == [403] * 4 + [429] * 8

    assert browser_of(BUS, owner.name).tries(GOOD) == 303


def test_strangers_at_many_addresses_are_slowed_down_and_the_owner_only_at_unknown_devices(
    owner: Browser, browser_of: Callable[..., Browser], clock: Clock
) -> None:
    strangers = [browser_of(f"198.51.100.{number}", owner.name) for number in range(37)]
    tried = [stranger.tries("wrong") for _ in range(3) for stranger in strangers]
    assert tried == [403] * ACCOUNT.free + [403] + [429] * 10
    assert owner.tries(GOOD) == 303

    new = browser_of(BUS, owner.name)
    refused = new.send(GOOD)
    assert refused.status_code == 429
    assert int(refused.headers["retry-after"]) <= 60
    clock.moment += 60 * SECOND
    assert new.tries(GOOD) == 303
    assert new.tries(GOOD) == 303, "it is a known device now"


def test_an_address_that_tries_many_accounts_is_slowed_down(browser_of: Callable[..., Browser], owner: Browser) -> None:
    tried = [browser_of(CAFE, f"Nobody {number}").tries("wrong") for number in range(40)]

    assert tried == [403] * 31 + [429] * 9
    assert browser_of(CAFE, owner.name).tries(GOOD) == 429
    owner.address = CAFE  # the fixture signs in from there: what is known is the device


def test_a_known_device_is_counted_for_itself_and_a_right_password_ends_that(
    owner: Browser, browser_of: Callable[..., Browser], clock: Clock
) -> None:
    assert [owner.tries("wrong") for _ in range(5)] == [403] * 4 + [429]
    assert browser_of(HOME, owner.name).tries(GOOD) == 303, "the pair of address and account has counted nothing"
    clock.moment += 60 * SECOND
    assert owner.tries(GOOD) == 303
    assert [owner.tries("wrong") for _ in range(4)] == [403] * 4
    clock.moment += 60 * SECOND


def test_a_name_that_nobody_has_meets_the_same_answers(owner: Browser, browser_of: Callable[..., Browser]) -> None:
    known, unknown = browser_of(CAFE, owner.name), browser_of(BUS, "Nobody")
    answers = [(known.send("wrong"), unknown.send("wrong")) for _ in range(6)]

    for one, other in answers:
        assert one.status_code == other.status_code
        assert one.headers.get("retry-after") == other.headers.get("retry-after")
        assert one.text.replace(owner.name, "") == other.text.replace("Nobody", "")


def test_the_cookie_of_a_device_is_no_credential_and_not_kept(site: Site, owner: Browser) -> None:
    token = owner.cookies[DEVICE]
    as_session = Visitor(site, None, token).get("/me")
    with site.tables._store.reading() as connection:
        digests = connection.execute(select(SESSIONS.c.digest).where(SESSIONS.c.kind == "device")).scalars().all()

    assert owner.name.casefold() not in as_session.text
    assert token not in digests
    assert "HttpOnly" in owner.send(GOOD).headers["set-cookie"]


def test_a_device_is_known_for_whom_it_has_signed_in_and_for_nobody_else(
    owner: Browser, browser_of: Callable[..., Browser], site: Site
) -> None:
    ben = browser_of(HOME, f"Ben {next(NUMBERS)}")
    signed_up(site, site.stranger(), ben.name)
    stranger = browser_of(CAFE, ben.name)
    stranger.cookies = dict(owner.cookies)
    assert [stranger.tries("wrong") for _ in range(6)] == [403] * 4 + [429] * 2

    owner.name, ana = ben.name, owner.name  # a browser that two people share
    assert owner.tries(GOOD) == 303
    assert owner.tries("wrong") == 403
    owner.name = ana


def test_who_ends_all_other_sessions_makes_other_devices_unknown(
    site: Site, owner: Browser, browser_of: Callable[..., Browser]
) -> None:
    other = browser_of(CAFE, owner.name)
    assert other.tries(GOOD) == 303
    assert owner.send(GOOD).status_code == 303
    assert owner.send(OTHER, "/me/account", old=GOOD, alone="on").status_code == 303

    for _ in range(5):
        browser_of(CAFE, owner.name).tries("wrong")
    assert other.tries(OTHER) == 429
    assert owner.send(GOOD, "/me/account", old=OTHER).status_code == 303


def test_who_is_signed_in_cannot_try_the_old_password_without_end(site: Site, owner: Browser) -> None:
    owner.send(GOOD)
    tried = [owner.send(OTHER, "/me/account", old="wrong") for _ in range(5)]

    assert [answer.status_code for answer in tried] == [403] * 4 + [429]
    assert int(tried[-1].headers["retry-after"]) <= 60


def test_a_restart_forgets_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with visiting(tmp_path) as site:
        try_anew(site, monkeypatch)
        before = [Browser(site, monkeypatch, CAFE, "Ana").tries("wrong") for _ in range(4)]
    with visiting(tmp_path) as site:
        after = [Browser(site, monkeypatch, CAFE, "Ana").tries("wrong") for _ in range(2)]

    assert (before, after) == ([403] * 4, [429] * 2)


def test_what_was_counted_is_forgotten_after_a_day_and_names_nobody(
    site: Site, browser_of: Callable[..., Browser], clock: Clock
) -> None:
    browser_of(CAFE, "Ana").tries("wrong")
    with site.tables._store.reading() as connection:
        keys = connection.execute(select(ATTEMPTS.c.key)).scalars().all()
    clock.moment += DAY
    browser_of(CAFE, "Ben").tries("wrong")
    with site.tables._store.reading() as connection:
        left = connection.execute(select(func.count()).select_from(ATTEMPTS)).scalar_one()

    assert [len(key) for key in keys] == [32] * 3
    assert left == 3


def taken(address: str, folder: Path, tries: int) -> int:
    """Try passwords at the same time, which are never found right, and return how many were looked at."""
    store = Store.open(folder, address)
    with ThreadPoolExecutor(tries) as threads:
        waits = list(threads.map(lambda _: finish(begin_attempt(store, {"one": PAIR, "two": ACCOUNT})), range(tries)))
    store.close()
    return waits.count(0)


def test_attempts_at_the_same_time_are_counted_exactly(tmp_path: Path) -> None:
    assert taken("", tmp_path, 12) == 4


def test_two_servers_on_one_database_count_together(tmp_path: Path, postgres: str) -> None:
    with ThreadPoolExecutor(2) as servers:
        looked_at = list(servers.map(lambda _: taken(postgres, tmp_path, 6), range(2)))

    assert sum(looked_at) == 4


def test_a_right_password_takes_back_what_it_has_counted(tmp_path: Path) -> None:
    store, keys = Store.open(tmp_path), {"one": PAIR, "two": ACCOUNT}
    for _ in range(3):
        assert finish(begin_attempt(store, keys)) == 0
    finish(take_back_attempt(store, keys))
    with store.reading() as connection:
        left = {row.key: row.wrong for row in connection.execute(select(ATTEMPTS)).all()}
    store.close()

    assert left == {"two": 2}


def test_who_is_sent_away_unlooked_at_has_no_delay_less(
    owner: Browser, browser_of: Callable[..., Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    stranger = browser_of(CAFE, owner.name)
    assert [stranger.tries("wrong") for _ in range(3)] == [403] * 3

    with monkeypatch.context() as patch:
        patch.setattr(password_attempts, "MOST_WAITING", 0)
        assert stranger.tries("wrong") == 503
    assert [stranger.tries("wrong") for _ in range(2)] == [403, 429]


def test_a_clock_that_is_set_back_makes_nobody_wait_for_longer(
    owner: Browser, browser_of: Callable[..., Browser], clock: Clock
) -> None:
    stranger = browser_of(CAFE, owner.name)
    assert [stranger.tries("wrong") for _ in range(5)] == [403] * 4 + [429]

    clock.moment -= DAY
    assert int(stranger.send("wrong").headers["retry-after"]) == 60


def test_many_passwords_at_once_hold_up_neither_pages_nor_known_devices(tmp_path: Path) -> None:
    done = Event()
    store = Store.open(tmp_path)
    limits = PasswordAttempts(store, KeyHash(b"secret"))

    async def crowd() -> None:
        waiting = [asyncio.create_task(limits.compute(lambda: done.wait(PATIENCE_S))) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(Busy, match="Too many people sign in"):
            await limits.compute(lambda: True)
        known = asyncio.create_task(limits.compute(lambda: True, is_known=True))
        assert await asyncio.to_thread(lambda: True)  # what looks up people has threads of its own
        done.set()
        assert await known
        assert all(await asyncio.gather(*waiting))

    asyncio.run(crowd())
    limits.close()
    store.close()


def test_one_password_is_hashed_at_a_time_so_that_a_dozen_need_the_memory_of_one(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    limits = PasswordAttempts(store, KeyHash(b"secret"))
    at_once, most = 0, 0

    def hashing() -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        password_hash("sand between two tides")
        at_once -= 1

    async def crowd() -> None:
        await asyncio.gather(*(limits.compute(hashing, is_known=each % 2 == 0) for each in range(12)))

    asyncio.run(crowd())
    limits.close()
    store.close()
    assert most == 1
