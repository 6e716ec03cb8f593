"""Whole games and single commands, typed at the keyboard."""

import random
import re
from pathlib import Path

import pexpect

import malecon as package
from cases.havana import DEAR_TILES
from terminal.terminal_helpers import LEVEL, PROMPT, Command, choices_on, close

PLAY = ("play", "havana", "--level", LEVEL)
HINTS = 3
ADVICE = "L’ordinateur choisirait"
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
    groups = re.split(r"\n(?:Recouvrir|avec)\n", screen[screen.rindex("À vous") :])
    items = [re.split(r"\s+\d{1,2}\) ", group.removesuffix(PROMPT))[-1] for group in groups]
    return " ".join(" ".join(items[1:] or items).split())


def test_a_whole_game_by_numbers(malecon: Command) -> None:
    chance = random.Random(1)

    done = malecon.answered(
        *PLAY, "--seats", 2, "--seed", 7, "--you", "1=Ana", answer=lambda screen: answer(screen, chance)
    )

    *asked, ending = done.screens
    assert done.code == 0
    assert "wins." in ending or "You win!" in ending or "share the victory" in ending
    assert "HAV-7." in ending
    assert "The record of the game is in" in ending
    assert len({screen.rpartition("Your turn. ")[2].splitlines()[0] for screen in asked}) > 6
    assert package.replay(malecon.games[0].read_text()).over


def test_a_whole_game_in_french_with_hints_and_words(malecon: Command, tmp_path: Path) -> None:
    (tmp_path / "dear.toml").write_text(DEAR_TILES, "utf-8")
    hints = list[str]()

    def reply(screen: str) -> str:
        if screen.startswith(ADVICE):
            hints.append(screen)
            return " ".join(re.findall(r"\[([^]]+)\]", screen)[0].split())
        return "conseil" if len(hints) < HINTS else words_of_an_answer(screen)

    done = malecon.answered(
        *PLAY, "--seats", 4, "--seed", 3, "--lang", "fr", "--tiles", tmp_path / "dear.toml", answer=reply
    )

    assert (done.code, len(hints)) == (0, HINTS)
    assert "HAV-7." in done.screens[-1]
    assert "La partie est enregistrée dans" in done.screens[-1]


def test_the_commands_explain_and_change_nothing(malecon: Command) -> None:
    script = [
        ("? mama", "9 Mama. Take half of the coloured cubes"),
        ("? HAV-6.9", "Materials Thief (6), must"),
        ("? 6.9", "Materials Thief (6), must"),
        ("? 5", "Lottery Office, 2 points: 1 brick and 2 pesos."),
        ("? 99", "There is no “99” to explain"),
        ("?", "take back your last move"),
        ("help", "take back your last move"),
        ("undo", "There is nothing to undo"),
        ("log", "You begin with 1 peso"),
        ("save", "The game is saved in"),
        ("record", "It tells the hidden cards of all"),
        ("hint", "[choose "),
        ("hint", "the first"),  # why, or that no single thing does it
        ("banana", "“banana” is none of the choices"),
        ("1", "“1” is none of the choices"),
        ("buy upper left", "(HAV-"),
        ("mama", "Which one?"),
        ("", "upper left"),
        ("quit", "malecon resume"),
    ]

    done = malecon.typed(*PLAY, "--seed", 7, script=script)

    assert done.code == 0
    assert [seat for seat, _ in package.replay(malecon.games[0].read_text()).moves] == [1, 2]


def two_people(malecon: Command, first: str, second: str, *script: tuple[str, str]) -> None:
    """Play a game of two people with their first cards; type lines on the first one's turn and see what each shows."""
    begun = [("", "1"), (first, "Ben, it is your turn."), ("", "1"), (second, "Ana, it is your turn."), ("", "1")]
    done = malecon.typed(*PLAY, "--seats", 2, "--seed", 7, "--you", "1=Ana,2=Ben", script=[*begun, *script])
    assert done.code == 0


def test_a_move_of_the_own_turn_is_undone(malecon: Command) -> None:
    two_people(
        malecon,
        "conservation mama",
        "pesos black market",
        ("perform conservation", "Which house at an end do you remove from the game?"),
        ("undo", "Taken back: Conservation (3)."),
        ("conservation", "Which house at an end do you remove from the game?"),
        ("quit", "malecon resume"),
    )

    assert package.replay(malecon.games[0].read_text()).moves[2:] == ((0, "perform conservation"),)


def test_a_move_that_showed_something_new_is_not_undone(malecon: Command) -> None:
    reason = "It cannot be undone: it has shown something new. You draw"

    two_people(
        malecon, "conservation black market", "pesos mama", ("perform black market", "Black Market"), ("undo", reason)
    )


def test_a_move_is_not_undone_when_somebody_else_has_moved(malecon: Command) -> None:
    reason = "It cannot be undone: Ben has moved since."

    two_people(malecon, "conservation mama", "pesos black market", ("undo", reason))


def test_people_at_one_screen_do_not_see_each_others_cards(malecon: Command) -> None:
    asked = "Ben, it is your turn. Press Enter when nobody else looks."
    script = [("", "Mama"), ("siesta mama", asked), ("", "Type two numbers")]

    done = malecon.typed(*PLAY, "--seats", 2, "--seed", 7, "--you", "1=Ana,2=Ben", script=script)

    for_ana, _, handed_over, for_ben, _ = done.screens
    assert "Ana, it is your turn. Press Enter when nobody else looks." in for_ana
    assert handed_over.partition(asked)[0].count("\n") >= 49  # what Ana saw has left the screen
    assert "Mama" not in for_ben.partition("Type two numbers")[0]


def test_a_game_is_resumed_where_it_was_left(malecon: Command) -> None:
    malecon.typed(*PLAY, "--seed", 7, "--you", "2=Zoé", script=[("siesta mama", "Zoé (you)"), ("quit", "")])

    (again, _) = malecon.typed("resume", script=[("quit", "malecon resume")]).screens

    assert "Zoé (you)" in again
    assert "9 Mama" in re.sub(r"\s+", " ", again)
    assert FIRST_QUESTION not in again


def test_leaving_by_a_key_says_how_to_resume(malecon: Command) -> None:
    child = malecon.terminal(*PLAY, "--seed", 7)
    for typed in ("siesta mama", None):
        child.expect_exact(PROMPT)
        child.sendline(typed) if typed else None
    for _ in range(20):  # Python loses a Ctrl+C just before it begins to wait for a line
        child.sendcontrol("c")
        if child.expect([r"Go on with: malecon resume (\S+)", pexpect.TIMEOUT], timeout=5) == 0:
            break
    assert isinstance(child.match, re.Match)
    file = child.match[1]

    assert close(child) == 130
    assert file == str(malecon.games[0])
    assert (0, "choose siesta mama") in package.replay(malecon.games[0].read_text()).moves
