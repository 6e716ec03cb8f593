"""Somebody who plays in a browser without knowing the game: clicks, or types, whatever can be chosen."""

import random
from typing import Any

from playwright.sync_api import Error, Locator, Page

from web.browsing import until


class Human:
    """Plays at random."""

    def __init__(self, page: Page, seed: int, *, keyboard: bool = False) -> None:
        """Look at ``page``, a table; with ``keyboard`` everything is done by keys."""
        self.page = page
        self.chance = random.Random(seed)
        self.keyboard = keyboard
        self.asked: set[str] = set()

    @property
    def is_over(self) -> bool:
        return self.page.locator(".result").count() > 0

    @property
    def state(self) -> str | None:
        return self.page.locator("main").get_attribute("data-state")

    def play(self, most: int = 2000) -> None:
        """Play to the end of the game, or until so many things were done."""
        for _ in range(most):
            if not self.act():
                return

    def act(self) -> bool:
        """Do one thing as soon as something can be done; tell whether the game goes on."""
        until(lambda: self.is_over or self.can_act)
        if self.is_over:
            return False
        before = self.state
        self.asked.add(self.page.locator("h1").inner_text())
        try:
            self.do_something()
        except Error as error:  # the page has changed under the hand
            if "attached" not in str(error) and "Timeout" not in str(error):
                raise
        until(lambda: self.state != before or self.page.locator(".error").count() > 0)
        assert self.page.locator(".error").count() == 0, self.page.locator(".error").inner_text()
        return True

    @property
    def can_act(self) -> bool:
        """Whether there is something to do; who plays without JavaScript has to look again."""
        return self.page.locator("button[name=move], button[value=confirm], form.picking, .curtain a").count() > 0

    def do_something(self) -> None:
        for choice in (".curtain a", "button[value=confirm]"):
            if self.page.locator(choice).count():
                self.press(self.page.locator(choice).first)
                return
        forms, buttons = self.page.locator("form.picking"), self.page.locator("button[name=move]:visible")
        if forms.count() and self.chance.random() < 1 / (1 + buttons.count()):
            self.pick(forms.first)
        else:
            self.press(buttons.nth(self.chance.randrange(buttons.count())))

    def pick(self, form: Locator) -> None:
        """Fill in a form of parts."""
        for part in form.locator("input[type=number]").all():
            part.fill(str(self.chance.randint(0, int(part.get_attribute("max") or 0))))
        boxes = form.locator("input[type=checkbox]").all()
        for box in self.chance.sample(boxes, min(2, len(boxes))):
            self.set(box)
        for group in {radio.get_attribute("name") for radio in form.locator("input[type=radio]").all()}:
            self.set(self.chance.choice(form.locator(f"input[type=radio][name='{group}']").all()))
        self.press(form.locator("button.primary"))

    def set(self, box: Locator) -> None:
        if self.keyboard:
            box.focus()
            self.page.keyboard.press("Space")
        else:
            box.check(force=True)

    def press(self, button: Locator) -> None:
        if self.keyboard:
            button.focus()
            self.page.keyboard.press("Enter")
        else:
            button.click(timeout=3000)


def sit_down(page: Page, game: str, **form: Any) -> None:
    """Begin a table as a form would, against computer players who choose at random, and go there."""
    answer = page.request.post(f"/new/{game}", form={"opponents": "1", "level": "random", **form})
    assert answer.ok, answer.text()
    page.goto(answer.url)
