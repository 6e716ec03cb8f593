"""The table of Havana on a screen of at least 80 columns: rows, centre, players, hand.

Pieces and tiles have short marks.
"""

from collections.abc import Hashable, Iterator, Sequence

from msgspec.structs import astuple
from rich import box
from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from malecon.core.i18n import N_, NN_, Language
from malecon.games.havana.buildings import PIECES, Building
from malecon.games.havana.player_view import FaceDown, PlayerSeen
from malecon.games.havana.rows_view import TileSeen
from malecon.games.havana.text import GAME_TEXT
from malecon.games.havana.text.words import card_label, house_title
from malecon.presentation.perspective import Perspective
from malecon.presentation.text_layout import LETTER, Marks, Paragraph, joined

ARCHITECT_LETTER = "A"
MARKS = Marks(
    PIECES,
    ("B", "S", "L", "G", "D", "W", "$"),
    (
        "bold white on dark_red",
        "black on gold3",
        "white on orange4",
        "bold white on dodger_blue3",
        "black on grey70",
        "bold cyan",
        "bold yellow",
    ),
)


def _cost_marks(tile: Building, language: Language) -> list[Text]:
    asked = MARKS.of(tile.cost.pieces(), language)
    if tile.architect:
        asked.append(Text("+" + language.word(LETTER, ARCHITECT_LETTER), "bold magenta"))
    return asked


ROW_LENGTH = 6
CELL = 10
MARKS_A_LINE = 3
OPEN_CARDS = 30
"""Letters of open cards that stand in one line."""
SHORT_POINTS = NN_("{count} pt", "{count} pts")


def chapter(perspective: Perspective) -> Hashable:
    """Return something that changes when the whole table is worth drawing again."""
    view = perspective.view
    tiles = tuple(seen.tile.id for row in view.rows for seen in row)
    return view.round, view.turn, tiles, view.question.kind in ("buy", "cover"), bool(view.ending)


def table(perspective: Perspective) -> RenderableType:
    """Draw everything that lies on the table, and the viewer's hand."""
    cards = list(_own_cards(perspective))
    return Group(
        _heading(perspective),
        *_variant(perspective),
        _rows(perspective),
        "",
        _middle(perspective),
        "",
        players(perspective),
        *([""] if cards else []),
        *cards,
    )


def glance(perspective: Perspective) -> RenderableType:
    """Draw only what changes within a turn."""
    return Group(_middle(perspective), players(perspective))


def _variant(perspective: Perspective) -> Iterator[RenderableType]:
    """Yield the variant that is played, if it is not the usual one."""
    said = GAME_TEXT.variant(perspective)
    if said:
        yield Paragraph(said, style="dim")


def _heading(perspective: Perspective) -> RenderableType:
    """Draw game, round, and the points that win."""
    view, say = perspective.view, perspective.language.say
    stage = say(N_("set-up")) if view.round == 0 else say(N_("round {number}"), number=view.round)
    target = say(N_("{points} points win"), points=view.target)
    return Rule(Text(" · ".join([say(N_("Havana")), stage, target]), "bold"), characters="─")


def _rows(perspective: Perspective) -> RenderableType:
    """Draw both rows between the names of their ends."""
    grid = Table(box=box.SQUARE, show_header=False, show_lines=True, padding=(0, 1))
    for _ in range(ROW_LENGTH):
        grid.add_column(width=CELL)
    for row in perspective.view.rows:
        grid.add_row(*(_tile_cell(seen, perspective) for seen in row))
    ends = [perspective.language.word("end", end) for end in ("upper left", "upper right", "lower left", "lower right")]
    width = ROW_LENGTH * (CELL + 3) + 1
    return Group(
        Text(_edge(ends[0], ends[1], width), "dim"),
        grid,
        Text(_edge(ends[2], ends[3], width), "dim"),
        Text(perspective.language.say(N_("[12] at an end   ✓ you can pay for it   +A asks for the architect")), "dim"),
        MARKS.legend(perspective.language),
    )


def _edge(left: str, right: str, width: int) -> str:
    """Return two words at both ends of a line."""
    return f" {left}{right:>{width - len(left) - 2}}"


