"""Positions of Havana whose reason is known by construction."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from havana_table import CARD_WORDS, in_words, parse_cards, table
from malecon.core.match import Match
from malecon.games.havana import GAME, asks
from malecon.games.havana.buildings import CUBES, DEBRIS, PESO, PIECES, TILES, WORKER
from malecon.games.havana.cards import CODE
from malecon.games.havana.position import write_position
from malecon.games.havana.rules import TARGET
from malecon.games.havana.rules.order import set_order
from malecon.games.havana.state import ALL_WORKERS
from reasons.built import Built

Causes = frozenset[tuple[str, str]]

LEVEL = {2: 20, 3: 15, 4: 11}
"""Points of everybody where nothing else is said, by the number of seats: four or five fewer than win."""
DEAR = (36, 35, 34, 32, 33, 27)
"""Tiles that nobody can pay."""
SPARE_DEBRIS = 2
"""What everybody owns beyond what matters, so that not all cubes come into the box (HAV-7.2)."""


class _Player(NamedTuple):
    """A player: open cards, cards in hand, pieces, points, and the card laid before the decider lays one, if any."""

    shown: str
    hand: str
    pesos: int = 0
    workers: int = 0
    cubes: str = f"{SPARE_DEBRIS} debris"
    points: int = -1
    lays: str = ""


IDLE = _Player("pesos mama", "architect")
"""A player who has nothing to gain, and acts last."""


def _near_win(player: _Player, seats: int, *tiles: int) -> _Player:
    """Return the player with so many points that these tiles win."""
    return player._replace(points=TARGET[seats] - sum(TILES[tile - 1].points for tile in tiles))


def _causes(*causes: str) -> Causes:
    """Return causes from texts such as ``you tile 3``."""
    pairs = [cause.split(" ", 1) for cause in causes]
    return frozenset((what, who) for who, what in pairs)


ENDING = _causes("any game end")
"""That a purchase wins is partly right wherever it can."""


def _with_price(player: _Player, tile: int, *, less: str = "") -> _Player:
    """Return the player with what a tile costs, less one piece if it is named, and some debris."""
    pieces = list(TILES[tile - 1].cost.pieces())
    if less:
        pieces[PIECES.index(less)] -= 1
    pieces[DEBRIS] += SPARE_DEBRIS if less != "debris" else 0
    return player._replace(
        pesos=player.pesos + pieces[PESO],
        workers=player.workers + pieces[WORKER],
        cubes=in_words(pieces[: len(CUBES)]),
    )


def _owned(points: Sequence[int], elsewhere: set[int]) -> dict[int, list[int]]:
    """Return tiles for each seat that make its points, none of those that lie elsewhere."""
    free = [tile.id for tile in reversed(TILES) if tile.id not in elsewhere]
    owned: dict[int, list[int]] = {}
    for seat, wanted in enumerate(points):
        owned[seat] = []
        for tile in free.copy():
            if TILES[tile - 1].points <= wanted:
                wanted -= TILES[tile - 1].points
                owned[seat].append(tile)
                free.remove(tile)
        assert wanted == 0, f"seat {seat}: {wanted} points are missing"
    return owned


def _match(
    players: Sequence[_Player],
    question: int,
    seat: int,
    *,
    tiles: Sequence[int] = (),
    rows: Sequence[Sequence[int]] = (),
    perform: str = "",
    centre: str = "",
    centre_pesos: int = 0,
    bag: str = "",
    idle_rounds: int = 0,
    supply: int = -1,
) -> Match[Any]:
    """Return a match in which a seat is asked.

    Args:
        players: by seat.
        question: ``COVER``, ``TAKE_BACK``, ``PERFORM`` or ``BUY``.
        seat: who is asked; at ``COVER`` those before it have laid.
        tiles: that lie at ends where ``rows`` are not given; all others cannot be paid.
        rows: all tiles of both rows.
        perform: the cards that are left to perform.
        centre, centre_pesos, bag: what lies there; all other cubes are in the box.
        idle_rounds: rounds in a row in which nobody bought.
        supply: workers that are left in the supply; an idle last seat has the others.
    """
    if not rows:
        dear = [tile for tile in DEAR if tile not in tiles]
        ends = [*tiles, *dear[: 4 - len(tiles)]]
        middle = dear[4 - len(tiles) :]
        rows = ([ends[0], *middle[:1], ends[1]], [ends[2], *middle[1:2], ends[3]])
    points = [player.points if player.points >= 0 else LEVEL[len(players)] for player in players]
    workers = {at: player.workers for at, player in enumerate(players)}
    if supply >= 0:
        workers[len(players) - 1] += ALL_WORKERS - supply - sum(workers.values())
    laid = table(
        len(players),
        shown={at: player.shown for at, player in enumerate(players)},
        discards={
            at: " ".join(sorted(set(CARD_WORDS) - set(parse_cards(f"{player.shown} {player.hand}".strip()))))
            for at, player in enumerate(players)
        },
        pesos={at: player.pesos for at, player in enumerate(players)},
        workers=workers,
        cubes={at: player.cubes for at, player in enumerate(players)},
        owned=_owned(points, {tile for row in rows for tile in row}),
        centre=centre,
        centre_pesos=centre_pesos,
        bag=bag,
        rows=rows,
        stack=(),
        idle_rounds=idle_rounds,
    )
    state = laid.state
    set_order(state)
    state.round_no = 20
    state.question = question
    order = state.order[: len(players)].tolist()
    state.turn = 0 if question == asks.COVER else order.index(seat)
    state.to_perform = sum(1 << CODE[card] for card in parse_cards(perform))
    match = GAME.from_position(write_position(state))
    while match.to_move != (seat,):
        (before,) = match.to_move
        match.play(before, players[before].lays)
    return match


def _seated(seats: int, at: int, you: _Player, *rivals: _Player) -> list[_Player]:
    """Return players by seat: the decider, those who sit behind it, and idle ones."""
    players = [IDLE] * seats
    for place, player in enumerate((you, *rivals)):
        players[(at + place) % seats] = player
    return players


def _place(seats: int, at: int) -> str:
    """Return the number of players and the seat of the decider, as words of a name."""
    return f"{seats} players, seat {at + 1}"


EARLY_OR_LATE = _Player("protection black market", "siesta mama")
"""A decider who will act first with the siesta over the protection (07), and last with Mama there (79)."""
MIDDLE = "black market worker debris"
"""A rival's hand: whichever of these cards it has laid over the siesta, it acts after the one and before the other."""
EARLY, LATE = "cover protection with siesta", "cover protection with mama"


