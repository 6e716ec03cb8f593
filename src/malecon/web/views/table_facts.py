"""What one viewer is shown of a table, from ``seen_by`` and the events as seen; ``table_parts.py`` draws it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from malecon import games
from malecon.agents.agent import Advice
from malecon.agents.levels import SEARCHERS
from malecon.core.engine import Event
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.core.process import now
from malecon.presentation.game_page import BoardContext
from malecon.presentation.game_text import GameText, capital
from malecon.presentation.perspective import Perspective
from malecon.tables.draft import Draft, events_after, request_to_confirm, view_after
from malecon.tables.table import Table
from malecon.web.http.connection import Visitor
from malecon.web.views.log import Chapter, drafted_events, log_of, without_announcements
from malecon.web.views.records import address_of
from malecon.web.views.result import victory_text
from malecon.web.views.texts import levels_at, names_at, standstill_text
from malecon.web.views.times import Times


class FormTarget(NamedTuple):
    """Where the forms of a page lead, if not to a table: its address, hidden fields, a note below the question."""

    page: str
    fields: tuple[tuple[str, str], ...]
    note: str = ""


@dataclass(frozen=True, eq=False)
class TableFacts:
    """What a viewer is shown of a table.

    Attributes:
        table, ahead: the table; its match with the draft carried out, as far as it may be.
        game_text: its game in words.
        perspective: the position as the viewer may know it, with the draft carried out, but for a step that waits
            for its confirmation; ``board`` shows that too, if nothing new comes with it.
        own: the seats of the visitor.
        draft: the steps that are not confirmed.
        board: what the game makes the parts of its table from.
        visitor: who looks.
        hints: what a computer player would do, the best first; empty if nobody has asked.
        is_compiling, note: whether the rules are still being compiled; a remark below the question.
    """

    table: Table
    ahead: Match
    game_text: GameText
    perspective: Perspective
    own: tuple[int, ...]
    draft: Draft
    board: BoardContext
    visitor: Visitor
    hints: Sequence[Advice] = ()
    is_compiling: bool = False
    note: str = ""

    @property
    def address(self) -> str:
        """Address of the page."""
        return self.board.page

    @property
    def origin(self) -> str:
        """Address of the game whose deal is played again; empty for a new deal, and for a game that was removed."""
        origin = self.table.header.settings.origin
        return address_of(origin) if origin else ""

    @property
    def viewer(self) -> int | None:
        """The seat by whose knowledge the table is shown; ``None`` for a spectator."""
        return self.perspective.viewer

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.match.over

    @cached_property
    def held(self) -> str:
        """The step that waits for its confirmation, in words; empty if there is none."""
        waits = bool(self.draft) and self.draft[-1].held
        return capital(self.game_text.label(self.perspective, self.draft[-1].notation)) if waits else ""

    @cached_property
    def turn(self) -> str:
        """The turn that waits for its confirmation, in words, as far as that shows nothing new; else empty."""
        if not self.held or self.viewer is None:
            return ""
        narrator, perspective = self.game_text.narrator, self.perspective
        done, names = without_announcements(self.drafted), perspective.names
        return " ".join(narrator.tell_all(done, perspective.language, names, self.viewer))

    @cached_property
    def drafted(self) -> tuple[Event, ...]:
        """The events of the draft, as far as they show nothing new."""
        held = self.draft[-1].notation if self.draft and self.draft[-1].held else ""
        return drafted_events(self.table.match, self.ahead, self.viewer, held) if self.draft else ()

    @cached_property
    def my_turn(self) -> bool:
        """Whether the viewer is to do something."""
        return self.viewer in self.table.persons_to_move()

    @property
    def variant(self) -> str:
        """Which variant is played, in words; empty for the game as it is usually played."""
        return self.game_text.variant(self.perspective)

    @property
    def curtain(self) -> tuple[int, ...]:
        """Seats of the visitor that are awaited, while nobody of them sees the table with their own eyes."""
        return () if self.my_turn else tuple(seat for seat in self.table.persons_to_move() if seat in self.own)

    @property
    def is_host(self) -> bool:
        """Whether the visitor has begun the table."""
        return self.visitor.id is not None and self.visitor.id == self.table.header.settings.host

    @property
    def may_join(self) -> bool:
        """Whether the visitor can take a free seat without an invitation."""
        return self.table.header.settings.listed and not self.table.is_full and not self.table.closed and not self.own

    @property
    def has_chat(self) -> bool:
        """Whether there is a chat: two people at least sit here on different devices, or messages are there."""
        people = {sitter.person for sitter in self.table.occupants if sitter.person}
        return len(people) > 1 or bool(self.table.remarks)

    @property
    def known_name(self) -> str:
        """The name that the visitor has told before, if any."""
        return self.visitor.person.name if self.visitor.person else ""

    @cached_property
    def has_absence(self) -> bool:
        """Whether the viewer may ask for a pause, or hand a seat over."""
        return (self.times.may_pause and not self.times.wishes) or bool(self.times.may_leave)

    @cached_property
    def times(self) -> Times:
        """The clocks, pauses and absences."""
        return Times(self.table, self.own, self.perspective.names, self.perspective.language, now())

    @cached_property
    def status(self) -> str:
        """Whose turn it is and what is to be done, in words."""
        if self.over:
            return victory_text(self.perspective)
        if not self.table.is_running:
            return standstill_text(self.table, self.perspective.language)
        if self.curtain:
            named = self.perspective.language.listing([self.perspective.names[seat] for seat in self.curtain])
            return self.perspective.language.say(N_("{name}, it is your turn"), name=named)
        request = request_to_confirm(self.ahead, self.viewer, self.draft)
        said = self.perspective.language.say(request) if request else self.game_text.status(self.perspective)
        is_shared = self.my_turn and len(self.own) > 1
        return f"{self.perspective.names[self.viewer]}: {said}" if is_shared and self.viewer is not None else said

    @property
    def are_computers_weak(self) -> bool:
        """Whether computer players search here that play weaker until the rules are compiled."""
        levels = {occupant.active_level for occupant in self.table.occupants}
        return self.is_compiling and not self.over and not levels.isdisjoint(searcher.name for searcher in SEARCHERS)

    @cached_property
    def ending(self) -> str:
        """The move that does nothing but end the viewer's turn; empty for none."""
        return games[self.table.header.game].page.ending(self.board) if self.board.legal else ""

    @property
    def answered(self) -> str:
        """The question that the step answers which waits for its confirmation."""
        return self.game_text.prompt(self.perspective)

    @property
    def log(self) -> Sequence[Chapter]:
        """What happened, by rounds."""
        viewer, perspective = self.viewer, self.perspective
        looked = None if viewer is None else self.table.seen_moves.get(viewer)
        game = games[self.table.header.game]
        return log_of(self.table.match, game, viewer, looked, perspective.language, perspective.names)

    @cached_property
    def title(self) -> str:
        """The title of the browser's tab: a mark if it is the viewer's turn, and the status."""
        return f"● {self.status}" if self.my_turn or self.curtain else self.status


