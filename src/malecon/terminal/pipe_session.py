"""A match whose moves come from a pipe: a move of a person in each line; computer players move by themselves.

A line ``?`` prints the table as the next player may see it, with all legal moves, and after the end the result.
"""

from collections.abc import Iterable, Iterator

from malecon.core.errors import IllegalMove, MaleconError, ParseError
from malecon.core.i18n import N_
from malecon.presentation.text_layout import Paragraph
from malecon.terminal.match_session import MatchSession

EXIT_INTERRUPTED = 130
SHOW = "?"
"""The line that prints the table."""


class PipeError(MaleconError):
    """A line cannot be played; ``str()`` is a sentence for people that names the line."""


class PipeSession(MatchSession):
    """A match that is played by the lines of a file or a program."""

    def run(self, raw: Iterable[bytes]) -> int:
        """Play all lines; return the exit code.

        Raises:
            PipeError: a line is no legal move, or the lines end before the match; all moves until then are saved.
        """
        self.save()
        number = 0
        try:
            self._advance()
            for number, text in self._read_moves(raw):
                if text == SHOW:
                    self._show()
                else:
                    self._play_line(number, text)
                    self._advance()
        except KeyboardInterrupt:
            self.console.print(self.resume_hint(), highlight=False, markup=False, soft_wrap=True)
            return EXIT_INTERRUPTED
        if not self.match.over:
            ends = N_("There were no moves.")
            if number > 0:
                ends = N_("The moves end after line {line}, but the game goes on.")
            raise PipeError(f"{self.language.say(ends, line=number)} {self.resume_hint()}")
        return 0

    def _advance(self) -> None:
        """Let the computer players move; print the news, and after the last move the result."""
        for _ in self.let_computers_play():
            pass
        self.print_news(self.default_viewer)
        if self.match.over:
            self.show_result()

    def _show(self) -> None:
        """Print the table for the next player, or the result."""
        if self.match.over:
            self.show_result()
        else:
            self._show_position(self.match.to_move[0])

    def _read_moves(self, raw: Iterable[bytes]) -> Iterator[tuple[int, str]]:
        """Yield the lines that are not empty, without remarks, each with its number."""
        for number, line in enumerate(raw, start=1):
            try:
                text = line.decode().removeprefix("\ufeff").partition("#")[0].strip()
            except UnicodeDecodeError:
                raise self._line_error(number, N_("it is not UTF-8 text.")) from None
            if text:
                yield number, text

    def _show_position(self, seat: int) -> None:
        """Print the table as a seat sees it, the question, and the notation of every legal move."""
        perspective = self.perspective(seat)
        self.console.print(self.terminal_game.table(perspective), highlight=False)
        self.console.print()
        self.console.print(Paragraph(self.terminal_game.game_text.status(perspective)))
        for move in self.match.legal(seat):
            self.console.print(Paragraph(move, head="   "))

    def _play_line(self, number: int, text: str) -> None:
        """Play the move of a line."""
        if self.match.over:
            raise self._line_error(number, N_("the game is over already."))
        seat, move = self._split_line(number, text)
        try:
            self.play(seat, move)
        except IllegalMove as error:
            reason = self.terminal_game.game_text.narrator.refusal(error, self.language, self.names)
            raise self._line_error(number, N_("{reason} ({rule})"), reason=reason, rule=error.rule) from None
        except ParseError as error:
            template = N_("“{move}” is no move (column {column}). One that is legal now: {example}")
            facts = {"move": move, "column": error.column, "example": self.match.legal(seat)[0]}
            raise self._line_error(number, template, **facts) from None

    def _split_line(self, number: int, text: str) -> tuple[int, str]:
        """Return the seat that a line names, or the next one to move, and the move."""
        word, _, rest = text.partition(" ")
        if not word.isdecimal():
            return self.match.to_move[0], text
        seat = int(word) - 1
        if seat not in self.players:
            raise self._line_error(number, N_("there is no seat {seat}."), seat=word)
        if not self.players[seat].is_person:
            template = N_("seat {seat} is played by the computer ({level}).")
            raise self._line_error(number, template, seat=word, level=self.players[seat].kind)
        return seat, rest

    def _line_error(self, number: int, template: str, **facts: object) -> PipeError:
        """Return the error that a line cannot be played."""
        reason = self.language.say(template, **facts)
        said = self.language.say(N_("line {line}: {reason}"), line=number, reason=reason)
        return PipeError(f"{said}\n{self.resume_hint()}")