def _race(tile: int, seats: int, at: int) -> Built:
    """Two players can pay a tile: the number decides who is first."""
    rival = _with_price(_Player("siesta pesos", MIDDLE, lays="cover siesta with black market"), tile)
    match = _match(_seated(seats, at, _with_price(EARLY_OR_LATE, tile), rival), asks.COVER, at, tiles=[tile])
    name = f"race for tile {tile}, {_place(seats, at)}"
    return Built(name, match, at, EARLY, LATE, _causes(f"any tile {tile}", "any order"), ENDING)


def _removal(tile: int, seats: int, at: int) -> Built:
    """A rival will remove the tile that only the decider can pay, unless it acts before him."""
    rival = _Player("siesta conservation", MIDDLE, lays="cover siesta with black market")
    match = _match(_seated(seats, at, _with_price(EARLY_OR_LATE, tile), rival), asks.COVER, at, tiles=[tile])
    name = f"a rival removes tile {tile}, {_place(seats, at)}"
    near = ENDING | _causes("others conservation")
    return Built(name, match, at, EARLY, LATE, _causes(f"any tile {tile}", "any order"), near)


def _tie(tile: int, behind: str, seats: int, at: int) -> Built:
    """Two players can pay a tile: of equal numbers who is behind acts first, and a higher number last."""
    you = _with_price(_Player("protection pesos", "black market mama"), tile)
    rival = _with_price(_Player("siesta pesos", "black market", lays="cover siesta with black market"), tile)
    if behind == "points":
        you = you._replace(points=LEVEL[seats] - 1)
    else:
        rival = rival._replace(workers=rival.workers + 1)
    match = _match(_seated(seats, at, you, rival), asks.COVER, at, tiles=[tile])
    return Built(
        f"equal numbers, fewer {behind}, tile {tile}, {_place(seats, at)}",
        match,
        at,
        "cover protection with black market",
        LATE,
        _causes(f"any tile {tile}", "any order"),
        ENDING,
    )


