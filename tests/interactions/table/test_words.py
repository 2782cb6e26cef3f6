"""**Our words**: the host switches it on, and then players give words, which are shown as text and mixed into all shuffles."""

import unicodedata
from typing import cast

import pytest

from bot.interactions import permissions
from bot.messages.text import clean_line, escape_markup
from bot.tables.deals import word_digest, words_digest
from bot.tables.events import WordGiven
from bot.tables.lobby_requests import LONGEST_WORD
from tests.desk import Asker, Desk
from tests.interactions.table.lobbies import open_table, sit_down, table_of
from tests.people import Json, Reply, find, labels, said


async def switch(desk: Desk, host: str, label: str = "Our words") -> None:
    """Let the host press **Our words** under **More**."""
    more = (await desk[host].press(await shown(desk[host]), "More")).message
    await desk[host].press(more, label)


async def shown(person: Asker, number: int = 1) -> Json:
    """Return the table as the person sees it."""
    return (await person.slash("table show", table=number)).message


async def give(person: Asker, word: str) -> Reply:
    """Let a person give their word by the button."""
    return await person.submit(await person.press(await shown(person), "My word"), word=word)


def number_of(desk: Desk, name: str) -> int:
    return cast("int", desk.store.people.find(desk[name].id).number)


async def word_column(desk: Desk, *names: str) -> list[str | None]:
    """Return what is stored as the words of these people at table 1."""
    found = await desk.store.log.read_words(1, [number_of(desk, name) for name in names])
    return [found.get(number_of(desk, name)) for name in names]


