"""What a step of a batch costs with observations as codes (int8), and as floats with one-hot categories.

python examples/clients/observations.py
"""

import time

from malecon.research import batch

GAMES, STEPS, ROUNDS = 1024, 100, 7


def main():
    """Print the nanoseconds of a step of one game, the best of some rounds, both forms in turn."""
    for game in ("havana", "cuba"):
        best = {}
        for _ in range(ROUNDS):
            for form in ("compact", "float"):
                games = batch(game, GAMES, observation=form, legal="list")
                games.reset(1)
                begun = time.perf_counter()
                for _ in range(STEPS):
                    games.step(games.draw())
                spent = (time.perf_counter() - begun) / STEPS / GAMES * 1e9
                best[form] = min(spent, best.get(form, spent))
        compact, floats = best["compact"], best["float"]
        print(f"{game}: compact {compact:.0f} ns, float {floats:.0f} ns, {floats / compact:.1f} times")


if __name__ == "__main__":
    main()
