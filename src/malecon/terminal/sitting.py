"""What every way of playing shares: a match, who sits where, where it is kept, and how it is told."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console

from malecon import games
from malecon.agents import LEVELS
from malecon.core.i18n import N_, Language, preferred
from malecon.core.match import Match
from malecon.presentation.perspective import Perspective
from malecon.presentation.terminal_game import TerminalGame
from malecon.presentation.text_layout import Paragraph
from malecon.terminal import saves
from malecon.terminal.outcome import result
from malecon.terminal.players import Player
from malecon.terminal.undoing import key_for


@dataclass
class Sitting:
    """A match at a terminal. ``told`` is how many events each viewer has been told."""

    match: Match
    players: Mapping[int, Player]
    language: Language
    console: Console
    file: Path
    told: dict[int | None, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Let the record tell who plays."""
        self.match.names = {seat: player.line() for seat, player in self.players.items()}

    @property
    def terminal_game(self) -> TerminalGame:
        """How the game looks."""
        return games[self.match.game.name].terminal

    @property
    def names(self) -> dict[int, str]:
        """What the players are called."""
        return {seat: player.name for seat, player in self.players.items()}

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(seat for seat, player in self.players.items() if player.is_person)

    @property
    def watcher(self) -> int | None:
        """Whose eyes the screen shows when nobody in particular looks: the only person's, or a spectator's."""
        return self.people[0] if len(self.people) == 1 else None

    def say(self, template: str, **facts: object) -> None:
        """Print a sentence."""
        self.console.print(Paragraph(self.language.say(template, **facts)))

    def perspective(self, viewer: int | None) -> Perspective:
        """Return the position as ``viewer`` may know it."""
        return Perspective.of(self.match, viewer, self.language, self.names)

    def save(self) -> None:
        """Keep the game; every move ends with this."""
        saves.write(self.match, self.file, self.language)

    def play(self, seat: int, move: str) -> None:
        """Carry out a move and keep the game."""
        self.match.play(seat, move)
        self.save()

    def computer_to_move(self) -> int | None:
        """Return a computer player who may act now."""
        return next((seat for seat in self.match.to_move if not self.players[seat].is_person), None)

    def let_computers_play(self) -> Iterator[int]:
        """Let the computer players move as long as there is one to move; yield after each move."""
        while (seat := self.computer_to_move()) is not None:
            self.play(seat, self.choice_of(seat))
            yield seat

    def choice_of(self, seat: int) -> str:
        """Return the move of a computer player; who waits sees who thinks."""
        agent, key = LEVELS[self.players[seat].kind], key_for(self.match, seat)
        if not self.console.is_terminal or self.console.is_dumb_terminal:
            return agent.choose(self.match, seat, key)
        with self.console.status(self.language.say(N_("{name} thinks …"), name=self.names[seat])):
            return agent.choose(self.match, seat, key)

    def news(self, viewer: int | None) -> list[str]:
        """Return what happened since ``viewer`` was told last."""
        events = self.match.events_seen_by(viewer)
        first = min(self.told.get(viewer, 0), len(events))
        self.told[viewer] = len(events)
        return list(self.terminal_game.game_text.narrator.tell_all(events[first:], self.language, self.names, viewer))

    def tell_news(self, viewer: int | None) -> None:
        """Print what happened since ``viewer`` was told last."""
        for line in self.news(viewer):
            self.console.print(Paragraph(line))

    def show_result(self) -> None:
        """Print how the game ended."""
        self.console.print()
        self.console.print(result(self.terminal_game, self.perspective(self.watcher)), highlight=False)
        self.console.print()
        said = self.language.say(N_("The record of the game is in {file}."), file=self.file)
        self.console.print(said, highlight=False, markup=False, soft_wrap=True)

    def how_to_resume(self) -> str:
        """Say where the game is and how to go on, in the same language."""
        template, code = N_("The game is saved. Go on with: malecon resume {file}"), self.language.code
        chosen = "" if code == preferred() else f" --lang {code}"
        return self.language.say(template, file=quoted(self.file) + chosen)


def quoted(file: Path) -> str:
    """Return a path as a shell takes it.

    >>> quoted(Path("a b")), quoted(Path("/tmp/game"))
    ("'a b'", '/tmp/game')
    """
    return shlex.quote(str(file))
