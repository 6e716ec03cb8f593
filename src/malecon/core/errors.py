"""What can be wrong with what a person or a program asks for."""

from collections.abc import Mapping

Facts = Mapping[str, str | int]


class MaleconError(ValueError):
    """Something that was asked for cannot be done; ``str()`` is a sentence for people.

    Attributes:
        template, facts: the sentence before its facts were put in, to be said in another language.
    """

    def __init__(self, template: str, **facts: str | int) -> None:
        """``template`` is one of ``str.format`` for ``facts``; without them it is the sentence itself."""
        super().__init__(template.format(**facts) if facts else template)
        self.template = template
        self.facts = facts


class UsageError(MaleconError):
    """A seat, an option, a seed or a position is not what the game expects."""


class IllegalMove(MaleconError):
    """A rule forbids a move; nothing was changed.

    Attributes:
        rule: the id of the sentence that forbids it, e.g. ``HAV-5.4``.
        sentence: the reason, for people.
        line: in a record, the line of the move, from 1.
    """

    def __init__(self, rule: str, template: str, facts: Facts | None = None, *, line: int | None = None) -> None:
        """``template`` is one of ``str.format`` for ``facts``; without them it is the sentence itself."""
        sentence = template.format(**facts) if facts else template
        where = "" if line is None else f"line {line}: "
        super().__init__(f"{where}{sentence} ({rule})")
        self.rule = rule
        self.template = template
        self.facts = dict(facts or {})
        self.sentence = sentence
        self.line = line

    def at(self, line: int) -> "IllegalMove":
        """Return the same refusal for a move in a line of a text."""
        return IllegalMove(self.rule, self.template, self.facts, line=line)


class ParseError(MaleconError):
    """A text cannot be read.

    Attributes:
        line, column: where it goes wrong, both from 1.
        sentence: what is wrong there.
    """

    def __init__(self, sentence: str, *, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {sentence}")
        self.sentence = sentence
        self.line = line
        self.column = column
