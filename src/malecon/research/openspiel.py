"""The games in OpenSpiel: after ``import malecon.research.openspiel``, ``pyspiel.load_game("malecon_<game>")``.

Parameters are ``seats``, ``version``, the options of the game, ``chance`` (``research.chance``), ``reward`` and
``variant`` (``research.variants``). Seats that choose in secret at the same time act one after another, the lowest
first; nobody's information state tells what others have chosen. So the tree is that of the simultaneous game: each
information set joins all choices that its player cannot know. Source: M. Lanctot and others, *OpenSpiel: A Framework
for Reinforcement Learning in Games* (2019).
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

import malecon
from malecon.core import AnyState, Options, contract
from malecon.core.engine import UNKNOWN
from malecon.core.errors import UsageError, check_known, shortened
from malecon.core.game import Game
from malecon.core.information import DID
from malecon.core.options import Kind, Option
from malecon.research.envs.chance import DIGIT, MOST_OUTCOMES, NOBODY, Node
from malecon.research.envs.variants import variant_position
from malecon.research.support import extra

with extra("research"):
    import pyspiel

Parameters = Mapping[str, Any]
MOST_ROWS, ROW, BITS = 48, 5, 16
"""Rows that the information state of a small variant has room for in a tensor, numbers of a row, bits of a number."""
OWN: dict[str, Any] = {"seats": 2, "version": 0, "chance": "explicit", "reward": "zero-sum", "variant": ""}
"""Parameters besides the options of a game; version 0 is the newest."""


def _parameters(game: Game) -> dict[str, Any]:
    """Return the parameters of a game with their defaults; an order of seats is text such as ``3_1_2``."""
    return OWN | {option.name: "" if option.usual is None else option.usual for option in game.options}


def _option_value(option: Option, value: Any, seats: int) -> object:
    """Return the value of an option as a new table takes it."""
    if option.kind is Kind.SEATS and value:
        order = option.read(value.replace("_", " "))
        if sorted(order or ()) != [*range(seats)]:
            example = "_".join(map(str, range(seats, 0, -1)))
            raise option.refusal(value, f"each seat from 1 to {seats} once, such as {example}")
        return order
    return None if option.usual is None and not value else value


def _game_type(game: Game, reward: str = "zero-sum", *, is_small: bool = False) -> pyspiel.GameType:
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"malecon_{game.name}",
        long_name=game.name.title(),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if reward == "zero-sum" else kinds.Utility.CONSTANT_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=is_small,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=_parameters(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel declares no types
    """A game of OpenSpiel.

    Attributes:
        game: what is played.
        is_zero_sum: whether returns are -1 / (seats - 1) to 1 with sum 0, and not shares of the victory with sum 1.
        is_small: whether it is a small variant; only those have an information state as a tensor.
        root: where a new state begins.
    """

    def __init__(self, game: Game, parameters: Parameters) -> None:
        """Create a game; raise ``UsageError`` if a parameter is not what it expects."""
        values: Parameters = _parameters(game) | {**parameters}
        check_known("reward", [values["reward"]], ["share", "zero-sum"])
        self.game, self.is_zero_sum = game, values["reward"] == "zero-sum"
        state, self.is_small = _first_state(game, values), bool(values["variant"])
        self.root = Node(game, state, values["chance"], is_position=self.is_small)
        seats = int(state.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.count,
            max_chance_outcomes=MOST_OUTCOMES if values["chance"] == "explicit" else DIGIT,
            num_players=seats,
            min_utility=-1 / (seats - 1) if self.is_zero_sum else 0.0,
            max_utility=1.0,
            utility_sum=0.0 if self.is_zero_sum else 1.0,
            max_game_length=game.longest,
        )
        super().__init__(_game_type(game, values["reward"], is_small=self.is_small), info, {**parameters})

    def new_initial_state(self, state: object = None) -> "SpielState":
        """Return a new state, before the first deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return a bound on the nodes of chance: a tape, or a key, for each decision and the set-up."""
        return (self.game.longest + 1) * MOST_OUTCOMES

    def information_state_tensor_shape(self) -> list[int]:
        """Return the shape of an information state as a tensor; raise ``UsageError`` if the game is no small variant.

        Without it OpenSpiel gives an empty one, on which its networks learn nothing and say nothing.
        """
        self.check_small()
        return super().information_state_tensor_shape()

    def information_state_tensor_size(self) -> int:
        """Return the size of an information state as a tensor; raise ``UsageError`` like the shape."""
        self.check_small()
        return super().information_state_tensor_size()

    def check_small(self) -> None:
        """Raise ``UsageError`` if the game has no information state as a tensor."""
        if not self.is_small:
            raise UsageError(
                f"information_state_tensor: {self.game.name} has none, for its longest game would have to fit in;"
                " take observation_tensor, or a small variant"
            )

    def make_py_observer(self, kind: Any = None, params: Parameters | None = None) -> "SpielObserver":
        """Return an observer of a kind (``pyspiel.IIGObservationType``)."""
        return SpielObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False), params)


def _first_state(game: Game, values: Parameters) -> AnyState:
    """Return a new table, or the position of a variant, which has its own seats, options and version."""
    seats = values["seats"]
    if not (variant := values["variant"]):
        options: Options = {option.name: _option_value(option, values[option.name], seats) for option in game.options}
        return game.new_table(seats, version=values["version"] or None, **options)
    position = variant_position(game, variant)
    if seats != position.seats:
        raise UsageError(f"seats: is {seats}, but must be {position.seats}, as in the variant {variant}")
    for name in ("version", *(option.name for option in game.options)):
        if values[name] != _parameters(game)[name]:
            raise UsageError(f"{name}: is {shortened(values[name])}, but must be left out: the variant has its own")
    return position


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel declares no types
    """A state of a game of OpenSpiel; a copy knows nothing of what chance will bring.

    Attributes:
        node: the node of the game tree.
        text: what has happened, for people: moves and outcomes of chance, a line each.
        logs: what each seat knows of what has happened, and at the end what spectators know: rows of the journal
            without the secrets of others, and for each own decision the observation and the action.
    """

    def __init__(self, game: SpielGame) -> None:
        """Begin at the root."""
        super().__init__(game)
        self.node, self.text = game.root, ""
        self.logs = ("",) * (game.num_players() + 1)

    def current_player(self) -> int:
        """Return the seat that is to act, or chance, or that the game is over."""
        if self.node.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.node.outcomes else self.node.mover

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of chance, each equally likely."""
        return [(outcome, 1 / self.node.outcomes) for outcome in range(self.node.outcomes)]

    def _apply_action(self, action: int) -> None:
        player, node = self.current_player(), self.node
        self.node = node.resolve(action) if node.outcomes else node.play(action)
        self.text += f"{'chance' if node.outcomes else player}: {_in_words(node, action)}\n"
        if not node.outcomes:
            decision = f"[{observation_digest(node, player)} {action}]"
            self.logs = tuple(log + decision if viewer == player else log for viewer, log in enumerate(self.logs))
        self._note()

    def _note(self) -> None:
        """Add what has just happened to the logs."""
        if self.node.rows:
            rows, viewers = np.array(self.node.rows, np.int16), [*range(self.num_players()), NOBODY]
            texts = (_row_text(self.node.game.chronicle.rows_seen_by(rows, viewer)) for viewer in viewers)
            self.logs = tuple(log + text for log, text in zip(self.logs, texts, strict=True))

    def _action_to_string(self, player: int, action: int) -> str:
        return _in_words(self.node, action)

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return self.node.is_over

    def returns(self) -> list[float]:
        """Return the return of each seat: zeros before the end."""
        shares, seats = self.node.shares(), self.num_players()
        if self.get_game().is_zero_sum and self.node.is_over:
            return [(seats * share - 1) / (seats - 1) for share in shares]
        return shares

    def information_state_tensor(self, *player: int) -> list[float]:
        """Return the information state as a tensor; raise ``UsageError`` if the game is no small variant."""
        self.get_game().check_small()
        return super().information_state_tensor(*player)

    def resample(self, player: int, key: int) -> "SpielState":
        """Return a state that ``player`` cannot tell from this one; what it does not know is drawn with ``key``.

        It has no history, for that of this state would tell what the others have chosen.
        """
        state = self.get_game().new_initial_state()
        state.node, state.text = self.node.resample(player, key), f"resampled for {player} with {key}\n"
        state.logs = tuple(log if viewer == player else self.logs[-1] for viewer, log in enumerate(self.logs))
        return state

    def resample_from_infostate(self, player: int, probability_sampler: Callable[[], float]) -> "SpielState":
        """Return a state with the same information state of ``player``; chance is ``probability_sampler``, 0 to 1."""
        return self.resample(player, int(probability_sampler() * 2**62))

    def __str__(self) -> str:
        """Return the history as text, hidden things too."""
        return self.text or f"{self.get_game()}\n"


