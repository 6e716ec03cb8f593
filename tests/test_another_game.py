"""A third game is one folder: the document is followed word by word, and what it makes is played."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from malecon.core.jit import JIT

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"^`((?:games|tests)/[\w/.]+)`[^\n]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A file of the document: its path, and what stands in it."""
GAME = "goofspiel"
pytestmark = pytest.mark.slow
FOR_COMPUTERS = "ai.py"
"""The file of the document without which the game is whole, but nobody thinks about it."""
NAMED = {
    "import engine\n": "import ai, engine\n",
    "answers=(engine,)": "answers=(engine, ai)",
    "seen_by=seen_by,\n": "seen_by=seen_by,\n    ledger=ai.LEDGER,\n",
}
"""What the document changes in ``game_engine.py`` for that file."""
PAGE = """
import asyncio
import re

import pytest

import malecon
from malecon.agents import LEVELS, levels_of
from malecon.agents.agent import match_known_to
from malecon.agents.searcher import search_moves, Budget
from malecon.agents.matches import LineUp, play_block
from malecon.agents.player_process import Question
from malecon.agents.search import RANDOM_SIMULATIONS, Question as Searched
from malecon.core.errors import UsageError
from malecon.research.envs.chance import Node
from malecon.research.envs.environment import Table
from malecon.research.text_agent import Reply, TextAgent, make_prompt
from malecon.services.computer_players import ComputerPlayers
from web.programs import Program
from web.visiting import visiting

GUESS = "No computer can think about GAME: the game has no function “guess” for what is hidden."
game = malecon.games["GAME"]


def test_a_page_shows_the_view_and_each_move_as_a_button(tmp_path):
    with visiting(tmp_path) as site:
        ana = site.somebody(name="Ana")
        start = ana.get("/").text
        assert all(f'<form class="game" method="post" action="/new/{name}">' in start for name in ("havana", "GAME"))
        table = site.open(ana, None, game="GAME")
        page = ana.get(table).text
        assert re.search('<pre id="table">round: 1\\nprize: [1-6]\\n.*Player 1', page)
        assert page.count('name="move" value="bid ') == 6
        assert ana.act(table, move="bid 6").status_code == 303
        assert '"bid 6"' not in ana.get(table).text
        assert "GOO-1.2" in ana.get("/rules/GAME").text
        finished = site.open(ana, ana, game="GAME")
        site.finish(finished)
        assert "All prizes are gone." in ana.get(finished).text
        assert ana.get(f"{finished}/replay?at=4").status_code == 200


def test_pages_and_programs_offer_what_the_game_has_functions_for(tmp_path):
    offered = levels_of(game)
    assert offered == (("random",) if IS_ALONE else tuple(LEVELS))
    shown = offered if IS_ALONE else offered[1:]
    with visiting(tmp_path) as site:
        ana, program = site.somebody(name="Ana"), Program(site, "Ben")
        form = ana.get("/new/GAME").text
        assert set(re.findall('<option value="(random|kind|easy|standard|strong|master)"', form)) == {*shown}
        [listed] = [each for each in program.get("/games").json() if each["name"] == "GAME"]
        assert tuple(listed["levels"]) == offered
        table, finished = site.open(ana, None, game="GAME"), site.open(ana, ana, game="GAME")
        site.finish(finished)
        assert (f"{table}/hint" in ana.get(table).text) != IS_ALONE
        for part in ("/review", "/analyse"):
            assert (f'{finished}{part}' in ana.get(f"{finished}/replay?at=4").text) != IS_ALONE
        assert (f"{finished}/review" in ana.get(finished).text) != IS_ALONE
        assert ('action="/analyse/GAME"' in ana.get("/analyse").text) != IS_ALONE
        seats = [{"who": "me"}, {"who": "computer", "level": "easy"}]
        begun = program.post("/tables", {"game": "GAME", "seats": seats})
        assert begun.status_code == (422 if IS_ALONE else 201)
        assert (GUESS in begun.text) == IS_ALONE
        assert program.begin("me", "random", game="GAME")["legal"]
        typed = ana.post("/new/GAME", {"seat-1": "me", "seat-2": "strong"})
        assert (GUESS in typed.text) == IS_ALONE
        if IS_ALONE:
            beginning = ana.post("/analyse/GAME", {"seats": "2"}).headers["location"]
            for refused in (f"{table}/hint", f"{finished}/review", beginning):
                assert GUESS in ana.get(refused).text, refused
        assert 'src=""' not in ana.get("/").text
        assert ("two kind computer players" in ana.get("/learn/GAME").text) != IS_ALONE


def test_nobody_thinks_about_the_true_position():
    match = game.start(seats=3, seed=7)
    state, first = match.state, match.state.tobytes()
    table = Table("GAME", 3, {}, strict=True, observation="compact", reward="share", render_mode=None)
    table.reset(7)
    thinking = [
        *(lambda level=level: LEVELS[level].choose(match, 0, key=1) for level in list(LEVELS)[1:]),
        lambda: match_known_to(game, state, 0, 1),
        lambda: Question.about("choose", match, 0, "random", 1),
        lambda: Question.review(match, 0, match.legal(0)[0], "strong", 1),
        lambda: Question.analysis(match, 0, 10, 1),
        lambda: table.resample(0, 1),
        lambda: Node(game, game.new_table(3)),
        lambda: play_block(LineUp("GAME", ("easy", "random"), {}), 0),
    ]
    for each in thinking if IS_ALONE else ():
        with pytest.raises(UsageError, match=re.escape(GUESS)):
            each()
    if IS_ALONE:
        with pytest.raises(Exception, match="guess"):
            search_moves(Searched(game, state, 0), RANDOM_SIMULATIONS, Budget(1), 1)
        move = asyncio.run(ComputerPlayers(1).choose(match, 0, "random"))
        assert move in match.legal(0)
    assert state.tobytes() == first
    with pytest.raises(UsageError, match="observation: GAME has no function observe"):
        table.observe(0)
    with pytest.raises(UsageError, match="Positions of this game cannot be set up by hand"):
        match.position()


def test_a_language_model_reads_the_view_and_plays():
    match = game.start(seats=3, seed=7)
    prompt = make_prompt(match, 0)
    assert re.search("# The table, as you see it\\nround: 1\\nprize: [1-6]\\n.*Player 1: ", prompt, re.DOTALL)
    assert TextAgent(lambda prompt: Reply("I bid 6.")).choose(match, 0) == "bid 6"


def test_a_game_is_saved_and_replayed():
    match = game.start(seats=3, seed=7)
    while not match.over:
        match.play(match.to_move[0], match.legal(match.to_move[0])[-1])
    assert malecon.replay(match.record()) == match
""".replace("GAME", GAME)
AT_THE_PROMPT = """
from terminal.terminal_helpers import PROMPT, close


def test_the_prompt_gives_no_hint_where_nobody_can_think(malecon):
    child = malecon.terminal("play", "GAME", "--seed", 3)
    for typed, shown in {"hint": "No computer can think", "help": "everything that happened", "quit": "resume"}.items():
        child.expect_exact(PROMPT)
        child.sendline(typed)
        child.expect_exact(shown)
        assert "what the computer would do" not in child.before
    assert close(child) == 0
""".replace("GAME", GAME)
THINKING = """
import pytest

import malecon
from malecon.agents import LEVELS
from malecon.agents.analysis import analyse
from malecon.agents.agent import known_to, PolicyPlayer
from malecon.agents.comparison import Effort
from malecon.agents.explanation import explain
from malecon.agents.levels import config_of, searcher_of
from malecon.agents.player_process import Question, answer
from malecon.agents.review_search import ReviewQuestion, review_decision
from malecon.agents.search import Question as Searched
from malecon.core.i18n import Language
from malecon.presentation.reason import reason_in_words

game = malecon.games["GAME"]


@pytest.mark.parametrize("player", [LEVELS["easy"], searcher_of("search-30"), searcher_of("mcts-30"), PolicyPlayer()])
def test_computers_think_about_game(player):
    match = game.start(seats=2, seed=3)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, player.choose(match, seat, key=1) if seat == 0 else "bid " + match.legal(seat)[0][4:])
    assert sum(match.points) > 0


def test_game_is_analysed_and_reviewed():
    match = game.start(seats=2, seed=3)
    found = analyse(Searched(game, known_to(match, 0, 1), 0), 30, 1)
    assert len(found.moves) == 6
    reviewed = review_decision(ReviewQuestion.about(match, 0, "bid 1", 1), searcher_of("search-30"))
    assert reviewed.played == "bid 1"


def test_game_explains_itself_by_its_declarations():
    match = game.start(seats=2, seed=3)
    match.state.turn, match.state.prizes[:] = 4, (1, 2, 3, 4, 5, 0)
    match.state.hand[:2] = 0b100001, 0b010010
    effort = Effort(trees=8, iterations=40, worlds=4)
    high, low = map(game.notation.parse, ("bid 6", "bid 1"))
    [reason] = explain(Searched(game, known_to(match, 0, 1), 0, high), low, config_of(game), 1, effort).reasons[:1]
    told = reason_in_words(reason, game.text.reasons, Language(), {0: "Ana", 1: "Ben"}, 0)
    assert reason.thing == "prize 6"
    assert told.startswith("The likely reason: you win the prize 6, after the other move hardly ever.")
""".replace("GAME", GAME)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package and its tests, with the game of the document and no other change."""
    folder = tmp_path_factory.mktemp("another")
    for name in ("pyproject.toml", "conftest.py"):
        shutil.copy(ROOT / name, folder)
    for name in ("src/malecon", "tests"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("golden"))
    for path, content in files_in(folder).items():
        assert not path.exists()
        if path.name != FOR_COMPUTERS:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8")
    (folder / "tests/web/test_another_page.py").write_text("IS_ALONE = True\n" + PAGE, "utf-8")
    (folder / "tests/terminal/test_another_prompt.py").write_text(AT_THE_PROMPT, "utf-8")
    return folder


@pytest.fixture(scope="module")
def thinking(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of that folder in which computers think about the game, as the document tells."""
    copy = tmp_path_factory.mktemp("thinking")
    shutil.copytree(folder, copy, dirs_exist_ok=True, ignore=shutil.ignore_patterns("cache"))
    files = files_in(copy)
    [added] = [path for path in files if path.name == FOR_COMPUTERS]
    added.write_text(files[added], "utf-8")
    engine = added.with_name("game_engine.py")
    text = engine.read_text("utf-8")
    for before, after in NAMED.items():
        assert text.count(before) == 1
        text = text.replace(before, after)
    engine.write_text(text, "utf-8")
    (copy / "tests/web/test_another_page.py").write_text("IS_ALONE = False\n" + PAGE, "utf-8")
    (copy / "tests/agents/test_another_player.py").write_text(THINKING, "utf-8")
    return copy


