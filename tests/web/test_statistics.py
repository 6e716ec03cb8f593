"""The ranking of a game, somebody's own statistics, and both as files."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import delete, update

import malecon
from malecon.core.i18n import load
from malecon.games.havana.text.words import house_title
from malecon.services.player_statistics import by_rival, by_seats, tally
from malecon.services.proposed_level import ProposedLevel, proposed_level
from malecon.storage.change_writers import CHANGE_WRITERS
from malecon.storage.finished_games import FinishedGame, FinishedGames, Rival
from malecon.storage.ranking import Rankings
from malecon.storage.results import replace_person
from malecon.storage.schema import PEOPLE, TABLES
from malecon.storage.store import Store
from malecon.tables import TableSettings
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from malecon.web.pages.statistics import favourites
from malecon.web.views.charts import plot, ticks_for
from malecon.web.views.texts import LEVEL_SENTENCES, name_of_player
from tables.finishing import RATED, ended, last_move_missing
from waiting import finish
from web.visiting import Reading, Site, Visitor, visiting

each_game = pytest.mark.parametrize("game", malecon.games)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site of its own: nobody else has a rating there."""
    with visiting(tmp_path_factory.mktemp("club")) as site:
        yield site


@pytest.fixture(scope="module")
def people(club: Site) -> dict[str, Visitor]:
    """Ana with her games, Ben and Carla, and somebody who has gone since."""
    people = {name: club.member(name=name) for name in ("Ana", "Ben", "=Carla", "Gone")}
    ana, ben, carla, gone = (visitor.id for visitor in people.values())
    played(club, [ana, ben])
    played(club, [ben, "easy", ana])
    played(club, [ana, ana, ben], terms=TableSettings())
    played(club, [ana, carla, gone], game="cuba")
    played(club, [ana, "easy"], terms=TableSettings())
    played(club, [ana, ben], terms=TableSettings(origin=new_id()))
    store = store_of(club)
    with store.writing() as connection:
        replace_person(connection, gone, new_id())
        connection.execute(delete(PEOPLE).where(PEOPLE.c.id == gone))
    return people


def store_of(site: Site) -> Store:
    store: Store = site.client.app.state.services.store
    return store


def played(site: Site, who: list[str], terms: TableSettings = RATED, game: str = "havana") -> Table:
    table = last_move_missing(who, terms, game)
    store_of(site).create(table, CHANGE_WRITERS)
    return store_of(site).save(table, ended(table), CHANGE_WRITERS)


def finished(points: int, place: int, *rivals: tuple[str, int], seats: int = 2) -> FinishedGame:
    others = tuple(Rival(name, name, "", 0, place) for name, place in rivals)
    return FinishedGame(new_id(), "havana", seats, 0, points, place, True, 0, others)


def rows(text: str) -> list[str]:
    """Return the rows of the tables of a page as plain text."""
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in re.findall(r"<tr.*?</tr>", text, re.DOTALL)]


def test_the_ranking_has_people_and_levels_in_order(club: Site, people: dict[str, Visitor]) -> None:
    page = people["Ana"].get("/ranking/havana").text
    ranked = finish(Rankings(store_of(club)).ranking("havana"))

    assert Reading(page).wrong == []
    assert {name_of_player(each, load("en")) for each in ranked} == {"Ana", "Ben", "Computer: Easy"}
    assert [each.displayed_rating for each in ranked] == sorted(
        (each.displayed_rating for each in ranked), reverse=True
    )
    assert rows(page)[1:] == [
        f"– no place yet {name_of_player(each, load('en'))}{' you' * (each.name == 'Ana')}"
        f" {each.displayed_rating} ? provisional {each.standing.games}"
        for each in ranked
    ]


def test_a_game_that_counted_leads_to_the_ranking(tmp_path: Path) -> None:
    with visiting(tmp_path) as site:
        ana = site.member(name="Ana")
        counted, friendly = (played(site, [ana.id, "easy"], terms) for terms in (RATED, TableSettings()))

        assert '<a href="/ranking/havana">' in ana.get(f"/table/{counted.header.id}").text
        assert 'href="/ranking/' not in ana.get(f"/table/{friendly.header.id}").text


def test_who_has_gone_is_somebody(club: Site, people: dict[str, Visitor]) -> None:
    shown = [people["Ana"].get(path).text for path in ("/statistics", "/statistics/csv")]
    ranking = people["Ana"].get("/ranking/cuba").text

    assert all("Somebody" in page and "Gone" not in page for page in shown)
    assert "=Carla" in ranking
    assert "Somebody" not in ranking.split("<h2>")[0], "who is gone has no place"