def _attacker(card: str, other: str) -> _Player:
    """Return a rival who keeps an attacking card open and has laid the other one."""
    return _Player(f"siesta {card}", other, lays=f"cover siesta with {other}")


def _before_attack(card: str, tile: int, seats: int, at: int) -> Built:
    """A rival will take a piece that the decider needs for a tile, unless it acts before him."""
    match = _match(
        _seated(seats, at, _with_price(EARLY_OR_LATE, tile), _attacker(card, "black market")),
        asks.COVER,
        at,
        tiles=[tile],
    )
    name = f"act before the {card}, tile {tile}, {_place(seats, at)}"
    return Built(
        name, match, at, EARLY, LATE, _causes(f"you {card}", "any order"), ENDING | _causes(f"any tile {tile}")
    )


def _protection(card: str, tile: int, seats: int, at: int) -> Built:
    """A rival will take a piece that the decider needs for a tile, unless it is protected; he acts first anyway."""
    you = _with_price(_Player("black market mama", "protection pesos"), tile)
    match = _match(_seated(seats, at, you, _attacker(card, "debris")), asks.COVER, at, tiles=[tile])
    return Built(
        f"protection against the {card}, tile {tile}, {_place(seats, at)}",
        match,
        at,
        "cover mama with protection",
        "cover mama with pesos",
        _causes(f"you {card}"),
        ENDING | _causes(f"any tile {tile}"),
    )


LATER = _Player("pesos mama", "debris")
"""A rival who acts after the decider in the same round."""


def _acting(card: str, you: _Player, rivals: Sequence[_Player], seats: int, at: int, **table: Any) -> Match[Any]:
    """Return a match in which the decider performs a card, its other open one being without effect."""
    players = _seated(seats, at, you._replace(shown=f"{card} black market"), *rivals)
    match = _match(players, asks.PERFORM, at, perform=f"{card} black market", **table)
    match.play(at, f"perform {card}")
    return match


NOTHING = _Player("", "siesta")


def _threat(tile: int, seats: int, cubes: str) -> tuple[_Player, int]:
    """Return a rival who wins in this round if the decider does not win before, and the tile that it buys."""
    won_with = 18 if tile != 18 else 9
    rival = _with_price(LATER, won_with)
    return _near_win(rival._replace(cubes=cubes), seats, won_with), won_with


def _remove_theirs(tile: int, other: str, seats: int, at: int) -> Built:
    """A rival can pay a tile that the decider can remove, and win with it."""
    rival = _near_win(_with_price(LATER, tile), seats, tile)
    match = _acting("conservation", NOTHING, [rival], seats, at, tiles=[tile])
    name = f"remove tile {tile} before a rival buys it, {_place(seats, at)}"
    return Built(name, match, at, "remove upper left", f"remove {other}", _causes(f"others tile {tile}"), ENDING)


def _tax_theirs(tile: int, piece: str, seats: int, at: int) -> Built:
    """A rival can pay a tile, and win with it, unless the decider taxes a piece of its price."""
    rival = _near_win(_with_price(LATER, tile), seats, tile)
    match = _acting("tax collector", NOTHING, [rival], seats, at, tiles=[tile])
    victim = (at + 1) % seats + 1
    return Built(
        f"tax the {piece} that tile {tile} asks for, {_place(seats, at)}",
        match,
        at,
        f"tax {piece} from {victim}",
        f"tax debris from {victim}",
        _causes(f"others tile {tile}"),
        ENDING,
    )


def _steal_theirs(tile: int, piece: str, seats: int, at: int) -> Built:
    """A rival can pay a tile, unless the decider steals a cube of its price."""
    match = _acting("materials thief", NOTHING, [_with_price(LATER, tile)], seats, at, tiles=[tile])
    victim = (at + 1) % seats + 1
    return Built(
        f"steal the {piece} that a rival needs for tile {tile}, {_place(seats, at)}",
        match,
        at,
        f"steal {piece} from {victim}",
        f"steal debris from {victim}",
        _causes(f"others tile {tile}"),
        ENDING,
    )


