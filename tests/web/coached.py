"""Tables of a first whole game with tips, and pages of them."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

from playwright.sync_api import Page

import malecon
from malecon.core.i18n import load
from malecon.presentation.lessons import Tip
from malecon.storage.people import Person
from malecon.storage.rows import rebuild_table
from malecon.tables import TableSettings
from malecon.tables.draft import Step
from malecon.tables.seat import Occupant, SeatState
from malecon.tables.table import Table
from malecon.tables.table_header import new_header, new_id
from malecon.web.http.sender import Visitor
from malecon.web.views.coach import TipCard, tip_part
from malecon.web.views.table_context import table_context

SEEDS = range(4)
"""Of the random games in which each tip is met."""
LEARNER = Person("learner")
RARE = "church"
"""A building that is hardly ever used by chance: the learner prefers it, and the others leave it."""
AGAINST_TWO = {"seat-1": "me", "seat-2": "random", "seat-3": "random"}
GAMES = tuple(name for name, game in malecon.games.items() if game.course)


def first_game(game: str, seed: int) -> Table:
    """Return a new table with tips, of a person and two computer players."""
    header = replace(new_header(game, 3, {}, 0, TableSettings(host=LEARNER.id, coached=True)), key=seed)
    occupants = [Occupant("Ana", LEARNER.id), Occupant("Rosa", level="random"), Occupant("Mateo", level="random")]
    return rebuild_table(header, occupants, (), [SeatState()] * 3)


def decisions(game: str, seed: int) -> Iterator[Table]:
    """Yield the tables of a whole random game at which the learner is asked something."""
    table, chance = first_game(game, seed), random.Random(seed)
    while not table.match.over:
        seat = table.match.to_move[0]
        if seat == 0:
            yield table
        choices = table.match.legal(seat)
        move = chance.choice([choice for choice in choices if (RARE in choice) == (seat == 0)] or choices)
        table = table.with_moves(seat, [Step(move, new_id())])


def card_at(table: Table, viewer: int | None = 0, person: Person = LEARNER, language: str = "en") -> TipCard | None:
    """Return the card that the page of a table shows; ``None`` if it has no place for one."""
    part = tip_part(table_context(table, viewer, Visitor(person, load(language))))
    return None if part is None else part.value


def tips_of(game: str) -> tuple[Tip, ...]:
    """Return the tips of a game."""
    course = malecon.games[game].course
    assert course
    return course.tips


@cache
def shown_first(game: str, seeds: range) -> dict[str, Table]:
    """Return by the title of each tip the first table of some random games at which it is shown."""
    found = dict[str, Table]()
    for seed in seeds:
        for table in decisions(game, seed):
            card = card_at(table)
            assert card
            if card.title:
                found.setdefault(card.title, table)
    return found


def begin_alone(page: Page, game: str) -> None:
    """Begin a game against two computer players, and go there."""
    page.goto(page.request.post(f"/new/{game}", form={**AGAINST_TWO}).url)


def sit_alone(page: Page, game: str) -> None:
    """Go to a new table with tips at which nothing happens, for a frame to change it."""
    page.route_web_socket("**/live?*", lambda socket: None)
    begin_alone(page, game)
    page.wait_for_function("document.querySelector('main').dataset.state")
