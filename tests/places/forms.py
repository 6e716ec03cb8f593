"""The forms of a page, as a browser without scripts sees them."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class Control:
    """Something in a form that has a name, or sends the form."""

    tag: str
    facts: dict[str, str]
    options: list[str] = field(default_factory=list)
    """The values of a select; the chosen one is also in ``facts``."""

    @property
    def name(self) -> str:
        return self.facts.get("name", "")

    @property
    def value(self) -> str:
        return self.facts.get("value", "")

    @property
    def kind(self) -> str:
        return self.facts.get("type", "submit" if self.tag == "button" else "text")


@dataclass
class Form:
    """A form with its controls, also those that stand elsewhere and name it."""

    facts: dict[str, str]
    controls: list[Control] = field(default_factory=list)

    @property
    def action(self) -> str:
        return self.facts.get("action", "")

    @property
    def buttons(self) -> list[Control]:
        return [each for each in self.controls if each.tag == "button" and each.kind == "submit"]

    def of_kind(self, kind: str) -> list[Control]:
        return [each for each in self.controls if each.tag == "input" and each.kind == kind]

    def fields(self, pressed: Control | None = None) -> dict[str, list[str]]:
        """Return what is sent when a button is pressed."""
        sent: dict[str, list[str]] = {}
        for each in self._successful(pressed):
            sent.setdefault(each.name, []).append(each.value)
        return sent

    def _successful(self, pressed: Control | None) -> Iterator[Control]:
        for each in self.controls:
            if not each.name or "disabled" in each.facts or each.kind == "file":
                continue
            is_ticked = each.kind not in ("checkbox", "radio") or "checked" in each.facts
            if each is pressed or each.tag == "select" or (each.tag == "input" and is_ticked):
                yield each


class Page(HTMLParser):
    """What a person without scripts can do on a page, and what it complains about."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.classes: set[str] = set()
        self.curtain: list[str] = []
        """The addresses behind which other seats of this device look at their cards."""
        self.errors: list[str] = []
        self._strays: list[tuple[str, Control]] = []
        self._form: Form | None = None
        self._select: Control | None = None
        self._open: list[str] = []
        self.feed(text)
        self.close()
        for owner, control in self._strays:
            for form in self.forms:
                if form.facts.get("id") == owner:
                    form.controls.append(control)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        classes = facts.get("class", "").split()
        self.classes.update(classes)
        if tag in ("p", "div"):
            self._open.append(facts.get("class", ""))
        if tag == "form":
            self._form = Form(facts)
            self.forms.append(self._form)
        elif tag in ("input", "select", "button", "textarea"):
            control = Control(tag, {"value": "on"} | facts if facts.get("type") == "checkbox" else facts)
            self._select = control if tag == "select" else self._select
            self._place(control)
        elif tag == "option" and self._select is not None:
            self._select.options.append(facts.get("value", ""))
            if "selected" in facts or len(self._select.options) == 1:
                self._select.facts["value"] = facts.get("value", "")
        elif tag == "a" and "curtain" in self._open:
            self.curtain.append(facts["href"])

    def _place(self, control: Control) -> None:
        if "form" in control.facts:
            self._strays.append((control.facts["form"], control))
        elif self._form is not None:
            self._form.controls.append(control)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag in ("p", "div") and self._open:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if self._open and "error" in self._open[-1].split():
            self.errors.append(data)

    def form(self, action: str, **facts: Any) -> Form:
        """Return the form that goes to an address."""
        (found,) = (each for each in self.forms if each.action.endswith(action) and facts.items() <= each.facts.items())
        return found
