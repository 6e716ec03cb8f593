"""In which modes a test runs: rules compiled, rules plain, or both."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache
from pathlib import Path

import pytest

import malecon
from cases import STARTS
from malecon.core.jit import JIT

TESTS = Path(__file__).parent
TABLES_OF_GAMES = [{start for start in STARTS if start.startswith(name)} for name in malecon.games]
COMPILED, PLAIN = "compiled", "plain"
THIS_RUN = COMPILED if JIT else PLAIN
BOTH = frozenset((COMPILED, PLAIN))
MODES_OF_FOLDERS = {
    "rules": BOTH,
    "golden": BOTH,
    "conformance": BOTH,
    "properties": BOTH,
    "core": BOTH,
    "agents": BOTH,
    "research": BOTH,
    "web": {PLAIN},
    "tables": {PLAIN},
    "terminal": {PLAIN},
    "upgrades": {PLAIN},
    "folders": {PLAIN},
    "places": {PLAIN},
    "disks": {PLAIN},
    "processes": {PLAIN},
}
"""What the compiler could change runs in both modes; a server and the terminal run the rules plain at first. The rest
runs compiled, where whole games are quick."""

once = pytest.mark.once
"""For tests that prove the same in both modes, but play whole games or many: they run compiled."""
both_modes = pytest.mark.both_modes
"""For tests elsewhere of what the compiler could change."""


def needs_compiler(reason: str) -> pytest.MarkDecorator:
    """Mark tests that compiled rules alone can pass; the reason says why."""
    return pytest.mark.needs_compiler(reason)


def needs_plain_rules(reason: str) -> pytest.MarkDecorator:
    """Mark tests that plain rules alone can pass; the reason says why."""
    return pytest.mark.needs_plain_rules(reason)


NAMES_MODES = re.compile(r"^from modes import|\bmark\.(once|both_modes|needs_)", re.MULTILINE)
"""How a file is known that marks tests."""


def modes_of(item: pytest.Item) -> Set[str]:
    """Return the modes in which a test runs where both runs are made (``--split``)."""
    if item.get_closest_marker("needs_compiler") or item.get_closest_marker("once"):
        return {COMPILED}
    if item.get_closest_marker("needs_plain_rules"):
        return {PLAIN}
    if item.get_closest_marker("both_modes"):
        return BOTH
    return modes_of_file(item.path)


@cache
def modes_of_file(path: Path) -> Set[str]:
    """Return the modes in which the tests of a file run that are not marked."""
    return MODES_OF_FOLDERS.get(place_of(path), {COMPILED})


@cache
def place_of(path: Path) -> str:
    """Return the folder in ``tests`` in which a file lies, "" if in none."""
    return path.relative_to(TESTS).parts[0] if path.is_relative_to(TESTS) else ""


def has_examples(path: Path) -> bool:
    """Tell whether a module may have examples in its docstrings, which are tests."""
    return ">>>" in path.read_text("utf-8")


def may_have_tests(path: Path) -> bool:
    """Tell whether a file can have tests of this run: most files have none, and need not be loaded."""
    return THIS_RUN in modes_of_file(path) or bool(NAMES_MODES.search(path.read_text("utf-8")))


def is_slow(item: pytest.Item) -> bool:
    """Tell whether a test is left out of ``make test`` though it is not marked.

    It compiles anew, or plays in a browser or a place.
    """
    return "browser" in getattr(item, "fixturenames", ()) or place_of(item.path) in ("compiler", "places")


QUICK_TABLES = {"havana, 2 seats", "havana, 3 seats, filosofia", "cuba, 2 seats", "cuba, 3 seats, sealed"}
"""Of ``cases.STARTS``: at these every test runs in ``make test``."""


def at_further_tables(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """Yield those at other tables of the tests that run at every table of a game: ``make test`` leaves them out."""
    starts = defaultdict[str, dict[pytest.Item, str]](dict)
    for item in items:
        if isinstance(start := parameters_of(item).get("start"), str):
            starts[item.nodeid.partition("[")[0]][item] = start
    for at_start in starts.values():
        if any(tables <= {*at_start.values()} for tables in TABLES_OF_GAMES):
            yield from (item for item, start in at_start.items() if start not in QUICK_TABLES)


def parameters_of(item: pytest.Item) -> Mapping[str, object]:
    """Return what a test is given by ``parametrize``."""
    return item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}


def can_run(item: pytest.Item) -> bool:
    """Tell whether a test can pass in the mode of this run."""
    return not item.get_closest_marker("needs_plain_rules" if JIT else "needs_compiler")
