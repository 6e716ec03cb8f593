"""Coming together at a table: invitations, free seats, watching, talk."""

import re

from malecon.web.cookies import COOKIE_NAME
from patience import PATIENCE_S
from tables.sitting import CHOICE
from web.visiting import Reading, Site, Visitor, read_frame

SEATS = {"seat-1": "me", "seat-2": "free", "seat-3": "random", "has-terms": "yes"}


def begun(ana: Visitor, **terms: str) -> str:
    """Begin a table of ana with a free seat, and return its address."""
    return str(ana.post("/new/havana", {**SEATS, **terms}).headers["location"])


def invitation_at(ana: Visitor, table_id: str) -> str:
    """Return the address of the invitation that ana's page shows."""
    found = re.findall(r'href="(/join/[\w-]+)"', ana.get(table_id).text)
    assert len(found) == 1
    return str(found[0])


def test_a_friend_sits_down_by_an_invitation_and_the_game_begins(site: Site, ana: Visitor) -> None:
    table = begun(ana)
    waiting, invitation = ana.get(table), invitation_at(ana, table)
    shown = site.stranger().get(invitation)
    joined = site.stranger().post(invitation, {"name": " Ben  B. "})

    assert "1 more player is needed." in waiting.text
    assert 'class="board"' not in waiting.text
    assert 'href="/learn/havana"' in waiting.text
    assert 'href="/learn/havana"' in shown.text
    assert "Ana invites you to Havana" in shown.text
    assert COOKIE_NAME not in shown.cookies
    assert (joined.status_code, joined.headers["location"]) == (303, table)
    assert COOKIE_NAME in joined.cookies
    assert [sitter.name for sitter in site.look(table).occupants[:2]] == ["Ana", "Ben B."]
    assert 'class="board"' in ana.get(table).text


def test_who_sat_down_under_a_name_is_offered_it_at_the_next_invitation(site: Site, ana: Visitor) -> None:
    eve = site.somebody()
    first, second = (invitation_at(ana, begun(ana)) for _ in range(2))
    eve.post(first, {"name": " Eve "})

    assert 'value="Eve"' in eve.get(second).text


def test_an_invitation_is_used_up_by_one(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana)
    invitation = invitation_at(ana, table)
    first, second = (who.post(invitation, {"name": name}) for who, name in ((ben, "Ben"), (site.somebody(), "Eve")))

    assert (first.status_code, second.status_code) == (303, 404)
    assert "used up" in second.text
    assert "used up" in site.stranger().get(invitation).text


def test_the_link_of_an_invitation_leads_who_has_used_it_to_the_table(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana)
    invitation = invitation_at(ana, table)
    joined = ben.post(invitation, {"name": "Ben"})
    kept = joined.headers["set-cookie"].split("; ")

    assert {f"Path={invitation}", "HttpOnly", "SameSite=lax"} <= set(kept)
    ben.cookie["Cookie"] += f"; {kept[0]}"
    again = ben.get(invitation)
    assert (again.status_code, again.headers["location"]) == (303, table)
    forged = site.stranger()
    forged.cookie = {"Cookie": "malecon-table=../settings"}
    assert forged.get(invitation).status_code == 404


def test_looking_at_an_invitation_takes_no_seat_and_a_wrong_name_keeps_it(site: Site, ana: Visitor) -> None:
    table = begun(ana)
    invitation = invitation_at(ana, table)
    refused = site.stranger().post(invitation, {"name": "ana"})

    assert refused.status_code == 422
    assert "called ana already" in refused.text
    assert 'value="ana"' in refused.text
    assert site.look(table).occupants[1].is_free
    assert not Reading(refused.text).wrong


def test_only_the_host_sees_invitations(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana, listed="on", watched="on")
    token = invitation_at(ana, table).removeprefix("/join/")

    for who in (ben, site.stranger()):
        assert token not in who.get(table).text
        assert token not in who.get(f"{table}/frame").text


def test_a_listed_table_is_on_the_start_page_until_it_is_full(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana, listed="on")
    before = ben.get("/").text
    joined = ben.post(f"{table}/join", {"name": ""})

    assert f'href="{table}"' in before
    assert "1 of 3 seats free" in before
    assert joined.status_code == 303
    assert site.look(table).occupants[1].name == "Ben"
    assert f'href="{table}"' not in site.stranger().get("/").text


