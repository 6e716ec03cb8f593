"""The making of puzzles: strong players play, and what can be found in their games is followed and explained.

Everything follows from the key of the plan, and searches are bounded by iterations only, so a plan can be carried out
again to the byte, by any number of processes.
"""

from collections.abc import Iterator, Sequence

import msgspec

from malecon import games
from malecon.agents.matches import mixed_key
from malecon.agents.puzzles import Plan, Puzzle, PuzzleBook
from malecon.core.match import Match
from puzzle_making.book import Harvest, plain_record
from puzzle_making.causes import why
from puzzle_making.judging import CLEAR, Considered, Judge, Verdict
from puzzle_making.lines import Line, Step, follow

SEATS = (*(2,) * 9, 3, *(2,) * 9, 4, *(2,) * 9, 3)
"""Seats of games that follow each other: more seats take much longer, and have fewer moves that are clearly best."""
FEWEST_MOVES = 3
KNOWN = 8
"""Visits of a move that has not been dropped at once: the mean of fewer is luck."""
MOST_A_GAME, MOST_TRIED, APART = 6, 12, 8
"""Puzzles of one game, decisions at which one is looked for, and moves between two of them."""


def lead_of(moves: Sequence[Considered]) -> float:
    """Return by how much the first move is ahead of the best of the others, as far as they are known."""
    return moves[0].share - max((each.share for each in moves[1:] if each.visits >= KNOWN), default=0.0)


def harvest(plan: Plan, number: int) -> Harvest:
    """Play a game of a plan, and return its puzzles."""
    key = mixed_key(plan.game, plan.key, number)
    match = games[plan.game].start(seats=SEATS[number % len(SEATS)], seed=key)
    clear = sorted(_play(match, plan, key), reverse=True)[:MOST_TRIED]
    found: list[Puzzle] = []
    for _, moves, seat in clear:
        if len(found) < MOST_A_GAME and all(abs(moves - other.moves) >= APART for other in found):
            puzzle = _puzzle(plan, match.after(moves), seat, mixed_key(key, moves))
            found += [puzzle] if puzzle else []
    return Harvest(plain_record(match, max((each.moves for each in found), default=0)), tuple(found))


def explained_again(book: PuzzleBook, puzzle: Puzzle) -> Harvest:
    """Return a puzzle of a book with a new question about its cause; nothing if it has no clear one any more."""
    *matches, after = book.matches_of(puzzle)
    decided = zip(puzzle.decisions, matches, strict=True)
    steps = [Step(each.place, Judge(match, puzzle.seat, 1), Verdict(each.right, each.wrong)) for each, match in decided]
    moves = [(int(number) - 1, move) for number, _, move in (entry.partition(" ") for entry in puzzle.line)]
    asked = why(Line(puzzle.seat, moves, steps, after), int(puzzle.id, 16))
    found = (msgspec.structs.replace(puzzle, why=asked),) if asked else ()
    return Harvest(book.records[puzzle.record], found)


def _play(match: Match, plan: Plan, key: int) -> Iterator[tuple[float, int, int]]:
    """Play a match to its end, and yield the decisions that look clear: by how much, move number and seat.

    Of a turn with several decisions the first clear one is yielded alone.
    """
    mover, is_found = -1, False
    while not match.over:
        seat, legal = match.to_move[0], match.legal(match.to_move[0])
        if seat != mover:
            mover, is_found = seat, False
        move = legal[0]
        if len(legal) > 1:
            considered = Judge(match, seat, mixed_key(key, match.number)).consider(plan.playing, 0)
            move = considered[0].move
            if len(legal) >= FEWEST_MOVES and not is_found and (lead := lead_of(considered)) >= CLEAR:
                is_found = True
                yield lead, match.number, seat
        match.play(seat, move)


def _puzzle(plan: Plan, match: Match, seat: int, key: int) -> Puzzle | None:
    """Return the puzzle at a decision of a match; ``None`` if there is none."""
    whole = follow(plan, match, seat, key)
    asked = whole and whole.asks and why(whole, key)
    if not whole or not asked:
        return None
    line = whole.cut(asked.causes[asked.cause], asked.decision)
    if not line.asks or line.is_trivial or line.is_ambiguous:
        return None
    return Puzzle(
        id=f"{mixed_key(match.seed, *match.moves, *line.moves):016x}"[-8:],
        record=0,
        moves=match.number,
        seat=seat,
        line=tuple(f"{mover + 1} {move}" for mover, move in line.moves),
        decisions=line.decisions,
        why=asked,
        rating=line.rating,
        theme=_theme(line),
        themes=_themes(line),
    )


def _theme(line: Line) -> str:
    """Return the broad theme: that of the first decision that is more than a card."""
    themes = games[line.after.game.name].text.themes
    return next(themes.broad[step.kind] for step in line.steps if step.kind not in themes.cards)


def _themes(line: Line) -> tuple[str, ...]:
    """Return the precise themes of all decisions."""
    find, found = games[line.after.game.name].text.themes.find, list[str]()
    for step in line.steps:
        match, move = step.judge.match, step.verdict.best
        events = [event.seen_by(line.seat) for event in match.copy().play(line.seat, move)]
        found += find(match.seen_by(line.seat), move, events)
    return tuple(dict.fromkeys(found))
