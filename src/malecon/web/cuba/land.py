"""The fields of a plantation as pictures: one land seen from a hill, without a sky, so that fields join to a map.

A field is a symbol that stands once on the page (``symbols``); a plantation shows it as often as it has such a field.
"""

from collections.abc import Callable, Iterator, Mapping

from markupsafe import Markup

WIDTH, HEIGHT = 160, 116
SYMBOL = Markup(
    f'<symbol id="field-{{name}}" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice">{{shape}}</symbol>'
)
FIELD = Markup(
    f'<svg class="land" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="xMidYMid slice" aria-hidden="true">'
    '<use href="#field-{name}"/></svg>'
)
Spots = Iterator[tuple[float, float, int]]


def rows(count: int, across: int, top: float, step: float, *, shift: float = 0.5) -> Spots:
    """Yield spots row by row from the back: x, y of the foot, and a number; every other row is shifted."""
    wide = WIDTH / across
    for row in range(count):
        for place in range(-1, across + 1):
            yield wide * (place + 0.5 + shift * (row % 2)), top + step * row, row * across + place


def ground(colour: str, dark: str) -> str:
    """Return soil with two broad bands of shade."""
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colour}"/>'
        f'<path d="M0 0h160v30C120 44 60 16 0 34zM0 92c50-16 104 12 160-6v30H0z" fill="{dark}" opacity=".45"/>'
    )


def shadow(x: float, y: float, wide: float) -> str:
    """Return the shade at the foot of something."""
    return f'<ellipse cx="{x + wide * 0.25:.1f}" cy="{y:.1f}" rx="{wide:.1f}" ry="{wide * 0.3:.1f}" fill="#1c2a18" opacity=".3"/>'


def crown(x: float, y: float, r: float, *colours: str) -> str:
    """Return a round tree: trunk, crown, its lit side."""
    dark, middle, light = colours
    return (
        f'{shadow(x, y, r * 0.95)}<path d="M{x - 1.6:.1f} {y:.1f}v{-r:.1f}h3.200v{r:.1f}z" fill="#6b4526"/>'
        f'<circle cx="{x:.1f}" cy="{y - r * 1.25:.1f}" r="{r:.1f}" fill="{dark}"/>'
        f'<circle cx="{x - r * 0.16:.1f}" cy="{y - r * 1.38:.1f}" r="{r * 0.82:.1f}" fill="{middle}"/>'
        f'<circle cx="{x - r * 0.36:.1f}" cy="{y - r * 1.6:.1f}" r="{r * 0.42:.1f}" fill="{light}"/>'
    )


def palm(x: float, y: float, tall: float) -> str:
    """Return a royal palm."""
    top = y - tall
    leaves = "".join(
        f'<path d="M{x} {top}q{dx * 0.5} {dy - 9} {dx} {dy}q{-dx * 0.35} {-dy * 0.4 - 2} {-dx} {-dy}z" fill="{colour}"/>'
        for dx, dy, colour in (
            (-19, 8, "#2f6b3a"),
            (19, 8, "#2f6b3a"),
            (-22, -2, "#3f8746"),
            (22, -2, "#3f8746"),
            (-14, -11, "#5aa657"),
            (14, -11, "#5aa657"),
            (-9, 13, "#28582f"),
            (10, 13, "#28582f"),
        )
    )
    return (
        f'{shadow(x, y, 8)}<path d="M{x - 2.4} {y}c.6-{tall * 0.4} 1-{tall * 0.7} 1.5-{tall}h2.200c.5 {tall * 0.3} 1 {tall * 0.6} 1.4 '
        f'{tall}z" fill="#cfc3ae"/><path d="M{x + 0.4} {y}l.5-{tall}h.8c.5 {tall * 0.3} 1 {tall * 0.6} 1.3 {tall}z" fill="#9d9079"/>'
        f'<path d="M{x - 1.5} {top + 1}q1.8-9 3.4 0l-.3 7h-2.600z" fill="#7fb069"/>{leaves}'
    )


