"""The draft of a turn: the steps of a seat that are not confirmed yet.

A step is carried out on a copy of the match, so that the next one can be chosen, and can be taken back. A step that
would show something new, or end the seat's say, is *held*: it is not carried out before it is confirmed, so taking it
back never crosses anything that somebody has learned.
"""

from dataclasses import dataclass, replace

from malecon.core.errors import MaleconError
from malecon.core.match import Match


@dataclass(frozen=True, slots=True)
class Step:
    """One move of a draft, with the id under which it was sent; ``held`` until it is confirmed."""

    notation: str
    id: str
    held: bool = False


Draft = tuple[Step, ...]


def play_draft(match: Match, seat: int, draft: Draft) -> tuple[Match, Draft]:
    """Return the match as ``seat`` sees it with its draft, and the steps that are possible, the last perhaps held.

    What is not legal is dropped, with all that follows.
    """
    ahead = match.copy()
    for place, step in enumerate(draft):
        try:
            if needs_confirmation(ahead, seat, step.notation):
                return ahead, (*draft[:place], replace(step, held=True))
            ahead.play(seat, step.notation)
        except MaleconError:
            return ahead, draft[:place]
    return ahead, draft


def needs_confirmation(match: Match, seat: int, notation: str) -> bool:
    """Tell whether a move shows something new or ends the seat's say, by trying it on a copy.

    Raises:
        IllegalMove, ParseError: the move cannot be made.
    """
    trial = match.copy()
    events = trial.play(seat, notation)
    return seat not in trial.to_move or any(event.reveals or event.passes for event in events)
