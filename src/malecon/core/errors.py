"""Errors of requests by people and programs."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from malecon.core.message import N_, Message, Translator

Facts = Mapping[str, str | int]


class MaleconError(ValueError):
    """A request cannot be carried out; ``str()`` is a sentence for people.

    Attributes:
        template, facts: the template of the sentence and its facts, for translation.
    """

    def __init__(self, template: str, **facts: object) -> None:
        """``template`` is formatted with ``facts`` (``Message``); without facts it is the sentence itself."""
        super().__init__(str(Message(template, facts)))
        self.template = template
        self.facts: dict[str, Any] = facts

    def in_language(self, language: Translator) -> str:
        """Return the sentence in a language."""
        return Message(self.template, self.facts).in_language(language)


class UsageError(MaleconError):
    """A seat, an option, a seed or a position is wrong for the game."""


class UnknownName(UsageError, KeyError):
    """There is nothing of a name that was looked up."""

    __str__ = MaleconError.__str__  # a ``KeyError`` would show the sentence in quotes


class IllegalMove(MaleconError):
    """A rule forbids a move; nothing was changed.

    Attributes:
        rule: the id of the rule, e.g. ``HAV-5.4``.
        template, facts: the template of the sentence and its facts, for translation.
        sentence: the reason, for people.
        line: in a record, the line of the move, from 1.
    """

    def __init__(self, rule: str, template: str, facts: Facts | None = None, *, line: int | None = None) -> None:
        """``template`` is formatted with ``facts`` (``str.format``); without facts it is the sentence itself."""
        sentence = template.format(**facts) if facts else template
        where = "" if line is None else f"line {line}: "
        super().__init__(f"{where}{sentence} ({rule})")
        self.rule = rule
        self.template = template
        self.facts: dict[str, Any] = dict(facts or {})
        self.sentence = sentence
        self.line = line

    def in_language(self, language: Translator) -> str:
        """Return the reason in a language, with line and rule."""
        sentence = f"{Message(self.template, self.facts).in_language(language)} ({self.rule})"
        if self.line is None:
            return sentence
        return Message(N_("line {line}: {sentence}"), {"line": self.line, "sentence": sentence}).in_language(language)

    def at(self, line: int) -> "IllegalMove":
        """Return the same error for a move in a line of a record."""
        return IllegalMove(self.rule, self.template, self.facts, line=line)


class ParseError(MaleconError):
    """A text cannot be read.

    Attributes:
        line, column: of the error, both from 1.
        message: the error, without line and column.
    """

    def __init__(self, sentence: str | Message, *, line: int, column: int) -> None:
        self.message = sentence if isinstance(sentence, Message) else Message(sentence)
        super().__init__(
            N_("line {line}, column {column}: {sentence}"), line=line, column=column, sentence=self.message
        )
        self.line = line
        self.column = column

    @property
    def sentence(self) -> str:
        """Return the error in English, without line and column."""
        return str(self.message)


LONGEST_SHOWN = 80
"""Characters of a wrong value that an error quotes."""


def shortened(value: object) -> str:
    """Return the ``repr`` of a value, shortened for an error.

    >>> shortened("ten"), len(shortened([0] * 1000))
    ("'ten'", 81)
    """
    text = repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def check_known(what: str, names: Iterable[str], known: Sequence[str]) -> None:
    """Raise ``UsageError`` unless each name of a thing (``what``) is known."""
    for name in names:
        if name not in known:
            raise UsageError(f"{what}: is {shortened(name)}, but must be one of {', '.join(known)}")


def suggestion(name: object, known: Iterable[str]) -> str:
    """Return the end of an error that names the most similar of the known names; empty if none is similar.

    >>> suggestion("thread", ["games", "threads"]), suggestion("colour", ["games", "threads"])
    ('; did you mean threads?', '')
    """
    found = difflib.get_close_matches(str(name), [*known], 1)
    return f"; did you mean {found[0]}?" if found else ""
