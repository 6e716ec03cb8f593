"""What lives on and beside a house: palms, washing, flags, pilasters, cracks in the plaster."""

from markupsafe import Markup

from malecon.presentation.drawing import box, disc, path, points
from pictures.house import IRON, SIDE, STREET, House

POOR = 0.3
RICH = 0.6
ROOM = 14
"""Room beside a house in which a palm can stand."""


def behind(house: House) -> Markup:
    """Return the plant beside the house, a palm or a bush; nothing where there is no room."""
    left, right = house.left, SIDE - house.right
    x = left / 2 if left > right else SIDE - right / 2
    if max(left, right) < ROOM:
        return Markup("")
    return house.pick("beside", (_palm, _bush, _bush, nothing))(x, house)


def nothing(x: float, house: House) -> Markup:
    """Return nothing."""
    return Markup("")


def _bush(x: float, house: House) -> Markup:
    flowers = house.pick("flowers", ("#d14a63", "#e08a2e", "#f3ead2", "#c25fa8"))
    leaves = disc(x - 5, STREET - 5, 5.5) + disc(x + 5, STREET - 5, 5.5) + disc(x, STREET - 11, 6.5)
    blooms = "".join(disc(x + dx, STREET + dy, 1.3) for dx, dy in BLOOMS)
    return path(leaves + box(x - 9, STREET - 4, 18, 4), fill="#4c8052") + path(blooms, fill=flowers)


BLOOMS = ((-7, -5), (-3, -9), (0, -15), (3, -11), (-1, -4), (6, -6), (4, -2))


def _palm(x: float, house: House) -> Markup:
    high, sway = house.pick("palm", (46, 56, 66)), house.pick("sway", (-3, 2, 4))
    top, crown = STREET - high, x + sway
    trunk = f"M{points(x, STREET)}Q{points(x, top + 15, crown, top)}"
    fronds = "".join(
        f"M{points(crown, top)}q{points(dx * 0.55, dy - 7, dx, dy)}q{points(-dx * 0.5, -4, -dx, -dy)}z"
        for dx, dy in FRONDS
    )
    return Markup("").join(
        (
            path(trunk, fill="none", stroke="#a58d6f", stroke_width=3),
            path(fronds, fill="#4c8052"),
            path(f"M{points(crown, top)}v7", stroke="#6d9a55", stroke_width=3.4, stroke_linecap="round"),
        )
    )


FRONDS = ((-13, 6), (-11, -3), (-5, -9), (5, -10), (11, -4), (13, 5))


def on_the_wall(house: House) -> Markup:
    """Return the marks of the plaster: shade and plinth; tiles, bare bricks, pilasters or quoins on some."""
    drawn = path(
        box(house.left + house.width * 0.72, house.top, house.width * 0.28, STREET - house.top), fill="#0000001a"
    )
    drawn += path(box(house.left, STREET - 5, house.width, 5), fill="#00000022")
    if house.has("dado", 0.4):
        drawn += _dado(house)
    if house.wealth < POOR:
        return drawn + _bare_bricks(house)
    if house.wealth > RICH:
        return drawn + _pilasters(house)
    return drawn + (_quoins(house) if house.has("quoins", 0.5) else Markup(""))


def _dado(house: House) -> Markup:
    """Return the painted tiles at the foot of the wall."""
    y, colour = STREET - 9.0, house.colours.wood
    return path(box(house.left, y - 4.5, house.width, 9), fill=house.colours.trim) + path(
        [
            f"M{points(house.left + shift, y + down)}h{points(house.width - shift)}"
            for shift, down in ((0, -2.5), (2, 2))
        ],
        stroke=colour,
        stroke_width=3,
        stroke_dasharray=house.pick("tiles", ("2 2", "3 1", "1 1 3 1")),
        stroke_opacity=0.7,
    )


