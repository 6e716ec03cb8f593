"""Push subscriptions: what an address may be, that all parsers read it alike, and where the server connects to."""

import json
import socket
import string
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import httpx
import pytest
import requests
import yarl
from sqlalchemy import insert, select
from urllib3.util import parse_url

from malecon.core.errors import UsageError
from malecon.services.push_subscription import LONGEST_ADDRESS, SERVICES, PushAddress, PushSubscription
from malecon.services.recipients import find_recipient
from malecon.storage.schema import SUBSCRIPTIONS
from malecon.web import push_client
from malecon.web.push_client import NotPublic, PushClient, is_public, public_addresses
from patience import PATIENCE_S
from waiting import finish
from web.post_office import PushService, push_service
from web.visiting import Site, Visitor, visiting

BROWSERS = (
    "https://fcm.googleapis.com/fcm/send/dpH5lCsTSSM:APA91bHqjZxM0VImWWqDRN7U0a3AycjUf4O-byuxb_wJsKRaKvV_iKw56s16ekq6",
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAAABdjGxU2GJ7=",
    "https://wns2-par02p.notify.windows.com/w/?token=BQYAAABgx%2bKTm3Rf%2FjIZaA%3d%3d",
    "https://web.push.apple.com/QGuQyavXutnMH",
)
"""Addresses as the browsers of four makers have them."""

HOSTILE = (
    "", "https://localhost/x", "http://fcm.googleapis.com/x", "https://fcm.googleapis.com.evil.example/x",
    "https://169.254.169.254/fcm.googleapis.com", "https://a@fcm.googleapis.com/x", "https://fcm.googleapis.com:22/x",
    "https://[", "https://fcm.googleapis.com/" + "x" * LONGEST_ADDRESS, "file:///etc/passwd",
    r"https://127.0.0.1\.fcm.googleapis.com/x", r"https://127.0.0.1\@fcm.googleapis.com/x",
    "https://127.0.0.1#@fcm.googleapis.com/x", "https://127.0.0.1?.fcm.googleapis.com/x",
    "https://127.0.0.1;.fcm.googleapis.com/x", "https://127.0.0.1%2f.fcm.googleapis.com/x",
    "https://127.0.0.1%00.fcm.googleapis.com/x", "https://127.0.0.1\t.fcm.googleapis.com/x",
    "https://127.0.0.1\n.fcm.googleapis.com/x", "https://fcm.googleapis.com\n/x", "https://fcm.googleapis.com/x\n",
    " https://fcm.googleapis.com/x", "https:///fcm.googleapis.com/x", "https:fcm.googleapis.com/x",
    "https:/fcm.googleapis.com/x", r"https:\\fcm.googleapis.com\x", "https://fcm.googleapis.com",
    "https://fcm.googleapis.com/", "https://fcm.googleapis.com//127.0.0.1/x", "https://fcm.googleapis.com/../x",
    "https://fcm.googleapis.com/a/./x", "https://fcm.googleapis.com/%2e%2e/x", r"https://fcm.googleapis.com/..\x",
    "https://fcm.googleapis.com./x", "https://.fcm.googleapis.com/x", "https://a..fcm.googleapis.com/x",
    "https://FCM.googleapis.com/x", "HTTPS://fcm.googleapis.com/x", "https://evilfcm.googleapis.com/x",
    "https://fcm。googleapis.com/x", "https://fcm．googleapis.com/x", "https://ﬀcm.googleapis.com/x",
    "https://xn--fcm.googleapis.com/x", "https://googleapis.com/x", "https://a_b.push.apple.com/x",
    "https://[::1].push.apple.com/x", "https://push.apple.com:443/x", "https://push.apple.com:/x",
    "https://@push.apple.com/x", "https://push.apple.com/x#y", "https://push.apple.com/x?", "https://push.apple.com/x?a=%0d%0aHost:x",
    "https://push.apple.com/x;y", "https://push.apple.com/x y", "https://push.apple.com/x\r\nHost: localhost",
    "https://push.apple.com/é", "https://push.apple.com/x%41", "https://" + "a." * 120 + "push.apple.com/x",
    "https://" + "a" * 64 + ".push.apple.com/x", "https://push.apple.com/x\x00", "https://push.apple.com\x00.evil/x",
)  # fmt: skip


class Read(NamedTuple):
    """An address as a parser reads it."""

    scheme: str | None
    host: str | None
    port: int | None
    user: str | None
    target: str

    @property
    def meaning(self) -> "Read":
        """The same with its query decoded: some parsers keep a slash there encoded, others do not."""
        path, mark, query = self.target.partition("?")
        return self._replace(target=path + mark + unquote(query))


