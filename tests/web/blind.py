"""Somebody who plays by the accessibility tree alone: hears roles, names and states, and presses keys."""

import random
import re
import time
from collections import Counter
from typing import Literal, NamedTuple

from playwright.sync_api import Error, Page

from patience import PATIENCE_S

TOOLS = {"Sounds", "Menu", "Log", "Talk", "Undo"}
"""Buttons that answer no question."""
PACE = "Pace: "
"""How the name of one more begins."""
ANSWERS = {"button", "checkbox", "radio", "spinbutton"}
END = ("link", "See the table")
"""Only the result has it."""
PAUSE_MS, PRESS_MS = 100, 300
"""Before listening again; how long what one goes to may take to be there, before one listens again."""
NODE = re.compile(r"^\s*- '?(\w+)(?: \"((?:[^\"\\]|\\.)*)\")?((?: \[[^]]*\])*)")
"""A line of a snapshot: the role, the name, and the states of a node; names may be missing."""


class Heard(NamedTuple):
    """A node of the tree: its role, name and states."""

    role: str
    name: str
    states: str


class Tree(list[Heard]):
    """What can be heard, in reading order."""

    @property
    def headline(self) -> str:
        """The heading of the page; there is one."""
        [headline] = [each.name for each in self if each.role == "heading" and "[level=1]" in each.states]
        return headline

    @property
    def answers(self) -> list[Heard]:
        """What answers the question."""
        asked = [each for each in self if each.role in ANSWERS and "disabled" not in each.states]
        return [each for each in asked if each.name not in TOOLS and not each.name.startswith(PACE)]

    @property
    def boxes(self) -> list[Heard]:
        """What can still be ticked: two are enough."""
        boxes = [each for each in self.answers if each.role == "checkbox"]
        free = [each for each in boxes if "checked" not in each.states]
        return free if len(boxes) - len(free) < 2 else []

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return END in [each[:2] for each in self]


class Blind:
    """Plays at random what the tree offers.

    Attributes:
        questions: the headlines so far.
        unclear: names that several answers to a question had, or empty ones, with the question.
    """

    def __init__(self, page: Page, seed: int) -> None:
        """Listen to ``page``, a table."""
        self.page = page
        self.chance = random.Random(seed)
        self.questions: set[str] = set()
        self.unclear: set[tuple[str, str]] = set()

    def tree(self) -> Tree:
        """Return what can be heard now."""
        lines = self.page.locator("main").aria_snapshot().splitlines()
        found = (NODE.match(line) for line in lines)
        return Tree(_heard(node) for node in found if node)

    def play(self, most: int = 400) -> Tree:
        """Play to the end, or until so many answers are given; return what is heard then."""
        tree, answered = self.next_tree(None), 0
        while not tree.is_over and answered < most:
            is_answered = self.answer(tree)
            answered += is_answered
            tree = self.next_tree(tree if is_answered else None)
        return tree

    def next_tree(self, before: Tree | None) -> Tree:
        """Return the tree as soon as something is asked that was not, or the game is over."""
        end = time.monotonic() + PATIENCE_S
        while time.monotonic() < end:
            tree = self.tree()
            if tree.is_over or (tree.answers and tree != before):
                return tree
            self.page.wait_for_timeout(PAUSE_MS)
        raise AssertionError(f"nothing is asked after {[each.name for each in before or []]}")

    def answer(self, tree: Tree) -> bool:
        """Answer the question: confirm, tick two things and press what that allows, or one that offers what to press.

        Return whether what was heard was still there.
        """
        names = Counter(each.name for each in tree.answers)
        self.questions.add(tree.headline)
        self.unclear |= {(name, tree.headline) for name, count in names.items() if count > 1 or not name}
        while boxes := tree.boxes:
            self.press(self.chance.choice(boxes), "Space")
            tree = self.tree()
        buttons = [each for each in tree.answers if each.role == "button"]
        radios = [each for each in tree.answers if each.role == "radio"]
        if radios and not buttons:
            return self.press(self.chance.choice(radios), "Space")
        confirm = next((each for each in buttons if each.name == "Confirm"), None)
        return not buttons or self.press(confirm or self.chance.choice(buttons), "Enter")

    def press(self, thing: Heard, key: str) -> bool:
        """Go to a thing, also if it has the focus, and press a key on it; return whether it was there.

        A second Enter where the first one was answers nothing for a moment. Only going there may come too late: a key
        that is pressed and not let go of would be held.
        """
        self.page.evaluate("document.activeElement.blur()")
        roles: dict[str, Literal["checkbox", "radio"]] = {"checkbox": "checkbox", "radio": "radio"}
        try:
            self.page.get_by_role(roles.get(thing.role, "button"), name=thing.name, exact=True).focus(timeout=PRESS_MS)
        except Error:  # the page has changed meanwhile: what is heard next says how
            return False
        self.page.keyboard.press(key)
        return True


def _heard(line: re.Match[str]) -> Heard:
    """Return the node of a line."""
    role, name, states = line.groups()
    return Heard(role, (name or "").replace("''", "'").replace("\\", ""), states)
