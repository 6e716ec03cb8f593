"""What the sheets of style are for."""

import re
from pathlib import Path

import pytest

import malecon
from malecon.web.rendering import STATIC
from web.visiting import Site

SHARED = {"design_tokens.css", "page.css"}
"""Sheets for all that is on any page."""
AROUND = {"table", "replay", "board", "play"}
"""What a drawn table stands in."""
ON_CANVAS = {"board", "picking", "primary", "choice", "presence", "here", "away", "gone"}
"""What is drawn for all games, in the element of the board: by ``presentation/parts.py``, and presence."""
REMARK = re.compile(r"/\*.*?\*/", re.DOTALL)


def is_nested(selector: str) -> bool:
    """Tell whether a ``:has()`` stands in another one; a browser drops the whole rule then."""
    opened: list[bool] = []
    for bracket in re.findall(r":has\(|[()]", selector):
        if bracket == ")":
            opened.pop()
        elif bracket == "(":
            opened.append(False)
        elif any(opened):
            return True
        else:
            opened.append(True)
    return False


def selected(sheet: str) -> list[set[str]]:
    """Return the classes of each selector of a sheet."""
    rules = REMARK.sub("", (STATIC / sheet).read_text("utf-8"))
    selectors = ",".join(re.findall(r"([^{}]+)\{", rules)).split(",")
    return [set(re.findall(r"\.([\w-]+)", selector)) for selector in selectors]


@pytest.mark.parametrize("game", malecon.games)
def test_only_the_sheet_of_a_game_styles_what_the_game_draws(site: Site, game: str) -> None:
    ana, ben = site.somebody(name="Ana"), site.somebody(name="Ben")
    page = ana.get(site.open(ana, ben, game=game)).text
    board = page[page.index('class="board"') : page.index('<section class="log"')]
    drawn = {name for names in re.findall(r'class="([^"]*)"', board) for name in names.split()} - ON_CANVAS
    others = set(re.findall(r"/static/(\w+\.css)", page)) - SHARED

    assert others
    for sheet in others:
        assert not [names for names in selected(sheet) if names & drawn and names <= drawn | AROUND], sheet


def test_no_rule_is_dropped_for_has_within_has() -> None:
    sheets = list(Path(malecon.__file__).parent.rglob("*.css"))
    rules = {path: re.findall(r"([^{}]+)\{", REMARK.sub("", path.read_text("utf-8"))) for path in sheets}

    assert is_nested(".a:has(.b:not(:has(.c)))")
    assert not is_nested(".a:has(.b):not(:has(.c))")
    assert not [(sheet, rule) for sheet, selectors in rules.items() for rule in selectors if is_nested(rule)]
