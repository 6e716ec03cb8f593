"""Sentences and words that are put into a language where they are read: a template with its facts."""

from collections.abc import Mapping
from typing import Any, Protocol

from msgspec import Struct, field

Forms = tuple[str, str]
"""Singular and plural of a template with ``{count}``."""


class Translator(Protocol):
    """What puts texts into a language (``core.i18n.Language``)."""

    def say(self, template: str, **facts: object) -> str:
        """Return a template in the language, with the facts put in."""

    def word(self, context: str, text: str) -> str:
        """Return a word in the language."""

    def count(self, forms: Forms, count: int, **facts: object) -> str:
        """Return a template for a number of things in the language, with the facts put in."""


def N_(text: str) -> str:
    """Mark a text, or a template of ``str.format``, for translation, and return it as it is."""
    return text


def NN_(singular: str, plural: str) -> Forms:
    """Mark a template with ``{count}`` for translation, and return both forms as they are."""
    return singular, plural


class Message(Struct, frozen=True):
    """A marked text with its facts.

    Attributes:
        template: formatted with ``facts`` (``str.format``); without facts it is the text itself.
        facts: texts and numbers, messages, or tuples of these, which become lists.
        plural: the plural of a template with ``{count}``; empty if it has none.
        context: of a single word that is translated with a context; empty for a sentence.
    """

    template: str
    facts: Mapping[str, object] = field(default_factory=dict)
    plural: str = ""
    context: str = ""

    def __str__(self) -> str:
        return self.in_language(None)

    def in_language(self, language: Translator | None) -> str:
        """Return the text in a language; ``None`` is English.

        >>> wheels = counted(NN_("{count} wheel", "{count} wheels"), 3)
        >>> Message("{what} have {wheels}", {"what": (Message("carts"), "cars"), "wheels": wheels}).in_language(None)
        'carts, cars have 3 wheels'
        """
        facts: dict[str, Any] = {name: _fact_text(fact, language) for name, fact in self.facts.items()}
        if language is None:
            text = self.plural if self.plural and facts["count"] != 1 else self.template
            return text.format(**facts) if facts else text
        if self.context:
            return language.word(self.context, self.template)
        if self.plural:
            return language.count((self.template, self.plural), **facts)
        return language.say(self.template, **facts)


def counted(forms: Forms, count: int, **facts: object) -> Message:
    """Return a template for a number of things with that number."""
    return Message(forms[0], {"count": count, **facts}, plural=forms[1])


def _fact_text(fact: object, language: Translator | None) -> object:
    """Return a fact as it is put into a template: messages in a language, several joined by commas."""
    if isinstance(fact, Message):
        return fact.in_language(language)
    if isinstance(fact, tuple):
        return ", ".join(str(_fact_text(each, language)) for each in fact)
    return fact
