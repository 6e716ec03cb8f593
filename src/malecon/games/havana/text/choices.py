"""The choices of Havana in words: what is asked, and each answer as an item of a menu."""

from collections.abc import Mapping
from functools import lru_cache

from malecon.core.i18n import N_, Language
from malecon.games.havana.buildings import COLOURS, Building
from malecon.games.havana.cards import NAMES
from malecon.games.havana.choice import Choice
from malecon.games.havana.text.words import FORMS, PIECE, TILE_POINTS, card_choice, cost_in_words, end_name, pieces
from malecon.presentation.game_text import InWords, always
from malecon.presentation.playable_game import Perspective

PROMPTS = {
    "choose": N_("Choose your first two cards, in secret."),
    "fetch": N_("No end tile is worth 1 to 3 points. Which tile of the stack do you bring in?"),
    "swap": N_("Tile {tile} comes in. Which end tile goes into the stack?"),
    "perform": N_("Which card do you perform?"),
    "refresh": N_("Which card do you take from your discard pile?"),
    "remove": N_("Which end tile do you put into the box?"),
    "tax": N_("What does {victim} lose?"),
    "rob": N_("Whose pesos do you take half of?"),
    "steal": N_("Which cube do you steal?"),
    "take": N_("Which coloured cube do you take? {count} to take."),
    "buy": N_("Do you buy a tile?"),
    "pay": N_("How do you pay {cost} for tile {tile}?"),
    "cover": N_("Cover one of your open cards with a card of your hand."),
    "take back": N_("Do you take back your discard pile?"),
}
"""By the kind of question."""
MOST_TILES = 256
"""Cached in words, in all languages."""
SECOND_CUBE = N_("Which second cube do you steal from {victim}, if any?")


def prompt(perspective: Perspective) -> str:
    """Return the question to the viewer."""
    question = perspective.view.question
    template = SECOND_CUBE if question.kind == "steal" and question.victim is not None else PROMPTS[question.kind]
    victim = "" if question.victim is None else perspective.names[question.victim]
    if question.end is not None:
        tile = tile_at(perspective, question.end)
        return perspective.language.say(
            template, cost=cost_in_words(tile.cost.pieces(), perspective.language), tile=tile.id
        )
    return perspective.language.say(template, victim=victim, count=question.count, tile=question.tile)


def card_answer(perspective: Perspective, rest: str) -> str:
    """Return a card, or nothing."""
    return nothing(perspective) if rest == "nothing" else card_choice(rest, perspective.language)


def first_answer(perspective: Perspective, rest: str) -> str:
    """Return the two cards of the first choice."""
    first = next(card for card in NAMES if rest.removeprefix(f"{card} ") in NAMES and rest.startswith(f"{card} "))
    second = rest.removeprefix(f"{first} ")
    return perspective.language.listing([card_choice(card, perspective.language) for card in (first, second)])


def cover_answer(perspective: Perspective, rest: str) -> str:
    """Return which card is covered, with which."""
    covered, _, new = rest.partition(" with ")
    cards = card_choice(covered, perspective.language), card_choice(new, perspective.language)
    return perspective.language.say(N_("cover {covered} with {new}"), covered=cards[0], new=cards[1])


def nothing(perspective: Perspective) -> str:
    """Return the word for nothing."""
    return perspective.language.say(N_("nothing"))


@lru_cache(MOST_TILES)
def tile_words(tile: Building, language: Language) -> str:
    """Return a tile with its points and its cost."""
    say = language.say
    cost = cost_in_words(tile.cost.pieces(), language)
    points = language.count(TILE_POINTS, tile.points)
    if tile.architect:
        return say(N_("tile {tile}, {points}: {cost}, and the architect"), tile=tile.id, points=points, cost=cost)
    return say(N_("tile {tile}, {points}: {cost}"), tile=tile.id, points=points, cost=cost)


