"""Games of Cuba typed in a pseudo-terminal."""

import random
import re

import pexpect

import malecon as package
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.terminal.game_choice import write_save
from terminal.terminal_helpers import LEVEL, PROMPT, Command, choices_on, close

PLAY = ("play", "cuba", "--level", LEVEL)
BEGINNING = ("take wood stone", "take sugar tobacco", "take wood wood", "take citrus tobacco")


def answer(screen: str, chance: random.Random) -> str:
    """Return numbers for whatever is asked."""
    question = screen[screen.rindex("Your turn") :]
    most = re.search(r"Type 0 to (\d+)", " ".join(question.split()))
    if most:
        return f"bid {chance.randint(0, int(most[1]))}" if chance.random() < 0.5 else most[1]
    numbers = choices_on(question)
    return " ".join(map(str, chance.sample(numbers, 2 if "two numbers" in question else 1)))


def test_a_whole_game_by_numbers(malecon: Command) -> None:
    child = malecon.terminal(*PLAY, "--seats", 2, "--seed", 7, "--you", "1=Ana")
    chance = random.Random(1)
    questions = set()
    while child.expect_exact([PROMPT, "The record of the game is in"]) == 0:
        questions.add(child.before.rpartition("Your turn. ")[2].splitlines()[0])
        child.sendline(answer(child.before, chance))

    assert "CUB-9.1" in child.before
    assert close(child) == 0
    assert len(questions) > 12
    assert package.replay(malecon.games[0].read_text()).over


def two_people(malecon: Command, *moves: str) -> "pexpect.spawn[str]":
    """Go on with a game of Ana and Ben, Ana first, after these moves; the next prompt is for who is to move."""
    match = next(
        match for seed in range(9) if (match := package.games["cuba"].start(seats=2, seed=seed)).to_move == (0,)
    )
    match.names = {0: "Ana (person)", 1: "Ben (person)"}
    play(match, *BEGINNING, *moves)
    file = malecon.folder / "game"
    write_save(match, file, Language())
    child = malecon.terminal("resume", file)
    child.expect_exact("Press Enter")
    child.sendline("")
    return child


def play(match: Match, *moves: str) -> None:
    for move in moves:
        match.play(match.to_move[0], move)


def type_and_see(child: "pexpect.spawn[str]", *lines: tuple[str, str]) -> None:
    """Type lines at the prompt, and wait for what each shows."""
    for typed, shown in lines:
        child.expect_exact(PROMPT)
        child.sendline(typed)
        child.expect_exact(shown)


def test_the_commands_explain_and_change_nothing(malecon: Command) -> None:
    child = two_people(malecon, "play architect")
    type_and_see(
        child,
        ("? architect", "Architect (3 votes). Build one building"),
        ("? small bank", "Small bank (1 wood and 1 stone): 2 pesos. On offer: 1."),
        ("? church", "CUB-6.1"),
        ("? tax", "Tax. In force: 2 pesos."),
        ("? harbour act", "CUB-4.53"),
        ("? ship 4", "Ship 4: 2 sugar cane, 1 tobacco and 2 cigars"),
        ("? buildings", "Canadian Embassy (2 wood, 2 stone and 1 water): 1 cigar."),
        ("? laws", "To come, in an order that nobody knows"),
        ("? ben", "Ben: Printed warehouse | forest | citrus | mountain"),
        ("? CUB-4.31", "Pay the printed resources"),
        ("? yard", "CUB-8.1"),
        ("? supply", "more sentences of the rules"),
        ("? rocket", "There is no “rocket” to explain"),
        ("hotel", "You cannot pay for the hotel. Missing:"),
        ("build hotel", "You cannot pay for the hotel. Missing:"),
        ("play mayor", "The action of the architect comes to its end first."),
        ("move to row 1 column 1", "That belongs to the worker, and you have played the architect."),
        ("banana", "“banana” is none of the choices"),
        ("hint", "[build "),
        ("", "character 1 of 4"),
        ("quit", "malecon resume"),
    )

    assert close(child) == 0
    assert len(package.replay((malecon.folder / "game").read_text()).moves) == len(BEGINNING) + 1


def test_the_steps_of_an_action_are_undone(malecon: Command) -> None:
    child = two_people(malecon, "play architect")
    type_and_see(
        child,
        ("small bank", "Where do you build the small bank?"),
        ("undo", "Taken back: Small bank (1 wood and 1 stone): 2 pesos."),
        ("town hall", "Where do you build the town hall?"),
        ("row 1 column 4", "Ben, it is your turn. Press Enter"),
    )
    child.sendline("")
    type_and_see(child, ("undo", "It cannot be undone: Ana has moved since."), ("quit", "malecon resume"))
    assert close(child) == 0


def test_a_bid_is_secret_until_all_have_bid(malecon: Command) -> None:
    lap = ("worker", "architect", "mayor", "tradeswoman")
    child = two_people(malecon, *without_doing_anything(lap))
    type_and_see(
        child,
        ("bid 99", "You have only "),
        ("99", "(CUB-5.2)"),
        ("-1", "“-1” is none of the choices"),
        ("9", "Ben, it is your turn. Press Enter"),
    )
    child.sendline("")
    child.expect_exact(PROMPT)

    assert "Ana has decided on a bid." in child.before
    assert "9" not in child.before.rpartition("Ana has decided")[2].partition("Cuba ·")[0]

    child.sendline("bid 1")
    child.expect_exact("Ana, it is your turn. Press Enter")
    child.sendline("")
    child.expect_exact("The bids: you pay 9 pesos")
    type_and_see(
        child, ("1", "Type two numbers or words of two things"), ("tax other", "Ben, it is your turn. Press Enter")
    )
    child.sendline("")
    child.expect_exact("Ana enacts tax")
    child.close()


def without_doing_anything(characters: tuple[str, ...]) -> list[str]:
    """Return the moves of a round in which both players play these characters and gain as little as they may."""
    match = next(
        match for seed in range(9) if (match := package.games["cuba"].start(seats=2, seed=seed)).to_move == (0,)
    )
    play(match, *BEGINNING)
    begun = len(match.moves)
    while match.seen_by(None).question.kind != "bid":
        seat = match.to_move[0]
        legal = match.legal(seat)
        wanted = [f"play {name}" for name in characters]
        match.play(seat, next((move for move in wanted if move in legal), legal[-1]))
    return [move for _, move in match.moves[begun:]]


def test_french_words_and_english_notation_are_understood(malecon: Command) -> None:
    child = malecon.terminal(*PLAY, "--seats", 2, "--seed", 7, "--lang", "fr", "--you", "all")
    child.expect_exact("Appuyez sur Entrée")
    child.sendline("")
    type_and_see(
        child,
        ("2 bois", "Vous commencez avec 2 bois."),
        ("take citrus rum", "n’est pas un des choix"),
        ("take citrus citrus", "c’est à vous. Appuyez sur Entrée"),
    )
    child.sendline("")
    type_and_see(
        child, ("? scierie", "CUB-10.2"), ("? bâtiments", "Ambassade du Canada"), ("? loi sur le port", "CUB-4.53")
    )
    child.close()
