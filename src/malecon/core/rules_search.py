"""Search in texts of the rules: word forms, several words, titles first.

Words are compared by their stems, without accents and capitals: ``fits`` finds *fitted*, ``impots`` finds *impôt*. The
stemmer knows the five languages of ``STEMMERS``; in another one a word finds itself, and what begins with it.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import inf, log
from typing import NamedTuple

from malecon.core.i18n import NN_, Language, fold
from malecon.core.rules_text import RulesText, rule_text, sentence_in_words

STEMMERS = {"en": "english", "fr": "french", "it": "italian", "de": "german", "es": "spanish"}
"""By the code of a language, the stemmer's name for it."""
WORD = re.compile(r"\w+")
WHOLE, BEGINNING = 1.0, 0.5
"""How much a word counts that is found, and one that only begins like it."""
TITLE = 2.0
"""So many times as much counts a word in a title."""
LEAST = 0.35
"""The part of the best weight with which something is still found."""
LONG = 3
"""Fewest letters of a word that finds what begins with it, and of one that is looked up in the rules."""
COMMON, COMMON_SHORT, FEW_PASSAGES = 0.6, 0.2, 20
"""A word that more than this part of the passages has says nothing, unless there are few passages; and a short one."""
EARLY = 0.001
"""How much longer a span of words counts for each word before it."""
MOST_INDEXED, MOST_WORDS = 16, 8192
MOST_SENTENCES = 6
MORE = NN_("… and {count} more sentence of the rules", "… and {count} more sentences of the rules")


class Passage(NamedTuple):
    """A text that can be found: its id, the titles above it, and what it says."""

    id: str
    title: str
    text: str


class Word(NamedTuple):
    """A word as it is compared: in small letters without accents, and its stems."""

    plain: str
    stems: frozenset[str]

    def strength(self, other: "Word") -> float:
        """Return how much another word counts where this one was typed; 0 if it is none of its forms.

        >>> ships, ship, shipyard = words_of("Ships ship shipyard", Language())
        >>> ships.strength(ship), ship.strength(shipyard), shipyard.strength(ship)
        (1.0, 0.5, 0.0)
        """
        if self.stems & other.stems:
            return WHOLE
        beginnings = self.plain, *(stem for stem in self.stems if len(stem) > LONG)
        begins = len(self.plain) >= LONG and any(map(other.plain.startswith, beginnings))
        return BEGINNING if begins else 0.0


def words_of(text: str, language: Language) -> tuple[Word, ...]:
    """Return the words of a text as they are compared in a language."""
    return tuple(_word(word.lower(), STEMMERS.get(language.code)) for word in WORD.findall(text))


@lru_cache(MOST_WORDS)
def _word(word: str, algorithm: str | None) -> Word:
    """Return a word as it is compared; without accents, as people type it, it may have another stem."""
    from snowballstemmer import stemmer  # 3 MB, only where somebody searches

    stem = stemmer(algorithm).stemWord if algorithm else str  # it keeps its word: each thread needs one of its own
    plain = fold(word)
    return Word(plain, frozenset(fold(stem(each)) for each in {word, plain}))


class _Indexed(NamedTuple):
    """A passage with the words of its titles and its text."""

    passage: Passage
    title: tuple[Word, ...]
    text: tuple[Word, ...]


@lru_cache(MOST_INDEXED)
def _index(passages: tuple[Passage, ...], language: Language) -> tuple[_Indexed, ...]:
    """Return passages with their words."""
    return tuple(_Indexed(each, words_of(each.title, language), words_of(each.text, language)) for each in passages)


Forms = Mapping[Word, float]
"""The words of the passages that are forms of one that was typed, with how much they count."""


def _forms_of(typed: Word, index: Sequence[_Indexed]) -> Forms:
    """Return the forms of a word that occur in passages."""
    vocabulary = {word for each in index for word in (*each.title, *each.text)}
    strengths = {word: typed.strength(word) for word in vocabulary}
    return {word: strength for word, strength in strengths.items() if strength}


class _Hit(NamedTuple):
    """What a passage has of the words that were typed.

    Attributes:
        passage: itself.
        title, text: by word that was typed, how much it counts in the titles and in the text.
        span: fewest words in a row of the text that have all that is not in the titles, early ones a little fewer.
    """

    passage: Passage
    title: Sequence[float]
    text: Sequence[float]
    span: float

    @property
    def has(self) -> Sequence[float]:
        """By word, how much it counts; more in a title."""
        return [max(TITLE * title, text) for title, text in zip(self.title, self.text, strict=True)]

    def weight(self, rarities: Sequence[float]) -> float:
        """Return how much the passage has of the words; the rare ones count more."""
        return sum(rarity * strength for rarity, strength in zip(rarities, self.has, strict=True))

    def rank(self, rarities: Sequence[float]) -> tuple[int, float, float]:
        """Return the rank among hits, the greater the better: all in titles; all, near; most."""
        weight = self.weight(rarities)
        if all(self.title):
            return 2, weight, 0  # in their order
        return (1, -self.span, weight) if all(self.has) else (0, weight, -self.span)