def forest() -> str:
    """Draw ceibas, and royal palms above them."""
    greens = ("#2c5a35", "#3c7542", "#5b9a55")
    olive = ("#355f2c", "#4d8140", "#77a957")
    trees = "".join(
        crown(x, y, 14 + number % 3, *(olive if number % 2 else greens)) for x, y, number in rows(4, 5, 30, 27)
    )
    return ground("#6f9a52", "#4c7a3d") + trees + palm(40, 74, 50) + palm(118, 96, 62) + palm(84, 108, 44)


def mogote(x: float, y: float, wide: float, tall: float) -> str:
    """Return one of the round limestone hills of Viñales."""
    half = wide / 2
    outline = (
        f"M{x - half} {y}c2-{tall * 0.9} {half * 0.5}-{tall} {half}-{tall}s{half * 0.85} {tall * 0.2} {half} {tall}z"
    )
    return (
        f'<path d="{outline}" fill="#a7a2ad"/>'
        f'<path d="M{x + half} {y}c-{half * 0.15}-{tall * 0.8} -{half * 0.6}-{tall} -{half}-{tall}c{half * 0.35} {tall * 0.3} {half * 0.2} '
        f'{tall * 0.7} {half * 0.1} {tall}z" fill="#77717f"/>'
        f'<path d="M{x - half * 0.72} {y - tall * 0.62}c{half * 0.2}-{tall * 0.3} {half * 0.4}-{tall * 0.38} {half * 0.72}-{tall * 0.38}s{half * 0.6} '
        f"{tall * 0.1} {half * 0.75} {tall * 0.42}c-{half * 0.2}-{tall * 0.02} -{half * 0.25}-{tall * 0.14} -{half * 0.45}-{tall * 0.1}s-{half * 0.3} "
        f'{tall * 0.12} -{half * 0.5} {tall * 0.06}s-{half * 0.2}-{tall * 0.06} -{half * 0.52} 0z" fill="#5f8f4d"/>'
        f'<path d="M{x - half * 0.45} {y - tall * 0.4}v{tall * 0.28}M{x - half * 0.15} {y - tall * 0.5}v{tall * 0.34}M{x - half * 0.62} '
        f'{y - tall * 0.2}v{tall * 0.14}" stroke="#d5d1d8" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M{x + half * 0.35} {y - tall * 0.45}v{tall * 0.3}M{x + half * 0.6} {y - tall * 0.3}v{tall * 0.2}" stroke="#5b5663" '
        'stroke-width="2" stroke-linecap="round"/>'
    )


def boulder(x: float, y: float, r: float) -> str:
    """Return a block of stone."""
    return (
        f'{shadow(x, y, r)}<path d="M{x - r} {y}l{r * 0.3}-{r * 0.9} {r * 0.8}-{r * 0.3} {r * 0.7} {r * 0.6} {r * 0.2} {r * 0.6}z" '
        f'fill="#c9c5cc"/><path d="M{x + r} {y}l-{r * 0.2}-{r * 0.6} -{r * 0.7}-{r * 0.6} {r * 0.1} {r * 1.2}z" fill="#8b8692"/>'
    )


def mountain() -> str:
    """Draw mogotes and fallen blocks."""
    hills = mogote(124, 62, 76, 52) + mogote(30, 66, 70, 46) + mogote(78, 88, 84, 76)
    blocks = "".join(
        boulder(x, y, r) for x, y, r in ((24, 98, 10), (44, 108, 7), (122, 100, 11), (142, 88, 6), (102, 111, 7))
    )
    bushes = "".join(
        crown(x, y, r, "#3f6d36", "#5b8f47", "#86b463")
        for x, y, r in ((8, 80, 7), (150, 108, 6), (66, 108, 6), (140, 72, 7), (38, 93, 6), (119, 94, 5), (86, 95, 6))
    )
    return ground("#94ab67", "#7d9655") + hills + bushes + blocks


