"""A table with its viewer: what all parts of its page are made from."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from malecon import games
from malecon.core.clock import now
from malecon.core.engine import Event
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.presentation.buttons import PAGE
from malecon.presentation.game_page import BoardContext
from malecon.presentation.perspective import Perspective
from malecon.presentation.playable_game import PlayableGame
from malecon.tables.draft import Draft, foreseen
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.views.texts import levels_at, names_at


class FormTarget(NamedTuple):
    """Where the forms of a page lead, if not to a table: its address, hidden fields, a note below the question."""

    page: str
    fields: tuple[tuple[str, str], ...]
    note: str = ""


class TableContext(Struct, frozen=True, eq=False):
    """A table with its viewer.

    Attributes:
        table, game: the table; the game that is played.
        visitor, language, own: who looks; in which language; the seats of the visitor.
        viewer, my_turn: the seat by whose knowledge the table is shown, ``None`` for a spectator; whether it is asked.
        people: the ids of the people who sit here.
        page, note: address of the page; a remark below the question.
        ahead, draft: the match with the draft carried out, as far as it may be; the steps that are not confirmed.
        drafted: the events of the draft, as far as they show nothing new; ``is_told``: whether those of a held step
            are among them, or it can only be told when it is confirmed.
        perspective: the position as the viewer may know it, with the draft carried out, but for a step that waits
            for its confirmation; ``board`` shows that too, if nothing new comes with it.
        board: what the game makes the parts of its table from.
        at: when it is looked at, in milliseconds since 1970.
    """

    table: Table
    game: PlayableGame
    visitor: Visitor
    language: Language
    own: tuple[int, ...]
    viewer: int | None
    my_turn: bool
    people: frozenset[str]
    page: str
    note: str
    ahead: Match
    draft: Draft
    drafted: tuple[Event, ...]
    is_told: bool
    perspective: Perspective
    board: BoardContext
    at: int


def viewer_of(table: Table, person: str | None, asked: int | None) -> int | None:
    """Return the seat by whose knowledge a person sees a table; ``None`` for a spectator.

    Who has several seats on one device sees the table as a spectator until one of them is asked for whose turn it is.
    """
    own = table.seats_of(person)
    if len(own) == 1:
        return own[0]
    return asked if asked in own and asked in table.persons_to_move() else None


def table_context(
    table: Table, viewer: int | None, visitor: Visitor, hinted: Sequence[str] = (), target: FormTarget | None = None
) -> TableContext:
    """Return a table with its viewer; the moves ``hinted``, the best first, are marked."""
    game, language, own = games[table.header.game], visitor.language, table.seats_of(visitor.id)
    names, levels = names_at(table, language), {} if target else levels_at(table, language)
    page, fields, note = target or FormTarget(f"/table/{table.header.id}", _form_fields(table, viewer))
    ahead, draft = (table.match, ()) if viewer is None else table.preview(viewer)
    held, my_turn = draft[-1].notation if draft and draft[-1].held else "", viewer in table.persons_to_move()
    perspective = Perspective.of(ahead, viewer, language, names)
    shown, events, drafted = perspective, ahead.events_seen_by(viewer), drafted_events(table.match, ahead, viewer)
    is_told = True
    if viewer is not None and held:
        view, held_events = foreseen(ahead, viewer, held)
        shown, is_told = replace(perspective, view=view), held_events is not None
        events, drafted = (*events, *(held_events or ())), (*drafted, *(held_events or ()))
    board = BoardContext(
        shown,
        game.text,
        legal=ahead.legal(viewer) if my_turn and viewer is not None and not held else (),
        page=PAGE,
        fields=fields,
        hinted=hinted,
        levels=levels,
        asked=perspective.view.question,
        link_seat=None if viewer is None or len(own) == 1 else viewer + 1,
        own_data=table.header.own_data,
        held=held,
        events=events,
    )
    return TableContext(
        table=table,
        game=game,
        visitor=visitor,
        language=language,
        own=own,
        viewer=viewer,
        my_turn=my_turn,
        people=frozenset(occupant.person for occupant in table.occupants if occupant.person),
        page=page,
        note=note,
        ahead=ahead,
        draft=draft,
        drafted=drafted,
        is_told=is_told,
        perspective=perspective,
        board=board,
        at=now(),
    )


def drafted_events(match: Match, ahead: Match, viewer: int | None) -> tuple[Event, ...]:
    """Return the events of a draft between the match without it and the match ahead, as a viewer may know them."""
    moves = range(match.number, ahead.number)
    return tuple(event.seen_by(viewer) for move in moves for event in ahead.events_of(move))


def events_before_draft(match: Match, viewer: int | None) -> Iterator[Event]:
    """Events with which a turn began by itself: after the last move had passed it on, or shown something new."""
    events = match.events_of(match.number - 1) if match.number and viewer is not None else ()
    started = max((place for place, event in enumerate(events) if event.reveals or event.passes), default=len(events))
    for event in events[started + 1 :]:
        if event.seat == viewer:
            yield event.seen_by(viewer)


def _form_fields(table: Table, viewer: int | None) -> tuple[tuple[str, str], ...]:
    """Return the hidden fields of every form of the table; none for a spectator.

    They do not change as long as the question is the same: a form sent twice is the same action.
    """
    return () if viewer is None else (("seat", str(viewer + 1)), ("mark", table.revision(viewer)))