def end_answer(perspective: Perspective, rest: str) -> str:
    """Return the tile at an end, or nothing."""
    if rest == "nothing":
        return nothing(perspective)
    tile = tile_words(tile_at(perspective, rest), perspective.language)
    return perspective.language.say(N_("{end}: {tile}"), end=end_name(rest, perspective.language), tile=tile)


def tile_at(perspective: Perspective, end: str) -> Building:
    """Return the tile at an end."""
    return next(seen.tile for row in perspective.view.rows for seen in row if seen.end == end)


def choice_of(perspective: Perspective, notation: str) -> Choice:
    """Return an action of the viewer with what follows from it; nothing follows from one that is not possible now."""
    return next((choice for choice in perspective.view.choices if choice.notation == notation), Choice(notation))


def buy_answer(perspective: Perspective, rest: str) -> str:
    """Return the tile at an end, and what must be given for pieces that the buyer lacks (HAV-5.5)."""
    answer, parts = end_answer(perspective, rest), exchanges(perspective, f"buy {rest}")
    if not parts:
        return answer
    return perspective.language.say(
        N_("{tile} ({exchanged})"), tile=answer, exchanged=perspective.language.listing(parts)
    )


def fetch_answer(perspective: Perspective, rest: str) -> str:
    """Return a tile of the stack."""
    return tile_words(next(tile for tile in perspective.view.stack if tile.id == int(rest)), perspective.language)


def piece_of_seat(perspective: Perspective, rest: str) -> str:
    """Return a piece that a player loses."""
    piece, _, seat = rest.partition(" from ")
    name = perspective.names[int(seat) - 1]
    if piece == "nothing":
        return perspective.language.say(N_("nothing from {name}"), name=name)
    word = perspective.language.count(FORMS[piece], 1)
    return perspective.language.say(N_("{piece} from {name}"), piece=word, name=name)


def seat_answer(perspective: Perspective, rest: str) -> str:
    """Return a player, and the pesos that could be robbed."""
    seat = int(rest) - 1
    pesos = perspective.language.count(FORMS["peso"], perspective.view.players[seat].pesos)
    return perspective.language.say(N_("{name}, who has {pesos}"), name=perspective.names[seat], pesos=pesos)


def colour_answer(perspective: Perspective, rest: str) -> str:
    """Return a coloured cube."""
    return perspective.language.word(PIECE, rest)


def payment(perspective: Perspective, rest: str) -> str:
    """Return a payment, by what is exchanged."""
    parts = exchanges(perspective, f"pay {rest}")
    return perspective.language.listing(parts) if parts else perspective.language.say(N_("as printed"))


def exchanges(perspective: Perspective, notation: str) -> list[str]:
    """Return what is paid for pieces of other kinds (HAV-5.5)."""
    choice, language = choice_of(perspective, notation), perspective.language
    *coloured, _, workers, _ = choice.exchanged.pieces()
    paid = [("debris", choice.instead.debris), ("peso", choice.instead.pesos)]
    bought = [[*zip(COLOURS, coloured, strict=True)], [("worker", workers)]]
    return [
        language.say(N_("{given} for {pieces}"), given=pieces([given], language), pieces=pieces(replaced, language))
        for given, replaced in zip(paid, bought, strict=True)
        if given[1]
    ]


def take_back_answer(perspective: Perspective, rest: str) -> str:
    """Return the offer to take the pile back, with what it brings."""
    player = perspective.view.players[perspective.viewer]
    return perspective.language.say(N_("take back all {count} discarded cards"), count=player.discard_size)


LABELS: Mapping[str, InWords] = {
    "choose": first_answer,
    "fetch": fetch_answer,
    "swap": end_answer,
    "perform": card_answer,
    "refresh": card_answer,
    "remove": end_answer,
    "tax": piece_of_seat,
    "rob": seat_answer,
    "steal": piece_of_seat,
    "take back": take_back_answer,
    "take": colour_answer,
    "buy": buy_answer,
    "end turn": always(N_("end your turn")),
    "pay": payment,
    "cover": cover_answer,
    "keep discards": always(N_("leave it")),
}
"""By the first words of a notation."""
