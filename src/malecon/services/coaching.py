"""Tips in somebody's first whole game: who is given them."""

from collections.abc import Sequence
from dataclasses import replace

from malecon.storage.finished_games import FinishedGames
from malecon.storage.people import Person
from malecon.tables import TableSettings
from malecon.tables.seat import Occupant


async def with_tips(
    settings: TableSettings, game: str, occupants: Sequence[Occupant], person: Person, finished: FinishedGames
) -> TableSettings:
    """Return the settings of a new table, with tips if they are for a person who has never finished such a game.

    Only a person alone against computer players, who has all the time that there is and wants tips, is given them.
    """
    others = [occupant for occupant in occupants if occupant.person != person.id]
    is_alone = len(others) == len(occupants) - 1 and all(occupant.level for occupant in others)
    if not person.tips or not is_alone or settings.clock is not None:
        return settings
    return replace(settings, coached=not await finished.has_finished(person.id, game))
