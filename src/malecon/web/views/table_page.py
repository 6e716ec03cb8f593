"""A table's page as one viewer sees it, drawn part by part."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from markupsafe import Markup, escape
from msgspec import Struct

from malecon import games
from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.presentation.buttons import PAGE, Fields, hidden_fields
from malecon.presentation.links import href
from malecon.presentation.parts import (
    Canvas,
    Drawn,
    Making,
    Part,
    Region,
    changes_since,
    composed,
    digest_of,
    draw_regions,
    parts_in,
)
from malecon.presentation.perspective import Perspective
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.rendering import STATIC, TEMPLATES
from malecon.web.views.chat import chat_part
from malecon.web.views.clocks import Clocks, clocks_of, draw_clocks
from malecon.web.views.coach import tip_part
from malecon.web.views.frames import Frame, Shown, new_events, scenes_of, seat_number
from malecon.web.views.log import Chapter, Sections, Tellings, log_of, log_parts
from malecon.web.views.news import draw_news, news_of
from malecon.web.views.pauses import pauses_part
from malecon.web.views.presence import presence_parts
from malecon.web.views.records import address_of
from malecon.web.views.rematch import rematch_part
from malecon.web.views.result import result_part
from malecon.web.views.status import NO_HINTS, Hints, draw_status, status_of
from malecon.web.views.table_context import FormTarget, TableContext, table_context
from malecon.web.views.waiting_room import waiting_room_part

WHOLE = "main"
"""The part in which all others stand."""
BOARD = "table"
"""The first of the game's parts."""
TIMES, NEWS = "times", "news"
"""The parts that change by themselves."""
MARK, QUESTION = "mark", "question"
"""The hidden field that names the question, and the part in which it stands."""


class TablePage(Struct, frozen=True, eq=False):
    """A drawn page.

    Attributes:
        match, perspective: the game that it shows; by whose knowledge, and in which language.
        title: of the browser's tab.
        page: address of the table, as HTML.
        regions: with all parts; ``PAGE`` stands in them for the address.
        state: names all that it shows; it differs wherever the page does.
        at, is_waiting: when it was drawn, in milliseconds since 1970; whether the viewer waits for others.
        drafted: the events of the viewer's draft that it shows.
    """

    match: Match
    perspective: Perspective
    title: str
    page: str
    regions: Sequence[Region]
    state: str
    at: int
    is_waiting: bool
    drafted: tuple[Event, ...]

    @property
    def seat(self) -> int:
        """The seat by whose knowledge it is drawn, from 1; 0 for a spectator."""
        return seat_number(self.perspective.viewer)

    @property
    def parts(self) -> Mapping[str, Drawn]:
        """The parts, by their names."""
        return parts_in(self.regions)

    def part(self, name: str) -> Markup:
        """Return a part with all that stands in it."""
        return Markup(composed(self.parts, name).replace(PAGE, self.page))

    @property
    def html(self) -> Markup:
        """The page, whole."""
        facts = Markup('<main data-number="{}" data-state="{}"').format(self.match.number, self.state)
        facts += Markup(' data-seat="{}"').format(self.seat) if self.seat else ""
        return Markup(self.part(WHOLE).replace("<main", facts, 1))

    def whole_frame(self) -> Frame:
        """Return the page as a frame."""
        return Frame(self.match.number, self.state, self.seat, parts={WHOLE: str(self.html)})

    @property
    def shown(self) -> Shown:
        """What a page shows that is brought up to date by it."""
        outlines = tuple([region.outline for region in self.regions])
        return Shown(self.state, outlines, self.match.event_count, self.drafted)

    def frame_after(self, before: Shown) -> Frame:
        """Return the frame that brings a page up to date, with nothing but what has changed."""
        seen = self.match.events_seen_by(self.perspective.viewer)
        happened, is_back = new_events(before, seen, self.drafted)
        changes = changes_since(before.outlines, self.regions)
        parts = {name: part.html.replace(PAGE, self.page) for name, part in changes.parts.items()}
        earlier = seen[: before.events] if is_back else (*seen[: before.events], *before.drafted)
        scenes = scenes_of(happened, games[self.match.game.name], self.perspective, earlier)
        for scene in scenes:
            scene.parts = [name for name in scene.parts if name in parts or name in changes.around]
        return Frame(self.match.number, self.state, self.seat, before.state, parts, scenes, is_back)


