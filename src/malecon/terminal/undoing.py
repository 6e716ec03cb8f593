"""Who may go back in a match."""

import hashlib
from collections.abc import Mapping

from malecon.core.events import Event
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.terminal_game import Desk

KEY_BITS = 62


def why_not_undo(match: Match, seat: int, desk: Desk, language: Language, names: Mapping[int, str]) -> str | None:
    """Say why ``seat`` cannot take back the last move; ``None``: it can."""
    if not any(mover == seat for mover, _ in match.moves):
        return language.say(N_("There is nothing to undo: you have not moved yet."))
    last, _ = match.moves[-1]
    if last != seat:
        return language.say(N_("It cannot be undone: {name} has moved since."), name=names[last])
    for event in match.events_of(match.number - 1):
        reason = what_stops_undoing(event, language)
        if reason:
            told = " ".join(desk.voice.narrator.tell_all([event], language, names, seat))
            return f"{reason} {told}"
    return None


def what_stops_undoing(event: Event, language: Language) -> str:
    """Say why the move that caused ``event`` stands; nothing if the event does not matter."""
    if event.reveals:
        return language.say(N_("It cannot be undone: it has shown something new."))
    if event.passes:
        return language.say(N_("It cannot be undone: it has ended your turn."))
    return ""


def key_for(match: Match, seat: int) -> int:
    """Return the agents' random key: it depends on the match alone, so that equal games have equal opponents."""
    text = f"{match.seed} {seat} {match.number}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> (64 - KEY_BITS)
