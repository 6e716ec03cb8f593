"""How much a game moves the ratings: by how new the opponents are, how often they were met, and how one-sidedly."""

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete

from malecon.storage.pair_report import unusual_pairs
from malecon.storage.results import recompute
from malecon.storage.schema import RATINGS, TABLES
from malecon.storage.store import Store
from malecon.tables import DAY
from malecon.tables.ratings import (
    ESTABLISHED_GAMES,
    ESTABLISHED_OPPONENTS,
    LOOKED_BACK,
    RECENT,
    Meeting,
    is_one_sided,
    pair_weight,
)
from tables.ladder import MU, Ladder
from tables.membership import new_members


@pytest.fixture
def ladder(store: Store) -> Ladder:
    return Ladder(store)


def test_the_kth_game_of_a_pair_within_a_month_weighs_a_kth() -> None:
    at = 1000 * DAY
    met = [
        Meeting(at - age, 1 if number % 2 else -1) for number, age in enumerate((1, DAY, 29 * DAY, RECENT, 60 * DAY))
    ]

    assert pair_weight([], at) == 1
    assert pair_weight(met, at) == 1 / 4
    assert pair_weight(met, at + RECENT) == 1


def test_a_pair_that_is_one_sided_beyond_chance_weighs_a_tenth_of_that() -> None:
    at = 1000 * DAY
    once_a_month = [Meeting(at - number * RECENT, 1) for number in range(1, 9)]

    assert pair_weight(once_a_month[:7], at) == 1
    assert pair_weight(once_a_month, at) == 0.1
    assert pair_weight([each._replace(lead=-1) for each in once_a_month], at) == 0.1
    assert pair_weight([each._replace(lead=0) for each in once_a_month], at) == 1
    assert pair_weight(once_a_month, at + LOOKED_BACK - 8 * RECENT) == 1, "what is more than a year ago is forgotten"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ahead", "behind", "one_sided"),
    [(0, 0, False), (7, 0, False), (0, 7, False), (8, 0, True), (0, 8, True), (10, 1, False), (11, 1, True),
     (50, 50, False), (64, 36, True), (5000, 5000, False), (5200, 4800, True)],
)  # fmt: skip
def test_one_sided_is_what_chance_brings_less_than_once_in_a_hundred_times(
    ahead: int, behind: int, *, one_sided: bool
) -> None:
    """The values are those of ``scipy.stats.binomtest(ahead, games).pvalue < 0.01``."""
    assert is_one_sided(ahead, behind) is one_sided


def test_farming_a_friend_brings_less_with_each_game(ladder: Ladder) -> None:
    ana, ben = new_members(ladder.store, 2)
    gains = []
    for _ in range(20):
        before = ladder.mu(ana)
        ladder.beat(ana, ben)
        gains.append(ladder.mu(ana) - before)

    assert all(later < earlier for earlier, later in pairwise(gains))
    assert gains[8] < gains[7] / 5, "from the ninth win on it is one-sided"
    assert sum(gains[10:]) < gains[0] / 20


def test_farming_a_level_brings_less_with_each_game(ladder: Ladder) -> None:
    (ana,) = new_members(ladder.store, 1)
    ladder.beat(ana, "easy", times=10)
    after_ten = ladder.mu(ana)
    ladder.beat(ana, "easy", times=30)

    assert ladder.mu(ana) - after_ten < (after_ten - MU) / 20


def test_who_is_established_gains_and_loses_nothing_by_throw_away_accounts(ladder: Ladder) -> None:
    ana, *others = new_members(ladder.store, 1 + ESTABLISHED_OPPONENTS)
    ladder.establish(ana, others)
    before = ladder.mu(ana)
    for throw_away in new_members(ladder.store, 30):
        ladder.beat(ana, throw_away)
        ladder.play((ana, 2), (throw_away, 1))

    assert ladder.mu(ana) == before
    assert next(row.games for row in ladder.stored() if row.who == ana) == ESTABLISHED_GAMES + 60


def test_two_accomplices_at_a_table_of_three_bring_nothing_to_who_is_established(ladder: Ladder) -> None:
    ana, *others = new_members(ladder.store, 1 + ESTABLISHED_OPPONENTS)
    ladder.establish(ana, others)
    before = ladder.mu(ana)
    for _ in range(20):
        one, two = new_members(ladder.store, 2)
        ladder.play((one, 2), (ana, 1), (two, 3))

    assert ladder.mu(ana) == before


