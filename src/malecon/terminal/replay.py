"""``malecon replay``: step through the record of a game, as a spectator or with the view of a seat."""

import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from malecon import games
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.playable_game import Perspective, names_of
from malecon.presentation.text_layout import Paragraph, screen
from malecon.terminal import saves
from malecon.terminal.match_session import result

NEXT = ""
BACK = "b"
QUIT = "q"


def replay(file: Path, viewer: int | None, in_full: bool, language: Language) -> int:
    """Step through a record, or print all of it; return the exit code.

    Args:
        file: a saved game.
        viewer: the seat whose view is shown, from 1; ``None`` for a spectator's.
        in_full: print everything at once, as is done when the standard input is no terminal.
        language: of all sentences.

    Raises:
        UsageError: there is no such seat.
        SaveError: the file cannot be read.
    """
    match = saves.read(file, language)
    if viewer is not None and not 1 <= viewer <= match.seats:
        template = N_("--viewer: is {viewer}, but must be a seat from 1 to {seats}.")
        raise UsageError(language.say(template, viewer=viewer, seats=match.seats))
    shown = Replay(match, None if viewer is None else viewer - 1, language, screen())
    if in_full or not sys.stdin.isatty():
        shown.print_all()
    else:
        shown.step()
    return 0


class Replay:
    """A record on the screen, told to ``viewer`` (a seat from 0, ``None`` for a spectator)."""

    def __init__(self, match: Match, viewer: int | None, language: Language, console: Console) -> None:
        self.match = match
        self.viewer = viewer
        self.language = language
        self.console = console
        self.terminal_game = games[match.game.name].terminal
        self.names = names_of(match.seats, match.names, language)
        self.rounds = self.terminal_game.game_text.rounds(match)

    def print_all(self) -> None:
        """Print everything that happened, and the result."""
        for line in self.terminal_game.game_text.narrator.tell_all(
            self.match.events, self.language, self.names, self.viewer
        ):
            self.console.print(Paragraph(line))
        self.show_end()

    def step(self) -> None:
        """Show one position after the other, as the person at the keyboard chooses."""
        self.console.print(self.language.say(N_("Enter: next   b: back   a number: this round   q: quit")))
        moves: int | None = 0
        try:
            while moves is not None:
                self.show(moves)
                moves = self.next_position(moves)
        except (EOFError, KeyboardInterrupt):
            self.console.print()

    def next_position(self, moves: int) -> int | None:
        """Ask for the position to show after that of ``moves`` moves; ``None``: leave."""
        while True:
            typed = input(f"{moves}/{self.match.number}> ").strip().lower()
            if typed == QUIT:
                return None
            if typed == BACK and moves > 0:
                return moves - 1
            if typed == NEXT and moves < self.match.number:
                return moves + 1
            if typed.isdecimal() and int(typed) in self.rounds:
                return self.rounds[int(typed)]
            self.complain(typed)

    def complain(self, typed: str) -> None:
        """Print the reason why an input leads to no position."""
        say = self.language.say
        if typed == NEXT:
            sentence = say(N_("This is the end of the record. b: back, q: quit"))
        elif typed == BACK:
            sentence = say(N_("This is the beginning of the record."))
        elif typed.isdecimal():
            last = max(self.rounds, default=0)
            sentence = say(N_("The record has no round {number}; the last is {last}."), number=typed, last=last)
        else:
            sentence = say(N_("Enter: next   b: back   a number: this round   q: quit"))
        self.console.print(Text(sentence, "yellow"))

    def show(self, moves: int) -> None:
        """Draw the position after ``moves`` moves, with the events of the last of them."""
        match = self.match.after(moves)
        self.console.print()
        self.console.print(
            self.terminal_game.table(Perspective.of(match, self.viewer, self.language, self.names)), highlight=False
        )
        self.console.print()
        events = match.events_of(moves - 1) if moves else match.events
        for line in self.terminal_game.game_text.narrator.tell_all(events, self.language, self.names, self.viewer):
            self.console.print(Paragraph(line, head=" · "))
        if moves == self.match.number:
            self.show_end()

    def show_end(self) -> None:
        """Draw the result; in an unfinished record, say that the game is not over."""
        self.console.print()
        if self.match.over:
            perspective = Perspective.of(self.match, self.viewer, self.language, self.names)
            self.console.print(result(self.terminal_game, perspective), highlight=False)
        else:
            self.console.print(Text(self.language.say(N_("The record ends here; the game is not over."))))
