"""The small network: what it says, and its file."""

from pathlib import Path

import numpy as np
import pytest

from malecon.core.data import DataError
from malecon.core.network import Network, estimate, read_network, written

FACTS = ("cubes", "pesos", "points")


def network() -> Network:
    rng = np.random.default_rng(3)
    shapes = ((3,), (3, 4), (4,), (4,))
    return Network(*(rng.integers(-2000, 2000, shape).astype(np.float32) / np.float32(1000) for shape in shapes))


@pytest.mark.parametrize("facts", [(0.0, 0.0, 0.0), (1.0, 0.0, -0.5), (0.25, 2.0, 1.0)])
def test_units_are_silent_below_zero_and_facts_count_straight_too(facts: tuple[float, ...]) -> None:
    known, net = np.array(facts, np.float32), network()

    found = estimate(known, *net)

    units = np.maximum(0, known @ net.inner + net.start)
    assert found == pytest.approx(float(known @ net.straight + units @ net.outer), abs=1e-5)


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "prospect.toml"
    file.write_text(written(network(), FACTS), "utf-8")

    again = read_network(file, FACTS)

    for one, other in zip(network(), again, strict=True):
        assert one.shape == other.shape
        assert np.abs(one - other).max() <= 0.0005


def test_a_file_with_other_facts_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "prospect.toml"
    file.write_text(written(network(), ("pesos", "cubes", "points")), "utf-8")

    with pytest.raises(DataError, match=r"prospect.toml, facts: are .*, but must be \['cubes', 'pesos', 'points'\]"):
        read_network(file, FACTS)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("start = [0.0]", "outer: has 4 numbers, but must have 1"),
        ("outer = [0.0]", "outer: has 1 numbers, but must have 4"),
        ('"pesos" = [0.0]', "pesos: has 1 numbers, but must have 5"),
    ],
)
def test_a_line_of_another_length_is_refused(tmp_path: Path, line: str, message: str) -> None:
    key = line.split(" = ")[0]
    lines = [line if old.startswith(key) else old for old in written(network(), FACTS).splitlines()]
    file = tmp_path / "prospect.toml"
    file.write_text("\n".join(lines), "utf-8")

    with pytest.raises(DataError, match=message):
        read_network(file, FACTS)
