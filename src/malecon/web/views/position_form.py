"""A position as a form: what each holder has, piece by piece, made from the structure of the game's positions."""

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any, Literal, NamedTuple

import msgspec
from litestar.datastructures import FormMultiDict

from malecon.core.errors import UsageError
from malecon.core.i18n import N_
from malecon.presentation.playable_game import PlayableGame

LEFT_OUT = frozenset(
    {"chance", "version", "options", "edition", "ages", "ships", "boards", "laws", "entered", "unseen"}
)
"""Keys that a form keeps as they are: chance, the rules, pieces of one's own, and what was seen of piles."""
POSITION = "position"
"""Context of the words of a form."""
NOBODY = ""
"""The choice of nothing, where a key may be empty."""


class Control(NamedTuple):
    """One thing of a form that can be changed.

    Attributes:
        name, label: the keys that lead to it, joined by dots; what it is, in the words of the game.
        kind: a number that may be missing or not, one of ``words``, several of them, a yes or no, or numbers in a row.
        value: now: a number, a word, a list, a truth value, or nothing.
        least, most: of a number.
    """

    name: str
    label: str
    kind: Literal["number", "number or nothing", "word", "words", "flag", "numbers"]
    value: Any
    least: int = 0
    most: int = 0
    words: tuple[str, ...] = ()


class Section(NamedTuple):
    """Controls that belong together, such as those of a player; ``number``: of a player or a row, from 1, else 0."""

    name: str
    label: str
    number: int
    controls: tuple[Control, ...]
    sections: "tuple[Section, ...]"


def form_of(game: PlayableGame, position: Mapping[str, Any]) -> Section:
    """Return the form of a position."""
    schema = _schema_of(game)
    return _section(Naming(schema, game.text.position_labels), schema["$ref"], position, "", "", 0)


