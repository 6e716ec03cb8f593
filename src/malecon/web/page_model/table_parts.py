"""The parts of a table's page besides those that its game draws."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup

from malecon.presentation.canvas import Buttons, Canvas, MoveButton, move_button
from malecon.presentation.parts import Part
from malecon.tables.occupant import Remark
from malecon.web.page_model.log import Chapter
from malecon.web.page_model.result import ResultSeen, result_of
from malecon.web.page_model.table_facts import TableFacts
from malecon.web.page_model.texts import LEVEL
from malecon.web.page_model.times import OverdueSeat, SeatClock
from malecon.web.rendering import render

BOARD = "table"
"""The first of the game's parts."""


class MainSeen(NamedTuple):
    """Which parts there are, and what never changes: variant, commitment, whether the deal was played before."""

    page: str
    is_over: bool
    is_full: bool
    has_talk: bool
    has_absence: bool
    variant: str
    is_repeated: bool
    origin: str
    commitment: str


class StatusSeen(NamedTuple):
    """Whose turn it is, what is asked, and what is chosen so far.

    Attributes:
        text: the status in words.
        page: address of the table.
        viewer: the seat that looks; ``None`` for a spectator.
        is_yours: whether somebody on this device is to do something.
        is_my_turn: whether the viewer is.
        curtain: seats with names whose hand is covered until they are asked for.
        choices: titles with the moves that have no button on the table.
        turn, answered, held: the turn, or the question and the step, that wait for their confirmation, in words.
        has_draft: whether a step can be taken back.
        has_hints: whether a hint can be asked for.
        error: why an action was refused.
        hints: moves in words, the best first; ``None`` if nobody has asked.
    """

    text: str
    page: str
    viewer: int | None
    is_yours: bool
    is_my_turn: bool
    curtain: tuple[tuple[int, str], ...]
    choices: tuple[tuple[str, tuple[MoveButton, ...]], ...]
    turn: str
    answered: str
    held: str
    has_draft: bool
    has_hints: bool
    error: Markup | None
    hints: tuple[str, ...] | None


class TimesSeen(NamedTuple):
    """Clocks, overdue seats, stand-ins and pauses.

    Attributes:
        page: address of the table.
        low, over_a_day: as in ``Times``.
        dials, late: the clocks, and the seats that are awaited.
        stand_ins: seats with name, level in words, and whether the viewer may take them back.
        asking: names of others who wish a pause; ``None`` if nobody does and there is none.
        i_wish, may_pause, may_go_on: as in ``Times``.
    """

    page: str
    low: int
    over_a_day: str
    dials: tuple[SeatClock, ...]
    late: tuple[OverdueSeat, ...]
    stand_ins: tuple[tuple[int, str, str, bool], ...]
    asking: tuple[str, ...] | None
    i_wish: bool
    may_pause: bool
    may_go_on: bool


class AbsenceSeen(NamedTuple):
    """Whether the viewer may ask for a pause, and the seats with names that the viewer may hand over."""

    page: str
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
    """A table that waits for players: its seats, and what the viewer may do."""

    page: str
    chairs: tuple[Chair, ...]
    may_join: bool
    known_name: str
    is_host: bool
    is_listed: bool


class LogSeen(NamedTuple):
    """How many chapters the log has, and its latest sentences, the newest first."""

    chapters: int
    latest: tuple[str, ...]


def page_parts(
    facts: TableFacts, left: Sequence[tuple[str, Sequence[str]]], error: Markup | None = None
) -> Iterator[Part]:
    """Yield all parts but those of the game, the whole first.

    Args:
        facts: the table.
        left: titles with the moves that have no button on the table.
        error: why an action was refused.
    """
    table, settings = facts.table, facts.table.header.settings
    yield Part("main", draw_main, main_of(facts))
    yield Part("act", draw_form, facts.address, Buttons(fields=tuple(facts.board.fields.items())))
    yield Part("status", draw_status, status_of(facts, left, error))
    yield Part("times", draw_times, times_of(facts))
    if facts.over:
        yield Part("result", draw_result, result_of(table, facts.perspective, facts.own))
    if table.is_full:
        yield from log_parts(facts.log)
    else:
        yield Part("waiting", draw_waiting, waiting_of(facts, is_listed=settings.listed))
    if facts.has_chat:
        yield Part("talk", draw_talk, talk_of(facts))
    if facts.has_absence:
        yield Part("absence", draw_absence, absence_of(facts))


def main_of(facts: TableFacts) -> MainSeen:
    """Return which parts a page has."""
    header = facts.table.header
    return MainSeen(
        page=facts.address,
        is_over=facts.over,
        is_full=facts.table.is_full,
        has_talk=facts.has_chat,
        has_absence=facts.has_absence,
        variant=facts.variant,
        is_repeated=header.settings.origin is not None,
        origin=facts.origin,
        commitment=header.commitment,
    )


