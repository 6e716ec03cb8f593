"""A match that is being played at a terminal: its players, its file, its screen, and its result."""

import shlex
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from malecon import games
from malecon.core.i18n import N_, Language, preferred
from malecon.core.match import Match
from malecon.core.rules_text import rule_text
from malecon.presentation.playable_game import Perspective
from malecon.presentation.terminal_game import TerminalGame
from malecon.presentation.text_layout import Paragraph
from malecon.terminal import saves
from malecon.terminal.computer_players import choose_move
from malecon.terminal.players import Player, name_lines


@dataclass
class MatchSession:
    """A match that is being played; ``interactive_session`` and ``pipe_session`` read the moves of the people.

    Attributes:
        match: the match.
        players: all players, by seat.
        language: of the screen.
        console: the screen.
        file: in which the match is saved after every move.
        printed_counts: by viewer, the number of events that were printed for this viewer.
    """

    match: Match
    players: Mapping[int, Player]
    language: Language
    console: Console
    file: Path
    printed_counts: dict[int | None, int] = field(default_factory=dict)

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
        """Save the match."""
        saves.write(self.match, self.file, self.language)

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
        choose = partial(choose_move, self.match, seat, self.players[seat].kind)
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
        self.console.print(said, highlight=False, markup=False, soft_wrap=True)

    def resume_hint(self) -> str:
        """Return a sentence with the command that goes on with the match, in the same language."""
        template, code = N_("The game is saved. Go on with: malecon resume {file}"), self.language.code
        chosen = "" if code == preferred() else f" --lang {code}"
        return self.language.say(template, file=_shell_path(self.file) + chosen)


def _shell_path(file: Path) -> str:
    """Return a path as it is written in a shell.

    >>> _shell_path(Path("a b")), _shell_path(Path("/tmp/game"))
    ("'a b'", '/tmp/game')
    """
    return shlex.quote(str(file))


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