def _steal_mine(tile: int, piece: str, other: str, seats: int, at: int) -> Built:
    """The decider can buy a tile with one of two cubes that it can steal."""
    rival, won_with = _threat(tile, seats, f"1 {piece} 1 {other}")
    you = _near_win(_with_price(NOTHING, tile, less=piece), seats, tile)
    match = _acting("materials thief", you, [rival], seats, at, tiles=[tile, won_with])
    victim = (at + 1) % seats + 1
    return Built(
        f"steal the {piece} that you need for tile {tile}, {_place(seats, at)}",
        match,
        at,
        f"steal {piece} from {victim}",
        f"steal {other} from {victim}",
        _causes(f"you tile {tile}"),
        ENDING | _causes(f"others tile {won_with}"),
    )


def _rob_buyer(tile: int, seats: int, at: int) -> Built:
    """Of two rivals with as many pesos, one can pay a tile with them."""
    buyer = _near_win(_with_price(LATER, tile), seats, tile)
    saver = LATER._replace(pesos=buyer.pesos, points=buyer.points)
    match = _acting("pesos thief", NOTHING, [saver, buyer], seats, at, tiles=[tile])
    return Built(
        f"rob who could buy tile {tile}, {_place(seats, at)}",
        match,
        at,
        f"rob {(at + 2) % seats + 1}",
        f"rob {(at + 1) % seats + 1}",
        _causes(f"others tile {tile}"),
        ENDING,
    )


def _take_mine(tile: int, piece: str, other: str, seats: int, at: int) -> Built:
    """The decider can buy a tile with one of two cubes of the centre."""
    you = _near_win(_with_price(NOTHING, tile, less=piece), seats, tile)
    match = _acting("mama", you, [LATER], seats, at, tiles=[tile], centre=f"1 {piece} 1 {other}")
    near = ENDING | _causes("others mama")
    name = f"take the {piece} that you need for tile {tile}, {_place(seats, at)}"
    return Built(name, match, at, f"take {piece}", f"take {other}", _causes(f"you tile {tile}"), near)


def _take_theirs(tile: int, piece: str, other: str, seats: int, at: int) -> Built:
    """A rival can buy a tile with one of two cubes of the centre, whichever the decider leaves him."""
    rival = _near_win(_with_price(_Player("black market mama", "debris"), tile, less=piece), seats, tile)
    match = _acting("mama", NOTHING, [rival], seats, at, tiles=[tile], centre=f"1 {piece} 1 {other}")
    return Built(
        f"take the {piece} that a rival needs for tile {tile}, {_place(seats, at)}",
        match,
        at,
        f"take {piece}",
        f"take {other}",
        _causes(f"others tile {tile}"),
        ENDING | _causes("others mama"),
    )


def _thief_first(tile: int, piece: str, other: str, seats: int, at: int) -> Built:
    """The thief takes two cubes, and one if the decider taxes the victim before."""
    pieces = list(TILES[tile - 1].cost.pieces())
    pieces[CUBES.index(piece)] -= 2
    pieces[DEBRIS] += SPARE_DEBRIS
    you = _Player(
        "tax collector materials thief",
        "siesta",
        pesos=pieces[PESO],
        workers=pieces[WORKER],
        cubes=in_words(pieces[: len(CUBES)]),
    )
    rival, won_with = _threat(tile, seats, f"2 {piece} 2 {other}")
    match = _match(
        _seated(seats, at, _near_win(you, seats, tile), rival),
        asks.PERFORM,
        at,
        tiles=[tile, won_with],
        perform=you.shown,
    )
    return Built(
        f"rob before you tax, two {piece} for tile {tile}, {_place(seats, at)}",
        match,
        at,
        "perform materials thief",
        "perform tax collector",
        _causes("you materials thief", f"you tile {tile}"),
        ENDING | _causes(f"others tile {won_with}"),
    )


def _bring(card: str, tile: int, less: str, seats: int, at: int, *, wins: bool = False, **table: Any) -> Built:
    """A card brings what the decider lacks for a tile; a rival can pay it, but acts later."""
    covered = "mama" if card == "black market" else "black market"
    you = _with_price(_Player(f"protection {covered}", f"siesta {card}"), tile, less=less)
    rival = _with_price(_Player("siesta pesos", "mama", lays="cover siesta with mama"), tile)
    if wins:
        you, rival = _near_win(you, seats, tile), _near_win(rival, seats, tile)
    match = _match(_seated(seats, at, you, rival), asks.COVER, at, tiles=[tile], **table)
    return Built(
        f"{card} brings the {less} for tile {tile}, {_place(seats, at)}",
        match,
        at,
        f"cover {covered} with {card}",
        f"cover {covered} with siesta",
        _causes(f"any tile {tile}"),
        ENDING | _causes(f"you {card}"),
    )