def _in_words(node: Node, action: int) -> str:
    """Return an action of the mover, or an outcome of chance, as text."""
    return f"{action + 1} of {node.outcomes}" if node.outcomes else node.game.notation.format(action)


def _row_text(rows: NDArray[np.int16]) -> str:
    """Return rows of the journal as text, a secret as a question mark."""
    return "".join(",".join("?" if number == UNKNOWN else str(number) for number in row) + ";" for row in rows.tolist())


def observation_digest(node: Node, seat: int) -> str:
    """Return 24 hexadecimal digits that stand for the observation of a seat."""
    return hashlib.blake2b(observation(node, seat).tobytes(), digest_size=12).hexdigest()


def observation(node: Node, seat: int) -> NDArray[np.int8]:
    """Return the observation of a seat, or of ``NOBODY``, in the compact form (``core.observation``)."""
    out = np.zeros(node.game.observation.size, np.int8)
    contract.observe(node.state, seat, out)
    return out


def resampler(rng: np.random.RandomState) -> Callable[[SpielState, int], SpielState]:
    """Return a resampler for ``ISMCTSBot.set_resampler``; chance is ``rng``."""
    return lambda state, player: state.resample(player, int(rng.randint(2**62, dtype=np.int64)))


class SpielObserver:
    """What a player knows, as numbers and as text.

    Attributes:
        tensor: float32, the float form of an observation, overwritten by ``set_from``; with perfect recall, in a small
            variant, then what the player has seen and done, the bits of its numbers; else, or without public
            information, ``None``.
        dict: the blocks of ``tensor`` by name, and ``history``.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Parameters | None) -> None:
        """Create an observer; raise ``UsageError`` for a kind that tells a player the secrets of others."""
        if params:
            raise UsageError(f"params: are {params}, but observers have none")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise UsageError("private_info: is ALL_PLAYERS, but must be SINGLE_PLAYER or NONE")
        self._schema, self._recalls, self._is_public = game.game.observation, kind.perfect_recall, kind.public_info
        self._is_private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        has_numbers, size = self._is_public and (game.is_small or not self._recalls), self._schema.float_size
        history = MOST_ROWS * ROW * BITS if self._recalls else 0
        self.tensor = np.zeros(size + history, np.float32) if has_numbers else None
        self.dict = {} if self.tensor is None else self._schema.named(self.tensor[:size])
        if self.tensor is not None and history:
            self.dict["history"] = self.tensor[size:].reshape(MOST_ROWS, ROW, BITS)

    def set_from(self, state: SpielState, player: int) -> None:
        """Observe a state into ``tensor``."""
        if self.tensor is None:
            return
        viewer = self._viewer(player)
        self.tensor[: self._schema.float_size] = self._schema.floats(observation(state.node, viewer))
        if "history" in self.dict:
            self.dict["history"][:] = _bits(state.logs[viewer])

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the knowledge of a player, or, without public information, its private part."""
        viewer = self._viewer(player)
        if not self._is_public:
            return _private_text(state, player) if self._is_private else ""
        if self._recalls:  # equal for what the viewer cannot tell apart
            return f"{viewer}: {state.logs[viewer]}{observation_digest(state.node, viewer)}"
        blocks = self._schema.named(observation(state.node, viewer))
        return "\n".join(f"{name}: {block.tolist()}" for name, block in blocks.items())

    def _viewer(self, player: int) -> int:
        return player if self._is_private else NOBODY