def position_from(game: PlayableGame, form: FormMultiDict, position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position with what a form says; what the form does not name stays. It is not checked yet.

    Raises:
        UsageError: a number is none.
    """
    changed = deepcopy(dict(position))
    for control in controls_of(form_of(game, position)):
        _put(changed, control.name.split("."), _value_from(control, form))
    return changed


def controls_of(section: Section) -> Iterator[Control]:
    """Yield all controls of a section."""
    for each in (section, *_sections_of(section)):
        yield from each.controls


def words_of(section: Section) -> Iterator[str]:
    """Yield all words of a form, for translation."""
    yield from (each.label for each in _sections_of(section))
    for control in controls_of(section):
        yield from (control.label, *control.words)


def place_of(sentence: str, section: Section) -> str:
    """Return the name of the section or control that a refusal of a position is about; empty for all of it.

    The sentence begins with the keys, such as ``position: players 1, points: is 5, …``.
    """
    keys = re.match(r"position: ([\w ,]+?)(?::|$)", re.sub("[“”]", "", sentence))
    wanted = re.sub(r"[ ,]+", ".", keys[1]) if keys else ""
    wanted = re.sub(r"\.(\d+)", lambda found: f".{int(found[1]) - 1}", wanted)
    names = {each.name for each in controls_of(section)} | {each.name for each in _sections_of(section)}
    while wanted and wanted not in names:
        wanted = wanted.rpartition(".")[0]
    return wanted


def _sections_of(section: Section) -> Iterator[Section]:
    for inner in section.sections:
        yield inner
        yield from _sections_of(inner)


@cache
def _schema_of(game: PlayableGame) -> dict[str, Any]:
    """Return the structure of a game's positions as a JSON schema."""
    assert game.position_type is not None, "a game without it writes no position"
    return msgspec.json.schema(game.position_type)


class Naming(NamedTuple):
    """The structure of positions, and the labels of keys that say too little by themselves."""

    schema: Mapping[str, Any]
    labels: Mapping[str, str]

    def label(self, key: str) -> str:
        """Return the label of a key."""
        return self.labels.get(key, key.replace("_", " "))


def _section(naming: Naming, node: Any, value: Any, name: str, label: str, number: int) -> Section:
    """Return the section of a structure, a list of structures, or numbers and words by their keys."""
    schema = naming.schema
    kind = _resolved(schema, node)
    controls, sections = list[Control](), list[Section]()
    for key, inner in _members(kind, value):
        if key in LEFT_OUT:
            continue
        path, now = f"{name}.{key}".lstrip("."), _now(value, key)
        control = _control(_resolved(schema, inner), path, naming.label(key), now)
        if control is not None:
            controls.append(control)
        elif now is not None or not _resolved(schema, inner).get("optional"):
            place = int(key) + 1 if key.isdecimal() else 0
            sections.append(_section(naming, inner, now or {}, path, label if place else naming.label(key), place))
    return Section(name, label, number, tuple(controls), tuple(sections))


def _resolved(schema: Mapping[str, Any], node: Any) -> dict[str, Any]:
    """Return what a node of a schema stands for; ``optional`` notes that it may be nothing."""
    if isinstance(node, str):
        return _resolved(schema, schema["$defs"][node.rpartition("/")[2]])
    if "$ref" in node:
        return _resolved(schema, node["$ref"])
    if "anyOf" in node:
        [kind] = [each for each in node["anyOf"] if each.get("type") != "null"]
        return _resolved(schema, kind) | {"optional": True}
    return dict(node)


def _members(kind: Mapping[str, Any], value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the keys of a structure, a mapping or a list, each with its node."""
    if "properties" in kind:
        yield from kind["properties"].items()
    elif "propertyNames" in kind:
        yield from ((key, kind["additionalProperties"]) for key in _words(kind["propertyNames"]))
    elif kind["type"] == "array":
        yield from ((str(place), kind["items"]) for place in range(len(value)))


def _words(kind: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words that a pattern such as ``^(a|b)$`` allows."""
    return tuple(kind["pattern"].removeprefix("^(").removesuffix(")$").split("|")) if "pattern" in kind else ()


def _now(value: Any, key: str) -> Any:
    """Return what stands under a key now; ``None`` for nothing."""
    return value[int(key)] if isinstance(value, list) else value.get(key)


def _control(kind: Mapping[str, Any], name: str, label: str, value: Any) -> Control | None:
    """Return the control for a value; ``None`` if it is a section."""
    if kind["type"] == "integer" and not kind.get("optional"):
        return Control(name, label, "number", value or 0, kind.get("minimum", 0), kind.get("maximum", 99))
    if kind["type"] == "integer":
        return Control(name, label, "number or nothing", value, kind.get("minimum", 0), kind.get("maximum", 99))
    if kind["type"] == "boolean":
        return Control(name, label, "flag", bool(value))
    if kind["type"] == "string":
        words = _words(kind)
        empty = () if NOBODY in words or not (kind.get("optional") or value is None) else (NOBODY,)
        return Control(name, label, "word", value or NOBODY, words=(*empty, *words))
    return _list_control(kind, name, label, value or []) if kind["type"] == "array" else None


def _list_control(kind: Mapping[str, Any], name: str, label: str, value: Sequence[Any]) -> Control | None:
    """Return the control for a list of numbers or words; ``None`` for a list of others."""
    inner = kind["items"]
    if inner.get("type") == "integer":
        return Control(name, label, "numbers", list(value), inner.get("minimum", 0), inner.get("maximum", 99))
    return Control(name, label, "words", list(value), words=_words(inner)) if inner.get("type") == "string" else None


def _value_from(control: Control, form: FormMultiDict) -> Any:
    """Return what a form says of a control; a list of words keeps the order that it had."""
    sent = [str(each) for each in form.getall(control.name, [])]
    if control.kind == "flag":
        return bool(sent)
    if control.kind == "words":
        return [each for each in control.value if each in sent] + [each for each in sent if each not in control.value]
    text = sent[0].strip() if sent else ""
    if control.kind == "number":
        return _number(text, control)
    if control.kind == "numbers":
        return [_number(each, control) for each in re.split(r"[\s,;]+", text) if each]
    if text == NOBODY:
        return None
    return _number(text, control) if control.kind == "number or nothing" else text


def _number(text: str, control: Control) -> int:
    """Return a number of a form.

    Raises:
        UsageError: it is none.
    """
    if not re.fullmatch(r"-?\d{1,5}", text):
        raise UsageError(N_("{label}: “{text}” is no whole number."), label=control.label, text=text[:20])
    return int(text)


def _put(position: Any, keys: Sequence[str], value: Any) -> None:
    """Put a value under keys, in place; nothing, zero and an empty list take away what need not be there."""
    for key in keys[:-1]:
        position = position[int(key)] if isinstance(position, list) else position.setdefault(key, {})
    if isinstance(position, list):
        position[int(keys[-1])] = value
    elif value is None or (keys[-1] not in position and not value):
        position.pop(keys[-1], None)
    else:
        position[keys[-1]] = value
