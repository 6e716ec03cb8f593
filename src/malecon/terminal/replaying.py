"""Stepping through the record of a game, as a spectator or with the eyes of a seat."""

from rich.console import Console
from rich.text import Text

from malecon import games
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective, names_of
from malecon.presentation.text_layout import Paragraph
from malecon.terminal.outcome import result

NEXT = ""
BACK = "b"
QUIT = "q"


class Replay:
    """A record that somebody steps through."""

    def __init__(self, match: Match, viewer: int | None, language: Language, console: Console) -> None:
        self.match = match
        self.viewer = viewer
        self.language = language
        self.console = console
        self.terminal_game = games[match.game.name].terminal
        self.names = names_of(match.seats, match.names, language)
        self.rounds = self.terminal_game.game_text.rounds(match)

    def tell_all(self) -> int:
        """Print everything that happened, and the result."""
        for line in self.terminal_game.game_text.narrator.tell_all(
            self.match.events, self.language, self.names, self.viewer
        ):
            self.console.print(Paragraph(line))
        self.show_end()
        return 0

    def step(self) -> int:
        """Show a position after the other; return the exit code."""
        self.console.print(self.language.say(N_("Enter: next   b: back   a number: this round   q: quit")))
        moves: int | None = 0
        try:
            while moves is not None:
                self.show(moves)
                moves = self.next_position(moves)
        except (EOFError, KeyboardInterrupt):
            self.console.print()
        return 0

    def next_position(self, moves: int) -> int | None:
        """Ask where to go from the position after ``moves`` moves; ``None``: leave."""
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
            self.refuse(typed)

    def refuse(self, typed: str) -> None:
        """Say why there is no going there."""
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
        """Draw the position after ``moves`` moves, with what the last of them caused."""
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
        """Draw the result, or say that the game goes on."""
        self.console.print()
        if self.match.over:
            perspective = Perspective.of(self.match, self.viewer, self.language, self.names)
            self.console.print(result(self.terminal_game, perspective), highlight=False)
        else:
            self.console.print(Text(self.language.say(N_("The record ends here; the game is not over."))))
