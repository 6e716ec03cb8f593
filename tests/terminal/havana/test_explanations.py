"""What is said of a tile: to whoever may buy it also whether they can pay for it, or what they lack."""

import re

from malecon.core.i18n import Language
from malecon.games.havana.buildings import DEBRIS
from malecon.games.havana.cards import ARCHITECT as ARCHITECT_CARD
from malecon.games.havana.options import tiles_of
from malecon.games.havana.rows_view import rows_seen
from malecon.games.havana.state import State
from malecon.games.havana.text import explain
from malecon.presentation.perspective import Perspective
from modes import once
from terminal.terminal_helpers import NAMES, decisions

PAYS, LACKS, ARCHITECT = "You can pay for it.", "You lack", "Your architect must lie open."


MORE = re.compile(r"With (?:(\d+) debris)?(?: and )?(?:(\d+) pesos?)? more")


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


def is_payable(state: State, seat: int, tile: int, debris: int, pesos: int) -> bool:
    """Tell whether a seat could pay for a tile with so many pieces more, wherever the architect is."""
    richer = state.copy()
    richer.cubes[seat, DEBRIS] += debris
    richer.pesos[seat] += pesos
    richer.shown[seat, 0] = ARCHITECT_CARD
    rows = rows_seen(richer, tiles_of(richer), seat)
    return any(found.tile.id == tile and found.affordable for row in rows for found in row)


@once
def test_what_would_do_by_exchange_is_just_enough() -> None:
    kinds = set[tuple[bool, bool]]()
    for match, seat in decisions("havana", 3):
        perspective = Perspective.of(match, seat, Language(), NAMES)
        for tile in (found.tile.id for row in perspective.view.rows for found in row):
            if found := MORE.search(explain(str(tile), perspective)[0]):
                debris, pesos = (int(each or 0) for each in found.groups())
                kinds.add((debris > 0, pesos > 0))
                assert is_payable(match.state, seat, tile, debris, pesos)
                assert not (debris and is_payable(match.state, seat, tile, debris - 1, pesos))
                assert not (pesos and is_payable(match.state, seat, tile, debris, pesos - 1))

    assert kinds == {(True, False), (False, True), (True, True)}