def status_of(facts: TableFacts, left: Sequence[tuple[str, Sequence[str]]], error: Markup | None) -> StatusSeen:
    """Return the status of a page."""
    board, names = facts.board, facts.perspective.names
    hints = tuple(board.move(move).label for move in board.hinted) if board.hinted else None
    return StatusSeen(
        text=facts.status,
        page=facts.address,
        viewer=facts.viewer,
        is_yours=facts.my_turn or bool(facts.curtain),
        is_my_turn=facts.my_turn,
        curtain=tuple((seat, names[seat]) for seat in facts.curtain),
        choices=tuple((title, tuple(map(board.move, moves))) for title, moves in left),
        turn=facts.turn,
        answered=facts.answered if facts.held else "",
        held=facts.held,
        has_draft=bool(facts.draft),
        has_hints=not facts.table.header.settings.rated,
        error=error,
        hints=hints,
    )


def times_of(facts: TableFacts) -> TimesSeen:
    """Return clocks, overdue seats and pauses of a page."""
    times, word = facts.times, facts.perspective.language.word
    asking = tuple(times.names[seat] for seat in times.wishes if seat not in times.own)
    return TimesSeen(
        page=facts.address,
        low=times.low,
        over_a_day=times.over_a_day,
        dials=tuple(times.dials),
        late=tuple(times.late),
        stand_ins=tuple(
            (seat, times.names[seat], word(LEVEL, level.capitalize()), seat in times.own)
            for seat, level in times.stand_ins.items()
        ),
        asking=asking if times.wishes or times.may_go_on else None,
        i_wish=times.i_wish,
        may_pause=times.may_pause,
        may_go_on=times.may_go_on,
    )


def absence_of(facts: TableFacts) -> AbsenceSeen:
    """Return how the viewer may pause or leave."""
    times = facts.times
    may_leave = tuple((seat, times.names[seat]) for seat in times.may_leave)
    return AbsenceSeen(facts.address, times.may_pause and not times.wishes, may_leave)


def talk_of(facts: TableFacts) -> TalkSeen:
    """Return the chat."""
    return TalkSeen(facts.address, facts.table.remarks, facts.visitor.muted, facts.visitor.id, bool(facts.own))


def waiting_of(facts: TableFacts, *, is_listed: bool) -> WaitingSeen:
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
    return WaitingSeen(facts.address, chairs, facts.may_join, facts.known_name, is_host and not table.closed, is_listed)


def log_parts(log: Sequence[Chapter]) -> Iterator[Part]:
    """Yield the log, and each of its chapters."""
    last = log[-1].paragraphs[-1:] if log else ()
    fresh = [each.text for chapter in log for each in chapter.paragraphs if each.fresh] or [each.text for each in last]
    yield Part("log", draw_log, LogSeen(len(log), tuple(reversed(fresh))))
    for place, chapter in enumerate(log):
        yield Part(f"chapter-{place}", draw_chapter, chapter)


def draw_main(canvas: Canvas, main: MainSeen) -> Markup:
    """Draw the slots of all parts."""
    return render("table_main.html", canvas.language, canvas=canvas, main=main, board=BOARD)


def draw_form(canvas: Canvas, page: str) -> Markup:
    """Draw the form to which the buttons of moves belong."""
    return render("act.html", canvas.language, canvas=canvas, page=page)


def draw_status(canvas: Canvas, status: StatusSeen) -> Markup:
    """Draw the question with what can be chosen besides the table."""
    return render("status.html", canvas.language, canvas=canvas, status=status, move_button=move_button)


def draw_times(canvas: Canvas, times: TimesSeen) -> Markup:
    """Draw clocks, overdue seats and pauses."""
    return render("times.html", canvas.language, canvas=canvas, times=times)


def draw_result(canvas: Canvas, result: ResultSeen) -> Markup:
    """Draw the result of a game that is over."""
    return render("result.html", canvas.language, canvas=canvas, result=result)


def draw_log(canvas: Canvas, log: LogSeen) -> Markup:
    """Draw the log with slots for its chapters."""
    return render("log.html", canvas.language, canvas=canvas, log=log)


def draw_chapter(canvas: Canvas, chapter: Chapter) -> Markup:
    """Draw a chapter of the log."""
    return render("chapter.html", canvas.language, canvas=canvas, chapter=chapter)


def draw_waiting(canvas: Canvas, waiting: WaitingSeen) -> Markup:
    """Draw the waiting room."""
    return render("waiting_room.html", canvas.language, canvas=canvas, waiting=waiting)


def draw_talk(canvas: Canvas, talk: TalkSeen) -> Markup:
    """Draw the chat."""
    return render("chat.html", canvas.language, canvas=canvas, talk=talk)


def draw_absence(canvas: Canvas, absence: AbsenceSeen) -> Markup:
    """Draw how to pause or to leave."""
    return render("pause_and_stand_in.html", canvas.language, canvas=canvas, absence=absence)
