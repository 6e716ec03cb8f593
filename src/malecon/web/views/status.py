"""The status of a table: whose turn it is, what is asked, and what is chosen so far."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup
from msgspec import Struct

from malecon.agents.agent import Advice, line_events
from malecon.agents.levels import SEARCHERS
from malecon.core.i18n import N_, NN_, capital
from malecon.core.reason import Explanation
from malecon.presentation.buttons import MoveButton, move_button
from malecon.presentation.reason import why_not
from malecon.tables.draft import request_to_confirm
from malecon.web.rendering import TEMPLATES
from malecon.web.views.log import without_announcements
from malecon.web.views.result import victory_of
from malecon.web.views.table_context import TableContext, events_before_draft
from malecon.web.views.texts import standstill_text

SEARCHING = frozenset(searcher.name for searcher in SEARCHERS)
"""The levels that search, and play weaker until the rules are compiled."""


class Hints(Struct, frozen=True):
    """What a computer player would do, the best first.

    Attributes:
        advice: the moves.
        why: why the first is better than another one.
        other: the place of that one; 0 if all are about as good.
    """

    advice: Sequence[Advice] = ()
    why: Explanation = Explanation()
    other: int = 0

    @property
    def good(self) -> list[str]:
        """The moves that are about as good as the best."""
        return [each.move for each in self.advice[: self.other or None]]


WINS = NN_("wins {count} of 100 games", "wins {count} of 100 games")
LEAST_VISITS = 10
"""Visits of a move of which less says nothing about how often it wins."""
NO_HINTS = Hints()
"""Nobody has asked."""


class Hint(Struct, frozen=True):
    """A move in words, what the turn brings then, and of 100 games how many are won and how many fewer than at best.

    ``wins``: in words; empty if the move was tried too seldom to say.
    """

    move: str
    wins: str
    fewer: int
    brings: str


class Status(Struct, frozen=True):
    """The status of a table.

    Attributes:
        text: in words.
        page: address of the table.
        viewer: the seat that looks; ``None`` for a spectator.
        is_my_turn: whether the viewer is to do something.
        curtain: seats of the visitor with names whose hand is covered until they are asked for.
        choices: titles with the moves that have no button on the table.
        turn, answered, held: the turn, or the question and the step, that wait for their confirmation, in words.
        outcome: what comes of the step, in few words.
        ending: the move that only ends the turn: confirming the turn makes it.
        has_bar: whether the viewer plays, and has a place for the buttons that take back, ask for a hint, and confirm.
        has_draft: whether a step can be taken back.
        has_hints: whether a hint can be asked for.
        error: why an action was refused.
        hints: the best moves, the best first.
        why: why the first is better than another, in sentences; empty if there is no other one.
        are_alike: whether the moves of a hint are about equally good.
        are_computers_weak: whether computer players play weaker until the rules are compiled.
        note: a remark below the question.
    """

    text: str
    page: str
    viewer: int | None
    is_my_turn: bool
    curtain: tuple[tuple[int, str], ...]
    choices: tuple[tuple[str, tuple[MoveButton, ...]], ...]
    turn: str
    answered: str
    held: str
    outcome: str
    ending: MoveButton | None
    has_bar: bool
    has_draft: bool
    has_hints: bool
    error: Markup | None
    hints: tuple[Hint, ...]
    why: str
    are_alike: bool
    are_computers_weak: bool
    note: str

    @property
    def title(self) -> str:
        """The title of the browser's tab: a mark if somebody on this device is to do something, and the status."""
        return f"● {self.text}" if self.is_my_turn or self.curtain else self.text


WATCHING = N_("You are watching.")

draw_status = TEMPLATES.drawer("status.html", "status", move_button=move_button)


