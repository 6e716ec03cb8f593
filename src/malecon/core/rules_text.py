"""The text of a game's rules: every sentence with its id, read and checked.

The sentences are those of ``data/rules.toml``; the questions that people ask about them, of ``data/questions.toml``.

``python -m malecon.core.rules_text GAME > docs/rules/GAME.md`` writes the page for people.
"""

import re
import sys
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from malecon.core.data import DataError, folder_of, read_toml
from malecon.core.i18n import N_, Language, fold

MARK = re.compile(r"\[(?:R|rec)\b[^]]*\]")
"""The mark of a ruling or of reconstructed data in a sentence: ``[R]``, ``[R: and why]`` or ``[rec]``."""


class Word(Struct, frozen=True, forbid_unknown_fields=True):
    """A word that the rules use in one sense only."""

    word: str
    meaning: str


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of the rules; ``examples``: its sentences are worked examples of others."""

    number: int
    title: str
    examples: bool = False


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """One sentence of the rules.

    Attributes:
        id: prefix of the game, chapter, and number of the sentence, e.g. ``HAV-5.4``.
        chapter: its number.
        text: the sentence, with marks where a ruling or reconstructed data begins.
        ruling: the rulebooks are silent, unclear or disagree; the sentence is our answer, at least in part.
        reconstructed: the sentence is about printed data that no public source has.
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


class RulesText(Struct, frozen=True, forbid_unknown_fields=True):
    """The file ``data/rules.toml``, and the name of its game."""

    introduction: str
    word: tuple[Word, ...]
    chapter: tuple[Chapter, ...]
    rule: Annotated[tuple[Rule, ...], Meta(min_length=1)]
    game: str = ""

    @property
    def prefix(self) -> str:
        """The beginning of all ids, e.g. ``HAV-``."""
        return self.rule[0].id[:4]

    @property
    def rules(self) -> dict[str, Rule]:
        """All sentences by id."""
        return {rule.id: rule for rule in self.rule}

    def of_chapter(self, chapter: Chapter) -> list[Rule]:
        """Return the sentences of a chapter."""
        return [rule for rule in self.rule if rule.chapter == chapter.number]


@cache
def rules_text_of(game: str) -> RulesText:
    """Return the text of the rules of a game, by the game's name; it is read once.

    Raises:
        DataError: the file contradicts itself.
    """
    return check_rules_text(replace(read_toml(folder_of(game) / "data/rules.toml", RulesText), game=game))


@cache
def questions_of(game: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return by sentence of the rules, and by language, the questions that it answers; read once, none without a file.

    Raises:
        DataError: the file names a sentence that is not there.
    """
    file = folder_of(game) / "data/questions.toml"
    questions = read_toml(file, dict[str, dict[str, tuple[str, ...]]]) if file.is_file() else {}
    if unknown := questions.keys() - rules_text_of(game).rules.keys():
        raise DataError(f"questions.toml: there is no sentence {', '.join(sorted(unknown))}")
    return questions


def check_rules_text(rules_text: RulesText) -> RulesText:
    """Return ``rules_text`` after checking ids, chapters, and that marks agree with ``ruling`` and ``reconstructed``.

    Raises:
        DataError: names the rule and the field that is wrong.
    """
    numbers = {chapter.number for chapter in rules_text.chapter}
    count = Counter(rule.id for rule in rules_text.rule)
    for rule in rules_text.rule:
        marks = [mark[1:].startswith("rec") for mark in MARK.findall(rule.text)]
        wrong = (
            (count[rule.id] > 1, "id: is used twice"),
            (not rule.id.startswith(rules_text.prefix), f"id: must begin with {rules_text.prefix}"),
            (rule.chapter not in numbers, f"chapter: is {rule.chapter}, which has no title"),
            (re.split(r"[-.]", rule.id)[1] != str(rule.chapter), f"chapter: is {rule.chapter}, unlike the id's"),
            (rule.ruling is not (False in marks), "ruling: disagrees with the marks [R] in the text"),
            (rule.reconstructed is not (True in marks), "reconstructed: disagrees with the marks [rec] in the text"),
        )
        for is_wrong, sentence in wrong:
            if is_wrong:
                raise DataError(f"rules.toml: rule {rule.id}, {sentence}")
    return rules_text


def markdown(game: str) -> str:
    """Return the page ``docs/rules/<game>.md``."""
    rules_text = rules_text_of(game)
    lines = [
        f"<!-- Written by `make docs` from src/malecon/games/{game}/data/rules.toml; edit that instead. -->",
        f"# {game.title()}: the rules, sentence by sentence",
        "",
        " ".join(rules_text.introduction.split()),
        "",
        "**[R]** is a ruling: the rulebooks are silent, unclear or disagree, and this is our answer. "
        "**[rec]** is reconstructed: printed data that no public source gives.",
        "",
        "## Words",
        "",
        *(f"- *{word.word}*: {word.meaning}" for word in rules_text.word),
    ]
    for chapter in rules_text.chapter:
        lines += ["", f"## {chapter.number} {chapter.title}", ""]
        lines += [f"- **{rule.id}** {_bold_marks(rule.sentence)}" for rule in rules_text.of_chapter(chapter)]
    return "\n".join(lines) + "\n"


def _bold_marks(sentence: str) -> str:
    """Return a sentence with bold marks.

    >>> _bold_marks("Its points can never be lost [R].")
    'Its points can never be lost **[R]**.'
    """
    return MARK.sub(r"**\g<0>**", sentence)


ENOUGH = 2
"""Fewest letters of a name that find a thing."""
MARKS = {"R": N_("ruling"), "rec": N_("reconstructed")}
"""By what a mark in a sentence of the rules begins with, the word for it."""


def rule_text(rules_text: RulesText, rule: str, language: Language) -> str:
    """Return a sentence of the rules with its id, without the marks of rulings."""
    return f"{rule}  {_unmarked(language.say(rules_text.rules[rule].sentence))}"


def _unmarked(sentence: str) -> str:
    """Return a sentence of the rules without marks.

    >>> _unmarked("The oldest takes a tile [R for the value] and swaps it [R].")
    'The oldest takes a tile and swaps it.'
    """
    return re.sub(rf"\s?{MARK.pattern}", "", sentence)


def sentence_in_words(rule: Rule, language: Language) -> str:
    """Return a sentence of the rules with words for its marks.

    >>> rule = Rule("HAV-1.3", 1, "It has 1 to 7 points [rec]; pesos are unlimited [R: printed are 108].")
    >>> sentence_in_words(rule, Language())
    'It has 1 to 7 points (reconstructed); pesos are unlimited (ruling: printed are 108).'
    """
    return MARK.sub(lambda found: _word_of(found[0], language), language.say(rule.sentence))


def _word_of(mark: str, language: Language) -> str:
    """Return the word for a mark, and what stands in it besides.

    >>> _word_of("[R for the value]", Language())
    '(ruling for the value)'
    """
    kind = next(kind for kind in ("rec", "R") if mark.startswith(f"[{kind}"))
    return f"({language.say(MARKS[kind])}{mark[1 + len(kind) : -1]})"


def is_named(typed: str, *names: str) -> bool:
    """Tell whether somebody means a thing with these names: by a whole one, or by how it begins.

    >>> is_named("tax", "tax collector", "collecteur d'impôts"), is_named("m", "mama")
    (True, False)
    """
    asked, known = fold(typed), {fold(name) for name in names}
    return asked in known or (len(asked) >= ENOUGH and any(name.startswith(asked) for name in known))


if __name__ == "__main__":
    print(markdown(sys.argv[1]), end="")
