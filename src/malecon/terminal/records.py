"""``malecon replay``: step through the record of a game.

Here is also the result of a match, as it is drawn at the end of a record or of a match that is played.
"""

from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon import games
from malecon.core.errors import UsageError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.rules_text import rule_text
from malecon.presentation.perspective import Perspective, names_of
from malecon.presentation.terminal_game import TerminalGame
from malecon.presentation.text_layout import Paragraph, screen
from malecon.terminal.game_choice import read_save
from malecon.terminal.keyboard import InputEnded, ask_line, is_keyboard

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
    match = read_save(file, language)
    if viewer is not None and not 1 <= viewer <= match.seats:
        template = N_("--viewer: is {viewer}, but must be a seat from 1 to {seats}.")
        raise UsageError(language.say(template, viewer=viewer, seats=match.seats))
    shown = Replay(match, None if viewer is None else viewer - 1, language, screen())
    if in_full or not is_keyboard():
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
        except (InputEnded, KeyboardInterrupt):
            self.console.print()

    def next_position(self, moves: int) -> int | None:
        """Ask for the position to show after that of ``moves`` moves; ``None``: leave."""
        while True:
            typed = ask_line(f"{moves}/{self.match.number}> ").strip().lower()
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


def result(terminal_game: TerminalGame, perspective: Perspective) -> RenderableType:
    """Return the winner, the rule by which the game ended, and the ranking."""
    view, language = perspective.view, perspective.language
    names = language.listing([perspective.names[seat] for seat in view.winners])
    template = N_("{names} wins.") if len(view.winners) == 1 else N_("{names} share the victory.")
    if view.winners == (perspective.viewer,):
        template = N_("You win!")
    rule, _ = terminal_game.game_text.endings[view.ending]
    return Group(
        Text(language.say(template, names=names), "bold green"),
        Paragraph(rule_text(terminal_game.game_text.rules_text, rule, language), style="dim"),
        "",
        _ranking(terminal_game, perspective),
    )


def _ranking(terminal_game: TerminalGame, perspective: Perspective) -> Table:
    """Return the players in a table, the best first; equal ones have the same place."""
    players, say = perspective.view.players, perspective.language.say
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for title in (N_("place"), N_("player"), N_("points"), *terminal_game.game_text.columns):
        grid.add_column(say(title))
    standings = [terminal_game.game_text.standing(player) for player in players]
    for player in sorted(players, key=terminal_game.game_text.standing, reverse=True):
        place = 1 + sum(standing > terminal_game.game_text.standing(player) for standing in standings)
        cells = [cell(player) for cell in terminal_game.game_text.columns.values()]
        grid.add_row(f"{place}.", perspective.names[player.seat], str(player.points), *cells)
    return grid
