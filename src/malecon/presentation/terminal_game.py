"""A game at the terminal: what it must offer, and what follows from that for every game; and the menus of its choices.

A menu's items are numbered, and found by what somebody types, in numbers or in words.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic

from rich.console import RenderableType
from rich.text import Text

from malecon.core import PlainData
from malecon.core.engine import Event
from malecon.core.i18n import Language, fold
from malecon.presentation.game_text import GameText
from malecon.presentation.perspective import AnyView, Perspective, View, plain_lines

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


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over: the final view of a spectator, and what was counted on the way (``TerminalGame.count``)."""

    view: AnyView
    counts: Mapping[str, int]


def _draw_plainly(perspective: Perspective) -> RenderableType:
    return Text("\n".join(plain_lines(perspective.view, perspective.names)))


def _round_of_view(perspective: Perspective) -> Hashable:
    number: int = perspective.view.round
    return number


def nothing(events: Sequence[Event]) -> Mapping[str, int]:
    """Count nothing."""
    return {}


def _no_figures(games: Sequence[Finished]) -> PlainData:
    return {}


def _no_paragraphs(figures: PlainData, language: Language) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class TerminalGame(Generic[View]):
    """A game at the terminal.

    Attributes:
        game_text: the game in words.
        letters: that stand for things, by the context of their translations.
        table: draws everything that lies on the table, and the viewer's hand.
        glance: draws only what changes within a turn.
        chapter: something that changes when the whole table is worth drawing again.
        menus: by the kind of question, menus that are not just the legal moves in a list.
        count: what is counted in the events of a game, for ``figures``.
        figures: what many finished games have in common beyond points and endings, as plain data.
        figures_in_words: the paragraphs that say these.
    """

    game_text: GameText[View]
    table: Callable[[Perspective[View]], RenderableType] = _draw_plainly
    glance: Callable[[Perspective[View]], RenderableType] = _draw_plainly
    chapter: Callable[[Perspective[View]], Hashable] = _round_of_view
    letters: Mapping[str, Sequence[str]] = field(default_factory=dict)
    menus: Mapping[str, Callable[[Perspective[View]], Menu]] = field(default_factory=dict)
    count: Callable[[Sequence[Event]], Mapping[str, int]] = nothing
    figures: Callable[[Sequence[Finished]], PlainData] = _no_figures
    figures_in_words: Callable[[PlainData, Language], Sequence[str]] = _no_paragraphs

    def menu(self, perspective: Perspective[View], legal: Sequence[str]) -> Menu:
        """Return the choices of the viewer."""
        kind = perspective.view.question.kind
        if kind in self.menus:
            return self.menus[kind](perspective)
        titled = self.game_text.titled(perspective, legal)
        listed = [notation for moves in titled.values() for notation in moves]
        choices: dict[Picks, str] = {(number,): notation for number, notation in enumerate(listed, start=1)}
        label = self.game_text.label
        groups = [Group(title, tuple(label(perspective, move) for move in moves)) for title, moves in titled.items()]
        return Menu(self.game_text.prompt(perspective), tuple(groups), choices)

    def texts(self) -> Iterator[tuple[str | None, str]]:
        """Yield the texts of the game that are not in the code, each with its context, for translation."""
        yield from self.game_text.texts()
        yield from ((context, letter) for context, letters in self.letters.items() for letter in letters)