def _bits(log: str) -> NDArray[np.uint8]:
    """Return observations and actions as the bits of their numbers (``[MOST_ROWS, ROW, BITS]``), then zeros."""
    rows = np.zeros((MOST_ROWS, ROW), np.int16)
    for row, (action, numbers) in zip(rows, re.findall(r"\[\w+ (\d+)\]|([^;\[\]]+);", log), strict=False):
        row[:] = [DID, int(action), 0, 0, 0] if action else numbers.replace("?", str(UNKNOWN)).split(",")
    return np.unpackbits(rows.view(np.uint8)).reshape(MOST_ROWS, ROW, BITS)


def _private_text(state: SpielState, player: int) -> str:
    """Return the fields of a player's view that spectators see otherwise, as JSON."""
    if not state.node.has_begun:
        return ""
    own, public = (_fields(state, viewer) for viewer in (player, None))
    return "\n".join(f"{name}: {value}" for name, value in own.items() if public[name] != value)


def _fields(state: SpielState, viewer: int | None) -> dict[str, str]:
    """Return the fields of the view of a viewer, each as JSON."""
    view = state.node.game.seen_by(state.node.state, viewer)
    return {name: msgspec.json.encode(getattr(view, name)).decode() for name in view.__struct_fields__}


def _register(game: Game) -> None:
    """Register a game, with a class of its own: OpenSpiel keeps it for ever, and pickles games by its name."""

    def create(self: SpielGame, parameters: Parameters | None = None) -> None:
        SpielGame.__init__(self, game, parameters or {})

    name = f"{game.name.title()}Game"
    globals()[name] = type(name, (SpielGame,), {"__init__": create, "__module__": __name__})
    pyspiel.register_game(_game_type(game), globals()[name])


for _game in malecon.games.values():
    _register(_game)
