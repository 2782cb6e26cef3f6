"""A turn, as the channel and the players see it."""

import asyncio

import pytest
from msgspec.structs import replace

from bot import app
from bot.interactions import routes
from bot.interactions.call import Call
from bot.interactions.services import Services
from bot.interactions.table.find_table import find_table
from bot.rummy.dealing import deal_cards
from bot.rummy.events import CardsDealt, DiscardTaken, Event
from bot.rummy.match import Match
from bot.rummy.moves import DealCards
from bot.tables.table import Table
from tests.e2e.support.cards import cards_in
from tests.e2e.support.checks import check_only_newest_has_buttons, check_posted_once
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import press_forged
from tests.e2e.support.hand_controls import controls, offered_moves
from tests.e2e.support.players import Player
from tests.e2e.support.tables import (
    draw_from_stock,
    mentions,
    newest_page,
    play_match,
    play_turn,
    press_ready,
    start_match,
    waiting_player,
)
from tests.people import labels, said


async def test_a_hand_names_its_table_and_offers_moves_on_its_owners_turn_only(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    (hand,) = person.dms
    text = said(hand)
    assert all(fact in text for fact in ("table 1", "Ramino Club", f"<#{person.channel_id('rummy')}>"))
    match = club.table().match
    assert match is not None
    assert match.deal is not None
    seat = club.table().seat_of(club.person_number(person.name))
    assert seat is not None
    assert set(match.deal.hands[seat]) <= cards_in(hand)
    assert "draw stock" in offered_moves(hand)
    waiting = waiting_player(club, "Ann", "Bob")
    assert len(waiting.dms) == 1
    assert not offered_moves(waiting.dms[0])
    drawn = await draw_from_stock(person)
    discards = [move for move in offered_moves(drawn.message) if move.startswith("discard")]
    assert len(discards) >= 10


def top_discard(club: Club) -> str:
    match = club.table().match
    assert match is not None
    assert match.deal is not None
    return match.deal.discard_pile[-1]


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


async def test_the_message_of_a_turn_shows_melds_their_players_the_discard_and_all_counts(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", "Cleo", variant="ramino", deals=20)
    while True:
        await play_turn(club)
        match = club.table().match
        assert match is not None
        if (
            match.deal is not None
            and any(len(set(meld.played_by)) > 1 for meld in match.deal.melds)
            and match.seat_to_act() is not None
        ):
            break
        if club.table().phase == "pause":
            await asyncio.gather(*(press_ready(club[name]) for name in ("Ann", "Bob", "Cleo")))
            await club.until_sent()
    message = newest_page(club)
    deal = match.deal
    for meld in deal.melds:
        assert set(meld.cards) <= cards_in(message)
        for seat in meld.played_by:
            assert club.person_of(club.table().occupant(seat)).name in said(message)
    assert deal.discard_pile[-1] in cards_in(message)
    for count in (len(deal.stock), *map(len, deal.hands)):
        assert str(count) in said(message)


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
    monkeypatch.setattr(routes, "_REPEATED_SECONDS", 0)
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


async def test_a_typed_move_is_answered_with_the_current_hand_as_an_ephemeral_message(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob")
    person = club.on_turn()
    reply = await person.slash("draw", **{"from": "stock"})
    assert reply.message["flags"] & 64
    moves = [move for move in offered_moves(reply.message) if move.startswith("discard")]
    choices = await person.autocomplete("discard", "card")
    assert sorted(choice["value"] for choice in choices) == sorted(move.split()[1] for move in moves)
    card = moves[0].split()[1]
    typed = await person.autocomplete("discard", "card", card.lower())
    assert card in [choice["value"] for choice in typed]
    assert not await waiting_player(club, "Ann", "Bob").autocomplete("discard", "card"), "it isn't their turn"
    done = await person.slash("discard", card=card.lower())
    assert not controls(done.message)
    assert club.on_turn() is not person


async def test_autocomplete_offers_exactly_the_legal_melds_and_lay_offs(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=20)
    asked = {"meld": 0, "layoff": 0}
    while not all(asked.values()):
        person = club.on_turn()
        reply = await draw_from_stock(person)
        moves = offered_moves(reply.message)
        melds = {" ".join(move.split()[1:]) for move in moves if move.startswith("meld")}
        assert {choice["value"] for choice in await person.autocomplete("meld", "cards")} == melds
        asked["meld"] += bool(melds)
        single = [move.split() for move in moves if move.startswith("layoff") and len(move.split()) == 3]
        lay_offs = {card for _, card, _ in single}
        assert {choice["value"] for choice in await person.autocomplete("layoff", "cards")} == lay_offs
        for card in lay_offs:
            numbers = [choice["value"] for choice in await person.autocomplete("layoff", "meld", cards=card)]
            assert sorted(numbers) == sorted(int(number) for _, laid, number in single if laid == card)
            asked["layoff"] += 1
        await play_turn(club)
        if club.table().phase == "pause":
            await asyncio.gather(*(press_ready(club[name]) for name in ("Ann", "Bob")))
            await club.until_sent()


async def test_the_draw_button_warns_of_an_empty_stock_and_a_blocked_deal_ends(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deal_few(match: Match, move: DealCards) -> tuple[Event, ...]:
        (dealt,) = deal_cards(match, move)
        assert isinstance(dealt, CardsDealt)
        return (replace(dealt, stock=dealt.stock[:6]),)

    monkeypatch.setattr("bot.rummy.decide.deal_cards", deal_few)
    await start_match(club, "Ann", "Bob", deals=1)
    button_labels: list[str] = []
    for _ in range(400):
        if club.table().phase == "over":
            break
        person = club.on_turn()
        hand = next(message for message in person.dms if "draw stock" in offered_moves(message))
        match = club.table().match
        assert match is not None
        assert match.deal is not None
        label = labels(hand)[0]
        button_labels += [label] if label not in button_labels else []
        drawn = await draw_from_stock(person)
        if club.table().phase == "over":
            break
        discards = [move for move in offered_moves(drawn.message) if move.startswith("discard")]
        await Player(club, person, "dm").press_move(drawn.message, discards[-1])
        await club.until_sent()
    assert len(button_labels) == 3, button_labels
    await club.until_sent()
    check_posted_once(club)


async def test_the_message_of_a_turn_shows_a_card_taken_from_the_discard_pile(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    player = {name: Player(club, club[name], "slash") for name in ("Ann", "Bob")}
    for _ in range(30):
        person = club.on_turn()
        hand = next(message for message in person.dms if "draw stock" in offered_moves(message))
        if "take" in offered_moves(hand):
            break
        await play_turn(club)
    card = top_discard(club)
    await player[person.name].type_move("take")
    await club.until_sent()
    assert isinstance(club.events()[-1], DiscardTaken)
    await play_turn(club)
    await club.until_sent()
    assert "took" in said(newest_page(club))
    assert card in cards_in(newest_page(club))


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
    assert await asyncio.wait_for(play_match(club, {"Ann": "hand", "Bob": "dm"}), 60) is None
