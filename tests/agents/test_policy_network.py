"""Policy-value networks: what they make of an observation, and their files."""

import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import numpy as np
import pytest
from numpy.lib import format as npy
from numpy.typing import NDArray

import malecon
from agents.networks import card_for, random_network, written
from malecon.agents.policy_network import (
    Evaluation,
    Layer,
    PolicyNetwork,
    evaluate_position,
    first_reference,
    make_reference,
    new_evaluation,
)
from malecon.agents.policy_network_file import (
    MOST_CARD_BYTES,
    NetworkCard,
    arrays_of,
    network_of,
    read_policy_network,
    write_policy_network,
)
from malecon.core import contract
from malecon.core.errors import UsageError
from malecon.core.jit import JIT
from malecon.core.match import Match

each_game = pytest.mark.parametrize("game", malecon.games)
EVERY = 5 if JIT else 40
"""Of so many decisions one is looked at."""


def decisions(match: Match) -> Iterator[int]:
    """Play a game at random and yield the seats that decide, at every so many decisions."""
    rng = np.random.default_rng(7)
    while not match.over:
        seat = match.to_move[0]
        if match.number % EVERY == 0:
            yield seat
        legal = match.legal(seat)
        match.play(seat, legal[int(rng.integers(len(legal)))])


def observed(match: Match, seat: int, evaluation: Evaluation) -> int:
    """Write observation and legal actions into an evaluation, and return how many there are."""
    contract.observe(match.state, seat, evaluation.observation)
    return int(contract.legal(match.state, seat, evaluation.actions))


def dense(game: str, network: PolicyNetwork, observation: NDArray[np.int8]) -> tuple[NDArray[np.float64], ...]:
    """Return all logits, and those of the shares, computed from the float form of an observation."""
    schema = malecon.games[game].observation
    numbers = schema.floats(observation).astype(np.float64)
    for block in schema.blocks:
        numbers[schema.float_slices[block.name]] /= block.scale  # weights are those of the numbers as they are
    for layer in network.hidden:
        numbers = np.maximum(0, numbers @ layer.weights + layer.bias)
    return tuple(numbers @ layer.weights + layer.bias for layer in (network.policy, network.value))


@each_game
@pytest.mark.parametrize("seats", [2, 4])
def test_a_network_says_what_its_layers_make_of_the_float_observation(game: str, seats: int) -> None:
    network = random_network(card_for(game, (2, 4)))
    match = malecon.games[game].start(seats=seats, seed=3)
    evaluation, reference = new_evaluation(network, match.game.widest), first_reference(network)
    for seat in decisions(match):
        count = observed(match, seat, evaluation)
        legal = evaluation.actions[:count]

        evaluate_position(network, reference, evaluation, count, seats)

        logits, shares = dense(game, network, evaluation.observation)
        powers = np.exp(shares[:seats] - shares[:seats].max())
        assert evaluation.logits[legal] == pytest.approx(logits[legal], abs=2e-3)
        assert evaluation.shares[:seats] == pytest.approx(powers / powers.sum(), abs=1e-3)
        assert not evaluation.shares[seats:].any()


@each_game
def test_it_says_the_same_from_any_reference(game: str) -> None:
    network = random_network(card_for(game))
    match = malecon.games[game].start(seats=2, seed=4)
    evaluation = new_evaluation(network, match.game.widest)
    nothing, last = first_reference(network), first_reference(network)
    for seat in decisions(match):
        count = observed(match, seat, evaluation)
        legal = evaluation.actions[:count]
        evaluate_position(network, nothing, evaluation, count, 2)
        logits, shares = evaluation.logits[legal].copy(), evaluation.shares.copy()

        evaluate_position(network, last, evaluation, count, 2)

        assert evaluation.logits[legal] == pytest.approx(logits, abs=2e-3)
        assert evaluation.shares == pytest.approx(shares, abs=1e-3)
        make_reference(network, evaluation, last)
        assert (last.observation == evaluation.observation).all()


@each_game
def test_a_file_gives_a_network_and_its_card_back(game: str, tmp_path: Path) -> None:
    card = msgspec.structs.replace(card_for(game, (2, 3)), about={"games": "none"})
    file = written(tmp_path / "network.npz", card)

    found, network = read_policy_network(file)

    assert found == card
    expected = arrays_of(random_network(card))
    assert all((array == expected[name]).all() for name, array in arrays_of(network).items())


CARD = card_for("havana")


