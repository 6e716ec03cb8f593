"""``malecon play`` and ``malecon resume``: play a new game or a saved one, at the keyboard or from a pipe.

At the keyboard: show the table, ask for a choice, carry it out, until the match is over.
"""

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.columns import Columns
from rich.console import Group
from rich.text import Text

from malecon.core.errors import IllegalMove, ParseError, UsageError
from malecon.core.i18n import N_, Language
from malecon.core.match import Match
from malecon.core.user_folder import NoUserFolder
from malecon.presentation.menu import Menu
from malecon.presentation.text_layout import Paragraph, screen
from malecon.terminal.game_choice import (
    GameChoice,
    SaveError,
    check_output,
    check_seats,
    find_game,
    new_save,
    newest_unfinished,
    parse_options,
    read_save,
)
from malecon.terminal.keyboard import InputEnded, ask_line, is_keyboard
from malecon.terminal.match_session import EXIT_INTERRUPTED, MatchSession, PipeSession
from malecon.terminal.players import Player, check_level, parse_people, players_by_seat, saved_players
from malecon.terminal.prompt_commands import LeaveMatch, find_command

MOST_NEWS = 14
"""Most lines of news above the table."""
MOST_MEANINGS = 4
"""Most choices that are listed when an input fits several."""
SHORT = 24
"""Most letters of items that stand in columns."""
NONE_OF_CHOICES = N_("“{typed}” is none of the choices. Type a number or words of a choice, or ? for help.")
NONE_OF_PAIRS = N_("“{typed}” is none of the choices. Type two numbers or words of two things, or ? for help.")


class InteractiveSession(MatchSession):
    """A match that is played at the keyboard."""

    last_viewer: int | None = None
    """The seat for which the screen was drawn last."""
    last_chapter: object = None
    """The seat and chapter (``TerminalGame.chapter``) for which the table was drawn in full last."""

    def run(self) -> int:
        """Play until the match is over or somebody leaves; return the exit code."""
        try:
            self.save()
            while not self.match.over:
                self._take_turns()
            self._finish()
        except (LeaveMatch, InputEnded):
            return self._leave(0)
        except KeyboardInterrupt:
            return self._leave(EXIT_INTERRUPTED)
        return 0

    def _take_turns(self) -> None:
        """Let the computer players move, then ask a person."""
        for _ in self.let_computers_play():
            if not self.people:
                self.print_news(None)
        if not self.match.over:
            self._ask(self.match.to_move[0])

    def _finish(self) -> None:
        """Print the remaining news and the result."""
        self.printed_counts.setdefault(None, max(self.printed_counts.values(), default=0))
        self.console.print()
        self._show_news(self.default_viewer)
        self.show_result()

    def _leave(self, exit_code: int) -> int:
        """Print how to go on another time; return the exit code."""
        self.console.print()
        self.console.print(self.resume_hint(), highlight=False, markup=False, soft_wrap=True)
        return exit_code

    def _ask(self, seat: int) -> None:
        """Show the table to a person and carry out one move."""
        self._hand_over(seat)
        self._show(seat)
        while not self._take_answer(seat, self._read_line("> ")):
            pass

    def _read_line(self, prompt: str) -> str:
        self.console.file.flush()
        return ask_line(prompt)

    def _take_answer(self, seat: int, typed: str) -> bool:
        """Carry out a command or a move; tell whether the position has changed."""
        command = find_command(typed, self.language)
        if command is not None:
            return command.action(self, seat, command.argument)
        if not typed.strip():
            self._show(seat, in_full=True)
            return False
        return self._try_move(seat, typed)

    def _try_move(self, seat: int, typed: str) -> bool:
        """Carry out the move that ``typed`` means, or print the reason why not; tell whether it was carried out."""
        found = self._menu(seat).find(typed)
        try:
            if len(found) <= 1:
                self.play(seat, found[0] if found else self._full_notation(seat, typed))
                return True
            self._ask_which(seat, found)
        except IllegalMove as error:
            self.complain(
                f"{self.terminal_game.game_text.narrator.refusal(error, self.language, self.names)} ({error.rule})"
            )
        except ParseError:
            template = NONE_OF_PAIRS if self._menu(seat).takes_pairs else NONE_OF_CHOICES
            self.complain(self.language.say(template, typed=typed.strip()))
        return False

    def _full_notation(self, seat: int, typed: str) -> str:
        """Return a move with the verb of a legal move before it, if that makes it a notation, else as it was typed."""
        verbs = dict.fromkeys(notation.split()[0] for notation in self.match.legal(seat))
        moves = (f"{verb} {typed}" for verb in verbs)
        return next(filter(self.match.game.notation.knows, moves), typed)

    def _ask_which(self, seat: int, found: list[str]) -> None:
        """Print the choices that an input fits."""
        perspective = self.perspective(seat)
        labels = [self.terminal_game.game_text.label(perspective, notation) for notation in found[:MOST_MEANINGS]]
        if len(found) > MOST_MEANINGS:
            labels.append("…")
        self.complain(self.language.say(N_("Which one? {choices}"), choices=" | ".join(labels)))

    def _menu(self, seat: int) -> Menu:
        return self.terminal_game.menu(self.perspective(seat), self.match.legal(seat))

    def _hand_over(self, seat: int) -> None:
        """Hide the hand of the last person before the next one looks, if several people share the screen."""
        if len(self.people) > 1 and self.last_viewer != seat:
            self._clear_screen()
            self.say(N_("{name}, it is your turn. Press Enter when nobody else looks."), name=self.names[seat])
            self._read_line("")
            self._clear_screen()
            self.last_chapter = None
        self.last_viewer = seat

    def _clear_screen(self) -> None:
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
        else:
            self.console.print("\n" * self.console.height)

    def _show(self, seat: int, *, in_full: bool = False) -> None:
        """Print the news, the table (a part of it while the chapter is the same), and the choices."""
        perspective = self.perspective(seat)
        self.console.print()
        self._show_news(seat)
        chapter = (seat, self.terminal_game.chapter(perspective))
        full = in_full or chapter != self.last_chapter
        self.last_chapter = chapter
        self.console.print(
            self.terminal_game.table(perspective) if full else self.terminal_game.glance(perspective), highlight=False
        )
        self.console.print()
        self._show_choices(self.terminal_game.game_text.status(perspective), self._menu(seat))

    def _show_news(self, viewer: int | None) -> None:
        """Print the last lines of the ``news``."""
        news = self.news(viewer)
        if len(news) > MOST_NEWS:
            self.say(N_("… {count} more before (type: log)"), count=len(news) - MOST_NEWS)
        for line in news[-MOST_NEWS:]:
            self.console.print(Paragraph(line, head=" · "))
        if news:
            self.console.print()

    def _show_choices(self, status: str, menu: Menu) -> None:
        """Print the question and the numbered choices, short ones in columns."""
        self.console.print(Paragraph(status, style="bold"))
        number = 0
        for group in menu.groups:
            if group.title:
                self.console.print(Text(group.title, "dim"))
            items = [
                Paragraph(item, f"{number + index:>3}) ", "bold cyan") for index, item in enumerate(group.items, 1)
            ]
            number += len(items)
            if max(map(len, group.items), default=0) <= SHORT:
                cells = [Text.assemble((item.head, item.head_style), item.text) for item in items]
                self.console.print(Columns(cells, padding=(0, 2)))
            else:
                self.console.print(Group(*items))


