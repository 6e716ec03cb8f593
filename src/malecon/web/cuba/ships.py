"""Ships, piers and the open sea as pictures. A ship's number decides its hull and its rig, so that all 15 differ."""

from markupsafe import Markup

HULLS = ("#8f3d2a", "#23505c", "#3f5f3c", "#6b4526", "#3d3a4f")
BANDS = ("#e0a526", "#f2dcb0", "#d9694f")
LINE = 'stroke="#2b2420" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
SHIP = Markup(
    '<svg class="vessel" viewBox="0 -18 320 208" aria-hidden="true"><ellipse cx="164" cy="178" rx="142" ry="9" fill="#0b2b33" '
    'opacity=".35"/>{rig}{hull}{wake}</svg>'
)
STEAMER = (
    f'<path d="M92 84V58h128v26z" fill="#fdf6e6" {LINE}/><path d="M108 58V40h92v18z" fill="#f3e6cc" {LINE}/>'
    f'<path d="M142 40 146 6h26l4 34z" fill="{{band}}" {LINE}/><path d="m145 16 .8-7h26.400l.8 7z" fill="#2b2420"/>'
    '<path d="M160 2c-4-10-20-6-24-14M162-2c8-8 24-4 30-14" fill="none" stroke="#8c857c" stroke-width="5" stroke-linecap="round" opacity=".7"/>'
    '<path d="M104 66h12v8h-12zM126 66h12v8h-12zM148 66h12v8h-12zM170 66h12v8h-12zM192 66h12v8h-12zM118 45h10v7h-10zM136 45h6v7h-6zM178 '
    '45h10v7h-10z" fill="#3d9fd3"/>'
    f'<path d="M44 84V14M44 22l60 34M272 84V22M272 30l-56 26" fill="none" {LINE}/><path d="M44 14h30l-8 7 8 7H44z" fill="{{band}}" {LINE}/>'
)
SCHOONER = (
    f'<path d="M104 86V2M214 86V10M280 84l46-14M104 6l176 78" fill="none" {LINE}/>'
    f'<path d="M108 8c30 10 42 40 40 68h-40z" fill="#fdf6e6" {LINE}/><path d="M100 16C70 26 46 48 40 76h60z" fill="#f3e6cc" {LINE}/>'
    f'<path d="M218 16c26 10 40 34 40 60h-40z" fill="#fdf6e6" {LINE}/><path d="M210 20c-22 10-36 30-38 56h38z" fill="#f3e6cc" {LINE}/>'
    f'<path d="M100 44H64M210 46h-28M110 42h32M220 46h32" stroke="{{band}}" stroke-width="5"/>'
    f'<path d="M104 2h26l-7 6 7 6h-26z" fill="{{band}}" {LINE}/>'
)
PACKET = (
    f'<path d="M30 84V60h66v24zM214 84V56h66v28z" fill="#fdf6e6" {LINE}/><path d="M226 56V40h42v16z" fill="#f3e6cc" {LINE}/>'
    f'<path d="M150 86V4M150 12l-70 46M150 12l72 42M110 62l40-30 44 30" fill="none" {LINE}/>'
    f'<path d="M150 4h28l-8 7 8 7h-28z" fill="{{band}}" {LINE}/>'
    f'<path d="M44 60 47 26h20l3 34z" fill="{{band}}" {LINE}/><path d="m46 36 .8-9h20.400l.8 9z" fill="#2b2420"/>'
    '<path d="M58 20c-2-10-16-8-20-18" fill="none" stroke="#8c857c" stroke-width="5" stroke-linecap="round" opacity=".7"/>'
    '<circle cx="46" cy="72" r="5" fill="#3d9fd3"/><circle cx="64" cy="72" r="5" fill="#3d9fd3"/><circle cx="82" cy="72" r="5" '
    'fill="#3d9fd3"/><path d="M224 64h12v9h-12zM242 64h12v9h-12zM260 64h12v9h-12z" fill="#3d9fd3"/>'
)
RIGS = (STEAMER, SCHOONER, PACKET)
HULL = (
    f'<path d="M8 84h296c8 0 12 2 8 10-8 18-16 50-28 78H44C28 150 14 120 8 84z" fill="{{hull}}" {LINE}/>'
    '<path d="M8 84h296c8 0 12 2 8 10l-2 5H10z" fill="{band}"/><path d="M30 150c4 8 9 15 14 22h240c3-7 6-14 8-22z" fill="#b5523b"/>'
    '<path d="M30 150h262" stroke="#fdf6e6" stroke-width="3"/><path d="M266 99c0 26-8 52-18 73h36c12-28 19-54 26-73z" fill="#000" '
    f'opacity=".16"/><path d="M8 84h296c8 0 12 2 8 10-8 18-16 50-28 78H44C28 150 14 120 8 84z" fill="none" {LINE}/>'
)
WAKE = (
    '<path d="M2 176q13-9 26 0t26 0 26 0 26 0 26 0 26 0 26 0 26 0 26 0 26 0 26 0 26 0 26 0" fill="none" stroke="#bfe6f2" '
    'stroke-width="3.5" stroke-linecap="round"/>'
)


def vessel(number: int) -> Markup:
    """Return a ship by its number, without its spaces, which stand on its hull.

    >>> len({vessel(number) for number in range(1, 16)})
    15
    """
    hull, band = HULLS[number % len(HULLS)], BANDS[number % len(BANDS)]
    rig = RIGS[number * 2 % len(RIGS)].format(band=band)
    return SHIP.format(rig=Markup(rig), hull=Markup(HULL.format(hull=hull, band=band)), wake=Markup(WAKE))


def waves() -> Markup:
    """Return the surface of the sea, to lie behind everything in the harbour."""
    rows = "".join(
        f'<path d="M{x} {y}q7-6 14 0t14 0 14 0" class="wave"/>'
        for y in range(20, 400, 42)
        for x in range(14 + y % 4 * 37, 1240, 148)
    )
    return Markup(
        f'<svg class="waves" viewBox="0 0 1240 400" preserveAspectRatio="xMidYMid slice" aria-hidden="true">{rows}</svg>'
    )


def pier() -> Markup:
    """Return the planks and bollards of a pier."""
    planks = "".join(f'<path d="M{x} 6v26" stroke="#6f4a26" stroke-width="1.6"/>' for x in range(14, 320, 14))
    piles = "".join(
        f'<path d="M{x} 30h12v18h-12z" fill="#5a3a1c"/><path d="M{x} 44h12" stroke="#bfe6f2" stroke-width="2"/>'
        for x in (20, 110, 200, 290)
    )
    bollards = "".join(
        f'<path d="M{x} 8V0h9v8z" fill="#3a332c"/><ellipse cx="{x + 4.5}" cy="0" rx="7" ry="3" fill="#544b41"/>'
        for x in (44, 268)
    )
    return Markup(
        f'<svg class="pier" viewBox="0 -4 320 54" preserveAspectRatio="none" aria-hidden="true">{piles}<path d="M0 6h320v26H0z" '
        f'fill="#b5884f"/><path d="M0 26h320v6H0z" fill="#8a5f30"/>{planks}{bollards}</svg>'
    )
