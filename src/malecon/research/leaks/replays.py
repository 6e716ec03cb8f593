"""Other worlds that a player cannot tell from the true one, found without the game's resampler: by replaying it.

A replay changes one draw of chance, or one action of another player, and goes on as the game went, the two actions
exchanged where that is needed. It counts if the same players acted, and the player was told the same at every
decision. Changes follow each other, as in a random walk (Metropolis), so that far worlds are reached.
"""

import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from malecon.research.leaks.spiel_worlds import SpielWorld, actors, child, choices, is_possible
from malecon.research.leaks.worlds import Step

if TYPE_CHECKING:
    import pyspiel


class Replay:
    """A random walk through the worlds that a player holds possible.

    Attributes:
        world: where the walk is.
    """

    def __init__(self, world: SpielWorld, player: int, rng: random.Random) -> None:
        self.world, self._player, self._rng = world, player, rng
        self._states = [world.subject.get_game().new_initial_state()]
        for step in world.steps:
            self._states.append(child(self._states[-1], step))
        self._known = [*map(self._knowledge, self._states)]

    def walk(self, tries: int) -> Iterator[SpielWorld]:
        """Try so many changes, and yield the world after each that the player would not notice."""
        changeable = [
            (number, actor)
            for number, step in enumerate(self.world.steps)
            for actor, _ in step
            if actor != self._player and len(choices(self._states[number], actor)) > 1
        ]
        for _ in range(tries if changeable else 0):
            number, actor = self._rng.choice(changeable)
            if self._change(number, actor):
                yield self.world

    def _knowledge(self, state: "pyspiel.State") -> object:
        """Return the declared channel at a decision, and whether the player is asked; otherwise only who acts."""
        if state.is_chance_node() or state.is_terminal():
            return state.current_player()
        return self.world.channels.told[self.world.declared](state, self._player), self._player in actors(state)

    def _change(self, number: int, actor: int) -> bool:
        """Let an actor do something else in a step, and replay the others; tell whether the player notices nothing."""
        options = choices(self._states[number], actor)
        if len(options) < 2:
            return False
        before = dict(self.world.steps[number])[actor]
        after = self._rng.choice([action for action in options if action != before])
        changed = tuple((one, after if one == actor else action) for one, action in self.world.steps[number])
        states, steps = self._states[: number + 1], [*self.world.steps[:number]]
        candidates: Sequence[Step] = [changed]
        for later in range(number, len(self.world.steps)):
            found = self._first_possible(states[-1], candidates, later + 1)
            if found is None:
                return False
            states.append(found[0])
            steps.append(found[1])
            if later + 1 < len(self.world.steps):
                candidates = self._candidates(self.world.steps[later + 1], {before: after, after: before})
        self._states, self.world = states, self.world.at(states[-1], tuple(steps))
        return True

    def _first_possible(
        self, state: "pyspiel.State", candidates: Sequence[Step], number: int
    ) -> "tuple[pyspiel.State, Step] | None":
        """Return the first step that is legal and unnoticed as the one before ``number``, and the state after it."""
        for step in candidates:
            after = child(state, step) if is_possible(state, step) else None
            if after is not None and self._knowledge(after) == self._known[number]:
                return after, step
        return None

    def _candidates(self, step: Step, swap: dict[int, int]) -> Sequence[Step]:
        """Return the candidates for a later step: with the two actions exchanged, or as it was."""
        swapped = tuple(
            (actor, action if actor == self._player else swap.get(action, action)) for actor, action in step
        )
        return [swapped, step] if swapped != step else [step]


def find_forgotten(world: SpielWorld, player: int, rng: random.Random, tries: int) -> SpielWorld | None:
    """Return a world with the same information state of a player, though the player has acted otherwise, if found."""
    root, told = world.subject.get_game().new_initial_state(), world.channels.told[world.declared]
    own = [number for number, step in enumerate(world.steps) if player in dict(step)]
    for _ in range(tries if len(own) > 1 else 0):
        state, steps = root, []
        first, second = (dict(world.steps[number])[player] for number in rng.sample(own, 2))
        swap = {first: second, second: first}
        for step in world.steps:
            step = tuple((actor, swap.get(action, action) if actor == player else action) for actor, action in step)
            if not is_possible(state, step):
                break
            state = child(state, step)
            steps.append(step)
        else:
            same = not state.is_terminal() and told(state, player) == told(world.subject, player)
            if same and steps != [*world.steps]:
                return world.at(state, tuple(steps))
    return None
