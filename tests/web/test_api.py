"""The API: what programs see, how they find tables, and whole games through it."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import malecon
from malecon.agents.agent import Advice
from malecon.core.ledger import POINTS, Entry
from malecon.core.reason import Explanation, Fact, Reason
from malecon.tables.commands import Action
from malecon.tables.table_header import new_id
from tables.membership import make_members
from tables.sitting import CHOICE
from web.browsing import until
from web.programs import Program
from web.visiting import Site


@pytest.fixture
def ana(site: Site) -> Program:
    return Program(site, "Ana")


@pytest.fixture
def ben(site: Site) -> Program:
    return Program(site, "Ben")


def test_who_i_am_and_what_can_be_played(ana: Program) -> None:
    games = {game["name"]: game for game in ana.get("/games").json()}

    assert ana.get("/me").json() == {"name": "Ana", "language": "en"}
    assert list(games) == list(malecon.games)
    assert games["havana"]["seats"] == [2, 3, 4]
    assert "standard" in games["cuba"]["levels"]


def test_sentences_are_in_the_language_of_the_person(site: Site) -> None:
    anne = Program(site, "Anne", "fr")

    assert anne.get("/me").json()["language"] == "fr"
    assert anne.begin("me", "random")["status"].startswith("À vous.")


def test_a_table_is_begun_found_joined_left_and_cancelled(ana: Program, ben: Program) -> None:
    begun = ana.begin("me", "free", listed=True, options={"edition": "filosofia"})
    table = begun["id"]

    assert begun["phase"] == "waiting"
    assert begun["options"] == ["edition filosofia"]
    assert begun["position"] is None
    assert begun["legal"] == []
    assert [each["names"] for each in ben.get("/lobby").json() if each["id"] == table] == [["Ana", ""]]
    joined = ben.post(f"/tables/{table}/join").json()
    assert (joined["phase"], joined["viewer"], joined["seats"][1]["name"]) == ("playing", 1, "Ben")
    assert table not in [each["id"] for each in ben.get("/lobby").json()]
    assert [each["awaited"] for each in ben.get("/tables").json()] == [[1]]
    assert ben.post(f"/tables/{table}/leave", {"seat": 1}).status_code == 409

    other = ana.begin("me", "free", "free", listed=True)["id"]
    assert ben.post(f"/tables/{other}/join", {"name": "Benito"}).json()["seats"][1]["name"] == "Benito"
    assert ben.post(f"/tables/{other}/leave", {"seat": 1}).json()["seats"][1]["who"] == "free"
    assert ana.post(f"/tables/{other}/cancel").json()["phase"] == "closed"
    assert ben.post(f"/tables/{other}/join").status_code == 409


def test_an_invitation_is_told_to_the_host_and_good_once(ana: Program, ben: Program) -> None:
    table = ana.begin("me", "free")
    invitation = table["seats"][1]["invitation"]
    shown = ben.look(table["id"])

    assert invitation
    assert [seat["invitation"] for seat in shown["seats"]] == [None, None]
    assert ben.post(f"/tables/{table['id']}/join").status_code == 404
    assert ben.post("/invitations", {"invitation": invitation}).json()["viewer"] == 1
    assert ben.post("/invitations", {"invitation": invitation}).status_code == 404


def test_a_clock_and_terms_are_as_agreed(site: Site, ana: Program) -> None:
    make_members(site.client.app.state.services.store, ana.visitor.id)
    table = ana.begin("me", "free", rated=True, watched=False, clock={"each": 60_000})
    terms = site.look(f"/table/{table['id']}").header.settings

    assert (terms.rated, terms.watched, terms.listed, terms.host) == (True, False, False, ana.visitor.id)
    assert terms.clock
    assert terms.clock.each == 60_000
    assert ana.get("/tables").json()[0]["clock"] == {"stock": 0, "increment": 0, "each": 60_000}


def test_steps_are_taken_back_held_and_confirmed(site: Site, ana: Program, ben: Program) -> None:
    name = site.open(ana.visitor, ben.visitor).removeprefix("/table/")
    table = ana.look(name)
    stepped = ana.act(name, "step", table, move=CHOICE).json()

    assert stepped["draft"] == [CHOICE]
    assert stepped["held"]["move"] == CHOICE
    assert stepped["legal"] == []
    undone = ana.act(name, "undo", stepped).json()
    assert (undone["draft"], undone["held"], undone["number"]) == ([], None, 0)
    again = ana.act(name, "step", undone, move=CHOICE).json()
    confirmed = ana.act(name, "confirm", again).json()
    assert {"kind": "chose", "seat": 0, "card": "siesta", "second": "mama"} in confirmed["events"]
    assert confirmed["told"][0].startswith("You lay")
    assert confirmed["draft"] == []


def test_what_is_sent_again_is_done_once_and_what_is_late_is_refused(site: Site, ana: Program, ben: Program) -> None:
    table = site.open(ana.visitor, ben.visitor).removeprefix("/table/")
    seen = ana.look(table)
    action = {"seat": 0, "mark": seen["mark"], "id": "once", "move": CHOICE}
    first, again = (ana.post(f"/tables/{table}/play", action) for _ in range(2))
    late = ana.post(f"/tables/{table}/play", action | {"id": "twice"})

    assert (first.status_code, again.status_code, late.status_code) == (200, 200, 409)
    assert first.json()["state"] == again.json()["state"]
    assert late.json()["error"]["kind"] == "changed"
    assert site.look(f"/table/{table}").move_count == 1


def test_an_illegal_move_is_refused_with_its_rule(ana: Program) -> None:
    table = ana.begin("me", "random")
    illegal = ana.act(table["id"], "play", table, move="buy upper left")
    unknown = ana.act(table["id"], "play", table, move="sing")

    assert illegal.status_code == unknown.status_code == 422
    assert illegal.json()["error"]["kind"] == "illegal_move"
    assert illegal.json()["error"]["rule"].startswith("HAV-")
    assert unknown.json()["error"]["kind"] == "no_move"


def test_who_has_several_seats_sees_with_the_eyes_of_one_that_is_to_move(ana: Program) -> None:
    table = ana.begin("me", "me")["id"]
    shown = ana.look(table)

    assert shown["viewer"] is None
    assert ana.look(table, "seat=1")["viewer"] == 1
    after = ana.act(table, "play", ana.look(table, "seat=1"), move=CHOICE).json()
    assert after["viewer"] is None
    assert ana.look(table, "seat=1")["viewer"] is None


def test_events_since_a_number(ana: Program) -> None:
    table = ana.begin("me", "me")["id"]
    everything = ana.look(table, "since=-1")["events"]
    ana.act(table, "play", ana.look(table, "seat=0"), move=CHOICE)

    assert everything
    assert ana.look(table)["events"] == []
    assert ana.look(table, "since=-1")["events"] == [*everything, *ana.look(table, "since=-1")["events"][-1:]]
    assert [event["kind"] for event in ana.look(table, "since=-1")["events"][len(everything) :]] == ["chose"]
    assert ana.look(table, "since=-1&seat=1")["events"][-1]["card"] is None
    assert ana.look(table, "since=99")["events"] == []


def test_a_pause_and_a_computer_player_that_stands_in(site: Site, ana: Program, ben: Program) -> None:
    table = site.open(ana.visitor, ben.visitor).removeprefix("/table/")

    assert ana.post(f"/tables/{table}/pause", {"wished": True}).json()["seats"][0]["wishes"] == "pause"
    paused = ben.post(f"/tables/{table}/pause", {"wished": True}).json()
    assert (paused["phase"], paused["legal"]) == ("paused", [])
    assert ana.post(f"/tables/{table}/go-on").json()["phase"] == "playing"
    assert ben.post(f"/tables/{table}/stand-in", {"seat": 0, "level": "random"}).status_code == 409
    assert ana.get("/tables").json()[0]["awaited"] == [0]
    handed = ana.post(f"/tables/{table}/stand-in", {"seat": 0, "level": "random"}).json()
    assert (handed["seats"][0]["substitute"], handed["legal"]) == ("random", [])
    assert ana.get("/tables").json()[0]["awaited"] == []
    assert ana.post(f"/tables/{table}/come-back", {"seat": 0}).json()["seats"][0]["substitute"] is None


def test_programs_get_ready_resign_and_play_again(ana: Program, ben: Program) -> None:
    table = ana.begin("me", "free", listed=True, clock={"stock": 60_000})["id"]
    begun = ben.post(f"/tables/{table}/join").json()
    assert [(each["ready"], each["running"]) for each in begun["seats"]] == [(False, None)] * 2
    assert [each["ready"] for each in ana.post(f"/tables/{table}/ready").json()["seats"]] == [True, False]
    ready = ben.post(f"/tables/{table}/ready").json()
    assert all(each["ready"] and each["running"] for each in ready["seats"])

    assert ben.post(f"/tables/{table}/resign", {"seat": 0}).status_code == 403
    over = ben.post(f"/tables/{table}/resign", {"seat": 1}).json()
    assert (over["phase"], over["winners"], over["status"]) == ("over", [0], "Ana wins.")
    assert [each["resigned"] for each in over["seats"]] == [False, True]
    assert over["opening"] is not None
    assert "resigned after move 0" in ana.get(f"/tables/{table}/record").json()["record"]

    offered = ana.post(f"/tables/{table}/again", {"answer": "offer"}).json()
    assert (offered["rematch"], offered["seats"][0]["wishes"]) == (None, "again")
    assert ben.post(f"/tables/{table}/again", {"answer": "perhaps"}).status_code == 400
    rematch = ben.post(f"/tables/{table}/again", {"answer": "accept"}).json()["rematch"]
    assert ana.look(table)["rematch"] == rematch
    assert ana.look(rematch)["phase"] == "playing"


def test_programs_end_a_game_by_agreement(site: Site, ana: Program, ben: Program) -> None:
    table = site.open(ana.visitor, ben.visitor).removeprefix("/table/")

    assert ana.post(f"/tables/{table}/end", {"wished": True}).json()["phase"] == "playing"
    ended = ben.post(f"/tables/{table}/end", {"wished": True}).json()
    assert (ended["phase"], ended["winners"], ended["opening"]) == ("closed", [], None)
    assert ended["status"] == "The game was ended by agreement, without a result."

    alone = site.open(ana.visitor, ana.visitor).removeprefix("/table/")
    ended = ana.post(f"/tables/{alone}/end", {"wished": True}).json()
    assert ended["status"] == "The game was ended early, without a result."


def test_hints_are_legal_moves(site: Site, ana: Program) -> None:
    make_members(site.client.app.state.services.store, ana.visitor.id)
    table = ana.begin("me", "random")
    hints = ana.get(f"/tables/{table['id']}/hint?seat=0").json()

    assert [{"move": hint["move"], "says": hint["says"]} for hint in hints] == table["legal"]
    assert ana.get(f"/tables/{table['id']}/hint?seat=0&level=wizard").status_code == 422
    rated = ana.begin("me", "easy", rated=True)["id"]
    assert ana.get(f"/tables/{rated}/hint?seat=0").status_code == 409


def test_a_hint_says_why_if_asked(site: Site, ana: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    table = ana.begin("me", "random")
    moves = [each["move"] for each in table["legal"]]
    asked: list[tuple[str, ...]] = []

    async def advise(*_: object) -> list[Advice]:
        return [Advice(move, worth, 1) for move, worth in zip(moves, (0.6, 0.6, 0.3, 0.2), strict=False)]

    async def explain(_table: str, _person: str, _seat: int, *compared: str) -> Explanation:
        asked.append(compared)
        bought = Fact(Entry(POINTS, 0, "buy", "tile 30"), (5.0, 0.0), (1.0, 0.0), 0.1)
        return Explanation((0.6, 0.3), (Reason("tile 30", (bought,), 1.0),))

    monkeypatch.setattr(site.tables, "hint", advise)
    monkeypatch.setattr(site.tables, "explain", explain)
    plain, told = (ana.get(f"/tables/{table['id']}/hint?seat=0{more}").json() for more in ("", "&why=true"))

    said = "You buy the Library (5 points) this round, after the other move hardly ever."
    assert [each["why"] for each in plain] == ["", "", "", ""]
    assert [each["why"] for each in told] == ["", "", said, ""]
    assert asked == [(moves[0], moves[2])]


def test_who_waits_is_told_of_a_change_at_once(site: Site, ana: Program, ben: Program) -> None:
    table = site.open(ana.visitor, ben.visitor).removeprefix("/table/")
    seen, ben_sees = ana.look(table), ben.look(table)

    def move_when_ana_waits() -> None:
        until(lambda: (table, ana.visitor.id) in site.tables._live_updates.viewers())
        move_of(site, ben, table)

    with ThreadPoolExecutor(1) as threads:
        threads.submit(move_when_ana_waits)
        later = ana.look(table, f"known={seen['state']}&wait=25&since={seen['number']}")  # the same when time is over

    assert (later["number"], later["mark"]) == (1, seen["mark"])
    assert later["events"] == [{"kind": "chose", "seat": 1, "card": None, "second": None}]
    assert ben.look(table, f"known={ben_sees['state']}&wait=20")["number"] == 1


def move_of(site: Site, program: Program, table_id: str) -> None:
    """Let somebody at seat 2 choose, as another process would."""
    mark = site.look(f"/table/{table_id}").revision(1)
    site.call(lambda: site.tables.step(Action(table_id, program.visitor.id, 1, mark, new_id()), CHOICE, quick=True))


def test_who_waits_in_vain_gets_what_they_know(ana: Program) -> None:
    table = ana.begin("me", "me")
    waited = ana.look(table["id"], f"known={table['state']}&wait=1")

    assert waited == table


@pytest.mark.parametrize("game", malecon.games)
def test_a_whole_game_is_as_in_the_log(site: Site, ana: Program, game: str) -> None:
    rng = random.Random(1)
    table_id = ana.begin("me", "me", game=game)["id"]
    played = list(play_to_the_end(ana, table_id, rng))
    seen, table = ana.look(table_id, "since=-1"), site.look(f"/table/{table_id}")

    assert [(move.seat, move.notation) for move in table.log] == played
    assert seen["phase"] == "over"
    assert seen["winners"] == list(table.match.winners)
    assert seen["number"] == len(played)
    assert len(seen["events"]) == len(table.match.events)
    record = ana.get(f"/tables/{table_id}/record").json()["record"]
    assert malecon.replay(record).record() == table.match.record()
    assert seen["opening"] == [str(table.header.key), table.header.salt]
    assert [each["finished"] is not None for each in ana.get("/tables").json()] == [True]


def play_to_the_end(program: Program, table_id: str, rng: random.Random) -> Iterator[tuple[int, str]]:
    """Play a table of one person with random moves; yield seats and moves as they come into the log.

    What the program sees after a move is enough to go on, unless several seats are awaited.
    """
    after, turn = program.look(table_id), list[tuple[int, str]]()
    while awaited := [seat["seat"] for seat in after["seats"] if seat["awaited"]]:
        seen = after if after["legal"] else program.look(table_id, f"seat={rng.choice(awaited)}")
        move = rng.choice(seen["legal"])["move"]
        after = program.act(table_id, "play", seen, move=move).json()
        turn.append((seen["viewer"], move))
        if after["number"] > seen["number"]:
            yield from turn
            turn = []
