"""**Our words** over the wire: given in forms, shown in the lobby after a restart, and checked in the file of the match."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.messages.text import escape_markup
from bot.tables import match_requests
from bot.tables.deals import seeds_for, word_digest
from tests.e2e.support.club import Club, Witness, until
from tests.e2e.support.forms import press_more
from tests.e2e.support.league_messages import attached_files
from tests.e2e.support.tables import open_table
from tests.messages.replay.test_checker import PASSED, SCRIPT
from tests.people import Json, labels, said
from tests.rummy.presets import variant

WORDS = {"Bob": "a *green* door 🃏", "Ann": "tea"}


async def give_word(club: Club, name: str, lobby: Json, button: str) -> None:
    """Press this button, and send the form that it opens with the person's word."""
    asked = await club[name].press(lobby, button)
    assert asked.outcome == "modal", asked
    sent = await club[name].submit(asked.modal, word=WORDS[name])
    assert sent.outcome in ("update", "deferred_update"), sent


def messages_with(person: Witness, label: str) -> list[Json]:
    return [message for message in person.messages("rummy") if label in labels(message)]


async def test_words_are_given_in_forms_and_the_script_finds_them_in_the_match(
    club: Club, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(match_requests, "seeds_for", seeds_for)  # the true ones, with words
    async with club.bot():
        lobby = await open_table(club, "Ann")
        await press_more(club["Ann"], lobby, "Our words")
        await club["Ann"].until(lambda: "My word" in labels(club["Ann"].now(lobby)))
        await give_word(club, "Bob", lobby, "Join")
        await give_word(club, "Ann", lobby, "My word")
        await club["Ann"].until(lambda: "2. Ann: tea" in said(club["Ann"].now(lobby)))
    async with club.bot():
        text = said(club["Cleo"].now(lobby))
        assert f"1. Bob: {escape_markup(WORDS['Bob'])}\n2. Ann: tea" in text
        await until(lambda: "lobby" in club.surfaces(1))
        await club["Ann"].press(lobby, "Start")
        await club.until_sent()
        assert "2. Ann: tea" in said(club["Cleo"].now(lobby)), "they stay in the lobby's message"
        asked = (await club["Bob"].slash("table leave")).message
        await club["Bob"].press(asked, "Yes, leave the match")
        await club.until_sent()
        (end,) = await club["Ann"].until(lambda: messages_with(club["Ann"], "Replay"))
        replay = (await club["Ann"].press(end, "Replay")).message
        file = (await club["Ann"].press(replay, "As a file")).message
        ((name, page),) = (await attached_files(club, file)).items()
        checked = said((await club["Ann"].press(replay, "Check shuffle")).message)
        for person in ("Ann", "Bob"):
            told = said((await club[person].press(end, "Play again")).message)
            assert "Press **My word** there to mix in a new word." in told
        again = club.table(2).lobby
        assert (again.asks_words, again.words) == (True, {}), "each match asks for new words"
    assert f"1. Bob: {escape_markup(WORDS['Bob'])}\n2. Ann: tea" in checked
    fingerprint = re.findall("`([0-9a-f]{32}…)`", text)
    (tmp_path / name).write_bytes(page)
    (tmp_path / "check.py").write_text(SCRIPT, encoding="utf-8")
    command = [sys.executable, "-I", "check.py", name, *fingerprint, lobby["id"]]
    done = await asyncio.to_thread(subprocess.run, command, cwd=tmp_path, capture_output=True, text=True)
    shown = "".join(f"{word} {word_digest(word)}\n" for word in WORDS.values())
    assert done.stdout == f"1 {PASSED.format(len(variant('rami').deck_for(2)))}{shown}", done.stderr
