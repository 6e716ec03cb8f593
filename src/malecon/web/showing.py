"""A table as one viewer sees it: what a page needs, from ``seen_by`` and the events as the viewer may know them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from malecon.core.language import N_, Language
from malecon.core.match import Match
from malecon.tables.draft import Draft
from malecon.tables.table import Seated
from malecon.web.games import Board, board_for


@dataclass(frozen=True, slots=True)
class Showing:
    """Everything that a page about a table shows.

    Attributes:
        table: id of the table.
        game: name of the game.
        board: how the game is drawn.
        viewer: the seat with whose eyes it is seen, ``None`` for who only watches.
        own: the seats of the person who looks.
        view: what the viewer may know, with the draft carried out.
        legal: the moves of the viewer now.
        draft: the steps that are not confirmed.
        number: moves in the log.
        mark: what an action must name.
        names: what the players are called, by seat.
        language: of the page.
        log: what happened, as the viewer may know it, a paragraph each, the oldest first.
        fresh: how many of the last paragraphs are new to the viewer.
        commitment: to the key.
        opened: key and salt, when the game is over.
    """

    table: str
    game: str
    board: Board
    viewer: int | None
    own: tuple[int, ...]
    view: Any
    legal: tuple[str, ...]
    draft: Draft
    number: int
    mark: str
    names: Mapping[int, str]
    language: Language
    log: Sequence[str]
    fresh: int
    commitment: str
    opened: tuple[int, str] | None

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.opened is not None

    @property
    def held(self) -> bool:
        """Whether a step waits for its confirmation."""
        return bool(self.draft) and self.draft[-1].held

    @property
    def status(self) -> str:
        """Whose turn it is and what is to be done, in words."""
        say, question = self.language.say, self.view.question
        if self.over:
            winners = self.language.listing([self.names[seat] for seat in self.view.winners])
            return say(N_("The game is over. {winners} won."), winners=winners)
        if self.held:
            return say(N_("Confirm your turn, or take the last step back."))
        if self.viewer is not None and self.viewer in question.seats:
            return say(N_("Your turn: {asks}."), asks=say(question.asks))
        names = self.language.listing([self.names[seat] for seat in question.seats])
        return say(N_("Waiting for {names}: {asks}."), names=names, asks=say(question.asks))

    def label(self, notation: str) -> str:
        """Return a move in words."""
        return self.board.label(self, notation)


def show(table: Seated, viewer: int | None, person: str | None, language: Language) -> Showing:
    """Return a table as a viewer sees it."""
    ahead, draft = (table.match, ()) if viewer is None else table.ahead(viewer)
    held = bool(draft) and draft[-1].held
    names = {seat: sitter.name for seat, sitter in enumerate(table.sitters)}
    board = board_for(table.header.game)
    known = table.match.events_seen_by(viewer)
    log = board.narrator.tell_all(known, language, names, viewer)
    return Showing(
        table=table.header.id,
        game=table.header.game,
        board=board,
        viewer=viewer,
        own=table.seats_of(person),
        view=ahead.seen_by(viewer),
        legal=legal_moves(ahead, viewer, held=held),
        draft=draft,
        number=table.number,
        mark="" if viewer is None else table.mark(viewer),
        names=names,
        language=language,
        log=log,
        fresh=fresh_paragraphs(table, viewer, board, language, names, len(log)),
        commitment=table.header.commitment,
        opened=(table.header.key, table.header.salt) if table.match.over else None,
    )


def legal_moves(ahead: Match, viewer: int | None, *, held: bool) -> tuple[str, ...]:
    """Return the moves of the viewer; none while a step waits for its confirmation."""
    return () if viewer is None or held else ahead.legal(viewer)


def fresh_paragraphs(
    table: Seated, viewer: int | None, board: Board, language: Language, names: Mapping[int, str], total: int
) -> int:
    """Return how many of the last paragraphs of the log tell what happened since the viewer's last look."""
    looked = table.looks.get(viewer, table.number) if viewer is not None else table.number
    if looked >= table.number:
        return 0
    known = [event for move in range(looked) for event in table.match.events_of(move)]
    first = len(table.match.events) - sum(len(table.match.events_of(move)) for move in range(looked, table.number))
    before = table.match.events_seen_by(viewer)[:first] if known else ()
    return total - len(board.narrator.tell_all(before, language, names, viewer))
