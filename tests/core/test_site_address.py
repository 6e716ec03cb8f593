"""The address of a site: what is read, in which form, and what is refused."""

from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from malecon.core.site_address import (
    DEFAULT_PORTS,
    LONGEST_ADDRESS,
    LONGEST_PATH,
    Host,
    HostPattern,
    InvalidAddress,
    SiteAddress,
    read_authority,
)
from modes import once

pytestmark = once


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("https://malecón.example", "https://xn--malecn-fxa.example"),
        ("https://XN--MALECN-FXA.example/", "https://xn--malecn-fxa.example"),
        ("https://maleco\u0301n.example", "https://xn--malecn-fxa.example"),
        ("https://MALECÓN。example", "https://xn--malecn-fxa.example"),
        ("HTTPS://X.example:443/", "https://x.example"),
        ("http://x.example:80", "http://x.example"),
        ("http://x.example:443", "http://x.example:443"),
        ("https://x.example.", "https://x.example"),
        ("https://ｘ.example", "https://x.example"),
        ("https://１２７．0.0.1", "https://127.0.0.1"),
        ("http://[0:0:0:0:0:0:0:1]:8000", "http://[::1]:8000"),
        ("http://[::FFFF:192.0.2.1]", "http://[::ffff:192.0.2.1]"),
        ("http://my_pc.lan", "http://my_pc.lan"),
        ("http://localhost", "http://localhost"),
        ("https://faß.example", "https://xn--fa-hia.example"),
        ("https://club.example/games/", "https://club.example/games"),
        ("https://club.example/Games/%41~%2d", "https://club.example/Games/A~-"),
        ("https://club.example/días", "https://club.example/d%C3%ADas"),
        ("https://club.example/d%c3%adas", "https://club.example/d%C3%ADas"),
    ],
)
def test_addresses_of_one_site_are_equal(text: str, printed: str) -> None:
    assert str(SiteAddress.read(text)) == printed
    assert SiteAddress.read(text) == SiteAddress.read(printed)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "x.example",
        "//x.example",
        "ftp://x.example",
        "https:x.example",
        "https:///x",
        "https://",
        "https://:443",
        "https://user@x.example",
        "https://user:word@x.example",
        "https://x.example@evil.example",
        "https://x.example\\@evil.example",
        "https://x.example\\.evil.example",
        "https://x.example/?q",
        "https://x.example?q",
        "https://x.example#part",
        "https://x.example/\\evil",
        " https://x.example",
        "https://x.example\n",
        "https://x.ex\tample",
        "https://x .example",
        "https://x..example",
        "https://.x.example",
        "https://-x.example",
        "https://x-.example",
        "https://x.example:",
        "https://x.example:0",
        "https://x.example:65536",
        "https://x.example:٨٠",
        "https://x.example:+80",
        "https://x.example:8_0",
        "https://x%2eexample",
        "https://x.example%00",
        "https://" + "a" * 64 + ".example",
        "https://" + "a." * 127 + "example",
        "https://xn--zzzzzzzz9.example",
        "https://xn--a.example",
        "https://℀.example",
        "https://☕.example",
        "https://a\u200db.example",
        "https://x\u0000.example",
        "https://x＠evil.example",
        "https://x／evil.example",
        "https://x：80",
        "https://1.2.3",
        "https://1.2.3.4.5",
        "https://127.1",
        "https://2130706433",
        "https://0177.0.0.1",
        "https://0x7f.0.0.1",
        "https://x.example.0x1",
        "https://256.0.0.1",
        "https://[::1",
        "https://::1",
        "https://[::1]x",
        "https://[fe80::1%eth0]",
        "https://[fe80::1%25eth0]",
        "https://[v1.x]",
        "https://[127.0.0.1]",
        "https://[]",
        "https://x.example/a//b",
        "https://x.example//",
        "https://x.example/../a",
        "https://x.example/a/./b",
        "https://x.example/%2e%2e/a",
        "https://x.example/a%2Fb",
        "https://x.example/%",
        "https://x.example/%zz",
        "https://x.example/%ff",
        "https://x.example/%00",
        "https://x.example/a%0d%0aSet-Cookie",
        "https://x.example/a;Path=",
        "https://x.example/a b",
        "https://x.example/a\u00a0b",
        "https://x.example/a\u202eb",
        "https://x.example/\ud800",
        "https://x.example/'",
        'https://x.example/"',
        "https://x.example/<b>",
        "https://x.example/" + "a" * LONGEST_PATH,
        "https://x.example/" + "a" * LONGEST_ADDRESS,
        "https://" + "é" * LONGEST_ADDRESS,
    ],
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(InvalidAddress):
        SiteAddress.read(text)


