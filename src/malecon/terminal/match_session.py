"""A match that is being played at a terminal: its players, file and screen; its moves come from ``play``, or a pipe.

In a pipe each line is a move of a person; computer players move by themselves. A line ``?`` prints the table as the
next player may see it, with all legal moves, and after the end the result.
"""

import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO

from rich.console import Console

from malecon import games
from malecon.agents import player_named
from malecon.core.errors import IllegalMove, MaleconError, ParseError
from malecon.core.i18n import N_, Language, preferred
from malecon.core.match import Match
from malecon.core.user_folder import NO_HOME
from malecon.presentation.perspective import Perspective
from malecon.presentation.terminal_game import TerminalGame
from malecon.presentation.text_layout import Paragraph
from malecon.terminal.game_choice import SaveError, write_save
from malecon.terminal.keyboard import has_ended
from malecon.terminal.players import Player, choose_move, name_lines
from malecon.terminal.records import result

NOT_SAVED = N_("The game is not saved.")


@dataclass
class MatchSession:
    """A match that is being played; ``InteractiveSession`` and ``PipeSession`` read the moves of the people.

    Attributes:
        match: the match.
        players: all players, by seat.
        language: of the screen.
        console: the screen.
        file: in which the match is saved after every move; ``None`` if the user has no folder for it.
        is_named: whether the user has named the file.
        is_saved: whether the file has all moves; true also before the first attempt.
        may_leave: whether somebody was told that leaving loses the match.
        printed_counts: by viewer, the number of events that were printed for this viewer.
    """

    match: Match
    players: Mapping[int, Player]
    language: Language
    console: Console
    file: Path | None
    is_named: bool = False
    printed_counts: dict[int | None, int] = field(default_factory=dict)

    is_saved: bool = True
    may_leave: bool = False

    def __post_init__(self) -> None:
        """Write the players into the record."""
        self.match.names = name_lines(self.players)

    @property
    def terminal_game(self) -> TerminalGame:
        """The screens of the game."""
        return games[self.match.game.name].terminal

    @property
    def names(self) -> dict[int, str]:
        """The players' names, by seat."""
        return {seat: player.name for seat, player in self.players.items()}

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in self.players.items() if player.is_person)

    @property
    def default_viewer(self) -> int | None:
        """The only person's seat, or ``None``, a spectator, if there are several people or none."""
        return self.people[0] if len(self.people) == 1 else None

    def say(self, template: str, **facts: object) -> None:
        """Print a sentence."""
        self.console.print(Paragraph(self.language.say(template, **facts)))

    def complain(self, sentence: str) -> None:
        """Print the reason why something was not done."""
        self.console.print(Paragraph(sentence, style="yellow"))

    def perspective(self, viewer: int | None) -> Perspective:
        """Return the match as ``viewer`` may know it (``None``: a spectator)."""
        return Perspective.of(self.match, viewer, self.language, self.names)

    def save(self) -> None:
        """Save the match; if that fails, print the reason once and go on, for the match lives in memory."""
        try:
            if self.file is None:
                raise SaveError(self.language.say(N_("{reason}. So the game is not saved."), reason=self._no_home))
            write_save(self.match, self.file, self.language)
        except SaveError as error:
            if self.is_saved:
                said = self.language.say(N_("The game goes on; to save it, type: save FILE"))
                print(error, said, file=sys.stderr, flush=True)
            self.is_saved = False
        else:
            self.is_saved = True

    @property
    def _no_home(self) -> str:
        """The reason for which there is no file."""
        return self.language.say(NO_HOME)

    def play(self, seat: int, move: str) -> None:
        """Carry out a move and save the match."""
        self.match.play(seat, move)
        self.save()

    def computer_to_move(self) -> int | None:
        """Return the seat of a computer player that may act now, or ``None``."""
        return next((seat for seat in self.match.to_move if not self.players[seat].is_person), None)

    def let_computers_play(self) -> Iterator[int]:
        """Let computer players move while one of them may act; yield its seat after each move."""
        while (seat := self.computer_to_move()) is not None:
            self.play(seat, self._computer_choice(seat))
            yield seat

    def _computer_choice(self, seat: int) -> str:
        """Return the move of a computer player; while it thinks, a terminal shows its name."""
        player = self.players[seat]
        choose = partial(choose_move, self.match, seat, player_named(player.kind, player.name, self.match.game.name))
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            return choose()
        with self.console.status(self.language.say(N_("{name} thinks …"), name=self.names[seat])):
            return choose()

    def news(self, viewer: int | None) -> list[str]:
        """Return sentences about the events since the last call for ``viewer`` (``None``: a spectator)."""
        events = self.match.events_seen_by(viewer)
        first = min(self.printed_counts.get(viewer, 0), len(events))
        self.printed_counts[viewer] = len(events)
        return list(self.terminal_game.game_text.narrator.tell_all(events[first:], self.language, self.names, viewer))

    def print_news(self, viewer: int | None) -> None:
        """Print the ``news``."""
        for line in self.news(viewer):
            self.console.print(Paragraph(line))

    def show_result(self) -> None:
        """Print the result and the name of the file."""
        self.console.print()
        self.console.print(result(self.terminal_game, self.perspective(self.default_viewer)), highlight=False)
        self.console.print()
        said = self.language.say(N_("The record of the game is in {file}."), file=self.file)
        if not self.is_saved:
            said = self.language.say(NOT_SAVED)
        self.console.print(said, highlight=False, markup=False, soft_wrap=True)

    def resume_hint(self) -> str:
        """Return a sentence with the command that goes on with the match, in the same language."""
        if self.file is None or not self.is_saved:
            return self.language.say(NOT_SAVED)
        template, code = N_("The game is saved. Go on with: malecon resume {file}"), self.language.code
        chosen = "" if code == preferred() else f" --lang {code}"
        return self.language.say(template, file=_shell_path(self.file) + chosen)