@pytest.fixture
def all_see_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everyone see each table by its number, as in its channel."""

    async def may_see(*_: object) -> bool:
        return True

    monkeypatch.setattr(permissions, "may_see_place", may_see)


@pytest.mark.usefixtures("all_see_tables")
async def test_without_our_words_join_has_no_form_and_nobody_is_asked(desk: Desk) -> None:
    lobby = await open_table(desk, "Bob", "Cleo")
    assert "My word" not in labels(lobby)
    joined = await desk["Ann"].slash("table join", table=1)
    assert joined.outcome == "message"
    assert "word" not in said(joined.message)
    version = table_of(desk).version
    assert (await desk["Bob"].forge({"custom_id": "t:1:word"})).outcome == "message"
    assert (table_of(desk).version, len(table_of(desk).seats.people)) == (version, 3)


@pytest.mark.usefixtures("all_see_tables")
@pytest.mark.parametrize("way", ["press", "command"])
async def test_with_our_words_join_asks_for_a_word_that_may_be_left_out(desk: Desk, way: str) -> None:
    await open_table(desk, "Bob")
    await switch(desk, "Bob")
    for word in ("", "a green door"):
        lobby = await shown(desk["Ann"])
        assert "My word" not in labels(lobby), "she has no seat yet"
        asked = await (desk["Ann"].press(lobby, "Join") if way == "press" else desk["Ann"].slash("table join", table=1))
        assert asked.outcome == "modal"
        (field,) = asked.modal["components"]
        assert (field["component"]["max_length"], field["component"]["required"]) == (LONGEST_WORD, False)
        assert number_of(desk, "Ann") not in table_of(desk).seats.people
        await desk["Ann"].submit(asked, word=word)
        assert number_of(desk, "Ann") in table_of(desk).seats.people
        text = said(await shown(desk["Bob"]))
        assert ("1. Ann: a green door" in text, "No word from Bob and Ann yet." in text) == (bool(word), not word)
        await desk["Ann"].slash("table leave", table=1)
    assert table_of(desk).lobby.words == {}, "a word goes with its player"
    assert await word_column(desk, "Ann") == [None]


@pytest.mark.usefixtures("all_see_tables")
async def test_nobody_is_asked_for_a_word_who_cannot_give_it(desk: Desk) -> None:
    lobby = await open_table(desk, "Bob")
    await switch(desk, "Bob")
    seated = await desk["Bob"].forge({"custom_id": "t:1:0:join"})
    assert (seated.outcome, "already" in said(seated.message)) == ("message", True)
    elsewhere = await desk["Ann"].forge({"custom_id": "t:1:word"})
    assert (elsewhere.outcome, "You're not at" in said(elsewhere.message)) == ("message", True)
    await desk["Bob"].slash("table rule", rule="jokers", answer="4")
    old = await desk["Ann"].press(lobby, "Join")
    assert (old.outcome, "4 jokers" in said(old.message)) == ("update", True)
    await sit_down(desk, "Cleo")
    for _ in range(4):
        await desk["Bob"].slash("table computer add", level="easy")
    full = await desk["Ann"].slash("table join", table=1)
    assert (full.outcome, "seats are taken" in said(full.message)) == ("message", True)
    assert "No word from Bob and Cleo yet." in said(await shown(desk["Bob"])), "computers give none"


async def test_everyone_seated_gives_and_changes_a_word_and_may_withdraw_it(desk: Desk) -> None:
    await open_table(desk, "Ann", "Bob", "Cleo")
    await switch(desk, "Ann")
    await give(desk["Ann"], "tea")
    await give(desk["Bob"], "rain")
    assert "1. Ann: tea\n2. Bob: rain\nNo word from Cleo yet." in said(await shown(desk["Cleo"]))
    opened = await desk["Ann"].press(await shown(desk["Ann"]), "My word")
    assert find(opened.modal, "word")["value"] == "tea"
    await desk["Ann"].submit(opened, word="tea")
    assert "1. Ann: tea\n2. Bob: rain" in said(await shown(desk["Cleo"])), "the same word keeps its place"
    await give(desk["Ann"], "milk")
    assert "1. Bob: rain\n2. Ann: milk" in said(await shown(desk["Cleo"])), "another one is the last"
    assert [*table_of(desk).lobby.words.values()] == [word_digest("rain"), word_digest("milk")]
    await give(desk["Bob"], " ")
    assert "1. Ann: milk\nNo word from Bob and Cleo yet." in said(await shown(desk["Cleo"]))
    assert await word_column(desk, "Ann", "Bob") == ["milk", None]


async def test_only_the_host_switches_words_on_and_nobody_gives_one_while_they_are_off(desk: Desk) -> None:
    await open_table(desk, "Ann", "Bob")
    assert "Only the host" in said((await desk["Bob"].forge({"custom_id": "t:1:words"})).message)
    await switch(desk, "Ann")
    form = await desk["Bob"].press(await shown(desk["Bob"]), "My word")
    await give(desk["Ann"], "tea")
    await switch(desk, "Ann", "✓ Our words")
    text = said(await shown(desk["Bob"]))
    assert "word" not in text
    version = table_of(desk).version
    await desk["Bob"].submit(form, word="rain")
    assert table_of(desk).version == version
    await switch(desk, "Ann")
    assert "1. Ann: tea" in said(await shown(desk["Bob"])), "what was given is still there"


@pytest.mark.usefixtures("all_see_tables")
async def test_words_stay_on_once_another_player_has_given_one(desk: Desk) -> None:
    await open_table(desk, "Bob", "Cleo")
    await switch(desk, "Bob")
    await give(desk["Bob"], "tea")
    await switch(desk, "Bob", "✓ Our words")
    await switch(desk, "Bob")
    await give(desk["Cleo"], "milk")
    more = (await desk["Bob"].press(await shown(desk["Bob"]), "More")).message
    refused = (await desk["Bob"].press(more, "✓ Our words")).message
    assert "Another player has given a word" in said(refused)
    assert table_of(desk).lobby.asks_words


@pytest.mark.usefixtures("all_see_tables")
async def test_a_form_that_is_sent_after_leaving_gives_no_seat(desk: Desk) -> None:
    await open_table(desk, "Bob", "Cleo")
    await switch(desk, "Bob")
    form = await desk["Cleo"].press(await shown(desk["Cleo"]), "My word")
    await desk["Cleo"].press(await shown(desk["Cleo"]), "Leave")
    assert "You're not at this table" in said((await desk["Cleo"].submit(form, word="milk")).message)
    assert len(table_of(desk).seats.people) == 1


async def test_a_word_is_shown_as_it_is_hashed_also_with_a_mention(desk: Desk) -> None:
    await open_table(desk, "Ann", "Bob")
    await switch(desk, "Ann")
    await give(desk["Bob"], "@everyone @@here <@12>")
    assert await word_column(desk, "Bob") == ["everyone here <12>"]
    assert r"1. Bob: everyone here \<12\>" in said(await shown(desk["Ann"])), "Discord shows no backslash"


async def test_start_needs_no_words_and_fixes_them(desk: Desk) -> None:
    await open_table(desk, "Ann", "Bob")
    await switch(desk, "Ann")
    form = await desk["Bob"].press(await shown(desk["Bob"]), "My word")
    await give(desk["Ann"], "tea")
    await desk["Ann"].slash("table start")
    refused = await desk["Bob"].submit(form, word="rain")
    assert "already started" in said(refused.message)
    table = table_of(desk)
    assert table.lobby.words == {number_of(desk, "Ann"): word_digest("tea")}


STRANGE = {
    "emoji": "🃏" * LONGEST_WORD,
    "family": "👩‍👩‍👧‍👦" * 8,
    "markup": "**b** __u__ ~~s~~ `c` ||x|| <@101> @everyone [a](https://x.y) # h",
    "lists": "- one\n> two\n1. three",
    "rtl": "\u202eabc\u202c שלום \u200f\u2066x\u2069",
    "controls": "a\x00b\x1b[31mc\u200bd\u2028e\ttab",
    "mention": "</table join:1> <:emoji:1> <t:0:R> <#12>",
    "html": '</script><img onerror="x">',
    "braces": "{name} {0} %s {digits}",
    "long": "x" * 500,
}


@pytest.mark.parametrize("kind", STRANGE)
async def test_a_strange_word_is_text_on_one_line(desk: Desk, kind: str) -> None:
    await open_table(desk, "Ann", "Bob")
    await switch(desk, "Ann")
    await give(desk["Bob"], STRANGE[kind])
    (stored,) = await word_column(desk, "Bob")
    assert stored is not None
    assert 0 < len(stored) <= LONGEST_WORD
    assert not any(unicodedata.category(sign) in ("Cc", "Cf", "Zl", "Zp", "Co", "Cs") for sign in stored.replace("\u200d", ""))
    (line,) = [line for line in said(await shown(desk["Ann"])).splitlines() if line.startswith("1. Bob: ")]
    assert line == f"1. Bob: {escape_markup(stored)}", "copied, it has the same SHA-256"
    assert word_digest(stored) == table_of(desk).lobby.words[number_of(desk, "Bob")]
    await desk["Ann"].slash("table start")
    checked = await desk["Ann"].forge({"custom_id": "t:1:1:fairness"})
    assert line in said(checked.message).splitlines()


@pytest.mark.parametrize("blank", ["", "   ", "\u200b\u200d", "\u2800", "\n\t"])
async def test_a_word_of_which_nothing_can_be_seen_is_no_word(desk: Desk, blank: str) -> None:
    await open_table(desk, "Ann", "Bob")
    await switch(desk, "Ann")
    await give(desk["Bob"], blank)
    assert table_of(desk).lobby.words == {}


async def test_check_shuffle_shows_the_words_in_the_order_in_which_they_were_mixed_in(desk: Desk) -> None:
    await open_table(desk, "Ann", "Bob", "Cleo")
    await switch(desk, "Ann")
    await give(desk["Cleo"], "rain")
    await give(desk["Ann"], "tea")
    await desk["Ann"].slash("table start")
    text = said((await desk["Bob"].forge({"custom_id": "t:1:1:fairness"})).message)
    assert "1. Cleo: rain\n2. Ann: tea" in text
    assert words_digest([word_digest("rain"), word_digest("tea")]) in text


async def test_no_word_is_in_an_event_or_a_table(desk: Desk) -> None:
    await open_table(desk, "Ann", "Bob")
    await switch(desk, "Ann")
    await give(desk["Bob"], "xylophone")
    events = await desk.store.log.read_events(1)
    assert WordGiven(number_of(desk, "Bob"), word_digest("xylophone")) in events
    assert "xylophone" not in "".join(map(repr, (*events, table_of(desk))))


def test_a_word_is_hashed_as_it_is_shown() -> None:
    for word in STRANGE.values():
        cleaned = clean_line(word)
        assert clean_line(cleaned) == cleaned
