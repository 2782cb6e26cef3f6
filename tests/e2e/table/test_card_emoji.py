"""The emojis of cards at a table: hands and announcements show them, and go without those that somebody has deleted."""

from collections.abc import AsyncIterator

import pytest

from bot import app
from bot.messages.card_text import FACE_OF
from tests.e2e.support.club import Club, Witness, until
from tests.e2e.support.forms import choose_own, choose_setting
from tests.e2e.support.hand_controls import discard_button, offered_moves
from tests.e2e.support.pictures import upload_card_emoji
from tests.e2e.support.tables import draw_from_stock, newest_page, play_turn, stack_deck, start_match
from tests.people import Json, parts, said


@pytest.fixture
async def with_emoji(club: Club) -> AsyncIterator[app.Bot]:
    """A connected bot that has read the emojis of all cards."""
    await upload_card_emoji(club)
    async with club.bot() as bot:
        await until(lambda: len(bot.services.api.emoji.current.ids) == len(FACE_OF))
        yield bot


def shown_emoji(message: Json) -> dict[str, str]:
    """Return the name of the emoji on each button and option of a message, by its label."""
    found = [it for part in parts(message["components"]) for it in (part, *part.get("options", ()))]
    return {it["label"]: it["emoji"]["name"] for it in found if it.get("emoji")}


def delete_by_hand(club: Club, *names: str) -> None:
    for emoji in list(club.pg.world.emojis.values()):
        if emoji.name in names or not names:
            club.pg.world.delete_emoji(emoji)


def hand_of(person: Witness) -> Json:
    return next(message for message in reversed(person.dms) if offered_moves(message))


async def show_others(person: Witness) -> Json:
    """Press **Other** under the hand, and return what it shows."""
    return (await person.press(hand_of(person), "Other …")).message


@pytest.mark.journey
async def test_hands_and_announcements_show_cards_as_emojis(club: Club, with_emoji: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    await draw_from_stock(person)
    await club.until_sent()
    drawn = hand_of(person)
    assert "you drew <:" in said(drawn)
    assert not shown_emoji(drawn), "pictures show the cards of the buttons"
    others = await show_others(person)
    discards = {move.removeprefix("discard ") for move in offered_moves(others)}
    assert {FACE_OF[name] for name in shown_emoji(others).values()} == discards != set()
    await person.press(others, discard_button(others))
    await club.until_sent()
    assert "discarded **<:" in said(newest_page(club))


async def test_a_bot_that_cannot_read_its_emojis_plays_without_them(club: Club) -> None:
    await upload_card_emoji(club)
    await club.add_fault("GET", "/emojis$", times=0, status=403)
    async with club.bot():
        await start_match(club, "Ann", "Bob", deals=1)
        await play_turn(club)
        assert "<:" not in said(newest_page(club))


async def test_a_message_with_deleted_emojis_is_sent_without_and_the_next_one_with_those_left(
    club: Club, with_emoji: app.Bot
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, emoji = club.on_turn(), with_emoji.services.api.emoji
    await draw_from_stock(person)
    await club.until_sent()
    others = await show_others(person)
    gone = set(list(shown_emoji(others).values())[::2])
    hand = (await person.press(others, "Back")).message
    delete_by_hand(club, *gone)
    before = await club.last_request()
    reply = await person.press(hand, "Other …")
    assert offered_moves(reply.message)
    assert shown_emoji(reply.message) == {}
    await until(lambda: emoji.current.ids)
    assert set(emoji.current.ids) == set(FACE_OF) - gone
    hand = (await person.press(reply.message, "Back")).message
    shown = shown_emoji((await person.press(hand, "Other …")).message)
    assert shown
    assert not gone & set(shown.values())
    assert len([it for it in await club.requests(before) if it["status"] == 400]) == 1


async def test_a_form_with_deleted_emojis_opens_without(
    club: Club, with_emoji: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = ("2C 3C 4C 5C 6C 8H 10H QH AD 3D", "2S 3S 4S 5S 6S 8D 10D QD AH 3H")
    stack_deck(monkeypatch, *hands, upcard="KD", stock="KC KS")
    await start_match(club, "Ann", "Bob", deals=1, variant="ramino")
    person = club.on_turn()
    await draw_from_stock(person)
    await club.until_sent()
    others = await show_others(person)
    form = (await person.press(others, "Lay other cards …")).modal
    assert "four_of_clubs" in str(form)
    delete_by_hand(club, "four_of_clubs")
    reply = await person.press(others, "Lay other cards …")
    assert reply.outcome == "modal"
    assert "4♣" in str(reply.modal)
    assert "_of_" not in str(reply.modal)


async def test_all_emojis_deleted_by_hand_stop_no_match(club: Club, with_emoji: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    await draw_from_stock(club.on_turn())
    await club.until_sent()
    delete_by_hand(club)
    await show_others(club.on_turn())
    for _ in range(4):
        await play_turn(club)
    assert with_emoji.services.api.emoji.current.ids == {}
    assert "discarded **<:" not in said(newest_page(club))


async def test_emojis_that_discord_refuses_although_they_exist_are_not_shown_any_more(club: Club, with_emoji: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    about = {"status": 400, "code": 10014, "message": "Unknown Emoji"}
    assert (await draw_from_stock(person)).outcome == "update"
    await club.until_sent()
    await club.add_fault("POST", "/callback$", **about)
    assert (await person.press(hand_of(person), "Other …")).outcome == "update"
    await club.until_sent()
    await person.until(lambda: shown_emoji(hand_of(person)) == {})
    assert with_emoji.services.api.emoji.current.ids == {}


async def test_readers_of_two_colours_or_of_text_get_no_emojis_which_have_four(club: Club, with_emoji: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    await choose_own(club, "Ann", "colours", "two")
    await choose_own(club, "Bob", "pictures", "text")
    await choose_setting(club, "table_colours", "two")
    for _ in range(4):
        await play_turn(club)
        for message in (club["Ann"].dms[-1], club["Bob"].dms[-1], newest_page(club)):
            assert "<:" not in said(message)
            assert not shown_emoji(message)
    await choose_own(club, "Ann", "colours", "four")
    while club.on_turn().name != "Ann":
        await play_turn(club)
    await draw_from_stock(club["Ann"])
    assert shown_emoji(await show_others(club["Ann"]))
