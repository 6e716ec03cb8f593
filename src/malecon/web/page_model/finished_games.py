"""Finished games: the result as a page shows it, and uploaded records, each stored under a name of its content."""

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from markupsafe import Markup

import malecon
from malecon import games
from malecon.core.i18n import N_, NN_
from malecon.core.match import Match
from malecon.presentation.game_text import GameText
from malecon.presentation.playable_game import Perspective, PlayerView
from malecon.storage.store import in_thread
from malecon.tables import Missing, StorageError
from malecon.tables.table import Table
from malecon.tables.table_header import new_id
from malecon.web.rendering import render

POINTS = NN_("{count} point", "{count} points")
MOST_RECORDS = 5000
"""Kept at once; beyond that, those go that nobody has brought or looked at for longest."""
DIGITS = 32
NO_RECORD = N_("There is no such record.")


class RankedPlayer(NamedTuple):
    """A player of a finished game: place, seat, name, whether it is the viewer alone, points, what was built."""

    place: int
    seat: int
    name: str
    own: bool
    points: int
    trophies: Markup


class Source(NamedTuple):
    """What points come from: its sign, its title, and the points of each seat."""

    sign: Markup
    title: str
    points: tuple[int, ...]


class ResultSeen(NamedTuple):
    """The result of a game.

    Attributes:
        page: address of the table.
        game: its name.
        victory: who has won, in words.
        tie: the tie-break that decided between equal points at the top, with its rule; empty if none did.
        ending: why the game has ended, with the rule.
        ranking: the players, the best first.
        sources: what points come from, without what nobody has points from.
        names: of the players, by seat.
        points: of the players, by seat.
        sits: whether the viewer has played.
        is_rated: whether the result counts for the ranking.
        commitment, key, salt: of the shuffle.
    """

    page: str
    game: str
    victory: str
    tie: str
    ending: str
    ranking: tuple[RankedPlayer, ...]
    sources: tuple[Source, ...]
    names: tuple[str, ...]
    points: tuple[int, ...]
    sits: bool
    is_rated: bool
    commitment: str
    key: int
    salt: str


def result_of(table: Table, perspective: Perspective, own: tuple[int, ...]) -> ResultSeen:
    """Return the result of a game; ``own`` are the seats of the viewer."""
    header, game_text, view = table.header, games[table.header.game].text, perspective.view
    rule, reason = game_text.endings[view.ending]
    assert table.key_and_salt is not None, "the key is shown when the game is over"
    key, salt = table.key_and_salt
    return ResultSeen(
        page=f"/table/{header.id}",
        game=header.game,
        victory=victory_text(perspective),
        tie=tie_break(game_text, perspective),
        ending=f"{perspective.language.say(reason)} ({rule})",
        ranking=tuple(
            RankedPlayer(
                place,
                player.seat,
                perspective.names[player.seat],
                own == (player.seat,),
                player.points,
                trophies(header.game, player, perspective),
            )
            for place, player in ranking(game_text, perspective)
        ),
        sources=tuple(_sources_of(table)),
        names=tuple(perspective.names[seat] for seat in range(header.seats)),
        points=tuple(player.points for player in view.players),
        sits=bool(own),
        is_rated=header.settings.rated,
        commitment=header.commitment,
        key=key,
        salt=salt,
    )


def _sources_of(table: Table) -> Iterator[Source]:
    """Yield the sources of the points of a game."""
    game = games[table.header.game]
    for title, points in game.text.sources(table.match.events, table.header.seats).items():
        if any(points):
            yield Source(game.page.signs.get(title, Markup()), title, tuple(points))


def victory_text(perspective: Perspective) -> str:
    """Return the victory in words: who has won, and with how many points."""
    say, winners = perspective.language.say, perspective.view.winners
    points = perspective.language.count(POINTS, perspective.view.players[winners[0]].points)
    if winners == (perspective.viewer,):
        return say(N_("You win with {points}!"), points=points)
    template = (
        N_("{names} wins with {points}.") if len(winners) == 1 else N_("{names} share the victory with {points}.")
    )
    return say(
        template, names=perspective.language.listing([perspective.names[seat] for seat in winners]), points=points
    )


def ranking(game_text: GameText, perspective: Perspective) -> list[tuple[int, PlayerView]]:
    """Return the players with their places, the best first; equal ones have the same place."""
    return sorted(zip(game_text.places(perspective.view), perspective.view.players, strict=True), key=itemgetter(0))


def tie_break(game_text: GameText, perspective: Perspective) -> str:
    """Return the tie-break that decided between equal points at the top, with the rule; empty if none did."""
    (_, best), (place, second), *_ = ranking(game_text, perspective)
    rule, reason = game_text.tie
    is_decided = best.points == second.points and place == 2
    return f"{perspective.language.say(reason)} ({rule})" if is_decided else ""


def trophies(game: str, player: PlayerView, perspective: Perspective) -> Markup:
    """Return pictures of what a player of a view has built or bought, and of what else the player has."""
    page = games[game].page
    houses, more = page.houses(player, perspective), page.belongings(player, perspective)
    return render("trophies.html", perspective.language, houses=houses, more=more)


def _is_record(name: str) -> bool:
    """Tell whether a name is one of a record."""
    return re.fullmatch(rf"[0-9a-f]{{{DIGITS}}}", name) is not None


def address_of(origin: str) -> str:
    """Return the address of the original of a deal: a record is called by other names than a table.

    >>> address_of("0123456789abcdef0123456789abcdef"), address_of("Xk_3-9")
    ('/record/0123456789abcdef0123456789abcdef', '/table/Xk_3-9')
    """
    return f"/record/{origin}" if _is_record(origin) else f"/table/{origin}"


class Records:
    """A folder of records. Methods block."""

    def __init__(self, folder: Path) -> None:
        """``folder``: is made when the first record comes."""
        self._folder = folder

    @in_thread
    def keep(self, text: str) -> str:
        """Keep a record and return its name.

        Raises:
            MaleconError: it is none, or a move in it is illegal; the error says in which line.
            StorageError: it cannot be written.
        """
        text = malecon.replay(text).record()
        name = hashlib.sha256(text.encode()).hexdigest()[:DIGITS]
        try:
            self._write(self._folder / name, text)
            self._make_room()
        except OSError as error:
            raise StorageError(f"{self._folder}: cannot be written: {error.strerror}") from None
        return name

    @in_thread
    def read(self, name: str) -> Match:
        """Return a record as a match.

        Raises:
            Missing: there is none of this name.
        """
        if not _is_record(name):
            raise Missing(NO_RECORD)
        try:
            os.utime(self._folder / name)
            text = (self._folder / name).read_text("utf-8")
        except FileNotFoundError:  # never there, or swept
            raise Missing(NO_RECORD) from None
        return malecon.replay(text)

    def _write(self, file: Path, text: str) -> None:
        """Write a file atomically, for several processes may write it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        half = file.with_suffix(f".{new_id()}")
        half.write_text(text, "utf-8")
        half.replace(file)

    def _make_room(self) -> None:
        """Let go of records beyond the limit."""
        with suppress(FileNotFoundError):  # somebody else makes room too
            newest_first = sorted(self._folder.iterdir(), key=lambda file: file.stat().st_mtime, reverse=True)
            for file in newest_first[MOST_RECORDS:]:
                file.unlink()