def other_file(file: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """Write a network's file after a change of its members."""
    written(file, CARD)
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file


def encoded(array: NDArray[np.generic], tmp_path: Path) -> bytes:
    """Return an array as NumPy writes it."""
    file = tmp_path / "array.npy"
    np.save(file, array)
    return file.read_bytes()


def with_card(tmp_path: Path, **changes: object) -> Callable[[dict[str, bytes]], None]:
    """Return what changes the card, some of whose entries are replaced."""
    card = {**msgspec.to_builtins(CARD), **changes}

    def change(members: dict[str, bytes]) -> None:
        members["card.npy"] = encoded(np.frombuffer(json.dumps(card).encode(), np.uint8), tmp_path)

    return change


FEWER = {**CARD.blocks, "pesos": 7}
MORE = {**CARD.questions, "sing": 2}


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"format": 2}, "card: .*format"),
        ({"game": "chess"}, "game: is 'chess', but must be one of"),
        ({"seats": [2, 5]}, r"seats: are \[2, 5\], but havana has 2 to 4"),
        ({"blocks": FEWER}, "blocks of the observation: 'pesos' with 7 is there, but 'pesos' with 8 is expected"),
        ({"questions": MORE}, "questions: 'sing' with 2 is there, but nothing is expected"),
        ({"units": [5000]}, "card: .*units"),
        ({"units": [24, 15]}, r"hidden1_weights: is float16 with the shape \(24, 16\), but must be float16 with"),
        ({"colour": "red"}, "card: .*colour"),
        ({"about": {"games": "many " * MOST_CARD_BYTES}}, "card: has .* bytes, but must have at most"),
    ],
)
def test_a_file_with_a_card_that_does_not_fit_is_refused(
    changes: dict[str, object], error: str, tmp_path: Path
) -> None:
    file = other_file(tmp_path / "network.npz", with_card(tmp_path, **changes))

    with pytest.raises(UsageError, match=f"network.npz: is no network that can be used: {error}"):
        read_policy_network(file)


def test_numbers_that_are_not_finite_are_refused(tmp_path: Path) -> None:
    network = random_network(CARD)
    network.policy.bias[3] = np.nan
    write_policy_network(tmp_path / "network.npz", CARD, network)

    with pytest.raises(UsageError, match="policy_bias: has numbers that are not finite"):
        read_policy_network(tmp_path / "network.npz")


def test_an_array_of_another_size_is_refused_before_it_is_read(tmp_path: Path) -> None:
    def change(members: dict[str, bytes]) -> None:
        with (tmp_path / "header").open("w+b") as opened:
            npy.write_array_header_1_0(opened, {"descr": "<f2", "fortran_order": False, "shape": (1 << 40,)})
            opened.seek(0)
            members["policy_bias.npy"] = opened.read()

    file = other_file(tmp_path / "network.npz", change)

    with pytest.raises(UsageError, match=r"policy_bias: is float16 with the shape \(1099511627776,\), but must be"):
        read_policy_network(file)


def test_an_array_of_objects_is_refused_and_runs_nothing(tmp_path: Path) -> None:
    def change(members: dict[str, bytes]) -> None:
        members["value_bias.npy"] = encoded(np.array([print, None], object), tmp_path)

    file = other_file(tmp_path / "network.npz", change)

    with pytest.raises(UsageError, match="value_bias: is object"):
        read_policy_network(file)


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x05\x06" + bytes(18)])
def test_what_is_no_file_of_a_network_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "network.npz"
    file.write_bytes(content)

    with pytest.raises(UsageError, match=r"network\.npz: is no file of a network"):
        read_policy_network(file)


def test_a_file_that_is_cut_off_or_not_there_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path / "network.npz", CARD)
    file.write_bytes(file.read_bytes()[:-100])

    with pytest.raises(UsageError, match="is no file of a network"):
        read_policy_network(file)
    with pytest.raises(UsageError, match="cannot be read: it is not there"):
        read_policy_network(tmp_path / "nothing.npz")


def test_a_network_can_have_one_hidden_layer_or_several() -> None:
    for units in [(8,), (8, 4, 6)]:
        card = NetworkCard(game="havana", seats=(2,), blocks=CARD.blocks, questions=CARD.questions, units=units)
        network = random_network(card)
        assert [len(layer.bias) for layer in network.hidden] == [*units]
        assert isinstance(network_of(card, arrays_of(network)).value, Layer)