def _shell_path(file: Path) -> str:
    """Return a path as it is written in a shell.

    >>> _shell_path(Path("a b")), _shell_path(Path("/tmp/game"))
    ("'a b'", '/tmp/game')
    """
    return shlex.quote(str(file))


EXIT_INTERRUPTED = 130
SHOW = "?"
"""The line that prints the table."""


class PipeError(MaleconError):
    """A line cannot be played; ``str()`` is a sentence for people that names the line."""


class PipeSession(MatchSession):
    """A match that is played by the lines of a file or a program."""

    def save(self) -> None:
        """Save the match.

        Raises:
            SaveError: the file that was named cannot be written; what it held before is still there.
        """
        if self.is_named and self.file is not None:
            write_save(self.match, self.file, self.language)
        else:
            super().save()

    def run(self, raw: BinaryIO) -> int:
        """Play all lines; return the exit code.

        Raises:
            PipeError: a line is no legal move, or the lines end before the match; all moves until then are saved.
        """
        self.save()
        number = 0
        try:
            if has_ended(raw):  # nobody waits for what computer players would do
                raise self._end_error(number)
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
            raise self._end_error(number)
        return 0

    def _end_error(self, number: int) -> PipeError:
        """Return the error that the moves end, after so many lines, before the match."""
        ends = N_("There were no moves.")
        if number > 0:
            ends = N_("The moves end after line {line}, but the game goes on.")
        return PipeError(f"{self.language.say(ends, line=number)} {self.resume_hint()}")

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
        for number, line in enumerate(self._lines(raw), start=1):
            try:
                text = line.decode().removeprefix("\ufeff").partition("#")[0].strip()
            except UnicodeDecodeError:
                raise self._line_error(number, N_("it is not UTF-8 text.")) from None
            if text:
                yield number, text

    def _lines(self, raw: Iterable[bytes]) -> Iterator[bytes]:
        try:
            yield from raw
        except OSError as error:
            template = N_("The moves cannot be read: {reason}.")
            reason = self.language.say(template, reason=error.strerror or error)
            raise PipeError(f"{reason} {self.resume_hint()}") from None

    def _show_position(self, seat: int) -> None:
        """Print the table as a seat sees it, the question, and the notation of every legal move."""
        perspective = self.perspective(seat)
        self.console.print(self.terminal_game.table(perspective), highlight=False)
        self.console.print()
        self.console.print(Paragraph(self.terminal_game.game_text.status(perspective)))
        for move in self.match.legal(seat):
            self.console.print(Paragraph(move, head="   "))

    def _play_line(self, number: int, text: str) -> None:
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