def reeds(x: float, y: float) -> str:
    """Return reeds at the water."""
    return (
        f'<path d="M{x} {y}q-3-9 -7-13M{x + 2} {y}q-1-12 -2-20M{x + 5} {y}q2-10 6-15M{x + 3.5} {y}q1-9 2-23" fill="none" '
        f'stroke="#5f8f35" stroke-width="2" stroke-linecap="round"/><path d="M{x} {y - 20}v-7M{x + 5.5} {y - 23}v-6" stroke="#7c4a25" '
        'stroke-width="3.2" stroke-linecap="round"/>'
    )


def lake() -> str:
    """Draw a lake with ripples, lilies and reeds."""
    shore = "M14 58C8 30 44 18 74 22s70-4 76 26-4 50-44 54S20 92 14 58z"
    ripples = "".join(
        f'<path d="M{x} {y}q6-4 12 0t12 0" fill="none" stroke="#bfe6f2" stroke-width="2" stroke-linecap="round" opacity=".9"/>'
        for x, y in ((42, 42), (92, 36), (112, 62), (64, 62), (36, 72), (84, 82), (110, 86))
    )
    lilies = "".join(
        f'<path d="M{x} {y}l{r}-2a{r} {r * 0.55} 0 1 1-2-3z" fill="#5b9a55"/><circle cx="{x - 2}" cy="{y - 2}" r="2" fill="#f6c7cf"/>'
        for x, y, r in ((128, 50, 8), (120, 76, 6), (34, 56, 7))
    )
    return (
        ground("#8aa85a", "#6f9147")
        + f'<path d="{shore}" fill="#e3cf9a"/><path d="{shore}" transform="translate(8 6) scale(.9)" fill="#2f8fc0"/>'
        '<path d="M22 60C18 38 46 28 74 30c24 1 58-4 64 18-40-10-78-6-116 12z" fill="#5bb3d6"/>'
        '<path d="M26 78c30 14 76 12 110-8-4 20-20 27-44 29S36 96 26 78z" fill="#1f6fa0"/>'
        + ripples
        + lilies
        + reeds(22, 92)
        + reeds(30, 99)
        + reeds(142, 40)
        + crown(150, 100, 9, "#3f6d36", "#5b8f47", "#86b463")
        + crown(10, 28, 8, "#3f6d36", "#5b8f47", "#86b463")
    )


def citrus() -> str:
    """Draw an orange grove."""
    trees = ""
    for x, y, number in rows(3, 4, 36, 34):
        fruit = "".join(
            f'<circle cx="{x + dx:.1f}" cy="{y - dy:.1f}" r="3.3" fill="#f4922d" stroke="#c4620f" stroke-width=".8"/>'
            for dx, dy in ((-7, 18), (1, 24), (7, 17), (-1, 12), (-9, 26))[number % 2 :]
        )
        trees += crown(x, y, 15, "#356b34", "#4a8a43", "#79b05a") + fruit
    return ground("#c9b25f", "#a9924a") + trees


def cane() -> str:
    """Draw rows of sugar cane."""
    stalks = ""
    for x, y, number in rows(3, 8, 50, 29):
        tall, colour = 36 + number % 3 * 4, ("#d7dd7d", "#b9c95a", "#e6ea9e")[number % 3]
        stalks += (
            f'<path d="M{x:.1f} {y}v-{tall}" stroke="#6f8a2e" stroke-width="5.2"/><path d="M{x:.1f} {y}v-{tall}" stroke="{colour}" '
            f'stroke-width="3.4" stroke-dasharray="8 1.4"/>'
            f'<path d="M{x:.1f} {y - tall + 7}q-5-10 -13-7M{x:.1f} {y - tall + 6}q5-11 13-8M{x:.1f} {y - tall + 3}q-1-9 -6-13M{x:.1f} '
            f'{y - tall + 3}q2-9 7-12" fill="none" stroke="{("#5f9a3c", "#77ad48")[number % 2]}" stroke-width="3" stroke-linecap="round"/>'
        )
    return ground("#5f7a35", "#47612a") + stalks


