"""The choices of Havana in words: each answer as an item of a menu."""

from collections.abc import Mapping

from malecon.core.i18n import N_, Language
from malecon.games.havana.buildings import COLOURS, Building
from malecon.games.havana.cards import NAMES
from malecon.games.havana.choice import Choice
from malecon.games.havana.text.words import (
    FORMS,
    PIECE,
    card_choice,
    cost_in_words,
    end_name,
    house_name,
    house_words,
    pieces,
)
from malecon.presentation.game_text import InWords, always, with_answer
from malecon.presentation.perspective import Perspective


def _card_answer(perspective: Perspective, rest: str) -> str:
    """Return a card, or nothing."""
    return nothing(perspective) if rest == "nothing" else card_choice(rest, perspective.language)


def _first_answer(perspective: Perspective, rest: str) -> str:
    """Return the two cards of the first choice."""
    cards = perspective.language.listing([card_choice(card, perspective.language) for card in first_cards(rest)])
    return _with_number(cards, f"choose {rest}", perspective)


def _with_number(said: str, notation: str, perspective: Perspective) -> str:
    """Return the words for what is laid, with the number that follows, if that is possible now (HAV-3.1)."""
    number = choice_of(perspective, notation).number
    if number is None:
        return said
    return perspective.language.say(N_("{said}: number {number}"), said=said, number=f"{number:02d}")


def first_cards(rest: str) -> tuple[str, str]:
    """Return the two cards of the first choice from its notation without the verb.

    >>> first_cards("pesos thief mama")
    ('pesos thief', 'mama')
    """
    first = next(card for card in NAMES if rest.removeprefix(f"{card} ") in NAMES and rest.startswith(f"{card} "))
    return first, rest.removeprefix(f"{first} ")


def _cover_answer(perspective: Perspective, rest: str) -> str:
    """Return the card that is covered, and the one that covers it."""
    covered, _, new = rest.partition(" with ")
    cards = card_choice(covered, perspective.language), card_choice(new, perspective.language)
    said = perspective.language.say(N_("cover {covered} with {new}"), covered=cards[0], new=cards[1])
    return _with_number(said, f"cover {rest}", perspective)


def nothing(perspective: Perspective) -> str:
    """Return the word for nothing."""
    return perspective.language.say(N_("nothing"))


def _end_answer(perspective: Perspective, rest: str) -> str:
    """Return the tile at an end, or nothing."""
    if rest == "nothing":
        return nothing(perspective)
    house = house_words(tile_at(perspective, rest), perspective.language)
    return perspective.language.say(N_("{end}: {house}"), end=end_name(rest, perspective.language), house=house)


def tile_at(perspective: Perspective, end: str) -> Building:
    """Return the tile at an end."""
    return next(seen.tile for row in perspective.view.rows for seen in row if seen.end == end)


def choice_of(perspective: Perspective, notation: str) -> Choice:
    """Return an action of the viewer with what follows from it; nothing follows from one that is not possible now."""
    return next((choice for choice in perspective.view.choices if choice.notation == notation), Choice(notation))


def _buy_answer(perspective: Perspective, rest: str) -> str:
    """Return the tile at an end, and what must be given for pieces that the buyer lacks (HAV-5.5)."""
    answer = _end_answer(perspective, rest)
    parts = exchanges(choice_of(perspective, f"buy {rest}"), perspective.language)
    if not parts:
        return answer
    return perspective.language.say(
        N_("{house} ({exchanged})"), house=answer, exchanged=perspective.language.listing(parts)
    )


def _fetch_answer(perspective: Perspective, rest: str) -> str:
    """Return a tile of the stack."""
    return house_words(next(tile for tile in perspective.view.stack if tile.id == int(rest)), perspective.language)


def _piece_of_seat(perspective: Perspective, rest: str) -> str:
    """Return a piece that a player loses."""
    piece, _, seat = rest.partition(" from ")
    name = perspective.names[int(seat) - 1]
    if piece == "nothing" and perspective.view.question.victim is not None:
        return nothing(perspective)  # the question names the player
    if piece == "nothing":
        return perspective.language.say(N_("nothing from {name}"), name=name)
    word = perspective.language.count(FORMS[piece], 1)
    return perspective.language.say(N_("{piece} from {name}"), piece=word, name=name)


