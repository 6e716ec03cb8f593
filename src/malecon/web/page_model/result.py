"""The result of a game as its page shows it: winners, places, points by source, and what decided a tie."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter

from markupsafe import Markup

from malecon import games
from malecon.core.i18n import N_, NN_
from malecon.presentation.game_text import GameText
from malecon.presentation.perspective import Perspective, PlayerView
from malecon.tables.table import Table
from malecon.web.rendering import render

POINTS = NN_("{count} point", "{count} points")


@dataclass(frozen=True, slots=True, eq=False)
class GameResult:
    """The view model of a result.

    Attributes:
        table: the table, whose game is over.
        game_text: its game in words.
        perspective: the last position as the viewer may know it.
    """

    table: Table
    game_text: GameText
    perspective: Perspective

    @property
    def ranking(self) -> list[tuple[int, PlayerView]]:
        """The players with their places, the best first."""
        return ranking(self.game_text, self.perspective)

    @property
    def sources(self) -> Mapping[str, Sequence[int]]:
        """By what points come from, how many each seat has of it; what nobody has points from is left out."""
        found = self.game_text.sources(self.table.match.events, self.table.header.seats)
        return {title: points for title, points in found.items() if any(points)}

    @property
    def ending(self) -> str:
        """Why the game has ended, with the rule."""
        rule, reason = self.game_text.endings[self.perspective.view.ending]
        return f"{self.perspective.language.say(reason)} ({rule})"

    @property
    def tie(self) -> str:
        """The tie-break that decided between equal points at the top; empty if none did."""
        return tie_break(self.game_text, self.perspective)

    @property
    def trophies(self) -> Mapping[int, Markup]:
        """By seat, pictures of what a player has built or bought."""
        return {
            player.seat: trophies(self.table.header.game, player, self.perspective)
            for player in self.perspective.view.players
        }

    def sign(self, source: str) -> Markup:
        """Return the picture of what points come from."""
        return games[self.table.header.game].page.signs.get(source, Markup())


def victory_text(perspective: Perspective) -> str:
    """Return who has won, and with how many points."""
    say, winners = perspective.language.say, perspective.view.winners
    points = perspective.language.count(POINTS, perspective.view.players[winners[0]].points)
    if winners == (perspective.viewer,):
        return say(N_("You win with {points}!"), points=points)
    template = (
        N_("{names} wins with {points}.") if len(winners) == 1 else N_("{names} share the victory with {points}.")
    )
    return say(
        template, names=perspective.language.listing([perspective.names[seat] for seat in winners]), points=points
    )


def ranking(game_text: GameText, perspective: Perspective) -> list[tuple[int, PlayerView]]:
    """Return the players with their places, the best first; equal ones have the same place."""
    return sorted(zip(game_text.places(perspective.view), perspective.view.players, strict=True), key=itemgetter(0))


def tie_break(game_text: GameText, perspective: Perspective) -> str:
    """Return the tie-break that decided between equal points at the top, with the rule; empty if none did."""
    (_, best), (place, second), *_ = ranking(game_text, perspective)
    rule, reason = game_text.tie
    is_decided = best.points == second.points and place == 2
    return f"{perspective.language.say(reason)} ({rule})" if is_decided else ""


def trophies(game: str, player: PlayerView, perspective: Perspective) -> Markup:
    """Return pictures of what a player of a view has built or bought, and of what else the player has."""
    page = games[game].page
    houses, more = page.houses(player, perspective), page.belongings(player, perspective)
    return render("trophies.html", perspective.language, houses=houses, more=more)
