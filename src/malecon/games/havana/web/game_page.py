"""Havana on a page."""

from malecon.games.havana.view import View
from malecon.games.havana.web.board import table_parts
from malecon.games.havana.web.gallery import gallery, invitation
from malecon.games.havana.web.trophies import houses
from malecon.presentation.game_page import GamePage

GAME_PAGE: GamePage[View] = GamePage(
    parts=table_parts,
    gallery=gallery,
    invitation=invitation,
    houses=houses,
    style="table.css",
)