def _architect(tile: int, seats: int, at: int) -> Built:
    """A tile asks for the architect; a round later a rival, who has him open, has bought it."""
    you = _with_price(_Player("protection black market", "architect pesos"), tile)
    rival = _with_price(_Player("siesta architect", "mama", lays="cover siesta with mama"), tile)
    match = _match(_seated(seats, at, you, rival), asks.COVER, at, tiles=[tile], centre_pesos=2)
    return Built(
        f"the architect for tile {tile} now, pesos later, {_place(seats, at)}",
        match,
        at,
        "cover black market with architect",
        "cover black market with pesos",
        _causes(f"any tile {tile}"),
        ENDING | _causes("you architect"),
    )


def _first_come(card: str, tile: int, hands: tuple[str, str], you: _Player, seats: int, at: int, **table: Any) -> Built:
    """Two players show a card that gives the first one enough for a tile, and the next one less.

    ``hands``: what the rival lays, and the high card that the decider can lay. ``you``: the pieces of both.
    """
    lays, late = hands
    rival = you._replace(shown=f"siesta {card}", hand=lays, lays=f"cover siesta with {lays}")
    you = you._replace(shown=f"protection {card}", hand=f"siesta {late}")
    match = _match(_seated(seats, at, you, rival), asks.COVER, at, tiles=[tile], **table)
    return Built(
        f"first {card}, tile {tile}, {_place(seats, at)}",
        match,
        at,
        "cover protection with siesta",
        f"cover protection with {late}",
        _causes(f"any {card}", "any order", f"any tile {tile}"),
        ENDING,
    )


def _refresh(card: str, tile: int, less: str, seats: int, at: int, **table: Any) -> Built:
    """The card of the discard pile brings what a tile asks for in the next round; else a rival buys it then."""
    you = _with_price(_Player("refreshment black market", "siesta"), tile, less=less)
    rival = _with_price(_Player("worker mama" if card == "pesos" else "pesos mama", card), tile, less=less)
    match = _match(_seated(seats, at, you, rival), asks.PERFORM, at, tiles=[tile], perform=you.shown, **table)
    match.play(at, "perform refreshment")
    return Built(
        f"refresh the {card} for tile {tile}, {_place(seats, at)}",
        match,
        at,
        f"refresh {card}",
        "refresh protection",
        _causes(f"any tile {tile}"),
        ENDING | _causes(f"you {card}"),
    )


def _take_back(card: str, tile: int, less: str, seats: int, at: int, **table: Any) -> Built:
    """The card that a tile asks for lies in the discard pile; a rival will lay his own."""
    you = _near_win(_with_price(_Player("debris black market", "siesta"), tile, less=less), seats, tile)
    rival = _near_win(_with_price(_Player("pesos mama", f"{card} debris protection"), tile, less=less), seats, tile)
    idle = IDLE._replace(hand="architect debris protection")
    players = [idle if player is IDLE else player for player in _seated(seats, at, you, rival)]
    match = _match(players, asks.TAKE_BACK, at, tiles=[tile], **table)
    return Built(
        f"take back the {card} for tile {tile}, {_place(seats, at)}",
        match,
        at,
        "take back",
        "keep discards",
        _causes(f"any tile {tile}"),
        ENDING | _causes(f"you {card}"),
    )


def _buying(you: _Player, rival: _Player, seats: int, at: int, **table: Any) -> Match[Any]:
    """Return a match in which the decider may buy, and then the others."""
    you = you._replace(shown="protection black market", hand="siesta")
    return _match(_seated(seats, at, you, rival), asks.BUY, at, **table)


def _combination(first: int, then: int, instead: int, you: _Player, seats: int, at: int) -> Built:
    """Two purchases one after the other win; another first one takes a piece of the second."""
    dear = [tile for tile in DEAR if tile != then]
    match = _buying(
        _near_win(you, seats, first, then), LATER, seats, at, rows=([first, then, *dear[:2]], [instead, *dear[2:]])
    )
    return Built(
        f"tile {first}, then tile {then} wins, {_place(seats, at)}",
        match,
        at,
        "buy upper left",
        "buy lower left",
        _causes(f"you tile {then}", "any game end"),
    )


