"""Somebody who plays in a browser without knowing the game: clicks, or types, whatever can be chosen."""

import random
from typing import Any

from playwright.sync_api import FilePayload, Page

from cases.havana import DEAR_TILES

OVER = ".result"
TO_DO = "button[name=move], button[value=confirm], form.picking, .curtain a"
COMPLAINT = ".error"

LOOK = """dice => {
    const all = (choice, within = document) => [...within.querySelectorAll(choice)];
    for (const button of all("button[aria-disabled]")) button.removeAttribute("aria-disabled"); // it rests for a moment
    const one = things => things[Math.floor(dice.pop() * things.length)];
    const seen = {
        over: all(".result").length > 0,
        state: document.querySelector("main").dataset.state,
        question: document.querySelector("h1").textContent,
        complaints: all(".error").map(error => error.textContent),
        presses: [],
    };
    const forms = all("form.picking"), moves = all("button[name=move]");
    const needed = all(".curtain a, button[value=confirm]");
    const form = !needed.length && dice.pop() * (1 + moves.length) < 1 ? forms[0] : null;
    for (const number of form ? all("input[type=number]", form) : [])
        number.value = Math.floor(dice.pop() * (1 + Number(number.max)));
    const boxes = form ? all("input[type=checkbox]", form) : [], radios = form ? all("input[type=radio]", form) : [];
    const parts = boxes.length ? [one(boxes)] : radios.length ? [one(radios)] : [];
    if (boxes.length > 1) parts.push(one(boxes.filter(box => box !== parts[0])));
    const button = needed[0] ?? (form ? form.querySelector("button.primary") : one(moves));
    const opener = button?.closest("[data-digit]")?.querySelector("input.pick");
    if (!seen.over) seen.presses = [...parts, opener, button].filter(Boolean);
    return seen;
}"""
"""What is seen, and what is to be pressed, one after the other. ``dice`` are numbers below 1."""
LOOK_AND_PRESS = f"""dice => {{
    const {{presses, ...seen}} = ({LOOK})(dice);
    for (const thing of presses) thing.click();
    return seen;
}}"""
"""At once: nothing comes between, as it would if the browser were asked twice."""
SOCKET_MODULE = """() => {
    const client = document.querySelector("script[src$='/client.js']").src;
    return import(new URL("socket.js", client));
}"""
"""The one that the page itself has loaded."""


class Human:
    """Plays at random."""

    def __init__(self, page: Page, seed: int) -> None:
        """Look at ``page``, a table."""
        self.page = page
        self.chance = random.Random(seed)
        self.asked: set[str] = set()

    @property
    def is_over(self) -> bool:
        return self.page.locator(OVER).count() > 0

    @property
    def state(self) -> str | None:
        """What changes whenever something changes at the table."""
        return self.page.locator("main").get_attribute("data-state")

    def play(self, most: int = 2000) -> None:
        """Play to the end of the game, or until so many things were done."""
        for _ in range(most):
            if not self.act():
                return

    def act(self) -> bool:
        """Do one thing as soon as something can be done; tell whether the game goes on."""
        self.wait_for_turn()
        seen = self.do_something()
        assert not seen["complaints"], seen["complaints"]
        if seen["over"]:
            return False
        self.asked.add(seen["question"])
        self.wait_for_change(seen["state"])
        return True

    def wait_for_turn(self) -> None:
        self.page.locator(f"{OVER}, {TO_DO}").first.wait_for(state="attached")

    def wait_for_socket(self) -> None:
        """Wait until actions are sent by the socket: a page that has only just come sends them by POST."""
        module = self.page.evaluate_handle(SOCKET_MODULE)
        self.page.wait_for_function("module => module.hasSocket()", arg=module)

    def wait_for_change(self, before: str | None) -> None:
        changed = self.page.locator(f"main:not([data-state='{before}']), {COMPLAINT}")
        changed.first.wait_for(state="attached")

    def do_something(self) -> dict[str, Any]:
        """Press what there is to press, if the game is not over; return what was seen before."""
        seen: dict[str, Any] = self.page.evaluate(LOOK_AND_PRESS, self.dice())
        return seen

    def dice(self) -> list[float]:
        return [self.chance.random() for _ in range(6)]


class Typist(Human):
    """Uses no mouse."""

    def do_something(self) -> dict[str, Any]:
        looked = self.page.evaluate_handle(LOOK, self.dice())
        seen: dict[str, Any] = looked.evaluate("({presses, ...seen}) => ({...seen, most: presses.length})")
        for place in range(seen["most"]):
            looked.evaluate("({presses}, place) => presses[place].focus()", place)
            self.page.keyboard.press("Enter" if place == seen["most"] - 1 else "Space")
        return seen


class WithoutScript(Human):
    """Has a browser in which no JavaScript runs: each step is a new page, and who waits looks again."""

    def wait_for_turn(self) -> None:
        while not self.page.locator(f"{OVER}, {TO_DO}").count():
            self.page.reload()

    def do_something(self) -> dict[str, Any]:
        with self.page.expect_navigation():
            return super().do_something()


def short(game: str) -> dict[str, FilePayload]:
    """Return what makes a whole game short, as far as there is something: files for the form of a new table."""
    tiles: FilePayload = {"name": "dear.toml", "mimeType": "application/toml", "buffer": DEAR_TILES.encode()}
    return {"tiles": tiles} if game == "havana" else {}


def sit_down(page: Page, game: str, **form: Any) -> None:
    """Begin a table as a form would, against a computer player who chooses at random, and wait to be asked there."""
    answer = page.request.post(f"/new/{game}", multipart={"opponents": "1", "level": "random", **form})
    assert answer.ok, answer.text()
    page.goto(answer.url)
    page.locator(TO_DO).first.wait_for(state="attached")
