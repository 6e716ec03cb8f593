"""Templates without the whitespace that nobody sees: a third of the bytes of a part would be its indentation."""

import re
from collections.abc import Iterator

from jinja2.ext import Extension
from jinja2.lexer import TOKEN_DATA, Token, TokenStream

_BLOCKS = (
    "html|head|meta|link|title|script|body|main|header|nav|section|article|footer|div|p|h[1-6]|ul|ol|li|dl|dt|dd|"
    "details|summary|form|fieldset|legend|table|thead|tbody|tr|td|th|option|g|path|circle|ellipse|rect|use|symbol"
)
"""Elements beside and in which a blank at the edge is not shown; shapes of a picture are such, too."""
_RUN = re.compile(r"\s+")
_BEFORE = re.compile(rf" (?=</?(?:{_BLOCKS})\b)")
_BEHIND = re.compile(rf"(</?(?:{_BLOCKS})\b[^<>]*>) ")


class WhitespaceCollapser(Extension):
    """Collapses runs of whitespace in the text of templates, when they are compiled; there must be no ``pre``."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        """Yield the tokens of a template, those of its text shortened."""
        for token in stream:
            is_text = token.type == TOKEN_DATA
            yield Token(token.lineno, token.type, collapsed(token.value)) if is_text else token


def collapsed(html: str) -> str:
    r"""Return HTML with one blank for each run of whitespace, and none where it is not shown.

    >>> collapsed('<ul>\n  <li class="a">\n    <b>1</b>\n    <i>2</i>\n  </li>\n</ul>\n')
    '<ul><li class="a"><b>1</b> <i>2</i></li></ul>'
    """
    return _BEHIND.sub(r"\1", _BEFORE.sub("", _RUN.sub(" ", html)))
