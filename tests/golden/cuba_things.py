"""What happened in a match of Cuba, as a set of phrases: recorded games are collected until every phrase is there."""

from collections import Counter
from collections.abc import Iterator

from cuba_words import LAW_NAMES, law_name
from malecon.core.engine import Event
from malecon.core.match import Match
from malecon.games.cuba import events as told
from malecon.games.cuba import parliament_events
from malecon.games.cuba.boards import PLACES
from malecon.games.cuba.cards import LAWS, NAMES, SPACES, TYPES, VOTES
from malecon.games.cuba.state import NONE, State

LAST_OF_TRACK = 80


class Witness:
    """Follows the events of a match and notes what it sees."""

    def __init__(self, begun: State) -> None:
        """``begun``: how the match began; it may have begun in the middle of a game."""
        self.seen: set[str] = set()
        self.laws = {name: law_name(law) for name, law in zip(TYPES, begun.in_force, strict=True) if law != NONE}
        self.round_no = int(begun.round_no)
        self.ship_at = {place: int(ship) + 1 for place, ship in zip(PLACES, begun.ship, strict=True) if ship != NONE}
        self.load = Counter({ship: int(begun.cargo[PLACES.index(place)].sum()) for place, ship in self.ship_at.items()})
        self.last = {seat: int(last) for seat, last in enumerate(begun.last) if last != NONE}
        self.first = int(begun.first)
        self.loader = ""
        self.votes = {seat: int(begun.votes[seat]) for seat in range(begun.seats)}
        self.bids, self.ballots = 0, int(begun.ballot)

    def watch(self, event: Event, before: Event | None) -> None:
        """Note one event; ``before``: the one before it."""
        self.seen.add(type(event).__name__)
        for note in self.notes(event, before):
            self.seen.add(note)

    def notes(self, event: Event, before: Event | None) -> Iterator[str]:
        """Tell what an event means, in phrases, and remember what later ones need."""
        yield from self.notes_of_harbour(event, before)
        yield from self.notes_of_actions(event)
        yield from self.notes_of_votes(event)
        yield from self.notes_of_laws(event)

    def notes_of_harbour(self, event: Event, before: Event | None) -> Iterator[str]:
        """Tell how ships leave (CUB-4.53, CUB-8.2, CUB-8.3)."""
        match event:
            case told.RoundBegan(number=number):
                self.round_no = number
            case told.Arrived(ship=ship, place=place):
                self.ship_at[place] = ship
                self.load[ship] = 0
            case told.MovedUp(ship=ship, place=place):
                self.ship_at[place] = ship
            case told.Swapped(ship=ship):
                self.ship_at["sea"] = ship
                self.load[ship] = 0
            case told.Loaded(place=place):
                self.load[self.ship_at[place]] += 1
                yield f"loaded at {place}"
            case told.Left(place=place) if isinstance(before, told.Loaded):
                yield f"a ship leaves {place} at once"
                yield f"a ship filled by {self.loader} leaves at once"
            case told.Left(ship=ship, place=place):
                full = "full" if self.load[ship] == SPACES else "not full"
                yield f"a ship leaves {place} {full} at the end of round {1 if self.round_no == 1 else '2 to 5'}"

    def notes_of_actions(self, event: Event) -> Iterator[str]:
        """Tell what characters and buildings do."""
        match event:
            case told.Played(seat=seat, character=character) if seat is not None:
                self.last[seat] = NAMES.index(character)
                self.loader = character
                yield f"played {character}"
            case told.DidNothing(character=character):
                yield f"{character} does nothing"
            case told.Built(building=building):
                yield f"built {building}"
            case told.Used(building=building):
                self.loader = building
                yield f"used {building}"
            case told.Gained(piece=piece, count=count, source="alternative"):
                yield f"alternative: {count} {piece}"
            case told.Scored(points=points, source="alternative"):
                yield f"alternative: {points} points"
            case told.Bought(source=source):
                yield f"bought from {source}"
            case told.Sold(source=source):
                yield f"sold to {source}"

    def notes_of_votes(self, event: Event) -> Iterator[str]:
        """Tell who becomes first player, and how votes are won (CUB-4.60, CUB-5)."""
        match event:
            case told.BecameFirst(seat=seat) if seat is not None and self.last:
                votes = [int(VOTES[character]) for character in self.last.values()]
                yield f"first player: {'tied' if votes.count(max(votes)) > 1 else 'highest'} fourth character"
                self.first = seat
                self.votes, self.bids, self.ballots = {}, 0, 1
            case parliament_events.Showed(seat=seat, votes=votes) if seat is not None:
                self.votes[seat] = votes
            case parliament_events.BidShown(seat=seat, votes=votes) if seat is not None:
                self.votes[seat] = votes
                self.bids += 1
            case parliament_events.Tied():
                self.ballots = 2
            case parliament_events.WonVote(seat=seat) if seat is not None:
                yield self.vote_won_by(seat)

    def notes_of_laws(self, event: Event) -> Iterator[str]:
        """Tell which laws come, and which do something (CUB-7)."""
        match event:
            case told.MovedTo() if self.laws.get("other") == "drought act":
                yield "worker in a drought"
            case told.Paid(piece="peso", source="cost"):
                yield "building act paid"
            case told.Paid(source="tax" | "duty" as source):
                yield f"paid {self.laws[source]}"
            case told.Scored(source="subsidy"):
                yield f"scored {self.laws['subsidy']}"
            case told.Scored(source=source):
                yield f"scored {source}"
            case parliament_events.MarketMoved(piece=piece):
                yield f"{self.laws['other']} moves {piece}"
            case parliament_events.Enacted(law=law):
                self.laws[LAWS[law - 1].type] = LAW_NAMES[law - 1]
                yield f"enacted {LAW_NAMES[law - 1]}"
            case parliament_events.Vetoed(law=law):
                yield f"vetoed {LAWS[law - 1].type}"

    def tied(self) -> set[int]:
        """Return the seats with the most votes."""
        return {seat for seat, votes in self.votes.items() if votes == max(self.votes.values())}

    def vote_won_by(self, seat: int) -> str:
        """Tell how a vote was decided."""
        how = "corruption act" if self.bids == 0 else "second ballot" if self.ballots == 2 else "first ballot"
        if len(self.tied()) == 1:
            return f"vote: {how} decides"
        return f"vote: {how}, tied, {'first player' if seat == self.first else 'next clockwise'} wins"


def things_in(match: Match) -> set[str]:
    """Return what happened in a match, how it ended and what was chosen for it."""
    witness = Witness(match.begun)
    events = match.events
    for before, event in zip((None, *events), events, strict=False):
        witness.watch(event, before)
    return witness.seen | how_it_ended(match) | {f"move {move}" for _, move in match.moves} | chosen_for(match)


def how_it_ended(match: Match) -> set[str]:
    """Tell what decided the game."""
    best = [seat for seat in range(match.seats) if match.points[seat] == max(match.points)]
    things = {"the score track laps"} if max(match.points) > LAST_OF_TRACK else set()
    if len(match.winners) > 1:
        return things | {"shared victory"}
    return things | {"won by points" if len(best) == 1 else "won by pesos"}


def chosen_for(match: Match) -> set[str]:
    """Tell the options of a match."""
    heading = match.record().split("\n\n")[0].splitlines()
    return {f"{match.seats} seats", *(f"with {line.split()[0]}" for line in heading)}
