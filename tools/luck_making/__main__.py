"""The command that makes ``data/luck.json`` of a game: games of *standard* players, first looks, and what is left.

PYTHONPATH=tools python -m luck_making GAME --games 40 --seats 4
"""

from typing import Annotated

import msgspec
import numpy as np
import typer

import malecon
from malecon.agents.levels import LEVELS
from malecon.agents.luck import FILE, STEPS
from malecon.agents.review import account, curve_of
from malecon.agents.review_search import first_look, questions_about, review_key
from malecon.agents.searcher import Searcher
from malecon.core.data import folder_of
from malecon.core.game import Game

DIGITS = 3


def cards_of(game: Game, seats: int, seed: int, player: Searcher) -> tuple[float, ...]:
    """Return what the cards have brought to each seat of a game of players of one kind."""
    match = game.start(seats=seats, seed=seed)
    while not match.over:
        seat = match.to_move[0]
        match.play(seat, player.choose(match, seat, key=match.number))
    looks = [first_look(question, player) for question in questions_about(match, review_key(match))]
    begin, end = curve_of(match, ())
    found = account((msgspec.structs.replace(each, is_rough=False) for each in looks), begin, end)
    assert found is not None
    return found.cards


def main(
    game: str,
    games: Annotated[int, typer.Option(help="for each number of seats")] = 40,
    seats: Annotated[list[int] | None, typer.Option(help="only these numbers of seats; the others stay")] = None,
) -> None:
    """Make the file of a game."""
    played, player, file = malecon.games[game], LEVELS["standard"], folder_of(game) / FILE
    assert isinstance(player, Searcher)
    found = msgspec.json.decode(file.read_bytes(), type=dict[int, list[float]]) if seats else {}
    for count in seats or played.seats:
        cards = [cards for seed in range(games) for cards in cards_of(played, count, seed, player)]
        found[count] = np.quantile(cards, np.linspace(0, 1, STEPS)).round(DIGITS).tolist()
        typer.echo(f"{count} seats: {len(cards)} parts, {found[count]}")
    with open(str(file), "wb") as written:
        written.write(msgspec.json.format(msgspec.json.encode(dict(sorted(found.items()))), indent=0) + b"\n")


if __name__ == "__main__":
    typer.run(main)