class Main(Struct, frozen=True):
    """What the whole page shows besides the parts that stand in it; but for these, it never changes.

    Attributes:
        page: address of the table.
        game, seats: its name; how many play.
        is_watching: whether the viewer sees the table as a spectator.
        has_clocks: whether the players have clocks.
        parts: the names of the parts that not every page has.
        is_rated: whether the result counts for the ranking.
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
    is_rated: bool
    variant: str
    origin: str | None
    commitment: str


class PageMaking(NamedTuple):
    """What a page was drawn from last: the board, what stands around it, the log, what that tells, its sections."""

    board: Making
    around: Making
    log: Making
    told: Tellings
    sections: Sections

    @classmethod
    def new(cls) -> "PageMaking":
        """Return that of a page that was not drawn yet."""
        return cls(Making.new(), Making.new(), Making.new(), Tellings(), {})


_draw_main = TEMPLATES.drawer("table_main.html", "main", board=BOARD)


def _draw_form(canvas: Canvas, form: tuple[str, Fields]) -> Markup:
    """Draw the form to which all buttons of moves belong: where it leads, and its fields.

    Its mark, which alone changes with each question, is in an inner part.
    """
    page, fields = form
    action = f"{href(str(escape(page)))}/act"
    kept, marks = (hidden_fields(each for each in fields if (each[0] == MARK) == is_mark) for is_mark in (False, True))
    question = canvas.inner_html(f'<div id="{QUESTION}" hidden>{marks}</div>')
    return Markup(f'<form id="{canvas.name}" data-live method="post" action="{action}">{kept}{question}</form>')


def draw_page(
    table: Table,
    viewer: int | None,
    visitor: Visitor,
    error: Markup | None = None,
    hints: Hints = NO_HINTS,
    *,
    is_compiling: bool = False,
    target: FormTarget | None = None,
    making: PageMaking | None = None,
) -> TablePage:
    """Return the page of a table, with an error or hints.

    Args:
        table, viewer, visitor, error, hints: the table, who looks, why an action was refused, what is advised.
        is_compiling: whether computer players play weaker until the rules are compiled.
        target: where its forms lead, if not to the table.
        making: that of the same page before, which is brought up to date.
    """
    making = making or PageMaking.new()
    context, language = (
        table_context(table, viewer, visitor, hints.good, target),
        visitor.language,
    )
    board = draw_regions(context.game.page.parts(context.board), language, making.board) if table.is_full else []
    placed = frozenset[str]().union(*[region.placed for region in board])
    status, clocks = status_of(context, placed, hints, error, is_compiling=is_compiling), clocks_of(context)
    news = news_of(context)
    some = (
        waiting_room_part(context),
        chat_part(context),
        pauses_part(context),
        result_part(context),
        rematch_part(context),
        tip_part(context),
    )
    present = [part for part in some if part is not None]
    times: list[Part] = [Part(TIMES, draw_clocks, clocks), Part(NEWS, draw_news, news)]
    around: list[Part] = [
        *times,
        Part(WHOLE, _draw_main, _main_of(context, clocks, present)),
        Part("act", _draw_form, (context.page, context.board.fields)),
        Part("status", draw_status, status),
        *(presence_parts(context) if table.is_full else ()),
        *present,
    ]
    drawn = draw_regions(around, language, making.around)
    timed, regions = drawn[: len(times)], drawn[len(times) :]
    if table.is_full:
        regions += draw_regions(log_parts(_log_of(context, making.told), making.sections), language, making.log)
        regions += board
    is_plain = error is None and not hints.advice
    return TablePage(
        match=table.match,
        perspective=context.perspective,
        title=status.title,
        page=str(escape(context.page)),
        regions=regions + timed,
        state=_state_of((clocks.same_as_time_passes, news.same_as_time_passes), regions)
        if is_plain
        else draw_page(table, viewer, visitor, is_compiling=is_compiling, target=target).state,
        at=context.at,
        is_waiting=not (table.is_done or context.my_turn),
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
        is_rated=header.settings.rated,
        variant=context.game.text.variant(context.perspective),
        origin=origin and address_of(origin),
        commitment=header.commitment,
    )


def _log_of(context: TableContext, told: Tellings) -> Sequence[Chapter]:
    """Return the story of the log, by rounds; ``told``: that of the same page before, which it continues."""
    table, viewer = context.table, context.viewer
    looked = None if viewer is None else table.seen_moves.get(viewer)
    moves = [move.seat == viewer and move.is_by_stand_in for move in table.log]
    return log_of(table.match, context.game, viewer, looked, context.language, context.perspective.names, told, moves)


def _state_of(timed: object, regions: Iterable[Region]) -> str:
    """Return the state of a page: it follows from ``timed``, what stays of its times, and from its other parts."""
    shown = str(timed).encode() + b"".join([region.outline for region in regions])
    return f"{script_version()}-{digest_of(shown).hex()}"


@cache
def script_version() -> str:
    """Return what names the scripts of this version; the state of a page begins with it."""
    scripts = sorted(file.read_text("utf-8") for file in STATIC.iterdir() if file.name.endswith(".js"))
    return digest_of("".join(scripts).encode()).hex()


def is_of_this_version(known: str) -> bool:
    """Tell whether a page with this state has the scripts of this version; a page that shows nothing yet has them."""
    return not known or known.startswith(f"{script_version()}-")
