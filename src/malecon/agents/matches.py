"""Matches between computer players: blocks of games with the same key, in which everybody sits in every seat once.

In such a block luck is shared fairly, so its mean says more than as many single games. Games of a block are counted
together; blocks are independent of each other.
"""

import hashlib
import importlib
import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from itertools import islice
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import BinaryIO, cast

import msgspec

from malecon import games
from malecon.agents.agent import KEY_BITS, Agent
from malecon.agents.former_levels import FORMER_LEVELS, PREFIX
from malecon.agents.levels import LEVELS, STYLED, guided_searcher_of, searcher_of
from malecon.agents.network_player import SUFFIX, network_player
from malecon.agents.styled_player import SEPARATOR
from malecon.core import Options
from malecon.core.data import json_reason
from malecon.core.errors import UsageError, suggestion
from malecon.core.files import append_lines, read_file
from malecon.core.message import N_
from malecon.core.options import Kind

SPAWN = multiprocessing.get_context("spawn")
AHEAD = 4
"""Blocks for each process that wait to be played."""


class LineUp(msgspec.Struct, frozen=True):
    """The players of a match, their game and its options: the same line-up makes the same blocks.

    Attributes:
        game: name of the game.
        agents: names of levels, or ``module:factory``, by seat in the first game of a block.
        options: of the game, by name; files by their paths.
    """

    game: str
    agents: tuple[str, ...]
    options: Options = {}

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.agents)


class GameResult(msgspec.Struct, frozen=True):
    """The result of one game, a line of the file of results.

    Attributes:
        line: the line-up.
        block: number of the block, from which the keys are made.
        turned: by how many seats the players had moved on.
        shares: of the victory, by player in the order of ``line.agents``.
        points, seconds, decisions: likewise; seconds of thinking in the whole game.
    """

    line: LineUp
    block: int
    turned: int
    shares: tuple[float, ...]
    points: tuple[int, ...]
    seconds: tuple[float, ...]
    decisions: tuple[int, ...]


def find_agent(name: str, argument: str = "agent") -> Agent:
    """Return a level, a former one, one with a style, a searcher, the player by a network, or what a factory makes.

    ``name``: of the level, ``LEVEL:STYLE``, ``former:NAME``, ``search-N`` or ``mcts-N``, of the network's file,
    ``search-N:FILE.npz``, or ``module:factory``. ``argument``: what gave the name, for errors.

    Raises:
        UsageError: there is no such level, file, module or factory.
    """
    found = LEVELS.get(name) or STYLED.get(name) or FORMER_LEVELS.get(name)
    if found := found or searcher_of(name) or guided_searcher_of(name):
        return found
    if _is_styled(name):
        raise UsageError(f"{argument}: is {name!r}, but must be one of {', '.join(STYLED)}{suggestion(name, STYLED)}")
    if name.startswith(PREFIX):
        raise UsageError(
            f"{argument}: is {name!r}, but must be one of {', '.join(FORMER_LEVELS)}{suggestion(name, FORMER_LEVELS)}"
        )
    if name.endswith(SUFFIX):
        return network_player(Path(name))
    factory = load_object(name, argument)
    try:
        return cast(Agent, factory())
    except (ImportError, AttributeError, TypeError) as error:
        raise UsageError(f"{argument}: {name!r} cannot be made: {error}") from error


def is_object_name(name: str) -> bool:
    """Tell whether a name is ``module:factory``: no level with a style or former one, nor a network's file."""
    return ":" in name and not (_is_styled(name) or name.startswith(PREFIX) or name.endswith(SUFFIX))


def _is_styled(name: str) -> bool:
    """Tell whether a name is that of a level with a style, which need not be there."""
    level, separator, _ = name.partition(SEPARATOR)
    return bool(separator) and level in LEVELS


def load_object(name: str, argument: str = "agent") -> Callable[..., object]:
    """Return the object ``module:name``; the module can be in the current folder.

    ``argument``: what gave the name, for errors.

    Raises:
        UsageError: the name has no colon, or there is no such module, or nothing of the name in it.
    """
    module, _, attribute = name.partition(":")
    if not attribute:
        expected = (
            f"one of {', '.join(LEVELS)}, LEVEL:STYLE, former:NAME, search-N, mcts-N, search-N:FILE.npz, a network "
            "(FILE.npz), or module:factory"
        )
        raise UsageError(f"{argument}: is {name!r}, but must be {expected}{suggestion(name, LEVELS)}")
    if "" not in sys.path:
        sys.path.insert(0, "")  # as for a script
    try:
        found: Callable[..., object] = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise UsageError(f"{argument}: {name!r} cannot be loaded: {error}") from error
    return found