def test_who_is_new_is_moved_by_who_is_established_and_not_the_other_way_round(ladder: Ladder) -> None:
    ana, newcomer, *others = new_members(ladder.store, 2 + ESTABLISHED_OPPONENTS)
    ladder.establish(ana, others)
    before = ladder.mu(ana)
    ladder.beat(newcomer, ana)

    assert ladder.mu(ana) == before
    assert ladder.mu(newcomer) > MU


def test_games_and_different_opponents_make_somebody_established(ladder: Ladder) -> None:
    ana, *others = new_members(ladder.store, 5)
    ladder.beat(ana, others[0], times=ESTABLISHED_GAMES)
    ladder.beat(ana, "easy")
    ladder.play((ana, 1), ("easy", 2), ("easy", 3))

    def counted() -> tuple[int, int]:
        return next((row.games, row.opponents) for row in ladder.stored() if row.who == ana)

    assert counted() == (ESTABLISHED_GAMES + 2, 2), "a level is one opponent, however many seats it has"
    ladder.play((ana, 1), (others[1], 2), (others[2], 3))
    assert counted() == (ESTABLISHED_GAMES + 3, 4)


def test_who_was_absent_at_the_end_is_behind_all_others(ladder: Ladder) -> None:
    ana, ben, eva = new_members(ladder.store, 3)
    ladder.play((ana, 1), (ben, 2), (eva, 3), absent=[ana])

    assert ladder.mu(ben) > ladder.mu(eva) > ladder.mu(ana)


def test_games_that_do_not_count_are_no_meetings(ladder: Ladder) -> None:
    ana, ben = new_members(ladder.store, 2)
    for _ in range(9):
        ladder.play((ana, 1), (ben, 2), rated=False)
    ladder.beat(ana, ben)
    first = ladder.mu(ana)

    fresh, other = new_members(ladder.store, 2)
    ladder.beat(fresh, other)
    assert ladder.mu(fresh) == first


GAMES = st.lists(
    st.tuples(
        st.permutations(range(6)),  # the first five are people, the last is a level
        st.integers(2, 4),
        st.lists(st.integers(1, 4), min_size=4, max_size=4),
        st.sampled_from([None, 0, 1]),
        st.sampled_from([1, DAY, 20 * DAY, 200 * DAY]),
        st.sampled_from([True, True, True, False]),
    ),
    min_size=1,
    max_size=25,
)


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(games=GAMES)
def test_all_ratings_can_be_computed_again_to_the_last_bit(store: Store, games: Any) -> None:
    with store.writing() as connection:  # what was played before
        connection.execute(delete(TABLES))
        connection.execute(delete(RATINGS))
    ladder, people = Ladder(store), [*new_members(store, 5), "easy"]
    for order, seats, places, absent, after, rated in games:
        who = [people[number] for number in order[:seats]]
        away = [] if absent is None or len(who[absent]) <= 10 else [who[absent]]
        ladder.play(*zip(who, places, strict=False), absent=away, after=after, rated=rated)
    before = ladder.stored()

    with store.writing() as connection:
        assert recompute(connection) == sum(game[-1] for game in games)
    assert ladder.stored() == before


def test_the_host_is_told_of_pairs_that_are_one_sided_or_play_hardly_others(ladder: Ladder) -> None:
    rng = random.Random(5)
    farmer, farm, friend, mate, *others = new_members(ladder.store, 8)
    ladder.beat(farmer, farm, times=8)
    for number in range(ESTABLISHED_GAMES):
        ladder.beat(*((friend, mate) if number % 2 else (mate, friend)))
    for _ in range(30):
        one, another = rng.sample(others, 2)
        ladder.beat(one, another)
    for _ in range(40):
        ladder.beat(others[0], "easy")

    found = unusual_pairs(ladder.store, ladder.at, most=50)

    assert [(set(each.persons), each.games, each.is_one_sided, each.is_exclusive) for each in found] == [
        ({friend, mate}, 10, False, True),
        ({farmer, farm}, 8, True, False),
    ]
    assert (found[1].persons, found[1].ahead, found[1].behind, found[1].share) == ((farmer, farm), 8, 0, 1.0)
    assert found[1].names == ("Member 0", "Member 1")
    assert unusual_pairs(ladder.store, ladder.at, most=1) == found[:1]
    assert unusual_pairs(ladder.store, ladder.at + LOOKED_BACK, most=50) == []
