"""Search in texts of the rules: an index of their words, made once, and passages ranked by it.

Words are compared by their stems, without accents and capitals: ``fits`` finds *fitted*, ``impots`` finds *impôt*. The
stemmer knows the five languages of ``STEMMERS``; in another one a word finds itself, and what begins with it. Stop
words and synonyms are those of ``search_words.toml``.

A passage is found by its text, by the titles above it, and by questions that it answers. Its weight is that of BM25
with these three fields, plus how like the query the likest of its questions is: the cosine of their words, each
weighted by its rarity, squared. Stop words find nothing; they only tell apart questions that are found (*who begins*,
*where do I begin*). Source: S. Robertson and H. Zaragoza, *The Probabilistic Relevance Framework: BM25 and Beyond*
(2009). A query is bounded by ``LONGEST_QUERY``, ``MOST_SEARCHED`` and ``MOST_FORMS``.
"""

import re
import tomllib
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from itertools import islice, takewhile
from math import inf, log
from typing import NamedTuple

from malecon.core.i18n import NN_, Language, fold
from malecon.core.rules_text import RulesText, questions_of, rule_text, sentence_in_words

STEMMERS = {"en": "english", "fr": "french", "it": "italian", "de": "german", "es": "spanish"}
"""By the code of a language, the stemmer's name for it."""
WORD = re.compile(r"\w+")
LONGEST_QUERY = 80
"""Letters of a query; further ones are not read."""
MOST_SEARCHED = 8
"""Distinct words of a query that are searched; further ones are not read."""
MOST_FORMS = 32
"""Words of the texts that count because they begin like one of the query."""
WHOLE, FORM, SYNONYM, BEGINNING = 1.0, 0.9, 0.8, 0.2
"""How much a word counts that is found, another form of it, a synonym, and a word that only begins like it."""
TITLE, IN_QUESTION = 1.7, 0.5
"""So many times as much counts a word in a title, and in a question, as in the text."""
LIKENESS, FURTHER = 1.5, 0.25
"""How much the likest question of a passage counts beside its words, and of that each of the ``MOST_FURTHER`` next."""
MOST_FURTHER = 2
SAME, SURE = 0.98, 3.0
"""From what likeness a question is the one that was typed, and how many times as much it then counts."""
STOP_WORD = 0.8
"""How much a stop word counts, beside others, where questions are compared."""
EXAMPLE = 0.8
"""How much a worked example counts: the sentence that it illustrates is found first."""
SATURATION, LENGTH_PART = 1.2, 0.35
"""Of BM25 (k1 and b): how soon a word that comes again counts no more, and how much the length of a text counts."""
NEARNESS = 0.25
"""The part of the best weight that words get that stand side by side in a text."""
LEAST = 0.3
"""The part of the best weight, without questions, with which something is still found."""
LONG = 3
"""Fewest letters of a word that finds what begins with it, and of one that is looked up in the rules."""
EARLY = 1e-6
"""How much less a passage counts for each word before the first that is found."""
MOST_INDEXES, MOST_ANSWERS, MOST_STEMMED = 16, 256, 8192
MOST_SENTENCES = 6
MORE = NN_("… and {count} more sentence of the rules", "… and {count} more sentences of the rules")


class Passage(NamedTuple):
    """A text that can be found: its id, the titles above it, what it says, and what it answers."""

    id: str
    title: str
    text: str
    questions: tuple[str, ...] = ()
    is_example: bool = False


@dataclass(slots=True)
class Posting:
    """An occurrence of a word in a passage.

    Attributes:
        passage: its number.
        in_title: the word is in its titles.
        places: of the word in its text.
        questions: numbers of the questions that have the word, counted through all passages.
    """

    passage: int
    in_title: bool = False
    places: list[int] = field(default_factory=list)
    questions: list[int] = field(default_factory=list)


Forms = Mapping[str, float]
"""Words of the texts, without accents and capitals, that count for one that was typed, with how much they count."""


class _Words(NamedTuple):
    """The stop words of a language, and the groups of its synonyms."""

    stop: frozenset[str]
    synonyms: Sequence[Sequence[str]]


@cache
def _words_of_language(code: str) -> _Words:
    """Return the stop words and synonyms of a language; none if it has none."""
    data = tomllib.loads(files("malecon.core").joinpath("search_words.toml").read_text("utf-8")).get(code, {})
    return _Words(frozenset(data.get("stop", "").split()), [line.split() for line in data.get("synonyms", ())])


