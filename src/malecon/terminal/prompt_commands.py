"""The commands at the prompt of a match, such as ``undo``, ``hint`` and ``?``, which explains."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from rich.table import Table

from malecon.agents import LEVELS, tried, worse_than_best
from malecon.core.engine import Event
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language, fold
from malecon.core.match import Match
from malecon.core.reason import Explanation
from malecon.presentation.game_text import explain as explain_topic
from malecon.presentation.reason import why_not
from malecon.presentation.terminal_game import TerminalGame
from malecon.presentation.text_layout import HARD_BLANK, Paragraph
from malecon.terminal.game_choice import SaveError, write_save
from malecon.terminal.match_session import NOT_SAVED, MatchSession
from malecon.terminal.players import advise_moves, explain_move

COMMAND, EXAMPLE = "command", "example"
"""Contexts of translations."""
MOST_HINTS = 3


Action = Callable[[MatchSession, int, str], bool]
"""Carries out a command of a seat, with its argument; tells whether the position has changed."""


class LeaveMatch(Exception):
    """A person leaves the match."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its argument, the rest of the line."""

    action: Action
    argument: str


def find_command(typed: str, language: Language) -> Command | None:
    """Return the command with whose name a line begins, in English or in the language; ``None`` for a move."""
    text = typed.strip()
    if text.startswith("?"):
        return Command(_explain, text[1:].strip())
    word, _, rest = text.partition(" ")
    for name, (action, _) in COMMANDS.items():
        if fold(word) in (name, fold(language.word(COMMAND, name))) and word:
            return Command(action, rest.strip())
    return None


def _explain(session: MatchSession, seat: int, topic: str) -> bool:
    """Explain a thing of the game or a rule; without a topic, list the commands."""
    if not topic:
        return _help(session, seat, topic)
    paragraphs = explain_topic(session.terminal_game.game_text, topic, session.perspective(seat))
    if not paragraphs:
        template = N_("There is no “{topic}” to explain. Try: {examples}")
        session.complain(session.language.say(template, topic=topic, examples=_examples(session)))
    for paragraph in paragraphs:
        session.console.print(Paragraph(paragraph, head="  "))
    return False


def _examples(session: MatchSession) -> str:
    said = (session.language.word(EXAMPLE, example) for example in session.terminal_game.game_text.examples)
    return ", ".join(f"? {example}".replace(" ", HARD_BLANK) for example in said)


def _help(session: MatchSession, seat: int, argument: str) -> bool:
    say, word = session.language.say, session.language.word
    grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_row(say(N_("a number")), say(N_("the choice with this number (two numbers where two things are chosen)")))
    grid.add_row(say(N_("words")), say(N_("the choice with these words, also shortened, or a move in full notation")))
    grid.add_row(say(N_("Enter")), say(N_("draw the whole table again")))
    template = N_("explain a thing of the game or a rule: {examples}")
    grid.add_row("? …", Paragraph(say(template, examples=_examples(session))))
    for name, (action, meaning) in COMMANDS.items():
        if action == hint and not session.match.game.has_guess:
            continue
        grid.add_row(word(COMMAND, name), say(meaning))
    session.console.print(grid)
    return False


def undo(session: MatchSession, seat: int, argument: str) -> bool:
    """Take back the last move, if nothing new was shown and nobody else moved."""
    reason = _undo_refusal(session.match, seat, session.terminal_game, session.language, session.names)
    if reason is not None:
        session.complain(reason)
        return False
    _, move = session.match.moves[-1]
    session.match = session.match.after(session.match.number - 1)
    session.printed_counts[seat] = len(session.match.events)
    session.save()
    session.say(N_("Taken back: {move}."), move=session.terminal_game.game_text.label(session.perspective(seat), move))
    return True


def _undo_refusal(
    match: Match, seat: int, terminal_game: TerminalGame, language: Language, names: Mapping[int, str]
) -> str | None:
    """Return the reason why ``seat`` cannot take back the last move, or ``None`` if it can."""
    if not any(mover == seat for mover, _ in match.moves):
        return language.say(N_("There is nothing to undo: you have not moved yet."))
    last, _ = match.moves[-1]
    if last != seat:
        return language.say(N_("It cannot be undone: {name} has moved since."), name=names[last])
    for event in match.events_of(match.number - 1):
        reason = _event_refusal(event, language)
        if reason:
            sentences = terminal_game.game_text.narrator.tell_all([event], language, names, seat)
            return " ".join([reason, *sentences])
    return None


