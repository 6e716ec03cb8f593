"""The choices of Cuba in words: each answer as an item of a menu."""

from collections.abc import Mapping, Sequence

from malecon.core.i18n import N_, Language
from malecon.games.cuba.boards import COLUMNS, FIELD_NAMES, PIECES, WATER
from malecon.games.cuba.buildings import BUILDINGS, Building
from malecon.games.cuba.cards import Ship
from malecon.games.cuba.rules.uses import MADE, TAKEN
from malecon.games.cuba.rules.worker import FREE_FIELDS
from malecon.games.cuba.state import NONE
from malecon.games.cuba.text.laws import law_name, law_text
from malecon.games.cuba.text.means import ARCHITECT_SPACES, FIRST_PRODUCT, MAYOR_SPACES, NO_RESOURCES, counts, surcharge
from malecon.games.cuba.text.prompts import me
from malecon.games.cuba.text.words import (
    FIELD,
    FIELD_KINDS,
    POINTS,
    PRINTED,
    character_choice,
    field_name,
    in_words,
    pesos,
    pieces,
    place_name,
    title_of,
)
from malecon.games.cuba.view import FieldSeen, LawSeen, TrackSeen
from malecon.presentation.game_text import InWords, always
from malecon.presentation.perspective import Scene


def pieces_answer(scene: Scene, rest: str) -> str:
    """Return pieces that are named one by one."""
    return pieces([(piece, 1) for piece in rest.split()], scene.language)


def take_answer(scene: Scene, rest: str) -> str:
    """Return the two pieces of the start, or the one of an alternative."""
    said = pieces_answer(scene, rest)
    return said if scene.view.question.kind == "stock" else scene.language.say(N_("take {pieces}"), pieces=said)


def points_answer(scene: Scene, rest: str) -> str:
    """Return the Architect's alternative (CUB-4.33)."""
    score = scene.language.count(POINTS, ARCHITECT_SPACES[scene.view.points_taken])
    return scene.language.say(N_("build nothing and score {score}"), score=score)


def pesos_answer(scene: Scene, rest: str) -> str:
    """Return the Mayor's alternative (CUB-4.52)."""
    taken = pesos(MAYOR_SPACES[scene.view.pesos_taken], scene.language)
    return scene.language.say(N_("load nothing and take {pieces}"), pieces=taken)


def character_answer(scene: Scene, rest: str) -> str:
    """Return a character."""
    return character_choice(rest, scene.language)


def field_words(field: FieldSeen, scene: Scene) -> str:
    """Return where a field lies, and its kind or the building on it."""
    language = scene.language
    if field.building in (None, PRINTED):
        kind = language.word(FIELD, FIELD_KINDS[field.gives])
    else:
        kind = title_of(field.building, language)
    return language.say(N_("{field} ({kind})"), field=field_name(field.name, language), kind=kind)


def field_answer(scene: Scene, rest: str) -> str:
    """Return a field to build on."""
    return field_words(me(scene).fields[FIELD_NAMES.index(rest)], scene)


def move_answer(scene: Scene, rest: str) -> str:
    """Return a field for the pawn, and what its row and column can give (CUB-4.11, CUB-4.12)."""
    place, language = FIELD_NAMES.index(rest), scene.language
    fields = me(scene).fields
    given = cross_gives(place, fields)
    if sum(given[FIRST_PRODUCT:]) <= FREE_FIELDS:
        pieces_given = in_words(given, language) or nothing(scene)
        return language.say(N_("{field}: {pieces}"), field=field_words(fields[place], scene), pieces=pieces_given)
    resources = in_words(given[:FIRST_PRODUCT], language) or nothing(scene)
    products = in_words((*NO_RESOURCES, *given[FIRST_PRODUCT:]), language)
    facts = {"field": field_words(fields[place], scene), "resources": resources, "products": products}
    return language.say(N_("{field}: {resources}; to choose from: {products}"), **facts)


def nothing(scene: Scene) -> str:
    """Return the word for nothing."""
    return scene.language.say(N_("nothing"))