def _by_urlsplit(text: str) -> Read:
    parts = urlsplit(text)
    query = f"?{parts.query}" if parts.query else ""
    return Read(parts.scheme, parts.hostname, parts.port, parts.username, parts.path + query)


def _by_urllib3(text: str) -> Read:
    parts = parse_url(text)
    return Read(parts.scheme, parts.host, parts.port, parts.auth, parts.request_uri)


def _by_requests(text: str) -> Read:
    return _by_urllib3(str(requests.Request("POST", text).prepare().url))


def _by_httpx(text: str) -> Read:
    parts = httpx.URL(text)
    return Read(parts.scheme, parts.raw_host.decode(), parts.port, parts.username or None, parts.raw_path.decode())


def _by_yarl(text: str) -> Read:
    parts = yarl.URL(text)
    return Read(parts.scheme, parts.raw_host, parts.explicit_port, parts.raw_user, parts.raw_path_qs)


PARSERS: tuple[Callable[[str], Read], ...] = (_by_urlsplit, _by_urllib3, _by_requests, _by_httpx, _by_yarl)


def parsed(text: str) -> PushAddress | None:
    try:
        return PushAddress.parse(text)
    except UsageError:
        return None


def check_parsers_agree(text: str, address: PushAddress) -> None:
    """Check that all parsers read the same in a text that was accepted, and in what was made anew of it."""
    assert str(address) == f"https://{address.host}{address.path}"
    assert PushAddress.parse(str(address)) == address
    assert any(address.host == service or address.host.endswith(f".{service}") for service in SERVICES)
    assert str(address).isascii()
    assert str(address).isprintable()
    expected = Read("https", address.host, None, None, address.path)
    for parser in PARSERS:
        assert parser(str(address)).meaning == expected.meaning, parser
        assert parser(text).meaning == expected.meaning, parser


SIGNS = (
    "\\@#?%:;/.,[]() \t\r\n\0\x1f\x7f\u3002\uff0e\u2024\u2025\uff0f\u200b\u00ad\u212a\ufb01éABZaz019-_~=+&|^`{}<>'\"$!*"
)
PIECES = (
    "https://", "HTTPS://", "http://", "//", "/", "fcm.googleapis.com", "push.apple.com", "127.0.0.1", "localhost",
    "[::1]", "2130706433", "0x7f.1", "::ffff:127.0.0.1", "..", "%2e%2e", "%2f", "%5c", "%00", "xn--", ":443", ":80",
    "a@", "x", "?a=b",
)  # fmt: skip
LETTERS, DIGITS = string.ascii_letters, string.digits
FIRST_SIGNS, PATH_SIGNS = LETTERS + DIGITS + "_~:=+-", LETTERS + DIGITS + "._~:=+-"
QUERY_SIGNS = (*PATH_SIGNS, "&", "/", "%2B", "%2b", "%2F", "%2f", "%3D", "%3d")


def drawn(rng: Random, signs: Sequence[str], least: int, most: int) -> str:
    """Draw a text of so many signs."""
    return "".join(rng.choices(signs, k=rng.randint(least, most)))


def piece(rng: Random) -> str:
    return rng.choice(PIECES) if rng.random() < 0.5 else drawn(rng, SIGNS, 0, 3)


def joined(rng: Random) -> str:
    """Draw pieces in a row, often with a scheme, a service and a path in them."""
    usual = ("https://", "", rng.choice(SERVICES), "/")
    pieces = [each if rng.random() < 0.7 else piece(rng) for each in usual]
    return "".join([*pieces, *(piece(rng) for _ in range(rng.randint(0, 4)))])


def bent(rng: Random) -> str:
    """Draw an address of a browser in which some signs were put in, replaced or left out."""
    text = rng.choice(BROWSERS)
    for _ in range(rng.randint(0, 3)):
        at, length = rng.randint(0, len(text)), rng.randint(0, 2)
        text = text[:at] + piece(rng) + text[at + length :]
    return text


def label(rng: Random) -> str:
    signs = string.ascii_lowercase + DIGITS
    return drawn(rng, signs, 1, 8) + rng.choice(["", "-" + drawn(rng, signs, 1, 8)])


def proper(rng: Random) -> str:
    """Draw an address at a push service."""
    host = ".".join([*(label(rng) for _ in range(rng.randint(0, 3))), rng.choice(SERVICES)])
    segments = (rng.choice(FIRST_SIGNS) + drawn(rng, PATH_SIGNS, 0, 12) for _ in range(rng.randint(1, 4)))
    query = rng.choice(["", "?" + drawn(rng, QUERY_SIGNS, 1, 12)])
    return f"https://{host}/{'/'.join(segments)}{rng.choice(['', '/'])}{query}"


