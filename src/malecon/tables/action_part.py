"""Moved from malecon.services.commands."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """An action of a seat: a step, its undoing, or the confirmation of a draft.

    Attributes:
        table_id: the table.
        person: who acts; ``None`` for an anonymous viewer, who is refused.
        seat: from 0.
        revision: of the question that it answers (``Table.revision``).
        id: chosen by the sender, anew for each action; an action that is sent again is done only once.
    """

    table_id: str
    person: str | None
    seat: int
    revision: str
    id: str