@lru_cache(MOST_STEMMED)
def _stems_of(word: str, code: str) -> frozenset[str]:
    """Return the stems of a word in a language; without accents, as people type it, it may have another one."""
    from snowballstemmer import stemmer  # 3 MB, only where somebody searches

    stem = stemmer(STEMMERS[code]).stemWord if code in STEMMERS else str  # it keeps its word: one for each thread
    return frozenset(fold(stem(each)) for each in {word, fold(word)})


class Question(NamedTuple):
    """A question that a passage answers: the number of the passage, the stop words, and the weight of all words."""

    passage: int
    stop: frozenset[str]
    weight: float


@dataclass(frozen=True, eq=False)
class Index:
    """The words of some passages in a language.

    Attributes:
        passages: in their order.
        language: the code of the language.
        lengths: words of the text of each passage.
        postings: by word, without accents and capitals, where it occurs.
        by_stem: by stem, the words that have it.
        synonyms: by stem, the words that mean the same.
        questions: of all passages.
        stop: by stop word, how much it counts where questions are compared.
    """

    passages: Sequence[Passage]
    language: str
    lengths: Sequence[int]
    postings: Mapping[str, Sequence[Posting]]
    by_stem: Mapping[str, Sequence[str]]
    synonyms: Mapping[str, Sequence[str]]
    questions: Sequence[Question]
    stop: Mapping[str, float]

    @cached_property
    def words(self) -> Sequence[str]:
        """All words, sorted."""
        return sorted(self.postings)

    @cached_property
    def mean_length(self) -> float:
        """The mean length of the texts in words."""
        return max(1.0, sum(self.lengths) / max(1, len(self.lengths)))

    def beginning_with(self, plain: str) -> Iterator[str]:
        """Yield the words that begin with some letters, at most ``MOST_FORMS``."""
        first = bisect_left(self.words, plain)
        rest = islice(self.words, first, first + MOST_FORMS)
        return takewhile(lambda word: word.startswith(plain), rest)


def words_of(text: str) -> list[str]:
    """Return the words of a text in small letters.

    >>> words_of("No ship, no Dock.")
    ['no', 'ship', 'no', 'dock']
    """
    return [word.lower() for word in WORD.findall(text)]


@lru_cache(MOST_INDEXES)
def index_of(passages: tuple[Passage, ...], language: Language) -> Index:
    """Return the index of some passages."""
    code, stop = language.code, _words_of_language(language.code).stop
    found: dict[str, dict[int, Posting]] = defaultdict(dict)
    asked: list[tuple[int, list[str], frozenset[str]]] = []
    for number, passage in enumerate(passages):
        for word in words_of(passage.title):
            found[word].setdefault(number, Posting(number)).in_title = True
        for place, word in enumerate(words_of(passage.text)):
            found[word].setdefault(number, Posting(number)).places.append(place)
        for question in passage.questions:
            words = searched_words(question, stop)
            for word in words:
                found[word].setdefault(number, Posting(number)).questions.append(len(asked))
            asked.append((number, words, _stop_words(question, stop)))
    postings: dict[str, list[Posting]] = defaultdict(list)
    by_stem: dict[str, set[str]] = defaultdict(set)
    having: dict[str, set[int]] = defaultdict(set)
    for word, by_passage in found.items():
        postings[fold(word)] += by_passage.values()
        for stem in _stems_of(word, code):
            by_stem[stem].add(fold(word))
            having[stem] |= by_passage.keys()
    asking: dict[str, set[int]] = defaultdict(set)
    for number, _, stop_words in asked:
        for word in stop_words:
            asking[word].add(number)
    rarity = {word: _rarity(len(numbers), len(passages)) * STOP_WORD for word, numbers in asking.items()}
    questions = [
        Question(
            number,
            stop_words,
            sum(_rarity(max(len(having[stem]) for stem in _stems_of(word, code)), len(passages)) for word in words)
            + sum(rarity[word] for word in stop_words),
        )
        for number, words, stop_words in asked
    ]
    lengths = [len(words_of(passage.text)) for passage in passages]
    words_by_stem = {stem: sorted(words) for stem, words in by_stem.items()}
    synonyms = _synonyms(words_by_stem, code)
    return Index(passages, code, lengths, dict(postings), words_by_stem, synonyms, questions, rarity)


def _stop_words(typed: str, stop: frozenset[str]) -> frozenset[str]:
    """Return the stop words among the first of a query."""
    return frozenset(list(filter(stop.__contains__, map(fold, words_of(typed))))[:MOST_SEARCHED])


def _rarity(count: int, passages: int) -> float:
    """Return how much a word counts that ``count`` of the passages have."""
    return log(1 + (passages - count + 0.5) / (count + 0.5))


