"""Templates: what a page is written from, filled in with the words of a language."""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType
from typing import Any

from jinja2 import BaseLoader, BytecodeCache, Environment, FunctionLoader, StrictUndefined, Template, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.ext import Extension
from jinja2.runtime import Context
from markupsafe import Markup, escape

from malecon.core.data import folder_of
from malecon.core.i18n import Language, capital
from malecon.core.plain_text import isolated
from malecon.presentation.escaping import escaped
from malecon.presentation.links import ROOT
from malecon.presentation.parts import Canvas

FOLDER = "web/templates"
"""Of a game."""
Blocks = dict[str, Callable[[Context], Iterator[str]]]
"""Of a template, by their names."""
MOST_FRAGMENTS = 1024
"""Cached, of a language."""


class Templates:
    """Templates of a folder, filled in with the words of a language.

    Everything is escaped, and a name without a value is an error. Templates are compiled once for all languages;
    words, tools and macros are known in all of them. ``fragment`` is another template filled in, which often stays as
    it is: the facts are all that it shows, and can be hashed.
    """

    def __init__(self, loader: BaseLoader, macros: str = "", **tools: object) -> None:
        """``macros``: a template whose macros the others may use. ``tools``: what all of them draw with, by name."""
        self._loader, self._macros, self._tools = loader, macros, tools
        self._compiled = _Compiled()
        self._environments: dict[Language, Environment] = {}
        self._templates: dict[tuple[str, Language], Template] = {}

    def render(self, template: str, language: Language, /, **facts: object) -> Markup:
        """Return a template filled in."""
        found = self._templates.get((template, language))
        if found is None:
            found = self._templates[template, language] = self._environment(language).get_template(template)
        made = found.environment
        try:  # as Jinja's own ``render``, without its copies of what all templates share
            return Markup("".join(found.root_render_func(_Facts(made, made.globals | facts, template, found.blocks))))
        except Exception:
            made.handle_exception()

    def draw(self, template: str, canvas: Canvas, **facts: object) -> Markup:
        """Return a template filled in as a part of a page: it knows the part as ``canvas``."""
        return self.render(template, canvas.language, canvas=canvas, **facts)

    def drawer(self, template: str, word: str, **facts: object) -> Callable[[Canvas, Any], Markup]:
        """Return a function that draws a part by a template, in which the value of the part is called ``word``."""

        def draw(canvas: Canvas, value: Any) -> Markup:
            return self.draw(template, canvas, **{word: value}, **facts)

        return draw

    def _fragments(self, language: Language) -> Callable[..., Markup]:
        """Return a function that fills in fragments, each kept by its facts."""

        @lru_cache(MOST_FRAGMENTS, typed=True)  # a text and Markup of the same letters are equal
        def fragment(template: str, /, **facts: object) -> Markup:
            return self.render(template, language, **facts)

        return fragment

    def _environment(self, language: Language) -> Environment:
        """Return how templates are filled in with the words of a language."""
        made = self._environments.get(language)
        if made is None:
            made = self._environments[language] = environment(
                self._loader, _WithoutIndentation, compiled=self._compiled
            )
            words = {"say": language.say, "word": language.word, "count": language.count}
            made.globals |= words | {"language": language, "root": ROOT, "fragment": self._fragments(language)}
            made.globals |= self._tools
            if self._macros:
                made.globals |= made.get_template(self._macros).module.__dict__
        return made


class _Compiled(BytecodeCache):
    """The code of templates, by name and source."""

    def __init__(self) -> None:
        self._codes: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give a template its code, if it is compiled already."""
        bucket.code = self._codes.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code of a template that has been compiled."""
        self._codes[bucket.key, bucket.checksum] = bucket.code


class _WithoutIndentation(Extension):
    """Takes the blanks at the beginnings of lines out of templates, so that pages and frames need not carry them."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source of a template without indentation and empty lines."""
        return re.sub(r"^\s+", "", source, flags=re.MULTILINE)


class _Generator(CodeGenerator):
    """Compiles templates so that ``escaped`` escapes what they are filled in with, to plain calls and attributes.

    Jinja asks of each function whether it wants to know where it is called, and looks for what is no attribute among
    the items; no template here needs that.
    """

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        """Write a call; the arguments come in the order in which they stand."""
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        """Write an attribute."""
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_CondExpr(self, node: nodes.CondExpr, frame: Frame) -> None:
        """Write a condition; without *else* it is empty where Jinja would make an undefined value, slowly."""
        node.expr2 = node.expr2 or nodes.Const("")
        super().visit_CondExpr(node, frame)

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        """Write a macro; what is inside a call stays the function that draws it, for it takes no arguments."""
        if isinstance(macro_ref.node, nodes.CallBlock):
            self.write("macro")
        else:
            super().macro_def(macro_ref, frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        """Write what stands before an expression whose value is shown."""
        self.write("environment.escaped(")


class _Facts(Context):
    """What a template is filled in with; Jinja's own makes a set of all names that every template knows, each time."""

    def __init__(
        self, environment: Environment, parent: dict[str, Any], name: str | None, blocks: Blocks, globals: object = None
    ) -> None:
        super().__init__(environment, parent, name, blocks)


class _FastEnvironment(Environment):
    """Templates that escape everything, quickly."""

    code_generator_class = _Generator
    context_class = _Facts
    escaped = staticmethod(escaped)


TOGETHER = re.compile(r"\w{1,12}(?:-\w{1,6}){1,2}|\d+ \w{4,12}")
"""A word with hyphens, or a number with what it counts, that is short enough for any line.

A shorter word behind a number is mostly none that it counts, as in "Player 1 and Player 2".
"""


def unbroken(text: str) -> Markup:
    """Return a text as HTML in which no line ends at a hyphen, as in a French question, or between number and noun.

    >>> unbroken("Que prenez-vous ? 2 points")
    Markup('Que <span>prenez-vous</span> ? <span>2 points</span>')
    """
    return Markup(TOGETHER.sub(lambda word: f"<span>{word[0]}</span>", escape(text)))


def environment(loader: BaseLoader, *extensions: type[Extension], compiled: BytecodeCache | None = None) -> Environment:
    """Return how templates are filled in, without any words; ``compiled`` keeps their code for other environments."""
    made = _FastEnvironment(
        loader=loader,
        autoescape=True,
        auto_reload=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=extensions,
        bytecode_cache=compiled,
    )
    made.filters |= {"capital": capital, "isolated": isolated, "unbroken": unbroken}
    return made


def _source_of(name: str) -> str | None:
    game, _, file = name.partition("/")
    path = folder_of(game) / FOLDER / file
    return path.read_text("utf-8") if path.is_file() else None


GAME_TEMPLATES = FunctionLoader(_source_of)
"""The templates of all games; their names begin with that of the game."""
