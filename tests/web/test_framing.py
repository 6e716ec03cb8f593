"""Framing of requests over real sockets: what two readers could end at different places is refused, and closed."""

import re
import socket
from collections.abc import Iterable, Iterator
from pathlib import Path

import h11
import pytest

from malecon.web.http import request_framing
from malecon.web.http.quotas import LONGEST_BODY
from malecon.web.http.request_framing import MOST_RAW_BYTES, StrictConnection
from malecon.web.http.settings import Settings
from patience import PATIENCE_S
from web.test_sockets import running

Server = tuple[str, int]
SMALL_BODY = 1000
POST = b"POST /settings HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n"
HIDDEN = b"GET /robots.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
"""A request that a proxy would take for a part of a body."""
LAST = HIDDEN.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
HOSTILE = {
    "a length and chunks": POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "chunks and a length": CHUNKED + b"Content-Length: 5\r\n\r\n0\r\n\r\n",
    "chunks and no length": CHUNKED + b"Content-Length: 0\r\n\r\n0\r\n\r\n",
    "two lengths": POST + b"Content-Length: 0\r\nContent-Length: 5\r\n\r\n",
    "one length twice": POST + b"Content-Length: 0\r\nContent-Length: 0\r\n\r\n",
    "one length twice in capitals": POST + b"content-length: 0\r\nCONTENT-LENGTH: 0\r\n\r\n",
    "a list of lengths": POST + b"Content-Length: 0, 0\r\n\r\n",
    "a length with a sign": POST + b"Content-Length: +5\r\n\r\nname=",
    "a length below 0": POST + b"Content-Length: -5\r\n\r\nname=",
    "a hexadecimal length": POST + b"Content-Length: 0x5\r\n\r\nname=",
    "a length with an underscore": POST + b"Content-Length: 1_0\r\n\r\nname=",
    "a length of other digits": POST + "Content-Length: \u0665\r\n\r\nname=".encode(),
    "an empty length": POST + b"Content-Length:\r\n\r\n",
    "a blank before the colon": POST + b"Content-Length : 5\r\n\r\nname=",
    "a tab before the colon": POST + b"Transfer-Encoding\t: chunked\r\n\r\n0\r\n\r\n",
    "a folded line": POST + b"X: a\r\n b\r\nContent-Length: 0\r\n\r\n",
    "a folded length": POST + b"Content-Length:\r\n 0\r\n\r\n",
    "a folded coding": POST + b"Transfer-Encoding:\r\n\tchunked\r\n\r\n0\r\n\r\n",
    "another coding too": POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    "another coding": POST + b"Transfer-Encoding: identity\r\n\r\n",
    "a coding twice": POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "a coding in two headers": CHUNKED + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a coding behind a control character": POST + b"Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n",
    "a coding in quotes": POST + b'Transfer-Encoding: "chunked"\r\n\r\n0\r\n\r\n',
    "lines without carriage return": (POST + b"Content-Length: 0\r\n\r\n").replace(b"\r\n", b"\n"),
    "one line without carriage return": POST + b"X: a\nContent-Length: 0\r\n\r\n",
    "a head that ends without carriage return": POST + b"Content-Length: 0\r\n\n",
    "a carriage return alone": POST + b"X: a\rContent-Length: 0\r\n\r\n",
    "a NUL": POST + b"X: a\0b\r\nContent-Length: 0\r\n\r\n",
    "chunks in HTTP/1.0": CHUNKED.replace(b"HTTP/1.1", b"HTTP/1.0") + b"\r\n0\r\n\r\n",
    "a later version": HIDDEN.replace(b"HTTP/1.1", b"HTTP/1.2"),
    "another version": HIDDEN.replace(b"HTTP/1.1", b"HTTP/2.0"),
    "two hosts": HIDDEN.replace(b"\r\n\r\n", b"\r\nHost: example.org\r\n\r\n"),
    "no host": b"GET /robots.txt HTTP/1.1\r\n\r\n",
    "a whole address": HIDDEN.replace(b"/robots.txt", b"http://example.org/robots.txt"),
    "a tunnel": HIDDEN.replace(b"GET /robots.txt", b"CONNECT example.org:80"),
    "no path": HIDDEN.replace(b"GET /robots.txt", b"GET robots.txt"),
    "a line before the request": b"\r\n" + HIDDEN,
    "a chunk of a length with a sign": CHUNKED + b"\r\n+5\r\nname=\r\n0\r\n\r\n",
    "a chunk of a length with 0x": CHUNKED + b"\r\n0x5\r\nname=\r\n0\r\n\r\n",
    "a chunk of a length below 0": CHUNKED + b"\r\n-5\r\nname=\r\n0\r\n\r\n",
    "a chunk of a long length": CHUNKED + b"\r\n" + b"0" * 30 + b"5\r\nname=\r\n0\r\n\r\n",
    "a chunk that goes on": CHUNKED + b"\r\n5\r\nname=a\r\n0\r\n\r\n",
    "an extension of a chunk": CHUNKED + b"\r\n3;a=b\r\nnam\r\n2\r\ne=\r\n0\r\n\r\n",
    "an extension of the last chunk": CHUNKED + b"\r\n5\r\nname=\r\n0;a\r\n\r\n",
    "a blank behind the size of a chunk": CHUNKED + b"\r\n5 \r\nname=\r\n0\r\n\r\n",
    "a tab behind the size of the last chunk": CHUNKED + b"\r\n5\r\nname=\r\n0\t\r\n\r\n",
    "a size of a chunk beyond 32 bits": CHUNKED + b"\r\n000000005\r\nname=\r\n0\r\n\r\n",
    "a chunk without a size": CHUNKED + b"\r\n\r\nname=\r\n0\r\n\r\n",
    "a size of a chunk without carriage return": CHUNKED + b"\r\n5\nname=\r\n0\r\n\r\n",
    "a chunk that ends without carriage return": CHUNKED + b"\r\n5\r\nname=\n0\r\n\r\n",
    "a body that ends without carriage return": CHUNKED + b"\r\n5\r\nname=\r\n0\r\n\n",
    "a trailer": CHUNKED + b"\r\n0\r\nX: y\r\n\r\n",
    "a trailer without carriage return": CHUNKED + b"\r\n0\r\nX: y\n\n",
    "a folded trailer": CHUNKED + b"\r\n0\r\nX: y\r\n z\r\n\r\n",
    "a length as a trailer": CHUNKED + b"\r\n0\r\nContent-Length: 70\r\n\r\n",
    "a coding as a trailer": CHUNKED + b"\r\n0\r\nTransfer-Encoding: chunked\r\n\r\n",
    "a line end in an extension of a chunk": CHUNKED + b"\r\n5;a\nb\r\nname=\r\n0\r\n\r\n",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(Settings(tmp_path_factory.mktemp("site"), limits=False)) as client:
        yield client.base_url.host, client.base_url.port or 80


def said(server: Server, *pieces: bytes) -> bytes:
    """Send bytes, and return all that comes until the connection is closed."""
    with socket.create_connection(server, PATIENCE_S) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for piece in pieces:
            connection.sendall(piece)
        return b"".join(iter(lambda: connection.recv(65536), b""))


@pytest.mark.parametrize("sent", HOSTILE.values(), ids=HOSTILE)
def test_a_request_that_can_be_read_in_two_ways_is_refused_and_closed(server: Server, sent: bytes) -> None:
    answer = said(server, sent + HIDDEN)

    assert answer.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"Connection: close" in answer


@pytest.mark.parametrize("sent", [
    POST + b"Content-Length: 5\r\n\r\nname=", CHUNKED + b"\r\n5\r\nname=\r\n0\r\n\r\n",
    CHUNKED.replace(b"chunked", b"Chunked") + b"\r\n03\r\nnam\r\n2\r\ne=\r\n00000000\r\n\r\n",
    CHUNKED + b"\r\nA\r\nname=\r\n0\r\n\r\n0\r\n\r\n",
    POST + b"Content-Length: 0\r\n\r\n",
])  # fmt: skip
def test_proper_requests_are_answered_one_after_the_other(server: Server, sent: bytes) -> None:
    """Also when they come in pieces of one byte, in which a carriage return and its line end are apart."""
    for pieces in ([sent + sent + LAST], [bytes([byte]) for byte in sent + sent + LAST]):
        heads = re.findall(rb"HTTP/1.1 (\d+)", said(server, *pieces))
        assert heads == [b"303", b"303", b"200"]


def test_heads_of_chunks_are_bounded_as_their_bytes_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_framing, "MOST_RAW_BYTES", 8 * SMALL_BODY)
    connection = StrictConnection()
    connection.receive_data(CHUNKED + b"\r\n")
    assert isinstance(connection.next_event(), h11.Request)
    chunk = b"00000001\r\na\r\n"
    with pytest.raises(h11.RemoteProtocolError):
        drain(connection, [chunk] * (8 * SMALL_BODY // len(chunk) + 2))


def drain(connection: h11.Connection, pieces: Iterable[bytes]) -> bytes:
    """Let a connection take in pieces, and return the body that it reads."""
    found = b""
    for piece in pieces:
        connection.receive_data(piece)
        while (event := connection.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
            found += event.data if isinstance(event, h11.Data) else b""
    return found


def test_a_body_of_single_bytes_is_within_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The longest body takes seconds to read: a smaller one is tried with a bound that is as many times smaller."""
    assert MOST_RAW_BYTES == 8 * LONGEST_BODY
    monkeypatch.setattr(request_framing, "MOST_RAW_BYTES", 8 * SMALL_BODY)
    connection = StrictConnection()
    connection.receive_data(CHUNKED + b"\r\n")
    assert len(drain(connection, [b"1\r\na\r\n"] * SMALL_BODY)) == SMALL_BODY


@pytest.mark.parametrize(
    "end", [b"0\r\nX: y\n\n", b"0\r\nX: y\r\n z\r\n\r\n", b"0\r\n\n", b"0 \r\n\r\n", b"0;a\r\n\r\n"]
)
def test_a_body_that_ends_wrongly_in_a_later_piece_closes_the_connection(end: bytes) -> None:
    """However the pieces are cut, nothing behind it is read as a request."""
    for cut in range(len(end)):
        connection = StrictConnection()
        with pytest.raises(h11.RemoteProtocolError):
            drain(connection, [CHUNKED + b"\r\n5\r\nname=\r\n" + end[:cut], end[cut:] + HIDDEN])


UPGRADE = (
    b"GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)
KEY, VERSION = b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b"Sec-WebSocket-Version: 13\r\n"
NO_HANDSHAKES = {
    "a body": UPGRADE + b"Content-Length: 1\r\n\r\nx",
    "a part of a body": UPGRADE + b"Content-Length: 9\r\n\r\nx",
    "a body that does not come": UPGRADE + b"Content-Length: 9\r\n\r\n",
    "an empty body": UPGRADE + b"Content-Length: 0\r\n\r\n",
    "chunks": UPGRADE + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n",
    "a body on a page": UPGRADE.replace(b"/live", b"/robots.txt") + b"Content-Length: 1\r\n\r\nx",
    "a body on a table": UPGRADE.replace(b"/live", b"/table/x/live") + b"Content-Length: 1\r\n\r\nx",
    "a form": UPGRADE.replace(b"GET /live", b"POST /settings") + b"Content-Length: 1\r\n\r\nx",
    "a form without a body": UPGRADE.replace(b"GET", b"POST") + b"\r\n",
    "an old version of HTTP": UPGRADE.replace(b"HTTP/1.1", b"HTTP/1.0") + b"\r\n",
    "no key": UPGRADE.replace(KEY, b"") + b"\r\n",
    "a short key": UPGRADE.replace(b"AAA", b"") + b"\r\n",
    "two keys": UPGRADE + KEY + b"\r\n",
    "a key of other letters": UPGRADE.replace(b"AAAA", b"\xe9AAA") + b"\r\n",
    "no version": UPGRADE.replace(VERSION, b"") + b"\r\n",
    "an old version": UPGRADE.replace(b"13", b"8") + b"\r\n",
    "a version of other letters": UPGRADE.replace(b"13", b"\xe9") + b"\r\n",
    "two versions": UPGRADE + VERSION + b"\r\n",
    "two upgrades": UPGRADE + b"Upgrade: websocket\r\n\r\n",
    "a protocol that is none": UPGRADE + b"Sec-WebSocket-Protocol: ,\xe9\r\n\r\n",
    "an extension that is none": UPGRADE + b"Sec-WebSocket-Extensions: ;;=\r\n\r\n",
    "more headers than the parser reads": UPGRADE + b"X: y\r\n" * 200 + b"\r\n",
    "a longer line than the parser reads": UPGRADE + b"X: " + b"y" * 8190 + b"\r\n\r\n",
    "a longer path than the parser reads": UPGRADE.replace(b"/live", b"/" + b"x" * 8190) + b"\r\n",
}
"""The parser of sockets is silent about those that it cannot read at all."""


@pytest.mark.parametrize("sent", NO_HANDSHAKES.values(), ids=NO_HANDSHAKES)
def test_a_request_for_a_socket_that_is_no_handshake_is_answered_and_closed(
    server: Server, sent: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    answer = said(server, sent)

    assert re.match(rb"HTTP/1.1 4\d\d ", answer)
    assert answer.count(b"HTTP/1.1 ") == 1
    assert "Traceback" not in caplog.text


def test_the_body_of_a_request_behind_another_one_must_come_in_time(tmp_path: Path) -> None:
    """It is read when the first request is answered, and not when bytes come."""
    with running(Settings(tmp_path, limits=False, body_seconds=1)) as client:
        port = client.base_url.port or 80
        answer = said((client.base_url.host, port), HIDDEN + POST + b"Content-Length: 9\r\n\r\nx")

    assert re.findall(rb"HTTP/1.1 (\d+)", answer) == [b"200", b"408"]


def test_a_body_that_goes_wrong_after_its_answer_closes_the_connection(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    too_much = b"10000\r\n" + b"x" * 0x10000 + b"\r\n1\r\nx\r\n"
    answer = said(server, CHUNKED + b"\r\n" + too_much, b"+5\r\nname=\r\n0\r\n\r\n")

    assert answer.startswith((b"HTTP/1.1 413 ", b"HTTP/1.1 400 "))
    assert answer.count(b"HTTP/1.1 ") == 1
    assert caplog.text == ""
