"""The digest of a game's rulebooks: every sentence with its id, read from its ``data/rules.toml`` and checked.

``python -m malecon.core.rules_text GAME > docs/rules/GAME.md`` writes the page for people.
"""

import re
import sys
from collections import Counter
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from malecon.core.data import DataError, folder_of, read_toml

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

    id: Annotated[str, Meta(pattern=r"^[A-Z]{3}-\d+(\.\d+)?$")]
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
    rule: Annotated[tuple[Rule, ...], Meta(min_length=1)]

    @property
    def prefix(self) -> str:
        """What all ids begin with, e.g. ``HAV-``."""
        return self.rule[0].id[:4]

    @property
    def rules(self) -> dict[str, Rule]:
        """Every sentence, by its id."""
        return {rule.id: rule for rule in self.rule}

    def of_chapter(self, chapter: Chapter) -> list[Rule]:
        """Return the sentences of a chapter."""
        return [rule for rule in self.rule if rule.chapter == chapter.number]


@cache
def digest_of(game: str) -> Digest:
    """Return the digest of a game, by the name of its folder."""
    return checked(read_toml(folder_of(game) / "data/rules.toml", Digest))


def checked(digest: Digest) -> Digest:
    """Return ``digest`` if ids are unique, fit their chapters, and marks in the texts agree with what is declared."""
    numbers = {chapter.number for chapter in digest.chapter}
    count = Counter(rule.id for rule in digest.rule)
    for rule in digest.rule:
        marks = [mark[1:].startswith("rec") for mark in MARK.findall(rule.text)]
        wrong = (
            (count[rule.id] > 1, "id: is used twice"),
            (not rule.id.startswith(digest.prefix), f"id: must begin with {digest.prefix}"),
            (rule.chapter not in numbers, f"chapter: is {rule.chapter}, which has no title"),
            (re.split(r"[-.]", rule.id)[1] != str(rule.chapter), f"chapter: is {rule.chapter}, unlike the id's"),
            (rule.ruling is not (False in marks), "ruling: disagrees with the marks [R] in the text"),
            (rule.reconstructed is not (True in marks), "reconstructed: disagrees with the marks [rec] in the text"),
        )
        for is_wrong, sentence in wrong:
            if is_wrong:
                raise DataError(f"rules.toml: rule {rule.id}, {sentence}")
    return digest


def markdown(game: str) -> str:
    """Return the digest of a game as a page."""
    digest = digest_of(game)
    lines = [
        f"<!-- Written by `make docs` from src/malecon/games/{game}/data/rules.toml; edit that instead. -->",
        f"# {game.title()}: the rules, sentence by sentence",
        "",
        " ".join(digest.introduction.split()),
        "",
        "**[R]** is a ruling: the rulebooks are silent, unclear or disagree, and this is our answer. "
        "**[rec]** is reconstructed: printed data that no public source gives.",
        "",
        "## Words",
        "",
        *(f"- *{word.word}*: {word.meaning}" for word in digest.word),
    ]
    for chapter in digest.chapter:
        lines += ["", f"## {chapter.number} {chapter.title}", ""]
        lines += [f"- **{rule.id}** {marked(rule.sentence)}" for rule in digest.of_chapter(chapter)]
    return "\n".join(lines) + "\n"


def marked(sentence: str) -> str:
    """Make the marks of rulings and of reconstructed data bold.

    >>> marked("Its points can never be lost [R].")
    'Its points can never be lost **[R]**.'
    """
    return MARK.sub(r"**\g<0>**", sentence)


if __name__ == "__main__":
    print(markdown(sys.argv[1]), end="")
