"""Templates of pages."""

from typing import Any

import pytest
from jinja2 import DictLoader

from malecon.core.i18n import load
from malecon.presentation import templates
from malecon.presentation.templates import Templates


def test_a_template_is_compiled_once_for_all_languages_and_has_the_words_of_each(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled = list[str]()

    class Counting(templates._Generator):
        def visit_Template(self, *arguments: Any) -> None:
            compiled.append(str(self.name))
            super().visit_Template(*arguments)

    monkeypatch.setattr(templates._FastEnvironment, "code_generator_class", Counting)
    pages = Templates(DictLoader({"page": "{{ say('Rules') }}", "other": "{{ say('Rules') }}!"}))
    rules = [pages.render(name, load(code)) for name in ("page", "other") for code in ("en", "fr")]

    assert rules == ["Rules", "Règles", "Rules!", "Règles!"]
    assert compiled == ["page", "other"]
