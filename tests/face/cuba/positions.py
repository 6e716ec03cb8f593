"""Positions of random matches of Cuba as plain data, to be spoiled by tests."""

from functools import cache
from typing import Any

import malecon
from face.playing import random_match
from malecon.games.cuba.cards import LAWS

Position = dict[str, Any]
CUBA = malecon.games["cuba"]
START = "cuba, 4 seats, no embassy"
SEALED = "cuba, 3 seats, sealed"
GIFTS = "cuba, 2 seats, sealed, buildings for nothing"
STARTED = (("tax", 25), ("duty", 26), ("subsidy", None), ("other", None))
"""The laws in force at the start."""


@cache
def reached(start: str, question: str, round_no: int = 0, having: tuple[str, ...] = ()) -> Position:
    """Return a position of a random match that asks ``question``, in round ``round_no`` or later, ``having`` facts."""
    for seed in range(60):
        for match, _, _ in random_match(start, seed):
            position = match.position()
            asked = position["question"]
            if asked["kind"] == question and position["round"] >= round_no and asked.keys() >= set(having):
                return position
    raise AssertionError(question)


def take(position: Position, piece: str, count: int) -> int:
    """Take pieces from the supply, to put them somewhere else."""
    position["supply"][piece] = position["supply"].get(piece, 0) - count
    return count


def mover(position: Position) -> Position:
    """Return the player whose turn it is."""
    players: list[Position] = position["players"]
    return players[(position["first"] + position["turn"]) % len(players)]


def enact(position: Position, kind: int) -> None:
    """Let a law of the fourth type be in force since the last round, with the tax of that round alone."""
    law = next(number for number, law in enumerate(LAWS, start=1) if law.code() == kind)
    parliament, before = position["parliament"], position["round"] - 2
    for name, start in STARTED:
        parliament[name]["in_force"] = start
    cards = parliament["other"]["cards"]
    there = cards.index(law)
    cards[before], cards[there] = cards[there], cards[before]
    parliament["other"].update(bill=cards[position["round"] - 1], in_force=law)
    parliament["tax"]["in_force"] = parliament["tax"]["cards"][before]
