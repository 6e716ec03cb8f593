"""An exercise: a position at which somebody chooses moves, at a table that is kept nowhere.

Lessons, puzzles, *Try again* in a review and the analysis board are exercises. The page is that of a table, with its
buttons, its draft and its confirmation. Each action leads to the same address with one more action in its query
(``do``), so that it works without a script, can be linked and reloaded, and the server keeps nothing.

How to use it: make an ``Exercise`` from a match at the position; ``attempt`` gives the table after the actions of a
request, and ``moves_at`` what was chosen; ``exercise_page`` draws it for the template ``exercise.html``, which others
extend; ``actions_after`` and ``address_with`` say where the answer to a form leads. ``pages/exercise.py`` has the
handlers of ``<address>`` (GET), ``<address>/act`` (POST) and ``<address>/about`` (GET).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec
from litestar.datastructures import FormMultiDict
from markupsafe import Markup

from malecon.core.errors import MaleconError, UsageError
from malecon.core.i18n import N_
from malecon.core.match import Match
from malecon.core.plain_text import clean_name
from malecon.presentation.buttons import AND, CONFIRM
from malecon.tables import TableSettings
from malecon.tables.seat import Occupant, SeatState
from malecon.tables.table import Table
from malecon.tables.table_header import TableHeader
from malecon.web.http.sender import Visitor
from malecon.web.views.frames import Shown, new_events, scenes_of
from malecon.web.views.table_context import FormTarget, table_context
from malecon.web.views.table_page import TablePage, draw_page

UNDO = "undo"
MOST_ACTIONS = 60
LEARNER = "learner"
"""Who sits at the table: nobody whom the database knows."""


class Attempt(NamedTuple):
    """What was tried at an exercise: actions, the table after them, and why a further one is refused."""

    actions: Sequence[str]
    table: Table
    error: MaleconError | None = None


@dataclass(frozen=True, slots=True)
class Exercise:
    """A position at which a seat is to choose.

    Attributes:
        match: the position; never changed. What it remembers of its answers belongs to one thread at a time.
        seat: who chooses, from 0; is awaited.
        names: of all players, by seat.
        address: path of its page.
        level: of the computer players at the other seats, as the page names it.
        note: a remark below the question.
        is_judged: whether the first action is an answer, which waits for its confirmation even if the turn goes on.
    """

    match: Match
    seat: int
    names: Mapping[int, str]
    address: str
    level: str = "strong"
    note: str = ""
    is_judged: bool = False

    def table(self) -> Table:
        """Return the table before any action."""
        match, seats = self.match, range(self.match.seats)
        header = TableHeader(
            id="exercise", game=match.game.name, rules=match.version, seats=match.seats, options=(), key=0, salt="",
            created=0, settings=TableSettings(rated=True),
        )  # fmt: skip
        occupants = tuple(
            Occupant(clean_name(self.names[seat]), LEARNER if seat == self.seat else None, self._level_of(seat))
            for seat in seats
        )
        return Table(header, occupants, match, (), tuple(SeatState(match.number) for _ in seats))

    def play(self, actions: Sequence[str]) -> Table:
        """Return the table after actions, each either moves that are joined by ``AND`` or ``CONFIRM``.

        Raises:
            UsageError: there are too many, or one is too long.
            IllegalMove, ParseError, TableError: one cannot be carried out.
        """
        self.check_count(actions)
        table = self.table()
        for number, action in enumerate(actions):
            table = self.after_action(table, action, str(number))
        return table

    def check_count(self, actions: Sequence[str]) -> None:
        """Refuse too many actions.

        Raises:
            UsageError: there are too many.
        """
        if len(actions) > MOST_ACTIONS:
            raise UsageError(N_("More than {most} actions are not looked at here."), most=MOST_ACTIONS)

    def note_after(self, actions: Sequence[str]) -> str:
        """Return the remark below the question after actions."""
        return self.note

    def attempt(self, actions: Sequence[str]) -> Attempt:
        """Return what actions lead to; if the last one is refused, what those before it do, with the reason.

        Raises:
            MaleconError: one before it cannot be carried out either.
        """
        try:
            return Attempt(actions, self.play(actions))
        except MaleconError as error:
            return Attempt(actions[:-1], self.play(actions[:-1]), error)

    def moves_at(self, table: Table) -> list[str]:
        """Return the moves that were chosen so far, those that wait for their confirmation among them."""
        made = [move.notation for move in table.log]
        return made + [step.notation for step in table.preview(self.seat)[1]]

    def answer_at(self, table: Table) -> str:
        """Return the first move of the answer; empty until it is confirmed."""
        return self.moves_at(table)[0] if self.is_confirmed(table) else ""

    def is_confirmed(self, table: Table) -> bool:
        """Tell whether the seat has confirmed what it has chosen, so that the others would go on."""
        return table.match.number > self.match.number

    def address_with(self, actions: Sequence[str]) -> str:
        """Return the address of the page after actions."""
        query = urlencode([("do", action) for action in actions])
        return f"{self.address}?{query}" if query else self.address

    def after_action(self, table: Table, action: str, name: str) -> Table:
        """Return a table after one more action."""
        if action == CONFIRM:
            return table.with_draft_confirmed(self.seat)
        first, *more = (move.strip() for move in action.split(AND.strip()))
        is_final = more[-1:] == [CONFIRM]
        quick = is_final and not self.is_judged
        after = table.with_step(self.seat, first, name, *(more[:-1] if is_final else more), quick=quick)
        return after.with_last_step_held(self.seat) if self.is_judged else after

    def _level_of(self, seat: int) -> str | None:
        """Return the level of a seat; the learner has none."""
        return None if seat == self.seat else self.level


def actions_after(form: FormMultiDict) -> list[str]:
    """Return the actions after that of a form: one more, or one less if it takes one back."""
    actions, action = [str(each) for each in form.getall("do", [])], action_in(form)
    return actions[:-1] if action == UNDO else [*actions, action]


def action_in(form: FormMultiDict) -> str:
    """Return the action of a form of a table: ``UNDO``, ``CONFIRM``, or moves that are joined by ``AND``."""
    verb = form.get("verb")
    if verb in (UNDO, CONFIRM):
        return str(verb)
    return str(form.get("move") or " ".join(filter(None, map(str, form.getall("part", [])))))


def exercise_page(
    exercise: Exercise, table: Table, actions: Sequence[str], visitor: Visitor, error: Markup | None = None
) -> TablePage:
    """Return the page of an exercise after actions; ``error``: why the last one was refused."""
    target = FormTarget(exercise.address, tuple(("do", action) for action in actions), exercise.note_after(actions))
    return draw_page(table, exercise.seat, visitor, error, target=target)


def scenes_of_last_action(exercise: Exercise, table: Table, actions: Sequence[str], visitor: Visitor) -> str:
    """Return the scenes of the last of the actions that have led to a table, as JSON."""
    if not actions:
        return "[]"
    seat = exercise.seat
    before, after = (table_context(each, seat, visitor) for each in (exercise.play(actions[:-1]), table))
    known = Shown("", (), before.table.match.event_count, before.drafted)
    happened, is_back = new_events(known, table.match.events_seen_by(seat), after.drafted)
    earlier = (*before.table.match.events_seen_by(seat), *before.drafted)
    scenes = [] if is_back else scenes_of(happened, after.game, after.perspective, earlier)
    return msgspec.json.encode(scenes).decode()
