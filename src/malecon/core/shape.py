"""Plain data compared with a declared type: each difference in plain words, with its path."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import inspect

from malecon.core.message import N_, NN_, Message, counted
from malecon.core.toml_text import TWICE_HERE, Fault, Path, quoted, shown
from malecon.core.vocabulary import ENTRIES, PLAIN, Vocabulary

TO = N_("{least} to {most}")
EXPECTED = N_("{expected} is expected, not {got}")
COUNT = NN_("{expected} are expected, but {count} is there", "{expected} are expected, but {count} are there")
MISSING = N_("{key} is missing")
NO_ENTRIES = N_("there are no entries [[{key}]]")
UNKNOWN = N_("{got} is not known here; known are: {words}")
NEAR = N_("{got} is not known here; did you mean {near}? Known are: {words}")
AMBIGUOUS = N_("{got} can be several things here: {words}")
HEADS = N_("each begins with its own line [[{key}]], in double brackets")
HALF = N_("a text in it has half of a character (a lone surrogate)")
LENGTH = N_("a text of {least} to {most} characters is expected, but it has {got}")
UNFIT = N_("{got} cannot be right here")
WHOLE, NUMBER, TEXT = N_("a whole number"), N_("a number"), N_("a text in quotes")
FROM_TO = N_("a whole number from {least} to {most}")
AT_LEAST, AT_MOST = N_("a whole number of at least {least}"), N_("a whole number of at most {most}")
TRUTH, LIST, TABLE, NOTHING = (
    N_("true or false"),
    N_("a list in square brackets"),
    N_("an entry with facts"),
    N_("nothing"),
)


def canonical(raw: object, kind: inspect.Type, words: Vocabulary) -> object:
    """Return plain data with the words of a file for names of other languages; ambiguous ones stay as they are."""
    match kind:
        case inspect.Metadata():
            return _canonical_word(raw, kind, words) if _extra_words(kind) else canonical(raw, kind.type, words)
        case inspect.LiteralType():
            return _canonical_word(raw, kind, words)
        case inspect.VarTupleType() | inspect.ListType() if isinstance(raw, list):
            return [canonical(each, kind.item_type, words) for each in raw]
        case inspect.StructType() if isinstance(raw, dict):
            return _canonical_struct(raw, kind, words)
    return raw


def _canonical_word(raw: object, kind: inspect.Type, words: Vocabulary) -> object:
    allowed = _words_of(kind)
    meant = words.meant(raw, allowed) if isinstance(raw, str) and raw not in allowed else []
    return meant[0] if len(meant) == 1 else raw


def _canonical_struct(raw: dict[Any, object], kind: inspect.StructType, words: Vocabulary) -> dict[Any, object]:
    fields = {each.encode_name: each.type for each in kind.fields}
    names = [*fields] if _has_counts(kind) else []
    found: dict[Any, object] = {}
    for key, value in raw.items():
        meant = words.meant(key, names) if isinstance(key, str) and key not in fields else []
        name = meant[0] if len(meant) == 1 and meant[0] not in raw and meant[0] not in found else key
        found[name] = canonical(value, fields[name], words) if name in fields else value
    return found


def _has_counts(kind: inspect.StructType) -> bool:
    """Tell whether a structure has a number for each of some things, whose names may be those of any language."""
    return all(isinstance(each.type, inspect.IntType) for each in kind.fields)


def faults_of(raw: object, kind: inspect.Type, words: Vocabulary = PLAIN, path: Path = ()) -> Iterator[Fault]:
    """Yield where plain data differs from a type, in the order of the data."""
    check = next((each for types, each in CHECKS if isinstance(kind, types)), None)
    if check is not None:
        yield from check(raw, kind, words, path)


def _faults_of_struct(raw: object, kind: inspect.StructType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    if not isinstance(raw, dict):
        yield _expected(path, Message(TABLE), raw)
        return
    fields = {each.encode_name: each for each in kind.fields}
    known = words if _has_counts(kind) else PLAIN
    unknown = [str(key) for key in raw if key not in fields]
    for key, value in raw.items():
        if key in fields:
            yield from faults_of(value, fields[key].type, words, (*path, key))
        elif known is words and words.meant(str(key), [*fields]):
            yield Fault(path, Message(TWICE_HERE, {"text": quoted(key)}), key=str(key))
        elif kind.forbid_unknown_fields:
            yield Fault(path, _unknown(str(key), [*fields], known), key=str(key))
    for name, each in fields.items():
        if each.required and name not in raw and name not in [known.nearest(key, [*fields]) for key in unknown]:
            is_list = isinstance(each.type, inspect.VarTupleType) and not path
            yield Fault(
                path,
                Message(NO_ENTRIES, {"key": name}) if is_list else Message(MISSING, {"key": quoted(name)}),
                key=name,
            )


def _faults_of_list(raw: object, kind: Any, words: Vocabulary, path: Path) -> Iterator[Fault]:
    noun = words.nouns.get(str(path[-1]) if path else "", ENTRIES)
    if isinstance(raw, dict) and len(path) == 1:
        yield Fault(path, Message(HEADS, {"key": path[-1]}))
        return
    if not isinstance(raw, list | tuple):
        yield _expected(path, Message(LIST), raw)
        return
    least, most = kind.min_length or 0, math.inf if kind.max_length is None else kind.max_length
    if not least <= len(raw) <= most:
        end = least if most == math.inf else int(most)
        expected = counted(noun.several, end)
        if least != end:
            expected = Message(TO, {"least": least, "most": expected})
        yield Fault(path, counted(COUNT, len(raw), expected=expected))
    for place, each in enumerate(raw):
        yield from faults_of(each, kind.item_type, words, (*path, place))


def _faults_of_dict(raw: object, kind: inspect.DictType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    if not isinstance(raw, dict):
        yield _expected(path, Message(TABLE), raw)
        return
    for key, value in raw.items():
        yield from faults_of(key, kind.key_type, words, (*path, str(key)))
        yield from faults_of(value, kind.value_type, words, (*path, str(key)))


def _faults_of_tuple(raw: object, kind: inspect.TupleType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    if not isinstance(raw, list | tuple):
        yield _expected(path, Message(LIST), raw)
    elif len(raw) != len(kind.item_types):
        expected = counted(ENTRIES.several, len(kind.item_types))
        yield Fault(path, counted(COUNT, len(raw), expected=expected))
    else:
        for place, (each, item) in enumerate(zip(raw, kind.item_types, strict=True)):
            yield from faults_of(each, item, words, (*path, place))


def _faults_of_union(raw: object, kind: inspect.UnionType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    others = [each for each in kind.types if not isinstance(each, inspect.NoneType)]
    if raw is not None or len(others) == len(kind.types):
        found = [[*faults_of(raw, each, words, path)] for each in others]
        yield from next((faults for faults in found if not faults), found[0])


def _faults_of_int(raw: object, kind: inspect.IntType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    least = kind.ge if kind.gt is None else kind.gt + 1
    most = kind.le if kind.lt is None else kind.lt - 1
    is_whole = not isinstance(raw, bool) and (isinstance(raw, int) or (isinstance(raw, float) and raw.is_integer()))
    if not is_whole or not (-math.inf if least is None else least) <= raw <= (math.inf if most is None else most):  # type: ignore[operator]  # a number
        limits = {"least": least, "most": most}
        template = {(True, True): WHOLE, (False, True): AT_LEAST, (True, False): AT_MOST}
        yield _expected(path, Message(template.get((least is None, most is None), FROM_TO), limits), raw)


def _faults_of_float(raw: object, kind: inspect.FloatType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    if isinstance(raw, bool) or not isinstance(raw, int | float):
        yield _expected(path, Message(NUMBER), raw)


def _faults_of_text(raw: object, kind: inspect.StrType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    allowed = _words_of(kind)
    if not isinstance(raw, str):
        yield _expected(path, Message(TEXT), raw)
    elif not raw.isascii() and raw.encode(errors="ignore").decode() != raw:
        yield Fault(path, Message(HALF))
    elif allowed and raw not in allowed:
        yield Fault(path, _unknown(raw, allowed, words))
    elif not (kind.min_length or 0) <= len(raw) <= (math.inf if kind.max_length is None else kind.max_length):
        facts = {"least": kind.min_length or 0, "most": kind.max_length or len(raw), "got": len(raw)}
        yield Fault(path, Message(LENGTH, facts))
    elif kind.pattern is not None and not re.search(kind.pattern, raw):
        yield Fault(path, Message(UNFIT, {"got": shown(raw)}))


def _faults_of_word(raw: object, kind: inspect.Type, words: Vocabulary, path: Path) -> Iterator[Fault]:
    allowed = _words_of(kind)
    if not isinstance(raw, str):
        yield _expected(path, Message(TEXT), raw)
    elif raw not in allowed:
        yield Fault(path, _unknown(raw, allowed, words))


def _faults_of_metadata(raw: object, kind: inspect.Metadata, words: Vocabulary, path: Path) -> Iterator[Fault]:
    yield from _faults_of_word(raw, kind, words, path) if _extra_words(kind) else faults_of(raw, kind.type, words, path)


def _faults_of_truth(raw: object, kind: inspect.BoolType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    if not isinstance(raw, bool):
        yield _expected(path, Message(TRUTH), raw)


def _faults_of_nothing(raw: object, kind: inspect.NoneType, words: Vocabulary, path: Path) -> Iterator[Fault]:
    if raw is not None:
        yield _expected(path, Message(NOTHING), raw)


CHECKS: tuple[tuple[Any, Callable[[object, Any, Vocabulary, Path], Iterator[Fault]]], ...] = (
    (inspect.StructType, _faults_of_struct),
    ((inspect.ListType, inspect.VarTupleType), _faults_of_list),
    (inspect.DictType, _faults_of_dict),
    (inspect.TupleType, _faults_of_tuple),
    (inspect.UnionType, _faults_of_union),
    (inspect.IntType, _faults_of_int),
    (inspect.FloatType, _faults_of_float),
    (inspect.StrType, _faults_of_text),
    (inspect.LiteralType, _faults_of_word),
    (inspect.Metadata, _faults_of_metadata),
    (inspect.BoolType, _faults_of_truth),
    (inspect.NoneType, _faults_of_nothing),
)
"""By the sort of a type: what differs. Other sorts take anything."""


def _expected(path: Path, expected: Message, got: object) -> Fault:
    return Fault(path, Message(EXPECTED, {"expected": expected, "got": shown(got)}))


def out_of_range(got: int, least: int, most: int) -> Message:
    """Return the sentence about a whole number that is none of ``least`` to ``most``."""
    expected = Message(FROM_TO, {"least": least, "most": most}) if least < most else Message(str(least))
    return Message(EXPECTED, {"expected": expected, "got": shown(got)})


def _unknown(got: str, allowed: Sequence[str], words: Vocabulary) -> Message:
    meant = words.meant(got, allowed)
    if len(meant) > 1:
        return Message(AMBIGUOUS, {"got": quoted(got), "words": tuple(map(words.shown, meant))})
    facts = {"got": quoted(got), "words": tuple(map(words.shown, allowed))}
    near = words.nearest(got, allowed)
    return Message(NEAR, {**facts, "near": words.shown(near)}) if near else Message(UNKNOWN, facts)


def _words_of(kind: inspect.Type) -> tuple[str, ...]:
    """Return the words that a type allows; none if they are not counted."""
    match kind:
        case inspect.LiteralType():
            return tuple(map(str, kind.values))
        case inspect.Metadata():
            return _extra_words(kind)
        case inspect.StrType() if kind.pattern and (found := re.fullmatch(r"\^\((.*)\)\$", kind.pattern)):
            return tuple(found[1].split("|"))
    return ()


def _extra_words(kind: inspect.Metadata) -> tuple[str, ...]:
    """Return the words that ``Meta(extra={"words": …})`` allows."""
    return tuple((kind.extra or {}).get("words", ()))