def _synonyms(by_stem: Mapping[str, Sequence[str]], code: str) -> dict[str, Sequence[str]]:
    """Return by stem the words of an index that mean the same."""
    synonyms: dict[str, set[str]] = defaultdict(set)
    for group in _words_of_language(code).synonyms:
        stems = [_stems_of(word, code) for word in group]
        words = {word for each in stems for stem in each for word in by_stem.get(stem, ())}
        for stem in frozenset().union(*stems):
            synonyms[stem] |= words
    return {stem: sorted(words) for stem, words in synonyms.items()}


class Answer(NamedTuple):
    """What a query finds: the passages, the best first, and the words that are marked in them."""

    passages: Sequence[Passage]
    words: frozenset[str]

    def marked(self, text: str) -> list[tuple[str, bool]]:
        """Return a text in pieces, each with whether it is a word that was found.

        >>> Answer((), frozenset({"ship"})).marked("No ship fits.")
        [('No ', False), ('ship', True), (' fits.', False)]
        """
        pieces: list[tuple[str, bool]] = []
        for piece in filter(None, re.split(r"(\w+)", text)):
            is_found = fold(piece) in self.words
            if pieces and pieces[-1][1] == is_found:
                pieces[-1] = (pieces[-1][0] + piece, is_found)
            else:
                pieces.append((piece, is_found))
        return pieces


def find(passages: tuple[Passage, ...], typed: str, language: Language) -> Answer:
    """Return what a query finds, the best first; of equal ones the first.

    An id, or what follows its dash, finds its passage only. Words that occur nowhere do not count, nor do stop words,
    unless one is all that is typed.
    """
    return find_in(index_of(passages, language), " ".join(typed[:LONGEST_QUERY].lower().split()))


@lru_cache(MOST_ANSWERS)
def find_in(index: Index, typed: str) -> Answer:
    """Return what a query, in small letters, finds in an index."""
    named = [each for each in index.passages if typed.upper() in (each.id, each.id.partition("-")[2])]
    if named:
        return Answer(tuple(named), frozenset())
    stop = _words_of_language(index.language).stop
    searched = list(filter(None, (_forms_of(word, index) for word in searched_words(typed, stop))))
    return Answer(tuple(_ranked(index, searched, _stop_words(typed, stop))), frozenset().union(*searched))


def searched_words(typed: str, stop: frozenset[str]) -> list[str]:
    """Return the distinct words of a query that are searched: those that are no stop words, or else its only word.

    >>> searched_words("can I build on a lake", frozenset({"can", "i", "on", "a"}))
    ['build', 'lake']
    >>> searched_words("can", frozenset({"can", "i"})), searched_words("can I", frozenset({"can", "i"}))
    (['can'], [])
    """
    words = list(dict.fromkeys(words_of(typed)))
    searched = [word for word in words if fold(word) not in stop]
    return (searched or (words if len(words) == 1 else []))[:MOST_SEARCHED]


def _forms_of(typed: str, index: Index) -> Forms:
    """Return the words of an index that count for one that was typed."""
    plain, stems = fold(typed), _stems_of(typed, index.language)
    forms: dict[str, float] = {}
    if len(plain) >= LONG:
        for beginning in (plain, *sorted(stem for stem in stems if len(stem) > LONG)):
            forms |= dict.fromkeys(index.beginning_with(beginning), BEGINNING)
    for stem in stems:
        forms |= dict.fromkeys(index.synonyms.get(stem, ()), SYNONYM)
    for stem in stems:
        forms |= dict.fromkeys(index.by_stem.get(stem, ()), FORM)
    return forms | ({plain: WHOLE} if plain in index.postings else {})


class _Hits:
    """The occurrences of the searched words in one passage.

    Attributes:
        in_title: by the number of a word, how much it counts in the titles.
        often: by the number of a word, how often it is in the text and the questions.
        places: in the text, each with the number of the word.
    """

    __slots__ = ("in_title", "often", "places")

    def __init__(self) -> None:
        self.in_title: dict[int, float] = {}
        self.often: dict[int, float] = {}
        self.places: list[tuple[int, int]] = []

    @property
    def found(self) -> set[int]:
        """The numbers of the searched words that are there."""
        return {*self.in_title, *self.often}


