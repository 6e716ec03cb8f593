"""An observation tells a seat what its view tells, no more and no less, in the form that the schema declares.

Positions are changed number by number, to values that the field has elsewhere in the game, whether the rules could come
to it or not; so what a number tells is found without the code that writes it.
"""

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

import malecon
from conformance.tables import TABLES, game_at, random_game
from malecon.core import contract
from malecon.core.errors import UsageError
from malecon.core.fields import Hidden
from malecon.core.observation import Schema, category, count, flag
from malecon.games.cuba.asks import HARVEST, TRADE
from malecon.games.cuba.state import NONE
from malecon.games.havana.asks import PAY
from modes import needs_plain_rules
from sampling import close_looks

SPECTATOR = -1

AT_ONCE = 0.6
"""The share of changes that are not tried again elsewhere."""

each_game = pytest.mark.parametrize("game", malecon.games)
each_table = pytest.mark.parametrize("start", TABLES)

FOLLOWING = {
    "havana": {
        "answers",  # to the question: the legal actions of who is asked
        "idle_cards",  # are the same in every game
        "tile_needs",  # are made of the cost
        "row_length",  # is the number of tiles in a row
        "tiles",  # is the number of tiles anywhere
    },
    "cuba": {
        "answers",
        "turn",  # is the place of the mover in the order
        "collecting",  # is asked for by the question
        "idle_buildings",  # are none in a game
        "idle_docks",
        "keeps_yard",
    },
}
"""What follows from other fields, with the reason."""
KNOWN = {
    "havana": {
        "age",  # was said when the table was begun
        *("entered", "unseen"),  # follow from what everybody saw go to a discard pile, and come from it
    },
    "cuba": {
        *("cost", "most", "gives", "copies"),  # are printed, on tiles that are not played with too
        *("law_kind", "law_amount", "law_most"),  # and on laws that have left the game
        "price",  # and the price of a track that is empty or full
    },
}
"""What everybody knows besides the view, with the reason."""
SHOWN_BY_NONE = {
    "havana": {"key", "drawn", "block"},
    "cuba": {"key", "drawn", "block", "filled"},
}
"""Fields that change no view: chance, what is in ``KNOWN``, and what other fields tell."""
IN_USE = {"havana": {4: "seats", 36: "tiles"}, "cuba": {5: "seats"}}
"""The field that says how many rows of an array of so many are in use; the others are of nothing."""


def is_possible(state: Any) -> bool:
    """Tell whether nothing stands where it has no meaning."""
    if "rows" in state.FIELDS:
        lying = [row[length:] for row, length in zip(state.rows, state.row_length, strict=True)]
        return all((beyond == NONE).all() for beyond in lying) and (state.question != PAY or state.chosen != NONE)
    empty = {
        "cargo": state.ship == NONE,
        "fruitful": state.question != HARVEST,
        "traded": state.question != TRADE,
        "offer": state.copies == 0,
    }
    return not any(state[name][where].any() for name, where in empty.items())


def observation(game: Any, state: Any, viewer: int) -> Any:
    out = np.zeros(game.observation.size, np.int8)
    contract.observe(state, viewer, out)
    return out


def view(game: Any, state: Any, viewer: int) -> Any:
    return game.seen_by(state, None if viewer == SPECTATOR else viewer)


@cache
def positions(start: str) -> list[Any]:
    """Return positions of a whole random game, among them one of each question."""
    found = [state.copy() for state, *_ in close_looks(random_game(start, 0), every=100)]
    assert all(map(is_possible, found))
    return found


@cache
def is_constant(start: str, name: str) -> bool:
    """Tell whether a field has the same numbers all game long."""
    return len({state[name].tobytes() for state in positions(start)}) == 1


def used_part(game: str, state: Any, name: str) -> Any:
    """Return the rows of a field that are in use, or its number."""
    shape = state.FIELDS[name].shape
    used = IN_USE[game].get(shape[0]) if shape else None
    return state[name][: state[used]] if used else state[name]


@cache
def values(start: str) -> dict[str, list[int]]:
    """Return the numbers that each field has anywhere in ``positions``, and others near them."""
    found = {}
    for name in positions(start)[0].FIELDS:
        parts = [np.ravel(used_part(game_at(start).name, state, name)) for state in positions(start)]
        seen = np.unique(np.concatenate(parts)).tolist()
        near = (0, 1) if seen[0] == NONE else (1 if seen == [0] else seen[0] - 1,)
        found[name] = [*seen, *(near if seen[0] == NONE or len(seen) == 1 else ())]
    return found


def changed(game: str, state: Any, name: str, start: str, how: tuple[int, bool], rng: random.Random) -> Any:
    """Return a copy in which one number of a field is another, or two of a row are exchanged.

    ``how``: of which row, if it can be chosen, and whether two numbers are exchanged.
    """
    copy, (row_no, exchanges) = state.copy(), how
    field = used_part(game, copy, name)
    if not state.FIELDS[name].shape:
        copy[name] = rng.choice([number for number in values(start)[name] if number != field])
        return copy
    row = field[row_no % len(field)] if field.ndim > 1 else field
    filled = np.flatnonzero(row != NONE).tolist()
    if exchanges and len(filled) > 1:
        places = rng.sample(filled, 2)
        row[places] = row[places[::-1]]
    else:
        place = rng.randrange(row.size) if field.ndim > 1 else row_no % row.size
        row[place] = rng.choice([number for number in values(start)[name] if number != row[place]])
    return copy


