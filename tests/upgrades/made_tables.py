"""Tables of all sorts: in both games, with options and clocks, that go on, wait, pause, or are done with."""

import random
from collections.abc import Mapping
from typing import Any

from upgrades.server import Guest, draft, play

OWN = {"havana": ("tiles",), "cuba": ("ships", "boards", "buildings", "laws", "market")}
"""The games, each with the options that are an owner's data."""
LEVELS = ("easy", "standard", "strong", "master")
HOUR_MS = 3_600_000
SLOW, LIVE = {"each": 24 * HOUR_MS}, {"stock": HOUR_MS // 3, "increment": 15_000}


class Tables:
    """The tables of a site. ``ids`` are by the names that they have in the files."""

    def __init__(self, guests: Mapping[str, Guest], own_data: Mapping[str, str], chance: random.Random) -> None:
        """``guests``: people by name. ``own_data``: of an owner, by option. ``chance``: of all moves."""
        self.ana, self.ben, self.carla, self.diego, self.eva = guests.values()
        self.own_data = own_data
        self.chance = chance
        self.ids: dict[str, str] = {}
        self.last_action: dict[str, Any] = {}
        self.invitation = ""

    def begin(self) -> None:
        """Begin tables, make the first moves, and leave drafts; Diego deletes himself."""
        self.begin_with_computers()
        self.begin_with_friends()
        self.wait_for_players()
        for name in ("cancelled", "swept: cancelled"):
            self.ids[name] = self.eva.begin("cuba", "me", "free", listed=True)["id"]
            self.eva.tell(f"/tables/{self.ids[name]}/cancel")
        self.play_a_few_moves()
        self.leave_drafts()
        for guest in (self.ana, self.ben):
            guest.tell(f"/tables/{self.ids['paused']}/pause", wished=True)
        self.ana.tell(f"/tables/{self.ids['undecided']}/pause", wished=True)
        self.ben.tell(f"/tables/{self.ids['stood in']}/stand-in", seat=1, level="strong")
        self.diego.submit("/me/delete", typed="delete")

    def begin_with_computers(self) -> None:
        """Begin tables of one person, with every level and every option."""
        ana, options = self.ana, {"edition": "filosofia", "ages": [2, 0, 1]}
        self.ids["all levels"] = ana.begin("cuba", "me", *LEVELS, options={"plantations": "different"})["id"]
        self.ids["options"] = ana.begin("havana", "me", "random", "master", options=options)["id"]
        self.ids["sealed"] = ana.begin("cuba", "me", "kind", options={"sealed": True, "embassy": False})["id"]
        self.ids["one device"] = ana.begin("havana", "me", "me", watched=False)["id"]
        self.ids["alone"] = self.diego.begin("havana", "me", "random")["id"]
        for game, names in OWN.items():
            files = {name: (f"{name}.toml", self.own_data[name].encode()) for name in names}
            begun = ana.submit(f"/new/{game}", files=files, opponents="1", level="random")
            self.ids[f"own data of {game}"] = table_in(begun)

    def begin_with_friends(self) -> None:
        """Begin tables of several people."""
        self.ids["slow"] = self.with_friends("cuba", clock=SLOW, rated=True)
        self.ids["live"] = self.with_friends("havana", clock=LIVE)
        self.ids["choosing"] = self.with_friends("havana")
        self.ids["undecided"] = self.with_friends("cuba", watched=False)
        self.ids["paused"] = self.with_friends("havana", clock=SLOW)
        self.ids["stood in"] = self.with_friends("havana", self.carla)
        self.ids["inherited"] = self.with_friends("cuba", self.diego)
        self.ids["stopped"] = self.with_friends("havana")

    def with_friends(self, game: str, *others: Guest, **terms: Any) -> str:
        """Begin a table of Ana and Ben, and others, whom she invites."""
        guests = (self.ben, *others)
        begun = self.ana.begin(game, "me", *("free" for _ in guests), **terms)
        for guest, seat in zip(guests, begun["seats"][1:], strict=True):
            guest.tell("/invitations", invitation=seat["invitation"], name=guest.name)
        return str(begun["id"])

    def wait_for_players(self) -> None:
        """Begin a table with a free seat that is open to all, and to who has its invitation."""
        begun = self.ana.begin("cuba", "me", "free", "free", "easy", listed=True, clock={"stock": HOUR_MS})
        self.ids["waiting"] = begun["id"]
        self.ben.tell(f"/tables/{begun['id']}/join", name="Benjamin")
        seats = self.ana.look(begun["id"])["seats"]
        self.invitation = next(seat["invitation"] for seat in seats if seat["invitation"])

    def play_a_few_moves(self) -> None:
        """Make the first moves."""
        both = [self.ana, self.ben]
        for name in ("all levels", "options", "sealed", "own data of havana", "own data of cuba"):
            play(self.ids[name], [self.ana], 8, self.chance)
        for name in ("slow", "live", "undecided", "paused", "stopped"):
            play(self.ids[name], both, 12, self.chance)
        play(self.ids["stood in"], [*both, self.carla], 12, self.chance)
        play(self.ids["inherited"], [*both, self.diego], 12, self.chance)

    def leave_drafts(self) -> None:
        """Leave steps unconfirmed; of one it is known how it was sent."""
        both = [self.ana, self.ben]
        draft(self.ids["slow"], both, self.chance, held=False)
        draft(self.ids["undecided"], both, self.chance, held=True)
        draft(self.ids["choosing"], [self.ben], self.chance, held=True)
        table = self.ids["one device"]
        seen = self.ana.ask(f"/tables/{table}?seat=1")
        action = self.ana.action(seen) | {"move": seen["legal"][0]["move"]}
        after = self.ana.tell(f"/tables/{table}/step", **action)
        self.last_action = {"table": "one device", "verb": "step", "body": action, "mark": after["mark"]}

    def finish(self) -> None:
        """Play to the end, rated and not, with people and computer players."""
        for game in OWN:
            name = self.ids[f"rated {game}"] = self.with_friends(game, rated=True)
            play(name, [self.ana, self.ben], 10_000, self.chance)
            name = self.ids[f"rated {game} with a computer"] = self.ana.begin(game, "me", "easy", rated=True)["id"]
            play(name, [self.ana], 10_000, self.chance)
        name = self.ids["finished without Ben"] = self.with_friends("havana")
        self.ben.tell(f"/tables/{name}/stand-in", seat=1, level="easy")
        play(name, [self.ana], 10_000, self.chance)
        name = self.ids["finished for fun"] = self.with_friends("havana", options={"edition": "filosofia"})
        play(name, [self.ana, self.ben], 10_000, self.chance)
        name = self.ids["swept: finished"] = self.ben.begin("havana", "me", "random")["id"]
        play(name, [self.ben], 10_000, self.chance)

    def play_on(self) -> str:
        """Play known deals again: of tables, one of which will be swept, and of a record; return its address."""
        seats = {"seat-1": "me", "seat-2": "random", "at": "9"}
        record = self.ana.ask(f"/tables/{self.ids['rated cuba']}/record")["record"]
        brought = self.ana.submit("/records", files={"record": ("a.game", record.encode())}).headers["location"]
        record_address = str(brought).removesuffix("/replay")
        origins = {
            "played on": (self.ana, f"/table/{self.ids['rated havana']}"),
            "swept and played on": (self.ben, f"/table/{self.ids['swept: finished']}"),
            "record played on": (self.ana, record_address),
        }
        for name, (guest, address) in origins.items():
            self.ids[name] = table_in(guest.submit(f"{address}/play-on", **seats))
            play(self.ids[name], [guest], 12, self.chance)
        return record_address


def table_in(answer: Any) -> str:
    """Return the table to which an answer leads."""
    return str(answer.headers["location"]).removeprefix("/table/")
