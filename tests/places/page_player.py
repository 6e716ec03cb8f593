"""A person who plays by the page, without scripts and at random: each step is a form that was sent, and a new page.

    PYTHONPATH=tests python -m places.page_player http://[::1]:8000

plays a whole game with a server, and prints how many forms that took.
"""

import random
import sys
import time
from typing import Self

from httpx import Client, Response

from cases.havana import DEAR_TILES
from patience import PATIENCE_S
from places.forms import Control, Form, Page


class PagePlayer:
    """One person with one table."""

    def __init__(self, address: str, seed: int = 1) -> None:
        headers = {"Origin": address.rstrip("/"), "Accept-Language": "en"}
        self.client = Client(
            base_url=address, headers=headers, follow_redirects=True, timeout=PATIENCE_S, trust_env=False
        )
        self.chance = random.Random(seed)
        self.table = ""
        """The path of the table, without a slash before it."""
        self.sent = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.client.close()

    def begin(self, level: str = "random", *, is_short: bool = True) -> None:
        """Start a game of Havana against one computer player of a level, as the form for it is filled in."""
        form = Page(self._fine(self.client.get("new/havana")).text).form("/new/havana")
        chosen = {"seat-2": level, "seat-3": "", "seat-4": ""}
        files = {"tiles": ("dear.toml", DEAR_TILES.encode(), "application/toml")} if is_short else {}
        table = self._fine(self.client.post(form.action, data=form.fields(form.buttons[0]) | chosen, files=files))
        assert "/table/" in table.url.path, Page(table.text).errors
        self.table = str(table.url)

    def play(self, most: int = 2000) -> int:
        """Play to the end, or until so many forms were sent; return how many were."""
        goes_on = True
        while goes_on and self.sent < most:
            goes_on = self.act()
        return self.sent

    def act(self) -> bool:
        """Do one thing as soon as something can be done; tell whether the game goes on."""
        page = self.wait_for_turn()
        if "result" in page.classes:
            return False
        answer = self._fine(self.send(*self.choose(page)))
        assert not (errors := Page(answer.text).errors), errors
        return True

    def wait_for_turn(self) -> Page:
        """Return the page of the table when the game is over, or something can be done."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            page = Page(self._fine(self.client.get(self.table)).text)
            if "result" in page.classes or any(self.choices(page)):
                return page
            time.sleep(0.05)
        raise AssertionError("nothing can be done, and the game is not over")

    @staticmethod
    def choices(page: Page) -> tuple[list[tuple[Form, Control]], list[tuple[Form, Control]], list[Form]]:
        """Return the buttons that confirm, those of moves, and the forms in which a move is put together."""
        pressable = [(form, button) for form in page.forms for button in form.buttons]
        confirming = [each for each in pressable if each[1].name == "verb" and each[1].value == "confirm"]
        moves = [each for each in pressable if each[1].name == "move"]
        return confirming, moves, [form for form in page.forms if form.facts.get("class") == "picking"]

    def choose(self, page: Page) -> tuple[Form, Control]:
        confirming, moves, forms = self.choices(page)
        if confirming:
            return confirming[0]
        if forms and self.chance.random() * (1 + len(moves)) < 1:
            return self.fill_in(forms[0]), forms[0].buttons[-1]
        return self.chance.choice(moves)

    def fill_in(self, form: Form) -> Form:
        for number in form.of_kind("number"):
            number.facts["value"] = str(self.chance.randint(0, int(number.facts["max"])))
        boxes = form.of_kind("checkbox")
        for box in self.chance.sample(boxes, min(2, len(boxes))):
            box.facts["checked"] = ""
        return form

    def send(self, form: Form, pressed: Control) -> Response:
        self.sent += 1
        return self.client.post(form.action, data=form.fields(pressed))

    @staticmethod
    def _fine(answer: Response) -> Response:
        assert answer.status_code == 200, f"{answer.status_code}: {answer.text[-2000:]}"
        return answer


if __name__ == "__main__":
    with PagePlayer(sys.argv[1]) as player:
        player.begin()
        print(player.play())
