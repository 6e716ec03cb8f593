"""A table's page as one viewer sees it, drawn part by part, and the frames that bring an older one up to date.

A cache keeps drawn pages: viewers who see a table alike, and the answer to an action, share one.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from malecon import games
from malecon.agents.agent import Advice
from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.presentation.parts import Drawn, changed_parts, composed, digest_of, draw_all, outline_of
from malecon.presentation.perspective import Perspective
from malecon.presentation.playable_game import PlayableGame
from malecon.tables.table import Table
from malecon.web.http.connection import Visitor
from malecon.web.rendering import STATIC
from malecon.web.views.table_facts import FormTarget, TableFacts, table_facts
from malecon.web.views.table_parts import draw_log, page_parts

WHOLE = "main"
"""The part in which all others stand."""
TIMES = "times"
"""The part that changes by itself."""
MOST_PAGES = 32


class EventShown(msgspec.Struct, omit_defaults=True):
    """Something that happened, as the viewer may know it.

    Attributes:
        seat: whom it is about, from 1; 0 for nobody.
        text: the sentence that begins with it; empty if that of an event beside it says it, too.
        begin, end: the parts of the page where it began, if it is to be seen, and where it ended, if that is another.
        loss, news: whether the viewer loses something by it; whether it concerns all.
        things, back: what it moves from begin to end, and from end to begin: the symbol of the picture, and how many.
    """

    seat: int
    text: str
    begin: str = ""
    end: str = ""
    loss: bool = False
    news: bool = False
    things: list[tuple[str, int]] = msgspec.field(default_factory=list)
    back: list[tuple[str, int]] = msgspec.field(default_factory=list)


SEPARATOR = "\x1e"
"""Before the HTML of each part of a frame that is sent; in no text that is shown."""


class Frame(msgspec.Struct, omit_defaults=True):
    """What brings a page up to date.

    Attributes:
        number: moves that the page then shows.
        state: of the page after it.
        seat: by whose knowledge the page is drawn, from 1; 0 for a spectator.
        after: state of the page that it changes; empty for a page that is sent whole.
        parts: HTML of the parts that have changed, by their names; of a whole page, only the whole.
        events: what happened meanwhile, in order.
    """

    number: int
    state: str
    seat: int
    after: str = ""
    parts: dict[str, str] = msgspec.field(default_factory=dict)
    events: list[EventShown] = msgspec.field(default_factory=list)

    def text(self) -> str:
        """Return the frame as it is sent: all but its parts as JSON, then their HTML as it is."""
        head = msgspec.json.encode(msgspec.structs.replace(self, parts={})).decode()
        return SEPARATOR.join([head, *self.parts.values()])


class Shown(NamedTuple):
    """What an open page shows: its state, outline of its parts, how many events had happened, those drafted."""

    state: str
    outline: bytes
    events: int
    drafted: tuple[Event, ...]


@dataclass(frozen=True, slots=True, eq=False)
class TablePage:
    """A drawn page.

    Attributes:
        match, perspective: the game that it shows; by whose knowledge, and in which language.
        title: of the browser's tab.
        parts: by their names.
        state: names all that it shows; it differs wherever the page does.
        at, is_waiting: when it was drawn, in milliseconds since 1970; whether the viewer waits for others.
        drafted: the events of the viewer's draft that it shows.
    """

    match: Match
    perspective: Perspective
    title: str
    parts: Mapping[str, Drawn]
    state: str
    at: int
    is_waiting: bool
    drafted: tuple[Event, ...]

    @property
    def seat(self) -> int:
        """The seat by whose knowledge it is drawn, from 1; 0 for a spectator."""
        return _seat_number(self.perspective.viewer)

    @property
    def html(self) -> Markup:
        """The page, whole."""
        facts = Markup('<main data-number="{}" data-state="{}"').format(self.match.number, self.state)
        facts += Markup(' data-seat="{}"').format(self.seat) if self.seat else ""
        return Markup(composed(self.parts, WHOLE).replace("<main", facts, 1))

    def whole_frame(self) -> Frame:
        """Return the page as a frame."""
        return Frame(self.match.number, self.state, self.seat, parts={WHOLE: str(self.html)})

    @property
    def shown(self) -> Shown:
        """What a page shows that is brought up to date by it."""
        return Shown(self.state, outline_of(self.parts), self.match.event_count, self.drafted)

    def frame_after(self, before: Shown) -> Frame:
        """Return the frame that brings a page up to date, with nothing but what has changed."""
        parts, happened = changed_parts(before.outline, self.parts), tuple(self._events_after(before))
        events = events_shown(happened, games[self.match.game.name], self.perspective)
        return Frame(self.match.number, self.state, self.seat, before.state, parts, events)

    def _events_after(self, before: Shown) -> Iterator[Event]:
        """Yield what has happened since, and in the draft, but for what the draft has shown before."""
        known = [*before.drafted]
        for event in (*self.match.events_seen_by(self.perspective.viewer)[before.events :], *self.drafted):
            if known and known[0] == event:
                del known[0]
            else:
                yield event


def draw_page(
    table: Table,
    viewer: int | None,
    visitor: Visitor,
    error: Markup | None = None,
    hints: Sequence[Advice] = (),
    *,
    is_compiling: bool = False,
    target: FormTarget | None = None,
) -> TablePage:
    """Return the page of a table, with an error or hints.

    ``is_compiling``: computer players play weaker until then; ``target``: where its forms lead, if not to the table.
    """
    facts = table_facts(table, viewer, visitor, hints, is_compiling=is_compiling, target=target)
    language = visitor.language
    board = draw_all(games[table.header.game].page.parts(facts.board), language) if table.is_full else {}
    placed = frozenset([facts.ending]).union(*[part.placed for part in board.values() if part.placed])
    parts = draw_all(page_parts(facts, list(facts.board.left(placed).items()), error), language)
    parts.update(draw_log(facts.log, language) if table.is_full else {})
    parts.update(board)
    is_plain = error is None and not hints
    return TablePage(
        match=table.match,
        perspective=facts.perspective,
        title=facts.title,
        parts=parts,
        state=_state_of(facts, parts)
        if is_plain
        else draw_page(table, viewer, visitor, is_compiling=is_compiling, target=target).state,
        at=facts.times.at,
        is_waiting=not (facts.over or facts.my_turn),
        drafted=facts.drafted,
    )


def _state_of(facts: TableFacts, parts: Mapping[str, Drawn]) -> str:
    """Return the state of a page, which follows from its times as far as they stand, and its other parts."""
    shown = b"".join([part.digest for name, part in parts.items() if name != TIMES])
    return f"{script_version()}-{digest_of(f'{facts.times.same_as_time_passes} {shown.hex()}').hex()}"


@cache
def script_version() -> str:
    """Return what names the scripts of this version; the state of a page begins with it."""
    scripts = sorted(file.read_text("utf-8") for file in STATIC.iterdir() if file.name.endswith(".js"))
    return digest_of("".join(scripts)).hex()


def is_of_this_version(known: str) -> bool:
    """Tell whether a page with this state has the scripts of this version; a page that shows nothing yet has them."""
    return not known or known.startswith(f"{script_version()}-")


def events_shown(events: Sequence[Event], game: PlayableGame, perspective: Perspective) -> list[EventShown]:
    """Return events of a game with their captions; they are as the viewer may know them."""
    captions = game.text.narrator.captions(events, perspective.language, perspective.names, perspective.viewer)
    return [_event_shown(event, text, game, perspective.viewer) for event, text in zip(events, captions, strict=True)]


def _event_shown(event: Event, text: str, game: PlayableGame, viewer: int | None) -> EventShown:
    """Return an event of a game with its caption, as a viewer may know it."""
    pictures = game.page.events
    things, (begin, end) = pictures.things(event), pictures.places(event, viewer)
    return EventShown(
        _seat_number(event.seat),
        text,
        begin or end,
        end if end != begin else "",
        loss=pictures.is_loss(event, viewer),
        news=pictures.is_news(event),
        things=[(thing.symbol, thing.number) for thing in things if not thing.is_back],
        back=[(thing.symbol, thing.number) for thing in things if thing.is_back],
    )


def _seat_number(seat: int | None) -> int:
    """Return the number of a seat, from 1; 0 for nobody."""
    return 0 if seat is None else seat + 1


class RenderCache:
    """The newest drawn pages, each of one table, for one visitor and with the eyes of one seat."""

    def __init__(self, is_compiling: Callable[[], bool] = lambda: False) -> None:
        """``is_compiling``: whether the rules are still being compiled."""
        self.is_compiling = is_compiling
        self._pages: OrderedDict[tuple[int, Visitor, int | None, bool], tuple[Table, TablePage]] = OrderedDict()

    def page(self, table: Table, visitor: Visitor, viewer: int | None) -> TablePage:
        """Return the page of a table, seen by seat ``viewer``, or by a spectator (``None``)."""
        # the table is kept with its page, so no other one gets its id meanwhile
        key = id(table), visitor, viewer, self.is_compiling()
        cached = self._pages.get(key)
        if cached is None or cached[0] is not table:
            cached = self._pages[key] = table, draw_page(table, viewer, visitor, is_compiling=key[-1])
            if len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
        return cached[1]
