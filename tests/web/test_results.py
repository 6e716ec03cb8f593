"""How a game ended is said to people."""

from pathlib import Path

import pytest

import malecon
from malecon.core.i18n import Language, load
from malecon.presentation.perspective import Perspective
from malecon.web.views.result import ranking, ties, trophies, victory_text
from web.visiting import Site

GOLDEN = Path(__file__).parent.parent / "golden"
BY_PESOS, SHARED, HAVANA = (
    "cuba/5-seats-won-by-pesos", "cuba/3-seats-shared-victory", "havana/no-purchase-and-no-cube",
)  # fmt: skip
CUBA, HAVANA_TEXT = malecon.games["cuba"].text, malecon.games["havana"].text
NAMES = dict(enumerate(("Ana", "Ben", "Carla", "Dora", "Eva")))


def ended(record: str, viewer: int | None = None, language: Language | None = None) -> Perspective:
    match = malecon.replay((GOLDEN / f"{record}.game").read_text("utf-8"))
    return Perspective.of(match, viewer, language or Language(), NAMES)


@pytest.mark.parametrize(
    ("record", "said", "places"),
    [
        (BY_PESOS, "Ana wins with 39 points.", [1, 2, 2, 4, 5]),
        (SHARED, "Ana and Carla share the victory with 35 points.", [1, 1, 3]),
        (HAVANA, "Ana and Carla share the victory with 19 points.", [1, 1, 3]),
    ],
)
def test_who_has_won_is_said_with_the_points(record: str, said: str, places: list[int]) -> None:
    perspective = ended(record)

    assert victory_text(perspective) == said
    assert [place for place, _ in ranking(malecon.games[record.partition("/")[0]].text, perspective)] == places


def test_who_wins_is_told_so() -> None:
    assert victory_text(ended(BY_PESOS, viewer=0)) == "You win with 39 points!"
    assert victory_text(ended(BY_PESOS, viewer=1)) == "Ana wins with 39 points."


def ties_of(record: str, language: Language | None = None) -> list[list[str]]:
    text, perspective = malecon.games[record.partition("/")[0]].text, ended(record, language=language)
    return [[*ties(text, perspective, player)] for _, player in ranking(text, perspective)]


def test_what_decides_between_equal_points_is_said_of_every_place() -> None:
    before = "Before Ben and Carla by pesos: 3 to 0. (CUB-9.2)"
    shares = "Shares the place with {}: points and pesos are equal. (CUB-9.2)".format
    assert ties_of(BY_PESOS) == [[before], [shares("Carla")], [shares("Ben")], [], []]
    assert ties_of(BY_PESOS, load("fr"))[0][0].startswith("Devant Ben et Carla grâce aux pesos\xa0: ")
    assert ties_of(SHARED) == [[shares("Carla")], [shares("Ana")], []]
    assert ties_of(HAVANA)[0] == ["Shares the place with Carla: the points are equal. (HAV-7.4)"]
    assert ties_of(HAVANA)[2] == []


def test_everybody_has_a_picture_of_each_building() -> None:
    for record in (BY_PESOS, HAVANA):
        game, perspective = record.partition("/")[0], ended(record)
        for player in perspective.view.players:
            count = len(player.tiles) if game == "havana" else int(CUBA.columns["buildings"](player))
            assert trophies(game, player, perspective).count("<li") == count


def test_every_source_of_points_has_its_sign() -> None:
    sources = CUBA.sources(malecon.replay((GOLDEN / f"{BY_PESOS}.game").read_text("utf-8")).events, 5)

    signs = malecon.games["cuba"].page.signs

    assert len({signs[source] for source in sources if source in signs}) >= len(sources) - 1


def test_the_page_names_winner_reason_and_what_can_be_done_next(site: Site) -> None:
    ana = site.somebody(name="Ana")
    table = site.open(ana, ana)
    site.finish(table)
    page = ana.get(table).text
    perspective = Perspective.of(site.look(table).match, None, Language(), {0: "Player 1", 1: "Player 2"})

    assert f"<h2>{victory_text(perspective)}</h2>" in page
    assert '(<a href="/rules/havana#HAV-7' in page
    assert f'href="{table}/replay">' in page
    assert f'<form method="post" action="{table}/again">' in page


def test_the_same_people_play_the_same_game_again(site: Site) -> None:
    ana, ben = site.somebody(), site.somebody()
    table = site.open(ana, ana)
    site.finish(table)

    assert ben.post(f"{table}/again").status_code == 403
    answer = ana.post(f"{table}/again")

    assert answer.status_code == 303
    before, after = site.look(table), site.look(answer.headers["location"])
    assert after.occupants == before.occupants
    assert after.header.option_values == before.header.option_values
    assert after.move_count == 0
    assert after.header.id != before.header.id


def test_friends_who_both_play_again_meet_at_one_table(site: Site) -> None:
    ana, ben = site.somebody(), site.somebody()
    table = site.open(ana, ben)
    site.finish(table)
    assert ana.post(f"{table}/again").headers["location"] == table, "Ben is asked first"
    assert "wants to play again" in ben.get(table).text
    first = ben.post(f"{table}/again", {"verb": "accept"}).headers["location"]

    assert first != table
    assert f'data-begun="{first}"' in ana.get(table).text
    assert ana.post(f"{table}/again").headers["location"] == first


def test_who_only_watched_is_offered_a_new_game(site: Site) -> None:
    ana, ben = site.somebody(), site.somebody()
    table = site.open(ana, ana)
    site.finish(table)

    assert '<a class="primary" href="/new/havana">' in ben.get(table).text
