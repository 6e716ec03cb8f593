"""The sender of a request: the visitor, with a language and a browser."""

from litestar.types import Scope
from msgspec import Struct

from malecon.core.i18n import ENGLISH, Language, languages
from malecon.storage.people import Person

LONGEST_LANGUAGE_HEADER = 200
"""Characters of an ``Accept-Language`` header that are read; browsers send fewer than 100."""
BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}
"""Names by a word of the header; the first that fits."""


class Visitor(Struct, frozen=True, cache_hash=True):
    """The sender of a request; ``person`` is ``None`` until the first action that needs one."""

    person: Person | None
    language: Language

    @property
    def id(self) -> str | None:
        """The id of the person, if there is one."""
        return self.person.id if self.person else None

    @property
    def muted(self) -> frozenset[str]:
        """The ids of the people whose chat the person does not want to see."""
        return self.person.muted if self.person else frozenset()


def best_language(wanted: str) -> str:
    """Return the code of the first translated language of an ``Accept-Language`` header; English if there is none.

    >>> best_language("de-DE,de;q=0.9,fr;q=0.8,en;q=0.5"), best_language("")
    ('fr', 'en')
    """
    ranked = []
    for position, entry in enumerate(wanted[:LONGEST_LANGUAGE_HEADER].split(",")):
        code, _, weight = entry.partition(";q=")
        try:
            ranked.append((-float(weight or 1), position, code.strip()[:2].lower()))
        except ValueError:
            continue
    return next((code for _, _, code in sorted(ranked) if code in languages()), ENGLISH)


def language_header(scope: Scope) -> str:
    """Return the ``Accept-Language`` header of a request that Litestar has not read yet; empty without one."""
    wanted = next((value for name, value in scope["headers"] if name == b"accept-language"), b"")
    return wanted[:LONGEST_LANGUAGE_HEADER].decode("latin-1")


def browser_name(user_agent: str) -> str:
    """Return the name of a browser and its system; empty if neither is known.

    >>> browser_name("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"), browser_name("curl/8.9")
    ('Firefox, Android', '')
    """
    names = (next((name for sign, name in signs.items() if sign in user_agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))
