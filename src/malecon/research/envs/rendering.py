"""Tables to look at, in the render modes of Gymnasium and PettingZoo.

``"ansi"`` returns all that a viewer knows as text, a line for each field. ``"human"`` prints the table as the terminal
shows it, after each step, and ``"rgb_array"`` returns a picture of that, always of the same size.
"""

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray
from rich.color import Color, blend_rgb
from rich.color_triplet import ColorTriplet
from rich.console import Console, RenderableType
from rich.style import Style
from rich.terminal_theme import MONOKAI

import malecon
from malecon.core import AnyState
from malecon.core.game import Game
from malecon.core.i18n import Language
from malecon.presentation.perspective import Perspective, plain_lines
from malecon.presentation.text_layout import USUAL_WIDTH, screen

RenderMode = Literal["ansi", "human", "rgb_array"]
RENDER_MODES: list[str] = [*get_args(RenderMode)]
LINES = 56
"""Of a picture; a table of ours has 53 at most."""
WIDTH, HEIGHT = 8, 16
"""Of a character in a picture, in pixels."""
FONT, SIZE = "DejaVu Sans Mono", 13
"""That of Matplotlib, which has the lines of boxes."""
Rendered = str | NDArray[np.uint8] | None


def rendered(mode: str | None, game: Game, state: AnyState, viewer: int | None) -> Rendered:
    """Return the table as a seat, or a spectator (``None``), sees it; ``None`` if it is printed, or without a mode.

    Raises:
        ImportError: Matplotlib is needed for a picture, and is missing.
    """
    if mode is None:
        return None
    names, view = {seat: f"player_{seat}" for seat in range(int(state.seats))}, game.seen_by(state, viewer)
    if mode == "ansi":
        return "\n".join(plain_lines(view, names))
    table = malecon.games[game.name].terminal.table(Perspective(view, Language(), names, viewer))
    if mode == "rgb_array":
        return _picture(table)
    screen().print(table)
    return None


def _picture(table: RenderableType) -> NDArray[np.uint8]:
    """Return a picture of a terminal of 80 columns, as uint8 ``[896, 640, 3]``."""
    try:
        from matplotlib.font_manager import findfont
        from PIL import Image, ImageDraw, ImageFont
    except ModuleNotFoundError:
        raise ImportError("Matplotlib is not installed; type: pip install matplotlib") from None
    image = Image.new("RGB", (USUAL_WIDTH * WIDTH, LINES * HEIGHT), tuple(MONOKAI.background_color))
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(findfont(FONT), SIZE)
    console = Console(width=USUAL_WIDTH, highlight=False, markup=False, emoji=False)
    for row, line in enumerate(console.render_lines(table)[:LINES]):
        signs = ((sign, style or Style()) for text, style, _ in line for sign in text)
        for column, (sign, style) in enumerate(signs):
            ink, ground = _colors(style)
            x, y = column * WIDTH, row * HEIGHT
            draw.rectangle((x, y, x + WIDTH - 1, y + HEIGHT - 1), fill=ground)
            draw.text((x, y), sign, fill=ink, font=font)
    return np.array(image)


def _colors(style: Style) -> tuple[ColorTriplet, ColorTriplet]:
    """Return the colours of the letters and behind them."""
    ink, ground = (color or Color.default() for color in (style.color, style.bgcolor))
    behind = ground.get_truecolor(MONOKAI, foreground=False)
    letters = ink.get_truecolor(MONOKAI)
    return (blend_rgb(letters, behind) if style.dim else letters), behind
