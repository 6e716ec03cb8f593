"""The result of a finished game, as a page shows it."""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

from markupsafe import Markup

from malecon import games
from malecon.core.i18n import N_, NN_, Language
from malecon.presentation.game_text import GameText, capital
from malecon.presentation.parts import Part
from malecon.presentation.perspective import Perspective, PlayerView
from malecon.tables.table import Table
from malecon.web.rendering import TEMPLATES, render
from malecon.web.views.charts import points_chart
from malecon.web.views.table_context import TableContext

POINTS = NN_("{count} point", "{count} points")


class RankedPlayer(NamedTuple):
    """A player of a finished game: place, seat, name, whether it is the viewer alone, points, what was built.

    ``ties``: why the player is before others with as many points, or shares their place, each with its rule.
    """

    place: int
    seat: int
    name: str
    own: bool
    points: int
    ties: tuple[str, ...]
    trophies: Markup


class Source(NamedTuple):
    """What points come from: its sign, its title, and the points of each player."""

    sign: Markup
    title: str
    points: tuple[int, ...]


class Result(NamedTuple):
    """The result of a game.

    Attributes:
        page: address of the table.
        game: its name.
        victory: who has won, in words.
        ending: why the game has ended, with the rule.
        decided: the source that sets the best player furthest ahead of the next one, in words; empty if none does.
        ranking: the players, the best first.
        sources: what points come from, without what nobody has points from; points in the order of the ranking.
        curve: the points of each seat when the set-up and each round had ended.
        sits: whether the viewer has played.
        is_asked: whether the viewer has played, and may want turns to be confirmed automatically from now on.
        is_rated: whether the result counts for the ranking.
        commitment, key, salt: of the shuffle.
    """

    page: str
    game: str
    victory: str
    ending: str
    decided: str
    ranking: tuple[RankedPlayer, ...]
    sources: tuple[Source, ...]
    curve: tuple[tuple[int, ...], ...]
    sits: bool
    is_asked: bool
    is_rated: bool
    commitment: str
    key: int
    salt: str


_draw_result = TEMPLATES.drawer("result.html", "result", points_chart=points_chart)


def result_part(context: TableContext) -> Part[Result] | None:
    """Return the result, if the game is over."""
    table, own, perspective, game_text = context.table, context.own, context.perspective, context.game.text
    if table.key_and_salt is None:
        return None
    header, person, names = table.header, context.visitor.person, perspective.names
    key, salt = table.key_and_salt
    rule, reason = game_text.endings[perspective.view.ending]
    ranked = ranking(game_text, perspective)
    sources = tuple(_sources_of(table, [player.seat for _, player in ranked]))
    result = Result(
        page=f"/table/{header.id}",
        game=header.game,
        victory=victory_text(perspective),
        ending=f"{context.language.say(reason)} ({rule})",
        decided=_decided(sources, [names[player.seat] for _, player in ranked], context.language),
        ranking=tuple(
            RankedPlayer(
                place,
                player.seat,
                names[player.seat],
                own == (player.seat,),
                player.points,
                tuple(ties(game_text, perspective, player)),
                trophies(header.game, player, perspective),
            )
            for place, player in ranked
        ),
        sources=sources,
        curve=table.match.points_by_round,
        sits=bool(own),
        is_asked=bool(own) and (person is None or not person.quick),
        is_rated=header.settings.rated,
        commitment=header.commitment,
        key=key,
        salt=salt,
    )
    return Part("result", _draw_result, result)


def _sources_of(table: Table, seats: Sequence[int]) -> Iterator[Source]:
    """Yield the sources of the points of a game; ``seats`` are the players, the best first."""
    game = games[table.header.game]
    for title, points in game.text.sources(table.match.events, table.header.seats).items():
        if any(points):
            yield Source(game.page.signs.get(title, Markup()), title, tuple(points[seat] for seat in seats))


def _decided(sources: Sequence[Source], names: Sequence[str], language: Language) -> str:
    """Return the source that sets the best player furthest ahead of the next one, in words; empty if none does."""
    most = max(sources, key=lambda source: source.points[0] - source.points[1], default=None)
    if most is None or most.points[0] <= most.points[1]:
        return ""
    best, second, *_ = most.points
    facts = {"name": names[0], "best": best, "other": names[1], "second": second}
    return language.say(
        N_("{source}: {name} {best}, {other} {second}."), source=capital(language.say(most.title)), **facts
    )


def victory_text(perspective: Perspective) -> str:
    """Return the victory in words: who has won, and with how many points."""
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


def ties(game_text: GameText, perspective: Perspective, player: PlayerView) -> Iterator[str]:
    """Yield why a player shares the place with others, and is before the next ones with as many points."""
    ranked = ranking(game_text, perspective)
    own = next(place for place, each in ranked if each is player)
    equal = [(place, each) for place, each in ranked if each.points == player.points and place >= own]
    for reached in sorted({place for place, _ in equal})[:2]:
        others = [each for place, each in equal if place == reached and each is not player]
        if others:
            yield game_text.tied(player, others, perspective)


def trophies(game: str, player: PlayerView, perspective: Perspective) -> Markup:
    """Return pictures of what a player of a view has built or bought, and of what else the player has."""
    page = games[game].page
    houses, more = page.houses(player, perspective), page.belongings(player, perspective)
    return render("trophies.html", perspective.language, houses=houses, more=more)