def status_of(
    context: TableContext,
    placed: frozenset[str],
    hints: Hints,
    error: Markup | None,
    *,
    is_compiling: bool,
) -> Status:
    """Return the status of a table.

    Args:
        context: the table.
        placed: the moves that have a button on the table.
        hints: what a computer player would do, and why.
        error: why an action was refused.
        is_compiling: whether the rules are still being compiled.
    """
    table, board, game_text, perspective = context.table, context.board, context.game.text, context.perspective
    curtain = () if context.my_turn else tuple(seat for seat in table.persons_to_move() if seat in context.own)
    ending = context.game.page.ending(board) if board.legal else ""
    tell_all, names, viewer = game_text.narrator.tell_all, perspective.names, context.viewer
    is_told = board.held and context.is_told
    happened = (*events_before_draft(table.match, viewer), *context.drafted) if is_told else ()
    done = game_text.narrator.gathered(without_announcements(happened))
    is_watching = viewer is None and not context.own and table.is_running
    levels = {occupant.active_level for occupant in table.occupants}
    return Status(
        text=_text_of(context, curtain),
        page=context.page,
        viewer=viewer,
        is_my_turn=context.my_turn,
        curtain=tuple((seat, names[seat]) for seat in curtain),
        choices=tuple((title, tuple(map(board.move, moves))) for title, moves in board.left(placed | {ending}).items()),
        turn=" ".join(tell_all(done, context.language, names, viewer)),
        answered=game_text.prompt(perspective) if board.held else "",
        held=capital(game_text.label(perspective, board.held)) if board.held else "",
        outcome=context.game.page.outcome(board) if board.held else "",
        ending=board.move(ending) if ending else None,
        has_bar=viewer is not None and table.is_running,
        has_draft=bool(context.draft),
        has_hints=context.game.has_guess and not table.header.settings.rated,
        error=error,
        hints=tuple(_hints_of(context, hints.advice)),
        why=_why(context, hints),
        are_alike=not hints.other,
        are_computers_weak=is_compiling and not (table.is_done or levels.isdisjoint(each.name for each in SEARCHERS)),
        note=context.note or (context.language.say(WATCHING) if is_watching else ""),
    )


def _text_of(context: TableContext, curtain: tuple[int, ...]) -> str:
    """Return whose turn it is and what is to be done, in words."""
    table, names, say = context.table, context.perspective.names, context.language.say
    if table.is_over:
        return victory_of(table, context.perspective)
    if not table.is_running:
        return standstill_text(table, context.language)
    if curtain:
        return say(N_("{name}, it is your turn"), name=context.language.listing([names[seat] for seat in curtain]))
    request = request_to_confirm(context.ahead, context.viewer, context.draft)
    said = say(request) if request else context.game.text.status(context.perspective)
    is_shared = context.my_turn and len(context.own) > 1
    return f"{names[context.viewer]}: {said}" if is_shared and context.viewer is not None else said


def _why(context: TableContext, hints: Hints) -> str:
    """Return why the first move of a hint is better than another one, as far as it is known."""
    words = context.game.text.reasons
    if words is None or len(hints.advice) < 2:
        return ""
    names, other = context.perspective.names, hints.other
    move = context.game.text.in_words(context.perspective, hints.advice[other].move) if other else ""
    share = hints.advice[0].worth
    return why_not(move, hints.why, words, context.language, names, context.viewer, share)


def _hints_of(context: TableContext, hints: Sequence[Advice]) -> Iterator[Hint]:
    """Yield the moves of a hint: what each brings, and by how much others fall short of the best."""
    narrator, names, viewer = context.game.text.narrator, context.perspective.names, context.viewer
    best = least = round(100 * hints[0].worth) if hints else 0
    for each in hints:
        events = () if viewer is None else line_events(context.ahead, viewer, (each.move, *each.line))
        told = " ".join(
            narrator.tell_all(narrator.gathered(without_announcements(events)), context.language, names, viewer)
        )
        is_known = min(each.visits, hints[0].visits) >= LEAST_VISITS
        if is_known:
            least = min(least, round(100 * each.worth))  # one that seems better was searched too little to be sure
        move = capital(context.game.text.in_words(context.perspective, each.move)).rstrip(".")
        wins = context.language.count(WINS, least) if is_known else ""
        yield Hint(move, wins, best - least if is_known else 0, told)
