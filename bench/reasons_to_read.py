"""Hints, turning points and puzzles of a game with their reasons, as Markdown for somebody who judges them.

``python bench/reasons_to_read.py cuba --key 7 > cuba.md``: of games that are played for it, the same ones for the same
key. What such readings found: docs/measurements/explanations.md.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import chain, count, islice
from typing import NamedTuple

from malecon import games
from malecon.agents import prepare
from malecon.agents.agent import distinct_turns, known_to, worse_than_best
from malecon.agents.explanation import explain
from malecon.agents.hints import hint
from malecon.agents.levels import config_of
from malecon.agents.matches import find_agent, mixed_key
from malecon.agents.puzzles import book_of
from malecon.agents.review_search import ReviewQuestion, first_look, review_decision
from malecon.agents.search import Question
from malecon.agents.searcher import Searcher
from malecon.core.match import Match
from malecon.core.reason import Reason
from malecon.presentation.playable_game import PlayableGame
from malecon.presentation.reason import reasons_in_words
from malecon.research.text_agent.prompts import lines_of_moves, make_prompt, perspective_of

SEATS = 2, 3, 2, 4, 5
"""Of games that follow each other, as far as a game has so many."""
MOST_A_GAME = 3
"""Decisions of one game."""
SHOWN = 3
"""Moves of a hint, as a table shows them."""


class Told(NamedTuple):
    """A decision whose reason is told.

    Attributes:
        kind: hint, turning point or puzzle.
        match: before the decision.
        seat: who decides.
        better, other: the moves that are compared.
        reasons: what the explainer found.
    """

    kind: str
    match: Match
    seat: int
    better: str
    other: str
    reasons: tuple[Reason, ...]


def searcher(name: str) -> Searcher:
    """Return a computer player that searches."""
    found = find_agent(name)
    assert isinstance(found, Searcher)
    return found


def played(game: PlayableGame, key: int, player: str) -> Iterator[Match]:
    """Yield games without end, played by players of one kind."""
    agent, seats = find_agent(player), [each for each in SEATS if each in game.seats]
    for number in count():
        own = mixed_key(game.name, key, player, number)
        match = game.start(seats=seats[number % len(seats)], seed=own)
        while not match.over:
            seat = match.to_move[0]
            match.play(seat, agent.choose(match, seat, mixed_key(own, match.number)))
        yield match


def choices(match: Match) -> list[Match]:
    """Return the positions of a game in which somebody has a choice."""
    before = (match.after(number) for number in range(match.number))
    return [each for each in before if len(each.legal(each.to_move[0])) > 1]


def hints(game: PlayableGame, key: int) -> Iterator[Told]:
    """Yield hints that compare two moves, as a table gives them."""
    thinker = searcher("search-1500")
    for match in played(game, key, "search-100"):
        shuffled = sorted(choices(match), key=lambda each: mixed_key(key, match.seed, each.number))
        yield from islice(filter(None, (_hint(game, each, thinker) for each in shuffled)), MOST_A_GAME)


def _hint(game: PlayableGame, match: Match, thinker: Searcher) -> Told | None:
    """Return a hint; ``None`` if no move that it shows is clearly worse than the first."""
    seat, key = match.to_move[0], mixed_key(match.seed, match.number)
    advice = [*islice(distinct_turns(hint(thinker, match, seat, key), match, seat), SHOWN)]
    if not (worse := worse_than_best(advice)):
        return None
    (better, other), parse = (advice[0].move, advice[worse].move), game.notation.parse
    question = Question(game, known_to(match, seat, key), seat, parse(better))
    reasons = explain(question, parse(other), config_of(game), key).reasons
    return Told("hint", match, seat, better, other, reasons)


def turning_points(game: PlayableGame, key: int) -> Iterator[Told]:
    """Yield marked decisions of games of weak players, of each game those that cost most at a first look."""
    thinker = searcher("search-400")
    for match in played(game, key, "easy"):
        asked = [(before, _question(match, before)) for before in choices(match)]
        costs = [first_look(question, thinker).loss for _, question in asked]
        for place in sorted(range(len(asked)), key=lambda place: -costs[place])[:MOST_A_GAME]:
            before, question = asked[place]
            found = review_decision(question, thinker)
            if found.mark:
                yield Told("turning point", before, found.seat, found.best[0].move, found.compared, found.reasons)


def _question(match: Match, before: Match) -> ReviewQuestion:
    """The question about a move of a match; ``before``: the match before it."""
    return ReviewQuestion.about(before, *match.moves[before.number], mixed_key(match.seed))


def puzzles(game: PlayableGame, key: int) -> Iterator[Told]:
    """Yield puzzles with the reason that they tell at the end, in an order by the key."""
    book = book_of(game)
    assert book is not None
    for puzzle in sorted(book.puzzles, key=lambda each: mixed_key(key, each.id)):
        why = puzzle.why
        match = book.matches_of(puzzle)[why.decision]
        better = next(iter(puzzle.decisions[why.decision].right))
        yield Told("puzzle", match, puzzle.seat, better, why.other, tuple(why.reasons))


def section(number: int, told: Told) -> str:
    """Return a decision with its position, and with the reason as players read it."""
    moves, words = lines_of_moves(told.match, told.seat), games[told.match.game.name].text.reasons
    perspective = perspective_of(told.match, told.seat)
    assert words is not None
    said = reasons_in_words(told.reasons, words, perspective.language, perspective.names, told.seat)
    return "\n".join(
        [
            f"# {number}. {told.kind.capitalize()}",
            position_of(told.match, told.seat),
            f"**Better:** {moves[told.better]}\n",
            f"**Other:** {moves[told.other]}\n",
            f"**Why?** {said or 'There is no clear reason.'}\n",
        ]
    )


def position_of(match: Match, seat: int) -> str:
    """Return what a seat is told before it decides, without the rules and the form of an answer."""
    _, *sections = make_prompt(match, seat, rules="asked").split("\n# ")
    return "".join(f"\n## {each}" for each in sections if not each.startswith(("Rules", "Your answer")))


def main() -> None:
    """Print the decisions of a game."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=[*games])
    parser.add_argument("--key", type=int, default=1)
    parser.add_argument("--hints", type=int, default=10)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--puzzles", type=int, default=10)
    asked = parser.parse_args()
    game = games[asked.game]
    prepare(game)
    kinds = (hints, asked.hints), (turning_points, asked.turns), (puzzles, asked.puzzles)
    for number, told in enumerate(chain.from_iterable(islice(kind(game, asked.key), most) for kind, most in kinds), 1):
        print(section(number, told), flush=True)


if __name__ == "__main__":
    main()