def _pay(tile: int, way: str, then: int, you: _Player, seats: int, at: int) -> Built:
    """What is paid for a tile decides whether enough is left for another one."""
    match = _buying(_near_win(you, seats, tile, then), LATER, seats, at, tiles=[tile, then])
    match.play(at, "buy upper left")
    return Built(
        f"pay for tile {tile} so that tile {then} can be paid, {_place(seats, at)}",
        match,
        at,
        "pay as printed",
        f"pay {way}",
        _causes(f"you tile {then}", "any game end"),
    )


def _deny(tile: int, instead: int, you: _Player, seats: int, at: int) -> Built:
    """The decider can pay one of two tiles, and a rival only one of them."""
    match = _buying(you, _with_price(LATER, tile), seats, at, tiles=[tile, instead])
    return Built(
        f"buy tile {tile}, which a rival can pay, not tile {instead}, {_place(seats, at)}",
        match,
        at,
        "buy upper left",
        "buy upper right",
        _causes(f"others tile {tile}"),
        ENDING,
    )


def _expose(tile: int, over: int, behind: int, you: _Player, seats: int, at: int) -> Built:
    """Behind one of two tiles lies one that a rival can pay."""
    dear = [tile for tile in DEAR if tile != behind]
    rows = ([tile, *dear[:2]], [over, behind, *dear[2:]])
    match = _buying(you, _with_price(LATER, behind), seats, at, rows=rows)
    return Built(
        f"buy tile {tile}, for tile {behind} lies behind tile {over}, {_place(seats, at)}",
        match,
        at,
        "buy upper left",
        "buy lower left",
        _causes(f"others tile {behind}"),
        ENDING,
    )


def _uncover(tile: int, over: int, seats: int, at: int) -> Built:
    """Behind a tile that the decider could remove lies one that a rival can pay; behind another one lies none."""
    dear = [dear for dear in DEAR if dear != tile]
    rival = _near_win(_with_price(LATER, tile), seats, tile)
    rows = ([dear[0], *dear[2:]], [over, tile, dear[1]])
    match = _acting("conservation", NOTHING, [rival], seats, at, rows=rows)
    return Built(
        f"do not remove tile {over}, for tile {tile} lies behind it, {_place(seats, at)}",
        match,
        at,
        "remove upper left",
        "remove lower left",
        _causes(f"others tile {tile}"),
        ENDING,
    )


def _stalled_ahead(idle_rounds: int, tile: int, seats: int, at: int) -> Built:
    """A round more without a purchase ends the game; the decider leads, and a rival could buy in the next round."""
    you = _Player("pesos mama", "siesta", workers=1, points=LEVEL[seats] + 1)
    rival = _with_price(_Player("siesta black market", "architect"), tile)
    match = _match(
        _seated(seats, at, you, rival),
        asks.BUY,
        at,
        tiles=[4, tile],
        idle_rounds=idle_rounds,
    )
    return Built(
        f"let the game end after {idle_rounds + 1} idle rounds, tile {tile}, {_place(seats, at)}",
        match,
        at,
        "end turn",
        "buy upper left",
        _causes("any game end", f"others tile {tile}"),
    )


def _stalled_behind(idle_rounds: int, tile: int, seats: int, at: int) -> Built:
    """A round more without a purchase ends the game; the decider is behind, and could buy in the next round."""
    you = _with_price(_Player("pesos mama", "architect", workers=1, points=LEVEL[seats] - 2), tile)
    rival = _Player("siesta black market", "debris")
    match = _match(
        _seated(seats, at, you, rival),
        asks.BUY,
        at,
        tiles=[4, tile],
        idle_rounds=idle_rounds,
    )
    return Built(
        f"keep the game going after {idle_rounds} idle rounds, tile {tile}, {_place(seats, at)}",
        match,
        at,
        "buy upper left",
        "end turn",
        _causes("any game end", f"you tile {tile}"),
    )


