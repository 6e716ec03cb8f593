"""The compiler's corner: the cache, the two modes, dispatch by the type of a state."""

import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from malecon.core import contract
from malecon.core.bit_set import bit, has, is_single, lowest, nth, size_of, without_lowest
from malecon.core.codecs import members
from malecon.core.contract import CAPACITY, new_journal, note
from malecon.core.jit import cache

COMPILED = r"^ *@(?:rule|\w*routine)$"


def run(program: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()


def test_the_cache_folder_is_named_by_the_sources_that_matter(tmp_path: Path) -> None:
    rules, words = tmp_path / "games" / "chess" / "rules", tmp_path / "games" / "chess" / "text"
    for folder in (rules, words):
        folder.mkdir(parents=True)
    (rules / "moves.py").write_text("one", "utf-8")
    (rules / "cards.toml").write_text("two", "utf-8")
    names = [cache.folder_name(tmp_path)]

    for file, text in (("moves.py", "three"), ("cards.toml", "four"), ("new.py", "")):
        (rules / file).write_text(text, "utf-8")
        names.append(cache.folder_name(tmp_path))
    (words / "labels.py").write_text("nothing is compiled here", "utf-8")

    assert len(set(names)) == 4
    assert cache.folder_name(tmp_path) == names[-1]


def test_texts_for_people_can_change_without_compiling_anew(tmp_path: Path) -> None:
    rules = tmp_path / "games" / "chess"
    rules.mkdir(parents=True)
    names = []
    for source in (
        'asks = N_("which pawn"), 8',
        'asks = N_(\n    "which \\"pawn\\" "\n    "(of eight)",\n), 8',
        'asks = N_("which pawn"), 9',
        'asks = "which pawn", 8',
        "asks = N_(which), 8",
    ):
        (rules / "questions.py").write_text(source, "utf-8")
        names.append(cache.folder_name(tmp_path))

    assert names[0] == names[1]
    assert len(set(names)) == 4


def test_every_file_with_compiled_functions_names_the_cache_folder() -> None:
    decorated = {file for file in cache.PACKAGE.rglob("*.py") if re.search(COMPILED, file.read_text("utf-8"), re.M)}

    assert len(decorated) > 20
    assert decorated <= set(cache.compiled_sources())


def test_plain_mode_does_without_the_compiler() -> None:
    program = "import sys; from malecon.core.random import draw; print('numba' in sys.modules, type(draw).__name__)"

    assert run(program, MALECON_JIT="0") == "False function"


def test_importing_malecon_leaves_the_compilers_settings_to_the_user() -> None:
    program = (
        "import numba; before = numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE;"
        "import malecon.games.havana.questions;"
        "print((numba.config.CACHE_DIR, numba.config.LOOP_VECTORIZE) == before)"
    )

    assert run(program, MALECON_JIT="1") == "True"


@pytest.mark.slow
def test_code_from_the_cache_finds_what_it_calls_even_if_that_is_compiled_anew(tmp_path: Path) -> None:
    kept = {"MALECON_JIT": "1", "MALECON_CACHE": str(tmp_path)}
    program = (
        "from malecon.core.random import draw, fill_block, new_source; source = new_source(5);"
        "print([draw(source, 100) for _ in range(40)], sum(draw.stats.cache_hits.values()))"
    )
    first = run(program, **kept)
    called = [*tmp_path.rglob("malecon.core.random.fill_block-*")]
    for file in called:
        file.unlink()
    again = run(f"from malecon.core.bit_set import nth; nth(5, 1); {program}", **kept)

    assert called
    assert (first[-1], again[-1]) == ("0", "1")
    assert first[:-1] == again[:-1]


CHAIN = """
from malecon.core.jit import routine, whole_routine

@routine
def lowest(x: int) -> int:
    return x + 1

@routine
def middle(x: int) -> int:
    return 2 * lowest(x)

@whole_routine
def highest(x: int) -> int:
    return 3 * middle(x)
"""


@pytest.mark.slow
def test_code_that_was_made_of_code_from_the_cache_finds_all_that_this_calls(tmp_path: Path) -> None:
    tmp_path.joinpath("chain.py").write_text(CHAIN, encoding="utf-8")
    kept = {"MALECON_JIT": "1", "MALECON_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}

    assert run("from chain import middle; print(middle(4))", **kept) == "10"
    for hits in (0, 1):
        program = "from chain import highest; print(highest(4), sum(highest.stats.cache_hits.values()))"
        assert run(program, **kept) == f"30 {hits}"


@pytest.mark.parametrize("stranger", [None, 7, np.zeros(1, [("seats", np.int8)])[0]])
def test_a_stranger_is_no_state(stranger: object) -> None:
    with pytest.raises(TypeError, match="expected the state of a game"):
        contract.over(stranger)


def test_a_set_of_bits_is_a_set() -> None:
    elements = bit(1) + bit(3) + bit(40)

    assert members(elements) == [1, 3, 40]
    assert (size_of(elements), lowest(elements), nth(elements, 2)) == (3, 1, 40)
    assert members(without_lowest(elements)) == [3, 40]
    assert (has(elements, 3), has(elements, 4)) == (True, False)
    assert [is_single(number) for number in (bit(5), elements, 0)] == [True, False, False]


def test_an_open_journal_takes_rows_and_a_closed_one_none() -> None:
    journal, closed = new_journal(), new_journal(is_open=False)

    for number in range(CAPACITY):
        note(journal, 1, 2, number, -1, 3)
        note(closed, 1, 2, 3)

    assert journal.count == CAPACITY
    assert journal.rows[7].tolist() == [1, 2, 7, -1, 3]
    assert (int(closed.count), closed.rows.any().item()) == (0, False)


def test_garbage_collection_goes_on_after_compiling() -> None:
    program = "import gc; from malecon.core.bit_set import nth; nth(5, 1); print(gc.isenabled())"

    assert run(program, MALECON_JIT="1") == "True"
