"""A game on a page: what its parts are made from, what the game draws, and how its events are shown."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources.abc import Traversable
from typing import Any, Generic, NamedTuple

from markupsafe import Markup
from msgspec import Struct, field

from malecon.core.data import folder_of
from malecon.core.engine import Event
from malecon.core.i18n import N_, Language, capital
from malecon.core.plain_text import initials
from malecon.presentation.buttons import Buttons, MoveButton
from malecon.presentation.game_text import GameText
from malecon.presentation.parts import Canvas, Group, Part
from malecon.presentation.perspective import Perspective, View, plain_lines
from malecon.presentation.scenes import Score, captions_only

STATIC = "web/static"
"""Folder of a game."""


@cache
def game_static(game: str, name: str) -> str:
    """Return the address of a static file of a game.

    >>> game_static("cuba", "table.css").partition("?")[0]
    '/static/cuba/table.css'
    """
    return address_of(f"{game}/{name}", folder_of(game) / STATIC / name)


def address_of(name: str, file: Traversable) -> str:
    """Return the address of a static file; it changes with the content, so that browsers can keep it for ever."""
    return f"/static/{name}?{digest_of(file)}"


def digest_of(*all_files: Traversable) -> str:
    """Return a digest of what stands in files, short enough for an address."""
    return hashlib.sha256(b"".join(file.read_bytes() for file in all_files)).hexdigest()[:12]


class BoardContext(Struct, Generic[View], frozen=True, eq=False, dict=True):
    """What a game makes the parts of its table from.

    Attributes:
        perspective: the position as the viewer may know it.
        game_text: the game in words.
        legal: the moves that the viewer can choose now; none for who only watches.
        page: address of the table.
        fields: what every form of the table sends: seat and mark; empty for who only watches.
        hinted, levels: moves that a hint names, the best first; levels of the computer players, by seat, in words.
        asked: what the viewer is asked, if the perspective is that after the held answer.
        link_seat: the seat that links name, from 1, if the viewer has several.
        own_data: names of the options with data of the table's owner.
        held, events: the step that is to be confirmed, and what has happened as the viewer may know it, it included.
    """

    perspective: Perspective[View]
    game_text: GameText[View]
    legal: tuple[str, ...] = ()
    page: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    hinted: Sequence[str] = ()
    levels: Mapping[int, str] = field(default_factory=dict)
    asked: Any = None
    link_seat: int | None = None
    own_data: tuple[str, ...] = ()
    held: str = ""
    events: Sequence[Event] = ()

    @property
    def question(self) -> Any:
        """What is asked, and who."""
        return self.asked or self.perspective.view.question

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat."""
        return tuple(self.perspective.names[seat] for seat in range(self.perspective.view.seats))

    @cached_property
    def initials(self) -> tuple[str, ...]:
        """What stands on the badges of the players, by seat."""
        return initials(self.names)

    @cached_property
    def no_buttons(self) -> Buttons:
        """The buttons of a part without any move; links lead somewhere too."""
        return Buttons((), self.page, seat=self.link_seat)

    def can(self, notation: str) -> bool:
        """Tell whether the viewer can choose a move now."""
        return notation in self._moves

    @cached_property
    def _moves(self) -> frozenset[str]:
        """The moves that the viewer can choose."""
        return frozenset(self.legal)

    @cached_property
    def _by_verb(self) -> Mapping[str, Sequence[str]]:
        """The moves that the viewer can choose, by their first words."""
        found: dict[str, list[str]] = {}
        for notation in self.legal:
            found.setdefault(notation.partition(" ")[0], []).append(notation)
        return found

    def buttons(self, *beginnings: str) -> Buttons:
        """Return the buttons of a part that places the moves with these beginnings."""
        if not self.legal:
            return self.no_buttons
        verbs = dict.fromkeys(beginning.partition(" ")[0] for beginning in beginnings)
        could = [notation for verb in verbs for notation in self._by_verb.get(verb, ())]
        moves = tuple(self.move(notation) for notation in could if notation.startswith(beginnings))
        return Buttons(moves, self.page, seat=self.link_seat) if moves else self.no_buttons

    def form(self, *beginnings: str) -> Buttons:
        """Return the buttons of a part that puts such moves together in a form of its own."""
        buttons = self.buttons(*beginnings)
        return Buttons(buttons.moves, self.page, self.fields if buttons.moves else (), self.link_seat)

    def move(self, notation: str) -> MoveButton:
        """Return a move with its words."""
        rank = self.hinted.index(notation) if notation in self.hinted else None
        return MoveButton(notation, capital(self.game_text.label(self.perspective, notation)), rank)

    def left(self, placed: frozenset[str]) -> Mapping[str, Sequence[str]]:
        """Return the moves that have no button yet, by the titles under which they stand."""
        return self.game_text.titled(self.perspective, [move for move in self.legal if move not in placed])


