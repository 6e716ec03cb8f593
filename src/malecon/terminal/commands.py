"""What can be typed at a prompt besides a move."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table

from malecon.agents import LEVELS
from malecon.core.i18n import N_, Language, fold
from malecon.presentation import explanations
from malecon.presentation.text_layout import HARD_BLANK, Paragraph
from malecon.terminal import saves
from malecon.terminal.undoing import key_for, why_not_undo

if TYPE_CHECKING:
    from malecon.terminal.session import Session

COMMAND, EXAMPLE = "command", "example"
"""Contexts of translations."""
MOST_HINTS = 3


class Leave(Exception):
    """Somebody leaves the game."""


class Done(Enum):
    """What a command did."""

    NOTHING = auto()
    CHANGED = auto()


Action = Callable[["Session", int, str], Done]


@dataclass(frozen=True, slots=True)
class Command:
    """A command that was typed, and the rest of the line."""

    action: Action
    rest: str


def command_for(typed: str, language: Language) -> Command | None:
    """Return the command that a line begins with, in English or in the language; ``None`` for a move."""
    text = typed.strip()
    if text.startswith("?"):
        return Command(explain, text[1:].strip())
    word, _, rest = text.partition(" ")
    for name, (action, _) in COMMANDS.items():
        if fold(word) in (name, fold(language.word(COMMAND, name))) and word:
            return Command(action, rest.strip())
    return None


def explain(session: "Session", seat: int, topic: str) -> Done:
    """Explain a thing of the game or a rule; without a topic, what can be typed."""
    if not topic:
        return help_(session, seat, topic)
    paragraphs = explanations.explain(session.desk.voice, topic, session.scene(seat))
    if not paragraphs:
        template = N_("There is no “{topic}” to explain. Try: {examples}")
        session.complain(session.language.say(template, topic=topic, examples=examples(session)))
    for paragraph in paragraphs:
        session.console.print(Paragraph(paragraph, head="  "))
    return Done.NOTHING


def examples(session: "Session") -> str:
    """Return how somebody asks what things are."""
    said = (session.language.word(EXAMPLE, example) for example in session.desk.voice.examples)
    return ", ".join(f"? {example}".replace(" ", HARD_BLANK) for example in said)


def help_(session: "Session", seat: int, rest: str) -> Done:
    """List what can be typed."""
    say, word = session.language.say, session.language.word
    grid = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    grid.add_row(say(N_("a number")), say(N_("the choice with this number (two numbers where two things are chosen)")))
    grid.add_row(say(N_("words")), say(N_("the choice with these words, also shortened, or a move in full notation")))
    grid.add_row(say(N_("Enter")), say(N_("draw the whole table again")))
    template = N_("explain a thing of the game or a rule: {examples}")
    grid.add_row("? …", Paragraph(say(template, examples=examples(session))))
    for name, (_, meaning) in COMMANDS.items():
        grid.add_row(word(COMMAND, name), say(meaning))
    session.console.print(grid)
    return Done.NOTHING


def undo(session: "Session", seat: int, rest: str) -> Done:
    """Take back the last move, if nothing new was shown and nobody else moved."""
    reason = why_not_undo(session.match, seat, session.desk, session.language, session.names)
    if reason is not None:
        session.complain(reason)
        return Done.NOTHING
    _, move = session.match.moves[-1]
    session.match = session.match.after(session.match.number - 1)
    session.told[seat] = len(session.match.events)
    session.save()
    session.say(N_("Taken back: {move}."), move=session.desk.voice.label(session.scene(seat), move))
    return Done.CHANGED


def hint(session: "Session", seat: int, rest: str) -> Done:
    """Tell what the strongest computer player would do."""
    *_, agent = LEVELS.values()
    scene = session.scene(seat)
    advice = agent.advise(session.match, seat, key_for(session.match, seat))[:MOST_HINTS]
    session.say(N_("The computer would choose the first of these:"))
    for notation, _, _ in advice:
        session.console.print(Paragraph(f"{session.desk.voice.label(scene, notation)}  [{notation}]", head="  "))
    return Done.NOTHING


def save(session: "Session", seat: int, rest: str) -> Done:
    """Say where the game is kept, or write it to a further file."""
    file = Path(rest).expanduser() if rest else session.file
    if file != session.file and file.exists():
        session.complain(session.language.say(N_("{file} exists already; name another file."), file=file))
        return Done.NOTHING
    try:
        saves.write(session.match, file, session.language)
    except saves.SaveError as error:
        session.complain(str(error))
    else:
        session.say(N_("The game is saved in {file}; it is kept there after every move."), file=session.file)
        if file != session.file:
            session.say(N_("A copy is in {file}."), file=file)
    return Done.NOTHING


def log(session: "Session", seat: int, rest: str) -> Done:
    """Tell everything that happened, as far as this seat may know."""
    events = session.match.events_seen_by(seat)
    for line in session.desk.voice.narrator.tell_all(events, session.language, session.names, seat):
        session.console.print(Paragraph(line, head=" · "))
    return Done.NOTHING


def record(session: "Session", seat: int, rest: str) -> Done:
    """Say where the record is; it is not shown, for it tells the cards of all."""
    template = N_("The record is in {file}. It tells the hidden cards of all: look into it when the game is over.")
    session.say(template, file=session.file)
    return Done.NOTHING


def quit_(session: "Session", seat: int, rest: str) -> Done:
    """Leave the game."""
    raise Leave


COMMANDS: dict[str, tuple[Action, str]] = {
    "help": (help_, N_("this list")),
    "undo": (undo, N_("take back your last move, as long as nothing new was shown")),
    "hint": (hint, N_("what the computer would do in your place")),
    "log": (log, N_("everything that happened")),
    "save": (save, N_("where the game is kept; save FILE writes a copy")),
    "record": (record, N_("where the record of the game is")),
    "quit": (quit_, N_("leave; the game is kept and you can go on later")),
}
"""By English name, what it does; a language may have a name of its own (context ``command``)."""