def play_block(line: LineUp, block: int) -> list[GameResult]:
    """Play a block: the same key with every rotation of the players."""
    return [play(line, block, turned) for turned in range(line.seats)]


def play(line: LineUp, block: int, turned: int) -> GameResult:
    """Play one game; player ``i`` sits in seat ``i + turned``."""
    seats = line.seats
    agents = [find_agent(name) for name in line.agents]
    match = games[line.game].start(seats=seats, seed=block, **_values_of(line))
    seconds, decisions = [0.0] * seats, [0] * seats
    while not match.over:
        seat = match.to_move[0]
        player = (seat - turned) % seats
        began = time.perf_counter()
        move = agents[player].choose(match, seat, _key_for(block, turned, match.number))
        seconds[player] += time.perf_counter() - began
        decisions[player] += 1
        match.play(seat, move)
    places = [(player + turned) % seats for player in range(seats)]
    winners = match.winners
    shares = tuple((place in winners) / len(winners) for place in places)
    points = tuple(match.points[place] for place in places)
    return GameResult(line, block, turned, shares, points, tuple(seconds), tuple(decisions))


def _values_of(line: LineUp) -> Options:
    """Return the options of a line's game; of files only the names are kept."""
    files = {option.name for option in games[line.game].options if option.kind is Kind.FILE}
    return {name: Path(value) if name in files else value for name, value in line.options.items()}


def _key_for(block: int, turned: int, number: int) -> int:
    """Return the key of a player's random numbers for a decision."""
    return (block << 24) | (turned << 20) | number


def mixed_key(*parts: object) -> int:
    """Return a key that follows from some parts, 0 to 2**62 - 1.

    >>> mixed_key("havana", 1, 2) == mixed_key("havana", 1, 2) != mixed_key("havana", 1, 3)
    True
    """
    digest = hashlib.blake2b(" ".join(map(str, parts)).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> (64 - KEY_BITS)


def play_blocks(line: LineUp, blocks: Sequence[int], processes: int | None = None) -> Iterator[list[GameResult]]:
    """Play blocks on several cores and yield each when it is finished, in any order.

    Whoever stops asking ends the processes.
    """
    todo = iter(blocks)
    count = processes or os.cpu_count() or 1
    pool = ProcessPoolExecutor(count, SPAWN, ignore_interrupts)
    try:
        running = {pool.submit(play_block, line, block) for block in islice(todo, AHEAD * count)}
        while running:
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for each in finished:
                running |= {pool.submit(play_block, line, block) for block in islice(todo, 1)}
                yield each.result()
    finally:
        terminate(pool)


def terminate(pool: ProcessPoolExecutor) -> None:
    """End the processes of a pool at once: what they play is of no use any more."""
    processes: Mapping[int, BaseProcess] = pool._processes or {}
    for process in list(processes.values()):
        process.terminate()
    pool.shutdown(wait=False, cancel_futures=True)


def ignore_interrupts() -> None:
    """Leave Ctrl-C to the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def results_in(file: Path) -> list[GameResult]:
    """Return the games of a file of results.

    Raises:
        UsageError: a line of it is damaged.
    """
    if not file.exists():
        return []
    found = []
    content = read_file(file)
    whole = content[: content.rfind(b"\n") + 1]  # a last line that is cut short is that of a block to be played again
    for number, text in enumerate(whole.splitlines(), start=1):
        try:
            found.append(msgspec.json.decode(text, type=GameResult))
        except msgspec.DecodeError:
            template = N_("{file}, line {line}: is no result of a game: {reason}")
            reason = json_reason(text, GameResult)
            raise UsageError(template, file=str(file), line=number, reason=reason) from None
    return found


def write(results: BinaryIO, block: Sequence[GameResult]) -> None:
    """Append the games of a block to a file of results (``core.files.open_appended``), all or none.

    Raises:
        OSError: they cannot be written.
    """
    append_lines(results, b"".join(msgspec.json.encode(game) + b"\n" for game in block))
