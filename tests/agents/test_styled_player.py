"""Computer players with a style: what each prefers among moves about as good, and who has which."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

import malecon
from malecon.agents.agent import Advice
from malecon.agents.levels import STYLED, player_named, without_clock
from malecon.agents.matches import find_agent
from malecon.agents.names import NAMES
from malecon.agents.searcher import Budget, Searcher
from malecon.agents.styled_player import STYLES, StyledPlayer, names_by_style
from malecon.core.errors import UsageError
from malecon.core.match import Match
from malecon.research.envs.policies import find_player
from malecon.tables.commands import CreateTable
from malecon.tables.seat import Occupant, computer_player
from malecon.tables.table_header import DEFAULT_SETTINGS
from tables.sitting import House, in_house

MATCH = malecon.games["havana"].start(seats=2, seed=1)
FOUND = (
    ("end turn", 0.50, 100),
    ("cover mama with pesos thief", 0.49, 30),
    ("cover mama with materials thief", 0.485, 20),
    ("cover siesta with tax collector", 0.47, 90),
)
"""What is found of moves: the share of the victory that is expected, and visits."""


@dataclass(frozen=True, slots=True)
class Judge(Searcher):
    """Has found what it is told."""

    found: tuple[tuple[str, float, int], ...] = FOUND

    def advise(self, match: Match, seat: int, key: int | None = None) -> list[Advice]:
        return [Advice(*each) for each in self.found]


def chosen(style: str, margin: float, tried: float) -> Sequence[str]:
    """Return the moves in the order of a player."""
    player = StyledPlayer("any", Judge("any", Budget(1), {}), style, margin, tried)
    return [each.move for each in player.advise(MATCH, 0, 1)]


@pytest.mark.parametrize(
    ("margin", "tried", "first"),
    [
        (0.02, 0.25, 1),  # the next is preferred no more, the last loses too much
        (0.02, 0.31, 0),
        (0.005, 0.0, 0),
        (0.04, 0.50, 3),
    ],
)
def test_a_move_is_preferred_that_was_tried_and_costs_little(margin: float, tried: float, first: int) -> None:
    moves = [move for move, _, _ in FOUND]

    assert chosen("thief", margin, tried) == [moves[first], *(move for move in moves if move != moves[first])]


def test_of_moves_that_are_preferred_alike_the_best_is_made() -> None:
    assert chosen("builder", 1.0, 0.0)[0] == "end turn"


@pytest.mark.parametrize(("game", "style"), [(game, style) for game, styles in STYLES.items() for style in styles])
def test_each_word_of_a_style_is_in_the_notation_of_a_move(game: str, style: str) -> None:
    notation = malecon.games[game].notation
    moves = [notation.format(action) for action in range(malecon.games[game].actions.count)]

    for word in STYLES[game][style].words:
        assert any(word in move for move in moves), f"no move has {word!r}"


@pytest.mark.parametrize("game", STYLES)
def test_each_style_has_players_and_each_name_one_style(game: str) -> None:
    by_style = names_by_style(game)

    assert len(by_style) == 3
    assert all(by_style.values())
    assert sorted(name for names in by_style.values() for name in names) == sorted(NAMES)


def test_a_level_with_a_style_is_found_by_its_name() -> None:
    assert find_agent("strong:thief") is find_player("strong:thief", "policy") is STYLED["strong:thief"]
    with pytest.raises(
        UsageError, match=r"^agent: is 'strong:theif', but must be one of .*did you mean strong:thief\?$"
    ):
        find_agent("strong:theif")
    with pytest.raises(UsageError, match="strong:lawmaker: has a style that there is not in havana"):
        STYLED["strong:lawmaker"].advise(MATCH, 0, 1)


def test_without_its_clock_a_player_keeps_its_style() -> None:
    timed, untimed = STYLED["strong:thief"], without_clock(STYLED["strong:thief"])

    assert isinstance(timed, StyledPlayer)
    assert isinstance(untimed, StyledPlayer)
    assert untimed == replace(timed, judge=replace(timed.judge, budget=Budget(timed.judge.budget.iterations)))


def test_only_standard_and_strong_have_a_style_and_only_with_one_of_the_names() -> None:
    assert player_named("strong", "Mateo", "cuba") == "strong:lawmaker"
    assert player_named("strong", "Deep Sea", "cuba") == "strong"
    assert [player_named(level, "Mateo", "cuba") for level in ("kind", "easy", "master")] == ["kind", "easy", "master"]
    assert computer_player(Occupant("Mateo", level="strong"), "havana") == "strong:thief"
    assert computer_player(Occupant("Mateo", "person", substitute="strong"), "havana") == "strong"
    assert computer_player(Occupant("Mateo", "person"), "havana") == ""


@in_house
async def test_at_a_table_the_name_decides_how_a_computer_player_moves(house: House) -> None:
    asked, choose = set[str](), house.players.choose

    async def note(match: Match, seat: int, level: str) -> str:
        asked.add(level)
        return await choose(match, seat, level)

    occupants = [Occupant("Mateo", level="standard"), Occupant("Deep Sea", level="standard")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(house.players, "choose", note)
        await house.tables.create(CreateTable("havana", {}, occupants, DEFAULT_SETTINGS))
        await house.rest()

    assert asked == {"standard:thief", "standard"}
