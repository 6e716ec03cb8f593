"""What the table of Havana looks like at 80 columns."""

import malecon
from malecon.core.i18n import load
from malecon.games.havana.terminal import TERMINAL_GAME
from malecon.presentation.perspective import Perspective
from terminal.terminal_helpers import NAMES, drawn


def test_a_position_at_80_columns() -> None:
    match = malecon.games["havana"].start(seats=3, seed=7)
    match.play(0, "choose architect mama")
    match.play(1, "choose debris pesos")
    match.play(2, "choose siesta protection")

    perspective = Perspective.of(match, 1, load("en"), NAMES)

    assert "\n" + drawn(TERMINAL_GAME.table(perspective)) + "\n" == SCREEN
    assert TERMINAL_GAME.game_text.status(perspective) == "Your turn. Which card first?"
    assert TERMINAL_GAME.menu(perspective, match.legal(1)).items == ("Debris (2)", "Pesos (8)")


SCREEN = """
─────────────────────── Havana · round 1 · 20 points win ───────────────────────
 upper left                                                        upper right
┌────────────┬────────────┬────────────┬────────────┬────────────┬────────────┐
│ [35] 7 pts │ 27   5 pts │ 4     1 pt │ 3     1 pt │ 14   3 pts │ [25] 4 pts │
│ Capitol    │ Observato… │ Porter’s … │ Toll House │ Pottery    │ Harbour O… │
│ 1B 1S 1L   │ 1B 1S 1L   │ 1W         │ 2$         │ 1L 1G 3D   │ 1L 5$      │
│ 2G 1W +A   │ 1G 1$      │            │            │            │            │
├────────────┼────────────┼────────────┼────────────┼────────────┼────────────┤
│ [6]  2 pts │ 28   5 pts │ 1     1 pt │ 29   5 pts │ 21   4 pts │ [22] 4 pts │
│ Tailor’s … │ Glass Gal… │ Fisher’s … │ Dance Hall │ Signal To… │ Flower Ma… │
│ 1S 1W      │ 1B 2G 2D   │ 1S         │ 2L 1G 2$   │ 1S 1L 1G   │ 2L 1W +A   │
│            │ 1W         │            │ +A         │ 3D         │            │
└────────────┴────────────┴────────────┴────────────┴────────────┴────────────┘
 lower left                                                        lower right
[12] at an end   ✓ you can pay for it   +A asks for the architect
B brick  S sandstone  L loam  G glass  D debris  W worker  $ peso

Centre 1B 2D 4$   supply 15 workers · bag 74 cubes · stack 24 houses

  no. player    points owns  open cards             hand+pile
  02  Carla     0/20   1B 1$ 0 Siesta, 2 Protection 11+0
▶ 28  Ben (you) 0/20   1D 1$ 2 Debris, 8 Pesos      11+0
  49  Ana       0/20   1L 1$ 4 Architect, 9 Mama    11+0

Hand 0 Siesta · 1 Refreshment · 2 Protection · 3 Conservation ·
     3 Tax Collector · 4 Worker · 4 Architect · 5 Pesos Thief ·
     6 Materials Thief · 7 Black Market · 9 Mama
"""
