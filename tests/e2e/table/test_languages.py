"""Two people who read different languages play in a server that reads a third: nobody is told a word in another one."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.messages.names import COMPUTERS
from bot.rummy.cards import FIGURE_NAMES
from tests.e2e.support.checks import check_no_error
from tests.e2e.support.club import Club, Witness
from tests.e2e.support.hand_controls import button_id, newest_with
from tests.e2e.support.tables import play_match
from tests.messages.catalogue_files import write_whole_catalogue
from tests.people import Json, parts

VOWELS = "aeiou"
LANGUAGES = {"it": "àèìòù", "fr": "âêîôû", "de": "äëïöü"}
"""What each language has in place of vowels."""
READERS = {"Ann": "it", "Bob": "fr"}
SERVER = "de"
_KEPT = re.compile(r"(`[^`]*`|\{[^}]*\}|<[^>]*>|/[a-z-]+)")
_NAMES = (*READERS, *COMPUTERS, *FIGURE_NAMES.values(), "Ramino Club", "Deutsch", "English", "Français", "Italiano")
_DATA = re.compile(
    rf"`[^`]*`|<[^>]*>|/[a-z-]+|https?://\S+|\b({'|'.join(_NAMES)})\b|[0-9a-f]{{16,}}"
    r"|\b(und|oder|et|ou|e|o)\b"  # between the last two of a list
    r"|\b([A-Z]|[IVX]+)(?=[♣♦♥♠]|\b)|(?<=[Cc][uùûü]cc)ù"  # cards, players in pictures, and Cuccù
    r"|\b7\s(di|de)\s\w+, \w+\s(di|de)\s\w+"  # suits in words, of `card_words`
)


def write_languages(folder: Path) -> Path:
    """Write the three languages, in which the English has other vowels; return the folder."""
    for locale, vowels in LANGUAGES.items():
        letters = str.maketrans(VOWELS + VOWELS.upper(), vowels + vowels.upper())

        def said(text: str, _: str, letters: dict[int, int] = letters) -> str:
            pieces = _KEPT.split(text)
            return "".join(piece if nth % 2 else piece.translate(letters) for nth, piece in enumerate(pieces))

        write_whole_catalogue(folder, locale, said)
    return folder


def texts_of(message: Json) -> Iterator[str]:
    """Yield what a person reads in a message."""
    yield message.get("content", "")
    for part in parts(message.get("components", ())):
        yield from (str(part[key]) for key in ("content", "label", "description", "placeholder") if part.get(key))
        for option in part.get("options", ()):
            yield from (option[key] for key in ("label", "description") if option.get(key))
        yield from (item["description"] for item in part.get("items", ()) if item.get("description"))


def foreign(person: Witness) -> Iterator[str]:
    """Yield the texts that a person has seen in a language that isn't that of their place."""
    for seen in person.seen:
        message = seen.message
        if not message.get("author", {}).get("bot"):
            continue
        is_private = message.get("flags", 0) & 64 or message.get("channel_id") == person.channel_id("dm")
        locale = READERS[person.name] if is_private else SERVER
        others = {*VOWELS, *VOWELS.upper()} | {
            letter for other, vowels in LANGUAGES.items() if other != locale for letter in vowels + vowels.upper()
        }
        yield from (f"{locale}: {text}" for text in texts_of(message) if others & {*_DATA.sub("", text.replace("__", " "))})


@pytest.mark.parametrize("game", ["block", "cuccu"])
async def test_nobody_is_told_a_word_in_another_language(club: Club, tmp_path: Path, game: str) -> None:
    for name, locale in READERS.items():
        await club.control(f"people/{name}", {"locale": locale})
    await club.control("guild", {"locale": SERVER})
    async with club.bot(write_languages(tmp_path / "locales")):
        ann, bob = club["Ann"], club["Bob"]
        await ann.slash("table new", variant=game, deals=1, thread=False)
        lobby = await bob.until(lambda: newest_with(bob.messages("rummy"), "join"))
        await bob.press(lobby, button_id(lobby, "join"))
        for command in ("rules", "help", "settings", "play", "leaderboard", "league list", "variant list", "table show"):
            for person in (ann, bob):
                await person.slash(command)
        await ann.press(ann.now(lobby), button_id(ann.now(lobby), "start"))
        await club.until_sent()
        await play_match(club, {"Ann": "dm", "Bob": "hand"})
        for command in ("stats", "history", "leaderboard", "privacy my-data"):
            await bob.slash(command)
        for person in (ann, bob):
            end = newest_with(person.messages("rummy"), "replay")
            assert end is not None
            await person.press(end, button_id(end, "replay"))
    told = {text for person in (ann, bob) for text in foreign(person)}
    assert len(ann.seen) + len(bob.seen) > 30
    assert not told, "\n".join(sorted(told)[:20])
    check_no_error(club)
