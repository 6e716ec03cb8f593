"""Training of a policy-value network: rounds of imitation, then of self-play, in a folder from which it goes on.

The folder has ``plan.json`` (what was asked for), ``state.npz`` (all that the next round needs, so a training that is
interrupted goes on as if it had not been), ``curve.csv`` (a line for each round) and ``network.npz`` (the network of
today, a player).
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

import malecon
from malecon.agents.policy_network import PolicyNetwork
from malecon.agents.policy_network_file import (
    NetworkCard,
    arrays_of,
    blocks_of,
    network_of,
    questions_of,
    read_policy_network,
    write_policy_network,
)
from malecon.core.errors import UsageError
from malecon.core.files import make_folder, new_file, read_file, write_file
from malecon.core.game import Game
from malecon.research.batches.batch import Batch
from policy_learning.gradients import Adam, Floats, Weights, forward, gradients, new_adam, new_weights, update
from policy_learning.losses import Measures, imitation_slope, measures_of, self_play_slope, value_slope
from policy_learning.searched import SearchedData
from policy_learning.self_play import Round, new_games, play_round


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """A training: the same plan gives the same network.

    Attributes:
        game: its name.
        seats: the numbers of seats, ascending; rounds take them in turn.
        units: of each hidden layer.
        teachers: files of networks, each for the numbers of seats that it knows, the first that does.
        data: folders of data sets of searches, for imitation.
        begin: the file of a network of the same shape from which the training begins; "" for none.
        decisions: of the whole training.
        imitated: share of them that is imitation.
        games: side by side.
        steps: decisions of each game in a round.
        minibatch: decisions of an update.
        rate: of learning at the beginning; it falls to a twentieth.
        trace: lambda.
        clip: by how much an update may change a probability, in proportion.
        entropy: weight of the bonus for entropy at the beginning of self-play; it falls to a tenth.
        value: weight of the loss of the shares.
        longest: length of a gradient, at most.
        seed: another one gives other games and weights.
    """

    game: str
    seats: tuple[int, ...]
    units: tuple[int, ...] = (256, 128)
    teachers: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    begin: str = ""
    decisions: int = 10_000_000
    imitated: float = 0.3
    games: int = 128
    steps: int = 64
    minibatch: int = 256
    rate: float = 1e-3
    trace: float = 0.97
    clip: float = 0.2
    entropy: float = 0.015
    value: float = 0.5
    longest: float = 0.5
    seed: int = 1


class Line(NamedTuple):
    """A round in the log.

    Attributes:
        seconds: since the beginning, of all processes that went on with it.
        decisions: so far.
        seats: of this round.
        is_imitation: 1 or 0.
        policy, value, entropy: means of ``Measures``.
    """

    seconds: float
    decisions: int
    seats: int
    is_imitation: int
    policy: float
    value: float
    entropy: float


class Training:
    """A training under way: weights, the state of Adam, games, and the log."""

    def __init__(self, plan: Plan) -> None:
        """Begin anew; files of ``plan`` are read.

        Raises:
            UsageError: there is no such game, or a file does not fit.
        """
        self.plan, self.game = plan, malecon.games[plan.game]
        self.card = NetworkCard(
            game=plan.game,
            seats=plan.seats,
            blocks=blocks_of(self.game),
            questions=questions_of(self.game),
            units=plan.units,
        )
        sizes = (self.game.observation.float_size, *plan.units)
        rng = np.random.default_rng(plan.seed)
        self.weights = new_weights(sizes, self.game.actions.count, max(plan.seats), rng)
        if plan.begin:
            self._begin_with(Path(plan.begin))
        self.adam, self.decisions, self.rounds = new_adam(self.weights), 0, 0
        self.games: list[Batch] = [new_games(plan.game, plan.games, seats, plan.seed) for seats in plan.seats]
        self.lines: list[Line] = []
        self._teachers = self._read_teachers()
        self._data = [SearchedData(self.game, Path(folder)) for folder in plan.data]
        if any(data.seats > max(plan.seats) for data in self._data):
            raise UsageError("data: a data set has more seats than are trained")
        if plan.imitated > 0 and not (self._data or {*plan.seats} <= {*self._teachers}):
            raise UsageError("imitated: there is neither a data set nor a teacher for all numbers of seats")

    def _begin_with(self, file: Path) -> None:
        card, network = read_policy_network(file)
        if (card.game, card.units, max(card.seats)) != (self.card.game, self.card.units, max(self.card.seats)):
            raise UsageError(f"{file}: has another game, other units or another number of seats than is trained")
        self.weights = weights_of(self.game, network)

    def _read_teachers(self) -> dict[int, Weights]:
        """Return the weights of the teacher for each number of seats that has one."""
        teachers: dict[int, Weights] = {}
        for file in self.plan.teachers:
            card, network = read_policy_network(Path(file))
            if card.game != self.plan.game:
                raise UsageError(f"{file}: plays {card.game}, but must play {self.plan.game}")
            weights = weights_of(self.game, network)
            teachers = {seats: weights for seats in card.seats} | teachers
        return teachers

    @property
    def progress(self) -> float:
        """How much of the training is done, 0 to 1."""
        return min(1.0, self.decisions / self.plan.decisions)

    def do_round(self) -> Line:
        """Do a round, and return its line, whose seconds are those of the round."""
        plan, began = self.plan, time.perf_counter()
        rng = np.random.default_rng([plan.seed, self.rounds])
        imitates = self.progress < plan.imitated
        table = self.rounds % (len(self.games) + (len(self._data) if imitates else 0))
        if imitates and (table >= len(self.games) or plan.seats[table] not in self._teachers):
            data = self._data[self.rounds % len(self._data)]
            seats, done = data.seats, self._learn_from(data, rng)
        else:
            played = play_round(self.games[table], self.weights, plan.steps, plan.trace)
            seats, done = played.seats, self._learn_by(played, rng, imitates)
        self.rounds += 1
        self.decisions += plan.games * plan.steps
        means = np.mean(done, axis=0).tolist()
        return Line(time.perf_counter() - began, self.decisions, seats, int(imitates), *means)

    def _learn_from(self, data: SearchedData, rng: np.random.Generator) -> list[Measures]:
        """Imitate searches in as many decisions as a round has."""
        done = []
        for _ in range(max(1, self.plan.games * self.plan.steps // self.plan.minibatch)):
            part = data.some(rng, self.plan.minibatch, max(self.plan.seats))
            out = forward(self.weights, part.inputs, part.legal, part.seats)
            self._update(out.layers, imitation_slope(out, part.target), value_slope(out, part.shares))
            done.append(measures_of(out, part.shares, part.target))
        return done

    def _learn_by(self, played: Round, rng: np.random.Generator, imitates: bool) -> list[Measures]:
        """Learn from decisions of self-play: what the teacher would do and expects there, or what turned out better."""
        done, teacher = [], self._teachers[played.seats] if imitates else None
        for part in _minibatches(len(played.actions), self.plan.minibatch, rng):
            out = forward(self.weights, played.inputs[part], played.legal[part], played.seats)
            target, shares = None, played.returns[part]
            if teacher is not None:
                taught = forward(teacher, played.inputs[part], played.legal[part], played.seats)
                target, shares[:, : played.seats] = taught.probabilities, taught.shares[:, : played.seats]
                slope = imitation_slope(out, target)
            else:
                bonus = self.plan.entropy * max(0.1, 1 - self.progress)
                drawn = (played.actions[part], played.logs[part], played.advantages[part])
                slope = self_play_slope(out, *drawn, self.plan.clip, bonus)
            self._update(out.layers, slope, value_slope(out, shares))
            done.append(measures_of(out, shares, target))
        return done

    def _update(self, layers: list[Floats], by_logits: Floats, by_scores: Floats) -> None:
        slopes = gradients(self.weights, layers, by_logits, np.float32(self.plan.value) * by_scores)
        rate = self.plan.rate * max(0.05, 1 - self.progress)
        update(self.weights, self.adam, slopes, rate, self.plan.longest)

    def network(self) -> PolicyNetwork:
        """Return the network of today."""
        return network_with(self.card, self.weights)

    def save(self, folder: Path) -> None:
        """Write state, log and network; each file is written whole or not at all, the state last.

        Raises:
            OSError: one cannot be written.
        """
        seconds = self.lines[-1].seconds if self.lines else 0.0
        about = {"decisions": str(self.decisions), "seconds": f"{seconds:.0f}"}
        card = msgspec.structs.replace(self.card, about=about)
        write_policy_network(folder / "network.npz", card, self.network())
        text = [",".join(Line._fields), *(",".join(f"{number:.6g}" for number in line) for line in self.lines)]
        write_file(folder / "curve.csv", ("\n".join(text) + "\n").encode(), is_private=False)
        state: dict[str, Any] = {f"w{place}": array for place, array in enumerate(_all_arrays(self.weights, self.adam))}
        state |= {f"games{place}": np.frombuffer(games.save(), np.uint8) for place, games in enumerate(self.games)}
        lines = np.array(self.lines, np.float64).reshape(-1, len(Line._fields))
        with new_file(folder / "state.npz", is_private=False) as opened:
            np.savez(opened, lines=lines, rounds=np.array(self.rounds), **state)

    def restore(self, folder: Path) -> None:
        """Go on from the state in a folder, which only who trains has written."""
        with np.load(folder / "state.npz", allow_pickle=False) as state:
            for place, array in enumerate(_all_arrays(self.weights, self.adam)):
                array[...] = state[f"w{place}"]
            for place, games in enumerate(self.games):
                games.restore(state[f"games{place}"].tobytes())
            self.lines = [Line(line[0], *map(int, line[1:4]), *line[4:]) for line in state["lines"].tolist()]
            self.rounds = int(state["rounds"])
        self.decisions = self.rounds * self.plan.games * self.plan.steps


def _all_arrays(weights: Weights, adam: Adam) -> Iterator[NDArray[Any]]:
    yield from weights.arrays()
    yield from adam.means
    yield from adam.squares
    yield adam.updates


def _minibatches(count: int, size: int, rng: np.random.Generator) -> list[NDArray[np.int64]]:
    """Return all numbers below ``count`` in random order, in parts of about ``size``."""
    return np.array_split(rng.permutation(count), max(1, count // size))


def _scales(game: Game) -> Floats:
    """Return by what each number of the float observation is multiplied (float32 ``[float_size, 1]``)."""
    schema = game.observation
    scales = np.ones((schema.float_size, 1), np.float32)
    for block in schema.blocks:
        scales[schema.float_slices[block.name]] = 1.0 if block.kind == "category" else block.scale
    return scales


def weights_of(game: Game, network: PolicyNetwork) -> Weights:
    """Return the weights of a network for float observations."""
    arrays = [*arrays_of(network).values()]
    return Weights(
        [arrays[0] / _scales(game), *(each.copy() for each in arrays[2::2])], [a.copy() for a in arrays[1::2]]
    )


def network_with(card: NetworkCard, weights: Weights) -> PolicyNetwork:
    """Return the network with these weights."""
    first, *others = weights.matrices
    matrices = [first * _scales(malecon.games[card.game]), *others]
    names = [*(f"hidden{number}" for number in range(len(card.units))), "policy", "value"]
    arrays = {f"{name}_weights": array for name, array in zip(names, matrices, strict=True)}
    arrays |= {f"{name}_bias": array for name, array in zip(names, weights.biases, strict=True)}
    return network_of(card, arrays)


def train(
    plan: Plan, folder: Path, seconds: float, report: Callable[[Line], None] = lambda _: None, every: float = 60.0
) -> Training:
    """Train in a folder for so many seconds, or to the end of the plan, and return the training.

    Args:
        plan: what is trained.
        folder: is made; if it has the state of the same plan, the training goes on from there.
        seconds: at least one round is done if the plan has not ended.
        report: called with the line of each round.
        every: seconds after which the files are written again.

    Raises:
        UsageError: the folder has another plan, or something in the plan does not fit.
        OSError: a file cannot be read or written.
    """
    make_folder(folder, is_private=False)
    file, encoded = folder / "plan.json", msgspec.json.format(msgspec.json.encode(plan)) + b"\n"
    if not file.exists():
        write_file(file, encoded, is_private=False)
    elif read_file(file) != encoded:
        raise UsageError(f"{file}: is another plan; take another folder")
    training = Training(plan)
    if (folder / "state.npz").exists():
        training.restore(folder)
    end = time.monotonic() + seconds
    saved, is_first = time.monotonic(), True
    while training.progress < 1 and (is_first or time.monotonic() < end):
        line = training.do_round()
        before = training.lines[-1].seconds if training.lines else 0.0
        training.lines.append(line._replace(seconds=before + line.seconds))
        report(training.lines[-1])
        if time.monotonic() > saved + every:
            training.save(folder)
            saved = time.monotonic()
        is_first = False
    training.save(folder)
    return training
