"""The games that can be played."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from malecon import games
from malecon.agents import levels_of
from malecon.core.game import Game
from malecon.core.options import Kind
from malecon.web.api.schema import EXAMPLE
from malecon.web.dependencies import InjectedVisitor
from malecon.web.http.sender import Visitor

KindSeen = Literal["choice", "flag", "seats", "file"]
KINDS: dict[Kind, KindSeen] = {
    Kind.CHOICE: "choice",
    Kind.FLAG: "flag",
    Kind.SEATS: "seats",
    Kind.FILE: "file",
}


class Variant(Struct, frozen=True):
    """Something that can be chosen for a game."""

    name: Annotated[str, Meta(description="In `options` of a new table.", examples=["edition"])]
    help: Annotated[str, Meta(description="What it is, with the sentence of the rules.")]
    kind: Annotated[
        KindSeen,
        Meta(description="A word, true or false, all seats in an order, or a list of an owner's data."),
    ]
    choices: Annotated[tuple[str, ...], Meta(description="The words, the default first.")]


class GameSeen(Struct, frozen=True):
    """A game that can be played."""

    name: Annotated[str, Meta(description="In requests.", examples=[EXAMPLE])]
    title: Annotated[str, Meta(description="What it is called.", examples=[EXAMPLE.capitalize()])]
    rules: Annotated[int, Meta(description="Version of the rules.")]
    seats: Annotated[tuple[int, ...], Meta(description="How many can play.", examples=[[2, 3, 4]])]
    options: Annotated[tuple[Variant, ...], Meta(description="What else can be chosen.")]
    levels: Annotated[tuple[str, ...], Meta(description="Of computer players, the weakest first.")]


async def all_games(visitor: InjectedVisitor) -> list[GameSeen]:
    """Return the games that can be played, with their variants and the levels of computer players."""
    return [_game_seen(game, visitor) for game in games.values()]


def _game_seen(game: Game, visitor: Visitor) -> GameSeen:
    """Return a game as a program needs it."""
    say = visitor.language.say
    variants = [Variant(each.name, say(each.help), KINDS[each.kind], each.choices) for each in game.options]
    title = say(games[game.name].text.title)
    return GameSeen(game.name, title, game.version, tuple(game.seats), tuple(variants), levels_of(game))
