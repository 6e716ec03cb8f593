"""The menus: everything legal can be chosen, by number and in words, in every language."""

import random
from collections.abc import Iterator

import pytest

import malecon
from malecon.core.errors import IllegalMove
from malecon.core.language import languages, load
from malecon.core.match import Match
from malecon.core.narration import Names
from malecon.terminal.havana import DESK
from malecon.terminal.havana.marks import can_afford
from malecon.terminal.menu import Group, Menu
from malecon.terminal.scene import Scene

NAMES: Names = {0: "Ana", 1: "Ben", 2: "Carla", 3: "Diego"}


def decisions(games: int = 3) -> Iterator[tuple[Match, int]]:
    """Yield matches at every decision of some random games; all kinds of questions come up in them."""
    for seed in range(games):
        match = malecon.games["havana"].start(seats=2 + seed % 3, seed=seed)
        chance = random.Random(seed)
        while not match.over:
            seat = match.to_move[-1]
            yield match, seat
            match.play(seat, chance.choice(match.legal(seat)))


@pytest.mark.parametrize("code", languages())
def test_every_legal_move_is_found_by_its_numbers_and_in_words(code: str) -> None:
    language = load(code)
    for match, seat in decisions():
        scene = Scene.of(match, seat, language, NAMES)
        choices = DESK.menu(scene, match.legal(seat))

        assert set(choices.choices.values()) == set(match.legal(seat))
        assert DESK.status(scene).endswith(("?", ".")), DESK.status(scene)
        for picks, notation in list(choices.choices.items())[:20]:
            assert choices.find(" ".join(map(str, picks))) == [notation]
            assert choices.find(notation) == [notation]
            assert choices.find(choices.label_of(picks)) == [notation]
            assert DESK.label(scene, notation)


def test_the_tiles_marked_as_payable_are_those_that_can_be_bought() -> None:
    seen = 0
    for match, seat in decisions(6):
        view = match.seen_by(seat)
        if view.question.kind == "buy":
            ends = {found.end for row in view.rows for found in row if found.end}
            payable = {found.end for row in view.rows for found in row if can_afford(view.players[seat], found.tile)}
            assert {f"buy {end}" for end in payable & ends} == set(match.legal(seat)) - {"end turn"}
            seen += 1
    assert seen > 20


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("1 13", ["choose siesta mama"]),
        ("13 1", ["choose siesta mama"]),
        ("siesta mama", ["choose siesta mama"]),
        ("Mama SIESTA", ["choose siesta mama"]),
        ("sie mam", ["choose siesta mama"]),
        ("pesos mama", ["choose pesos mama"]),
        ("pesos thief mama", ["choose pesos thief mama"]),
        ("1 1", []),
        ("1", []),
        ("0 99", []),
        ("banana", []),
    ],
)
def test_the_first_cards_are_chosen_by_two_numbers_or_two_names(typed: str, found: list[str]) -> None:
    match = malecon.games["havana"].start(seats=2, seed=1)
    choices = DESK.menu(Scene.of(match, 0, load("en"), NAMES), match.legal(0))

    assert choices.find(typed) == found


def test_words_of_the_language_and_english_notation_both_work() -> None:
    match = malecon.games["havana"].start(seats=2, seed=1)
    choices = DESK.menu(Scene.of(match, 0, load("fr"), NAMES), match.legal(0))

    assert choices.find("arrêt mama") == choices.find("conservation mama") == ["choose conservation mama"]
    assert choices.find("collecteur d'impots ouvrier") == ["choose tax collector worker"]


def test_words_that_fit_several_choices_find_them_all() -> None:
    choices = Menu("", (Group("", ("red door", "red house")),), {(1,): "buy door", (2,): "buy house"})

    assert choices.find("red") == ["buy door", "buy house"]
    assert choices.find("buy h") == ["buy house"]


@pytest.mark.parametrize("code", languages())
def test_every_refusal_can_be_said_in_every_language(code: str) -> None:
    language = load(code)
    notations = [notation for match, seat in decisions(1) for notation in match.legal(seat)]
    moves = list(dict.fromkeys(notations))
    for number, (match, seat) in enumerate(decisions(2)):
        for move in moves[number % 7 :: 7]:
            twin = match.copy()
            try:
                twin.play(seat, move)
            except IllegalMove as error:
                said = DESK.narrator.refusal(error, language, NAMES)
                assert said.endswith(".")
                assert "{" not in said
                assert said[0] == said[0].upper()
