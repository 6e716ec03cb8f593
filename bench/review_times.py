"""How long somebody waits for the review of a game: for the curve, for a first look at each decision, for all of it.

    python bench/review_times.py tests/golden/cuba/3-seats-easy-players.game

The service of the site reviews each record anew, with players that are ready and rules that are compiled. The seconds
are those of the clock, from the request on; without ``--whole`` the review ends with the first looks.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import malecon
from malecon.core.match import Match
from malecon.services.computer_players import ComputerPlayers
from malecon.services.reviews import Reviews, ReviewState

BETWEEN_S = 0.02
"""Between two looks at the state."""


async def seconds(match: Match, players: ComputerPlayers, *, whole: bool) -> list[float]:
    """Return the seconds until the curve is there, all decisions have had a first look, and all are reviewed."""
    stages: list[Callable[[ReviewState], bool]] = [
        lambda state: state.has_curve,
        lambda state: len(state.decisions) == state.total,
        lambda state: state.is_done,
    ]
    with tempfile.TemporaryDirectory() as folder:
        reviews, found, begun = Reviews(Path(folder), players), list[float](), time.perf_counter()
        await reviews.ask("/record/measured", match)
        for is_reached in stages if whole else stages[:-1]:
            while not is_reached(await reviews.state("/record/measured", match)):
                await asyncio.sleep(BETWEEN_S)
            found.append(time.perf_counter() - begun)
        await reviews.close()
    return found


async def measure(records: list[Path], *, whole: bool) -> None:
    """Print a line for each record."""
    players = ComputerPlayers()
    await players.compile_ahead()
    await players.wait_until_settled()
    for path in records:
        match = malecon.replay(path.read_text())
        curve, looks, *all_s = await seconds(match, players, whole=whole)
        more = "".join(f", all {each:.0f} s" for each in all_s)
        said = f"curve {curve:.1f} s, first looks {looks:.1f} s{more}"
        print(f"{path.name}: {match.number} decisions; {said}", flush=True)
    players.close()


def main() -> None:
    """Measure the records that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="+", type=Path)
    parser.add_argument("--whole", action="store_true", help="until all decisions are reviewed")
    asked = parser.parse_args()
    asyncio.run(measure(asked.records, whole=asked.whole))


if __name__ == "__main__":
    main()