def plant(x: float, y: float) -> str:
    """Return a tobacco plant."""
    leaves = "".join(
        f'<path d="M{x:.1f} {y:.1f}q{dx * 0.3:.1f} {dy - 6} {dx} {dy}q{-dx * 0.5:.1f} 6 {-dx} {-dy}z" fill="{colour}"/>'
        for dx, dy, colour in ((-15, -3, "#2f6b3a"), (15, -3, "#2f6b3a"), (-11, -12, "#43864a"), (11, -12, "#43864a"))
    )
    return f'{shadow(x, y + 1, 12)}{leaves}<path d="M{x:.1f} {y:.1f}q-7-10 0-20q7 10 0 20z" fill="#6dab58"/>'


def tobacco() -> str:
    """Draw a vega: red soil, tobacco in furrows, a drying barn with a roof of palm leaves."""
    furrows = "".join(
        f'<path d="M0 {y}q80 7 160 0" fill="none" stroke="#8a3f25" stroke-width="4" opacity=".6"/>'
        for y in (58, 80, 102)
    )
    barn = (
        '<path d="M92 46v-14h48v14z" fill="#7c4a25"/><path d="M108 46v-12h14v12z" fill="#3a2416"/>'
        '<path d="M84 35 104 8h26l20 27z" fill="#c9a45c"/><path d="M130 8l20 27h-14L118 8z" fill="#9f7b3b"/>'
        '<path d="m95 33 14-23M106 34l10-24M117 34l5-24M128 34v-22" stroke="#a88643" stroke-width="1.5"/>'
    )
    plants = "".join(plant(x, y) for x, y, _ in rows(3, 5, 60, 22))
    return ground("#c06a3f", "#a3512f") + shadow(118, 46, 30) + barn + palm(20, 42, 34) + furrows + plants


def warehouse() -> str:
    """Draw the printed warehouse in its yard."""
    crate = (
        '<path d="M0 0h20v18H0z" fill="#c98f52" stroke="#6f4320" stroke-width="1.6"/>'
        '<path d="m0 0 20 18M20 0 0 18" stroke="#6f4320" stroke-width="1.6"/>'
    )
    return (
        ground("#d9bd86", "#c4a469")
        + shadow(84, 92, 62)
        + '<path d="M26 92V44h108v48z" fill="#e9d3a6"/><path d="M104 92V44h30v48z" fill="#cdb07a"/>'
        '<path d="M18 48 80 12l62 36z" fill="#b5523b"/><path d="m80 12 62 36h-26L74 15.500z" fill="#8f3d2a"/>'
        '<path d="M18 48 80 12l62 36" fill="none" stroke="#f2dcb0" stroke-width="3" stroke-linejoin="round"/>'
        '<circle cx="80" cy="34" r="7" fill="#f2dcb0"/><path d="M80 27v14M73 34h14" stroke="#8f3d2a" stroke-width="1.6"/>'
        '<path d="M60 92V58h40v34z" fill="#7c4a25"/><path d="M80 58v34M60 58l20 34M100 58 80 92M60 75h40" stroke="#c98f52" '
        'stroke-width="2"/><path d="M36 56h14v14H36zM110 56h14v14h-14z" fill="#4c7a8a"/><path d="M43 56v14M36 63h14M117 56v14M110 '
        '63h14" stroke="#f2dcb0" stroke-width="1.6"/>'
        f'<g transform="translate(18 84)">{crate}</g><g transform="translate(122 88)">{crate}</g>'
        f'<g transform="translate(28 98) scale(.8)">{crate}</g>' + palm(150, 76, 52)
    )


FIELDS: Mapping[str | None, Callable[[], str]] = {
    "wood": forest,
    "stone": mountain,
    "water": lake,
    "citrus": citrus,
    "sugar": cane,
    "tobacco": tobacco,
    None: warehouse,
}
"""By what a field gives."""


def symbols() -> Markup:
    """Return the symbols of all fields."""
    return Markup("").join(SYMBOL.format(name=draw.__name__, shape=Markup(draw())) for draw in FIELDS.values())


def field(gives: str | None) -> Markup:
    """Return the picture of a field that gives a piece; ``None`` is the printed warehouse.

    >>> "field-lake" in field("water")
    True
    """
    return FIELD.format(name=FIELDS[gives].__name__)
