"""What ``?`` explains, and searching the rules."""

import re

from malecon.core.i18n import N_, NN_, Language, fold
from malecon.core.rules_text import MARK, RulesText
from malecon.presentation.game_text import GameText
from malecon.presentation.perspective import Perspective

ENOUGH = 2
"""Fewest letters of a name that find a thing."""
LONG = 3
"""Fewest letters of a word that is looked up in the rules."""
MOST_SENTENCES = 6
MORE = NN_("… and {count} more sentence of the rules", "… and {count} more sentences of the rules")
MARKS = {"R": N_("ruling"), "rec": N_("reconstructed")}
"""By what a mark in a sentence of the rules begins with, the word for it."""


def explain(game_text: GameText, topic: str, perspective: Perspective) -> list[str]:
    """Return paragraphs about a sentence of the rules or a thing of the game, or what the rules say with this word."""
    asked, prefix = topic.strip(), game_text.rules_text.prefix
    rule = asked.upper() if asked.upper().startswith(prefix) else prefix + asked
    if rule in game_text.rules_text.rules and ("." in asked or asked.upper().startswith(prefix)):
        return [rule_text(game_text.rules_text, rule, perspective.language)]
    things = list(game_text.explain(asked, perspective))
    return things or sentences_with(asked, game_text.rules_text, perspective.language)


def sentences_with(word: str, rules_text: RulesText, language: Language) -> list[str]:
    """Return the first sentences of the rules that contain a word, and how many more there are."""
    if len(fold(word)) < LONG:
        return []
    rules = (rule for rule, _ in search(rules_text, word, language) if not rule.isdecimal())
    found = [rule_text(rules_text, rule, language) for rule in rules]
    more = len(found) - MOST_SENTENCES
    tail = [language.count(MORE, more)] if more > 0 else []
    return found[:MOST_SENTENCES] + tail


def rule_text(rules_text: RulesText, rule: str, language: Language) -> str:
    """Return a sentence of the rules with its id, without the marks of rulings."""
    return f"{rule}  {unmarked(language.say(rules_text.rules[rule].sentence))}"


def unmarked(sentence: str) -> str:
    """Return a sentence of the rules without marks.

    >>> unmarked("The oldest takes a tile [R for the value] and swaps it [R].")
    'The oldest takes a tile and swaps it.'
    """
    return re.sub(rf"\s?{MARK.pattern}", "", sentence)


def with_words(sentence: str, language: Language) -> str:
    """Return a sentence of the rules with words for its marks.

    >>> with_words("It has 1 to 7 points [rec]; pesos are unlimited [R: printed are 108].", Language())
    'It has 1 to 7 points (reconstructed); pesos are unlimited (ruling: printed are 108).'
    """
    return MARK.sub(lambda found: word_of(found[0], language), sentence)


def word_of(mark: str, language: Language) -> str:
    """Return the word for a mark, and what stands in it besides.

    >>> word_of("[R for the value]", Language())
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


def search(rules_text: RulesText, word: str, language: Language) -> list[tuple[str, str]]:
    """Return the sentences with ``word`` in them, in their id or the chapter's title; all if it is empty.

    Their marks are said in words.
    """
    typed = fold(word)
    found = []
    for chapter in rules_text.chapter:
        title = language.say(chapter.title)
        rules = [
            (rule.id, with_words(language.say(rule.sentence), language)) for rule in rules_text.of_chapter(chapter)
        ]
        fitting = [(rule, said) for rule, said in rules if typed in fold(f"{rule} {said}")]
        if f" {typed} " in f" {fold(title)} ":
            fitting = rules
        if fitting:
            found += [(f"{chapter.number}", title), *fitting]
    return found
