"""Push subscriptions of browsers: an address at a push service with the keys of the browser.

An address that a stranger sends is never used as it came. Two parsers can read one text differently, so one of them
would check a host and the other connect to another one. The address is read by one pattern, and made anew of the host
and the path that were read; ``tests/properties`` compares what other parsers read in it.
"""

import base64
import binascii
import re
from typing import Final, Self

from msgspec import Struct

from malecon.core.errors import UsageError
from malecon.core.i18n import N_

SERVICES = (
    "fcm.googleapis.com",
    "push.services.mozilla.com",
    "notify.windows.com",
    "push.apple.com",
)
"""Push services of browsers' makers; else anybody could make the server send to anywhere."""
LONGEST_ADDRESS: Final = 500
"""Characters of an address."""

_LABEL = r"[a-z0-9]+(?:-[a-z0-9]+)*"
_HOST = rf"(?:{_LABEL}\.)*(?:{'|'.join(map(re.escape, SERVICES))})"
_SEGMENT = r"[A-Za-z0-9_~:=+-][A-Za-z0-9._~:=+-]*"
"""It begins with no dot, so that no parser removes it as ``.`` or ``..``."""
_QUERY = r"(?:[A-Za-z0-9._~:=&+/-]|%2[BbFf]|%3[Dd])+"
"""The service of Windows sends a token in Base64 with ``+``, ``/`` and ``=`` encoded."""
_ADDRESS = re.compile(rf"https://(?P<host>{_HOST})(?P<path>(?:/{_SEGMENT})+/?(?:\?{_QUERY})?)")
_LONGEST_LABEL, _LONGEST_HOST = 63, 253

POINT_BYTES, SECRET_BYTES = 65, 16
"""Bytes of the public key of a browser, an uncompressed point of P-256, and of its secret (RFC 8291)."""
UNCOMPRESSED = 4
"""First byte of an uncompressed point."""
_BASE64URL = re.compile(r"[A-Za-z0-9_-]{1,100}={0,2}")

NO_SUBSCRIPTION = N_("This browser cannot be told.")


class PushAddress(Struct, frozen=True):
    """The address of a browser at a push service: ``https``, the usual port, a host of ``SERVICES`` or below one.

    Attributes:
        host: in small letters.
        path: with its query, if there is one; begins with a slash.
    """

    host: str
    path: str

    @classmethod
    def parse(cls, text: str) -> Self:
        r"""Return the address that a text is.

        >>> str(PushAddress.parse("https://wns2-par02p.notify.windows.com/w/?token=A%2bB%3d"))
        'https://wns2-par02p.notify.windows.com/w/?token=A%2BB%3D'
        >>> PushAddress.parse("https://127.0.0.1\\.fcm.googleapis.com/x")
        Traceback (most recent call last):
        ...
        malecon.core.errors.UsageError: This browser cannot be told.

        Raises:
            UsageError: it is none.
        """
        found = _ADDRESS.fullmatch(text) if len(text) <= LONGEST_ADDRESS else None
        if found is None or not _fits_dns(found["host"]):
            raise UsageError(NO_SUBSCRIPTION)
        return cls(found["host"], re.sub("%..", lambda code: code[0].upper(), found["path"]))

    def __str__(self) -> str:
        return f"https://{self.host}{self.path}"


def _fits_dns(host: str) -> bool:
    return len(host) <= _LONGEST_HOST and max(map(len, host.split("."))) <= _LONGEST_LABEL


class PushSubscription(Struct, frozen=True):
    """The subscription of a browser.

    Attributes:
        address: where messages to the browser are sent.
        p256dh, auth: its public key and its secret, in Base64 for addresses, without padding.
    """

    address: PushAddress
    p256dh: str
    auth: str

    @classmethod
    def parse(cls, endpoint: str, p256dh: str, auth: str) -> Self:
        """Return the subscription that a browser sends.

        Raises:
            UsageError: the endpoint is not at a known push service, or a key is none.
        """
        point, secret = _decode(p256dh), _decode(auth)
        if len(point) != POINT_BYTES or point[0] != UNCOMPRESSED or len(secret) != SECRET_BYTES:
            raise UsageError(NO_SUBSCRIPTION)
        return cls(PushAddress.parse(endpoint), _encode(point), _encode(secret))

    @property
    def endpoint(self) -> str:
        """The address as it is stored."""
        return str(self.address)

    @property
    def keys(self) -> dict[str, str]:
        """The keys by the names that browsers use."""
        return {"p256dh": self.p256dh, "auth": self.auth}


def _decode(text: str) -> bytes:
    """Return the bytes of a text in Base64 for addresses, with or without padding.

    Raises:
        UsageError: it is none.
    """
    if not _BASE64URL.fullmatch(text):
        raise UsageError(NO_SUBSCRIPTION)
    plain = text.rstrip("=")
    try:
        return base64.urlsafe_b64decode(plain + "=" * (-len(plain) % 4))
    except binascii.Error:
        raise UsageError(NO_SUBSCRIPTION) from None


def _encode(code: bytes) -> str:
    return base64.urlsafe_b64encode(code).rstrip(b"=").decode()
