"""Errors of requests by people and programs."""

from collections.abc import Mapping

Facts = Mapping[str, str | int]


class MaleconError(ValueError):
    """A request cannot be carried out; ``str()`` is a sentence for people.

    Attributes:
        template, facts: the template of the sentence and its facts, for translation.
    """

    def __init__(self, template: str, **facts: str | int) -> None:
        """``template`` is formatted with ``facts`` (``str.format``); without facts it is the sentence itself."""
        super().__init__(template.format(**facts) if facts else template)
        self.template = template
        self.facts = facts


class UsageError(MaleconError):
    """A seat, an option, a seed or a position is wrong for the game."""


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
        self.facts = dict(facts or {})
        self.sentence = sentence
        self.line = line

    def at(self, line: int) -> "IllegalMove":
        """Return the same error for a move in a line of a record."""
        return IllegalMove(self.rule, self.template, self.facts, line=line)


class ParseError(MaleconError):
    """A text cannot be read.

    Attributes:
        line, column: of the error, both from 1.
        sentence: the error, without line and column.
    """

    def __init__(self, sentence: str, *, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {sentence}")
        self.sentence = sentence
        self.line = line
        self.column = column
