"""The drawn files are what the tools draw; every building has its own façade, and always the same."""

import re

from malecon.games.cuba.buildings import BUILDINGS
from malecon.games.havana.buildings import TILES
from pictures import cuba, havana
from pictures.facade import facade
from pictures.house import SIDE, STREET, House
from pictures.roofs import roof_of

HAVANA = [(f"tile {tile.id}", (tile.points - 1) / 6) for tile in TILES]
CUBA = [(name, place / len(BUILDINGS)) for place, name in enumerate(BUILDINGS)]


def test_all_buildings_of_both_games_look_different() -> None:
    drawn = {facade(*building) for building in HAVANA + CUBA}

    assert len(drawn) == len(HAVANA) + len(CUBA)


def test_no_two_tiles_of_havana_share_plaster_roof_and_height() -> None:
    houses = [House(*building) for building in HAVANA]
    known = {(house.colours, roof_of(house), house.storeys) for house in houses}

    assert len(known) == len(HAVANA)


def test_the_files_of_pictures_are_what_the_tool_draws() -> None:
    for file, text in (havana.files() | cuba.files()).items():
        assert file.read_text("utf-8") == text, "PYTHONPATH=tools python -m pictures"


def test_richer_houses_are_never_lower_or_narrower() -> None:
    for seed, _ in HAVANA:
        growing = [House(seed, wealth / 10) for wealth in range(11)]

        assert [house.storeys for house in growing] == sorted(house.storeys for house in growing)
        assert [house.bays for house in growing] == sorted(house.bays for house in growing)


def test_houses_stand_within_their_picture() -> None:
    for house in [House(f"house {seed}", seed % 11 / 10) for seed in range(500)]:
        assert house.left >= 0
        assert house.right <= SIDE
        assert 28 <= house.top < STREET


def test_a_facade_has_a_door_and_no_inline_style() -> None:
    for building in HAVANA + CUBA:
        drawn = facade(*building)

        assert 'class="door"' in drawn
        assert "style=" not in drawn
        assert not re.search(r'\bid="', drawn)
