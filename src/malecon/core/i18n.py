"""Internationalization: languages and their translations.

Every text is written in English in the code, marked by ``core/message.py``, or in a data file. A further language is
one more file ``locale/<language>/LC_MESSAGES/malecon.po``; it is read at run time, nothing has to
be compiled.
"""

import io
import os
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from gettext import NullTranslations
from importlib.resources import files

import msgspec

from malecon.core.errors import UsageError
from malecon.core.message import N_ as N_
from malecon.core.message import NN_ as NN_
from malecon.core.message import Forms as Forms

ENGLISH = "en"
DOMAIN = "malecon"
LOCALE = files("malecon") / "locale"
VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Environment variables with the language of the locale, the first that is set counts."""

OWN_NAME = ("language", "English")
"""Context and text whose translation is the language's own name."""

UNTRANSLATED = NullTranslations()


class Language(msgspec.Struct, frozen=True):
    """A language with its translations; it is in the keys of most caches, so its hash is none in Python.

    >>> english = Language()
    >>> english.say("{player} takes {pieces}.", player="Ana", pieces="3 pesos")
    'Ana takes 3 pesos.'
    >>> english.count(("{count} card", "{count} cards"), 2), english.listing(["1 peso", "1 brick", "2 glass"])
    ('2 cards', '1 peso, 1 brick and 2 glass')

    Attributes:
        code: two letters, such as ``fr``.
        translations: without them the texts stay English.
    """

    code: str = ENGLISH
    translations: NullTranslations = UNTRANSLATED

    @property
    def own_name(self) -> str:
        """The language's own name.

        >>> load("fr").own_name
        'Français'
        """
        return self.word(*OWN_NAME)

    def say(self, template: str, **facts: object) -> str:
        """Return a template in this language, with the facts put in."""
        said = self.translations.gettext(template) if template else ""
        return said.format(**facts) if facts else said

    def word(self, context: str, text: str) -> str:
        """Return a word in this language; ``context`` tells apart words such as the card and the piece *worker*."""
        return self.translations.pgettext(context, text)

    def count(self, forms: Forms, count: int, **facts: object) -> str:
        """Return a template for a number of things in this language, with the facts put in."""
        return self.translations.ngettext(*forms, count).format(count=count, **facts)

    def listing(self, parts: Sequence[str]) -> str:
        """Return parts joined by commas and *and*."""
        if len(parts) < 2:
            return "".join(parts)
        return self.say(N_("{most} and {last}"), most=", ".join(parts[:-1]), last=parts[-1])

    def amounts(self, forms: Mapping[str, Forms], counts: Iterable[tuple[str, int]]) -> str:
        """Return numbers of things in words, those of a kind added up, without zeros; ``forms`` has the kinds by name.

        >>> forms = {"peso": ("{count} peso", "{count} pesos"), "rum": ("{count} rum", "{count} rums")}
        >>> Language().amounts(forms, [("peso", 2), ("rum", 1), ("peso", 1)])
        '3 pesos and 1 rum'
        """
        together = dict[str, int]()
        for name, count in counts:
            together[name] = together.get(name, 0) + count
        return self.listing([self.count(forms[name], count) for name, count in together.items() if count])


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages, English first."""
    return (ENGLISH, *sorted(folder.name for folder in LOCALE.iterdir() if (folder / "LC_MESSAGES").is_dir()))


@cache
def load(code: str) -> Language:
    """Return a language by its code.

    Raises:
        UsageError: there is no such language; lists the languages.
    """
    if code not in languages():
        raise UsageError(f"language: is {code!r}, but must be one of {', '.join(languages())}")
    if code == ENGLISH:
        return Language()
    return Language(code, _read_translations(code))


def _read_translations(code: str) -> NullTranslations:
    """Return the translations of a language from its ``.po`` file."""
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po
    from babel.support import Translations

    text = (LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po").read_text("utf-8")
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.StringIO(text), locale=code, domain=DOMAIN))
    compiled.seek(0)
    return Translations(compiled, domain=DOMAIN)


def preferred(environment: Mapping[str, str] = os.environ) -> str:
    """Return the code of the locale's language, or English if it has no translation.

    >>> preferred({"LANG": "fr_BE.UTF-8"}), preferred({"LC_ALL": "C", "LANG": "fr_BE.UTF-8"}), preferred({"LANG": "xx"})
    ('fr', 'en', 'en')
    """
    asked = next((environment[name] for name in VARIABLES if environment.get(name)), ENGLISH)
    code = asked[:2].lower()
    return code if code in languages() else ENGLISH


def fold(text: str) -> str:
    """Return a text in small letters, without accents, with blanks for punctuation: for comparing.

    >>> fold("Voleur de matériaux: l'Architecte")
    'voleur de materiaux  l architecte'
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter if letter.isalnum() else " " for letter in plain if not unicodedata.combining(letter)).strip()


def capital(text: str) -> str:
    """Return a text with a capital letter.

    >>> capital("both Mayor and Hotel")
    'Both Mayor and Hotel'
    """
    return text[:1].upper() + text[1:]
