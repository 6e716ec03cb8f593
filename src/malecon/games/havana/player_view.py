"""What a viewer may know of a player, a part of the view (HAV-1.4). Seats are 0-based, tiles their ids."""

from functools import lru_cache

import numpy as np
from msgspec import Struct
from msgspec.structs import astuple, replace
from numpy.typing import NDArray

from malecon.core.bit_set import size_of
from malecon.core.codecs import members
from malecon.core.jit import uncompiled
from malecon.games.havana.cards import NAMES
from malecon.games.havana.rules.order import number, number_of
from malecon.games.havana.state import NONE, State


class Cubes(Struct, frozen=True):
    """How many cubes of each kind."""

    brick: int
    sandstone: int
    loam: int
    glass: int
    debris: int


class FaceDown(Struct, frozen=True):
    """A card laid face down, on which open card; ``card`` is ``None`` for all but its owner."""

    covers: str | None
    card: str | None


def _face_down_seen(shown: NDArray[np.int8], laid: NDArray[np.int8], *, own: bool) -> tuple[FaceDown, ...]:
    """Return the cards laid face down; which open card one covers is seen by all (HAV-4.5)."""
    return tuple(
        FaceDown(None if covered == NONE else NAMES[covered], NAMES[card] if own else None)
        for covered, card in zip(shown.tolist(), laid.tolist(), strict=True)
        if card != NONE
    )


class PlayerSeen(Struct, frozen=True, cache_hash=True):
    """A player. ``next_number``, ``hand`` and ``discards`` are ``None`` for all but the player.

    Attributes:
        known_discards: that all know to be discarded, whatever Refreshment has taken back unseen (HAV-1.4).
        number: that the open cards make (HAV-3.1).
        next_number: that the cards will make when those that lie face down are shown.
    """

    seat: int
    points: int
    pesos: int
    workers: int
    cubes: Cubes
    tiles: tuple[int, ...]
    open: tuple[str, ...]
    number: int | None
    face_down: tuple[FaceDown, ...]
    next_number: int | None
    hand_size: int
    discard_size: int
    hand: tuple[str, ...] | None
    discards: tuple[str, ...] | None
    known_discards: tuple[str, ...]

    @property
    def pieces(self) -> tuple[int, ...]:
        """What the player owns, in the order of ``PIECES``."""
        return (*astuple(self.cubes), self.workers, self.pesos)


def player_seen(state: State, seat: int) -> PlayerSeen:
    """Return a player as all others see them."""
    shown = state.shown[seat].tolist()
    return PlayerSeen(
        seat=seat,
        points=int(state.points[seat]),
        pesos=int(state.pesos[seat]),
        workers=int(state.workers[seat]),
        cubes=Cubes(*state.cubes[seat].tolist()),
        tiles=tiles_with(state, seat),
        open=tuple(NAMES[card] for card in shown if card != NONE),
        number=None if NONE in shown else int(uncompiled(number)(state, seat)),
        face_down=_face_down_seen(state.shown[seat], state.laid[seat], own=False),
        next_number=None,
        hand_size=size_of(state.hand[seat]),
        discard_size=size_of(state.discards[seat]),
        hand=None,
        discards=None,
        known_discards=_known_discards(state.entered[seat], int(state.unseen[seat])),
    )


def own_seen(player: PlayerSeen, state: State) -> PlayerSeen:
    """Return a player as they see themselves: with hand, discard pile and face-down cards."""
    shown, laid = state.shown[player.seat], state.laid[player.seat]
    return replace(
        player,
        face_down=_face_down_seen(shown, laid, own=True),
        next_number=_next_number(shown.tolist(), laid.tolist()),
        hand=cards_in(state.hand[player.seat]),
        discards=cards_in(state.discards[player.seat]),
    )


def _known_discards(entered: NDArray[np.int8], unseen: int) -> tuple[str, ...]:
    """Return the cards that were discarded after every refreshment whose card has not shown up (``guess.py``)."""
    return tuple(card for card, before in zip(NAMES, entered.tolist(), strict=True) if before >= unseen)


def _next_number(shown: list[int], laid: list[int]) -> int | None:
    """Return the number that the cards of a player will make when they are shown; ``None`` if nothing is laid."""
    if all(card == NONE for card in laid):
        return None
    one, other = (card if card != NONE else lying for lying, card in zip(shown, laid, strict=True))
    return None if NONE in (one, other) else int(uncompiled(number_of)(one, other))


@lru_cache
def cards_in(cards: int) -> tuple[str, ...]:
    """Return the names of a set of cards."""
    return tuple(NAMES[card] for card in members(cards))


def tiles_with(state: State, owner: int) -> tuple[int, ...]:
    """Return the ids of the tiles of this game that ``owner`` has."""
    owners = state.owner[: state.tiles].tolist()
    return tuple(tile for tile, each in enumerate(owners, 1) if each == owner)