def _keep_open(card: str, tile: int, less: str, seats: int, at: int, **table: Any) -> Built:
    """An open card brings what the decider lacks for a tile; a rival can pay it, but acts later."""
    covered = "mama" if card == "black market" else "black market"
    you = _with_price(_Player(f"{card} {covered}", "siesta protection"), tile, less=less)
    rival = _with_price(_Player("siesta pesos", "mama", lays="cover siesta with mama"), tile)
    if card == "architect":
        rival = rival._replace(shown="siesta architect")
    match = _match(_seated(seats, at, you, rival), asks.COVER, at, tiles=[tile], **table)
    return Built(
        f"keep the {card} open for tile {tile}, {_place(seats, at)}",
        match,
        at,
        f"cover {covered} with siesta",
        f"cover {card} with siesta",
        _causes(f"any tile {tile}", f"you {card}"),
        ENDING,
    )


def _attack(card: str, tile: int, seats: int, at: int) -> Built:
    """A thief or tax collector takes a piece that a rival, who acts later, needs for a tile."""
    you = _Player("protection black market", f"siesta {card}")
    rival = _with_price(_Player("siesta pesos", "mama", lays="cover siesta with mama"), tile)
    rival = _near_win(rival._replace(cubes=rival.cubes.removesuffix("2 debris").strip()), seats, tile)
    match = _match(_seated(seats, at, you, rival), asks.COVER, at, tiles=[tile])
    return Built(
        f"{card} against who needs tile {tile}, {_place(seats, at)}",
        match,
        at,
        f"cover black market with {card}",
        "cover black market with siesta",
        _causes(f"others tile {tile}"),
        ENDING | _causes(f"any {card}", f"you tile {tile}"),
    )