@pytest.mark.parametrize(
    ("header", "host", "port"),
    [
        ("localhost.", "localhost", None),
        ("LOCALHOST:8000", "localhost", 8000),
        ("[::1]:8000", "::1", 8000),
        ("[0:0:0:0:0:0:0:1]", "::1", None),
        ("192.0.2.7", "192.0.2.7", None),
    ],
)
def test_a_host_header(header: str, host: str, port: int | None) -> None:
    assert read_authority(header) == (Host(host), port)


@pytest.mark.parametrize(
    "header",
    ["", "::1", "[::1", "a:b", "x:99999", "x:", "é.example", "x,y", "x/y", "x y", "a" * 600, "http://x", "x@y"],
)
def test_what_is_no_host_header(header: str) -> None:
    with pytest.raises(InvalidAddress):
        read_authority(header)


@pytest.mark.parametrize(
    "text", ["*", "*.", "*.*.example", "*x.example", "x.*", "*.127.0.0.1", "*.[::1]", "x:80", "a b"]
)
def test_what_is_no_pattern_of_hosts(text: str) -> None:
    with pytest.raises(InvalidAddress):
        HostPattern.read(text)


def test_a_wildcard_means_all_names_below_a_name() -> None:
    pattern = HostPattern.read("*.Malecón.example")

    assert str(pattern) == "*.xn--malecn-fxa.example"
    assert [
        pattern.matches(Host.read(name)) for name in ("a.malecón.example", "malecón.example", "xmalecón.example")
    ] == [
        True,
        False,
        False,
    ]


LETTERS = "aZ09-_.áñßΩЖ中。．ＡAéÉı％@:/?#[]\\% \t\x00"
TEXTS = st.one_of(
    st.text(LETTERS, max_size=20),
    st.text(max_size=12),
    st.ip_addresses().map(str),
    st.ip_addresses(v=6).map("[{}]".format),
    st.from_regex(r"[a-zA-Zà-ž]{1,8}(\.[a-zA-Z0-9à-ž-]{1,8}){0,3}\.?", fullmatch=True),
)
PATHS = st.one_of(
    st.just(""), st.text("/aZ9.-_~é%41cC3;\\ ", max_size=12).map("/{}".format), st.text(max_size=6).map("/{}".format)
)


@given(
    st.sampled_from(["http://", "https://", "HTTPS://"]), TEXTS, st.sampled_from(["", ":80", ":443", ":8000"]), PATHS
)
@example("https://", "malecón.example", ":443", "/días/")
@example("http://", "[::ffff:1.2.3.4]", "", "")
def test_what_is_printed_is_read_as_the_same_and_others_read_the_same(
    scheme: str, host: str, port: str, path: str
) -> None:
    text = f"{scheme}{host}{port}{path}"
    try:
        address = SiteAddress.read(text)
    except InvalidAddress:
        return

    assert SiteAddress.read(str(address)) == SiteAddress.read(address.shown) == address
    assert str(address).isascii()
    for each in (text, str(address), address.shown):
        parts = urlsplit(each)
        assert parts.username is None
        assert not parts.query
        assert not parts.fragment
        assert Host.read(parts.hostname or "") == address.host
        assert (parts.port or DEFAULT_PORTS[parts.scheme]) == address.port
        assert unquote(parts.path).rstrip("/") == unquote(address.path)


@given(TEXTS)
def test_whatever_is_a_host_is_one_way_of_writing_it(text: str) -> None:
    try:
        host = Host.read(text)
    except InvalidAddress:
        return

    assert Host.read(str(host)) == Host.read(host.shown) == Host.read(host.name) == host
    assert Host.read(host.name.upper()) == host


@given(st.text())
def test_a_foreign_text_is_an_address_or_refused(text: str) -> None:
    for read in (SiteAddress.read, Host.read, HostPattern.read, read_authority):
        try:
            read(text)
        except InvalidAddress:
            continue
