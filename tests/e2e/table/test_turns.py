"""A turn, as the channel and the players see it, and the messages of the rounds in the channel."""

import asyncio

import pytest

from bot import app
from bot.interactions import routes
from bot.interactions.call import Call, Services
from bot.interactions.table.find_table import find_table
from bot.tables.table import Table
from bot.tables.time_requests import LEAST_LOST, GiveTimeBack
from tests.e2e.support.cards import cards_in
from tests.e2e.support.checks import check_only_newest_has_buttons
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import press_forged
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.tables import (
    break_off,
    draw_from_stock,
    legal_discards,
    mentions,
    newest_page,
    play_by_commands,
    play_turn,
    start_match,
    table_messages,
    waiting_player,
)
from tests.people import Json, labels, parts, said


async def test_a_hand_names_its_table_and_offers_moves_on_its_owners_turn_only(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    (hand,) = person.dms
    assert "Rami, table 1" in said(hand)
    match = club.table().match
    seat = club.table().seats.seat_of(club.person_number(person.name))
    assert set(match.deal.hands[seat]) <= cards_in(hand)
    assert "draw stock" in offered_moves(hand)
    waiting = waiting_player(club, "Ann", "Bob")
    assert len(waiting.dms) == 1
    assert not offered_moves(waiting.dms[0])
    text = said(waiting.dms[0])
    assert all(fact in text for fact in ("table 1", "Ramino Club", f"<#{person.channel_id('rummy')}>"))
    drawn = await draw_from_stock(person)
    discards = [move for move in offered_moves(drawn.message) if move.startswith("discard")]
    assert len(discards) == 3, "the others are behind **Other**"
    await person.slash("discard", card=discards[0].split()[1])
    await club.until_sent()
    assert not links(person.dms[-1]), "in a match of two the other one is on turn"
    assert f"Waiting for {waiting.name}" in said(person.dms[-1])
    assert "Your turn" in said(waiting.dms[-1])


def top_discard(club: Club) -> str:
    match = club.table().match
    return match.deal.discard_pile[-1]


@pytest.mark.journey
async def test_a_round_is_one_message_that_hides_the_cards_from_the_stock(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    opened = newest_page(club)
    assert person.name in said(opened)
    assert labels(opened) == ["My hand", "Table"]
    assert not opened["mentions"]
    await draw_from_stock(person)
    await bot.services.courier.flush()
    await club.until_sent()
    assert said(newest_page(club)) == said(opened), "the edit after the next play shows the draw too"
    for turn in range(1, 5):
        await play_turn(club)
        await club.until_sent()
        edited = club["Finn"].now(opened)
        assert said(edited).count("discarded") == turn
        assert top_discard(club) in cards_in(edited)
        assert ("Table" in labels(edited)) == (turn < 4), "the fifth turn of two players begins another round"
    played = club.table().turns
    assert len(played) == 5
    assert newest_page(club)["id"] != opened["id"]
    assert club.on_turn().name in said(newest_page(club))
    check_only_newest_has_buttons(club)


async def test_each_press_of_my_hand_shows_the_current_hand_to_its_owner_only(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    person, waiting = club.on_turn(), waiting_player(club, "Ann", "Bob")
    message = newest_page(club)
    first = await person.press(message, "My hand")
    assert first.message["flags"] & 64
    before = cards_in(first.message)
    await draw_from_stock(person, first.message)
    second = await person.press(newest_page(club), "My hand")
    assert cards_in(second.message) != before
    elsewhere = await waiting.press(newest_page(club), "My hand")
    assert not controls(elsewhere.message)
    onlooker = await club["Finn"].press(newest_page(club), "My hand")
    assert onlooker.message["flags"] & 64
    assert cards_in(onlooker.message) <= cards_in(newest_page(club)), "what everyone sees"
    assert not controls(onlooker.message)


@pytest.mark.journey
async def test_a_turn_of_somebody_who_is_there_begins_with_an_edit_unless_something_stands_below(
    club: Club, bot: app.Bot
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = await play_turn(club)
    hands, pings, since = [it["id"] for it in person.dms], len(person.pings), await club.last_request()
    await play_turn(club)
    assert club.on_turn() is person
    assert ([it["id"] for it in person.dms], len(person.pings)) == (hands, pings)
    assert "Your turn" in said(person.dms[0])
    sent = [entry for entry in await club.requests(since) if "/callback" not in entry["path"]]
    assert [entry["method"] for entry in sent] == ["PATCH", "PATCH"], "the round and the hand"
    await play_turn(club)
    await person.slash("settings", in_="dm")
    await play_turn(club)
    assert len(person.pings) == pings + 1
    assert not {it["id"] for it in person.dms} & set(hands)


@pytest.mark.journey
async def test_a_stale_button_shows_the_current_hand_and_changes_nothing(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    shown = await person.slash("hand")
    await draw_from_stock(person)
    count = club.event_count()
    reply = await draw_from_stock(person, shown.message)
    assert reply.outcome == "update"
    assert "out of date" in said(reply.message)
    assert any(move.startswith("discard") for move in offered_moves(reply.message))
    assert club.event_count() == count


@pytest.mark.journey
async def test_the_second_of_two_equal_presses_is_acknowledged_silently(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob")
    person, count = club.on_turn(), club.event_count()
    hand = next(message for message in person.dms if "draw stock" in offered_moves(message))
    custom_id = next(id_ for id_, moves in controls(hand).items() if moves == ["draw stock"])
    answers = await asyncio.gather(*(press_forged(club, person.name, hand, custom_id) for _ in range(2)))
    assert sorted(answer["outcome"] for answer in answers) == ["deferred_update", "update"]
    await club.until_sent()
    assert club.event_count() == count + 1
    assert "out of date" not in said(person.now(hand))
    monkeypatch.setattr(routes, "_REPEATED_WITHIN", -1)
    late = await press_forged(club, person.name, hand, custom_id)
    assert "out of date" in said(late["message"])


async def test_the_first_of_two_equal_presses_is_acknowledged_silently_if_the_second_overtakes_it(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_match(club, "Ann", "Bob")
    person, count = club.on_turn(), club.event_count()
    hand = next(message for message in person.dms if "draw stock" in offered_moves(message))
    custom_id = next(id_ for id_, moves in controls(hand).items() if moves == ["draw stock"])
    delays = iter((0.4, 0.2))

    async def find_slowly(services: Services, call: Call, number: int) -> Table:
        await asyncio.sleep(next(delays))
        return await find_table(services, call, number)

    monkeypatch.setattr(routes, "find_table", find_slowly)
    answers = await asyncio.gather(*(press_forged(club, person.name, hand, custom_id) for _ in range(2)))
    assert sorted(answer["outcome"] for answer in answers) == ["deferred_update", "update"]
    await club.until_sent()
    assert club.event_count() == count + 1
    assert "out of date" not in said(person.now(hand))


async def test_the_second_of_two_presses_is_refused_like_the_first_if_that_did_nothing(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    hand = next(message for message in club.on_turn().dms if "draw stock" in offered_moves(message))
    custom_id = next(id_ for id_, moves in controls(hand).items() if moves == ["draw stock"])
    other, lobby = waiting_player(club, "Ann", "Bob"), newest_page(club)
    answers = await asyncio.gather(*(press_forged(club, other.name, lobby, custom_id) for _ in range(2)))
    assert all("Wait for yours." in said(answer["message"]) for answer in answers)


@pytest.mark.journey
async def test_a_typed_move_is_answered_with_the_current_hand_as_an_ephemeral_message(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    reply = await person.slash("draw", **{"from": "stock"})
    assert reply.message["flags"] & 64
    moves = [move for move in offered_moves(reply.message) if move.startswith("discard")]
    choices = await person.autocomplete("discard", "card")
    assert {choice["value"] for choice in choices} > {move.split()[1] for move in moves}
    card = moves[0].split()[1]
    typed = await person.autocomplete("discard", "card", card.lower())
    assert card in [choice["value"] for choice in typed]
    assert not await waiting_player(club, "Ann", "Bob").autocomplete("discard", "card"), "it isn't their turn"
    done = await person.slash("discard", card=card.lower())
    assert not controls(done.message)
    assert club.on_turn() is not person


async def test_a_turn_mentions_its_player_once_if_their_direct_messages_are_closed(club: Club, bot: app.Bot) -> None:
    await club.close_dms("Ann")
    await start_match(club, "Ann", "Bob", deals=1)
    for _ in range(4):
        person = club.on_turn()
        await until(lambda: bool(mentions(club)) == (club.on_turn().name == "Ann"))
        await club.until_sent()
        pings = len(person.pings)
        assert [user["id"] for it in mentions(club) for user in it["mentions"]] == ([person.id] if person.name == "Ann" else [])
        await play_turn(club, way="hand" if person.name == "Ann" else "dm")
        assert len(person.pings) == pings


def links(message: Json) -> list[str]:
    return [part["url"] for part in parts(message["components"]) if "url" in part]


async def test_the_hand_of_a_waiting_player_leads_to_the_message_of_the_round_or_to_the_channel(
    club: Club, bot: app.Bot
) -> None:
    await start_match(club, "Ann", "Bob", "Cleo")
    first = club.on_turn()
    assert not links(first.dms[-1])
    await play_turn(club)
    page = newest_page(club)
    assert "Whose turn?" in labels(first.dms[-1])
    assert links(first.dms[-1]) == [f"https://discord.com/channels/{club.pg.world.guild.id}/{page['channel_id']}/{page['id']}"]
    place = f"https://discord.com/channels/{club.pg.world.guild.id}/{club['Ann'].channel_id('rummy')}"
    for _ in range(2):  # the second and the third player of the round
        person = club.on_turn()
        await play_turn(club)
        assert links(person.dms[-1]) == [place], "the message of this round will be old before it is their turn again"


@pytest.mark.parametrize("waits_before", ["draw", "discard"])
async def test_after_a_long_silence_the_round_is_posted_below_what_others_wrote(
    club: Club, bot: app.Bot, waits_before: str
) -> None:
    await start_match(club, "Ann", "Bob")
    old = newest_page(club)
    if waits_before == "discard":
        await draw_from_stock(club.on_turn())
    await club.until_sent()
    bot.services.courier._deliveries[1]._last_event -= 600.0
    if waits_before == "discard":
        await club.on_turn().slash("discard", card=max(legal_discards(club)).removeprefix("discard "))
    else:
        await play_by_commands(club)
    await club.until_sent()
    new = newest_page(club)
    assert int(new["id"]) > int(old["id"])
    assert said(new).count("discarded") == 1
    await until(lambda: old["id"] not in [message["id"] for message in club["Finn"].messages("rummy")])
    await play_turn(club)
    assert newest_page(club)["id"] == new["id"], "it is posted anew once"
    check_only_newest_has_buttons(club)


async def test_a_round_that_discord_refused_is_posted_with_the_next_move(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    for _ in range(3):
        await play_turn(club)
    old = newest_page(club)
    await club.control("channels/rummy/permissions", {"deny": ["send_messages"]})
    await play_turn(club)
    await bot.services.courier.flush()
    assert newest_page(club)["id"] == old["id"], "the new round was refused"
    await club.control("channels/rummy/permissions", {"deny": []})
    await play_turn(club)
    new = newest_page(club)
    assert new["id"] != old["id"]
    assert "My hand" in labels(new)
    assert said(new).count("discarded") == 1
    check_only_newest_has_buttons(club)


async def test_a_round_in_which_nothing_happened_leaves_no_message(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    for _ in range(3):
        await play_turn(club)
    await club.add_fault("POST", "/messages", delay=0.6, times=0)
    await play_by_commands(club)
    await break_off(club, "Ann")
    await club.clear_faults()
    await club.until_sent()
    assert "Match cancelled" in said(newest_page(club))
    texts = [said(message) for message in table_messages(club, 1, "rummy")]
    assert not [text for text in texts if "'s turn" in text], "no round is left open"
    check_only_newest_has_buttons(club)


async def test_an_event_that_no_message_shows_is_stored_as_shown_whenever_it_comes(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    tables, now = bot.services.tables, bot.services.now()
    for milliseconds in range(46, 62, 3):  # the cursor is stored 50 ms after an event: the second one comes while that is done
        for _ in range(2):
            now += 2 * LEAST_LOST
            await tables.change(1, None, GiveTimeBack(now - LEAST_LOST, now))
            await asyncio.sleep(milliseconds / 1000)
        await club.until_sent()
