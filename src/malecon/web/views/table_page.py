"""A table's page as one viewer sees it, drawn part by part."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from markupsafe import Markup

from malecon import games
from malecon.agents.agent import Advice
from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.presentation.buttons import Buttons
from malecon.presentation.parts import (
    Drawn,
    Part,
    changed_parts,
    composed,
    digest_of,
    draw_all,
    outline_of,
)
from malecon.presentation.perspective import Perspective
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.rendering import STATIC, TEMPLATES
from malecon.web.views.chat import chat_part
from malecon.web.views.clocks import Clocks, clocks_of, draw_clocks
from malecon.web.views.frames import Frame, Shown, events_shown, seat_number
from malecon.web.views.log import Chapter, draw_log, log_of
from malecon.web.views.pauses import pauses_part
from malecon.web.views.records import address_of
from malecon.web.views.result import result_part
from malecon.web.views.status import draw_status, status_of
from malecon.web.views.table_context import FormTarget, TableContext, table_context
from malecon.web.views.waiting_room import waiting_room_part

WHOLE = "main"
"""The part in which all others stand."""
BOARD = "table"
"""The first of the game's parts."""
TIMES = "times"
"""The part that changes by itself."""


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
        return seat_number(self.perspective.viewer)

    def part(self, name: str) -> Markup:
        """Return a part with all that stands in it."""
        return composed(self.parts, name)

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


class Main(NamedTuple):
    """What the whole page shows besides the parts that stand in it; but for these, it never changes.

    Attributes:
        page: address of the table.
        game, seats: its name; how many play.
        is_watching: whether the viewer sees the table as a spectator.
        has_clocks: whether the players have clocks.
        parts: the names of the parts that not every page has.
        variant: which variant is played, in words; empty for the game as it is usually played.
        origin: address of the game whose deal is played again, empty if it was removed; ``None`` for a new deal.
        commitment: to the shuffle.
    """

    page: str
    game: str
    seats: int
    is_watching: bool
    has_clocks: bool
    parts: tuple[str, ...]
    variant: str
    origin: str | None
    commitment: str


_draw_main = TEMPLATES.drawer("table_main.html", "main", board=BOARD)
_draw_form = TEMPLATES.drawer("act.html", "page")


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
    context, language = table_context(table, viewer, visitor, [each.move for each in hints], target), visitor.language
    board = draw_all(context.game.page.parts(context.board), language) if table.is_full else {}
    placed = frozenset[str]().union(*[part.placed for part in board.values() if part.placed])
    status, clocks = status_of(context, placed, hints, error, is_compiling=is_compiling), clocks_of(context)
    some = (waiting_room_part(context), chat_part(context), pauses_part(context), result_part(context))
    present = [part for part in some if part is not None]
    always: list[Part] = [
        Part(WHOLE, _draw_main, _main_of(context, clocks, present)),
        Part("act", _draw_form, context.page, Buttons(fields=context.board.fields)),
        Part("status", draw_status, status),
        Part(TIMES, draw_clocks, clocks),
    ]
    parts = draw_all([*always, *present], language)
    if table.is_full:
        parts |= draw_log(_log_of(context), language) | board
    is_plain = error is None and not hints
    return TablePage(
        match=table.match,
        perspective=context.perspective,
        title=status.title,
        parts=parts,
        state=_state_of(clocks, parts)
        if is_plain
        else draw_page(table, viewer, visitor, is_compiling=is_compiling, target=target).state,
        at=context.at,
        is_waiting=not (table.match.over or context.my_turn),
        drafted=context.drafted,
    )


def _main_of(context: TableContext, clocks: Clocks, present: Iterable[Part]) -> Main:
    """Return what the whole page shows."""
    header, origin = context.table.header, context.table.header.settings.origin
    return Main(
        page=context.page,
        game=header.game,
        seats=header.seats,
        is_watching=context.viewer is None,
        has_clocks=bool(clocks.dials),
        parts=tuple(part.name for part in present),
        variant=context.game.text.variant(context.perspective),
        origin=origin and address_of(origin),
        commitment=header.commitment,
    )


def _log_of(context: TableContext) -> Sequence[Chapter]:
    """Return what happened, by rounds."""
    table, viewer = context.table, context.viewer
    looked = None if viewer is None else table.seen_moves.get(viewer)
    return log_of(table.match, context.game, viewer, looked, context.language, context.perspective.names)


def _state_of(clocks: Clocks, parts: Mapping[str, Drawn]) -> str:
    """Return the state of a page, which follows from its times as far as they stand, and its other parts."""
    shown = b"".join([part.digest for name, part in parts.items() if name != TIMES])
    return f"{script_version()}-{digest_of(f'{clocks.same_as_time_passes} {shown.hex()}').hex()}"


@cache
def script_version() -> str:
    """Return what names the scripts of this version; the state of a page begins with it."""
    scripts = sorted(file.read_text("utf-8") for file in STATIC.iterdir() if file.name.endswith(".js"))
    return digest_of("".join(scripts)).hex()


def is_of_this_version(known: str) -> bool:
    """Tell whether a page with this state has the scripts of this version; a page that shows nothing yet has them."""
    return not known or known.startswith(f"{script_version()}-")