def test_a_place_is_had_after_enough_games_against_enough_others(club: Site) -> None:
    dora, *others = (club.member(name=name) for name in ("Dora", "Emil", "Fe", "Gil", "Hana"))
    met = [others[0]] * 7 + others[1:]

    def shown() -> list[str]:
        return [row for row in rows(others[0].get("/ranking/cuba").text) if "Dora" in row]

    for other in met:
        assert all("?" in row and "provisional" in row and "no place yet" in row for row in shown())
        played(club, [dora.id, other.id], game="cuba")

    assert len(met) == 10
    assert len(shown()) == 1
    assert re.fullmatch(r"1 Dora \d+ 10", shown()[0]), "the only one who is established is the first"
    table = msgspec.json.decode(dora.get("/ranking/cuba/json").content)["ranking"]
    assert [(each["name"], each["place"], each["provisional"]) for each in table][:2][0] == ("Dora", 1, False)
    assert {each["place"] for each in table[1:]} == {None}


@each_game
def test_nobody_needs_to_be_known_to_look(club: Site, people: dict[str, Visitor], game: str) -> None:
    for path in (f"/ranking/{game}", f"/ranking/{game}/json", f"/ranking/{game}/csv", "/statistics"):
        answer = club.stranger().get(path)

        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers
        assert not any(visitor.id in answer.text for visitor in people.values()), "an id is shown to nobody"
    assert club.stranger().get(f"/ranking/{game}/xml").status_code == 404
    assert club.stranger().get("/ranking/chess").status_code == 404
    assert "Nothing yet" in club.stranger().get("/statistics").text


def test_games_are_told_by_how_many_played(club: Site, people: dict[str, Visitor]) -> None:
    page = people["Ana"].get("/statistics").text
    mine = finish(FinishedGames(store_of(club)).games_of(people["Ana"].id))
    havana = [game for game in mine if game.game == "havana"]

    assert Reading(page).wrong == []
    assert [game.seats for game in havana] == [2, 3, 2], "several seats and known deals are left out"
    assert [game.rated for game in havana] == [True, True, False]
    tallies = by_seats(havana)
    for seats, each in tallies.items():
        assert f"{seats} {each.games} {each.victories} {each.place:.1f} {each.points:.1f} {each.most}" in rows(page)
    assert "Computer: Easy 2" in " ".join(rows(page))
    assert '<svg viewBox="0 0 300 150"' in page
    assert [page.count(title) for title in ("Favourite houses", "Favourite buildings")] == [1, 1]


def test_what_games_have_in_common_is_reckoned() -> None:
    games = [finished(20, 1, ("ben", 2)), finished(25, 2, ("ben", 1)), finished(18, 1, ("ben", 1), ("eva", 3), seats=3)]

    assert by_seats(games)[2].points == 22.5
    assert (tally(games).games, tally(games).victories, tally(games).most) == (3, 2, 25)
    ben, eva = by_rival(games)
    assert (ben.rival.name, ben.games, ben.ahead, ben.behind) == ("ben", 3, 1, 1)
    assert (eva.rival.name, eva.games, eva.ahead, eva.behind) == ("eva", 1, 1, 0)


def test_favourite_buildings_are_those_that_were_built(club: Site, people: dict[str, Visitor]) -> None:
    ana = people["Ana"].id
    games = [game for game in finish(FinishedGames(store_of(club)).games_of(ana)) if game.game == "havana"]
    tiles = [store_of(club).load(game.table_id).match.seen_by(None).players[game.seat].tiles for game in games]
    bought = Counter(tile for each in tiles for tile in each)

    found = favourites(store_of(club), games, "en")

    assert [each.times for each in found] == [times for _, times in bought.most_common(12)]
    times = {house_title(tile, load("en")): times for tile, times in bought.items()}
    assert all(times[each.words.split(",")[0]] == each.times for each in found)
    assert all("<svg" in each.house for each in found)


def test_a_game_whose_rules_are_gone_is_passed_over(club: Site) -> None:
    finn = club.member(name="Finn")
    table = played(club, [finn.id, "easy"])
    games = finish(FinishedGames(store_of(club)).games_of(finn.id))
    with store_of(club).writing() as connection:
        connection.execute(update(TABLES).where(TABLES.c.id == table.header.id).values(rules=99))

    assert favourites(store_of(club), games, "en") == []
    assert finn.get("/statistics").status_code == 200