def ways(state: Any, viewer: int, name: str, rng: random.Random) -> list[tuple[int, bool]]:
    """Return how to change a field: of the viewer's row, if rows are of seats, and of another; with exchanges too."""
    if not state.FIELDS[name].shape:
        return [(0, False)]
    other = rng.randrange(100)
    exchanges = 1 if state.FIELDS[name].hidden is Hidden.FROM_NOBODY else 4
    return [(max(viewer, 0), False), (other, False), *[(other, True)] * exchanges]


@pytest.mark.slow
@needs_plain_rules("what is changed may be no position: only plain code checks its bounds")
@each_game
def test_an_observation_differs_when_the_view_does_and_only_then(game: str) -> None:
    """Each field is changed in each way at each question, for the seat that is asked and another viewer."""
    record, rng, tried, told, refused = malecon.games[game], random.Random(1), set[object](), set[str](), 0
    differing = np.zeros(record.observation.size, bool)
    tables = [start for start in TABLES if start.startswith(game)]
    fields = sorted({*positions(tables[0])[0].FIELDS} - FOLLOWING[game])
    for start, state in ((table, state) for table in tables for state in positions(table)):
        asked = (int(contract.awaiting(state)) & -int(contract.awaiting(state))).bit_length() - 1
        for viewer in (asked, rng.randrange(SPECTATOR, int(state.seats))):
            seen, shown = observation(record, state, viewer), view(record, state, viewer)
            hows = [(field, *how) for field in fields for how in enumerate(ways(state, viewer, field, rng))]
            for name, number, how in hows:
                question = 0 if is_constant(start, name) else int(state.question)
                case = question, name, number, viewer == asked
                other = state if case in tried else changed(game, state, name, start, how, rng)
                if case in tried or not is_possible(other):
                    continue
                tried |= {case} if rng.random() < AT_ONCE else set()
                try:
                    looks_different = view(record, other, viewer) != shown
                except Exception:  # it is so wrong that it cannot be shown
                    refused += 1
                    continue
                differs = observation(record, other, viewer) != seen
                assert differs.any() or not looks_different, name
                assert looks_different or not differs.any() or name in KNOWN[game], name
                told |= {name} if looks_different else set()
                differing |= differs

    assert refused < len(tried) / 20
    assert {*fields} - told == SHOWN_BY_NONE[game]
    assert {name for name, block in record.observation.named(differing).items() if not block.any()} <= FOLLOWING[game]


@each_table
def test_every_number_is_within_its_range_and_in_a_block(start: str) -> None:
    game, schema = game_at(start), game_at(start).observation
    for step, (state, _, _) in enumerate(random_game(start, 2)):
        seen = observation(game, state, step % (int(state.seats) + 1) - 1)

        assert (schema.low <= seen).all(), [
            name for name, block in schema.named(seen < schema.low).items() if block.any()
        ]
        assert (schema.high >= seen).all(), [
            name for name, block in schema.named(seen > schema.high).items() if block.any()
        ]


def as_floats(schema: Schema, seen: Any) -> list[float]:
    """Return the float form as its description says."""
    found: list[float] = []
    for block in schema.blocks:
        for number in np.ravel(schema.named(seen)[block.name]).tolist():
            one_hot = [float(code == number) for code in range(block.high + 1)]
            found += one_hot if block.kind == "category" else [number * block.scale]
    return found


@each_table
def test_the_float_form_is_made_of_the_compact_one(start: str) -> None:
    game, schema = game_at(start), game_at(start).observation
    for state, seat, _ in close_looks(random_game(start, 3), every=100):
        seen = observation(game, state, seat)
        floats = schema.floats(seen)

        np.testing.assert_allclose(floats, as_floats(schema, seen), rtol=1e-6)
        assert (schema.float_low <= floats).all()
        assert (schema.float_high >= floats).all()
        assert sum(block.size for block in schema.named(floats).values()) == schema.float_size


SMALL = Schema((count("stack", (), 24, "tiles"), flag("open", (3,), "of three"), category("tile", (2,), 3, "of three")))


def test_blocks_are_found_by_name_in_one_or_many_observations_of_either_form() -> None:
    many = np.arange(12, dtype=np.int8).reshape(2, 6)

    assert SMALL.slices == {"stack": slice(0, 1), "open": slice(1, 4), "tile": slice(4, 6)}
    assert {name: block.tolist() for name, block in SMALL.named(many).items()} == {
        "stack": [0, 6],
        "open": [[1, 2, 3], [7, 8, 9]],
        "tile": [[4, 5], [10, 11]],
    }
    assert SMALL.named(np.zeros(SMALL.float_size))["tile"].shape == (2, 3)
    assert SMALL.floats(many % 2).tolist() == [SMALL.floats(one).tolist() for one in many % 2]
    assert SMALL.tables is SMALL.tables
    assert repr(SMALL) == "<3 blocks, 6 numbers, 10 as floats>"


def test_what_is_no_observation_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^observation: has 7 numbers, but must have 6 or 10$"):
        SMALL.named(np.zeros(7))
    with pytest.raises(
        UsageError, match=r"^observation: is float64 with the shape \(6,\), but must be int8 with the shape"
    ):
        SMALL.floats(np.zeros(6))  # type: ignore[arg-type]  # which is what is tested
    with pytest.raises(ValueError, match=r"^blocks: two have the same name$"):
        Schema((flag("open", (), ""), flag("open", (), "")))
    with pytest.raises(ValueError, match=r"^blocks: the range of one is not within that of an int8$"):
        Schema((count("pesos", (), 128, ""),))
