"""Whole games and single commands, typed in a pseudo-terminal."""

import random
import re
from pathlib import Path

import pexpect
import pytest

import malecon as package
from cases.havana import DEAR_TILES
from terminal.terminal_helpers import LEVEL, PROMPT, Command, choices_on, close

PLAY = ("play", "havana", "--level", LEVEL)
HINTS = 3
FIRST_QUESTION = "Choose your first two cards"


def answer(screen: str, chance: random.Random) -> str:
    """Return numbers for whatever is asked."""
    numbers = choices_on(screen[screen.rindex("Your turn") :])
    if FIRST_QUESTION in screen:
        return " ".join(map(str, chance.sample(numbers, 2)))
    if "Which card next, and on which?" in screen:
        return f"{chance.randint(1, 2)} {chance.randint(3, max(numbers))}"
    return str(chance.choice(numbers))


def words_of_an_answer(screen: str) -> str:
    """Return the last choice on a French screen in words, as a person would copy it."""
    groups = re.split(r"\n(?:Recouvrir|avec)\r?\n", screen[screen.rindex("À vous") :])
    items = [re.split(r"\s+\d{1,2}\) ", group.replace("\r\n     ", " "))[-1] for group in groups]
    return " ".join(" ".join(items[1:] or items).split())


def test_a_whole_game_by_numbers(malecon: Command) -> None:
    child = malecon.terminal(*PLAY, "--seats", 2, "--seed", 7, "--you", "1=Ana")
    chance = random.Random(1)
    questions = set()
    while child.expect_exact([PROMPT, "The record of the game is in"]) == 0:
        questions.add(child.before.rpartition("Your turn. ")[2].splitlines()[0])
        child.sendline(answer(child.before, chance))
    ending = child.before

    assert close(child) == 0
    assert "wins." in ending or "You win!" in ending or "share the victory" in ending
    assert "HAV-7." in ending
    assert len(questions) > 6
    assert package.replay(malecon.games[0].read_text()).over


def test_a_whole_game_in_french_with_hints_and_words(malecon: Command, tmp_path: Path) -> None:
    (tmp_path / "dear.toml").write_text(DEAR_TILES, "utf-8")
    child = malecon.terminal(*PLAY, "--seats", 4, "--seed", 3, "--lang", "fr", "--tiles", tmp_path / "dear.toml")
    hints = 0
    while child.expect_exact([PROMPT, "La partie est enregistrée dans"]) == 0:
        hints += 1
        if hints <= HINTS:
            child.sendline("conseil")
            child.expect(r"\[([^]]+)\]")
            move = " ".join(child.match[1].split())
            child.expect_exact(PROMPT)
        else:
            move = words_of_an_answer(child.before)
        child.sendline(move)

    assert "HAV-7." in child.before
    assert close(child) == 0


def test_agents_can_be_watched(malecon: Command) -> None:
    child = malecon.terminal(*PLAY, "--seats", 2, "--seed", 1, "--you", "none")
    child.expect_exact("The record of the game is in")

    assert "Round 2 begins." in child.before
    assert close(child) == 0


def test_the_commands_explain_and_change_nothing(malecon: Command) -> None:
    child = malecon.terminal(*PLAY, "--seed", 7)
    expected = {
        "? mama": "9 Mama. Take half of the coloured cubes",
        "? HAV-6.9": "Materials Thief (6), must",
        "? 6.9": "Materials Thief (6), must",
        "? 5": "Tile 5, 2 points: 1 brick and 2 pesos.",
        "? 99": "There is no “99” to explain",
        "?": "take back your last move",
        "help": "take back your last move",
        "undo": "There is nothing to undo",
        "log": "You begin with 1 peso",
        "save": "The game is saved in",
        "record": "It tells the hidden cards of all",
        "hint": "[choose ",
        "banana": "“banana” is none of the choices",
        "1": "“1” is none of the choices",
        "buy upper left": "(HAV-",
        "mama": "Which one?",
        "": "upper left",
        "quit": "malecon resume",
    }
    for typed, shown in expected.items():
        child.expect_exact(PROMPT)
        child.sendline(typed)
        child.expect_exact(shown)

    assert close(child) == 0
    assert [seat for seat, _ in package.replay(malecon.games[0].read_text()).moves] == [1, 2]


