"""The commands that only look: replay, simulate, rules."""

import json

import pytest

from terminal.terminal_helpers import LEVEL, Command, close

WATCH = ("play", "havana", "--level", LEVEL, "--seed", 7, "--you", "none")


def test_a_record_is_told_from_a_pipe(malecon: Command) -> None:
    watched = malecon(*WATCH)

    told = malecon("replay", malecon.games[0])

    assert told.code == 0
    assert told.out.startswith("Rosa begins with 1 peso")
    assert "Round 1 begins." in told.out
    assert told.out.split("HAV-7")[-1].split() == watched.out.split("HAV-7")[-1].split("The record")[0].split()


def test_a_viewer_sees_the_own_hidden_cards_and_no_others(malecon: Command) -> None:
    malecon(*WATCH)

    assert malecon("replay", malecon.games[0]).out.count("lays two cards face down") == 3
    own = malecon("replay", malecon.games[0], "--viewer", 2).out
    assert own.count("lays two cards face down") == 2
    assert "You lay " in own


def test_stepping_through_a_record(malecon: Command) -> None:
    malecon(*WATCH)
    child = malecon.terminal("replay", malecon.games[0])
    for typed, shown in [
        ("b", "This is the beginning"),
        ("", "lays two cards face down"),
        ("b", "begins with 1 peso"),
        ("3", "round 3"),
        ("999", "The record has no round 999"),
        ("banana", "Enter: next"),
        ("q", ""),
    ]:
        child.expect(r"\d+/\d+> ")
        child.sendline(typed)
        child.expect_exact(shown) if shown else None

    assert close(child) == 0


def test_random_games_are_counted(malecon: Command) -> None:
    done = malecon("simulate", "havana", "--games", 8, "--seats", 4, "--seed", 1)

    assert done.code == 0
    assert "8 games of havana, 4 seats, level random, seed 1" in done.out
    assert "HAV-7.1" in done.out


def test_plain_data_of_random_games(malecon: Command) -> None:
    runs = [malecon("simulate", "havana", "--games", 5, "--seats", 2, "--seed", 1, "--json") for _ in range(2)]
    first, second = (json.loads(run.out) for run in runs)

    assert sum(first["endings"].values()) == first["games"] == 5
    assert len(first["points"]) == 2
    assert sum(first["victories"]) == pytest.approx(1)
    assert set(first["tiles"]) == {str(tile) for tile in range(1, 37)}
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


def test_the_version_and_help(malecon: Command) -> None:
    assert malecon("--version").out.startswith("malecon ")
    assert "simulate" in malecon("--help").out
    assert malecon("play", "--help").code == 0
