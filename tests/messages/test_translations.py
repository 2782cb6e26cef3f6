"""Each language says what the English says, in the words of its glossary and with its own typography and spelling."""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from bot.app import LOCALES
from tests.conftest import ROOT

OFFERED = sorted(path.parent.name for path in LOCALES.glob("*/ramino.po"))
LEAST_TERMS = 60
_CODE = re.compile(r"`[^`]*`")
_WORD = re.compile(r"[^\W\d_]{3,}")
_DATA = re.compile(r"`[^`]*`|\{[^}]*\}|<[^>]*>|/[a-z]+(-[a-z]+)*|https?://\S+|\*\*|-#|:[a-z_]+:")


@cache
def messages(locale: str) -> list[Message]:
    """Return the translated sentences of a language."""
    with (LOCALES / locale / "ramino.po").open("rb") as source:
        return [one for one in read_po(source, locale=locale) if one.id and one.string and all(texts(one.string))]


@cache
def glossary(locale: str) -> dict[str, object]:
    return tomllib.loads((LOCALES / locale / "glossary.toml").read_text("utf-8"))


def texts(sentence: str | list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def pairs(locale: str) -> Iterator[tuple[str, str]]:
    """Yield each English text with its translation; of plurals the form for several, then that for one."""
    for one in messages(locale):
        english, translated = texts(one.id), texts(one.string)
        yield english[-1], translated[-1]
        if len(english) > 1:
            yield english[0], translated[0]


@pytest.mark.parametrize("locale", OFFERED)
def test_the_glossary_has_its_terms_with_their_sources(locale: str) -> None:
    terms = glossary(locale)["term"]
    assert len(terms) >= LEAST_TERMS  # type: ignore[arg-type]
    assert all(term["words"] and term["source"] for term in terms)  # type: ignore[attr-defined]


@pytest.mark.parametrize("locale", OFFERED)
def test_a_term_of_the_glossary_is_said_in_its_words(locale: str) -> None:
    terms = [
        (re.compile(rf"\b{re.escape(term['english'])}(s|es)?\b", re.IGNORECASE), term["words"])
        for term in glossary(locale)["term"]  # type: ignore[attr-defined]
    ]
    other = [
        f"{english!r} → {translated!r}: {pattern.pattern}"
        for english, translated in pairs(locale)
        for pattern, words in terms
        if pattern.search(_DATA.sub("", english)) and not any(word in translated.casefold() for word in words)
    ]
    assert not other, "\n".join(other[:20])


@pytest.mark.parametrize("locale", OFFERED)
def test_forbidden_words_are_absent(locale: str) -> None:
    forbidden = re.compile("|".join(rf"\b{re.escape(word)}" for word in glossary(locale)["forbidden"]))  # type: ignore[attr-defined]
    assert [said for _, said in pairs(locale) if forbidden.search(_DATA.sub("", said).casefold())] == []


@pytest.mark.parametrize("locale", OFFERED)
def test_code_and_markdown_are_those_of_the_english(locale: str) -> None:
    other = [
        (english, translated)
        for english, translated in pairs(locale)
        if sorted(_CODE.findall(english)) != sorted(_CODE.findall(translated))
        or any(english.count(sign) != translated.count(sign) for sign in ("**", "-# ", "###", "…"))
    ]
    assert not other


def french_faults(text: str) -> bool:
    """Return whether a sign has no no-break space before it, or a quotation mark none within."""
    return bool(
        re.search(r"(?<=[^\W\d_])[:;!?](?=\s|$)| [:;!?](?=\s|$)|«(?!\N{NO-BREAK SPACE})|(?<!\N{NO-BREAK SPACE})»|[“”\"]", text)
    )


def german_faults(text: str) -> bool:
    """Return whether quotation marks aren't „…“."""
    return bool(re.search(r"[”\"«»]", text)) or text.count("„") != text.count("“")


def spanish_faults(text: str) -> bool:
    """Return whether a question or an exclamation has no sign at its beginning."""
    return text.count("¿") != text.count("?") or text.count("¡") != text.count("!")


def italian_faults(text: str) -> bool:
    """Return whether quotation marks are straight, or an apostrophe of an elision has a space after it."""
    return bool(re.search(r"\"|\b([dl]|un|all|dell|dall|nell|sull|c)['’] \w", text))


TYPOGRAPHY: dict[str, Callable[[str], bool]] = {
    "fr": french_faults,
    "de": german_faults,
    "es": spanish_faults,
    "it": italian_faults,
}


@pytest.mark.parametrize("locale", [locale for locale in OFFERED if locale in TYPOGRAPHY])
def test_the_typography_is_that_of_the_language(locale: str) -> None:
    assert [said for _, said in pairs(locale) if TYPOGRAPHY[locale](_CODE.sub("code", said))] == []


def hunspell(locale: str, words: str) -> list[str]:
    """Return the words that the dictionary of a language doesn't know. Skip the test where there is none."""
    names = {"it": "it_IT", "fr": "fr_FR", "de": "de_DE", "es": "es_ES"}
    program = shutil.which("hunspell")
    if program is None:
        pytest.skip("hunspell isn't installed")
    command = [program, "-d", names.get(locale, locale), "-i", "utf-8", "-l"]
    done = subprocess.run(command, input=words, capture_output=True, text=True, check=False, cwd=ROOT)
    if done.returncode or "Can't open" in done.stderr:
        pytest.skip(f"hunspell has no dictionary for {locale}")
    return done.stdout.split()


@pytest.mark.parametrize("locale", OFFERED)
def test_words_are_spelt_as_in_the_dictionary(locale: str) -> None:
    known = {word.casefold() for word in glossary(locale).get("spelling", ())}  # type: ignore[attr-defined]
    known |= {word for english, _ in pairs(locale) for word in _WORD.findall(english.casefold())}
    said = "\n".join(_DATA.sub(" ", translated) for _, translated in pairs(locale))
    unknown = {word for text in hunspell(locale, said) for word in _WORD.findall(text) if word.casefold() not in known}
    assert not unknown, sorted(unknown)


def test_every_language_has_a_glossary() -> None:
    assert [path for path in LOCALES.glob("*/ramino.po") if not Path(path.parent / "glossary.toml").exists()] == []
