"""The choices of Cuba in words: each answer as an item of a menu."""

from collections.abc import Mapping

from msgspec.structs import astuple

from malecon.core.i18n import N_
from malecon.games.cuba.boards import FIELD_NAMES
from malecon.games.cuba.text.descriptions import (
    amounts,
    building_line,
    building_text,
    field_words,
    law_words,
    nothing,
    ship_words,
    swapped,
    tile_of,
)
from malecon.games.cuba.text.prompts import choice_of, me
from malecon.games.cuba.text.words import (
    NO_RESOURCES,
    POINTS,
    building_name,
    character_choice,
    in_words,
    pesos,
    pieces,
    place_name,
    title_of,
)
from malecon.presentation.game_text import InWords, always, with_answer
from malecon.presentation.perspective import Perspective


def _pieces_answer(perspective: Perspective, rest: str) -> str:
    """Return pieces that are named one by one."""
    return pieces([(piece, 1) for piece in rest.split()], perspective.language)


def _take_answer(perspective: Perspective, rest: str) -> str:
    """Return the two pieces of the start, or the one of an alternative."""
    said = _pieces_answer(perspective, rest)
    return (
        said
        if perspective.view.question.kind == "stock"
        else perspective.language.say(N_("take {pieces}"), pieces=said)
    )


def _points_answer(perspective: Perspective, rest: str) -> str:
    """Return the Architect's alternative (CUB-4.33)."""
    score = perspective.language.count(POINTS, choice_of(perspective, "take points").gives.points)
    return perspective.language.say(N_("build nothing and score {score}"), score=score)


def _pesos_answer(perspective: Perspective, rest: str) -> str:
    """Return the Mayor's alternative (CUB-4.52)."""
    taken = pesos(choice_of(perspective, "take pesos").gives.pesos, perspective.language)
    return perspective.language.say(N_("load nothing and take {pieces}"), pieces=taken)


def _character_answer(perspective: Perspective, rest: str) -> str:
    return character_choice(rest, perspective.language)


def _field_answer(perspective: Perspective, rest: str) -> str:
    return field_words(me(perspective).fields[FIELD_NAMES.index(rest)], perspective.language)


def _move_answer(perspective: Perspective, rest: str) -> str:
    """Return a field for the pawn, and what its row and column can give (CUB-4.11, CUB-4.12)."""
    language, choice = perspective.language, choice_of(perspective, f"move to {rest}")
    field = _field_answer(perspective, rest)
    given = in_words(choice.gives.pieces(), language) or nothing(perspective)
    if choice.choose_from is None:
        return language.say(N_("{field}: {pieces}"), field=field, pieces=given)
    products = in_words((*NO_RESOURCES, *astuple(choice.choose_from)), language)
    return language.say(
        N_("{field}: {resources}; {count} to choose from: {products}"),
        field=field, resources=given, count=choice.free, products=products,
    )  # fmt: skip


def _water_answer(perspective: Perspective, rest: str) -> str:
    """Return a field that gives for water."""
    choice = choice_of(perspective, f"water {rest}")
    return swapped(choice.gives, choice.costs, perspective.language)


def _buy_answer(perspective: Perspective, rest: str) -> str:
    """Return a piece to buy with its price."""
    price = pesos(choice_of(perspective, f"buy {rest}").costs.pesos, perspective.language)
    return perspective.language.say(
        N_("buy {pieces} for {price}"), pieces=_pieces_answer(perspective, rest), price=price
    )


def _sell_answer(perspective: Perspective, rest: str) -> str:
    """Return a piece to sell with its price."""
    price = pesos(choice_of(perspective, f"sell {rest}").gives.pesos, perspective.language)
    return perspective.language.say(
        N_("sell {pieces} for {price}"), pieces=_pieces_answer(perspective, rest), price=price
    )


def _use_answer(perspective: Perspective, rest: str) -> str:
    """Return a building with what it does."""
    what = building_text(tile_of(rest, perspective).building, perspective.language)
    return perspective.language.say(N_("{building}: {what}"), building=title_of(rest, perspective.language), what=what)


def _give_answer(perspective: Perspective, rest: str) -> str:
    """Return a number of pieces, and what they bring (CUB-10.1 to 10.6, CUB-10.16, CUB-10.17)."""
    choice, language = choice_of(perspective, f"give {rest}"), perspective.language
    gained = amounts(choice.gives, language) or language.count(POINTS, choice.gives.points)
    return language.say(N_("{given} for {pieces}"), given=amounts(choice.costs, language), pieces=gained)


def _exchange_answer(perspective: Perspective, rest: str) -> str:
    """Return an exchange of the Black market."""
    choice = choice_of(perspective, f"exchange {rest}")
    return swapped(choice.costs, choice.gives, perspective.language)


def _payment(perspective: Perspective, rest: str) -> str:
    return perspective.language.say(N_("pay {pieces}"), pieces=_pieces_answer(perspective, rest))