def _ranked(index: Index, searched: Sequence[Forms], stop: frozenset[str]) -> list[Passage]:
    """Return the passages that have enough of the searched words, the best first."""
    hits, asked = _hits(index, searched)
    count = [sum(number in each.found for each in hits.values()) for number in range(len(searched))]
    rarities = [_rarity(n, len(index.passages)) for n in count]
    weights = {
        passage: _weight(each, rarities, index.lengths[passage] / index.mean_length) for passage, each in hits.items()
    }
    enough = LEAST * max(weights.values(), default=0.0)
    for passage, likeness in _likeness(index, asked, rarities, stop).items():
        weights[passage] += LIKENESS * sum(rarities) * likeness
    for passage in weights:
        weights[passage] *= EXAMPLE if index.passages[passage].is_example else 1
    ranked = sorted(weights, key=lambda passage: (-weights[passage], passage))
    return [index.passages[passage] for passage in ranked if weights[passage] >= enough]


def _hits(index: Index, searched: Sequence[Forms]) -> tuple[dict[int, _Hits], dict[int, dict[int, float]]]:
    """Return by passage the occurrences of the searched words, and by question how much those in it count."""
    hits: dict[int, _Hits] = defaultdict(_Hits)
    asked: dict[int, dict[int, float]] = defaultdict(dict)
    for number, forms in enumerate(searched):
        for word, strength in forms.items():
            for posting in index.postings[word]:
                each = hits[posting.passage]
                if posting.in_title:
                    each.in_title[number] = max(strength, each.in_title.get(number, 0.0))
                often = len(posting.places) + IN_QUESTION * len(posting.questions)
                if often:
                    each.often[number] = each.often.get(number, 0.0) + strength * often
                each.places += [(place, number) for place in posting.places]
                for question in posting.questions:
                    asked[question][number] = max(strength, asked[question].get(number, 0.0))
    return hits, asked


def _likeness(
    index: Index, asked: Mapping[int, Mapping[int, float]], rarities: Sequence[float], stop: frozenset[str]
) -> dict[int, float]:
    """Return by passage how like the query its likest questions are, from 0; one that is the query counts ``SURE``."""
    typed = sum(rarities) + sum(index.stop.get(word, 0.0) for word in stop)
    by_passage: dict[int, list[float]] = defaultdict(list)
    for number, strengths in asked.items():
        question = index.questions[number]
        common = sum(strength * rarities[word] for word, strength in strengths.items())
        common += sum(index.stop[word] for word in stop & question.stop)
        by_passage[question.passage].append(common**2 / (typed * question.weight))
    likeness = {}
    for passage, found in by_passage.items():
        likest, *further = sorted(found, reverse=True)
        likeness[passage] = likest * (SURE if likest >= SAME else 1) + FURTHER * sum(further[:MOST_FURTHER])
    return likeness


def _weight(hits: _Hits, rarities: Sequence[float], length: float) -> float:
    """Return the weight of a passage; ``length``: of its text, 1 for a mean one."""
    bound = SATURATION * (1 - LENGTH_PART + LENGTH_PART * length)
    weight = sum(
        rarities[number] * max(TITLE * hits.in_title.get(number, 0.0), often * (SATURATION + 1) / (often + bound))
        for number in hits.found
        for often in [hits.often.get(number, 0.0)]
    )
    weight += NEARNESS * weight * _nearness(hits)
    first = min((place for place, _ in hits.places), default=0)
    return weight * len(hits.found) / len(rarities) - EARLY * first


def _nearness(hits: _Hits) -> float:
    """Return how near the searched words stand to each other in the text, from 0 to 1 for side by side."""
    needed = len({number for _, number in hits.places})
    last: dict[int, int] = {}
    shortest = inf
    for place, number in sorted(hits.places):
        last[number] = place
        if len(last) == needed:
            shortest = min(shortest, place - min(last.values()) + 1)
    return needed / shortest if needed > 1 else 0.0


def search(rules_text: RulesText, typed: str, language: Language) -> list[tuple[str, str]]:
    """Return the ids and sentences of the rules that what was typed finds, the best first; marks in words."""
    return [(found.id, found.text) for found in find(passages_of(rules_text, language), typed, language).passages]


@lru_cache(MOST_INDEXES)
def passages_of(rules_text: RulesText, language: Language) -> tuple[Passage, ...]:
    """Return the sentences of the rules, which are found by the titles of their chapters too; marks in words."""
    chapters = {chapter.number: chapter for chapter in rules_text.chapter}
    questions = questions_of(rules_text.game)
    return tuple(
        Passage(
            rule.id,
            f"{rule.chapter} {language.say(chapters[rule.chapter].title)}",
            sentence_in_words(rule, language),
            questions.get(rule.id, {}).get(language.code, ()),
            chapters[rule.chapter].examples,
        )
        for rule in rules_text.rule
    )


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
