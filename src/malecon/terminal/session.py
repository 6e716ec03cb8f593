"""Playing with somebody at the keyboard: show, ask, do, until the game is over."""

from rich.columns import Columns
from rich.console import Group
from rich.text import Text

from malecon.core.errors import IllegalMove, ParseError
from malecon.core.i18n import N_
from malecon.presentation.menu import Menu
from malecon.presentation.text_layout import Paragraph
from malecon.terminal.commands import Done, Leave, command_for
from malecon.terminal.sitting import Sitting

MOST_NEWS = 14
"""Lines of what happened that are shown above the table."""
MOST_MEANINGS = 4
SHORT = 24
"""Letters of items that stand in columns."""
EXIT_INTERRUPTED = 130
NONE_OF_CHOICES = N_("“{typed}” is none of the choices. Type a number or words of a choice, or ? for help.")
NONE_OF_PAIRS = N_("“{typed}” is none of the choices. Type two numbers or words of two things, or ? for help.")


class Session(Sitting):
    """A sitting at which people type."""

    shown_to: int | None = None
    """Who has looked at the screen last."""
    shown: object = None
    """What was drawn in full last."""

    def run(self) -> int:
        """Play to the end or until somebody leaves; return the exit code."""
        try:
            self.save()
            while not self.match.over:
                self.take_turns()
            self.finish()
        except (Leave, EOFError):
            return self.farewell(0)
        except KeyboardInterrupt:
            return self.farewell(EXIT_INTERRUPTED)
        return 0

    def take_turns(self) -> None:
        """Let the computer players move, then ask a person."""
        for _ in self.let_computers_play():
            if not self.people:
                self.tell_news(None)
        if not self.match.over:
            self.ask(self.match.to_move[0])

    def finish(self) -> None:
        """Tell the rest and the result."""
        self.told.setdefault(None, max(self.told.values(), default=0))
        self.console.print()
        self.show_news(self.watcher)
        self.show_result()

    def farewell(self, code: int) -> int:
        """Say how to go on another time."""
        self.console.print()
        self.console.print(self.how_to_resume(), highlight=False, markup=False, soft_wrap=True)
        return code

    def ask(self, seat: int) -> None:
        """Show the position to a person and take one decision."""
        self.draw_curtain(seat)
        self.show(seat)
        while not self.take_answer(seat, self.read_line("> ")):
            pass

    def read_line(self, prompt: str) -> str:
        """Return what somebody types."""
        self.console.file.flush()
        return input(prompt)

    def take_answer(self, seat: int, typed: str) -> bool:
        """Do what was typed; tell whether the position has changed."""
        command = command_for(typed, self.language)
        if command is not None:
            return command.action(self, seat, command.rest) is Done.CHANGED
        if not typed.strip():
            self.show(seat, in_full=True)
            return False
        return self.try_move(seat, typed)

    def try_move(self, seat: int, typed: str) -> bool:
        """Carry out the move that ``typed`` means, or say why not."""
        found = self.menu(seat).find(typed)
        try:
            if len(found) <= 1:
                self.play(seat, found[0] if found else self.written(seat, typed))
                return True
            self.ask_which(seat, found)
        except IllegalMove as error:
            self.complain(f"{self.desk.voice.narrator.refusal(error, self.language, self.names)} ({error.rule})")
        except ParseError:
            template = NONE_OF_PAIRS if self.menu(seat).takes_pairs else NONE_OF_CHOICES
            self.complain(self.language.say(template, typed=typed.strip()))
        return False

    def written(self, seat: int, typed: str) -> str:
        """Return the move that is typed in full, or without its verb: the game says why it is illegal."""
        verbs = dict.fromkeys(notation.split()[0] for notation in self.match.legal(seat))
        spelt = (f"{verb} {typed}" for verb in verbs)
        return next(filter(self.match.game.notation.knows, spelt), typed)

    def ask_which(self, seat: int, found: list[str]) -> None:
        """Say that several choices fit."""
        scene = self.scene(seat)
        labels = [self.desk.voice.label(scene, notation) for notation in found[:MOST_MEANINGS]]
        if len(found) > MOST_MEANINGS:
            labels.append("…")
        self.complain(self.language.say(N_("Which one? {choices}"), choices=" | ".join(labels)))

    def complain(self, sentence: str) -> None:
        """Print why something was not done."""
        self.console.print(Paragraph(sentence, style="yellow"))

    def menu(self, seat: int) -> Menu:
        """Return the choices of a seat."""
        return self.desk.menu(self.scene(seat), self.match.legal(seat))

    def draw_curtain(self, seat: int) -> None:
        """Hide one person's cards before the next one looks, if several people share the screen."""
        if len(self.people) > 1 and self.shown_to != seat:
            self.wipe()
            self.say(N_("{name}, it is your turn. Press Enter when nobody else looks."), name=self.names[seat])
            self.read_line("")
            self.wipe()
            self.shown = None
        self.shown_to = seat

    def wipe(self) -> None:
        """Clear the screen, and what was scrolled away."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
        else:
            self.console.print("\n" * self.console.height)

    def show(self, seat: int, *, in_full: bool = False) -> None:
        """Draw what happened, the table (a part of it while little changes), and the choices."""
        scene = self.scene(seat)
        self.console.print()
        self.show_news(seat)
        chapter = (seat, self.desk.chapter(scene))
        full = in_full or chapter != self.shown
        self.shown = chapter
        self.console.print(self.desk.table(scene) if full else self.desk.glance(scene), highlight=False)
        self.console.print()
        self.show_choices(self.desk.voice.status(scene), self.menu(seat))

    def show_news(self, seat: int | None) -> None:
        """Print the last of what happened since this seat, or a spectator, was told."""
        news = self.news(seat)
        if len(news) > MOST_NEWS:
            self.say(N_("… {count} more before (type: log)"), count=len(news) - MOST_NEWS)
        for line in news[-MOST_NEWS:]:
            self.console.print(Paragraph(line, head=" · "))
        if news:
            self.console.print()

    def show_choices(self, status: str, menu: Menu) -> None:
        """Print the question and the numbered answers, in columns if there are many."""
        self.console.print(Paragraph(status, style="bold"))
        number = 0
        for group in menu.groups:
            if group.title:
                self.console.print(Text(group.title, "dim"))
            items = [
                Paragraph(item, f"{number + place:>3}) ", "bold cyan") for place, item in enumerate(group.items, 1)
            ]
            number += len(items)
            if max(map(len, group.items), default=0) <= SHORT:
                cells = [Text.assemble((item.head, item.head_style), item.text) for item in items]
                self.console.print(Columns(cells, padding=(0, 2)))
            else:
                self.console.print(Group(*items))
