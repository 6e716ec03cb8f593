"""A site with everything that a database can hold: its data folder, and what people saw there at last."""

import json
import lzma
import random
import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import malecon
from malecon.agents.puzzles import book_of
from upgrades.made_tables import OWN, Tables
from upgrades.server import Guest, free_port, run, serving, wait_for
from upgrades.views import essence
from web.post_office import PostOffice, post_office

PASSWORDS = {"Ana": "a tree full of parrots", "Ben": "les bateaux de Marseille", "Carla": "mañana por la mañana"}
CHANGES = {
    "tiles": ("points = 1\n", "points = 2\n"),
    "ships": ('["citrus", "sugar", "tobacco", "rum", "cigars"]', '["citrus", "citrus", "tobacco", "rum", "cigars"]'),
    "boards": ('["WFCM", "SCLT", "MSTF"]', '["WFMC", "SCLT", "MSTF"]'),
    "buildings": ("most = 4\n", "most = 3\n"),
    "laws": ("amount = 4\n", "amount = 3\n"),
    "market": ("empty = 7\n", "empty = 8\n"),
}
"""What an owner's data have in place of the game's own, by option."""
OWN_PAGES = ("/me/export", "/statistics/json", *(f"/ranking/{game}/json" for game in OWN))
SWEPT = "swept: "
"""How the names of tables begin that are gone at last."""
UNUSED_DAYS, KNOWN_DAYS, DAY_MS = 800, 3, 86_400_000
MOST_WRONG = 4
"""After so many wrong passwords one has to wait for a minute."""
KEYS = {"p256dh": "BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk"}
BROWSER = {"endpoint": "https://fcm.googleapis.com/fcm/send/a-browser-of-eva", "auth": "zqbxT6JKstKSY9JKibZLSQ", **KEYS}


def fill_site(folder: Path) -> dict[str, str]:
    """Make the data folder, and what belongs to it; return an owner's data, by option."""
    site = Site(folder / "data")
    with post_office() as office:
        port = free_port()
        with serving(site.data, port, office.port) as address:
            site.settle_people(address)
        be_known(site.data)
        with serving(site.data, port, office.port):
            site.play()
            site.talk()
            site.train()
            site.let_ana_wait()
        with serving(site.data, port, office.port) as address:
            site.write_letters(office)
            site.begin_unseen(address)
            site.administer()
            seen = site.look_around()
    (folder / "known.json").write_text(dumps(site.known()), "utf-8")
    (folder / "seen.json.xz").write_bytes(lzma.compress(dumps(seen).encode()))
    sweep(site.data, [table for name, table in site.tables.ids.items() if name.startswith(SWEPT)])
    return site.own_data


def be_known(data: Path) -> None:
    """Let everybody have come some days ago: only then a result counts."""
    with closing(sqlite3.connect(data / "malecon.db")) as connection, connection:
        connection.execute("UPDATE people SET created = created - ?", (KNOWN_DAYS * DAY_MS,))


def dumps(content: object) -> str:
    """Return JSON."""
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def sweep(data: Path, tables: list[str]) -> None:
    """Let tables be unused for long, and sweep."""
    with closing(sqlite3.connect(data / "malecon.db")) as connection, connection:
        for table in tables:
            later = "UPDATE tables SET touched = touched - ? WHERE id = ?"
            connection.execute(later, (UNUSED_DAYS * DAY_MS, table))
    run("admin", "sweep", "--folder", data)


