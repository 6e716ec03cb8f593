"""Cuba on a page."""

from malecon.games.cuba.view import View
from malecon.games.cuba.web.board import table_parts
from malecon.games.cuba.web.gallery import gallery, invitation
from malecon.games.cuba.web.trophies import SIGNS, belongings, houses
from malecon.presentation.game_page import GamePage

GAME_PAGE: GamePage[View] = GamePage(
    parts=table_parts,
    gallery=gallery,
    invitation=invitation,
    houses=houses,
    belongings=belongings,
    signs=SIGNS,
    style="table.css",
    invitation_style="invitation.css",
)