def positions() -> Iterator[Built]:
    """Yield the positions, family by family."""
    yield _race(18, 2, 0)
    yield _race(15, 3, 1)
    yield _race(16, 4, 2)
    yield _race(28, 2, 1)
    yield _removal(18, 2, 1)
    yield _removal(28, 3, 0)
    yield _removal(30, 2, 0)
    yield _removal(24, 4, 3)
    yield _tie(18, "points", 2, 0)
    yield _tie(15, "points", 3, 2)
    yield _tie(16, "workers", 2, 1)
    yield _before_attack("tax collector", 16, 2, 0)
    yield _before_attack("pesos thief", 18, 3, 2)
    yield _before_attack("materials thief", 28, 2, 1)
    yield _before_attack("tax collector", 9, 4, 1)
    yield _protection("materials thief", 15, 2, 0)
    yield _protection("pesos thief", 18, 2, 1)
    yield _protection("tax collector", 9, 3, 0)
    yield _protection("materials thief", 13, 4, 2)
    yield _remove_theirs(28, "nothing", 2, 0)
    yield _remove_theirs(15, "nothing", 2, 1)
    yield _remove_theirs(30, "lower left", 3, 1)
    yield _remove_theirs(18, "lower right", 4, 0)
    yield _tax_theirs(9, "worker", 2, 0)
    yield _tax_theirs(15, "glass", 2, 1)
    yield _tax_theirs(30, "brick", 3, 2)
    yield _tax_theirs(24, "sandstone", 4, 0)
    yield _steal_theirs(15, "glass", 2, 0)
    yield _steal_theirs(16, "brick", 3, 1)
    yield _steal_theirs(28, "glass", 2, 1)
    yield _steal_mine(15, "glass", "brick", 2, 1)
    yield _steal_mine(20, "brick", "loam", 3, 0)
    yield _steal_mine(33, "sandstone", "loam", 4, 1)
    yield _rob_buyer(25, 4, 3)
    yield _rob_buyer(25, 3, 2)
    yield _rob_buyer(33, 4, 1)
    yield _take_mine(15, "glass", "loam", 2, 0)
    yield _take_mine(30, "brick", "glass", 2, 1)
    yield _take_mine(13, "sandstone", "brick", 3, 2)
    yield _take_theirs(15, "glass", "loam", 2, 1)
    yield _take_theirs(30, "brick", "glass", 2, 0)
    yield _take_theirs(13, "sandstone", "brick", 4, 1)
    yield _thief_first(15, "glass", "brick", 2, 0)
    yield _thief_first(20, "brick", "loam", 3, 1)
    yield _thief_first(24, "sandstone", "glass", 2, 1)
    yield _bring("worker", 6, "worker", 2, 0)
    yield _bring("pesos", 18, "peso", 3, 0, centre_pesos=4)
    yield _bring("mama", 15, "glass", 2, 1, centre="1 glass")
    yield _bring("debris", 2, "debris", 4, 3, wins=True, centre="3 debris")
    yield _bring("black market", 15, "glass", 3, 1, bag="6 glass")
    yield _architect(17, 3, 0)
    yield _architect(23, 3, 1)
    yield _architect(29, 2, 1)
    yield _architect(22, 4, 2)
    brick, sandstone = (_Player("", "", cubes=f"1 {cube} 2 debris") for cube in ("brick", "sandstone"))
    glass, pesos = _Player("", "", pesos=2, cubes="1 glass 2 debris"), _Player("", "", pesos=2)
    workers_first = ("black market", "mama")
    yield _first_come("worker", 6, workers_first, sandstone, 3, 0, supply=2)
    yield _first_come("worker", 9, workers_first, _Player("", ""), 2, 0)
    yield _first_come("worker", 16, workers_first, brick, 3, 1)
    yield _first_come("black market", 15, ("pesos", "mama"), pesos, 2, 1, bag="8 glass")
    yield _first_come("pesos", 18, workers_first, _Player("", ""), 3, 0, centre_pesos=12)
    yield _first_come("mama", 15, ("worker", "pesos"), glass, 4, 0, centre="1 glass")
    yield _refresh("architect", 29, "", 2, 0)
    yield _refresh("worker", 6, "worker", 3, 1)
    yield _refresh("architect", 22, "", 4, 2)
    yield _refresh("pesos", 18, "peso", 2, 1, centre_pesos=2)
    yield _take_back("architect", 17, "", 2, 0)
    yield _take_back("architect", 29, "", 3, 1)
    yield _take_back("worker", 6, "worker", 4, 0)
    yield _combination(9, 28, 6, _Player("", "", workers=3, cubes="1 brick 1 sandstone 2 glass 2 debris"), 3, 2)
    yield _combination(18, 33, 15, _Player("", "", pesos=9, cubes="2 sandstone 2 glass 2 debris"), 2, 1)
    yield _combination(5, 27, 10, _Player("", "", pesos=3, cubes="2 brick 1 sandstone 1 loam 1 glass"), 3, 0)
    yield _pay(4, "pesos for 1 worker", 25, _Player("", "", pesos=5, workers=1, cubes="1 loam 2 debris"), 2, 0)
    yield _pay(1, "debris for 1 sandstone", 7, _Player("", "", cubes="1 sandstone 1 loam 5 debris"), 3, 1)
    yield _pay(1, "debris for 1 sandstone", 8, _Player("", "", pesos=2, cubes="1 sandstone 5 debris"), 2, 1)
    yield _deny(9, 6, _Player("", "", workers=2, cubes="1 sandstone 2 debris"), 2, 0)
    yield _deny(16, 13, _Player("", "", workers=2, cubes="1 brick 1 sandstone 1 loam"), 3, 1)
    yield _deny(8, 5, _Player("", "", pesos=2, cubes="1 brick 1 glass 2 debris"), 2, 1)
    yield _expose(6, 9, 28, _Player("", "", workers=2, cubes="1 sandstone 2 debris"), 2, 0)
    yield _expose(13, 16, 30, _Player("", "", workers=2, cubes="1 brick 1 sandstone 1 loam"), 3, 2)
    yield _expose(5, 8, 24, _Player("", "", pesos=2, cubes="1 brick 1 glass 2 debris"), 4, 1)
    yield _uncover(28, 6, 2, 1)
    yield _uncover(18, 4, 3, 0)
    yield _uncover(15, 1, 4, 2)
    yield _stalled_ahead(14, 22, 2, 0)
    yield _stalled_ahead(4, 17, 3, 1)
    yield _stalled_ahead(4, 23, 2, 1)
    yield _stalled_behind(14, 29, 2, 1)
    yield _stalled_behind(4, 31, 3, 2)
    yield _stalled_behind(4, 23, 2, 0)
    yield _keep_open("worker", 6, "worker", 2, 1)
    yield _keep_open("pesos", 18, "peso", 3, 2, centre_pesos=4)
    yield _keep_open("architect", 17, "", 2, 0)
    yield _keep_open("mama", 15, "glass", 4, 1, centre="1 glass")
    yield _attack("materials thief", 15, 2, 0)
    yield _attack("pesos thief", 18, 3, 1)
    yield _attack("tax collector", 9, 2, 1)
    yield _attack("tax collector", 16, 4, 0)
