"""The digest of the rulebooks: every sentence with its id, read from ``data/rules.toml`` and checked.

``python -m malecon.havana.digest > docs/rules/havana.md`` writes the page for people.
"""

import re
from collections import Counter
from importlib.resources import files
from typing import Annotated

from msgspec import Meta, Struct

from malecon.core.data import DataError, read_toml

MARK = re.compile(r"\[(?:R|rec)\b[^]]*\]")
"""What shows in a text where a ruling or reconstructed data begins: ``[R]``, ``[R: and why]`` or ``[rec]``."""


class Word(Struct, frozen=True, forbid_unknown_fields=True):
    """A word that the digest uses in one sense only."""

    word: str
    meaning: str


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the digest."""

    number: int
    title: str


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of the rules.

    Attributes:
        ruling: the rulebooks are silent, unclear or disagree; the sentence is our answer, at least in part.
        reconstructed: the sentence is about printed data that no public source gives.
    """

    id: Annotated[str, Meta(pattern=r"^HAV-\d+(\.\d+)?$")]
    chapter: int
    text: str
    ruling: bool = False
    reconstructed: bool = False

    @property
    def sentence(self) -> str:
        """The text in one line."""
        return " ".join(self.text.split())


class Digest(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/rules.toml``."""

    introduction: str
    word: tuple[Word, ...]
    chapter: tuple[Chapter, ...]
    rule: tuple[Rule, ...]


def checked(digest: Digest) -> Digest:
    """Return ``digest`` if ids are unique, fit their chapters, and marks in the texts agree with what is declared."""
    numbers = {chapter.number for chapter in digest.chapter}
    count = Counter(rule.id for rule in digest.rule)
    for rule in digest.rule:
        marks = [mark[1:].startswith("rec") for mark in MARK.findall(rule.text)]
        wrong = (
            (count[rule.id] > 1, "id: is used twice"),
            (rule.chapter not in numbers, f"chapter: is {rule.chapter}, which has no title"),
            (re.split(r"[-.]", rule.id)[1] != str(rule.chapter), f"chapter: is {rule.chapter}, unlike the id's"),
            (rule.ruling is not (False in marks), "ruling: disagrees with the marks [R] in the text"),
            (rule.reconstructed is not (True in marks), "reconstructed: disagrees with the marks [rec] in the text"),
        )
        for is_wrong, sentence in wrong:
            if is_wrong:
                raise DataError(f"rules.toml: rule {rule.id}, {sentence}")
    return digest


DIGEST = checked(read_toml(files("malecon.havana") / "data/rules.toml", Digest))
RULES = {rule.id: rule for rule in DIGEST.rule}
"""Every sentence, by its id."""


def markdown() -> str:
    """Return the digest as a page."""
    lines = [
        "<!-- Written by `python -m malecon.havana.digest`; edit src/malecon/havana/data/rules.toml instead. -->",
        "# Havana: the rules, sentence by sentence",
        "",
        " ".join(DIGEST.introduction.split()),
        "",
        "**[R]** is a ruling: the rulebooks are silent, unclear or disagree, and this is our answer. "
        "**[rec]** is reconstructed: printed data that no public source gives.",
        "",
        "## Words",
        "",
        *(f"- *{word.word}*: {word.meaning}" for word in DIGEST.word),
    ]
    for chapter in DIGEST.chapter:
        lines += ["", f"## {chapter.number} {chapter.title}", ""]
        lines += [f"- **{rule.id}** {marked(rule.sentence)}" for rule in DIGEST.rule if rule.chapter == chapter.number]
    return "\n".join(lines) + "\n"


def marked(sentence: str) -> str:
    """Make the marks of rulings and of reconstructed data bold.

    >>> marked("Its points can never be lost [R].")
    'Its points can never be lost **[R]**.'
    """
    return MARK.sub(r"**\g<0>**", sentence)


if __name__ == "__main__":
    print(markdown(), end="")
