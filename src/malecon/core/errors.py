"""What can be wrong with what a person or a program asks for."""


class MaleconError(ValueError):
    """Something that was asked for cannot be done; ``str()`` is a sentence for people."""


class UsageError(MaleconError):
    """A seat, an option, a seed or a position is not what the game expects."""


class IllegalMove(MaleconError):
    """A rule forbids a move; nothing was changed.

    Attributes:
        rule: the id of the sentence that forbids it, e.g. ``HAV-5.4``.
        sentence: the reason, for people.
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} ({rule})")
        self.rule = rule
        self.sentence = sentence


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
