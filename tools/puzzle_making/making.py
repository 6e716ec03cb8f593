"""The making of puzzles: strong players play, short searches find decisions, long ones confirm them.

Everything follows from the key of the plan, and searches are bounded by iterations only, so a plan can be carried out
again to the byte, by any number of processes. A puzzle is confirmed by two long searches with different keys, and by
two more after the best move and after each of its rivals: a search hardly tries a move that looks bad, so what it says
of its share is mostly noise.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from malecon import games
from malecon.agents.agent import greedy_action, known_to, line_events, new_workspace
from malecon.agents.levels import LEVELS, SEARCH_CONFIGS
from malecon.agents.matches import mixed_key
from malecon.agents.puzzles import Plan, Puzzle
from malecon.agents.review import Alternative
from malecon.agents.search import Question, Search, expected_actions, find, new_search
from malecon.agents.search_iteration import run_iterations
from malecon.agents.searcher import legal_actions
from malecon.core.contract import NO_ACTION
from malecon.core.match import Match
from malecon.core.random import new_source
from puzzle_making.book import Harvest, plain_record

LEAD = 0.08
"""The best move is ahead of the second by so much of the victory, in every long search."""
SEATS = (*(2,) * 9, 3, *(2,) * 9, 4, *(2,) * 9, 3)
"""Seats of games that follow each other: more seats take much longer, and have fewer moves that are clearly best."""
FEWEST_MOVES = 3
KNOWN = 8
"""Visits of a move that has not been dropped at once: the mean of fewer is luck."""
MOST_A_GAME, APART = 3, 12
"""Puzzles of one game, and moves between two of them."""
RIVALS = 3
"""Other moves that are searched as long as the best one."""
MORE = 2
"""Moves besides the best one that are shown with their lines."""
TRIES, TRIVIAL = 8, 7
"""A move that *easy*, or a look at the next position, makes in so many of its tries is no puzzle."""
LADDER = (50, 200, 1_000, 5_000)
"""Iterations of the searches by which the difficulty is measured."""
STEPS = 4
"""Searches of each of them."""
EASIEST, HARDEST = 800, 2200
"""Ratings of a puzzle that everything solves, and of one that nothing on the ladder does."""


class Considered(NamedTuple):
    """A move that a search has considered."""

    move: str
    share: float
    visits: int
    line: tuple[str, ...]


class Judge:
    """Searches at one decision of a match, with keys that follow from one key."""

    def __init__(self, match: Match, seat: int, key: int) -> None:
        """``match``: at the decision of ``seat``, left as it is."""
        self.match, self.seat, self.key = match, seat, key
        self.others = match.seats - 1

    def _search(self, iterations: int, turn: int, action: int = NO_ACTION) -> tuple[Question, Search]:
        key = mixed_key(self.key, turn)
        question = Question(self.match.game, known_to(self.match, self.seat, key), self.seat, action)
        search = new_search(question, SEARCH_CONFIGS[self.match.game.name], new_source(key))
        run_iterations(search, iterations * self.others)
        return question, search

    def consider(self, iterations: int, turn: int) -> list[Considered]:
        """Search with the key of a ``turn``, and return all legal moves, the most visited first."""
        question, search = self._search(iterations, turn)
        in_words, found = self.match.game.notation.format, []
        for action in legal_actions(question).tolist():
            slot = find(search.tree, self.seat, action)
            visits = int(search.tree.visits[slot])
            share = float(search.tree.total[slot]) / visits if visits else 0.0
            line = tuple(map(in_words, expected_actions(search.tree, slot))) if visits else ()
            found.append(Considered(in_words(action), share, visits, line))
        return sorted(found, key=lambda each: (-each.visits, -each.share))

    def share_after(self, move: str, iterations: int, turn: int) -> float:
        """Search after a move, and return the share of the victory that the seat can expect."""
        _, search = self._search(iterations, turn, self.match.game.notation.parse(move))
        return float(search.iteration.totals[self.seat]) / (iterations * self.others)

    def solves(self, move: str, iterations: int, turn: int) -> bool:
        """Tell whether a search of so many iterations finds a move."""
        return self.consider(iterations, turn)[0].move == move

    def easy_hits(self, move: str) -> int:
        """Return the number of choices, of ``TRIES``, in which *easy* takes a move."""
        return sum(
            LEVELS["easy"].choose(self.match, self.seat, mixed_key(self.key, turn)) == move for turn in range(TRIES)
        )


def is_obvious(match: Match, puzzle: Puzzle, key: int) -> bool:
    """Tell whether the best move of a puzzle is nearly always what looks best in the next position."""
    best, hits = match.game.notation.parse(puzzle.best[0].move), 0
    for turn in range(TRIES):
        own_key = mixed_key(key, puzzle.moves, turn)
        workspace = new_workspace(match.game, new_source(own_key))
        hits += greedy_action(workspace, known_to(match, puzzle.seat, own_key), puzzle.seat) == best
    return hits >= TRIVIAL


def lead_of(moves: Sequence[Considered]) -> float:
    """Return by how much the first move is ahead of the best of the others, as far as they are known."""
    return moves[0].share - max((each.share for each in moves[1:] if each.visits >= KNOWN), default=0.0)


def harvest(plan: Plan, number: int) -> Harvest:
    """Play a game of a plan, and return its puzzles."""
    key = mixed_key(plan.game, plan.key, number)
    match = games[plan.game].start(seats=SEATS[number % len(SEATS)], seed=key)
    clear = list(_play(match, plan, key))
    found: list[tuple[int, Puzzle]] = []
    for moves, seat in sorted(clear, key=lambda place: mixed_key(key, *place)):
        if len(found) < MOST_A_GAME and all(abs(moves - other) >= APART for other, _ in found):
            puzzle = _confirmed(plan, match, moves, seat, mixed_key(key, moves))
            found += [(moves, puzzle)] if puzzle else []
    record = plain_record(match, max((moves for moves, _ in found), default=0))
    return Harvest(record, tuple(each for moves, each in found if not is_obvious(match.after(moves), each, key)))


def _play(match: Match, plan: Plan, key: int) -> Iterator[tuple[int, int]]:
    """Play a match to its end, and yield the decisions that look clear: move number and seat.

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
            if len(legal) >= FEWEST_MOVES and not is_found and lead_of(considered) >= LEAD:
                is_found = True
                yield match.number, seat
        match.play(seat, move)


