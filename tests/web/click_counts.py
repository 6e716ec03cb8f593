"""How many clicks a whole game asks of a person.

``python -m web.click_counts``, a part of ``make bench``. One person plays games with fixed keys against easy computer
players, and decides as the level easy would. Counted is what the page asks for: its buttons and forms, read from its
HTML, the one that brings most of the decisions at once, and a confirmation where the page holds the turn. What the
game does by itself, because there is nothing to choose, counts nothing.
"""

import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import malecon
from figures import Figure, print_figures
from malecon.agents import LEVELS
from malecon.agents.agent import Agent
from malecon.core.i18n import Language
from malecon.core.match import Match
from malecon.presentation.buttons import AND
from malecon.storage.people import Person
from malecon.storage.rows import rebuild_table
from malecon.tables.draft import Step
from malecon.tables.seat import Occupant, SeatState
from malecon.tables.table import Table
from malecon.tables.table_header import new_header
from malecon.web.http.sender import Visitor
from malecon.web.views.table_page import draw_page
from web.cuba_page import BUTTON, FINAL, FORM, put_together

GAMES = 10
SEATS = 3
PERSON = "person"
PARTS = re.compile(r'data-parts="(\d)"')
CHIP = re.compile(r'name="move" value="([^"]*)" class="choice chip')
"""The button of a move that is shown when its card is chosen: that is a click too."""


class Click(NamedTuple):
    """What can be clicked for some moves: the moves, how many clicks they take, whether they end a turn at once."""

    moves: tuple[str, ...]
    clicks: int
    is_final: bool


def clicks_on(html: str) -> Iterator[Click]:
    """Yield all that a page offers: each button is a click; its card, or ticks or field of its form, are some too."""
    chips = {*CHIP.findall(html)}
    for value in BUTTON.findall(html):
        moves = value.replace("&#39;", "'").removesuffix(FINAL)
        yield Click(tuple(moves.split(AND)), 2 if value in chips else 1, value.endswith(FINAL))
    for form in FORM.findall(html):
        ticks = PARTS.findall(form)
        for move in put_together(form):
            is_chosen = f'value="{move}" id="answer-1" checked' in form
            yield Click(tuple(move.split(AND)), (0 if is_chosen else int(ticks[0]) or 1) + 1, FINAL in form)


def decisions_of(match: Match, seat: int, agent: Agent, key: int) -> list[tuple[str, bytes]]:
    """Return the moves of a seat until others are asked, each with the position after it."""
    ahead, found = match.copy(), list[tuple[str, bytes]]()
    while seat in ahead.to_move:
        move = agent.choose(ahead, seat, key=key + len(found))
        is_last = any(event.reveals or event.passes for event in ahead.play(seat, move))
        found.append((move, ahead.state.tobytes()))
        if is_last:
            break
    return found


def best_click(table: Table, seat: int, html: str, decisions: list[tuple[str, bytes]]) -> tuple[Click, int]:
    """Return the click that carries out most of the decisions, and how many."""
    positions = [position for _, position in decisions]
    found = []
    for click in clicks_on(html):
        ahead = table.preview(seat)[0].copy()
        if click.moves[0] not in ahead.legal(seat):
            continue
        for move in click.moves:
            ahead.play(seat, move)
        after = ahead.state.tobytes()
        if after in positions:
            found.append((click, positions.index(after) + 1))
    return max(found, key=lambda each: (each[1], each[0].is_final, -each[0].clicks))


def begin(game: str, seats: int, key: int) -> Table:
    """Return a table of a person and easy computer players."""
    people = [Occupant("Ana", person=PERSON)]
    people += [Occupant(f"Computer {seat}", level="easy") for seat in range(1, seats)]
    return rebuild_table(new_header(game, seats, {}, 0, key=key), people, (), [SeatState()] * seats)


def count(game: str, seats: int, key: int) -> tuple[Counter[int], Counter[int]]:
    """Play a game; return by round the choices and the confirmations of the person."""
    table, agent = begin(game, seats, key), LEVELS["easy"]
    choices, confirmations = Counter[int](), Counter[int]()
    visitor = Visitor(Person(PERSON), Language())
    while not table.match.over:
        if 0 not in table.match.to_move:
            seat = table.match.to_move[0]
            move = agent.choose(table.match, seat, key=table.move_count)
            table = table.with_moves(seat, [Step(move, f"c{table.move_count}")])
            continue
        decisions = decisions_of(table.match, 0, agent, table.move_count)
        number = table.match.seen_by(None).round
        while decisions:
            html = str(draw_page(table, 0, visitor).html)
            click, done = best_click(table, 0, html, decisions)
            choices[number] += click.clicks
            decisions = decisions[done:]
            first, *more = click.moves
            table = table.with_step(0, first, f"a{choices.total()}", *more, quick=click.is_final)
        if table.seat_states[0].draft:
            confirmations[number] += 1
            table = table.with_draft_confirmed(0)
    return choices, confirmations


def figures() -> Iterator[Figure]:
    """Yield the medians of each game, and print what they come from."""
    for game in malecon.games:
        found = [count(game, SEATS, key) for key in range(1, GAMES + 1)]
        totals = [choices + confirmations for choices, confirmations in found]
        whole, rounds = (statistics.median(some) for some in zip(*map(_totals, totals), strict=True))
        yield Figure("clicks of a game at the level easy", game, SEATS, whole, "")
        yield Figure("clicks of a round at the level easy", game, SEATS, rounds, "")
        print("  choices + confirmations:", ", ".join(f"{a.total()} + {b.total()}" for a, b in found))


def _totals(clicks: Counter[int]) -> tuple[int, float]:
    """Return the clicks of a game, and the median of those of its rounds."""
    return clicks.total(), statistics.median(number for round_no, number in clicks.items() if round_no)


if __name__ == "__main__":
    sys.exit(print_figures(figures()))
