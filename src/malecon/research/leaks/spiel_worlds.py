"""States of OpenSpiel, as an audit of hidden information needs them (``worlds``)."""

import random
from collections.abc import Callable, Hashable

from malecon.core.errors import UsageError, check_known
from malecon.research.leaks.worlds import CHANCE, LEGAL, OWN_TURN, Inside, Resampler, Step, View, values_of
from malecon.research.support import extra

with extra("research"):
    import pyspiel
    from open_spiel.python.observation import make_observation


Channel = Callable[["pyspiel.State", int], Hashable]
"""Returns what a player is told in a state."""


def resampler_of(game: "pyspiel.Game") -> Resampler | None:
    """Return the resampler that a game of OpenSpiel has, if any."""

    def resample(state: "pyspiel.State", player: int, seed: int) -> "pyspiel.State":
        return state.resample_from_infostate(player, random.Random(seed).random)

    state = game.new_initial_state()
    rng = random.Random(0)
    while not state.is_terminal() and (state.is_chance_node() or state.is_simultaneous_node()):
        state = child(state, random_step(state, rng))
    try:
        resample(state, max(0, state.current_player()), 0)
    except AttributeError:
        return None
    except (RuntimeError, ValueError) as error:
        return None if "not implemented" in str(error) else resample
    return resample


def actors(state: "pyspiel.State") -> tuple[int, ...]:
    """Return the actors of a state, ``CHANCE`` or players."""
    if state.is_simultaneous_node():
        return tuple(player for player in range(state.num_players()) if state.legal_actions(player))
    return (CHANCE if state.is_chance_node() else state.current_player(),)


def choices(state: "pyspiel.State", actor: int) -> list[int]:
    """Return the legal actions of an actor."""
    if actor == CHANCE:
        return [action for action, probability in state.chance_outcomes() if probability > 0]
    return [*state.legal_actions(actor)]


def is_possible(state: "pyspiel.State", step: Step) -> bool:
    """Tell whether a step can be done in a state: its actors act there, and its actions are legal."""
    if state.is_terminal() or actors(state) != tuple(actor for actor, _ in step):
        return False
    return all(action in choices(state, actor) for actor, action in step)


def random_step(state: "pyspiel.State", rng: random.Random) -> Step:
    """Return a random step: of players each action equally likely, of chance by its probabilities."""
    if state.is_chance_node():
        actions, weights = zip(*state.chance_outcomes(), strict=True)
        return ((CHANCE, rng.choices(actions, weights)[0]),)
    return tuple((actor, rng.choice(choices(state, actor))) for actor in actors(state))


def child(state: "pyspiel.State", step: Step) -> "pyspiel.State":
    """Return the state after a step; the first is left alone."""
    after = state.clone()
    if state.is_simultaneous_node():
        done = dict(step)
        after.apply_actions([done.get(player, 0) for player in range(state.num_players())])
    else:
        after.apply_action(step[0][1])
    return after


class SpielChannels:
    """What a game of OpenSpiel tells its players.

    Attributes:
        told: by the name of a channel, the function of a state and a player that returns it.
        declared: the name of the most telling one: the information state, else the observation.
        has_recall: it claims to tell all that a player has seen and done.
        has_explicit_chance: everything random is a step; else the same steps can lead to different states.
    """

    def __init__(self, game: "pyspiel.Game", declared: str | None = None) -> None:
        """``declared``: the channel that says what a player knows, if another.

        Raises:
            UsageError: the game has no such channel, or none at all.
        """
        kind = game.get_type()
        provided = {
            "information state": (kind.provides_information_state_string, "information_state_string"),
            "information state tensor": (kind.provides_information_state_tensor, "information_state_tensor"),
            "observation": (kind.provides_observation_string, "observation_string"),
            "observation tensor": (kind.provides_observation_tensor, "observation_tensor"),
        }
        self.told: dict[str, Channel] = {name: _channel(method) for name, (has, method) in provided.items() if has}
        if not self.told:
            raise UsageError(f"{kind.short_name}: tells its players nothing (no information state, no observation)")
        self.declared = declared or next(iter(self.told))
        check_known("declared", [self.declared], [*self.told])
        self.has_recall = self.declared.startswith("information state")
        if kind.provides_factored_observation_string:
            self.told["public observation"] = _public_channel(game)
        self.has_explicit_chance = kind.chance_mode != pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
        self._add_struct(game)

    def _add_struct(self, game: "pyspiel.Game") -> None:
        """Add the observation as a structure, which some games have since OpenSpiel 2.0."""
        if hasattr(game, "ObservationStruct"):
            self.told["observation struct"] = lambda state, player: state.to_observation_struct(player).to_json()


def _channel(method: str) -> Channel:
    def tell(state: "pyspiel.State", player: int) -> Hashable:
        value = getattr(state, method)(player)
        return value if isinstance(value, str) else tuple(value)

    return tell


def _public_channel(game: "pyspiel.Game") -> Channel:
    kind = pyspiel.IIGObservationType(perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE)
    observer = make_observation(game, kind)
    return lambda state, player: observer.string_from(state, player)


class SpielWorld:
    """A state of a game of OpenSpiel."""

    def __init__(
        self,
        state: "pyspiel.State",
        channels: SpielChannels,
        resample: Resampler | None,
        inside: Inside | None,
        steps: tuple[Step, ...] = (),
    ) -> None:
        self.subject, self.channels, self.steps = state, channels, steps
        self._resample, self._inside = resample, inside
        self.players = state.num_players()
        self.declared, self.has_recall = channels.declared, channels.has_recall

    @property
    def is_over(self) -> bool:
        """Whether the state is terminal."""
        return bool(self.subject.is_terminal())

    @property
    def is_decision(self) -> bool:
        """Whether players act here."""
        return not self.subject.is_chance_node()

    def play(self, rng: random.Random) -> None:
        """Carry out a random step."""
        step = random_step(self.subject, rng)
        self.subject, self.steps = child(self.subject, step), (*self.steps, step)

    def view(self, player: int) -> View:
        """Return all channels, the legal actions of a player, whether it is asked, and its return so far."""
        is_asked = player in actors(self.subject)
        told: dict[str, Hashable] = {name: tell(self.subject, player) for name, tell in self.channels.told.items()}
        return told | {
            OWN_TURN: is_asked,
            LEGAL: tuple(choices(self.subject, player)) if is_asked else (),
            "return so far": self.subject.returns()[player],
        }

    def hidden(self, player: int) -> View:
        """Return the knowledge of the others, and the parts of ``inside``; of a game for one, the text of the state."""
        tell = self.channels.told[self.declared]
        found: dict[str, Hashable] = {
            f"player {other}": tell(self.subject, other) for other in range(self.players) if other != player
        }
        found |= values_of("inside", self._inside(self.subject) if self._inside else {})
        return found or {"state": str(self.subject)}

    def resample(self, player: int, seed: int) -> "SpielWorld | None":
        """Return the world of the game's resampler, if there is one."""
        return self.at(self._resample(self.subject, player, seed), self.steps) if self._resample else None

    def at(self, state: "pyspiel.State", steps: tuple[Step, ...]) -> "SpielWorld":
        """Return the world of another state of the game."""
        return SpielWorld(state, self.channels, self._resample, self._inside, steps)