def cross_gives(place: int, fields: Sequence[FieldSeen]) -> list[int]:
    """Return how many fields of the row and column of ``place`` give each piece, in the order of ``PIECES``."""
    row, column = divmod(place, COLUMNS)
    cross = [
        field
        for other, field in enumerate(fields)
        if (other // COLUMNS == row or other % COLUMNS == column) and field.building is None
    ]
    return [sum(field.gives == piece for field in cross) for piece in PIECES]


def water_answer(scene: Scene, rest: str) -> str:
    """Return a field that gives for water."""
    given, water = pieces([(rest, 1)], scene.language), pieces([(PIECES[WATER], 1)], scene.language)
    return scene.language.say(N_("{given} for {pieces}"), given=given, pieces=water)


def buy_answer(scene: Scene, rest: str) -> str:
    """Return a piece to buy with its price."""
    price = pesos(track_of(rest, scene).buying, scene.language)
    return scene.language.say(N_("buy {pieces} for {price}"), pieces=pieces([(rest, 1)], scene.language), price=price)


def sell_answer(scene: Scene, rest: str) -> str:
    """Return a piece to sell with its price."""
    price = pesos(track_of(rest, scene).selling, scene.language)
    return scene.language.say(N_("sell {pieces} for {price}"), pieces=pieces([(rest, 1)], scene.language), price=price)


def track_of(piece: str, scene: Scene) -> TrackSeen:
    """Return the market's track for a piece."""
    tracks: Sequence[TrackSeen] = scene.view.market
    return next(track for track in tracks if track.piece == piece)


def building_called(name: str, scene: Scene) -> Building:
    """Return a building of this game."""
    found: Building = next(tile.building for tile in scene.view.tiles if tile.building.name == name)
    return found


def build_answer(scene: Scene, rest: str) -> str:
    """Return a building with its cost and what it does."""
    building = building_called(rest, scene)
    cost = cost_in_words(building, surcharge(scene.view), scene)
    facts = {"building": title_of(rest, scene.language), "cost": cost, "what": building_text(building, scene.language)}
    return scene.language.say(N_("{building} ({cost}): {what}"), **facts)


def building_text(building: Building, language: Language) -> str:
    """Return what a building does.

    >>> from malecon.games.cuba.buildings import STANDARD
    >>> building_text(STANDARD[0], Language())
    'Pay up to 4 stone: 1 point each.'
    """
    return language.say(building.text, most=building.most, gives=building.gives)


def cost_in_words(building: Building, more: int, scene: Scene) -> str:
    """Return what a building costs, with so many pesos more."""
    resources = list(zip(PIECES, building.cost.resources(), strict=False))
    return pieces([*resources, ("peso", more)], scene.language)


def use_answer(scene: Scene, rest: str) -> str:
    """Return a building with what it does."""
    what = building_text(building_called(rest, scene), scene.language)
    return scene.language.say(N_("{building}: {what}"), building=title_of(rest, scene.language), what=what)


def give_answer(scene: Scene, rest: str) -> str:
    """Return a number of pieces, and what they bring (CUB-10.1 to 10.6, CUB-10.16, CUB-10.17)."""
    count, code = int(rest), BUILDINGS.index(scene.view.question.building)
    given = pieces([(PIECES[TAKEN[code]], count)], scene.language)
    if MADE[code] != NONE:
        gained = pieces([(PIECES[MADE[code]], count)], scene.language)
    else:
        gained = scene.language.count(POINTS, count * building_called(BUILDINGS[code], scene).gives)
    return scene.language.say(N_("{given} for {pieces}"), given=given, pieces=gained)


def exchange_answer(scene: Scene, rest: str) -> str:
    """Return an exchange of the Black market."""
    old, _, new = rest.partition(" for ")
    given, gained = pieces([(old, 1)], scene.language), pieces([(new, 1)], scene.language)
    return scene.language.say(N_("{given} for {pieces}"), given=given, pieces=gained)


def payment(scene: Scene, rest: str) -> str:
    """Return the payment of pieces."""
    return scene.language.say(N_("pay {pieces}"), pieces=pieces_answer(scene, rest))


def end_of_trade(scene: Scene, rest: str) -> str:
    """Return the end of a trade, or that there is none."""
    traded = any(counts(scene.view.question.traded))
    return scene.language.say(N_("end the trade") if traded else N_("trade nothing"))


def end_of_loading(scene: Scene, rest: str) -> str:
    """Return the end of loading, or that nothing is loaded."""
    begun = scene.view.question.dock is not None
    return scene.language.say(N_("load nothing more") if begun else N_("load nothing"))


def end_of_using(scene: Scene, rest: str) -> str:
    """Return the end of using buildings, or that none is used."""
    question = scene.view.question
    unused = sum(field.building is not None for field in me(scene).fields) == len(question.near) + len(question.far)
    return scene.language.say(N_("use nothing") if unused else N_("use nothing more"))


def tax_answer(scene: Scene, rest: str) -> str:
    """Return the payment of the tax."""
    return scene.language.say(N_("pay {pieces}"), pieces=pesos(scene.view.question.tax, scene.language))


def law_words(law: LawSeen, scene: Scene) -> str:
    """Return a law with what it says."""
    return law_name(law.kind, law.amount, scene.language, law.most)


def typed_law(law: LawSeen, scene: Scene) -> str:
    """Return a law where its type stands already: what it says, and which act it is."""
    is_act = law.kind.endswith(" act")
    return law_words(law, scene) if is_act else law_text(law.kind, law.amount, law.most, scene.language)


def bill_answer(scene: Scene, rest: str) -> str:
    """Return one or two bills, named by their types."""
    bills = {law.kind.split()[0]: law for law in scene.view.bills[:-1] if law is not None}
    bills["other"] = scene.view.bills[-1]
    return scene.language.listing([law_words(bills[law_type], scene) for law_type in rest.split()])


def ship_answer(scene: Scene, rest: str) -> str:
    """Return a ship of the pile."""
    return ship_words(next(ship for ship in scene.view.pile if ship.id == int(rest)), scene)


def ship_words(ship: Ship, scene: Scene) -> str:
    """Return a ship with what its spaces take."""
    spaces = in_words((*NO_RESOURCES, *ship.needs()), scene.language)
    return scene.language.say(N_("ship {ship}: {pieces}"), ship=ship.id, pieces=spaces)


def load_answer(scene: Scene, rest: str) -> str:
    """Return a piece to load, the dock, and the points."""
    piece, _, dock = rest.partition(" on ")
    score = scene.language.count(POINTS, int(dock.removeprefix("dock ")))
    facts = {"pieces": pieces([(piece, 1)], scene.language), "place": place_name(dock, scene.language), "score": score}
    return scene.language.say(N_("{pieces} at {place}: {score}"), **facts)


def bid_answer(scene: Scene, rest: str) -> str:
    """Return a bid."""
    return pesos(int(rest), scene.language)


LABELS: Mapping[str, InWords] = {
    "take points": points_answer,
    "take pesos": pesos_answer,
    "take": take_answer,
    "seal": character_answer,
    "play": character_answer,
    "move to": move_answer,
    "harvest": pieces_answer,
    "water": water_answer,
    "end harvest": always(N_("no more")),
    "buy": buy_answer,
    "sell": sell_answer,
    "end trade": end_of_trade,
    "build nothing": always(N_("build nothing")),
    "build": build_answer,
    "place on": field_answer,
    "use": use_answer,
    "end use": end_of_using,
    "give": give_answer,
    "pay tax": tax_answer,
    "pay nothing": always(N_("do not pay")),
    "pay": payment,
    "leave tax": always(N_("do not pay")),
    "exchange": exchange_answer,
    "veto": bill_answer,
    "swap nothing": always(N_("leave the ships as they are")),
    "swap ship": ship_answer,
    "load": load_answer,
    "end loading": end_of_loading,
    "bid": bid_answer,
    "enact": bill_answer,
}
"""By the first words of a notation."""
