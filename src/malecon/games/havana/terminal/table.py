"""The table of Havana on a screen of at least 80 columns: rows, centre, players, hand."""

from collections.abc import Hashable, Iterator, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_, NN_
from malecon.games.havana.terminal.marks import MARKS, cost_marks
from malecon.games.havana.text.means import belongings, can_afford, counts
from malecon.games.havana.text.words import card_label
from malecon.games.havana.view import FaceDown, PlayerSeen, TileSeen
from malecon.presentation.perspective import Scene
from malecon.presentation.text_layout import Paragraph, joined

ROW_LENGTH = 6
CELL = 10
MARKS_A_LINE = 3
OPEN_CARDS = 30
"""Letters of open cards that stand in one line."""
SHORT_POINTS = NN_("{count} pt", "{count} pts")


def chapter(scene: Scene) -> Hashable:
    """Return something that changes when the whole table is worth drawing again."""
    view = scene.view
    tiles = tuple(seen.tile.id for row in view.rows for seen in row)
    return view.round, view.turn, tiles, view.question.kind in ("buy", "cover"), bool(view.ending)


def table(scene: Scene) -> RenderableType:
    """Draw everything that lies on the table, and the viewer's hand."""
    cards = list(own_cards(scene))
    return Group(heading(scene), rows(scene), "", middle(scene), "", players(scene), *([""] if cards else []), *cards)


def glance(scene: Scene) -> RenderableType:
    """Draw only what changes within a turn."""
    return Group(middle(scene), players(scene))


def heading(scene: Scene) -> RenderableType:
    """Draw game, round, and the points that win."""
    view, say = scene.view, scene.language.say
    stage = say(N_("set-up")) if view.round == 0 else say(N_("round {number}"), number=view.round)
    target = say(N_("{points} points win"), points=view.target)
    return Rule(Text(" · ".join([say(N_("Havana")), stage, target]), "bold"), characters="─")


def rows(scene: Scene) -> RenderableType:
    """Draw both rows between the names of their ends."""
    grid = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    for _ in range(ROW_LENGTH):
        grid.add_column(width=CELL)
    for row in scene.view.rows:
        grid.add_row(*(tile_cell(seen, scene) for seen in row))
    ends = [scene.language.word("end", end) for end in ("upper left", "upper right", "lower left", "lower right")]
    width = ROW_LENGTH * (CELL + 3) + 1
    return Group(
        Text(edge(ends[0], ends[1], width), "dim"),
        grid,
        Text(edge(ends[2], ends[3], width), "dim"),
        Text(scene.language.say(N_("[12] end tile   ✓ you can pay for it   +A asks for the architect")), "dim"),
        MARKS.legend(scene.language),
    )


def edge(left: str, right: str, width: int) -> str:
    """Return two words at both ends of a line."""
    return f" {left}{right:>{width - len(left) - 2}}"


def tile_cell(seen: TileSeen, scene: Scene) -> Text:
    """Draw a tile: number, points, and what it asks for."""
    tile = seen.tile
    viewer = None if scene.viewer is None else scene.view.players[scene.viewer]
    affordable = seen.end is not None and viewer is not None and can_afford(viewer, tile)
    number = f"[{tile.id}]" if seen.end else str(tile.id)
    points = scene.language.count(SHORT_POINTS, tile.points)
    first = f"{number + ('✓' if affordable else ''):<{CELL - len(points)}}{points}"
    style = "bold green" if affordable else "bold" if seen.end else ""
    asked = cost_marks(tile, scene.language)
    lines = [Text(" ").join(asked[:MARKS_A_LINE]), Text(" ").join(asked[MARKS_A_LINE:])]
    return Text("\n").join([Text(first, style), *lines])


def middle(scene: Scene) -> RenderableType:
    """Draw the centre, the supply, the bag and the stack."""
    view, say = scene.view, scene.language.say
    line = Text.assemble((say(N_("Centre")), "bold"), " ")
    line.append_text(MARKS.line(counts(view.centre, 0, view.centre_pesos), scene.language))
    rest = [
        say(N_("supply {workers} workers"), workers=view.supply_workers),
        say(N_("bag {cubes} cubes"), cubes=sum(counts(view.bag))),
        say(N_("stack {tiles} tiles"), tiles=len(view.stack)),
    ]
    return line.append("   " + " · ".join(rest), "dim")


def players(scene: Scene) -> RenderableType:
    """Draw the players in the order of the round."""
    view, say = scene.view, scene.language.say
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    titles = ("", N_("no."), N_("player"), N_("points"), N_("owns"), N_("open cards"), N_("hand+pile"))
    for title in titles:
        grid.add_column(say(title), no_wrap=title in ("", "no.", "points"), min_width=len(say(title)))
    for seat in view.order or range(view.seats):
        grid.add_row(*player_row(view.players[seat], scene))
    return grid


def player_row(player: PlayerSeen, scene: Scene) -> Iterator[RenderableType]:
    """Yield the cells of a player."""
    own = player.seat == scene.viewer
    style = "bold" if own else ""
    name = scene.names[player.seat]
    yield "▶" if scene.view.turn == player.seat else ""
    yield "" if player.number is None else Text(f"{player.number:02}", style)
    yield Text(scene.language.say(N_("{name} (you)"), name=name) if own else name, style)
    yield Text(f"{player.points}/{scene.view.target}", style)
    yield MARKS.line(belongings(player), scene.language)
    yield open_cards(player, scene)
    yield f"{player.hand_size}+{player.discard_size}"


def open_cards(player: PlayerSeen, scene: Scene) -> Text:
    """Draw the open cards, what lies on them, and the tiles that were bought."""
    covered = {laid.covers: laid for laid in player.face_down}
    if None in covered:
        return Text(scene.language.say(N_("two cards face down")), "dim")
    shown = [open_card(card, covered.get(card), scene) for card in player.open]
    together = ", ".join(shown)
    lines = [together] if len(together) <= OPEN_CARDS else [f"{shown[0]},", *shown[1:]]
    if player.tiles:
        lines.append(scene.language.say(N_("tiles {tiles}"), tiles=" ".join(map(str, player.tiles))))
    return Text("\n".join(lines))


def open_card(card: str, laid: FaceDown | None, scene: Scene) -> str:
    """Return an open card, and what lies on it as far as the viewer knows."""
    title = card_label(card, scene.language)
    if laid is None:
        return title
    if laid.card is None:
        return scene.language.say(N_("{card} (covered)"), card=title)
    new = card_label(laid.card, scene.language)
    return scene.language.say(N_("{card} (under {new})"), card=title, new=new)


def own_cards(scene: Scene) -> Iterator[RenderableType]:
    """Yield the viewer's hand, unless it is the menu, and discard pile."""
    if scene.viewer is None:
        return
    player = scene.view.players[scene.viewer]
    in_menu = scene.viewer in scene.view.question.seats and scene.view.question.kind in ("choose", "cover")
    if not in_menu:
        yield card_line(N_("Hand"), player.hand or (), scene)
    if player.discards:
        yield card_line(N_("Discards"), player.discards, scene)


def card_line(title: str, cards: Sequence[str], scene: Scene) -> RenderableType:
    """Draw cards under a title."""
    names = joined([card_label(card, scene.language) for card in cards]) or "–"
    return Paragraph(names, head=scene.language.say(title) + " ", head_style="bold")
