"""A game in words: what it must say of itself, and what follows from that for every game."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import Any, Generic

from msgspec import Struct, field

from malecon.core.engine import Event, RoundBeginning
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.narration import Narrator
from malecon.core.options import Option
from malecon.core.rules_search import sentences_with
from malecon.core.rules_text import RulesText, rule_text
from malecon.presentation.fact import ReasonWords
from malecon.presentation.perspective import GameView, Perspective, View, plain_lines

CHOICE = "choice"
"""Context of the words of an option."""
FLAGS = {True: N_("yes"), False: N_("no")}
InWords = Callable[[Perspective[View], str], str]
"""Puts a notation, or what follows its first words, into words."""


def _unexplained(topic: str, perspective: Perspective[View]) -> Sequence[str]:
    """Return no paragraphs about a thing."""
    return ()


def _plain_table(perspective: Perspective[View]) -> Iterator[str]:
    return plain_lines(perspective.view, perspective.names)


def _no_sources(events: Sequence[Event], seats: int) -> Mapping[str, Sequence[int]]:
    return {}


def _no_texts() -> Iterator[tuple[str | None, str]]:
    return iter(())


def _no_themes(view: object, move: str, events: Sequence[Event]) -> Iterable[str]:
    return ()


def _no_reasons(perspective: Perspective, move: str, later: Sequence[str]) -> Iterable[str]:
    return ()


class Themes(Struct, frozen=True, eq=False):
    """The themes of a game's puzzles.

    Attributes:
        broad: by the kind of question, the theme that is shown before the answer.
        cards: kinds of questions whose answer is only a card.
        titles: the words of all themes.
        find: returns the precise themes, from the view before, a move, and what the turn is known to bring then.
        explain: returns facts that speak for a move, in sentences; from the move, and what the seat plans after what
            is known of its turn.
    """

    broad: Mapping[str, str] = field(default_factory=dict)
    cards: frozenset[str] = frozenset()
    titles: Mapping[str, str] = field(default_factory=dict)
    find: Callable[[Any, str, Sequence[Event]], Iterable[str]] = _no_themes
    explain: Callable[[Perspective, str, Sequence[str]], Iterable[str]] = _no_reasons


class GameText(Struct, Generic[View], frozen=True, eq=False):
    """A game in words; it speaks of the view of the game (``presentation.perspective``) and of its events.

    Attributes:
        title: what the game is called.
        pitch: what its players do, for the start page: a part of a sentence.
        aim: how one wins, in a sentence.
        minutes: how long a game among people takes, at least and at most, as its publisher says.
        rules_text: the rules.
        narrator: tells events and refusals.
        examples: things that can be explained, as somebody types them.
        prompt: the question to the viewer.
        table: the table and the viewer's hand in plain text, a line for each thing, for whoever does not see it drawn.
        labels: by the first words of a notation, how the rest is said; the longer of two that begin alike comes first.
            A move without a label is shown as it is written.
        standalone: likewise, of moves whose labels say too little where their question is not seen.
        titles: by the kind of question, the title under which a choice stands.
        explain: paragraphs about a thing of the game; none if there is no such thing.
        endings: by ``View.ending``, the sentence of the rules by which a game ended, and how that is said.
        tied: of a player of a final view, others with as many points who share the place, or the next one, and the view
            in words: why they do, with the rule.
        standing: of a player of a view, what decides the final ranking: the greater the better.
        columns: further columns of the final ranking: a title and what stands there for a player.
        sources: of the events of a game and its number of seats, by what points come from how many each seat has of it.
        options: what can be chosen for the game.
        lesson_facts: what texts of lessons may name of a position and of a move in it, which may be empty.
        circumstances: of a view and its seat that is asked, what holds besides choices and events, for tips.
        reasons: how the causes of a move are told; ``None`` if they are not.
        themes: of puzzles.
        position_labels: of keys of a position that say too little by themselves, what a form calls them.
        texts: the texts of the game's data, and words that are put together, each with its context, for translation.
    """

    title: str
    rules_text: RulesText
    narrator: Narrator
    prompt: Callable[[Perspective[View]], str]
    endings: Mapping[str, tuple[str, str]]
    table: Callable[[Perspective[View]], Iterable[str]] = _plain_table
    pitch: str = ""
    aim: str = ""
    minutes: tuple[int, int] | None = None
    standing: Callable[[Any], Any] = attrgetter("points")
    labels: Mapping[str, InWords[View]] = field(default_factory=dict)
    standalone: Mapping[str, InWords[View]] = field(default_factory=dict)
    titles: Mapping[str, InWords[View]] = field(default_factory=dict)
    explain: Callable[[str, Perspective[View]], Sequence[str]] = _unexplained
    examples: tuple[str, ...] = ()
    tied: Callable[[Any, Sequence[Any], Perspective[View]], str] = lambda player, others, perspective: ""
    columns: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    sources: Callable[[Sequence[Event], int], Mapping[str, Sequence[int]]] = _no_sources
    options: Sequence[Option] = ()
    lesson_facts: Callable[[Perspective[View], str], Mapping[str, object]] = lambda perspective, move: {}
    circumstances: Callable[[Any, int], Iterable[str]] = lambda view, seat: ()
    reasons: ReasonWords | None = None
    themes: Themes = field(default_factory=Themes)
    position_labels: Mapping[str, str] = field(default_factory=dict)
    texts: Callable[[], Iterator[tuple[str | None, str]]] = _no_texts

    def status(self, perspective: Perspective[View]) -> str:
        """Say whose turn it is and what is to be done."""
        say, question = perspective.language.say, perspective.view.question
        if perspective.viewer in question.seats:
            return say(N_("Your turn. {prompt}"), prompt=self.prompt(perspective))
        names = perspective.language.listing([perspective.names[seat] for seat in question.seats])
        return say(N_("Waiting for {names} to decide {asks}."), names=names, asks=say(question.asks))

    def variant(self, perspective: Perspective[View]) -> str:
        """Say which options differ from the game as it is usually played; empty if none does."""
        played = perspective.view.options
        chosen = [each for each in self.options if each.title and played[each.name] != each.usual]
        return " · ".join(_option_in_words(each, played[each.name], perspective.language) for each in chosen)

    def asked(self, perspective: Perspective[View]) -> str:
        """Say who was asked what, for whoever looks back."""
        say, question = perspective.language.say, perspective.view.question
        names = perspective.language.listing([perspective.names[seat] for seat in question.seats])
        return say(N_("{names} to decide: {asks}."), names=names, asks=say(question.asks))

    def titled(self, perspective: Perspective[View], legal: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return moves by the titles under which they stand; the title is empty where there is only one list."""
        title_of, titled = self.titles.get(perspective.view.question.kind, _untitled), dict[str, list[str]]()
        for notation in legal:
            titled.setdefault(title_of(perspective, notation), []).append(notation)
        return titled

    def places(self, view: GameView) -> list[int]:
        """Return by seat the places at the end, from 1; equal players have the same one."""
        standings = [self.standing(player) for player in view.players]
        return [1 + sum(other > standing for other in standings) for standing in standings]

    def rounds(self, match: Match) -> Mapping[int, int]:
        """Return by round how many moves had been made when it began; later ones than the first come with a move."""
        return {
            event.number: move + 1
            for move in range(match.number)
            for event in match.events_of(move)
            if isinstance(event, RoundBeginning)
        }

    def label(self, perspective: Perspective[View], notation: str) -> str:
        """Return a move in words, as an answer to its question."""
        return _in_words(self.labels, perspective, notation) or notation

    def in_words(self, perspective: Perspective[View], notation: str) -> str:
        """Return a move in words that stand alone."""
        return _in_words(self.standalone, perspective, notation) or self.label(perspective, notation)


