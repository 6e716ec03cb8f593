"""Tips: what a coach says in a whole game when something is met for the first time.

What was said before follows from the record, so that nothing is stored: at each decision of the learner the first tip
whose pattern fits is shown, unless it was shown in an earlier turn. A turn is a row of moves without one of another
seat in between, so a tip can stay as long as its turn goes on.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from fnmatch import filter as matching

from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.presentation.game_text import GameText
from malecon.presentation.lessons import Tip

SEATS = ("seat", "victim", "other")
"""Fields of events that name a seat."""


def due_tip(match: Match, seat: int, tips: Sequence[Tip], text: GameText, unasked: Container[int] = ()) -> Tip | None:
    """Return the tip for the question that a seat is asked now; ``None`` if nothing is new.

    ``unasked``: the numbers of moves that came together with one before them: their questions were shown to nobody.
    """
    left, told_in_turn, begun, old = list(tips), list[Tip](), 0, 0
    replayed = match.after(0)
    for number, (mover, move) in enumerate(match.moves):
        if mover != seat:
            left, told_in_turn, old = [tip for tip in left if tip not in told_in_turn], [], begun
        else:
            begun = replayed.event_count
            if number not in unasked:
                told_in_turn += filter(None, [_first(replayed, seat, left, text, old)])
        replayed.play(mover, move)
    return _first(replayed, seat, left, text, old)


def _first(match: Match, seat: int, tips: Iterable[Tip], text: GameText, since: int) -> Tip | None:
    """Return the first tip that fits where a seat is asked; ``since``: as many events are old."""
    lines = dict[str, list[str]]()
    for tip in tips:
        kind = tip.met.partition(" ")[0]
        if kind not in lines:
            lines[kind] = list(lines_at(kind, match, seat, text, since))
        if matching(lines[kind], tip.met):
            return tip
    return None


def lines_at(kind: str, match: Match, seat: int, text: GameText, since: int = 0) -> Iterator[str]:
    """Yield the lines of all that can be met where a seat is asked: its choices, events, circumstances.

    Args:
        kind: ``choice``, ``event`` or ``circumstance``, with which each line begins.
        match, seat: of which nothing is told but what the seat may know.
        text: of the game.
        since: the number of events that are old.
    """
    if kind == "choice":
        yield from (f"{kind} {notation}" for notation in match.legal(seat))
    elif kind == "event":
        yield from (f"{kind} {_words_of(event, seat)}" for event in match.events_seen_by(seat)[since:])
    else:
        yield from (f"{kind} {each}" for each in text.circumstances(match.seen_by(seat), seat))


def _words_of(event: Event, seat: int) -> str:
    """Return an event in a line: its kind, and its fields that are known; the seat itself is called *you*."""
    facts = ((name, getattr(event, name)) for name in event.__struct_fields__)
    said = (
        f"{name} {_seat_in_words(fact, seat) if name in SEATS else fact}" for name, fact in facts if fact is not None
    )
    return " ".join((str(event.__struct_config__.tag), *said))


def _seat_in_words(other: int, seat: int) -> str:
    return "you" if other == seat else str(other + 1)