@pytest.mark.parametrize("draw", [joined, bent])
def test_what_is_accepted_all_parsers_read_alike(draw: Callable[[Random], str]) -> None:
    rng, accepted = Random(1), 0
    for text in (draw(rng) for _ in range(1500)):
        if address := parsed(text):
            check_parsers_agree(text, address)
            accepted += 1
    assert accepted


def test_every_proper_address_is_accepted_and_read_alike() -> None:
    rng = Random(1)
    for text in (proper(rng) for _ in range(500)):
        check_parsers_agree(text, PushAddress.parse(text))


@pytest.mark.parametrize("text", BROWSERS)
def test_services_of_browsers_are_known(text: str) -> None:
    check_parsers_agree(text, PushAddress.parse(text))


@pytest.mark.parametrize("text", HOSTILE)
def test_the_server_is_sent_nowhere_but_to_the_services_of_browsers(text: str) -> None:
    assert parsed(text) is None
    with pytest.raises(UsageError):
        PushClient().post(text, data=b"", headers={}, timeout=1)


@pytest.mark.parametrize(("p256dh", "auth"), [
    ("", ""), ("a", "b"), ("B" + "A" * 86, "A" * 22 + "\n"), ("A" * 87, "A" * 22), ("B" + "A" * 86, "A" * 21),
    ("B" + "A" * 85 + "é", "A" * 22), ("B" + "A" * 86, "+" * 22), ("B" + "A" * 86 + "====", "A" * 22),
])  # fmt: skip
def test_keys_that_are_none_are_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(UsageError):
        PushSubscription.parse(BROWSERS[0], p256dh, auth)
    assert PushSubscription.parse(BROWSERS[0], "B" + "A" * 86, "A" * 22 + "==").auth == "A" * 22


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with visiting(tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[PushService]:
    with push_service() as service:
        monkeypatch.setattr(push_client, "tls_context", lambda: service.trust)
        monkeypatch.setattr(push_client, "PORT", service.port)
        yield service


def resolve_to(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[str]:
    """Let every name have some IP addresses, and return a list in which the names will be that are looked up."""
    asked: list[str] = []

    def getaddrinfo(host: str, port: int, *arguments: Any, **named: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET6 if ":" in each else socket.AF_INET, 1, 6, "", (each, port)) for each in addresses]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


@pytest.mark.parametrize("text", HOSTILE)
def test_no_page_stores_another_address(site: Site, text: str) -> None:
    answer = site.stranger().post("/notices/push", {"endpoint": text, "p256dh": "B" + "A" * 86, "auth": "A" * 22})

    assert answer.status_code in (400, 422)
    assert rows_of(site) == []


def rows_of(site: Site) -> list[str]:
    with site.client.app.state.services.store.reading() as connection:
        return list(connection.execute(select(SUBSCRIPTIONS.c.endpoint)).scalars())


def test_what_is_stored_is_made_anew(site: Site) -> None:
    ana = site.somebody()
    answer = ana.post("/notices/push", {"endpoint": BROWSERS[2], "p256dh": "B" + "A" * 86, "auth": "A" * 22 + "=="})

    assert answer.status_code == 204
    assert rows_of(site) == [BROWSERS[2].replace("%2b", "%2B").replace("%3d", "%3D")]
    assert ana.post("/notices/off", {"verb": "push"}).status_code == 303


def test_what_an_earlier_version_stored_is_removed_and_nothing_is_sent_there(site: Site, ana: Visitor) -> None:
    services = site.client.app.state.services
    keys = {"p256dh": "B" + "A" * 86, "auth": "A" * 22}
    rows = [(r"https://127.0.0.1\.fcm.googleapis.com/x", keys), (BROWSERS[0], {}), (BROWSERS[1], keys)]
    with services.store.writing() as connection:
        for endpoint, kept in rows:
            connection.execute(insert(SUBSCRIPTIONS), {"endpoint": endpoint, "person": ana.id, "keys": kept})

    (browser,) = finish(find_recipient(services.notifier.recipients, ana.id)).browsers
    assert str(browser.address) == BROWSERS[1]
    assert rows_of(site) == [BROWSERS[1]]
    assert ana.post("/notices/off", {"verb": "push"}).status_code == 303


NOT_PUBLIC = (
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "192.0.0.1", "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "192.88.99.1", "224.0.0.1",
    "239.255.255.250", "240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1",
    "::ffff:10.0.0.1", "::ffff:8.8.8.8", "fe80::1", "fe80::1%eth0", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1",
    "2001:db8::1", "2002:7f00:1::", "2002:808:808::1", "2001:0:7f00:1::1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1", "100::1", "3fff::1", "5f00::1", "2001:10::1",
)  # fmt: skip


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_a_name_that_means_no_public_address_is_refused(
    monkeypatch: pytest.MonkeyPatch, service: PushService, address: str
) -> None:
    for found in ([address], ["8.8.8.8", address], [address, "2a00:1450:4001::a"]):
        resolve_to(monkeypatch, *found)
        with pytest.raises(NotPublic):
            PushClient().post(service.endpoint, data=b"", headers={}, timeout=1)
    assert service.connections == 0


@pytest.mark.parametrize("address", ["8.8.8.8", "142.250.1.95", "2a00:1450:4001:801::200a", "64:ff9b::808:808"])
def test_public_addresses_are_public(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    resolve_to(monkeypatch, address)
    assert is_public(address)
    assert public_addresses("push.apple.com") == [address]


def test_the_address_that_was_checked_is_the_one_that_is_connected_to(
    monkeypatch: pytest.MonkeyPatch, service: PushService
) -> None:
    asked = resolve_to(monkeypatch, "127.0.0.1")
    monkeypatch.setattr(push_client, "is_public", lambda address: True)
    connected: list[Any] = []
    connect = socket.create_connection

    def create_connection(place: tuple[str, int], timeout: float) -> socket.socket:
        connected.append(place)
        return connect(place, timeout)

    monkeypatch.setattr(socket, "create_connection", create_connection)
    answer = PushClient().post(service.endpoint, data=b"x", headers={"ttl": "1"}, timeout=PATIENCE_S)

    assert answer.status_code == 201
    assert connected == [("127.0.0.1", service.port)]
    assert asked[0] == "updates.push.services.mozilla.com"
    assert set(asked[1:]) <= {"127.0.0.1"}  # which an address means is not asked of anybody
    assert service.heads[0]["Host"].partition(":")[0] == "updates.push.services.mozilla.com"


def test_a_redirect_is_not_followed(monkeypatch: pytest.MonkeyPatch, service: PushService) -> None:
    monkeypatch.setattr(push_client, "public_addresses", lambda host: ["127.0.0.1"])
    for status in (301, 302, 303, 307, 308):
        service.status, service.location = status, f"https://127.0.0.1:{service.port}/inside"
        assert PushClient().post(service.endpoint, data=b"x", headers={}, timeout=PATIENCE_S).status_code == status
    assert service.connections == 5


def test_another_hosts_certificate_is_refused(monkeypatch: pytest.MonkeyPatch, service: PushService) -> None:
    monkeypatch.setattr(push_client, "public_addresses", lambda host: ["127.0.0.1"])
    with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
        PushClient().post("https://push.apple.com/x", data=b"x", headers={}, timeout=PATIENCE_S)
    assert not service.pushed


def test_proxies_of_the_environment_are_not_used(monkeypatch: pytest.MonkeyPatch, service: PushService) -> None:
    monkeypatch.setattr(push_client, "public_addresses", lambda host: ["127.0.0.1"])
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.getsockname()[1]}")
        assert PushClient().post(service.endpoint, data=b"x", headers={}, timeout=PATIENCE_S).status_code == 201
        proxy.setblocking(False)
        with pytest.raises(BlockingIOError):
            proxy.accept()


def test_the_first_address_that_takes_a_connection_is_used(
    monkeypatch: pytest.MonkeyPatch, service: PushService
) -> None:
    monkeypatch.setattr(push_client, "public_addresses", lambda host: ["127.0.0.2", "127.0.0.1"])
    assert PushClient().post(service.endpoint, data=b"x", headers={}, timeout=PATIENCE_S).status_code == 201
    monkeypatch.setattr(push_client, "public_addresses", lambda host: ["127.0.0.2"])
    with pytest.raises(ConnectionRefusedError):
        PushClient().post(service.endpoint, data=b"x", headers={}, timeout=PATIENCE_S)


def test_the_library_sends_by_this_client_only(
    site: Site, monkeypatch: pytest.MonkeyPatch, service: PushService
) -> None:
    monkeypatch.setattr(push_client, "public_addresses", lambda host: ["127.0.0.1"])
    monkeypatch.setattr(requests.Session, "request", None)
    pusher = site.client.app.state.services.notifier.pusher
    browser = PushSubscription.parse(service.endpoint, **service.keys)

    finish(pusher.send(browser, {"title": "Havana"}))
    assert [json.loads(text) for text in service.read()] == [{"title": "Havana"}]