def _seat_answer(perspective: Perspective, rest: str) -> str:
    """Return a player, and the pesos that could be robbed."""
    seat = int(rest) - 1
    pesos = perspective.language.count(FORMS["peso"], perspective.view.players[seat].pesos)
    return perspective.language.say(N_("{name}, who has {pesos}"), name=perspective.names[seat], pesos=pesos)


def _payment(perspective: Perspective, rest: str) -> str:
    """Return a payment, with what is exchanged."""
    choice, language = choice_of(perspective, f"pay {rest}"), perspective.language
    paid, parts = cost_in_words(choice.costs.pieces(), language), exchanges(choice, language)
    return language.say(N_("{cost} ({exchanged})"), cost=paid, exchanged=language.listing(parts)) if parts else paid


def exchanges(choice: Choice, language: Language) -> list[str]:
    """Return the exchanges of a purchase in words (HAV-5.5)."""
    *coloured, _, workers, _ = choice.exchanged.pieces()
    paid = [("debris", choice.instead.debris), ("peso", choice.instead.pesos)]
    bought = [[*zip(COLOURS, coloured, strict=True)], [("worker", workers)]]
    return [
        language.say(N_("{given} for {pieces}"), given=pieces([given], language), pieces=pieces(replaced, language))
        for given, replaced in zip(paid, bought, strict=True)
        if given[1]
    ]


def _take_back_answer(perspective: Perspective, rest: str) -> str:
    """Return the offer to take the pile back, with what it brings."""
    player = perspective.view.players[perspective.viewer]
    return perspective.language.say(N_("take back all {count} discarded cards"), count=player.discard_size)


def _house_in_words(template: str) -> InWords:
    """Return the words of a move: a ``template`` with a verb, the house and its end."""

    def in_words(perspective: Perspective, rest: str) -> str:
        tile, language = tile_at(perspective, rest), perspective.language
        return language.say(template, house=house_name(tile.id, language), end=end_name(rest, language))

    return in_words


def _seat_in_words(perspective: Perspective, rest: str) -> str:
    """Return the theft of pesos, with the victim."""
    return perspective.language.say(N_("rob {name}"), name=perspective.names[int(rest) - 1])


STANDALONE: Mapping[str, InWords] = {
    "perform nothing": always(N_("do without the effect")),
    "perform": with_answer(N_("perform {answer}"), _card_answer),
    "refresh nothing": always(N_("take no card back")),
    "refresh": with_answer(N_("take back {answer}"), _card_answer),
    "remove nothing": always(N_("remove no house")),
    "remove": _house_in_words(N_("remove {house} ({end}) from the game")),
    "tax": with_answer(N_("tax: {answer}"), _piece_of_seat),
    "rob": _seat_in_words,
    "steal": with_answer(N_("steal {answer}"), _piece_of_seat),
    "take back": _take_back_answer,
    "take": with_answer(N_("take {answer}"), lambda perspective, rest: pieces([(rest, 1)], perspective.language)),
    "buy": _house_in_words(N_("buy {house} ({end})")),
    "pay": with_answer(N_("pay {answer}"), _payment),
    "keep discards": always(N_("leave the discards")),
}
"""As ``LABELS``, where the question is not seen."""

LABELS: Mapping[str, InWords] = {
    "choose": _first_answer,
    "fetch": _fetch_answer,
    "swap": _end_answer,
    "perform": _card_answer,
    "refresh": _card_answer,
    "remove": _end_answer,
    "tax": _piece_of_seat,
    "rob": _seat_answer,
    "steal": _piece_of_seat,
    "take back": _take_back_answer,
    "take": lambda perspective, colour: perspective.language.word(PIECE, colour),
    "buy": _buy_answer,
    "end turn": always(N_("end your turn")),
    "pay": _payment,
    "cover": _cover_answer,
    "keep discards": always(N_("leave it")),
}
"""By the first words of a notation."""