def _event_refusal(event: Event, language: Language) -> str:
    """Return the reason why a move with this event cannot be taken back; empty if the event is none."""
    if event.reveals:
        return language.say(N_("It cannot be undone: it has shown something new."))
    if event.passes:
        return language.say(N_("It cannot be undone: it has ended your turn."))
    return ""


def hint(session: MatchSession, seat: int, argument: str) -> bool:
    """Print the moves that the strongest computer player prefers, and why not one that is worse."""
    try:
        session.match.game.check_guess()
    except UsageError as error:
        session.complain(error.in_language(session.language))
        return False
    *_, level = LEVELS
    perspective = session.perspective(seat)
    advice = tried(advise_moves(session.match, seat, level))[:MOST_HINTS]
    session.say(N_("The computer would choose the first of these:"))
    labels = [session.terminal_game.game_text.label(perspective, each.move) for each in advice]
    for label, each in zip(labels, advice, strict=True):
        session.console.print(Paragraph(f"{label}  [{each.move}]", head="  "))
    words = session.terminal_game.game_text.reasons
    if words and len(advice) > 1:
        place = worse_than_best(advice)
        why = explain_move(session.match, seat, advice[0].move, advice[place].move) if place else Explanation()
        other, share = labels[place] if place else "", advice[0].worth
        said = why_not(other, why, words, session.language, perspective.names, seat, share)
        session.console.print(Paragraph(said, head="  "))
    return False


def save(session: MatchSession, seat: int, argument: str) -> bool:
    """Print the name of the file, or write a copy to another file."""
    file = _path_of(argument) if argument else session.file
    if file is None:
        session.complain(session.language.say(NOT_SAVED))
        return False
    if file != session.file and os.path.lexists(file):
        session.complain(session.language.say(N_("{file} exists already; name another file."), file=file))
        return False
    try:
        write_save(session.match, file, session.language)
    except SaveError as error:
        session.complain(str(error))
    else:
        if not session.is_saved:  # from now on it is kept where that can be
            session.file, session.is_saved = file, True
        session.say(N_("The game is saved in {file}; it is kept there after every move."), file=session.file)
        if file != session.file:
            session.say(N_("A copy is in {file}."), file=file)
    return False


def _path_of(typed: str) -> Path:
    """Return a path; ``~`` is the home folder, if there is one."""
    try:
        return Path(typed).expanduser()
    except RuntimeError:
        return Path(typed)


def log(session: MatchSession, seat: int, argument: str) -> bool:
    """Print all events that this seat may know."""
    events = session.match.events_seen_by(seat)
    for line in session.terminal_game.game_text.narrator.tell_all(events, session.language, session.names, seat):
        session.console.print(Paragraph(line, head=" · "))
    return False


def record(session: MatchSession, seat: int, argument: str) -> bool:
    """Print the name of the file; not its content, which has the hidden cards of all players."""
    if not session.is_saved:
        session.complain(session.language.say(NOT_SAVED))
        return False
    template = N_("The record is in {file}. It tells the hidden cards of all: look into it when the game is over.")
    session.say(template, file=session.file)
    return False


def _quit_(session: MatchSession, seat: int, argument: str) -> bool:
    """Leave the match; one that is not saved at the second time only."""
    if not session.is_saved and not session.may_leave:
        session.may_leave = True
        session.complain(session.language.say(N_("The game is not saved. Type: save FILE, or once more: quit")))
        return False
    raise LeaveMatch


COMMANDS: dict[str, tuple[Action, str]] = {
    "help": (_help, N_("this list")),
    "undo": (undo, N_("take back your last move, as long as nothing new was shown")),
    "hint": (hint, N_("what the computer would do in your place")),
    "log": (log, N_("everything that happened")),
    "save": (save, N_("where the game is kept; save FILE writes a copy")),
    "record": (record, N_("where the record of the game is")),
    "quit": (_quit_, N_("leave; the game is kept and you can go on later")),
}
"""The commands by English name, with their help; a language may have names of its own (context ``command``)."""