def _hit(each: _Indexed, typed: Sequence[Forms]) -> _Hit:
    """Return what a passage has of the words that were typed."""
    title = [max((forms.get(word, 0) for word in each.title), default=0.0) for forms in typed]
    text = [max((forms.get(word, 0) for word in each.text), default=0.0) for forms in typed]
    found = [forms for forms, *strengths in zip(typed, title, text, strict=True) if strengths[1] and not strengths[0]]
    return _Hit(each.passage, title, text, _span(each.text, found))


def _span(text: Sequence[Word], typed: Sequence[Forms]) -> float:
    """Return the fewest words in a row of a text that have forms of all that was typed; early ones a little fewer."""
    last: dict[int, int] = {}
    shortest = inf
    for place, word in enumerate(text):
        last |= {number: place for number, forms in enumerate(typed) if word in forms}
        if last and len(last) == len(typed):
            begin = min(last.values())
            shortest = min(shortest, place - begin + begin * EARLY)
    return shortest if typed else 0


def telling_words(passages: tuple[Passage, ...], typed: str, language: Language) -> str:
    """Return the words that were typed without the common ones; all if there are no others."""
    index = _index(passages, language)
    telling = [word for word in WORD.findall(typed) if not _is_common(word, index, language)]
    return " ".join(telling) or typed


def _is_common(word: str, index: Sequence[_Indexed], language: Language) -> bool:
    """Tell whether a word helps little to find a passage; numbers do."""
    forms = [_forms_of(each, index) for each in words_of(word, language)]
    hits = sum(any(_hit(each, forms).has) for each in index)
    most = COMMON if len(word) >= LONG else COMMON_SHORT
    return len(index) >= FEW_PASSAGES and hits > most * len(index) and not word.isdecimal()


def find(passages: tuple[Passage, ...], typed: str, language: Language) -> list[Passage]:
    """Return the passages that what was typed finds, the best first; of equal ones the first.

    An id, or what follows its dash, finds its passage only. Words that occur nowhere do not count, nor do common ones.
    """
    named = [each for each in passages if typed.strip().upper() in (each.id, each.id.partition("-")[2])]
    if named:
        return named
    index, words = _index(passages, language), words_of(telling_words(passages, typed, language), language)
    forms = list(filter(None, (_forms_of(word, index) for word in dict.fromkeys(words))))
    hits = [hit for hit in (_hit(each, forms) for each in index) if any(hit.has)]
    rarities = [log(1 + len(index) / sum(hit.has[number] > 0 for hit in hits)) for number in range(len(forms))]
    enough = LEAST * max((hit.weight(rarities) for hit in hits), default=0)
    fitting = [hit for hit in hits if hit.weight(rarities) >= enough]
    return [hit.passage for hit in sorted(fitting, key=lambda hit: hit.rank(rarities), reverse=True)]


def marked(text: str, typed: str, language: Language) -> list[tuple[str, bool]]:
    """Return a text in pieces, each with whether it is a word that was typed, in any form.

    >>> marked("No ship fits.", "ships", Language())
    [('No ', False), ('ship', True), (' fits.', False)]
    """
    asked = words_of(typed, language)
    found = iter(any(word.strength(each) for word in asked) for each in words_of(text, language))
    pieces: list[tuple[str, bool]] = []
    for piece in re.split(r"(\w+)", text):
        is_found = bool(WORD.fullmatch(piece)) and next(found)
        if piece and pieces and pieces[-1][1] == is_found:
            pieces[-1] = (pieces[-1][0] + piece, is_found)
        elif piece:
            pieces.append((piece, is_found))
    return pieces


def search(rules_text: RulesText, typed: str, language: Language) -> list[tuple[str, str]]:
    """Return the ids and sentences of the rules that what was typed finds, the best first; marks in words."""
    return [(found.id, found.text) for found in find(passages_of(rules_text, language), typed, language)]


@lru_cache(MOST_INDEXED)
def passages_of(rules_text: RulesText, language: Language) -> tuple[Passage, ...]:
    """Return the sentences of the rules, which are found by the titles of their chapters too; marks in words."""
    titles = {chapter.number: f"{chapter.number} {language.say(chapter.title)}" for chapter in rules_text.chapter}
    return tuple(Passage(rule.id, titles[rule.chapter], sentence_in_words(rule, language)) for rule in rules_text.rule)


def whole(rules_text: RulesText, language: Language) -> list[tuple[str, str]]:
    """Return the ids and sentences of all rules, and before each chapter its number and title; marks in words."""
    return [
        row
        for chapter in rules_text.chapter
        for row in [
            (f"{chapter.number}", language.say(chapter.title)),
            *((rule.id, sentence_in_words(rule, language)) for rule in rules_text.of_chapter(chapter)),
        ]
    ]


def sentences_with(word: str, rules_text: RulesText, language: Language) -> list[str]:
    """Return the first sentences of the rules that a word finds, and how many more there are."""
    if len(fold(word)) < LONG:
        return []
    found = [rule_text(rules_text, rule, language) for rule, _ in search(rules_text, word, language)]
    more = len(found) - MOST_SENTENCES
    tail = [language.count(MORE, more)] if more > 0 else []
    return found[:MOST_SENTENCES] + tail
