"""The small network: what it says, and its file."""

from pathlib import Path

import numpy as np
import pytest

from malecon.core.data import DataError
from malecon.core.network import Network, format_network, forward, read_network

FEATURES = ("cubes", "pesos", "points")


def network() -> Network:
    rng = np.random.default_rng(3)
    shapes = ((3,), (3, 4), (4,), (4,))
    return Network(*(rng.integers(-2000, 2000, shape).astype(np.float32) / np.float32(1000) for shape in shapes))


@pytest.mark.parametrize("features", [(0.0, 0.0, 0.0), (1.0, 0.0, -0.5), (0.25, 2.0, 1.0)])
def test_units_are_silent_below_zero_and_features_count_straight_too(features: tuple[float, ...]) -> None:
    known, net = np.array(features, np.float32), network()

    found = forward(net, known)

    units = np.maximum(0, known @ net.hidden_weights + net.hidden_bias)
    assert found == pytest.approx(float(known @ net.linear + units @ net.output_weights), abs=1e-5)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "win_logit.toml"
    file.write_text(format_network(network(), FEATURES), "utf-8")

    again = read_network(file, FEATURES)

    for one, other in zip(network(), again, strict=True):
        assert one.shape == other.shape
        assert np.abs(one - other).max() <= 0.0005


def test_a_file_with_other_features_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "win_logit.toml"
    file.write_text(format_network(network(), ("pesos", "cubes", "points")), "utf-8")

    with pytest.raises(
        DataError, match=r"win_logit.toml, features: are .*, but must be \['cubes', 'pesos', 'points'\]"
    ):
        read_network(file, FEATURES)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hidden_bias = [0.0]", "output_weights: has 4 numbers, but must have 1"),
        ("output_weights = [0.0]", "output_weights: has 1 numbers, but must have 4"),
        ('"pesos" = [0.0]', "pesos: has 1 numbers, but must have 5"),
    ],
)
def test_a_line_of_another_length_is_refused(tmp_path: Path, line: str, message: str) -> None:
    key = line.split(" = ")[0]
    lines = [line if old.startswith(key) else old for old in format_network(network(), FEATURES).splitlines()]
    file = tmp_path / "win_logit.toml"
    file.write_text("\n".join(lines), "utf-8")

    with pytest.raises(DataError, match=message):
        read_network(file, FEATURES)
