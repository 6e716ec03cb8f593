"""JSON of strangers, read in one way only: readers differ in what they make of a name that an object has twice.

Refused besides: numbers that are not finite, halves of surrogate pairs, a byte order mark, and what exceeds the bounds
of ``errors``. Bytes are decoded as UTF-8 before.
"""

import json
import math
from typing import NoReturn

from malecon.core.errors import MaleconError, shortened
from malecon.core.message import N_, Message
from malecon.core.text_bounds import check_json

NO_JSON = N_("it cannot be read as JSON at line {line}, column {column}")


class InvalidJson(MaleconError):
    """A text is not JSON, or can be read in several ways.

    Attributes:
        message: the error.
        place: offset of an error of syntax in the text, from 0; else 0.
        is_syntax: whether it is not JSON at all.
    """

    def __init__(self, template: str, **facts: object) -> None:
        super().__init__(template, **facts)
        self.message = Message(template, facts)
        self.place = 0
        self.is_syntax = False


def syntax_error(error: json.JSONDecodeError) -> InvalidJson:
    """Return the error of a text that is not JSON."""
    found = InvalidJson(NO_JSON, line=error.lineno, column=error.colno)
    found.place, found.is_syntax = error.pos, True
    return found


def read_json(text: str) -> object:
    """Return the plain data of a text.

    >>> read_json('{"pesos": 3}')
    {'pesos': 3}
    >>> read_json('{"pesos": 3, "pesos": 4}')
    Traceback (most recent call last):
    ...
    malecon.core.strict_json.InvalidJson: the name 'pesos' is there twice in one object

    Raises:
        OutOfBounds: it is too deep, or a number is too long.
        InvalidJson: it is not JSON, or can be read in several ways.
    """
    check_json(text)
    try:
        plain = json.loads(
            text, object_pairs_hook=_object_of, parse_float=_finite_number, parse_constant=_refuse_constant
        )
        json.dumps(plain, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise syntax_error(error) from None
    except UnicodeEncodeError:
        raise InvalidJson(N_("a text in it has half of a character")) from None
    return plain


def _object_of(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Return the object of names and values.

    Raises:
        InvalidJson: a name is there twice.
    """
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise InvalidJson(N_("the name {name} is there twice in one object"), name=shortened(name))
        found[name] = value
    return found


def _finite_number(text: str) -> float:
    """Return a number with a fraction or an exponent.

    Raises:
        InvalidJson: it is too large.
    """
    number = float(text)
    if not math.isfinite(number):
        raise InvalidJson(N_("the number {number} is too large"), number=shortened(text))
    return number


def _refuse_constant(name: str) -> NoReturn:
    raise InvalidJson(N_("{name} is no number of JSON"), name=name)