class Site:
    """What is done at a site, one thing after the other."""

    def __init__(self, data: Path) -> None:
        """``data``: its folder."""
        self.data = data
        self.guests: dict[str, Guest] = {}
        self.links: dict[str, str] = {}
        self.own_data: dict[str, str] = {}
        self.push_key = ""
        self.made = 0

    def settle_people(self, address: str) -> None:
        """Let people come: with accounts and without, one of whom will be gone, and one be blocked."""
        self.guests["Ana"] = self.ana = Guest(address, name="Ana", language="en", theme="light")
        self.guests["Ben"] = self.ben = Guest(address, name="Ben", language="fr", theme="dark", still="1", quick="1")
        self.guests["Carla"] = Guest(address, name="Carla Ñandú", language="", theme="")
        self.guests["Diego"] = Guest(address, name="Diego", language="en", theme="")
        self.guests["Eva"] = self.eva = Guest(address, name="Eva", language="en", theme="")
        for name, password in PASSWORDS.items():
            self.guests[name].submit("/me/account", name=self.guests[name].name, password=password)
        page = self.eva.browser.get("/notices").raise_for_status().text
        self.push_key = re.findall(r'data-key="([^"]+)"', page)[0]
        self.eva.submit("/notices/push", **BROWSER)
        for game, options in OWN.items():
            for option in options:
                text = self.ana.browser.get(f"/rules/{game}/data/{option}").raise_for_status().text
                assert CHANGES[option][0] in text, option
                self.own_data[option] = text.replace(*CHANGES[option], 1)

    def play(self) -> None:
        """Begin tables, and finish some."""
        self.tables = Tables(self.guests, self.own_data, random.Random(7))
        self.tables.begin()
        del self.guests["Diego"]  # who has deleted himself
        self.tables.finish()
        record = self.tables.play_on()
        self.links["invitation"] = f"/join/{self.tables.invitation}"
        self.links["record"], self.links["record as a file"] = f"{record}/replay", f"{record}/record"

    def train(self) -> None:
        """Do a mission of Cuba, and fail at a puzzle of each game."""
        self.ana.submit("/learn/cuba/play/harvest/end")
        for game in OWN:
            book = book_of(malecon.games[game])
            assert book
            wrong, address = next(iter(book.puzzles[0].decisions[0].wrong)), f"/puzzles/{game}/1/act"
            self.ana.submit(address, move=wrong)
            self.ana.browser.post(address, data={"do": wrong, "verb": "confirm"})  # where it is asked for

    def let_ana_wait(self) -> None:
        """Play at the live table until it is not Ana's turn: when it is again, she is to be told."""
        live = self.tables.ids["live"]
        while self.is_awaited("Ana", live):
            self.ana.act(live, "play", move=self.ana.look(live)["legal"][0]["move"])

    def talk(self) -> None:
        """Talk, report, mute."""
        for name in ("waiting", "slow", "rated cuba"):
            table = f"/table/{self.tables.ids[name]}"
            self.ana.submit(f"{table}/say", text="¡Hola! Isn't it hot today?")
            self.ben.submit(f"{table}/say", text="Au revoir 🌴")
        self.ana.submit(f"{table}/heard", number="1", verb="report")
        self.ben.submit(f"{table}/heard", number="0", verb="mute")

    def try_password(self, name: str, password: str) -> None:
        """Try a wrong password in somebody's browser."""
        form = {"name": self.guests[name].name, "password": password}
        wrong = self.guests[name].browser.post("/sign-in", data=form)
        assert wrong.status_code == 403, wrong.status_code

    def write_letters(self, office: PostOffice) -> None:
        """Confirm an address, ask for another one, and wait until somebody is told that it is their turn."""
        for guest, address in ((self.ana, "ana@mail.example"), (self.ben, "ben@mail.example")):
            guest.submit("/notices/mail", address=address)
            wait_for(lambda address=address: any(letter["To"] == address for letter in office.letters))
            text = next(letter.get_content() for letter in office.letters if letter["To"] == address)
            self.links["confirm"] = urlsplit(re.findall(r"http\S+", text)[0]).path
            if guest is self.ana:
                guest.submit(self.links["confirm"])
        live = self.tables.ids["live"]
        while not self.is_awaited("Ana", live):  # who is not to look there: she would know by that
            self.ben.act(live, "play", move=self.ben.look(live)["legal"][0]["move"])
        wait_for(lambda: "turn" in office.letters[-1]["Subject"], seconds=100)
        stop = urlsplit(office.letters[-1]["List-Unsubscribe"].strip("<>"))
        self.links["no more letters"] = f"{stop.path}?{stop.query}"

    def is_awaited(self, name: str, table_id: str) -> bool:
        """Tell whether somebody is to move at a table, as a spectator sees it."""
        return any(seat["awaited"] and seat["name"] == name for seat in self.eva.look(table_id)["seats"])

    def begin_unseen(self, address: str) -> None:
        """Let it be the turn of somebody who does not look, and is not told yet."""
        gus = Guest(address, name="Gus", language="", theme="")
        begun = self.eva.begin("havana", "free", "me")
        gus.tell("/invitations", invitation=begun["seats"][0]["invitation"], name="Gus")
        self.tables.ids["unseen"] = begun["id"]

    def administer(self) -> None:
        """Look after the site with its commands."""
        people = run("admin", "people", "Carla", "--folder", self.data)
        person = next(line.split()[0] for line in people.splitlines() if "Carla" in line)
        run("admin", "block", person, "--folder", self.data)
        run("admin", "end", self.tables.ids["stopped"], "--folder", self.data)
        run("admin", "ratings", "--folder", self.data)

    def look_around(self) -> dict[str, Any]:
        """Return what each person sees at each table, and of themselves, when no computer player thinks any more."""
        wait_for(lambda: not any(map(self.is_thinking, self.kept_tables().values())))
        page = self.ana.submit("/me/link").text
        self.links["carry"] = urlsplit(re.findall(r'<a href="(http[^"]+/come/[^"]+)"', page)[0]).path
        seen: dict[str, Any] = {}
        for name, table in self.kept_tables().items():
            for guest in self.guests:
                answer = self.guests[guest].program.get(f"/tables/{table}?since=-1")
                seen[f"{name}, {guest}"] = essence(answer.json()) if answer.is_success else answer.status_code
        for path in OWN_PAGES:
            seen[path] = self.ana.read(path)
        for _ in range(MOST_WRONG):
            self.try_password("Carla", "mañana")
        seen["/api/v1/tables"], seen["/api/v1/lobby"] = self.ana.ask("/tables"), self.eva.ask("/lobby")
        self.made = time.time_ns() // 1_000_000
        return seen

    def kept_tables(self) -> dict[str, str]:
        """Return the tables that stay, by name."""
        return {name: table for name, table in self.tables.ids.items() if not name.startswith(SWEPT)}

    def is_thinking(self, table_id: str) -> bool:
        """Tell whether a computer player is to move."""
        seats = self.ana.program.get(f"/tables/{table_id}").json().get("seats", ())
        return any(seat["awaited"] and (seat["level"] or seat["substitute"]) for seat in seats)

    def known(self) -> dict[str, Any]:
        """Return what people know by heart, have in their browsers, or in their mail."""
        people = {
            name: {
                "name": guest.name,
                "token": guest.token,
                "password": PASSWORDS.get(name),
                "cookies": dict(guest.browser.cookies),
            }
            for name, guest in self.guests.items()
        }
        facts: dict[str, Any] = {"made": self.made, "push key": self.push_key}
        facts |= {"people": people, "tables": self.kept_tables(), "links": self.links}
        return {**facts, "last action": self.tables.last_action}