def _in_words(said: Mapping[str, InWords[View]], perspective: Perspective[View], notation: str) -> str:
    """Return a move as the first says it whose words begin the notation; empty if there is none."""
    verb = next((verb for verb in said if notation.startswith(verb)), None)
    return "" if verb is None else said[verb](perspective, notation.removeprefix(verb).strip())


def explain(game_text: GameText, topic: str, perspective: Perspective) -> list[str]:
    """Return paragraphs about a sentence of the rules or a thing of the game, or what the rules say with this word."""
    asked, prefix = topic.strip(), game_text.rules_text.prefix
    rule = asked.upper() if asked.upper().startswith(prefix) else prefix + asked
    if rule in game_text.rules_text.rules and ("." in asked or asked.upper().startswith(prefix)):
        return [rule_text(game_text.rules_text, rule, perspective.language)]
    things = list(game_text.explain(asked, perspective))
    return things or sentences_with(asked, game_text.rules_text, perspective.language)


def _option_in_words(option: Option, value: str | bool, language: Language) -> str:
    """Return an option with its value.

    >>> from malecon.core.options import Kind
    >>> wind = Option("wind", Kind.CHOICE, "", choices=("calm", "storm"), title="Wind")
    >>> _option_in_words(wind, "storm", Language())
    'Wind: Storm'
    """
    chosen = language.word(CHOICE, value.capitalize()) if isinstance(value, str) else language.say(FLAGS[value])
    return language.say(N_("{option}: {choice}"), option=language.say(option.title), choice=chosen)


def always(text: str) -> InWords:
    """Return the label of a move that is always said in the same words."""
    return lambda perspective, rest: perspective.language.say(text)


def with_answer(template: str, answer: InWords) -> InWords:
    """Return the words of a move: a ``template`` with a verb, and its ``answer``."""
    return lambda perspective, rest: perspective.language.say(template, answer=answer(perspective, rest))


def _untitled(perspective: Perspective[View], notation: str) -> str:
    return ""
