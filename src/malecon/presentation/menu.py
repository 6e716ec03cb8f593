"""A menu, whose items are numbered, and found by what somebody types, in numbers or in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from malecon.core.i18n import fold

Picks = tuple[int, ...]
"""Numbers of items that make a choice together, from 1."""
PAIR = 2


@dataclass(frozen=True, slots=True)
class Group:
    """Items under a title, or a title that only says what can be typed; items are numbered through all groups."""

    title: str
    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Menu:
    """What somebody can choose now.

    Attributes:
        prompt: the question.
        groups: the items.
        choices: by the numbers that are typed, the notation of the move. Most choices take one number; laying cards
            takes two.
        labels: what choices that are not listed are called.
    """

    prompt: str
    groups: tuple[Group, ...]
    choices: Mapping[Picks, str]
    labels: Mapping[Picks, str] = field(default_factory=dict)

    @property
    def items(self) -> tuple[str, ...]:
        """All items in the order of their numbers."""
        return tuple(item for group in self.groups for item in group.items)

    @property
    def takes_pairs(self) -> bool:
        """Whether every choice takes two numbers."""
        return all(len(picks) == PAIR for picks in self.choices)

    def words_of(self, picks: Picks) -> Iterator[str]:
        """Yield the texts by which a choice can be found."""
        yield self.choices[picks]
        yield self.label_of(picks)

    def label_of(self, picks: Picks) -> str:
        """Return the items that are picked, in words."""
        return self.labels.get(picks) or " ".join(self.items[number - 1] for number in picks)

    def find(self, typed: str) -> list[str]:
        """Return the notations that ``typed`` can mean: one if it is clear, several if it is not, or none."""
        words = fold(typed).split()
        if typed.lstrip().startswith("-"):
            return []
        if all(word.isdigit() for word in words):
            notation = self.choices.get(tuple(map(int, words)))
            return [notation] if notation else []
        written = [notation for notation in self.choices.values() if fold(notation) == fold(typed)]
        if written:
            return written[:1]
        ranks = {picks: min(rank(words, text) for text in self.words_of(picks)) for picks in self.choices}
        best = min(ranks.values())
        found = (self.choices[picks] for picks, rank in ranks.items() if rank == best)
        return [] if best == UNFIT else list(dict.fromkeys(found))


EXACT, IN_ORDER, IN_ANY_ORDER = range(3)
Rank = tuple[int, int]
"""Words that were not typed, and the order of those that were; the smaller the better."""
UNFIT: Rank = (1000, 0)


def rank(words: Sequence[str], text: str) -> Rank:
    """Tell how well typed words fit a text: each must begin a word of its own in it.

    >>> rank(["sie", "mama"], "choose siesta mama"), rank(["mama", "siesta"], "choose siesta mama")
    ((1, 1), (1, 2))
    """
    target = [word for word in fold(text).split() if not word.isdigit() or word in words]
    left = len(target) - len(words)
    if list(words) == target:
        return left, EXACT
    if _fits_in_order(words, target):
        return left, IN_ORDER
    if _fits_in_any_order(words, target):
        return left, IN_ANY_ORDER
    return UNFIT


def _fits_in_order(words: Sequence[str], target: Sequence[str]) -> bool:
    """Tell whether ``words`` begin words of ``target`` from left to right."""
    left = iter(target)
    return all(any(word.startswith(typed) for word in left) for typed in words)


def _fits_in_any_order(words: Sequence[str], target: Sequence[str]) -> bool:
    """Tell whether ``words`` begin different words of ``target``; whole words are placed first."""
    left = list(target)
    for typed in sorted(words, key=lambda word: word not in target):
        fitting = [word for word in left if word == typed] or [word for word in left if word.startswith(typed)]
        if not fitting:
            return False
        left.remove(fitting[0])
    return True
