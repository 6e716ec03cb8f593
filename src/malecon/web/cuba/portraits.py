"""The five characters as busts in the manner of posters of the 1920s."""

from collections.abc import Mapping

from markupsafe import Markup

SYMBOL = Markup('<symbol id="bust-{name}" viewBox="0 0 120 120">{rays}{bust}</symbol>')
PORTRAIT = Markup('<svg class="portrait" viewBox="0 0 120 120" aria-hidden="true"><use href="#bust-{name}"/></svg>')
HEAD = (
    '<path d="M50 76h20v18H50z" fill="{dark}"/><path d="M40 52c0-15 8-23 20-23s20 8 20 23c0 19-9 30-20 30S40 71 40 52z" fill="{skin}"/>'
    '<path d="M60 29c12 0 20 8 20 23 0 19-9 30-20 30 8-9 6-22 4-27 3 0 4-1 4-3-3-5-8-10-8-23z" fill="{dark}"/>'
    '<circle cx="39.5" cy="57" r="4" fill="{skin}"/><circle cx="80.5" cy="57" r="4" fill="{dark}"/>'
    '<path d="M47 52q4-3 8 0M66 52q4-3 8 0" fill="none" stroke="#2b1a10" stroke-width="2.2" stroke-linecap="round"/>'
    '<path d="M48 46.500q4-2.5 8-1M65 45.500q4-1.5 8 1" fill="none" stroke="#2b1a10" stroke-width="2.2" stroke-linecap="round"/>'
)
MOUTH = '<path d="M53 70q7 4 14 0" fill="none" stroke="#8f3d2a" stroke-width="3" stroke-linecap="round"/>'
MOUSTACHE = '<path d="M48 68c4-5 9-5 12-2 3-3 8-3 12 2-4 2-8 2-12-1-4 3-8 3-12 1z" fill="#2b1a10"/>'
SKINS = (
    ("#a9683c", "#8a4f2b"),
    ("#7d4a2d", "#623620"),
    ("#d9a173", "#bb8055"),
    ("#8d5734", "#6f4126"),
    ("#e0b08a", "#c28d64"),
)
WORKER = (
    '<path d="M14 120c2-20 16-28 46-28s44 8 46 28z" fill="#e9dcc0"/><path d="M60 92c30 0 44 8 46 28H70z" fill="#cbb995"/>'
    '<path d="M44 88c8 10 24 10 32 0l5 6c-4 10-10 14-21 14s-17-4-21-14z" fill="#b5523b"/><path d="m58 104 8 14-12 2z" fill="#943f2b"/>{head}'
    + MOUTH
    + '<path d="M8 44c14-8 22-8 28-9 2-18 10-27 24-27s22 9 24 27c6 1 14 1 28 9-16 8-32 9-52 9S24 52 8 44z" fill="#e7c46f"/>'
    '<path d="M60 8c14 0 22 9 24 27 6 1 14 1 28 9-16 8-32 9-52 9 12-10 10-30 0-45z" fill="#c99f45"/>'
    '<path d="M35.5 36q24 8 49 0l1 6q-25 8-51 0z" fill="#b5523b"/>'
    '<path d="M20 42q8-3 14-3M100 42q-8-3-13-3M46 20q4-7 12-7M22 46q16 4 38 4t38-4" fill="none" stroke="#a8802f" stroke-width="1.4"/>'
)
TRADESWOMAN = (
    '<path d="M16 120c2-20 16-27 44-27s42 7 44 27z" fill="#0f6f7c"/><path d="M60 93c28 0 42 7 44 27H72z" fill="#0a525c"/>'
    '<path d="M42 92c6 12 30 12 36 0l6 2c-2 14-12 20-24 20s-22-6-24-20z" fill="#fdf6e6"/>'
    '<path d="M38 50c-4 20 2 34 6 38h32c4-4 10-18 6-38z" fill="#2b1a10"/>{head}'
    '<path d="M53 69q7-3 14 0-3 5-7 5t-7-5z" fill="#b5342a"/><circle cx="39" cy="65" r="4" fill="#f2c14e"/><circle cx="81" cy="65" r="4" '
    'fill="#f2c14e"/><path d="M36 50c-2-22 8-32 24-32s26 10 24 32c-8-9-16-12-24-12s-16 3-24 12z" fill="#d9694f"/>'
    '<path d="M60 18c16 0 26 10 24 32-8-9-16-12-24-12 6-4 6-14 0-20z" fill="#b5523b"/>'
    '<path d="M60 20C50 6 38 8 36 14s12 10 24 6zM60 20c10-14 22-12 24-6s-12 10-24 6z" fill="#f2c14e"/><circle cx="60" cy="19" r="5" '
    'fill="#e0a526"/><path d="M44 34q5-6 9-7M72 30q4 2 6 6" fill="none" stroke="#f2dcb0" stroke-width="2.4" stroke-linecap="round"/>'
    '<path d="M46 99h28" stroke="#f2c14e" stroke-width="3" stroke-dasharray="1 5" stroke-linecap="round"/>'
)
ARCHITECT = (
    '<path d="M14 120c2-20 16-28 46-28s44 8 46 28z" fill="#f3ead8"/><path d="M60 92c30 0 44 8 46 28H70z" fill="#d3c5a8"/>'
    '<path d="M48 90 60 106 72 90l6 6-12 24H54L42 96z" fill="#fff"/><path d="m56 104 4-4 4 4-2 5 3 11h-10l3-11z" fill="#23505c"/>{head}'
    + MOUTH
    + '<path d="M39 52C36 30 46 20 62 20s22 12 20 32c-3-8-5-12-8-14-10 2-20 0-26-2-4 4-6 8-9 16z" fill="#5a3418"/>'
    '<path d="M62 20c16 0 22 12 20 32-3-8-5-12-8-14-4 0-6 0-8-.4 4-4 2-12-4-17.600z" fill="#44250f"/>'
    '<path d="M43 54a8 8 0 1 0 16 0 8 8 0 1 0-16 0zM62 54a8 8 0 1 0 16 0 8 8 0 1 0-16 0zM59 53q1.5-1.5 3 0" fill="#dff3ff" '
    'fill-opacity=".35" stroke="#2b1a10" stroke-width="2"/>'
    '<path d="M92 62v6M92 68 82 104M92 68l10 36M86 90q6 5 12 0" fill="none" stroke="#8a5d08" stroke-width="4" stroke-linecap="round"/>'
    '<circle cx="92" cy="66" r="5" fill="#e0a526" stroke="#8a5d08" stroke-width="2"/>'
)
FOREMAN = (
    '<path d="M14 120c2-20 16-28 46-28s44 8 46 28z" fill="#5f7a4a"/><path d="M60 92c30 0 44 8 46 28H70z" fill="#48603a"/>'
    '<path d="M46 90 60 108 74 90l6 5-12 25H52L40 95z" fill="#f3ead8"/><path d="M60 108v12" stroke="#c8b998" stroke-width="2"/>{head}'
    + MOUSTACHE
    + '<path d="M40 50q-2-8 1-14h38q3 6 1 14-2-6-5-9H45q-3 3-5 9z" fill="#2b1a10"/>'
    '<path d="M12 40c10-5 18-6 23-6 1-16 8-24 14-24 5 0 7 3 11 3s6-3 11-3c6 0 13 8 14 24 5 0 13 1 23 6-14 5-30 7-48 7s-34-2-48-7z" '
    'fill="#fdf6e6"/><path d="M60 13c4 0 6-3 11-3 6 0 13 8 14 24 5 0 13 1 23 6-14 5-30 7-48 7 9-8 9-22 0-34z" fill="#dccfb2"/>'
    '<path d="M35 33q25 7 50 0v6q-25 7-50 0z" fill="#2b2420"/>'
    '<circle cx="92" cy="92" r="8" fill="none" stroke="#e0a526" stroke-width="3.5"/>'
    '<path d="m90 100-7 17m1-5 5 2m-3-8 4 2M95 100l5 17m-2-5-5 1m3-7-4 2" fill="none" stroke="#e0a526" stroke-width="3.5" '
    'stroke-linecap="round"/>'
)
MAYOR = (
    '<path d="M14 120c2-20 16-28 46-28s44 8 46 28z" fill="#2f2b36"/><path d="M60 92c30 0 44 8 46 28H70z" fill="#201d26"/>'
    '<path d="M46 90 60 110 74 90l6 4-12 26H52L40 94z" fill="#fdf6e6"/><path d="m52 96 8 4 8-4v9l-8-4-8 4z" fill="#b5342a"/>'
    '<path d="M24 104 84 120H58L20 110z" fill="#b5342a"/><path d="m22 107 60 13h-8L21 108.500z" fill="#f2c14e"/>{head}'
    '<path d="M40 56q1 14 6 20c3-4 4-6 4-10 4-3 6-3 10-1 4-2 6-2 10 1 0 4 1 6 4 10 5-6 6-20 6-20 3 24-8 36-20 36S37 80 40 56z" fill="#cfcac2"/>'
    '<path d="M54 72q6 4 12 0" fill="none" stroke="#8f3d2a" stroke-width="3" stroke-linecap="round"/>'
    '<path d="M26 38c8-3 12-4 16-4L38 4q22-6 44 0l-4 30c4 0 8 1 16 4-10 6-22 8-34 8s-24-2-34-8z" fill="#2f2b36"/>'
    '<path d="M60 2q12 0 22 2l-4 30c4 0 8 1 16 4-10 6-22 8-34 8 8-12 8-30 0-44z" fill="#201d26"/>'
    '<path d="M41 27q19 6 38 0l-1 7q-18 6-36 0z" fill="#b5342a"/>'
)
BUSTS: Mapping[str, str] = {
    "worker": WORKER,
    "tradeswoman": TRADESWOMAN,
    "architect": ARCHITECT,
    "foreman": FOREMAN,
    "mayor": MAYOR,
}


def rays() -> str:
    """Return beams of the sun behind a bust."""
    wedge = '<path d="M60 66 50-20h20z" transform="rotate({turn} 60 66)"/>'
    beams = "".join(wedge.format(turn=turn) for turn in range(0, 360, 30))
    return f'<rect width="120" height="120" fill="#f2c879"/><g fill="#f7dda4">{beams}</g>'


def symbols() -> Markup:
    """Return the symbols of all busts."""
    heads = (HEAD.format(skin=skin, dark=dark) for skin, dark in SKINS)
    return Markup("").join(
        SYMBOL.format(name=name, rays=Markup(rays()), bust=Markup(bust.format(head=head)))
        for (name, bust), head in zip(BUSTS.items(), heads, strict=True)
    )


def portrait(character: str) -> Markup:
    """Return the bust of a character."""
    return PORTRAIT.format(name=character)
