"""Files of policy-value networks: weights in half precision, with a card that says what they are for.

A file is an archive as ``numpy.savez`` writes it: an array ``card`` (JSON as bytes), and two arrays for each layer. The
card tells all shapes, so an array of another size is refused before it is read, and nothing in a file can run code. The
first layer has rows for the numbers of the compact observation: the scales of its float form are in the weights.
"""

import math
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np
from msgspec import Meta, Struct
from numpy.lib import format as npy
from numpy.typing import NDArray

from malecon import games
from malecon.agents.policy_network import Layer, PolicyNetwork
from malecon.core.data import json_reason
from malecon.core.errors import UsageError
from malecon.core.files import new_file, reason_of
from malecon.core.game import Game

MOST_CARD_BYTES = 1 << 16
MOST_MEMBERS = 64
"""Arrays of a file."""
HALF = np.dtype("<f2")

Count = Annotated[int, Meta(ge=1, le=1 << 14)]
Units = Annotated[int, Meta(ge=1, le=1 << 11)]


class NetworkCard(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a network plays, what goes in and comes out, and how it was made.

    Attributes:
        format: of the file.
        game: what it plays.
        seats: the numbers of seats that it knows, ascending.
        options: those of the game that it knows with other values than their defaults.
        blocks: what goes in: the blocks of the observation in order, with their numbers in the float form.
        questions: what comes out: the questions of the game in order, with the number of answers to each.
        units: of each hidden layer.
        about: data, hours, keys, strength and what else is to be known, in words.
    """

    format: Annotated[int, Meta(ge=1, le=1)] = 1
    game: str
    seats: Annotated[tuple[Annotated[int, Meta(ge=1, le=8)], ...], Meta(min_length=1, max_length=8)]
    options: tuple[str, ...] = ()
    blocks: dict[str, Count]
    questions: dict[str, Count]
    units: Annotated[tuple[Units, ...], Meta(min_length=1, max_length=6)]
    about: dict[str, str] = {}


def blocks_of(game: Game) -> dict[str, int]:
    """Return the blocks of a game's observation in order, with their numbers in the float form."""
    return {block.name: block.size * block.width for block in game.observation.blocks}


def questions_of(game: Game) -> dict[str, int]:
    """Return the questions of a game in order, with the number of answers to each."""
    return dict(zip(game.actions.questions, game.actions.sizes.tolist(), strict=True))


def input_places(game: Game) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return ``rows`` and ``is_category`` of a network for a game (``PolicyNetwork``)."""
    schema = game.observation
    rows = [schema.float_slices[block.name].start + block.width * np.arange(block.size) for block in schema.blocks]
    is_category = [np.full(block.size, block.kind == "category") for block in schema.blocks]
    return np.concatenate(rows).astype(np.int32), np.concatenate(is_category)


def network_of(card: NetworkCard, arrays: Mapping[str, NDArray[np.floating]]) -> PolicyNetwork:
    """Return the network of a card with these arrays, named and shaped as ``array_shapes`` says."""
    rows, is_category = input_places(games[card.game])
    layers = {
        name: Layer(*(np.array(arrays[f"{name}_{part}"], np.float32, order="C") for part in Layer._fields))
        for name in _layer_shapes(card)
    }
    hidden = tuple(layers[f"hidden{number}"] for number in range(len(card.units)))
    return PolicyNetwork(rows, is_category, hidden, layers["policy"], layers["value"])


def arrays_of(network: PolicyNetwork) -> dict[str, NDArray[np.float32]]:
    """Return the arrays of a network by name."""
    layers = {f"hidden{number}": layer for number, layer in enumerate(network.hidden)}
    layers |= {"policy": network.policy, "value": network.value}
    return {f"{name}_{part}": array for name, layer in layers.items() for part, array in layer._asdict().items()}


def _layer_shapes(card: NetworkCard) -> dict[str, tuple[int, int]]:
    """Return the inputs and units of each layer."""
    inputs = (sum(card.blocks.values()), *card.units)
    hidden = {f"hidden{number}": (inputs[number], units) for number, units in enumerate(card.units)}
    return hidden | {
        "policy": (card.units[-1], sum(card.questions.values())),
        "value": (card.units[-1], max(card.seats)),
    }


def array_shapes(card: NetworkCard) -> dict[str, tuple[int, ...]]:
    """Return the shapes of a network's arrays by name."""
    return {
        f"{name}_{part}": shape
        for name, (inputs, units) in _layer_shapes(card).items()
        for part, shape in (("weights", (inputs, units)), ("bias", (units,)))
    }


def write_policy_network(file: Path, card: NetworkCard, network: PolicyNetwork) -> None:
    """Write a network with its card, in half precision; its folder must be there.

    Raises:
        OSError: it cannot be written.
    """
    arrays: dict[str, Any] = {name: array.astype(HALF) for name, array in arrays_of(network).items()}
    with new_file(file, is_private=False) as opened:
        np.savez_compressed(opened, card=np.frombuffer(msgspec.json.encode(card), np.uint8), **arrays)


def read_policy_network(file: Path) -> tuple[NetworkCard, PolicyNetwork]:
    """Return the network in a file, and its card.

    Raises:
        UsageError: it cannot be read, is no such file, or is for a game with other observations or actions.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            if len(archive.infolist()) > MOST_MEMBERS:
                raise UsageError(f"has more than {MOST_MEMBERS} arrays")
            card = _read_card(archive)
            arrays = {name: _read_array(archive, name, shape) for name, shape in array_shapes(card).items()}
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {reason_of(error)}") from None
    except UsageError as error:
        raise UsageError(f"{file}: is no network that can be used: {error}") from None
    except Exception as error:  # damaged archives raise errors of many kinds
        raise UsageError(f"{file}: is no file of a network: {error}") from None
    return card, network_of(card, arrays)


def _read_card(archive: zipfile.ZipFile) -> NetworkCard:
    """Return the card, checked against the game.

    Raises:
        UsageError: it is no card, or does not fit.
    """
    size = archive.getinfo("card.npy").file_size
    if size > MOST_CARD_BYTES:
        raise UsageError(f"card: has {size} bytes, but must have at most {MOST_CARD_BYTES}")
    with archive.open("card.npy") as opened:
        npy.read_magic(opened)
        npy.read_array_header_1_0(opened)
        content = opened.read()
    try:
        card = msgspec.json.decode(content, type=NetworkCard)
    except msgspec.MsgspecError:
        raise UsageError(f"card: {json_reason(content, NetworkCard)}") from None
    game = games[card.game]
    _check_same("blocks of the observation", card.blocks, blocks_of(game))
    _check_same("questions", card.questions, questions_of(game))
    if any(seats not in game.seats for seats in card.seats):
        raise UsageError(f"seats: are {[*card.seats]}, but {game.name} has {game.seats[0]} to {game.seats[-1]}")
    return card


def _check_same(what: str, found: Mapping[str, int], expected: Mapping[str, int]) -> None:
    """Raise ``UsageError``, which names the first difference, unless both are the same in the same order."""
    for there, here in zip(_padded(found, len(expected)), _padded(expected, len(found)), strict=True):
        if there != here:
            raise UsageError(f"{what}: {there} is there, but {here} is expected")


def _padded(sizes: Mapping[str, int], count: int) -> Iterator[str]:
    """Yield each name with its size, and nothing for what is missing of ``count``."""
    yield from (f"{name!r} with {size}" for name, size in sizes.items())
    yield from ["nothing"] * (count - len(sizes))


def _read_array(archive: zipfile.ZipFile, name: str, shape: tuple[int, ...]) -> NDArray[np.float16]:
    """Return an array of numbers in half precision.

    Raises:
        UsageError: it has another shape or type, or numbers that are not finite.
    """
    with archive.open(f"{name}.npy") as opened:
        npy.read_magic(opened)
        header = npy.read_array_header_1_0(opened)
        if header != (shape, False, HALF):
            raise UsageError(f"{name}: is {header[2]} with the shape {header[0]}, but must be {HALF} with {shape}")
        numbers = np.frombuffer(opened.read(math.prod(shape) * HALF.itemsize), HALF).reshape(shape)
    if not np.isfinite(numbers).all():
        raise UsageError(f"{name}: has numbers that are not finite")
    return numbers
