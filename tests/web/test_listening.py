"""On which addresses a server listens, of IPv4 and IPv6, and what it says about where it is reached."""

import errno
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from ipaddress import ip_address
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from httpx import get
from typer.testing import CliRunner

from malecon.cli import app
from malecon.cli import listeners as cli_listeners
from malecon.cli.listeners import CannotListen, listen
from malecon.cli.reach import Reach
from malecon.core.errors import UsageError
from malecon.core.i18n import Language
from malecon.core.site_address import Host, SiteAddress
from malecon.web.http import host_names
from malecon.web.http.host_names import HostNames
from malecon.web.http.machine import machine_names, own_addresses
from malecon.web.http.setting_types import HOSTS, LISTENING
from malecon.web.http.settings import Settings
from patience import PATIENCE_S
from web.browsing import serving


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


needs_ipv6 = pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")


def hosts(text: str) -> tuple[Host, ...]:
    found: tuple[Host, ...] = LISTENING.read(text)  # type: ignore[assignment]  # a setting's type is not generic
    return found


@pytest.fixture
def opened() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def names(opened: ExitStack, text: str, port: int = 0) -> list[str]:
    """Listen, and return the IP addresses; all have one port."""
    sockets = [opened.enter_context(closing(each)) for each in listen(hosts(text), port)]
    assert len({each.getsockname()[1] for each in sockets}) == 1
    return [each.getsockname()[0] for each in sockets]


@needs_ipv6
@pytest.mark.parametrize(
    ("text", "listening"),
    [
        ("all", ["0.0.0.0", "::"]),
        ("localhost", ["127.0.0.1", "::1"]),
        ("LOCALHOST., 127.0.0.1", ["127.0.0.1", "::1"]),
        ("0.0.0.0,::", ["0.0.0.0", "::"]),
        ("127.0.0.1, [0::1]", ["127.0.0.1", "::1"]),
        ("::", ["::"]),
        ("0.0.0.0", ["0.0.0.0"]),
    ],
)
def test_one_port_of_several_addresses(opened: ExitStack, text: str, listening: list[str]) -> None:
    assert names(opened, text) == listening


@needs_ipv6
def test_a_port_that_is_busy_on_one_of_them_is_named(opened: ExitStack) -> None:
    taken = opened.enter_context(socket.create_server(("::1", 0), family=socket.AF_INET6))
    port = taken.getsockname()[1]

    with pytest.raises(CannotListen, match=rf"^\[::1\] port {port}: cannot be used"):
        listen(hosts("localhost"), port)
    with closing(socket.create_server(("127.0.0.1", port))):
        pass  # what was opened before is closed again