def viewer_of(table: Table, person: str | None, asked: int | None) -> int | None:
    """Return the seat by whose knowledge a person sees a table; ``None`` for a spectator.

    Who has several seats on one device sees the table as a spectator until one of them is asked for whose turn it is.
    """
    own = table.seats_of(person)
    if len(own) == 1:
        return own[0]
    return asked if asked in own and asked in table.persons_to_move() else None


def table_facts(
    table: Table,
    viewer: int | None,
    visitor: Visitor,
    hints: Sequence[Advice] = (),
    *,
    is_compiling: bool = False,
    target: FormTarget | None = None,
) -> TableFacts:
    """Return a table as a viewer sees it; the moves of ``hints``, the best first, are marked."""
    page, fields, note = target or FormTarget(f"/table/{table.header.id}", _form_fields(table, viewer))
    language = visitor.language
    ahead, draft = (table.match, ()) if viewer is None else table.preview(viewer)
    held = draft[-1].notation if draft and draft[-1].held else ""
    names = names_at(table, language)
    perspective, game_text = Perspective.of(ahead, viewer, language, names), games[table.header.game].text
    own = table.seats_of(visitor.id)
    board = BoardContext(
        replace(perspective, view=view_after(ahead, viewer, held)) if viewer is not None and held else perspective,
        game_text,
        legal=() if viewer not in table.persons_to_move() or viewer is None or held else ahead.legal(viewer),
        page=page,
        fields=fields,
        hinted=[each.move for each in hints],
        levels={} if target else levels_at(table, language),
        asked=perspective.view.question,
        link_seat=None if viewer is None or len(own) == 1 else viewer + 1,
        held=held,
        events=(
            *ahead.events_seen_by(viewer),
            *(events_after(ahead, viewer, draft) if held and viewer is not None else ()),
        ),
    )
    return TableFacts(table, ahead, game_text, perspective, own, draft, board, visitor, hints, is_compiling, note)


def _form_fields(table: Table, viewer: int | None) -> tuple[tuple[str, str], ...]:
    """Return the hidden fields of every form of the table; none for a spectator.

    They do not change as long as the question is the same: a form sent twice is the same action.
    """
    return () if viewer is None else (("seat", str(viewer + 1)), ("mark", table.revision(viewer)))
