"""A draft: the steps of a seat that are not confirmed yet.

A step is carried out on a copy of the match, so that the next one can be chosen, and can be taken back. A step that
would show something new, or end the seat's say, is *held*: it is not carried out before it is confirmed, so taking it
back never crosses anything that somebody has learned. An action can bring several steps, which are taken back together.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from malecon.core.engine import Event, View
from malecon.core.errors import MaleconError, UsageError
from malecon.core.match import Match
from malecon.core.narration import known_events
from malecon.core.text_bounds import LONGEST_MOVE
from malecon.tables import NEWS_FOLLOW, TURN_ENDS, UNCONFIRMED, TableError

MOST_MOVES, LONGEST_OF_MANY, NEXT = 40, 36, "."
"""Moves of one action; letters of its id in those of its further steps, and what stands before their numbers there."""


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a draft, with the id under which it was sent; ``held`` until it is confirmed."""

    notation: str
    id: str
    held: bool = False

    @property
    def action_id(self) -> str:
        """The id of the action."""
        return self.id.partition(NEXT)[0]


Draft = tuple[Step, ...]


class Preview(NamedTuple):
    """A match and a draft, and what follows: the match ahead, and the steps that are possible."""

    match: Match
    draft: Draft
    ahead: Match
    steps: Draft


def is_further(move_id: str) -> bool:
    """Tell whether a move came with another one before it, in one action."""
    return NEXT in move_id


def play_draft(match: Match, seat: int, draft: Draft) -> tuple[Match, Draft]:
    """Return the match as ``seat`` sees it with its draft, and the steps that are possible, the last perhaps held.

    What is not legal is dropped, with all that follows.
    """
    ahead = match
    for place, step in enumerate(draft):
        try:
            done, held = try_step(ahead, seat, step.notation)
        except MaleconError:
            return ahead, draft[:place]
        if held:
            return ahead, (*draft[:place], replace(step, held=True))
        ahead = done
    return ahead, draft


def with_more(
    draft: Draft, ahead: Match, seat: int, notations: Sequence[str], action_id: str
) -> tuple[Draft, Match, Match]:
    """Return a draft with the steps of an action, the match ahead, and that after the last step, even if it is held.

    The errors are those of ``Table.with_step``.
    """
    done = ahead
    for number, notation in enumerate(notations):
        if number == MOST_MOVES or len(notation) > LONGEST_MOVE:
            raise UsageError(f"move: must have at most {LONGEST_MOVE} letters, and be one of {MOST_MOVES} at most")
        if draft and draft[-1].held:
            raise TableError(UNCONFIRMED)
        made = ahead.game.notation.format(ahead.game.notation.parse(notation))
        done, held = try_step(ahead, seat, made)
        step = Step(made, f"{action_id[:LONGEST_OF_MANY]}{NEXT}{number}" if number else action_id, held)
        draft, ahead = (*draft, step), ahead if held else done
    return draft, ahead, done


def try_step(match: Match, seat: int, notation: str) -> tuple[Match, bool]:
    """Return a copy of the match after a move, and whether it shows something new or ends the seat's say.

    Raises:
        IllegalMove, ParseError: it cannot be made.
    """
    done = match.copy()
    events = done.play(seat, notation)
    return done, seat not in done.to_move or any(event.reveals or event.passes for event in events)


def foreseen(match: Match[View], seat: int, notation: str) -> tuple[View, tuple[Event, ...] | None]:
    """Return a seat's view after a held step that is not confirmed, and the events of it that are told.

    Nothing that follows is shown, and nothing new. The events are ``None`` for a step that can only be told when it is
    confirmed; the view is then that before it.
    """
    done = match.copy()
    events = done.play(seat, notation)
    told = tuple(event.seen_by(seat) for event in known_events(events))
    if (foresee := match.game.foresee) is not None:
        state, count = foresee(match.state, seat, match.game.notation.parse(notation))
        return match.game.seen_by(state, seat), None if count is None else told[:count]
    is_alone = not done.over and len(events) <= len(told) + 1 and not any(event.reveals for event in events)
    return (done.seen_by(seat), told) if is_alone else (match.seen_by(seat), None)


def request_to_confirm(match: Match, seat: int | None, draft: Draft) -> str:
    """Return the request to confirm the held step of a draft, if any.

    It tells whether the step shows something new or ends the turn, whichever comes first: what follows from something
    new, such as who is to move then, would tell it.
    """
    if seat is None or not draft or not draft[-1].held:
        return ""
    events = match.copy().play(seat, draft[-1].notation)
    is_new = next((event.reveals for event in events if event.reveals or event.passes), False)
    return NEWS_FOLLOW if is_new else TURN_ENDS
