"""Games of Cuba typed at the keyboard."""

import random
import re

import malecon as package
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.terminal.game_choice import write_save
from terminal.terminal_helpers import LEVEL, Command, choices_on

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
    chance = random.Random(1)

    done = malecon.answered(
        *PLAY, "--seats", 2, "--seed", 7, "--you", "1=Ana", answer=lambda screen: answer(screen, chance)
    )

    *asked, ending = done.screens
    assert done.code == 0
    assert "CUB-9.1" in ending
    assert "The record of the game is in" in ending
    assert len({screen.rpartition("Your turn. ")[2].splitlines()[0] for screen in asked}) > 12
    assert package.replay(malecon.games[0].read_text()).over


def begun() -> Match:
    """Return a game of two people after the beginning; Ana is the first."""
    match = package.games["cuba"].start(seats=2, seed=4)
    match.names = {0: "Ana (person)", 1: "Ben (person)"}
    play(match, *BEGINNING)
    return match


def play(match: Match, *moves: str) -> None:
    for move in moves:
        match.play(match.to_move[0], move)


def go_on(malecon: Command, match: Match, *script: tuple[str, str]) -> tuple[str, ...]:
    """Go on with a game of two people: type lines and see what each shows; return all screens."""
    file = malecon.folder / "game"
    write_save(match, file, Language())
    done = malecon.typed("resume", file, script=[("", "Ana"), *script])
    assert "Press Enter" in done.screens[0]
    assert done.code == 0
    return done.screens


def test_the_commands_explain_and_change_nothing(malecon: Command) -> None:
    match = begun()
    play(match, "play architect")

    go_on(
        malecon,
        match,
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

    assert len(package.replay((malecon.folder / "game").read_text()).moves) == len(BEGINNING) + 1


def test_the_steps_of_an_action_are_undone(malecon: Command) -> None:
    match = begun()
    play(match, "play architect")

    go_on(
        malecon,
        match,
        ("small bank", "Where do you build the small bank?"),
        ("undo", "Taken back: Small bank (1 wood and 1 stone): 2 pesos."),
        ("town hall", "Where do you build the town hall?"),
        ("row 1 column 4", "Ben, it is your turn. Press Enter"),
        ("", "Ben"),
        ("undo", "It cannot be undone: Ana has moved since."),
        ("quit", "malecon resume"),
    )


def test_a_bid_is_secret_until_all_have_bid(malecon: Command) -> None:
    match = begun()
    play_without_doing_anything(match, ("worker", "architect", "mayor", "tradeswoman"))

    screens = go_on(
        malecon,
        match,
        ("bid 99", "You have only "),
        ("99", "(CUB-5.2)"),
        ("-1", "“-1” is none of the choices"),
        ("9", "Ben, it is your turn. Press Enter"),
        ("", "Ana has decided on a bid."),
        ("bid 1", "Ana, it is your turn. Press Enter"),
        ("", "The bids: you pay 9 pesos"),
        ("1", "Type two numbers or words of two things"),
        ("tax other", "Ben, it is your turn. Press Enter"),
        ("", "Ana enacts tax"),
    )

    for_ben = screens[6]
    assert "9" not in for_ben.rpartition("Ana has decided")[2].partition("Cuba ·")[0]


def play_without_doing_anything(match: Match, characters: tuple[str, ...]) -> None:
    """Play a round in which both players play these characters and gain as little as they may."""
    wanted = [f"play {name}" for name in characters]
    while match.seen_by(None).question.kind != "bid":
        legal = match.legal(match.to_move[0])
        play(match, next((move for move in wanted if move in legal), legal[-1]))


def test_french_words_and_english_notation_are_understood(malecon: Command) -> None:
    script = [
        ("", "2 bois"),
        ("2 bois", "Vous commencez avec 2 bois."),
        ("take citrus rum", "n’est pas un des choix"),
        ("take citrus citrus", "c’est à vous. Appuyez sur Entrée"),
        ("", "2 bois"),
        ("? scierie", "CUB-10.2"),
        ("? bâtiments", "Ambassade du Canada"),
        ("? loi sur le port", "CUB-4.53"),
    ]

    done = malecon.typed(*PLAY, "--seats", 2, "--seed", 7, "--lang", "fr", "--you", "all", script=script)

    assert "Appuyez sur Entrée" in done.screens[0]