def _confirmed(plan: Plan, whole: Match, moves: int, seat: int, key: int) -> Puzzle | None:
    """Return the puzzle at a decision of a match; ``None`` if no move is clearly best, or it is found too easily."""
    match = whole.after(moves)
    judge = Judge(match, seat, key)
    best, *others = (each.move for each in judge.consider(plan.comparing, 0))
    if judge.easy_hits(best) >= TRIVIAL:
        return None
    compared = _compared(judge, [best, *others], plan.comparing, (1, 2))
    if compared is None:
        return None
    rivals = [move for move in compared if move != best][:RIVALS]
    sure = _compared(judge, [best, *rivals], plan.confirming, (3, 4))
    if sure is None:
        return None
    free = [judge.consider(plan.confirming, turn) for turn in (5, 6)]
    if any(each[0].move != best or lead_of(each) < LEAD for each in free):
        return None
    # what a short search says of the other moves can be no better than what the long ones say of the rivals
    floor = min(sure.values())
    shares = sure | {move: min(share, floor) for move, share in compared.items() if move not in sure}
    return _puzzle(match, judge, {each.move: each.line for each in free[0]}, shares)


def _compared(judge: Judge, moves: Sequence[str], iterations: int, turns: Sequence[int]) -> dict[str, float] | None:
    """Return the mean shares of searches after each of some moves, the best first.

    ``None`` if in one of them the first move is not ahead of all others by ``LEAD``.
    """
    first, *others = moves
    total = dict.fromkeys(moves, 0.0)
    for turn in turns:
        best = judge.share_after(first, iterations, turn)
        total[first] += best / len(turns)
        for move in others:
            share = judge.share_after(move, iterations, turn)
            if best - share < LEAD:
                return None
            total[move] += share / len(turns)
    return dict(sorted(total.items(), key=lambda item: -item[1]))


def _puzzle(match: Match, judge: Judge, lines: Mapping[str, tuple[str, ...]], shares: dict[str, float]) -> Puzzle:
    """Return the puzzle with its difficulty and its themes; ``lines``: the rest of the turn after each move."""
    rounded = {move: round(share, 3) for move, share in shares.items()}
    best, *others = rounded
    return Puzzle(
        id=f"{mixed_key(match.seed, *match.moves, judge.seat):016x}"[-8:],
        record=0,
        moves=match.number,
        seat=judge.seat,
        best=tuple(Alternative(move, rounded[move], lines[move]) for move in (best, *others[:MORE])),
        others={move: rounded[move] for move in others[MORE:]},
        rating=_rating(judge, best),
        theme=games[match.game.name].text.themes.broad[match.seen_by(judge.seat).question.kind],
        themes=themes_of(match, judge.seat, (best, *lines[best])),
    )


def themes_of(match: Match, seat: int, line: Sequence[str]) -> tuple[str, ...]:
    """Return the precise themes of a turn that is expected to go on like this."""
    found = games[match.game.name].text.themes.find(match.seen_by(seat), line[0], line_events(match, seat, line))
    return tuple(dict.fromkeys(found))


def _rating(judge: Judge, best: str) -> int:
    """Return the difficulty: how seldom *easy* and short searches find the best move."""
    hits = [judge.easy_hits(best) / TRIES]
    for iterations in LADDER:
        found = sum(judge.solves(best, iterations, 10 + turn) for turn in range(STEPS))
        hits.append(found / STEPS)
    return round(HARDEST - (HARDEST - EASIEST) * sum(hits) / len(hits))
