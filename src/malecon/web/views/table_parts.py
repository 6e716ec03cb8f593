"""The parts of a table's page besides those that its game draws."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup

from malecon.agents.agent import line_events
from malecon.core.i18n import N_, Language
from malecon.presentation.buttons import Buttons, MoveButton, move_button
from malecon.presentation.parts import Canvas, Drawn, Part, draw, drawn
from malecon.web.rendering import render
from malecon.web.views.charts import points_chart
from malecon.web.views.log import Chapter, Paragraph
from malecon.web.views.people_parts import people_parts
from malecon.web.views.result import ResultSeen, result_of
from malecon.web.views.table_facts import TableFacts

MOST_CHAPTERS, MOST_LINES = 2048, 1024
"""Drawn chapters of logs that are cached, and paragraphs: those of chapters that grow."""
BOARD = "table"
"""The first of the game's parts."""


class MainSeen(NamedTuple):
    """Which parts there are, and what never changes: game, variant, commitment, whether the deal was played before.

    ``is_watching``: whether the viewer sees the table as a spectator.
    """

    page: str
    game: str
    seats: int
    is_watching: bool
    is_over: bool
    is_full: bool
    has_talk: bool
    has_clocks: bool
    has_absence: bool
    variant: str
    is_repeated: bool
    origin: str
    commitment: str


class Hint(NamedTuple):
    """A move in words, what the turn brings then, and of 100 games how many are won and how many fewer than at best."""

    move: str
    share: int
    fewer: int
    brings: str


class ChapterSeen(NamedTuple):
    """A chapter of the log: title, names of its paragraphs, the first fresh one, and the name of the next chapter."""

    title: str
    lines: tuple[str, ...]
    first_fresh: int | None
    following: str


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
        ending: the move that only ends the turn: confirming the turn makes it.
        has_bar: whether the viewer plays, and has a place for the buttons that take back, ask for a hint, and confirm.
        has_draft: whether a step can be taken back.
        has_hints: whether a hint can be asked for.
        error: why an action was refused.
        hints: the best moves, the best first.
        are_computers_weak: whether computer players play weaker until the rules are compiled.
        note: a remark below the question.
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
    ending: MoveButton | None
    has_bar: bool
    has_draft: bool
    has_hints: bool
    error: Markup | None
    hints: tuple[Hint, ...]
    are_computers_weak: bool
    note: str = ""


def page_parts(
    facts: TableFacts, left: Sequence[tuple[str, Sequence[str]]], error: Markup | None = None
) -> Iterator[Part]:
    """Yield all parts but those of the game and of the log, the whole first.

    Args:
        facts: the table.
        left: titles with the moves that have no button on the table.
        error: why an action was refused.
    """
    table = facts.table
    yield Part("main", _draw_main, _main_of(facts))
    yield Part("act", _draw_form, facts.address, Buttons(fields=facts.board.fields))
    yield Part("status", _draw_status, _status_of(facts, left, error))
    yield from people_parts(facts)
    if facts.over:
        is_quick = facts.visitor.person is not None and facts.visitor.person.quick
        yield Part("result", _draw_result, result_of(table, facts.perspective, facts.own, is_quick=is_quick))


def _main_of(facts: TableFacts) -> MainSeen:
    """Return which parts a page has."""
    header = facts.table.header
    return MainSeen(
        page=facts.address,
        game=header.game,
        seats=header.seats,
        is_watching=facts.viewer is None,
        is_over=facts.over,
        is_full=facts.table.is_full,
        has_talk=facts.has_chat,
        has_clocks=bool(facts.times.dials),
        has_absence=facts.has_absence,
        variant=facts.variant,
        is_repeated=header.settings.origin is not None,
        origin=facts.origin,
        commitment=header.commitment,
    )


