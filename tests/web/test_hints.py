"""A hint on the page: what a turn brings, in few words."""

import re

from malecon.agents import LEVELS
from malecon.agents.agent import Advice
from malecon.core.i18n import Language
from malecon.storage.people import Person
from malecon.tables.draft import Step
from malecon.tables.table import Table
from malecon.web.http.sender import Visitor
from malecon.web.views.status import Hints
from malecon.web.views.table_page import draw_page
from web.click_counts import PERSON, begin


def loads_at(table: Table) -> list[str]:
    """Return loads of seat 0 one after the other, at the first dock that takes them."""
    ahead, found = table.match.copy(), list[str]()
    while 0 in ahead.to_move and (loads := [move for move in ahead.legal(0) if move.startswith("load ")]):
        found.append(loads[0])
        ahead.play(0, loads[0])
    return found


def about_to_load() -> Table:
    """Return a table of Cuba at which seat 0 can load several pieces of a kind at a dock."""
    table = begin("cuba", 2, key=1)
    while len(loads_at(table)) < 2 or len(set(loads_at(table)[:2])) > 1:
        seat = table.match.to_move[0]
        move = LEVELS["random"].choose(table.match, seat, key=table.move_count)
        table = table.with_moves(seat, [Step(move, f"m{table.move_count}")])
    return table


def test_the_pieces_that_a_hint_loads_at_a_dock_share_a_sentence() -> None:
    table = about_to_load()
    first, *more = loads_at(table)
    hints = Hints([Advice(first, 0.5, 10, tuple(more))])
    page = str(draw_page(table, 0, Visitor(Person(PERSON), Language()), hints=hints).html)
    [told] = re.findall(r"<ol aria-label=\"Hint\">.*?</ol>", page, re.DOTALL)

    assert told.count("You load") == len({move.partition(" on ")[2] for move in (first, *more)})
    assert re.search(r"You load [2-9] ", told)
