"""The vocabulary of a kind of data: what people call its words, in all languages."""

import difflib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from malecon.core.i18n import Language, fold, languages, load
from malecon.core.message import NN_, Forms, Message
from malecon.core.toml_text import Path, quoted

Terms = Mapping[str, tuple[Message, ...]]
"""By the word of a file: what people call it. Each text has its translations; the first is shown."""


class Noun(NamedTuple):
    """What the entries of a list are called: one by its ``number``, and several by their ``{count}``."""

    one: str
    several: Forms


ENTRIES = Noun("", NN_("{count} entry", "{count} entries"))
LONGEST_NAME = 64
"""Characters of a word that is compared with names."""


@dataclass(frozen=True)
class Vocabulary:
    """The words of a kind of data.

    Attributes:
        terms: what the words of a file are called in all languages.
        nouns: what the entries of a list are called, by the list's key.
    """

    terms: Terms = field(default_factory=dict)
    nouns: Mapping[str, Noun] = field(default_factory=dict)

    @cached_property
    def _words(self) -> dict[str, set[str]]:
        """By a name in any language, folded: the words of a file that it can stand for."""
        found: dict[str, set[str]] = {}
        for word, terms in self.terms.items():
            for spelled in {word, *(name for term in terms for name in _spellings(term))}:
                found.setdefault(fold(spelled), set()).add(word)
        return found

    def meant(self, name: str, allowed: Sequence[str]) -> list[str]:
        """Return the allowed words that a name can stand for, in any language, in any case, with or without accents."""
        folded = fold(name[:LONGEST_NAME])
        found = self._words.get(folded, set())
        return [word for word in allowed if word in found or fold(word) == folded]

    def nearest(self, name: str, allowed: Sequence[str]) -> str:
        """Return the allowed word whose name in some language is most similar; empty if none is."""
        names = {fold(word): word for word in allowed}
        names |= {other: word for other, words in self._words.items() for word in words if word in allowed}
        near = difflib.get_close_matches(fold(name[:LONGEST_NAME]), names, 1)
        return names[near[0]] if near else ""

    def shown(self, word: str) -> Message | str:
        """Return a word as readers know it."""
        return self.terms[word][0] if word in self.terms else word

    def place(self, path: Path) -> tuple[Message, ...]:
        """Return the place of an entry in words, such as ``ship 3`` and ``“spaces”``."""
        said, keys = list[Message](), [] if len(path) == 1 and path[0] in self.nouns else list(path)
        while keys:
            key = keys.pop(0)
            if keys and isinstance(keys[0], int) and isinstance(key, str):
                noun, number = self.nouns.get(key, ENTRIES), keys.pop(0) + 1  # type: ignore[operator]  # an int
                facts = {"number": number}
                said.append(Message(noun.one, facts) if noun.one else Message("{key} {number}", {"key": key, **facts}))
            else:
                said.append(quoted(key))
        return tuple(said)


def _spellings(term: Message) -> Iterator[str]:
    """Yield the spellings of a term in all languages, in singular and plural."""
    for language in map(load, languages()):
        yield from _spelled(term, language)


def _spelled(term: Message, language: Language) -> tuple[str, ...]:
    """Return the spellings of a term in one language.

    >>> _spelled(Message("{count} cigar", plural="{count} cigars"), load("fr"))
    ('cigare', 'cigares')
    """
    if not term.plural:
        return (term.in_language(language),)
    forms = term.template, term.plural
    return tuple(language.count(forms, count).removeprefix(str(count)).strip() for count in (1, 2))


PLAIN = Vocabulary()