def _end_in_words(begun: str, not_begun: str) -> InWords:
    """Return the words of the end of an action, and those of an action of which nothing is done."""
    return lambda perspective, rest: perspective.language.say(begun if perspective.view.question.begun else not_begun)


def _tax_answer(perspective: Perspective, rest: str) -> str:
    return perspective.language.say(
        N_("pay {pieces}"), pieces=pesos(perspective.view.question.tax, perspective.language)
    )


def _bill_answer(perspective: Perspective, rest: str) -> str:
    """Return one or two bills, named by their types."""
    bills = {law.kind.split()[0]: law for law in perspective.view.bills[:-1] if law is not None}
    bills["other"] = perspective.view.bills[-1]
    return perspective.language.listing([law_words(bills[law_type], perspective) for law_type in rest.split()])


def _ship_answer(perspective: Perspective, rest: str) -> str:
    return ship_words(next(ship for ship in perspective.view.pile if ship.id == int(rest)), perspective)


def _load_answer(perspective: Perspective, rest: str) -> str:
    """Return a piece to load, the dock, and the points."""
    piece, _, dock = rest.partition(" on ")
    score = perspective.language.count(POINTS, choice_of(perspective, f"load {rest}").gives.points)
    facts = {
        "pieces": pieces([(piece, 1)], perspective.language),
        "place": place_name(dock, perspective.language),
        "score": score,
    }
    return perspective.language.say(N_("{pieces} at {place}: {score}"), **facts)


def bid_answer(perspective: Perspective, rest: str) -> str:
    """Return a bid."""
    return pesos(int(rest), perspective.language)


def _take_in_words(perspective: Perspective, rest: str) -> str:
    """Return with a verb the two pieces of the start, or the one of the Tradeswoman's alternative (CUB-4.25)."""
    is_stock = perspective.view.question.kind == "stock"
    template = N_("begin with {pieces}") if is_stock else N_("trade nothing and take {pieces}")
    return perspective.language.say(template, pieces=_pieces_answer(perspective, rest))


def _building_in_words(template: str) -> InWords:
    """Return the words of a move: a ``template`` with a verb, and the building."""
    return lambda perspective, rest: perspective.language.say(
        template, building=building_name(rest, perspective.language)
    )


STANDALONE: Mapping[str, InWords] = {
    "take points": _points_answer,
    "take pesos": _pesos_answer,
    "take": _take_in_words,
    "move to": with_answer(N_("pawn to {answer}"), _field_answer),
    "harvest": with_answer(N_("harvest {answer}"), _pieces_answer),
    "water": with_answer(N_("harvest {answer}"), _water_answer),
    "end harvest": always(N_("harvest no more")),
    "build nothing": always(N_("build nothing")),
    "build": _building_in_words(N_("build the {building}")),
    "place on": with_answer(N_("build on {answer}"), _field_answer),
    "use": _building_in_words(N_("use the {building}")),
    "give": with_answer(N_("give {answer}"), _give_answer),
    "exchange": with_answer(N_("exchange {answer}"), _exchange_answer),
    "veto": with_answer(N_("remove {answer}"), _bill_answer),
    "swap ship": with_answer(N_("bring to sea: {answer}"), _ship_answer),
    "load": with_answer(N_("load {answer}"), _load_answer),
    "bid": with_answer(N_("bid {answer}"), bid_answer),
    "enact": with_answer(N_("enact {answer}"), _bill_answer),
}
"""As ``LABELS``, where the question is not seen."""

LABELS: Mapping[str, InWords] = {
    "take points": _points_answer,
    "take pesos": _pesos_answer,
    "take": _take_answer,
    "seal": _character_answer,
    "play": _character_answer,
    "move to": _move_answer,
    "harvest": _pieces_answer,
    "water": _water_answer,
    "end harvest": always(N_("no more")),
    "buy": _buy_answer,
    "sell": _sell_answer,
    "end trade": _end_in_words(N_("end the trade"), N_("trade nothing")),
    "build nothing": always(N_("build nothing")),
    "build": lambda perspective, rest: building_line(tile_of(rest, perspective), perspective.language),
    "place on": _field_answer,
    "use": _use_answer,
    "end use": _end_in_words(N_("use nothing more"), N_("use nothing")),
    "give": _give_answer,
    "pay tax": _tax_answer,
    "pay nothing": always(N_("do not pay")),
    "pay": _payment,
    "leave tax": always(N_("do not pay")),
    "exchange": _exchange_answer,
    "veto": _bill_answer,
    "swap nothing": always(N_("leave the ships as they are")),
    "swap ship": _ship_answer,
    "load": _load_answer,
    "end loading": _end_in_words(N_("load nothing more"), N_("load nothing")),
    "bid": bid_answer,
    "enact": _bill_answer,
}
"""By the first words of a notation."""
