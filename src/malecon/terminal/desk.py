"""A game at the terminal: what it must offer, and what follows from that for every game."""

import importlib
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

from malecon.core.digest import Digest
from malecon.core.events import Event
from malecon.core.language import N_, Language
from malecon.core.narration import Narrator
from malecon.terminal.menu import Group, Menu, Picks
from malecon.terminal.scene import Scene

InWords = Callable[[Scene, str], str]
"""Puts a notation, or what follows its first words, into words."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that is over: the final view of a spectator, and what was counted on the way (``Desk.count``)."""

    view: Any
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True, eq=False)
class Desk:
    """A game at the terminal; the module ``malecon.terminal.<game>`` holds one as ``DESK``.

    Of a game's view it needs ``question`` (``kind``, ``asks``, ``seats``), ``players`` (``seat``, ``points``),
    ``seats``, ``round``, ``winners`` and ``ending``.

    Attributes:
        digest: the rules.
        narrator: tells events and refusals.
        examples: things that ``?`` explains, as somebody types them.
        table: draws everything that lies on the table, and the viewer's hand.
        glance: draws only what changes within a turn.
        chapter: something that changes when the whole table is worth drawing again.
        prompt: the question to the viewer.
        labels: by the first words of a notation, how the rest is said; the longer of two that begin alike comes first.
        menus: by the kind of question, menus that are not just the legal moves in a list.
        titles: by the kind of question, the title under which the list shows a move.
        explain: paragraphs about a thing of the game; none if there is no such thing.
        endings: by ``View.ending``, the sentence of the rules by which a game ended, and how that is said.
        standing: of a player of a view, what decides the final ranking: the greater the better.
        columns: further columns of the final ranking: a title and what stands there for a player.
        round_of: the number of the round that an event begins.
        count: what is counted in the events of a game, for ``figures``.
        figures: what many finished games have in common beyond points and endings, as plain data.
        figures_in_words: the paragraphs that say these.
        texts: the texts of the game's data, and words that are put together, each with its context, for translation.
    """

    digest: Digest
    narrator: Narrator
    examples: tuple[str, ...]
    table: Callable[[Scene], RenderableType]
    glance: Callable[[Scene], RenderableType]
    chapter: Callable[[Scene], Hashable]
    prompt: Callable[[Scene], str]
    labels: Mapping[str, InWords]
    menus: Mapping[str, Callable[[Scene], Menu]]
    titles: Mapping[str, InWords]
    explain: Callable[[str, Scene], Sequence[str]]
    endings: Mapping[str, tuple[str, str]]
    standing: Callable[[Any], Any]
    columns: Mapping[str, Callable[[Any], str]]
    round_of: Callable[[Event], int | None]
    count: Callable[[Sequence[Event]], Mapping[str, int]]
    figures: Callable[[Sequence[Finished]], Mapping[str, Any]]
    figures_in_words: Callable[[Mapping[str, Any], Language], Sequence[str]]
    texts: Callable[[], Iterator[tuple[str | None, str]]]

    def status(self, scene: Scene) -> str:
        """Say whose turn it is and what is to be done."""
        say, question = scene.language.say, scene.view.question
        if scene.viewer in question.seats:
            return say(N_("Your turn. {prompt}"), prompt=self.prompt(scene))
        names = scene.language.listing([scene.names[seat] for seat in question.seats])
        return say(N_("Waiting for {names}: {asks}."), names=names, asks=say(question.asks))

    def menu(self, scene: Scene, legal: Sequence[str]) -> Menu:
        """Return the choices of the viewer."""
        kind = scene.view.question.kind
        if kind in self.menus:
            return self.menus[kind](scene)
        titled: dict[str, list[str]] = {}
        for notation in legal:
            title = self.titles[kind](scene, notation) if kind in self.titles else ""
            titled.setdefault(title, []).append(notation)
        listed = [notation for moves in titled.values() for notation in moves]
        choices: dict[Picks, str] = {(number,): notation for number, notation in enumerate(listed, start=1)}
        groups = [Group(title, tuple(self.label(scene, move) for move in moves)) for title, moves in titled.items()]
        return Menu(self.prompt(scene), tuple(groups), choices)

    def label(self, scene: Scene, notation: str) -> str:
        """Return a move in words."""
        verb = next(verb for verb in self.labels if notation.startswith(verb))
        return self.labels[verb](scene, notation.removeprefix(verb).strip())


def desk_for(game: str) -> Desk:
    """Return the desk of a game."""
    desk: Desk = importlib.import_module(f"malecon.terminal.{game}").DESK
    return desk


def nothing(events: Sequence[Event]) -> Mapping[str, int]:
    """Count nothing."""
    return {}


def always(text: str) -> InWords:
    """Return the label of a move that is always said in the same words."""
    return lambda scene, rest: scene.language.say(text)
