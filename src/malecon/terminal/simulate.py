"""``malecon simulate``: play many games between computer players and print their statistics."""

import json
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

import numpy as np
from rich.console import Console, Group, RenderableType
from rich.table import Table

import malecon
from malecon.agents import LEVELS
from malecon.core import Options, PlainData, contract
from malecon.core.contract import new_journal, play_one
from malecon.core.game import Game
from malecon.core.i18n import N_, Language
from malecon.core.random import KEYS, new_source, signed
from malecon.presentation.terminal_game import Finished, TerminalGame
from malecon.presentation.text_layout import HARD_BLANK, Paragraph, bar, screen
from malecon.terminal.game_choice import GameChoice, check_seats, find_game, parse_options
from malecon.terminal.players import check_level
from malecon.terminal.preparation import prepare_games

RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Tally:
    """Statistics of many finished games.

    Attributes:
        rounds: mean, median, fewest and most rounds of a game.
        points_by_place: mean points of the best player of each game, of the second, and so on.
        points: mean points by seat.
        victories: mean share of the victory by seat.
        endings: number of games by the key of their ending (``GameText.endings``).
        figures: of this game alone (``TerminalGame.figures``).
    """

    rounds: Mapping[str, float]
    points_by_place: Sequence[float]
    points: Sequence[float]
    victories: Sequence[float]
    endings: Mapping[str, int]
    figures: PlainData

    @classmethod
    def of(cls, terminal_game: TerminalGame, games: Sequence[Finished]) -> "Tally":
        """Return the statistics of finished games."""
        views = [game.view for game in games]
        rounds = sorted(view.round for view in views)
        points = [[player.points for player in view.players] for view in views]
        shares = [[(seat in view.winners) / len(view.winners) for seat in range(view.seats)] for view in views]
        endings = Counter(view.ending for view in views)
        return cls(
            rounds={"mean": mean(rounds), "median": rounds[len(rounds) // 2], "fewest": rounds[0], "most": rounds[-1]},
            points_by_place=_means(sorted(each, reverse=True) for each in points),
            points=_means(points),
            victories=_means(shares),
            endings={ending: endings[ending] for ending in terminal_game.game_text.endings if ending in endings},
            figures=terminal_game.figures(games),
        )

    def plain(self) -> dict[str, object]:
        """Return the statistics as the data of ``--json``."""
        return {
            "rounds": self.rounds,
            "points by place": self.points_by_place,
            "points": self.points,
            "victories": self.victories,
            "endings": self.endings,
            **self.figures,
        }


def simulate(choice: GameChoice, games: int, level: str, as_json: bool, language: Language) -> int:
    """Play games between computer players of one level and print their statistics; return the exit code.

    Raises:
        UsageError: game, seats, level, seed or an option are wrong.
    """
    game = find_game(choice.name, language)
    check_seats(game, choice.seats, language)
    check_level(level, game, language)
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
    console = screen()
    console.print(title, highlight=False)
    console.print()
    console.print(_tally_table(malecon.games[game.name].terminal, tally, language), highlight=False)


def _finished_games(level: str, game: Game, games: int, seats: int, seed: int, options: Options) -> Iterator[Finished]:
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


def _means(rows: Iterator[Sequence[float]] | Sequence[Sequence[float]]) -> list[float]:
    """Return the mean of each column."""
    return [mean(column) for column in zip(*rows, strict=True)]


def _tally_table(terminal_game: TerminalGame, tally: Tally, language: Language) -> RenderableType:
    tables = _seat_table(tally, language), "", _ending_table(terminal_game, tally.endings, language)
    words = map(Paragraph, terminal_game.figures_in_words(tally.figures, language))
    return Group(*map(Paragraph, _sentences(tally, language)), "", *tables, "", *words)


def _sentences(tally: Tally, language: Language) -> Iterator[str]:
    """Yield a sentence about the number of rounds, if it differs, and one about the points by place."""
    rounds = tally.rounds
    if rounds["fewest"] < rounds["most"]:
        yield language.say(N_("Rounds: {mean:.1f} on average, median {median}, {fewest} to {most}."), **rounds)
    points = ", ".join(f"{place}.{HARD_BLANK}{mean:.2f}" for place, mean in enumerate(tally.points_by_place, start=1))
    yield language.say(N_("Points on average by place: {points}."), points=points)


def _seat_table(tally: Tally, language: Language) -> Table:
    """Return points and victories by seat."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    for title in (N_("seat"), N_("points on average"), N_("victories")):
        grid.add_column(language.say(title), justify="right")
    for seat, (points, victories) in enumerate(zip(tally.points, tally.victories, strict=True), start=1):
        grid.add_row(str(seat), f"{points:.2f}", f"{victories:.1%}")
    return grid


def _ending_table(terminal_game: TerminalGame, endings: Mapping[str, int], language: Language) -> Table:
    """Return the number of games by the rule that ended them."""
    grid = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    grid.add_column(language.say(N_("games")), justify="right")
    grid.add_column(language.say(N_("rule")))
    grid.add_column(language.say(N_("how they ended")))
    for ending, games in endings.items():
        rule, sentence = terminal_game.game_text.endings[ending]
        grid.add_row(str(games), rule, language.say(sentence))
    return grid
