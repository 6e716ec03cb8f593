"""The parts of a table's page about its people: clocks and pauses, the chat, the waiting room."""

from collections.abc import Iterator
from typing import NamedTuple

from markupsafe import Markup

from malecon.presentation.parts import Canvas, Part
from malecon.tables.seat import Remark
from malecon.tables.seating import stand_in_level
from malecon.web.rendering import render
from malecon.web.views.table_facts import TableFacts
from malecon.web.views.texts import LEVEL, terms_of
from malecon.web.views.times import OverdueSeat, SeatClock


class TimesSeen(NamedTuple):
    """Clocks, overdue seats, stand-ins and pauses.

    Attributes:
        page: address of the table.
        game: its name.
        low_from, over_a_day: as in ``Times``.
        dials, late: the clocks, and the seats that are awaited.
        stand_ins: seats with name, level in words, and whether the viewer may take them back.
        stand_in_level: of the computer player that would stand in; empty where it is chosen.
        asking: names of others who wish a pause; ``None`` if nobody does and there is none.
        i_wish, may_pause, may_go_on: as in ``Times``.
    """

    page: str
    game: str
    low_from: int
    over_a_day: str
    dials: tuple[SeatClock, ...]
    late: tuple[OverdueSeat, ...]
    stand_ins: tuple[tuple[int, str, str, bool], ...]
    stand_in_level: str
    asking: tuple[str, ...] | None
    i_wish: bool
    may_pause: bool
    may_go_on: bool


class AbsenceSeen(NamedTuple):
    """Whether the viewer may ask for a pause, and the seats with names that the viewer may hand over."""

    page: str
    game: str
    may_pause: bool
    may_leave: tuple[tuple[int, str], ...]


class TalkSeen(NamedTuple):
    """The chat: remarks, whom the viewer does not want to hear, who the viewer is, and whether the viewer sits here."""

    page: str
    remarks: tuple[Remark, ...]
    muted: frozenset[str]
    person: str | None
    sits: bool


class Chair(NamedTuple):
    """A seat of a waiting room.

    Attributes:
        name: who sits there.
        level: of a computer player.
        invitation: for the host, as long as the seat is free; empty otherwise.
        may_leave: whether the viewer may stand up here; ``may_clear``: whether the viewer may send that person away.
    """

    name: str
    level: str | None
    invitation: str
    may_leave: bool
    may_clear: bool


class WaitingSeen(NamedTuple):
    """A table that waits for players: what is played, its seats, and what the viewer may do."""

    page: str
    terms: str
    chairs: tuple[Chair, ...]
    may_join: bool
    known_name: str
    is_host: bool
    is_listed: bool
    game: str


def people_parts(facts: TableFacts) -> Iterator[Part]:
    """Yield clocks and pauses, and what there is of waiting room, chat, and ways to leave."""
    yield Part("times", _draw_times, _times_of(facts))
    if not facts.table.is_full:
        yield Part("waiting", _draw_waiting, _waiting_of(facts, is_listed=facts.table.header.settings.listed))
    if facts.has_chat:
        yield Part("talk", _draw_talk, _talk_of(facts))
    if facts.has_absence:
        yield Part("absence", _draw_absence, _absence_of(facts))


def _times_of(facts: TableFacts) -> TimesSeen:
    """Return clocks, overdue seats and pauses of a page."""
    times, word = facts.times, facts.perspective.language.word
    asking = tuple(times.names[seat] for seat in times.wishes if seat not in times.own)
    return TimesSeen(
        page=facts.address,
        game=facts.table.header.game,
        low_from=times.low_from,
        over_a_day=times.over_a_day,
        dials=tuple(times.dials),
        late=tuple(times.late),
        stand_ins=tuple(
            (seat, times.names[seat], word(LEVEL, level.capitalize()), seat in times.own)
            for seat, level in times.stand_ins.items()
        ),
        stand_in_level=stand_in_level(facts.table.match.game) if facts.table.header.settings.rated else "",
        asking=asking if times.wishes or times.may_go_on else None,
        i_wish=times.i_wish,
        may_pause=times.may_pause,
        may_go_on=times.may_go_on,
    )


def _absence_of(facts: TableFacts) -> AbsenceSeen:
    """Return how the viewer may pause or leave."""
    times = facts.times
    may_leave = tuple((seat, times.names[seat]) for seat in times.may_leave)
    return AbsenceSeen(facts.address, facts.table.header.game, times.may_pause and not times.wishes, may_leave)


def _talk_of(facts: TableFacts) -> TalkSeen:
    """Return the chat."""
    return TalkSeen(facts.address, facts.table.remarks, facts.visitor.muted, facts.visitor.id, bool(facts.own))


def _waiting_of(facts: TableFacts, *, is_listed: bool) -> WaitingSeen:
    """Return the waiting room."""
    table, is_host = facts.table, facts.is_host
    chairs = tuple(
        Chair(
            facts.perspective.names[seat],
            occupant.level,
            (occupant.invitation or "") if is_host and not table.closed else "",
            may_leave=not table.closed and not is_host and occupant.person is not None and seat in facts.own,
            may_clear=not table.closed and is_host and occupant.person is not None and seat not in facts.own,
        )
        for seat, occupant in enumerate(table.occupants)
    )
    terms = terms_of(table.header.game, table.header.settings, facts.perspective.language)
    is_host = is_host and not table.closed
    game = table.header.game
    return WaitingSeen(facts.address, terms, chairs, facts.may_join, facts.known_name, is_host, is_listed, game)


def _draw_times(canvas: Canvas, times: TimesSeen) -> Markup:
    """Draw clocks, overdue seats and pauses."""
    return render("times.html", canvas.language, canvas=canvas, times=times)


def _draw_waiting(canvas: Canvas, waiting: WaitingSeen) -> Markup:
    """Draw the waiting room."""
    return render("waiting_room.html", canvas.language, canvas=canvas, waiting=waiting)


def _draw_talk(canvas: Canvas, talk: TalkSeen) -> Markup:
    """Draw the chat."""
    return render("chat.html", canvas.language, canvas=canvas, talk=talk)


def _draw_absence(canvas: Canvas, absence: AbsenceSeen) -> Markup:
    """Draw how to pause or to leave."""
    return render("pause_and_stand_in.html", canvas.language, canvas=canvas, absence=absence)