def _status_of(facts: TableFacts, left: Sequence[tuple[str, Sequence[str]]], error: Markup | None) -> StatusSeen:
    board, names = facts.board, facts.perspective.names
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
        ending=board.move(facts.ending) if facts.ending else None,
        has_bar=facts.viewer is not None and not facts.over and facts.table.is_running,
        has_draft=bool(facts.draft),
        has_hints=facts.table.match.game.has_guess and not facts.table.header.settings.rated,
        error=error,
        hints=tuple(_hints_of(facts)),
        are_computers_weak=facts.are_computers_weak,
        note=facts.note,
    )


def _hints_of(facts: TableFacts) -> Iterator[Hint]:
    """Yield the moves of a hint: what each brings, and by how much others fall short of the best."""
    narrator, perspective, viewer = facts.game_text.narrator, facts.perspective, facts.viewer
    best = least = round(100 * facts.hints[0].worth) if facts.hints else 0
    for each in facts.hints:
        events = () if viewer is None else line_events(facts.ahead, viewer, (each.move, *each.line))
        told = " ".join(narrator.tell_all(events, perspective.language, perspective.names, viewer))
        least = min(least, round(100 * each.worth))  # one that seems better was searched too little to be sure
        yield Hint(facts.board.move(each.move).label, least, best - least, told)


def draw_log(log: Sequence[Chapter], language: Language) -> dict[str, Drawn]:
    """Return the parts of the log, by their names: chapters, and each paragraph, so that none is sent twice."""
    parts = {"log": drawn(Part("log", _draw_log, bool(log)), language)}
    for place, chapter in enumerate(log, 1):
        parts.update(_drawn_chapter(place, chapter, place == len(log), language))
    return parts


@lru_cache(MOST_CHAPTERS)
def _drawn_chapter(place: int, chapter: Chapter, is_last: bool, language: Language) -> Mapping[str, Drawn]:
    """Return the parts of a chapter of the log; the next chapter stands in it, so that the log need not list all."""
    names = tuple(f"line-{place}-{number}" for number in range(len(chapter.paragraphs)))
    following = "" if is_last else f"chapter-{place + 1}"
    whole = Part(f"chapter-{place}", _draw_chapter, ChapterSeen(chapter.title, names, chapter.first_fresh, following))
    lines = [Part(name, _draw_line, line) for name, line in zip(names, chapter.paragraphs, strict=True)]
    return {whole.name: draw(whole, language)} | {line.name: _drawn_line(line, language) for line in lines}


_drawn_line = lru_cache(MOST_LINES)(draw)


def _draw_main(canvas: Canvas, main: MainSeen) -> Markup:
    """Draw the slots of all parts."""
    return render("table_main.html", canvas.language, canvas=canvas, main=main, board=BOARD)


def _draw_form(canvas: Canvas, page: str) -> Markup:
    """Draw the form to which the buttons of moves belong."""
    return render("act.html", canvas.language, canvas=canvas, page=page)


def _draw_status(canvas: Canvas, status: StatusSeen) -> Markup:
    """Draw the question with what can be chosen besides the table."""
    return render("status.html", canvas.language, canvas=canvas, status=status, move_button=move_button)


def _draw_result(canvas: Canvas, result: ResultSeen) -> Markup:
    chart = points_chart(result.curve, canvas.language.say(N_("Points by round")))
    return render("result.html", canvas.language, canvas=canvas, result=result, chart=chart)


def _draw_log(canvas: Canvas, has_begun: bool) -> Markup:
    """Draw the log with a slot for its first chapter."""
    return render("log.html", canvas.language, canvas=canvas, has_begun=has_begun)


def _draw_chapter(canvas: Canvas, chapter: ChapterSeen) -> Markup:
    """Draw the title of a chapter of the log, with slots for its paragraphs and the next chapter."""
    return render("chapter.html", canvas.language, canvas=canvas, chapter=chapter)


def _draw_line(canvas: Canvas, paragraph: Paragraph) -> Markup:
    return render("line.html", canvas.language, canvas=canvas, paragraph=paragraph)
