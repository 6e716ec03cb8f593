"""Many games between computer players, and what they have in common."""

import time
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from rich.console import Console

import malecon
from malecon.agents import LEVELS
from malecon.core import contract
from malecon.core.game import Game
from malecon.core.i18n import N_, Language
from malecon.core.journal import new_journal
from malecon.core.playout import play_one
from malecon.core.random import KEYS, new_source, signed
from malecon.presentation.terminal_game import Finished
from malecon.presentation.text_layout import bar
from malecon.terminal.outcome import tally, tally_table

RANDOM = "random"
Options = Mapping[str, Any]


def simulate(
    game: Game, games: int, seats: int, level: str, seed: int, options: Options, language: Language, console: Console
) -> dict[str, Any]:
    """Play ``games`` games and return what they have in common, as plain data; ``console`` shows the progress."""
    game.start(seats, seed, **options)  # checks seats, seed and options
    begin = time.perf_counter()
    finished = list(with_progress(finished_games(game, games, seats, level, seed, options), games, language, console))
    seconds = time.perf_counter() - begin
    heading = {"game": game.name, "games": games, "seats": seats, "level": level, "seed": seed}
    figures = {"seconds": round(seconds, 3), "games a second": round(games / seconds, 1)}
    return heading | figures | tally(malecon.games[game.name].terminal, finished)


def finished_games(game: Game, games: int, seats: int, level: str, seed: int, options: Options) -> Iterator[Finished]:
    """Yield games as they ended."""
    if level == RANDOM:
        yield from random_games(game, games, seats, seed, options)
    else:
        for number in range(games):
            yield played_by(level, game, seats, seed + number, options)


def random_games(game: Game, games: int, seats: int, seed: int, options: Options) -> Iterator[Finished]:
    """Yield random games, played by the engine alone."""
    table = game.new_state(seats, **options)
    journal, source = new_journal(), new_source(seed)
    for number in range(games):
        state = table.copy()
        journal.count = 0
        contract.start(state, signed((seed + number) % KEYS), journal)
        events = [*game.chronicle.read(journal)]
        while play_one(state, source, journal):
            events += game.chronicle.read(journal)
        yield Finished(game.seen_by(state, None), malecon.games[game.name].terminal.count(events))


def played_by(level: str, game: Game, seats: int, seed: int, options: Options) -> Finished:
    """Return a game between players of one level."""
    match = game.start(seats, seed % KEYS, **options)
    keys = np.random.default_rng(seed)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, LEVELS[level].choose(match, seat, int(keys.integers(2**62))))
    return Finished(match.seen_by(None), malecon.games[game.name].terminal.count(match.events))


def with_progress(finished: Iterator[Finished], games: int, language: Language, console: Console) -> Iterator[Finished]:
    """Pass on what comes, and show a bar while it comes, if somebody can see it."""
    with bar(console) as progress:
        task = progress.add_task(language.say(N_("Playing")), total=games)
        for each in finished:
            yield each
            progress.advance(task)


def show(result: Mapping[str, Any], language: Language, console: Console) -> None:
    """Print the result as text."""
    template = N_("{games} games of {game}, {seats} seats, level {level}, seed {seed}: {rate} games a second")
    facts = {key: result[key] for key in ("games", "game", "seats", "level", "seed")}
    console.print(language.say(template, rate=result["games a second"], **facts), highlight=False)
    console.print()
    console.print(tally_table(malecon.games[result["game"]].terminal, result, language), highlight=False)
