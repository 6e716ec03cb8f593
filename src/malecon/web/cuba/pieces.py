"""The pieces of Cuba as pictures: each has a shape of its own, so that colour never tells alone.

Every picture is a symbol that stands once on the page (``symbols``) and is shown wherever it is needed (``icon``).
"""

from collections.abc import Mapping

from markupsafe import Markup

INK = "#2b2420"
SYMBOL = Markup('<symbol id="icon-{name}" viewBox="0 0 32 32">{shape}</symbol>')
ICON = Markup('<svg class="icon {name}" viewBox="0 0 32 32" aria-hidden="true"><use href="#icon-{name}"/></svg>')
OUTLINE = f'stroke="{INK}" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round"'

WOOD = """
<path d="M9 14.5 24.5 11a4.7 4.7 0 0 1 3.9 5.2c0 2.6-1.3 4.3-3 4.7L10 24.6z" fill="#9a6231" {outline}/>
<path d="M14 16.2 24 14M15 20.4l7-1.6M21 17l5-1.2" fill="none" stroke="#6f4320" stroke-width="1.1" stroke-linecap="round"/>
<path d="m19 12.2 1.2-5 3.4-.9-.7 4.9z" fill="#7f4f27" {outline}/>
<ellipse cx="9" cy="19.5" rx="5.2" ry="6.2" fill="#e7b878" {outline}/>
<ellipse cx="9" cy="19.6" rx="3.1" ry="3.9" fill="none" stroke="#b97f41" stroke-width="1.2"/>
<ellipse cx="9" cy="19.7" rx="1" ry="1.5" fill="#a2672e"/>
"""
STONE = """
<path d="m4 21.5 3.6-9.3 7.6-4.7 8.6 2.3 4.4 8-3 7.3-10.6 1.9-8.4-1.5z" fill="#a9a8b0" {outline}/>
<path d="m7.6 12.2 7.6-4.7 8.6 2.3-6.2 4.6z" fill="#d6d4da"/>
<path d="m17.6 14.4 6.2-4.6 4.4 8-3 7.3-6.3.9z" fill="#7f7e8a"/>
<path d="m7.6 12.2 10 2.2 1.3 11.6M17.6 14.4l6.2-4.6M6.2 25.5 4 21.5" fill="none" stroke="#5f5e6a" stroke-width="1"/>
<path d="m4 21.5 3.6-9.3 7.6-4.7 8.6 2.3 4.4 8-3 7.3-10.6 1.9-8.4-1.5z" fill="none" {outline}/>
"""
WATER = """
<path d="M16 3.6c4.3 6 8.8 10.3 8.8 15.700a8.8 8.8 0 0 1-17.6 0C7.2 13.9 11.7 9.6 16 3.600z" fill="#3d9fd3" {outline}/>
<path d="M16 3.600c4.3 6 8.8 10.3 8.8 15.700a8.8 8.8 0 0 1-11 8.500c9.2-2.6 7.2-15 2.2-24.200z" fill="#1f77ad"/>
<path d="M11 19.500c.2 2.6 1.5 4.3 3.6 5.1" fill="none" stroke="#dff3ff" stroke-width="2" stroke-linecap="round"/>
<path d="M16 3.600c4.3 6 8.8 10.3 8.8 15.700a8.8 8.8 0 0 1-17.6 0C7.2 13.9 11.7 9.6 16 3.600z" fill="none" {outline}/>
"""
CITRUS = """
<circle cx="15.5" cy="18.3" r="9.7" fill="#f4922d" {outline}/>
<path d="M23.7 13.200a9.7 9.7 0 0 1-13 13.400c8.6-.6 13.4-5.6 13-13.400z" fill="#d76f16"/>
<circle cx="12" cy="14.6" r="2.2" fill="#ffd08a"/>
<path d="M16 9.200c.6-3.6 4.2-6 9.4-5.3-.4 4.3-4.3 6.6-9.4 5.300z" fill="#5f9a45" {outline}/>
<path d="M16.4 9.100c2.4-1.2 4.5-2.5 6.6-3.9" fill="none" stroke="#2f5c27" stroke-width="1"/>
<path d="M15.6 11.500c-.4-1.5-.2-2.3.6-3" fill="none" stroke="#5a3a1c" stroke-width="1.6" stroke-linecap="round"/>
"""
SUGAR = """
<path d="m8.6 28 2-22.6 4-.3-1.6 23z" fill="#c9d66b" {outline}/>
<path d="m14.3 28.3.3-25 4 .1.2 25z" fill="#e2e78f" {outline}/>
<path d="m20.3 28.1-1.2-22.4 3.9-.5 1.7 22.600z" fill="#b9c95a" {outline}/>
<path d="m10.2 10.6 3.9-.1M9.8 23.500l3.8.1M14.6 8.600h4.100M14.5 14h4.200M14.5 24h4.200M19.4 11l3.9-.3M19.9 23.500l4-.1"
 stroke="#7c8a2f" stroke-width="1.2"/>
<path d="M10.7 6.400C8.5 4.5 6.3 4.6 4.4 6.200M22.6 6c2-2 4.2-2.2 6.4-.8M16.7 4c-.2-1.4-1.2-2.3-2.8-2.500M18.5 4.500c1-1.7 2-2.5 3.7-2.6"
 fill="none" stroke="#5f8f35" stroke-width="2" stroke-linecap="round"/>
<path d="M7.8 17.200c5.5 1.8 11.8 1.8 17.3 0l.3 3.200c-5.6 1.9-12.3 1.9-18 0z" fill="#b5523b" {outline}/>
"""
TOBACCO = """
<path d="M16 2.800c7.2 4.6 9.8 11.4 7.4 17.2-1.6 3.9-4.4 6-7.4 6.6-3-.6-5.8-2.7-7.4-6.600C6.2 14.2 8.8 7.4 16 2.800z"
 fill="#5f9b4c" {outline}/>
<path d="M16 2.800c7.2 4.6 9.8 11.4 7.4 17.2-1.6 3.9-4.4 6-7.4 6.600z" fill="#3e7637"/>
<path d="M16 6v24M16 12.500l4.3-3.600M16 17.500l5.6-4M16 22.300l5.2-3.300M16 12.500l-4.3-3.600M16 17.500l-5.6-4M16 22.300l-5.2-3.3"
 fill="none" stroke="#cfe5a8" stroke-width="1.3" stroke-linecap="round"/>
<path d="M16 26v4.3" stroke="#2f5a2a" stroke-width="2.4" stroke-linecap="round"/>
"""
RUM = """
<path d="M13.3 2.700h5.400v2.200h-.8v5.300c3 1.4 4.6 3.3 4.6 6v11.300a1.9 1.9 0 0 1-1.9 1.900h-9.200a1.9 1.9 0 0 1-1.9-1.900V16.200c0-2.7 1.6-4.6
 4.6-6V4.900h-.8z" fill="#a8421f" {outline}/>
<path d="M18.7 11c2.4 1.2 3.8 2.9 3.8 5.200v11.300a1.9 1.9 0 0 1-1.9 1.900h-2.400z" fill="#7c2a12"/>
<path d="M9.5 17.300h13v7.400h-13z" fill="#f6e7c3" {outline}/>
<path d="m16 18.3.9 1.8 2 .3-1.5 1.4.4 2-1.8-1-1.8 1 .4-2-1.5-1.4 2-.3z" fill="#b5523b"/>
<path d="M12.9 2.600h6.200v2.500h-6.200z" fill="#e0a526" {outline}/>
<path d="M11.7 15.300c.2-1 .8-1.7 1.7-2.3" fill="none" stroke="#f2b08d" stroke-width="1.4" stroke-linecap="round"/>
"""
CIGARS = """
<path d="M5.2 19.7 20.6 4.900c1.3-1.2 3-1 4 .1s1 2.7-.2 3.900L8.7 23.400c-1.4 1.2-2.8 1-3.7 0s-1-2.5.2-3.700z"
 fill="#84522c" {outline}/>
<path d="M8.4 25.3 22.9 9.600c1.2-1.3 2.9-1.3 4-.3s1.2 2.6 0 3.900L12.4 28.800c-1.3 1.3-2.7 1.3-3.8.3s-1.3-2.6-.2-3.800z"
 fill="#9c6537" {outline}/>
<path d="m16.8 16.2 3.5-3.8 4.1 3.7-3.5 3.800z" fill="#c8402c" {outline}/>
<path d="m18.4 17.7 3.5-3.8" stroke="#f2c14e" stroke-width="1.5"/>
<path d="M8.4 25.300c1.7.2 3.3 1.6 4 3.5-1.3 1.3-2.7 1.3-3.8.3s-1.3-2.6-.2-3.800z" fill="#e4ded6" {outline}/>
<path d="M5.2 19.700c1.5.3 2.9 1.8 3.5 3.7-1.4 1.2-2.8 1-3.7 0s-1-2.5.2-3.700z" fill="#cfc7bd" {outline}/>
"""
PESO = """
<circle cx="16" cy="16.6" r="12.3" fill="#a87412"/>
<circle cx="16" cy="15.6" r="12.3" fill="#efbb3d" {outline}/>
<circle cx="16" cy="15.6" r="9.3" fill="#f9d670" stroke="#a87412" stroke-width="1.2"/>
<path d="m16 8 1.9 5.1 5.4.2-4.3 3.3 1.6 5.2-4.6-3-4.6 3 1.6-5.2-4.3-3.3 5.4-.2z" fill="#b57f14"/>
"""
COIN = """
<circle cx="16" cy="16.6" r="13.3" fill="#a87412"/>
<circle cx="16" cy="15.6" r="13.3" fill="#efbb3d" {outline}/>
<circle cx="16" cy="15.6" r="10.8" fill="#fbe08a" stroke="#a87412" stroke-width="1"/>
"""
SUN = """
<path d="m16 .6 2.5 5 4.3-3.5.4 5.6 5.4-1.3-1.8 5.3 5.5 1.1-3.7 4.2 3.7 4.2-5.5 1.1 1.8 5.3-5.4-1.3-.4 5.6-4.3-3.5-2.5 5-2.5-5-4.3
 3.5-.4-5.6-5.4 1.3 1.8-5.3-5.5-1.1 3.7-4.200L-.3 12.800l5.5-1.1-1.8-5.3 5.4 1.3.4-5.6 4.3 3.500z" fill="#f2c14e" stroke="#8a5d08"
 stroke-width="1" stroke-linejoin="round"/>
<circle cx="16" cy="17" r="8.6" fill="#fbe3a0" stroke="#8a5d08" stroke-width="1"/>
"""
VOTE = """
<path d="M4 15.500h24v12.800H4z" fill="#c9b184" {outline}/>
<path d="M4 15.5 7 11h18l3 4.500z" fill="#e6d4ab" {outline}/>
<path d="M10.5 13.600h11" stroke="#2b2420" stroke-width="2.2" stroke-linecap="round"/>
<path d="M11.5 3.600h9v9.800h-9z" fill="#fffaf0" {outline}/>
<path d="m13.5 8 2 2.2 3.2-4" fill="none" stroke="#b5523b" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>
"""
RESOURCE = """
<path d="m16 4 10.5 6v12L16 28 5.5 22V10z" fill="#c7bda9" {outline}/>
<path d="M5.5 10 16 16l10.5-6M16 16v12" fill="none" stroke="#2b2420" stroke-width="1.2"/>
<path d="m16 4 10.5 6L16 16 5.5 10z" fill="#efe6d8" {outline}/>
<path d="M16 16v12l10.5-6V10z" fill="#9d927d"/>
<path d="m16 4 10.5 6v12L16 28 5.5 22V10z" fill="none" {outline}/>
"""
PRODUCT = """
<path d="M4.5 14h23l-3 13.500h-17z" fill="#d8a65a" {outline}/>
<path d="M6 18.500h20M7 23h18M11.5 14l1.5 13.500M20.5 14 19 27.500M16 14v13.5" stroke="#8a5a24" stroke-width="1.2"/>
<circle cx="11.5" cy="10.8" r="4" fill="#f4922d" {outline}/>
<path d="M15 12.500c0-5 2.5-8 6-9 1.5 4 .5 7.5-3 9.800z" fill="#5f9b4c" {outline}/>
<path d="M21.5 13.5 24 4.800l2.5.7-2.3 8z" fill="#dfe58a" {outline}/>
<path d="M3.6 12.800h24.800v2.700H3.600z" fill="#b9823a" {outline}/>
"""
GOOD = """
<path d="M4.5 11h23v16h-23z" fill="#a9713a" {outline}/>
<path d="M4.5 16.300h23M4.5 21.700h23" stroke="#6f4320" stroke-width="1.2"/>
<path d="M4.5 11 8 6.500h16l3.5 4.500z" fill="#c98f52" {outline}/>
<path d="M7.5 11v16M24.5 11v16" stroke="#6f4320" stroke-width="2"/>
<circle cx="16" cy="19" r="4.6" fill="#f6e7c3" {outline}/>
<path d="m16 15.8.9 2.2 2.3.1-1.8 1.5.6 2.2-2-1.2-2 1.2.6-2.2-1.8-1.5 2.3-.1z" fill="#b5523b"/>
"""
SHIP = """
<path d="M2.5 18.500h27L26 26H7z" fill="#b5523b" {outline}/>
<path d="M15 4v14M15 5.500c5 1 8.5 4.5 9.5 10.500H15zM14.5 8c-4 1.5-6.5 4-7.5 8h7.500z" fill="#fdf6e6" {outline}/>
<path d="M1.5 28.500c2.5-2 4.8-2 7.2 0s4.8 2 7.3 0 4.8-2 7.2 0 4.8 2 7.3 0" fill="none" stroke="#3d9fd3" stroke-width="2"
 stroke-linecap="round"/>
"""
VETO = """
<path d="M7 4h13l5 5v19H7z" fill="#fffaf0" {outline}/>
<path d="M20 4v5h5M10.5 13h11M10.5 17h11M10.5 21h7" fill="none" stroke="#2b2420" stroke-width="1.2"/>
<path d="m4 27 24-21" stroke="#c23a28" stroke-width="3.4" stroke-linecap="round"/>
"""
STORE = """
<path d="M3.5 13 16 5l12.5 8v14.500h-25z" fill="#d9b382" {outline}/>
<path d="M3 13.5 16 5l13 8.5" fill="none" stroke="#b5523b" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>
<path d="M9 17h14v10.500H9z" fill="#7c4a25" {outline}/>
<path d="M16 17v10.500M9 17l7 10.500M23 17l-7 10.5" stroke="#c98f52" stroke-width="1.2"/>
"""
HOUSE = """
<path d="M4.5 12h23v16h-23z" fill="#e9c79a" {outline}/>
<path d="M3 7.500h26V12H3z" fill="#b5523b" {outline}/>
<path d="M7.5 28v-8a3 3 0 0 1 6 0v8zM18.5 28v-8a3 3 0 0 1 6 0v8z" fill="#23505c" {outline}/>
<path d="M12 7.5 16 3.500l4 4z" fill="#d9694f" {outline}/>
"""
LAND = """
<path d="M3 26c1-12 4-18 8-18 3 0 5 4 6 9 1-4 3-7 5-7 3 0 6 6 7 16z" fill="#a7a2ad" {outline}/>
<path d="M6.3 14C7.5 10 9 8 11 8s3.7 2.6 4.8 6.400c-1.5 1-2.5-.6-4.3-.4s-2.8 1.5-5.2 0z" fill="#5f8f4d"/>
<path d="M2.5 26h27" {outline}/>
"""
GROVE = """
<path d="M14.6 28v-8h2.800v8z" fill="#6b4526" {outline}/>
<circle cx="16" cy="13" r="10" fill="#4a8a43" {outline}/>
<circle cx="12" cy="11" r="2.2" fill="#f4922d"/><circle cx="19.5" cy="9" r="2.2" fill="#f4922d"/><circle cx="18" cy="16.5" r="2.2" fill="#f4922d"/>
<path d="M5 28.500h22" {outline}/>
"""
DROUGHT = """
<path d="M2.5 15h27v14h-27z" fill="#c9955a" {outline}/>
<path d="m8 15 3 5-3 4 2 5M11 20l7 1 3-6M18 21l-1 8M18 21l7 3 4-2" fill="none" stroke="#5a3418" stroke-width="1.4" stroke-linejoin="round"/>
<circle cx="16" cy="7.5" r="4.5" fill="#f2c14e" {outline}/>
<path d="M16 .8v1M9.3 7.500h-1M23.7 7.500h-1M11 2.500l.8.800M21 2.500l-.8.8" stroke="#8a5d08" stroke-width="1.6" stroke-linecap="round"/>
"""
SHAPES: Mapping[str, str] = {
    "wood": WOOD,
    "stone": STONE,
    "water": WATER,
    "citrus": CITRUS,
    "sugar": SUGAR,
    "tobacco": TOBACCO,
    "rum": RUM,
    "cigars": CIGARS,
    "peso": PESO,
    "coin": COIN,
    "sun": SUN,
    "vote": VOTE,
    "resource": RESOURCE,
    "product": PRODUCT,
    "good": GOOD,
    "ship": SHIP,
    "veto": VETO,
    "store": STORE,
    "house": HOUSE,
    "land": LAND,
    "grove": GROVE,
    "drought": DROUGHT,
}
"""By name: the eight pieces and the peso, and signs for points, votes, kinds of pieces and deeds."""


def symbols() -> Markup:
    """Return the symbols of all pictures."""
    return Markup("").join(
        SYMBOL.format(name=name, shape=Markup(shape.replace("{outline}", OUTLINE))) for name, shape in SHAPES.items()
    )


def icon(name: str) -> Markup:
    """Return a picture by its name, hidden from who cannot see it: words or a number stand beside it.

    >>> icon("rum")
    Markup('<svg class="icon rum" viewBox="0 0 32 32" aria-hidden="true"><use href="#icon-rum"/></svg>')
    """
    return ICON.format(name=name)


WORTH = Markup('<span class="worth {name}">{icon}<b>{number}</b></span>')


def pesos(number: int) -> Markup:
    """Return a coin with a number of pesos on it."""
    return WORTH.format(name="pesos", icon=icon("coin"), number=number)


def points(number: int) -> Markup:
    """Return a sun with a number of points in it."""
    return WORTH.format(name="points", icon=icon("sun"), number=number)
