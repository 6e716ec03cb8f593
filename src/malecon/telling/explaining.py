"""What ``?`` explains, and searching the rules."""

from malecon.core.digest import Digest
from malecon.core.language import NN_, Language, fold
from malecon.telling.scene import Scene
from malecon.telling.voice import Voice

ENOUGH = 2
"""Fewest letters of a name that find a thing."""
LONG = 3
"""Fewest letters of a word that is looked up in the rules."""
MOST_SENTENCES = 6
MORE = NN_("… and {count} more sentence of the rules", "… and {count} more sentences of the rules")


def explain(voice: Voice, topic: str, scene: Scene) -> list[str]:
    """Return paragraphs about a sentence of the rules or a thing of the game, or what the rules say with this word."""
    asked, prefix = topic.strip(), voice.digest.prefix
    rule = asked.upper() if asked.upper().startswith(prefix) else prefix + asked
    if rule in voice.digest.rules and ("." in asked or asked.upper().startswith(prefix)):
        return [rule_text(voice.digest, rule, scene.language)]
    return list(voice.explain(asked, scene)) or sentences_with(asked, voice.digest, scene.language)


def sentences_with(word: str, digest: Digest, language: Language) -> list[str]:
    """Return the first sentences of the rules that contain a word, and how many more there are."""
    if len(fold(word)) < LONG:
        return []
    found = [f"{rule}  {said}" for rule, said in search(digest, word, language) if not rule.isdecimal()]
    more = len(found) - MOST_SENTENCES
    tail = [language.count(MORE, more)] if more > 0 else []
    return found[:MOST_SENTENCES] + tail


def rule_text(digest: Digest, rule: str, language: Language) -> str:
    """Return a sentence of the rules with its id."""
    return f"{rule}  {language.say(digest.rules[rule].sentence)}"


def is_named(typed: str, *names: str) -> bool:
    """Tell whether somebody means a thing with these names: by a whole one, or by how it begins.

    >>> is_named("tax", "tax collector", "collecteur d'impôts"), is_named("m", "mama")
    (True, False)
    """
    asked, known = fold(typed), {fold(name) for name in names}
    return asked in known or (len(asked) >= ENOUGH and any(name.startswith(asked) for name in known))


def search(digest: Digest, word: str, language: Language) -> list[tuple[str, str]]:
    """Return the sentences with ``word`` in them, in their id or the chapter's title; all if it is empty."""
    typed = fold(word)
    found = []
    for chapter in digest.chapter:
        title = language.say(chapter.title)
        rules = [(rule.id, language.say(rule.sentence)) for rule in digest.of_chapter(chapter)]
        fitting = [(rule, said) for rule, said in rules if typed in fold(f"{rule} {said}")]
        if f" {typed} " in f" {fold(title)} ":
            fitting = rules
        if fitting:
            found += [(f"{chapter.number}", title), *fitting]
    return found