def _bare_bricks(house: House) -> Markup:
    """Return places where the plaster has come off."""
    x = house.left + house.width * house.pick("bricks", (0.06, 0.7, 0.82))
    y = house.top + (STREET - house.top) * house.pick("bricks high", (0.12, 0.3))
    rows = f"M{x:.1f} {y:.1f}h9m-11 2.4h12m-10 2.4h7"
    return path(rows, stroke="#a9553f", stroke_width=1.8, stroke_dasharray="3 0.7", fill="none")


def _pilasters(house: House) -> Markup:
    """Return flat columns between the bays."""
    foot = STREET - house.ground
    feet = [house.left + 3 + house.bay * place for place in range(house.bays + 1)]
    return path(
        [box(x - 1.6, house.top, 3.2, foot - house.top) for x in feet], fill=house.colours.trim, fill_opacity=0.75
    )


def _quoins(house: House) -> Markup:
    """Return the long and short stones of the corners."""
    return path(
        "".join(f"M{x:.1f} {house.top + 1:.1f}V{STREET}" for x in (house.left + 1.8, house.right - 1.8)),
        stroke=house.colours.trim,
        stroke_width=3.6,
        stroke_dasharray="3.4 2.4",
    )


def before(house: House) -> Markup:
    """Return the things before the house: washing, flags and lamps at the windows, a barrow on the pavement."""
    drawn = Markup("")
    if house.storeys == 1:
        return drawn + (_barrow(house) if house.has("barrow", 0.35) else Markup(""))
    if house.wealth < RICH and house.has("washing", 0.45):
        drawn += _washing(house)
    if house.has("lamp", 0.35):
        drawn += _lamp(house.left + 3 if house.has("lamp at the left", 0.5) else house.right - 3)
    if house.wealth > POOR and house.has("flag", 0.3):
        drawn += _flag(house)
    return drawn


def _washing(house: House) -> Markup:
    x, y, wide = house.left + 6, house.floors[0] + 5, house.width - 12
    cloths = "".join(
        path(box(x + wide * part, y + 1.5, width, high), fill=colour)
        for part, width, high, colour in (
            (0.12, 5, 7, "#fbf4e6"),
            (0.3, 4, 5, "#c9503c"),
            (0.52, 6, 6, "#4f8fb0"),
            (0.76, 4, 8, "#fbf4e6"),
        )
    )
    return path(f"M{x:.1f} {y:.1f}q{wide / 2:.1f} 4 {wide:.1f} 0", fill="none", stroke=IRON, stroke_width=0.6) + Markup(
        cloths
    )


def _lamp(x: float) -> Markup:
    return path(box(x - 0.7, STREET - 25, 1.4, 25) + box(x - 2, STREET - 2, 4, 2), fill=IRON) + path(
        f"M{x - 2.6:.1f} {STREET - 31}h5.2l-1 6h-3.2z", class_="lamp", fill="#ffe2a0", stroke=IRON, stroke_width=0.8
    )


def _flag(house: House) -> Markup:
    """Return a banner in a colour of its own on the front."""
    colour = house.pick("flag colour", ("#c9503c", "#2f6f8f", "#e0a526", "#4c7a4d"))
    y = house.floors[-1] - 4
    return path(f"M{house.middle:.1f} {y + 8:.1f}l9 -9", stroke=IRON, stroke_width=1) + path(
        f"M{house.middle + 9:.1f} {y - 1:.1f}l-6 6v11l3 -2l3 2z", fill=colour
    )


def _barrow(house: House) -> Markup:
    x = house.left + 4 if house.left > SIDE - house.right else house.right - 18
    fruit = f"M{x + 2:.1f} {STREET - 9}h9"
    return Markup("").join(
        (
            path(fruit, stroke="#e08a2e", stroke_width=3.6, stroke_dasharray="0 3", stroke_linecap="round"),
            path(f"M{x:.1f} {STREET - 8}h13l-2 4.5h-9zM{x + 13:.1f} {STREET - 8}l3.5 -1v-1l-4 1z", fill="#8a5a34"),
            path(f"M{x + 4:.1f} {STREET - 2.4}h.01", stroke=IRON, stroke_width=5, stroke_linecap="round"),
        )
    )
