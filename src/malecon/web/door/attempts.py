"""How often people may try what is costly, or what a stranger could guess."""

from typing import Any

from litestar import Request

from malecon.web.door.gate import address_of
from malecon.web.door.limiting import Limits, neighbourhood

Asked = Request[Any, Any, Any]
QUARTER_S, HOUR_S = 900, 3600


class Attempts:
    """The limits of one server."""

    def __init__(self) -> None:
        self.names = Limits(10, QUARTER_S)  # looks at a password, for each name to sign in with
        self.addresses = Limits(30, QUARTER_S)  # the same, for each address
        self.copies = Limits(6, HOUR_S)  # of all that is stored about a person

    def check_password(self, request: Asked, name: str) -> None:
        """Refuse who tries passwords too often, before one is looked at.

        Raises:
            TooOften: for this name, known or not, or from this address.
        """
        self.addresses.check(neighbourhood(address_of(request)))
        self.names.check(name.casefold().strip())


def attempts_of(request: Asked) -> Attempts:
    """Return the limits of the server."""
    attempts: Attempts = request.app.state.attempts
    return attempts
