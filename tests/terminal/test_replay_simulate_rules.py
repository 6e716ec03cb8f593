"""The commands that only look: replay, simulate, rules."""

import json
import re

import pytest

import malecon as package
from malecon.core.i18n import languages
from terminal.terminal_helpers import LEVEL, Command, finished_match

each_game = pytest.mark.parametrize("game", package.games)


def test_a_watched_game_and_its_record_are_told(malecon: Command) -> None:
    watched = malecon("play", "havana", "--level", LEVEL, "--seats", 2, "--seed", 7, "--you", "none")

    told = malecon("replay", malecon.games[0])

    assert watched.code == told.code == 0
    assert "Round 2 begins." in watched.out
    assert told.out.startswith("Rosa begins with 1 peso")
    assert "Round 1 begins." in told.out
    assert told.out.split("HAV-7")[-1].split() == watched.out.split("HAV-7")[-1].split("The record")[0].split()


def test_a_viewer_sees_the_own_hidden_cards_and_no_others(malecon: Command) -> None:
    file = malecon.keep(finished_match(3))

    assert malecon("replay", file).out.count("lays two cards face down") == 3
    own = malecon("replay", file, "--viewer", 2).out
    assert own.count("lays two cards face down") == 2
    assert "You lay " in own


def test_stepping_through_a_record(malecon: Command) -> None:
    script = [
        ("b", "This is the beginning"),
        ("", "lays two cards face down"),
        ("b", "begins with 1 peso"),
        ("3", "round 3"),
        ("999", "The record has no round 999"),
        ("banana", "Enter: next"),
        ("q", ""),
    ]

    done = malecon.typed("replay", malecon.keep(finished_match(3)), script=script)

    assert done.code == 0
    assert all(re.search(r"\d+/\d+> $", screen) for screen in done.screens[:-1])


@each_game
@pytest.mark.parametrize("language", languages())
def test_random_games_are_counted(malecon: Command, game: str, language: str) -> None:
    done = malecon("simulate", game, "--games", 2, "--seats", 4, "--seed", 1, "--lang", language)

    assert done.code == 0
    assert "level random, seed 1" in done.out or "niveau random, graine 1" in done.out
    assert any(rule in done.out for rule, _ in package.games[game].text.endings.values())
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_which_tiles_are_bought_is_counted(malecon: Command) -> None:
    done = malecon("simulate", "havana", "--games", 3, "--json")

    assert set(json.loads(done.out)["tiles"]) == {str(tile) for tile in range(1, 37)}


@each_game
def test_plain_data_of_random_games(malecon: Command, game: str) -> None:
    runs = [malecon("simulate", game, "--games", 2, "--seats", 2, "--seed", 1, "--json") for _ in range(2)]
    first, second = (json.loads(run.out) for run in runs)

    assert sum(first["endings"].values()) == first["games"] == 2
    assert len(first["points"]) == 2
    assert sum(first["points by place"]) == pytest.approx(sum(first["points"]))
    assert first["points by place"] == sorted(first["points by place"], reverse=True)
    assert sum(first["victories"]) == pytest.approx(1)
    changing = {"seconds", "games a second"}
    assert {key: first[key] for key in first.keys() - changing} == {key: second[key] for key in first.keys() - changing}


@pytest.mark.parametrize(
    ("word", "language", "shown"),
    [
        ("HAV-6.13", "en", "Mama (9), must"),
        ("Buying", "en", "HAV-5.6"),
        ("voleur de materiaux", "fr", "HAV-6.9"),
        ("", "en", "HAV-1.1"),
    ],
)
def test_rules_are_searched(malecon: Command, word: str, language: str, shown: str) -> None:
    done = malecon("rules", "havana", *word.split(), "--lang", language)

    assert done.code == 0
    assert shown in " ".join(done.out.split())
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_a_word_of_a_title_finds_the_whole_chapter(malecon: Command) -> None:
    done = malecon("rules", "cuba", "parliament")

    assert all(f"CUB-5.{number}  " in done.out for number in range(1, 8))


def test_the_version_and_help(malecon: Command) -> None:
    assert malecon("--version").out.startswith("malecon ")
    assert "simulate" in malecon("--help").out
    assert malecon("play", "--help").code == 0


def test_options_are_kept_in_the_saved_game(malecon: Command) -> None:
    tiles = malecon.folder / "tiles.toml"
    tiles.write_text("".join(f"[[building]]\nid = {i}\npoints = 1\ncost = {{ pesos = 1 }}\n" for i in range(1, 15)))
    options = ("--edition", "filosofia", "--ages", "2,3,1", "--tiles", tiles, "--you", "1=[/bold],2=Zoé")

    malecon("play", "havana", "--level", LEVEL, "--seed", 7, *options)

    record = malecon.games[0].read_text()
    assert "edition filosofia\nages 2 3 1\ntile 1: 1 point, 1 pesos\n" in record
    assert "name 1 [/bold] (person)\nname 2 Zoé (person)\nname 3 Rosa (random)\n" in record
    tiles.unlink()
    resumed = malecon("resume", stdin="choose siesta mama\nchoose siesta pesos\n")
    assert "[/bold] shows 09" in resumed.out