def two_people(malecon: Command, first: str, second: str) -> "pexpect.spawn[str]":
    """Begin a game of two people with their first cards; the next prompt is the first one's."""
    child = malecon.terminal(*PLAY, "--seats", 2, "--seed", 7, "--you", "1=Ana,2=Ben")
    for cards in (first, second):
        child.expect_exact("Press Enter")
        child.sendline("")
        child.expect_exact(PROMPT)
        child.sendline(cards)
    child.expect_exact("Ana, it is your turn.")
    child.sendline("")
    return child


def test_a_move_of_the_own_turn_is_undone(malecon: Command) -> None:
    child = two_people(malecon, "conservation mama", "pesos black market")
    for typed, shown in [
        ("perform conservation", "Which end tile goes into the box?"),
        ("undo", "Taken back: Conservation (3)."),
        ("conservation", "Which end tile goes into the box?"),
    ]:
        child.expect_exact(PROMPT)
        child.sendline(typed)
        child.expect_exact(shown)
    child.expect_exact(PROMPT)
    child.sendline("quit")

    assert close(child) == 0
    assert package.replay(malecon.games[0].read_text()).moves[2:] == ((0, "perform conservation"),)


def test_a_move_that_showed_something_new_is_not_undone(malecon: Command) -> None:
    child = two_people(malecon, "conservation black market", "pesos mama")
    child.expect_exact(PROMPT)
    child.sendline("perform black market")
    child.expect_exact(PROMPT)
    child.sendline("undo")
    child.expect_exact("It cannot be undone: it has shown something new. You draw")
    child.close()


def test_a_move_is_not_undone_when_somebody_else_has_moved(malecon: Command) -> None:
    child = two_people(malecon, "conservation mama", "pesos black market")
    child.expect_exact(PROMPT)
    child.sendline("undo")
    child.expect_exact("It cannot be undone: Ben has moved since.")
    child.close()


def test_people_at_one_screen_do_not_see_each_others_cards(malecon: Command) -> None:
    child = malecon.terminal(*PLAY, "--seats", 2, "--seed", 7, "--you", "1=Ana,2=Ben")
    child.expect_exact("Ana, it is your turn. Press Enter when nobody else looks.")
    child.sendline("")
    child.expect_exact(PROMPT)
    child.sendline("siesta mama")
    child.expect_exact("Ben, it is your turn. Press Enter when nobody else looks.")

    assert child.before.count("\n") >= 49  # what Ana saw has left the screen

    child.sendline("")
    child.expect_exact(PROMPT)
    assert "Mama" not in child.before.partition("Type two numbers")[0]
    child.close()


def press(child: "pexpect.spawn[str]", key: str, shown: str) -> "re.Match[str]":
    """Press Ctrl and a key until something is shown: Python loses a Ctrl+C just before it begins to wait for a line."""
    for _ in range(20):
        child.sendcontrol(key)
        if child.expect([shown, pexpect.TIMEOUT], timeout=5) == 0:
            break
    assert isinstance(child.match, re.Match)
    return child.match


@pytest.mark.parametrize(("key", "code"), [("c", 130), ("d", 0)])
def test_leaving_by_a_key_says_how_to_resume(malecon: Command, key: str, code: int) -> None:
    child = malecon.terminal(*PLAY, "--seed", 7)
    child.expect_exact(PROMPT)
    file = press(child, key, r"Go on with: malecon resume (\S+)")[1]

    assert close(child) == code
    assert file == str(malecon.games[0])


def test_a_game_is_resumed_where_it_was_left(malecon: Command) -> None:
    child = malecon.terminal(*PLAY, "--seed", 7, "--you", "2=Zoé")
    child.expect_exact(PROMPT)
    child.sendline("siesta mama")
    child.expect_exact(PROMPT)
    child.sendline("quit")
    assert close(child) == 0

    again = malecon.terminal("resume")
    again.expect_exact(PROMPT)

    assert "Zoé (you)" in again.before
    assert "9 Mama" in re.sub(r"\s+", " ", again.before)
    assert FIRST_QUESTION not in again.before
    again.sendline("quit")
    assert close(again) == 0
