"""The text of the rules is refused when it contradicts itself."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from malecon.core import rules_text
from malecon.core.data import DataError, folder_of
from malecon.core.rules_text import Rule, check_rules_text, questions_of, rules_text_of

RULES_TEXT = rules_text_of("havana")
RULES = RULES_TEXT.rules


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        (RULES["HAV-1.2"], "rule HAV-1.2, id: is used twice"),
        (Rule("HAV-11.1", 11, "New."), "rule HAV-11.1, chapter: is 11, which has no title"),
        (Rule("CUB-2.9", 2, "New."), "rule CUB-2.9, id: must begin with HAV-"),
        (Rule("HAV-2.9", 1, "New."), "rule HAV-2.9, chapter: is 1, unlike the id's"),
        (Rule("HAV-2.9", 2, "New [R]."), r"rule HAV-2.9, ruling: disagrees with the marks \[R\] in the text"),
        (Rule("HAV-2.9", 2, "New.", reconstructed=True), r"rule HAV-2.9, reconstructed: disagrees with the marks"),
    ],
)
def test_a_contradiction_is_named(rule: Rule, sentence: str) -> None:
    with pytest.raises(DataError, match=f"rules.toml: {sentence}"):
        check_rules_text(replace(RULES_TEXT, rule=(*RULES_TEXT.rule, rule)))


def test_rulings_with_a_reason_count_as_rulings() -> None:
    assert RULES["HAV-1.1"].ruling  # [R: printed coins for 108]
    assert not RULES["HAV-1.2"].ruling
    assert RULES["HAV-1.3"].reconstructed


def test_questions_about_a_sentence_that_is_not_there_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data/rules.toml").write_bytes((folder_of("havana") / "data/rules.toml").read_bytes())
    monkeypatch.setattr(rules_text, "folder_of", lambda game: tmp_path)
    assert questions_of("senet") == {}

    (tmp_path / "data/questions.toml").write_text('["HAV-99"]\nen = ["who begins"]\n')
    with pytest.raises(DataError, match=r"questions.toml: there is no sentence HAV-99"):
        questions_of("another game")
    rules_text_of.cache_clear()
    questions_of.cache_clear()
