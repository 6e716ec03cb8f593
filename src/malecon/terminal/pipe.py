"""Playing from a pipe: a move in each line, for the people at the table; computer players make their own.

A line ``?`` shows the table as who moves next may see it, and all moves that are legal now; after the end the result.
"""

from collections.abc import Iterable, Iterator

from malecon.core.errors import IllegalMove, MaleconError, ParseError
from malecon.core.i18n import N_
from malecon.presentation.text_layout import Paragraph
from malecon.terminal.sitting import Sitting

EXIT_FAILURE = 1
EXIT_INTERRUPTED = 130
LOOK = "?"


class PipeError(MaleconError):
    """A line cannot be played; ``str()`` names the line and is a sentence for people."""


class Pipe(Sitting):
    """A sitting whose moves come from a file or a program."""

    def run(self, raw: Iterable[bytes]) -> int:
        """Play all lines; return the exit code.

        Raises:
            PipeError: a line is no legal move, or the lines end before the game; what was played so far is saved.
        """
        self.save()
        number = 0
        try:
            self.go_on()
            for number, text in self.moves(raw):
                if text == LOOK:
                    self.look()
                else:
                    self.play_line(number, text)
                    self.go_on()
        except KeyboardInterrupt:
            self.console.print(self.how_to_resume(), highlight=False, markup=False, soft_wrap=True)
            return EXIT_INTERRUPTED
        if not self.match.over:
            ends = N_("There were no moves.")
            if number > 0:
                ends = N_("The moves end after line {line}, but the game goes on.")
            raise PipeError(f"{self.language.say(ends, line=number)} {self.how_to_resume()}")
        return 0

    def go_on(self) -> None:
        """Let the computer players move, and tell what happened, after the last move how the game ended."""
        for _ in self.let_computers_play():
            pass
        self.tell_news(self.watcher)
        if self.match.over:
            self.show_result()

    def look(self) -> None:
        """Show where the game stands."""
        if self.match.over:
            self.show_result()
        else:
            self.show_position(self.match.to_move[0])

    def moves(self, raw: Iterable[bytes]) -> Iterator[tuple[int, str]]:
        """Yield the lines with a move, and their numbers."""
        for number, line in enumerate(raw, start=1):
            try:
                text = line.decode().removeprefix("\ufeff").partition("#")[0].strip()
            except UnicodeDecodeError:
                raise self.failure(number, N_("it is not UTF-8 text.")) from None
            if text:
                yield number, text

    def show_position(self, seat: int) -> None:
        """Show the table to a seat, the question, and every move that is legal, as it is written."""
        scene = self.scene(seat)
        self.console.print(self.desk.table(scene), highlight=False)
        self.console.print()
        self.console.print(Paragraph(self.desk.voice.status(scene)))
        for move in self.match.legal(seat):
            self.console.print(Paragraph(move, head="   "))

    def play_line(self, number: int, text: str) -> None:
        """Play the move of a line."""
        if self.match.over:
            raise self.failure(number, N_("the game is over already."))
        seat, move = self.split(number, text)
        try:
            self.play(seat, move)
        except IllegalMove as error:
            reason = self.desk.voice.narrator.refusal(error, self.language, self.names)
            raise self.failure(number, N_("{reason} ({rule})"), reason=reason, rule=error.rule) from None
        except ParseError as error:
            template = N_("“{move}” is no move (column {column}). One that is legal now: {example}")
            facts = {"move": move, "column": error.column, "example": self.match.legal(seat)[0]}
            raise self.failure(number, template, **facts) from None

    def split(self, number: int, text: str) -> tuple[int, str]:
        """Return the seat that a line names, or the next person to move, and the move."""
        word, _, rest = text.partition(" ")
        if not word.isdecimal():
            return self.match.to_move[0], text
        seat = int(word) - 1
        if seat not in self.players:
            raise self.failure(number, N_("there is no seat {seat}."), seat=word)
        if not self.players[seat].is_person:
            template = N_("seat {seat} is played by the computer ({level}).")
            raise self.failure(number, template, seat=word, level=self.players[seat].kind)
        return seat, rest

    def failure(self, number: int, template: str, **facts: object) -> PipeError:
        """Return why a line cannot be played."""
        reason = self.language.say(template, **facts)
        said = self.language.say(N_("line {line}: {reason}"), line=number, reason=reason)
        return PipeError(f"{said}\n{self.how_to_resume()}")