def test_a_table_that_is_not_listed_is_joined_by_invitation_only(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana, watched="on")
    refused = ben.post(f"{table}/join", {"name": "Ben"})

    assert refused.status_code == 404
    assert f'href="{table}"' not in ben.get("/").text
    assert "Sit down" not in ben.get(table).text
    assert site.look(table).occupants[1].is_free


def test_seats_are_filled_cleared_and_left_before_the_game_begins(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = str(ana.post("/new/havana", SEATS | {"seat-3": "free"}).headers["location"])
    invitation = re.findall(r'href="(/join/[\w-]+)"', ana.get(table).text)[0]
    ben.post(invitation, {"name": "Ben"})
    left = ben.post(f"{table}/seat", {"seat": "2", "verb": "leave"})
    alone = site.look(table).occupants[1].is_free
    strange = ben.post(f"{table}/seat", {"seat": "2", "verb": "computer", "level": "easy"})
    ana.post(f"{table}/seat", {"seat": "2", "verb": "computer", "level": "easy"})

    assert left.status_code == 303
    assert alone
    assert strange.status_code == 404
    assert site.look(table).occupants[1].level == "easy"
    assert ana.post(f"{table}/cancel").status_code == 303
    assert "cancelled before its game began" in ana.get(table).text
    assert "somebody is awaited" not in ana.get(table).text
    assert ana.post(f"{table}/seat", {"seat": "3", "verb": "computer", "level": "easy"}).status_code == 409


def test_a_private_table_may_be_seen_when_the_game_is_over(site: Site) -> None:
    ana = site.somebody(name="Ana")
    form = {"seat-1": "me", "seat-2": "person", "has-terms": "yes"}
    table = str(ana.post("/new/havana", form).headers["location"])
    before = site.stranger().get(table).status_code
    site.finish(table)

    assert (before, site.stranger().get(table).status_code) == (404, 200)


def test_what_is_said_is_text_for_all_who_sit_there(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana, watched="on")
    ben.post(invitation_at(ana, table))
    with ana.socket(table) as socket:
        ben.post(f"{table}/say", {"text": "<b>hello</b> & good luck"})
        while "&lt;b&gt;hello&lt;/b&gt; &amp; good luck" not in socket.receive_text(timeout=PATIENCE_S):
            pass

    assert [remark.text for remark in site.look(table).remarks] == ["<b>hello</b> & good luck"]
    assert not Reading(ana.get(table).text).wrong


def test_spectators_talk_among_themselves_until_the_game_is_over(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = site.open(ana, ben)
    eve, joe = site.somebody(name="Eve"), site.stranger()
    before = [who.get(table).text for who in (ana, ben)]
    with ana.socket(table) as socket:
        first = read_frame(socket.receive_text(timeout=PATIENCE_S))
        assert eve.post(f"{table}/say", {"text": "Ana is lost"}).status_code == 303
        assert joe.post(f"{table}/say", {"text": "who are you?"}).status_code == 422, "nobody talks without a name"
        assert joe.post(f"{table}/say", {"text": "I am Ana", "name": "Player 1"}).status_code == 422, "nor as a player"
        assert "Ana is lost" in joe.get(table).text
        ana.post(f"{table}/say", {"text": "hello all"})
        told = read_frame(socket.receive_text(timeout=PATIENCE_S))
    assert told.after == first.state, "the first that comes is what Ana said"
    assert "Ana is lost" not in "".join(told.parts.values())
    for who, page in zip((ana, ben), before, strict=True):
        shown = who.get(table).text
        assert "Ana is lost" not in shown
        assert shown.count('id="said-') == 1
        assert page.count('id="said-') == 0
    assert "hello all" in eve.get(table).text
    for number in ("-1", "x", ""):
        assert ana.post(f"{table}/heard", {"number": number, "verb": "report"}).status_code == 404
    assert joe.post(f"{table}/heard", {"number": "-1", "verb": "report"}).status_code == 403

    site.finish(table)
    for who in (ana, ben, eve):
        assert "Ana is lost" in who.get(table).text
    assert ana.post(f"{table}/heard", {"number": "-1", "verb": "report"}).status_code == 303
    assert site.look(table).spectators_remarks[0].reported_at


def test_the_panels_say_who_is_there(site: Site, ana: Visitor, ben: Visitor) -> None:
    table, look = site.open(ana, ben), site.tables._presence_feed.look
    with ana.socket(table) as socket:
        socket.receive_text(timeout=PATIENCE_S)
        site.call(look)
        first = read_frame(socket.receive_text(timeout=PATIENCE_S)).parts
        with ben.socket(table) as other:
            other.receive_text(timeout=PATIENCE_S)
            site.call(look)
            second = read_frame(socket.receive_text(timeout=PATIENCE_S)).parts

    assert [{*first}, {*second}] == [{"presence-2"}] * 2, "the own seat says nothing, and nothing else is drawn"
    assert '<span class="presence gone" id="presence-2">gone</span>' in first["presence-2"]
    assert '<span class="presence here" id="presence-2">here</span>' in second["presence-2"]


def test_the_waiting_room_says_who_is_there_and_who_is_missing(site: Site, ana: Visitor, ben: Visitor) -> None:
    seats = {"seat-1": "me", "seat-2": "free", "seat-3": "free", "has-terms": "yes"}
    table = str(ana.post("/new/havana", seats).headers["location"])
    ben.post(re.findall(r'href="(/join/[\w-]+)"', ana.get(table).text)[0])
    with ana.socket(table) as socket:
        socket.receive_text(timeout=PATIENCE_S)
        site.call(site.tables._presence_feed.look)
        shown = ana.get(table).text

    assert shown.count('<span class="presence gone">') == 1
    assert "1 more player is needed." in shown
    assert "somebody is awaited" in ben.get(table).text


def test_who_only_watches_is_told_so_and_nobody_else(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = site.open(ana, ben)
    told = ["You are watching." in who.get(table).text for who in (site.stranger(), ana, ben)]
    device = site.open(ana, ana)

    assert told == [True, False, False]
    assert "You are watching." not in ana.get(device).text


def test_where_one_person_plays_spectators_do_not_talk(site: Site, ana: Visitor) -> None:
    assert site.somebody(name="Eve").post(f"{site.open(ana, None)}/say", {"text": "hello"}).status_code == 403


def test_an_invitation_is_a_qr_code_too(site: Site, ana: Visitor) -> None:
    table = begun(ana, watched="on")
    invitation = invitation_at(ana, table)
    code = site.stranger().get(f"{invitation}/code")

    assert code.headers["content-type"].startswith("image/svg+xml")
    assert code.text.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert f'src="{invitation}/code"' in ana.get(table).text
    assert f"{invitation}/code" not in site.stranger().get(table).text
    assert site.stranger().get("/join/nothing/code").status_code == 404


def test_somebody_can_be_muted_and_reported(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana)
    ben.post(invitation_at(ana, table))
    ben.post(f"{table}/say", {"text": "grr grr"})
    ana.post(f"{table}/heard", {"number": "0", "verb": "report"})
    ana.post(f"{table}/heard", {"number": "0", "verb": "mute"})
    muted = ana.get(table).text
    ana.post(f"{table}/heard", {"number": "0", "verb": "unmute"})

    assert site.look(table).remarks[0].reported_at
    assert "grr grr" not in muted
    assert "You do not hear this person." in muted
    assert "grr grr" in ana.get(table).text
    assert "grr grr" in ben.get(table).text
    assert ben.post(f"{table}/heard", {"number": "0", "verb": "mute"}).status_code == 404
    assert ana.post(f"{table}/heard", {"number": "7", "verb": "report"}).status_code == 404


def test_talk_changes_nothing_that_is_asked(site: Site, ana: Visitor, ben: Visitor) -> None:
    table = begun(ana)
    ben.post(invitation_at(ana, table))
    fields = ana.fields(table)
    ben.post(f"{table}/say", {"text": "hello"})
    done = ana.post(f"{table}/act", {**fields, "move": CHOICE})

    assert done.status_code == 303
    assert site.look(table).seat_states[0].draft


def test_there_are_no_hints_where_the_result_counts(site: Site) -> None:
    ana, ben = site.member(name="Ana"), site.member(name="Ben")
    table = begun(ana, rated="on", **{"seat-3": "easy"})
    ben.post(invitation_at(ana, table))
    answer = ana.get(f"{table}/hint")

    assert answer.status_code == 409
    assert "no hints where the result counts" in answer.text
    assert f'href="{table}/hint' not in ana.get(table).text