def files_in(folder: Path) -> dict[Path, str]:
    """Return the files of the document, by their paths in a copy of the project."""
    found = BLOCK.findall((ROOT / "docs/another-game.md").read_text("utf-8"))
    return {folder / (name if name.startswith("tests/") else f"src/malecon/{name}"): text for name, text in found}


NO_GUESS = f"No computer can think about {GAME}: the game has no function “guess” for what is hidden."


def malecon(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command of the package in ``folder``, plain, with a home of its own."""
    environment = os.environ | {"PYTHONPATH": str(folder / "src"), "MALECON_JIT": "0", "HOME": str(folder)}
    command = [sys.executable, "-m", "malecon", *arguments]
    return subprocess.run(
        command, env=environment, input=typed, cwd=folder, capture_output=True, text=True, check=False
    )


def run_tests(folder: Path, *arguments: str, compiled: bool = False) -> int:
    """Run tests of the package in ``folder``, slow ones too, all of which must pass; return how many they were."""
    environment = os.environ | {
        "PYTHONPATH": str(folder / "src"), "MALECON_CACHE": str(folder / "cache"), "MALECON_JIT": str(int(compiled)),
    }  # fmt: skip
    every = ("-m", "slow or not slow")
    command = [sys.executable, "-m", "pytest", "-q", *every, "-p", "no:cacheprovider", "-p", "no:xdist", *arguments]
    done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:]
    return int(re.findall(r"(\d+) passed", done.stdout)[0])


def test_a_game_from_the_document_keeps_the_contract(folder: Path) -> None:
    assert run_tests(folder, "tests/conformance/test_contract.py", "-k", GAME, compiled=JIT) > 10


def test_a_game_from_the_document_is_played_in_a_pipe_and_on_a_page(folder: Path) -> None:
    played = ("tests/terminal/test_pipes.py", "tests/terminal/test_another_prompt.py", "tests/web/test_another_page.py")

    assert run_tests(folder, *played, "-k", f"(whole_game and {GAME}) or test_another") == 7


def test_without_a_guess_computers_play_at_random_only(folder: Path) -> None:
    done = malecon(folder, "simulate", GAME, "--games", "2")
    refused = malecon(folder, "simulate", GAME, "--games", "2", "--level", "easy")
    played = malecon(folder, "play", GAME, "--seed", "3", typed="bid 3\nbid 1\nbid 6\nbid 2\nbid 4\n")

    assert done.returncode == 0
    assert "level random" in done.stdout
    assert refused.returncode != 0
    assert NO_GUESS in " ".join(refused.stderr.split())
    assert played.returncode == 0
    assert "GOO-1.3" in played.stdout


def test_with_a_guess_computers_think_about_a_game_from_the_document(thinking: Path) -> None:
    assert run_tests(thinking, "tests/agents/test_another_player.py", compiled=JIT) == 6
    assert run_tests(thinking, "tests/web/test_another_page.py") == 5
    assert run_tests(thinking, "tests/conformance/test_contract.py", "-k", f"any_guess and {GAME}", compiled=JIT) > 1


def test_the_document_is_checked_like_the_code(thinking: Path) -> None:
    folder = thinking
    written = [str(path.relative_to(folder)) for path in (folder / f"src/malecon/games/{GAME}").rglob("*.py")]
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", *written], cwd=folder, capture_output=True, check=False
    )

    assert len(written) > 5
    assert done.returncode == 0, done.stdout
