"""``malecon simulate``: play many games between computer players and print their statistics."""

import json
import time
from collections.abc import Iterator

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
from malecon.core.untyped import Options
from malecon.presentation.terminal_game import Finished
from malecon.presentation.text_layout import bar, screen
from malecon.terminal.arguments import GameChoice, check_seats, find_game, parse_options, prepare_games
from malecon.terminal.players import check_level
from malecon.terminal.tally import Tally, tally_table

RANDOM = "random"


def simulate(choice: GameChoice, games: int, level: str, as_json: bool, language: Language) -> int:
    """Play games between computer players of one level and print their statistics; return the exit code.

    Raises:
        UsageError: game, seats, level, seed or an option are wrong.
    """
    game = find_game(choice.name, language)
    check_seats(game, choice.seats, language)
    check_level(level, language)
    seed = choice.seed_or_random()
    options = parse_options(choice.options, game, language)
    prepare_games(language, game)
    game.start(choice.seats, seed, **options)  # checks seats, seed and options
    begin = time.perf_counter()
    ended = _finished_games(level, game, games, choice.seats, seed, options)
    finished = list(_with_progress(ended, games, language, screen(for_errors=True)))
    seconds = time.perf_counter() - begin
    tally = Tally.of(malecon.games[game.name].terminal, finished)
    heading = {"game": game.name, "games": games, "seats": choice.seats, "level": level, "seed": seed}
    speed = {"seconds": round(seconds, 3), "games a second": round(games / seconds, 1)}
    if as_json:
        print(json.dumps(heading | speed | tally.plain(), indent=2, ensure_ascii=False))
    else:
        template = N_("{games} games of {game}, {seats} seats, level {level}, seed {seed}: {rate} games a second")
        _show(language.say(template, rate=speed["games a second"], **heading), tally, game, language)
    return 0


def _show(title: str, tally: Tally, game: Game, language: Language) -> None:
    """Print the statistics as text."""
    console = screen()
    console.print(title, highlight=False)
    console.print()
    console.print(tally_table(malecon.games[game.name].terminal, tally, language), highlight=False)


def _finished_games(level: str, game: Game, games: int, seats: int, seed: int, options: Options) -> Iterator[Finished]:
    """Yield finished games between computer players of a level."""
    if level == RANDOM:
        yield from random_games(game, games, seats, seed, options)
    else:
        for number in range(games):
            yield _finished_game(level, game, seats, seed + number, options)


def random_games(game: Game, games: int, seats: int, seed: int, options: Options) -> Iterator[Finished]:
    """Yield finished games of random moves, played by the engine without a ``Match``, which is faster."""
    first_state = game.new_state(seats, **options)
    journal, source = new_journal(), new_source(seed)
    for number in range(games):
        state = first_state.copy()
        journal.count = 0
        contract.start(state, signed((seed + number) % KEYS), journal)
        events = [*game.chronicle.read(journal)]
        while play_one(state, source, journal):
            events += game.chronicle.read(journal)
        yield Finished(game.seen_by(state, None), malecon.games[game.name].terminal.count(events))


def _finished_game(level: str, game: Game, seats: int, seed: int, options: Options) -> Finished:
    """Return a finished game between computer players of a level."""
    match = game.start(seats, seed % KEYS, **options)
    keys = np.random.default_rng(seed)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, LEVELS[level].choose(match, seat, int(keys.integers(2**62))))
    return Finished(match.seen_by(None), malecon.games[game.name].terminal.count(match.events))


def _with_progress(
    finished: Iterator[Finished], games: int, language: Language, console: Console
) -> Iterator[Finished]:
    """Yield the same games; show a progress bar where the console is a terminal."""
    with bar(console) as progress:
        task = progress.add_task(language.say(N_("Playing")), total=games)
        for each in finished:
            yield each
            progress.advance(task)