def _tile_cell(seen: TileSeen, perspective: Perspective) -> Text:
    """Draw a house: the number of its tile, points, name, and what it asks for."""
    tile = seen.tile
    affordable = seen.end is not None and seen.affordable
    number = f"[{tile.id}]" if seen.end else str(tile.id)
    points = perspective.language.count(SHORT_POINTS, tile.points)
    first = f"{number + ('✓' if affordable else ''):<{CELL - len(points)}}{points}"
    style = "bold green" if affordable else "bold" if seen.end else ""
    asked = _cost_marks(tile, perspective.language)
    lines = [Text(" ").join(asked[:MARKS_A_LINE]), Text(" ").join(asked[MARKS_A_LINE:])]
    title = house_title(tile.id, perspective.language)
    name = title if len(title) <= CELL else f"{title[: CELL - 1]}…"
    return Text("\n").join([Text(first, style), Text(name, style), *lines])


def _middle(perspective: Perspective) -> RenderableType:
    """Draw the centre, the supply, the bag and the stack."""
    view, say = perspective.view, perspective.language.say
    line = Text.assemble((say(N_("Centre")), "bold"), " ")
    line.append_text(MARKS.line(view.square, perspective.language))
    rest = [
        say(N_("supply {workers} workers"), workers=view.supply_workers),
        say(N_("bag {cubes} cubes"), cubes=sum(astuple(view.bag))),
        say(N_("stack {tiles} houses"), tiles=len(view.stack)),
    ]
    return line.append("   " + " · ".join(rest), "dim")


def players(perspective: Perspective) -> RenderableType:
    """Draw the players in the order of the round."""
    view, say = perspective.view, perspective.language.say
    grid = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    titles = ("", N_("no."), N_("player"), N_("points"), N_("owns"), N_("open cards"), N_("hand+pile"))
    for title in titles:
        grid.add_column(say(title), no_wrap=title in ("", "no.", "points"), min_width=len(say(title)))
    for seat in view.order or range(view.seats):
        grid.add_row(*_player_row(view.players[seat], perspective))
    return grid


def _player_row(player: PlayerSeen, perspective: Perspective) -> Iterator[RenderableType]:
    own = player.seat == perspective.viewer
    style = "bold" if own else ""
    name = perspective.names[player.seat]
    yield "▶" if perspective.view.turn == player.seat else ""
    yield "" if player.number is None else Text(f"{player.number:02}", style)
    yield Text(perspective.language.say(N_("{name} (you)"), name=name) if own else name, style)
    yield Text(f"{player.points}/{perspective.view.target}", style)
    yield MARKS.line(player.pieces, perspective.language)
    yield _open_cards(player, perspective)
    yield f"{player.hand_size}+{player.discard_size}"


def _open_cards(player: PlayerSeen, perspective: Perspective) -> Text:
    """Draw the open cards, what lies on them, and the tiles that were bought."""
    covered = {laid.covers: laid for laid in player.face_down}
    if None in covered:
        return Text(perspective.language.say(N_("two cards face down")), "dim")
    shown = [_open_card(card, covered.get(card), perspective) for card in player.open]
    together = ", ".join(shown)
    lines = [together] if len(together) <= OPEN_CARDS else [f"{shown[0]},", *shown[1:]]
    if player.tiles:
        lines.append(perspective.language.say(N_("houses {tiles}"), tiles=" ".join(map(str, player.tiles))))
    return Text("\n".join(lines))


def _open_card(card: str, laid: FaceDown | None, perspective: Perspective) -> str:
    """Return an open card, and what lies on it as far as the viewer knows."""
    title = card_label(card, perspective.language)
    if laid is None:
        return title
    if laid.card is None:
        return perspective.language.say(N_("{card} (covered)"), card=title)
    new = card_label(laid.card, perspective.language)
    return perspective.language.say(N_("{card} (under {new})"), card=title, new=new)


def _own_cards(perspective: Perspective) -> Iterator[RenderableType]:
    """Yield the viewer's hand, unless it is the menu, and discard pile."""
    if perspective.viewer is None:
        return
    player = perspective.view.players[perspective.viewer]
    in_menu = perspective.viewer in perspective.view.question.seats and perspective.view.question.kind in (
        "choose",
        "cover",
    )
    if not in_menu:
        yield _card_line(N_("Hand"), player.hand or (), perspective)
    if player.discards:
        yield _card_line(N_("Discards"), player.discards, perspective)


def _card_line(title: str, cards: Sequence[str], perspective: Perspective) -> RenderableType:
    names = joined([card_label(card, perspective.language) for card in cards]) or "–"
    return Paragraph(names, head=perspective.language.say(title) + " ", head_style="bold")