def play(choice: GameChoice, you: Sequence[str], level: str | None, save: Path | None, language: Language) -> int:
    """Begin a game and play it.

    Args:
        choice: the game.
        you: the values of ``--you``.
        level: of the computer players; ``None`` for the weakest against which people play.
        save: the file of the game; ``None`` for a new one in the folder of the games.
        language: of all sentences.

    Returns:
        The exit code.
    """
    game = find_game(choice.name, language)
    check_seats(game, choice.seats, language)
    people = parse_people(you, choice.seats, language)
    players = players_by_seat(choice.seats, people, check_level(level, game, language), language)
    if save is not None and os.path.lexists(save):
        template = N_("--save: {file} exists already; name a new file, or go on with: malecon resume {file}")
        raise UsageError(language.say(template, file=save))
    options = parse_options(choice.options, game, language)
    match = game.start(choice.seats, choice.seed_or_random(), **options)
    if save is None:
        return _play_match(match, players, language, _default_file(game.name), is_named=False)
    check_output("--save", save, language)
    return _play_match(match, players, language, save, is_named=True)


def _default_file(game: str) -> Path | None:
    """Return the file of a new match if none is named; ``None`` if the user has no folder for it."""
    try:
        return new_save(game)
    except (NoUserFolder, OSError):
        return None


def resume(file: Path | None, you: Sequence[str], level: str | None, language: Language) -> int:
    """Go on with a saved game: the newest unfinished one without a ``file``; return the exit code."""
    file, match = newest_unfinished(language) if file is None else (file, read_save(file, language))
    if match.over:
        template = N_("The game in {file} is over. Look at it with: malecon replay {file}")
        raise SaveError(language.say(template, file=file))
    return _play_match(match, saved_players(match, you, level, language), language, file, is_named=True)


def _play_match(
    match: Match, players: dict[int, Player], language: Language, file: Path | None, *, is_named: bool
) -> int:
    """Play a match at the keyboard, or from the standard input if that is no terminal; return the exit code."""
    console = screen()
    has_people = any(player.is_person for player in players.values())
    if has_people and not is_keyboard():
        return PipeSession(match, players, language, console, file, is_named).run(sys.stdin.buffer)
    if has_people:
        _enable_line_editing()
    return InteractiveSession(match, players, language, console, file, is_named).run()


def _enable_line_editing() -> None:
    """Make arrow keys work at prompts, where the system has ``readline``."""
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401  # importing it switches line editing on
