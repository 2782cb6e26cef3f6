"""Refusals: each mistake gets its own ephemeral sentence and changes nothing."""

from bot import app
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused, check_refused_in_dm
from tests.e2e.support.hand_controls import newest_with, offered_moves
from tests.e2e.support.tables import draw_from_stock, open_table, start_match, waiting_player


async def test_each_illegal_move_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person, waiting = club.on_turn(), waiting_player(club, "Ann", "Bob")
    sentences = [
        await check_refused(club, waiting, "draw", person.name, **{"from": "stock"}),
        await check_refused(club, person, "discard", card="2H" if "2H" in str(person.dms) else "3H"),
    ]
    drawn = await draw_from_stock(person)
    discards = [move.split()[1] for move in offered_moves(drawn.message) if move.startswith("discard")]
    missing = next(rank + suit for rank in "23456789" for suit in "CDHS" if rank + suit not in discards)
    shown = missing[0] + dict(zip("CDHS", "♣♦♥♠", strict=True))[missing[1]]
    card = discards[0]
    sentences += [
        await check_refused(club, person, "draw", **{"from": "discards"}),
        await check_refused(club, person, "discard", "hello", card="hello"),
        await check_refused(club, person, "discard", shown, card=missing),
        await check_refused(club, person, "meld", cards=f"{card} {card} {discards[1]}"),
        await check_refused(club, person, "meld", "zz", cards=f"{card} zz {discards[1]}"),
        await check_refused(club, person, "meld", cards=" , "),
        await check_refused(club, person, "meld", cards=" ".join(discards[:2])),
        await check_refused(club, person, "layoff", "7", cards=card, meld=7),
    ]
    assert len(set(sentences)) == len(sentences), sentences


async def test_each_wrong_table_is_refused_with_its_own_sentence(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob")
    sentences = [
        await check_refused(club, club["Cleo"], "hand", "99", table=99),
        await check_refused(club, club["Cleo"], "hand", in_="lounge"),
        await check_refused(club, club["Cleo"], "hand", table=1),
        await check_refused(club, club["Ann"], "draw", **{"from": "stock"}),
        await check_refused(club, club["Bob"], "table cancel", "Ann"),
        await check_refused(club, club["Ann"], "table new", "whist", variant="whist"),
        await check_refused(club, club["Ann"], "table new", in_="dm"),
    ]
    for facts in (("Ann", "Join"), ("Cleo", "Leave")):
        before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
        sentences.append(check_refusal(club, await club[facts[0]].press(lobby, facts[1]), before, messages, ()))
    await club["Bob"].press(lobby, "Leave")
    await club.until_sent()
    before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
    sentences.append(check_refusal(club, await club["Ann"].slash("table start"), before, messages, ("2",)))
    # "not at this table" is the same sentence for a command and a button
    assert len(set(sentences)) >= len(sentences) - 1, sentences


async def test_six_people_can_join_a_table_and_nobody_can_join_twice(club: Club, bot: app.Bot) -> None:
    lobby = await open_table(club, "Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
    again = await club["Finn"].slash("table join")
    assert again.message["flags"] & 64
    old = club["Ann"].now(lobby)
    await club["Ann"].press(lobby, "Start")
    await club.until_sent()
    assert newest_with([old], "join")
    assert len(club.table().people) == 6


async def test_direct_messages_refuse_commands_that_need_a_server_and_accept_moves(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    person = club.on_turn()
    await check_refused(club, person, "table new", in_="dm")
    await check_refused_in_dm(club, person, "leaderboard")
    reply = await person.slash("draw", in_="dm", **{"from": "stock"})
    assert any(move.startswith("discard") for move in offered_moves(reply.message))
    card = next(move.split()[1] for move in offered_moves(reply.message) if move.startswith("discard"))
    await person.slash("discard", in_="dm", card=card)
    await club.until_sent()
    assert club.on_turn() is not person


async def test_opening_a_table_names_the_permission_that_the_bot_lacks(club: Club, bot: app.Bot) -> None:
    await club.control("channels/rummy/permissions", {"deny": ["send_messages"]})
    await check_refused(club, club["Ann"], "table new", "Send Messages")
    await club.control("channels/rummy/permissions", {"deny": ["create_public_threads"]})
    await check_refused(club, club["Ann"], "table new", "Create Public Threads", thread=True)
    reply = await club["Ann"].slash("table new")
    assert not reply.message["flags"] & 64


async def test_an_onlooker_is_refused_a_hand_and_a_move(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    before = club.event_count()
    message = newest_with(club["Cleo"].messages("rummy"), "hand")
    assert message is not None
    reply = await club["Cleo"].press(message, "My hand")
    check_refusal(club, reply, before, len(club["Finn"].messages("rummy")), ())
    await check_refused(club, club["Cleo"], "draw", table=1, **{"from": "stock"})
    await check_refused(club, club["Cleo"], "table leave", table=1)
