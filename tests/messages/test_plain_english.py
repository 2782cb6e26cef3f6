"""The sentences of the catalogue are plain English: wording that people had to read twice doesn't come back."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Message

from bot.messages.words import DESCRIPTION
from tests.messages.catalogue_files import current_sentences

_NEGATED = "do|does|did|is|are|was|were|has|have|had|will|would|could|should|need"
PATTERNS = {
    "write they, their or them": r"\b(he|his|him|himself)\b",
    "write isn't a, or aren't": r"(?<!there )\b(is|are|was|were) no\b(?! longer)",
    "write there's no": r"\bthere is no\b",
    "use a contraction": rf"\b(can ?not|({_NEGATED}) not)\b",
    "write the player who": r"(^|[.:;!] |\*\*:? |\b(for|only|as|than|by|from|to|of) )who\b[^?]*?([.:;!]|$)",
    "write everyone": r"\beverybody\b",
    "write again": r"\banew\b",
    "write immediately, at the same time, or together": r"\bat once\b",
    "write at random": r"\bby lot\b",
    "write at a table": r"\b(sit|sits|sat|sitting|seated) at\b",
    "leave out lies": r"\b(lie|lies|lay) on the table\b",
    "write must or will": r"\b(is|are|was|were|has|have) (still )?to be\b",
    "write the discard pile": r"\bthe discards\b",
    "write forever": r"\bfor ever\b",
    "write recalculated, corrected or fixed": r"\b(put right|as if it had always been)\b",
}
OLD_WORDING = (
    "wait for your turn",
    "you begin, without a draw",
    "goes out with the last discard",
    "** is out",
    "end the match? one",
    "has to press",
    "have to press",
    "has still to be pressed",
    "that you have not agreed to",
    "a match takes at least",
    "you do not sit",
    "you sit at no table",
    "say table:",
    "fits no meld",
    "that could be taken back",
    "can be taken for its card",
    "other numbers than these",
    "right would be",
    "out with the last card",
    "a new stock 2 times",
    "what you hold counts against you",
    "everybody pays",
    "twins in a set",
    "one card that is no joker",
    "the fewest win",
    "the deal goes round",
    "who stays plays on",
    "have moved: `/leaderboard`",
    "redrawn by itself",
    "redraw themselves",
    "rummy 0 times",
    "left in hand on average",
    "ahead 2, behind",
    "what has been put right",
    "those do not count",
    "copy it anew",
    "you are forgotten",
    "i lack:",
    "the table has moved on",
    "so many matches",
    "be told by direct message",
    "one point",
    "one match,",
)
"""Wording of the first version that players had to read twice, in lower case."""


def wording_faults(text: str) -> list[str]:
    """Return what to write instead, for each pattern that occurs in the text."""
    found = [advice for advice, pattern in PATTERNS.items() if re.search(pattern, text, re.IGNORECASE)]
    return [*found, *(f"not {wording!r}" for wording in OLD_WORDING if wording in text.lower())]


def _texts() -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each sentence and command description, with all its plural forms."""
    for message in current_sentences():
        if place := _place(message):
            texts = (message.id,) if isinstance(message.id, str) else message.id
            yield from ((place, text) for text in texts)


def _place(message: Message) -> str:
    """Return the file of the sentence, or the command that it describes; empty for names of commands."""
    if message.context:
        return message.auto_comments[0] if message.context == DESCRIPTION else ""
    return next((file for file, _ in message.locations), "")


def test_every_sentence_is_plain_english() -> None:
    texts = list(_texts())
    assert len(texts) > 1000
    found = [f"{place}: {text!r}: {advice}" for place, text in texts for advice in wording_faults(text)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "text",
    [
        "With whom he swaps",
        "“{text}” is no card.",
        "{count} cards that are no jokers",
        "There is no table {number}.",
        "This season cannot end.",
        "You do not sit here.",
        "It has not been voided.",
        "Who stays plays on.",
        "Leaving forfeits the match. Who stays plays on, and the last to stay wins.",
        "Play goes clockwise; who is next to the dealer starts.",
        "Struck through: who left before the end",
        "Only who saved “{name}” removes it.",
        "**Empty stock**: for who declines the discard, all are shuffled.",
        "**Dealing**: who starts gets one card more.",
        "Everybody sees it.",
        "The points are counted anew.",
        "The deal ends at once.",
        "Seats were drawn by lot.",
        "You sit at no table.",
        "No meld lies on the table.",
        "Your table is to be played until {date}.",
        "**Agree** has still to be pressed by {people}.",
        "Take it from the discards.",
        "Its table stays for ever.",
        "What has been put right",
    ],
)
def test_bad_wording_is_found(text: str) -> None:
    assert wording_faults(text)


@pytest.mark.parametrize(
    "text",
    [
        "There are no matches with {size} players.",
        "There's no table {number}.",
        "This button is no longer valid.",
        "Who is “{text}”?",
        "Which player? Who goes out first?",
        "The player who draws it keeps it.",
        "Whoever draws it keeps it.",
        "{league} has no season yet.",
        "Ask the person who runs this bot.",
        "You may not discard it this turn.",
        "The others play on.",
        "There aren't any melds on the table yet.",
        "the last to stay",
        "The same players: theirs is the first place",
    ],
)
def test_good_wording_is_not_found(text: str) -> None:
    assert wording_faults(text) == []
