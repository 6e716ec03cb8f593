"""A table's page as one viewer sees it, drawn part by part, and the frames that bring an older one up to date."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

import msgspec
from markupsafe import Markup

from malecon import games
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.presentation.parts import Drawn, Part, composed, drawn
from malecon.tables.table import Table
from malecon.web.connection import Visitor
from malecon.web.page_model.table_facts import TableFacts, table_facts
from malecon.web.page_model.table_parts import page_parts

WHOLE = "main"
"""The part in which all others stand."""
VOLATILE = {"times"}
"""Parts that change by themselves, for they show the time; they do not count for the state of a page."""


class EventShown(msgspec.Struct, omit_defaults=True):
    """Something that happened, as the viewer may know it: its kind, whom it is about, and the rest of its facts."""

    kind: str
    seat: int | None
    facts: dict[str, object]


class Frame(msgspec.Struct, omit_defaults=True):
    """What brings a page up to date.

    Attributes:
        number: moves that the page then shows.
        state: of the page after it.
        title: of the browser's tab.
        seat: by whose knowledge the page is drawn, from 1; 0 for a spectator.
        after: state of the page that it changes; empty for a page that is sent whole.
        parts: HTML of the parts that have changed, by their names; of a whole page, only the whole.
        events: what happened meanwhile, in order.
    """

    number: int
    state: str
    title: str
    seat: int
    after: str = ""
    parts: dict[str, str] = {}
    events: list[EventShown] = []


@dataclass(frozen=True, slots=True, eq=False)
class TablePage:
    """A drawn page.

    Attributes:
        match: the game that it shows.
        viewer: the seat by whose knowledge it is drawn; ``None`` for a spectator.
        title: of the browser's tab.
        parts: by their names.
        state: names all that it shows; it differs wherever the page does.
        at: when it was drawn, in milliseconds since 1970.
        is_waiting: whether the viewer waits for others.
    """

    match: Match
    viewer: int | None
    title: str
    parts: Mapping[str, Drawn]
    state: str
    at: int
    is_waiting: bool

    @property
    def seat(self) -> int:
        """The seat by whose knowledge it is drawn, from 1; 0 for a spectator."""
        return 0 if self.viewer is None else self.viewer + 1

    @property
    def html(self) -> Markup:
        """The page, whole."""
        facts = Markup('<main data-number="{}" data-state="{}" data-title="{} · Malecón" data-seat="{}"').format(
            self.match.number, self.state, self.title, self.seat or ""
        )
        return Markup(composed(self.parts, WHOLE).replace("<main", facts, 1))

    def whole_frame(self) -> Frame:
        """Return the page as a frame."""
        return Frame(self.match.number, self.state, self.title, self.seat, parts={WHOLE: self.html})

    def frame_after(self, before: "TablePage") -> Frame:
        """Return the frame that brings a page up to date, with nothing but what has changed."""
        changed = {
            name: part.html
            for name, part in self.parts.items()
            if name not in before.parts or before.parts[name].html != part.html
        }
        frame = Frame(self.match.number, self.state, self.title, self.seat, before.state, changed)
        frame.events = events_since(before.match, self.match, self.viewer)
        return frame


def draw_page(
    table: Table, viewer: int | None, visitor: Visitor, error: Markup | None = None, hints: Sequence[str] = ()
) -> TablePage:
    """Return the page of a table, with an error or hints."""
    facts = table_facts(table, viewer, visitor, hints)
    language = visitor.language
    board = draw_all(games[table.header.game].page.parts(facts.board), language) if table.is_full else {}
    placed = frozenset[str]().union(*(part.placed for part in board.values()))
    parts = draw_all(page_parts(facts, list(facts.board.left(placed).items()), error), language) | board
    return TablePage(
        table.match, viewer, facts.title, parts, state_of(facts, parts), facts.times.at, not (facts.over or facts.my_turn)
    )


def draw_all(parts: Sequence[Part], language: Language) -> dict[str, Drawn]:
    """Return parts drawn in a language, by their names."""
    return {part.name: drawn(part, language) for part in parts}


def state_of(facts: TableFacts, parts: Mapping[str, Drawn]) -> str:
    """Return the state of a page, which follows from its parts and its title."""
    shown = [part.checksum for name, part in parts.items() if name not in VOLATILE]
    return f"{crc32(repr((facts.title, shown)).encode()):08x}"


def events_since(before: Match, now: Match, viewer: int | None) -> list[EventShown]:
    """Return what happened between two positions of a game, as a viewer may know it."""
    new = now.events[len(before.events) :]
    return [event_shown(event.seen_by(viewer)) for event in new]
