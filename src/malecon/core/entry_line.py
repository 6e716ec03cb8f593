"""A line of a record with an entry of an owner's data, such as ``tile 5: 2 points, 1 brick``."""

import re
from typing import NamedTuple

from malecon.core.errors import ParseError, shortened
from malecon.core.message import N_, Message


class Part(NamedTuple):
    """One fact of a line, and where it stands, from 1."""

    text: str
    line: int
    column: int

    def refusal(self, what: str, expected: Message) -> ParseError:
        """Return the error that the part is no fact of a ``what``; ``expected``: the facts of one."""
        facts = {"text": shortened(self.text), "what": what, "expected": expected}
        sentence = Message(N_("{text} is no part of a line that begins with '{what}'; expected {expected}"), facts)
        return ParseError(sentence, line=self.line, column=self.column)


def split_entry(text: str, line: int, names: str, example: str) -> tuple[str, list[Part]]:
    """Return the name in the head of a line, which the pattern ``names`` describes, and the parts behind the colon.

    >>> split_entry("tile 5: 2 points,  1 brick", 4, r"[0-9]", "tile 1: 1 point")
    ('5', [Part(text='2 points', line=4, column=9), Part(text='1 brick', line=4, column=20)])
    """
    what = example.partition(" ")[0]
    head, colon, rest = text.partition(":")
    found = re.fullmatch(rf"{what}\s+({names})", head.strip())
    if not colon or found is None:
        facts = {"text": shortened(text), "example": repr(example)}
        raise ParseError(Message(N_("{text} is not like {example}"), facts), line=line, column=1)
    parts = []
    column = len(head) + 2
    for part in rest.split(","):
        parts.append(Part(part.strip(), line, column + len(part) - len(part.lstrip())))
        column += len(part) + 1
    return found[1], parts
