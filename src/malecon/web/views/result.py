"""The result of a finished game, as a page shows it."""

from collections.abc import Iterator, Sequence
from operator import itemgetter

from markupsafe import Markup
from msgspec import Struct

from malecon import games
from malecon.core.i18n import N_, NN_, Language, capital
from malecon.core.plain_text import initials
from malecon.presentation.game_text import GameText
from malecon.presentation.parts import Part
from malecon.presentation.perspective import Perspective, PlayerView
from malecon.tables.outcome import absent_seats, places, points_by_round, winners
from malecon.tables.ratings import RatingChange
from malecon.tables.table import Table
from malecon.web.rendering import TEMPLATES, render
from malecon.web.views.charts import points_chart
from malecon.web.views.table_context import TableContext

POINTS = NN_("{count} point", "{count} points")
POINT_WORDS = NN_("point", "points")
"""The word behind a number of points that stands in larger digits."""


class RankedPlayer(Struct, frozen=True):
    """A player of a finished game: place, seat, name, whether it is the viewer alone, points, what was built.

    ``ties``: why the player is before others with as many points, or shares their place, each with its rule.
    ``left``: that the person resigned or was absent, if that decides the place; else empty.
    ``rating``: its change; ``None`` if the game does not count.
    """

    place: int
    seat: int
    name: str
    own: bool
    points: int
    ties: tuple[str, ...]
    trophies: Markup
    left: str
    rating: RatingChange | None


class Source(Struct, frozen=True):
    """What points come from: its sign, its title, and the points of each player."""

    sign: Markup
    title: str
    points: tuple[int, ...]


class Result(Struct, frozen=True):
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
        initials: of the players, by seat.
        is_rated: whether the result counts for the ranking.
        has_review: whether the game was played to its end, and can be reviewed.
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
    initials: tuple[str, ...]
    is_rated: bool
    has_review: bool
    commitment: str
    key: int
    salt: str


_draw_result = TEMPLATES.drawer("result.html", "result", points_chart=points_chart, POINT_WORDS=POINT_WORDS)


def result_part(context: TableContext) -> Part[Result] | None:
    """Return the result, if the game is over."""
    table, own, perspective, game_text = context.table, context.own, context.perspective, context.game.text
    if table.key_and_salt is None:
        return None
    header, names = table.header, perspective.names
    left = {
        **dict.fromkeys(table.resigned_seats, context.language.say(N_("resigned"))),
        **dict.fromkeys(absent_seats(table), context.language.say(N_("absent at the end"))),
    }
    key, salt = table.key_and_salt
    ranked = sorted(zip(places(table), perspective.view.players, strict=True), key=itemgetter(0))
    sources = tuple(_sources_of(table, [player.seat for _, player in ranked]))
    result = Result(
        page=f"/table/{header.id}",
        game=header.game,
        victory=victory_of(table, perspective),
        ending=_ending(table, perspective, game_text),
        decided="" if left else _decided(sources, [names[player.seat] for _, player in ranked], context.language),
        ranking=tuple(
            RankedPlayer(
                place,
                player.seat,
                names[player.seat],
                own == (player.seat,),
                player.points,
                () if left else tuple(ties(game_text, perspective, player)),
                trophies(header.game, player, perspective),
                left=left.get(player.seat, ""),
                rating=table.rating_changes[player.seat] if table.rating_changes else None,
            )
            for place, player in ranked
        ),
        sources=sources,
        curve=points_by_round(table),
        initials=initials(tuple(names[seat] for seat in range(table.match.seats))),
        is_rated=header.settings.rated,
        has_review=table.match.over and context.game.has_guess,
        commitment=header.commitment,
        key=key,
        salt=salt,
    )
    return Part("result", _draw_result, result)


def _ending(table: Table, perspective: Perspective, game_text: GameText) -> str:
    """Return why the game has ended, in words: the reason with its rule, or who has resigned."""
    if table.match.over:
        rule, reason = game_text.endings[perspective.view.ending]
        return f"{perspective.language.say(reason)} ({rule})"
    return resignations(table, perspective)


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
    return language.say(
        N_("{source}: {best} for {name} and {second} for {other}, a lead of {more}."),
        source=capital(language.say(most.title)),
        best=language.count(POINTS, best),
        name=names[0],
        second=second,
        other=names[1],
        more=best - second,
    )


def victory_of(table: Table, perspective: Perspective) -> str:
    """Return the victory at a table in words; who has resigned wins nothing."""
    if table.match.over:
        return victory_text(perspective, winners(table))
    say, won = perspective.language.say, winners(table)
    if won == (perspective.viewer,):
        return say(N_("You win!"))
    names = perspective.language.listing([perspective.names[seat] for seat in won])
    return say(N_("{names} wins.") if len(won) == 1 else N_("{names} share the victory."), names=names)


def resignations(table: Table, perspective: Perspective) -> str:
    """Return who has resigned, in words; empty if nobody has."""
    say, names = perspective.language.say, perspective.names
    seats = sorted(table.resigned_seats, key=lambda seat: (table.seat_states[seat].resigned_at or 0, seat))
    return " ".join(
        say(N_("You have resigned."))
        if seat == perspective.viewer
        else say(N_("{name} has resigned."), name=names[seat])
        for seat in seats
    )


def victory_text(perspective: Perspective, won: tuple[int, ...] | None = None) -> str:
    """Return the victory in words: who has won, by the rules if not ``won``, and with how many points."""
    say, won = perspective.language.say, perspective.view.winners if won is None else won
    points = perspective.language.count(POINTS, perspective.view.players[won[0]].points)
    if won == (perspective.viewer,):
        return say(N_("You win with {points}!"), points=points)
    template = N_("{names} wins with {points}.") if len(won) == 1 else N_("{names} share the victory with {points}.")
    return say(template, names=perspective.language.listing([perspective.names[seat] for seat in won]), points=points)


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