class House(NamedTuple):
    """What a player has built or bought: its picture, its points as a picture, and words for it."""

    picture: Markup
    points: Markup
    words: str


def _plain_parts(context: BoardContext) -> Iterator[Part]:
    """Yield the view as plain text; the page lists the moves, for none gets a button."""
    perspective = context.perspective
    yield Part("table", _draw_plain_text, tuple(plain_lines(perspective.view, perspective.names)))


def _draw_plain_text(canvas: Canvas, lines: tuple[str, ...]) -> Markup:
    return Markup('<pre id="{}">{}</pre>').format(canvas.name, Markup("\n").join(lines))


def _no_places(event: object, viewer: int | None) -> tuple[str, str]:
    """Return no parts: an event is nowhere to be seen."""
    return "", ""


def _no_pictures(events: Sequence[object], language: Language) -> Iterable[tuple[str, Markup]]:
    return ()


class EventPictures(Struct, frozen=True, eq=False):
    """What a game draws of its events, each as the viewer may know it.

    Attributes:
        places: the parts of the table in which an event begins and ends for a viewer; empty for none.
        pictured: words in the sentence about some events, and what is drawn for them.
        score: the scenes of a step.
    """

    places: Callable[[Any, int | None], tuple[str, str]] = _no_places
    pictured: Callable[[Sequence[Any], Language], Iterable[tuple[str, Markup]]] = _no_pictures
    score: Score = captions_only


NO_PICTURES = EventPictures()
"""Of a game that does not draw its events."""


class GamePage(Struct, Generic[View], frozen=True, eq=False):
    """What a game draws.

    Templates lie in ``web/templates``, styles and pictures in ``web/static``; a ``player`` is one of ``View.players``.

    Attributes:
        parts: the parts of the table, with the buttons of moves on their pieces; the first has slots for the others.
        ending: the move that only ends the turn that has begun, which its confirmation makes; empty for none.
        outcome: in few words, what comes of the step that is to be confirmed; empty for none.
        events: where events are to be seen, and their pictures.
        galleries: by name, pictures of what it is played with, and what each does, for the guide.
        drawing: the picture of a thing of the game, by the name that the guide has for it.
        emblem: what stands on the head of the pages on which somebody learns it.
        pictures: of its table, for the start page: by language a file in ``web/static``; empty for none.
        houses: what a player has built or bought.
        favourites: the title of those that somebody has most often.
        belongings: what else a player has at the end.
        signs: the pictures of what points come from, by their titles in ``GameText.sources``.
        teacher: the picture of who speaks in lessons, made of symbols of the table.
        style: the style sheet of the table; empty for none.
        guide_style: the style sheet of the drawn examples of the guide; empty for none.
        review_style: the style sheet of the table in a review, besides ``style``; empty for none.
    """

    parts: Callable[[BoardContext[View]], Iterable[Part | Group]] = _plain_parts
    ending: Callable[[BoardContext[View]], str] = lambda context: ""
    outcome: Callable[[BoardContext[View]], str] = lambda context: ""
    events: EventPictures = NO_PICTURES
    galleries: Mapping[str, Callable[[Language], Markup]] = field(default_factory=dict)
    drawing: Callable[[str], Markup] = lambda name: Markup()
    emblem: Callable[[], Markup] = Markup
    pictures: Mapping[str, str] = field(default_factory=dict)
    houses: Callable[[Any, Perspective[View]], Sequence[House]] = lambda player, perspective: ()
    favourites: str = N_("Favourite buildings")
    belongings: Callable[[Any, Perspective[View]], Markup] = lambda player, perspective: Markup()
    signs: Mapping[str, Markup] = field(default_factory=dict)
    teacher: Callable[[], Markup] = Markup
    style: str = ""
    guide_style: str = ""
    review_style: str = ""