@needs_ipv6
def test_any_free_port_is_free_on_all_of_them(opened: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first that one address offers may be busy on the other."""
    create, busy = socket.create_server, [True, True, False]

    def create_server(address: tuple[str, int], **how: Any) -> socket.socket:
        if address[0] == "::1" and busy.pop(0):
            raise OSError(errno.EADDRINUSE, "in use")
        return create(address, **how)

    monkeypatch.setattr(cli_listeners, "socket", SimpleNamespace(**vars(socket) | {"create_server": create_server}))
    assert names(opened, "localhost") == ["127.0.0.1", "::1"]
    assert not busy


@pytest.mark.parametrize("lacking", [errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL])
def test_a_machine_without_ipv6(opened: ExitStack, monkeypatch: pytest.MonkeyPatch, lacking: int) -> None:
    create = socket.create_server

    def create_server(address: tuple[str, int], family: int, **how: Any) -> socket.socket:
        if family == socket.AF_INET6:
            raise OSError(lacking, "no such family")
        return create(address, family=family, **how)

    monkeypatch.setattr(cli_listeners, "socket", SimpleNamespace(**vars(socket) | {"create_server": create_server}))
    assert names(opened, "all") == ["0.0.0.0"]
    assert names(opened, "localhost") == ["127.0.0.1"]
    with pytest.raises(CannotListen, match=r"^\[::1\] port \d+"):
        listen(hosts("127.0.0.1,::1"), 0)


def test_an_address_of_another_machine_and_a_name_without_one_are_refused() -> None:
    with pytest.raises(CannotListen, match=r"^192\.0\.2\.250 port 0: cannot be used"):
        listen(hosts("192.0.2.250"), 0)
    with pytest.raises(CannotListen, match=r"^nowhere\.invalid port 0: cannot be used"):
        listen(hosts("nowhere.invalid"), 0)


@pytest.mark.parametrize("text", ["", ",", "fe80::1%eth0", "http://localhost", "localhost:8000", "1.2.3", "a b"])
def test_hosts_that_are_none(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  # settings say the rest
        LISTENING.read(text)


NETWORK = tuple(map(Host, ["192.168.1.20", "2001:db8::5", "172.17.0.1"]))


def said(
    monkeypatch: pytest.MonkeyPatch, listening: str, own: tuple[Host, ...] = NETWORK, **told: Any
) -> tuple[str, str]:
    """Return the address to open, and what is said to others."""
    monkeypatch.setattr(host_names, "own_addresses", lambda: own)
    settings = Settings(Path(), **told)
    sockets: Any = [SimpleNamespace(getsockname=lambda each=each: (each, 8000)) for each in listening.split(",")]
    found = Reach.of(settings, sockets)
    return found.address, found.for_others(Language())


@pytest.mark.parametrize(
    ("listening", "here", "others"),
    [
        ("127.0.0.1", "http://127.0.0.1:8000/", "malecon serve --host all"),
        ("127.0.0.1,::1", "http://127.0.0.1:8000/", "malecon serve --host all"),
        ("::1", "http://[::1]:8000/", "malecon serve --host all"),
        ("0.0.0.0", "http://127.0.0.1:8000/", ": http://192.168.1.20:8000/"),
        ("::", "http://[::1]:8000/", ": http://[2001:db8::5]:8000/"),
        ("0.0.0.0,::", "http://127.0.0.1:8000/", ": http://192.168.1.20:8000/, http://[2001:db8::5]:8000/"),
        ("192.168.1.20", "http://192.168.1.20:8000/", ": http://192.168.1.20:8000/"),
        ("192.168.1.20,127.0.0.1", "http://127.0.0.1:8000/", ": http://192.168.1.20:8000/"),
    ],
)
def test_where_it_is_opened_and_what_friends_type(
    monkeypatch: pytest.MonkeyPatch, listening: str, here: str, others: str
) -> None:
    address, told = said(monkeypatch, listening)

    assert address == here
    assert told.endswith(others) or others in told
    assert "0.0.0.0" not in told
    assert "[::]" not in told


@pytest.mark.parametrize(
    ("told", "host", "arrived", "link"),
    [
        ({"host": "all"}, "127.0.0.1:9000", "127.0.0.1", "http://192.168.1.20:8000"),
        ({"host": "all"}, "localhost:8000", "::1", "http://192.168.1.20:8000"),
        ({"host": "::1,::"}, "[::1]:8000", "::1", "http://[2001:db8::5]:8000"),
        ({"host": "192.168.1.20,127.0.0.1"}, "localhost:8000", "127.0.0.1", "http://192.168.1.20:8000"),
        ({"host": "all"}, "192.168.1.20:8000", "192.168.1.20", "http://192.168.1.20:8000"),
        ({"host": "all", "hosts": "pi.lan"}, "localhost:8000", "127.0.0.1", "http://pi.lan:8000"),
        ({"host": "127.0.0.1,::1"}, "localhost:8000", "127.0.0.1", "http://localhost:8000"),
        ({"host": "127.0.0.1", "hosts": "pi.lan"}, "127.0.0.1:8000", "127.0.0.1", "http://127.0.0.1:8000"),
        ({"host": "all"}, "localhost:9000", "172.17.0.2", "http://localhost:9000"),  # a port of a container
    ],
)
def test_a_link_that_is_made_on_the_own_machine_can_be_opened_on_another_one(
    monkeypatch: pytest.MonkeyPatch, told: dict[str, str], host: str, arrived: str, link: str
) -> None:
    monkeypatch.setattr(host_names, "own_addresses", lambda: NETWORK)
    read = {"host": LISTENING, "hosts": HOSTS}
    settings: Any = {name: read[name].read(text) for name, text in told.items()}
    request: Any = SimpleNamespace(scope={"scheme": "http", "server": (arrived, 8000)}, headers={"host": host})

    made = HostNames(Settings(Path(), **settings)).site_address(request)
    assert str(made) == link


def test_what_friends_type_is_what_the_server_answers_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """With names in the settings it answers to no IP address but its own loopback."""
    _, told = said(monkeypatch, "0.0.0.0", hosts=HOSTS.read("malecón.example, *.example, localhost"))
    assert told.endswith(": http://malecón.example:8000/")

    address, told = said(monkeypatch, "0.0.0.0", address=SiteAddress.read("https://club.example/games"))
    assert address == "http://127.0.0.1:8000/games/"
    assert told.endswith("https://club.example/games/")

    assert "in no network" in said(monkeypatch, "0.0.0.0", ())[1]


def test_the_addresses_of_this_machine() -> None:
    for host in own_addresses():
        found = ip_address(host.name)
        assert not any([found.is_loopback, found.is_unspecified, found.is_link_local])
        family = socket.AF_INET6 if found.version == 6 else socket.AF_INET
        socket.create_server((host.name, 0), family=family).close()  # nobody can listen on another's address


def test_a_machine_whose_name_can_be_none(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("", "a b", "x" * 300, "-"):
        monkeypatch.setattr(socket, "gethostname", lambda name=name: name)
        assert machine_names() == ()


def test_one_command_serves_both_protocols(tmp_path: Path) -> None:
    with serving(tmp_path, host="all") as server:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+", server.address)
        for host in ("127.0.0.1", *(["[::1]"] if has_ipv6() else []), *map(str, own_addresses())):
            answer = get(f"http://{host}:{server.port}/", timeout=PATIENCE_S)
            assert answer.status_code == 200, host
        assert server.process.stdout is not None
        assert server.process.stdout.readline().startswith(
            ("For others in this network: http://", "This computer is in no")
        )


def test_a_path_that_is_one_of_the_pages_is_refused_before_anything_is_said(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "malecon", "serve", "--port", "0", "--folder", str(tmp_path)]
    command += ["--address", "https://club.example/table"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)

    assert (ended.returncode, ended.stdout) == (2, "")
    assert "its path is /table, but must not begin with that of a page: analyse, api," in ended.stderr


def test_a_wrong_host_is_refused_with_what_was_expected(tmp_path: Path) -> None:
    ended = CliRunner().invoke(app, ["serve", "--folder", str(tmp_path), "--host", "fe80::1%eth0"])

    assert isinstance(ended.exception, UsageError)
    assert "--host: is 'fe80::1%eth0', but must be all, or hosts as localhost" in str(ended.exception)