def test_everything_can_be_taken_along(club: Site, people: dict[str, Visitor]) -> None:
    ana = people["Ana"]
    everything, lines = (ana.get(f"/statistics/{form}") for form in ("json", "csv"))
    read = msgspec.json.decode(everything.text)
    table = list(csv.DictReader(io.StringIO(lines.text)))

    assert everything.headers["content-disposition"] == 'attachment; filename="malecon-statistics.json"'
    assert lines.headers["content-type"] == "text/csv; charset=utf-8"
    assert len(read["games"]) == len(table) == 4
    assert [(row["game"], row["seats"], row["rated"]) for row in table][2] == ("cuba", "3", "True")
    assert [game["points"] for game in read["games"]] == [int(row["points"]) for row in table]
    assert read["summaries"]["havana"]["all"]["games"] == 3
    assert {rival["name"] for rival in read["rivals"]} == {"Ben", "=Carla", "Somebody", "Computer: Easy"}


def test_the_ranking_can_be_taken_along_and_is_no_formula(club: Site, people: dict[str, Visitor]) -> None:
    stranger = club.stranger()
    read = msgspec.json.decode(stranger.get("/ranking/cuba/json").text)
    table = list(csv.DictReader(io.StringIO(stranger.get("/ranking/cuba/csv").text)))

    assert {each["name"] for each in read["ranking"]} >= {"Ana", "=Carla"}
    assert {row["name"] for row in table} >= {"Ana", "'=Carla"}
    assert [float(row["mu"]) for row in table] == [each["mu"] for each in read["ranking"]]


def test_names_are_what_people_call_themselves_now(tmp_path: Path) -> None:
    with visiting(tmp_path) as site:
        ana, ben = site.member(name="Ana"), site.member(name="Ben")
        nameless = site.somebody()
        played(site, [ana.id, ben.id])
        played(site, [ana.id, ben.id, nameless.id], TableSettings())
        ben.post("/settings", {"name": "Benjamin"})

        assert "Benjamin" in ana.get("/statistics").text
        assert "Benjamin" in ana.get("/ranking/havana").text
        assert "Player 2" in ana.get("/statistics").text, "who was never named is called as at the table"


@pytest.mark.parametrize(("low", "high"), [(0, 0), (-3, 2), (13, 28), (0, 99), (1, 480)])
def test_a_plot_has_round_numbers_around_all_values(low: int, high: int) -> None:
    ticks = ticks_for(low, high)

    assert ticks[0] <= low <= high <= ticks[-1]
    assert 2 <= len(ticks) <= 6


@pytest.mark.parametrize("count", [1, 2, 300])
def test_a_plot_stays_within_its_frame(count: int) -> None:
    drawn = plot([10 + number % 20 for number in range(count)], [number % 2 == 0 for number in range(count)])

    assert all(0 <= float(x) <= 300 for x in re.findall(r"M([\d.]+) ", drawn))
    assert "style=" not in drawn


def against(level: str, place: int) -> FinishedGame:
    """Return a game that was finished at a place against two computer players of a level."""
    rivals = tuple(Rival(level, "", level, 0, 2) for _ in range(2))
    return FinishedGame(new_id(), "havana", 3, 0, 10, place, False, 0, rivals)


PROPOSED = "kind", "easy", "standard", "strong", "master"


@pytest.mark.parametrize(
    ("played", "level", "beaten"),
    [
        ([], "kind", ""),
        ([("kind", 1), ("kind", 1)], "easy", "kind"),
        ([("easy", 1)], "easy", ""),
        ([("easy", 1), ("easy", 3), ("easy", 1)], "standard", "easy"),
        ([("easy", 1), ("easy", 1), ("standard", 2)], "standard", ""),
        ([("standard", 1), ("standard", 1), ("easy", 2)], "easy", ""),
        ([("master", 1), ("master", 1)], "master", ""),
        ([("random", 1), ("random", 1)], "kind", ""),
    ],
)
def test_after_two_wins_the_next_level_is_proposed(played: list[tuple[str, int]], level: str, beaten: str) -> None:
    assert proposed_level([against(*each) for each in played], PROPOSED) == ProposedLevel(level, beaten)
    people = finished(20, 1, ("ben", 2))
    assert proposed_level([against(*each) for each in played] + [people], PROPOSED) == ProposedLevel(level, beaten)


@each_game
def test_the_start_page_proposes_a_level_and_says_how_it_plays(club: Site, game: str) -> None:
    winner = club.somebody(name="Win")
    before = winner.get("/").text
    for _ in range(2):
        played(club, [winner.id, "easy"], terms=TableSettings(), game=game)
    won = finish(FinishedGames(store_of(club)).games_of(winner.id))
    after, form = winner.get("/").text, winner.get(f"/new/{game}").text

    assert LEVEL_SENTENCES["kind"] in before
    assert {level for level, sentence in LEVEL_SENTENCES.items() if sentence in form} == {*PROPOSED}
    assert ("You have won twice against Easy." in after) is all(each.won for each in won)
