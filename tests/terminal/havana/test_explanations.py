"""What is said of a tile: to whoever may buy it also whether they can pay for it, or what they lack."""

from malecon.core.i18n import Language
from malecon.games.havana.text import explain
from malecon.presentation.perspective import Perspective
from modes import once
from terminal.terminal_helpers import NAMES, decisions

PAYS, LACKS, ARCHITECT = "You can pay for it.", "You lack", "Your architect must lie open."


@once
def test_a_tile_in_the_rows_says_whether_one_can_pay_or_what_is_missing() -> None:
    seen = set[str]()
    for match, seat in decisions("havana", 3):
        perspective, stranger = (Perspective.of(match, eyes, Language(), NAMES) for eyes in (seat, None))
        player = perspective.view.players[seat]
        for found in (found for row in perspective.view.rows for found in row):
            tile = found.tile
            said, *_ = explain(str(tile.id), perspective)
            told = {part for part in (PAYS, LACKS, ARCHITECT) if part in said}
            seen |= told

            assert (told == {PAYS}) == found.affordable
            assert told
            assert (ARCHITECT in told) == (tile.architect and "architect" not in player.open)
            assert not any(part in explain(str(tile.id), stranger)[0] for part in (PAYS, LACKS, ARCHITECT))

    assert seen == {PAYS, LACKS, ARCHITECT}
