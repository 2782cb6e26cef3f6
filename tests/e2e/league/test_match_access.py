"""Finished matches of hidden channels and private threads: everyone sees the result, but only some people see the cards."""

import json

import pytest

from bot import app
from bot.rummy.match import hand_points
from tests.e2e.support.cards import shown_in
from tests.e2e.support.club import Club
from tests.e2e.support.commands import post_buttons
from tests.e2e.support.league_messages import ask, attached_files
from tests.e2e.support.pictures import shown_pictures
from tests.e2e.support.tables import PLACES, make_place, play_match, start_match
from tests.messages.league.exported_files import read_export
from tests.messages.shown_text import plain_text
from tests.people import Json, labels, said

REASON = "Final hands: only for people who can see the channel."


async def finish_match(club: Club, kind: str) -> str:
    """Let Bob and Cleo play a match of one deal in a place of this kind, and return the place."""
    place = await make_place(club, kind)
    await start_match(club, "Bob", "Cleo", in_=place, deals=1)
    await play_match(club, {"Bob": "dm", "Cleo": "dm"}, place=place)
    return place


async def match_reply(club: Club, name: str, in_: str = "lounge") -> Json:
    """Return the message that a person gets for `/match match:1`."""
    return await ask(club[name], "match", in_=in_, match=1)


def check_result(club: Club, reply: Json) -> None:
    """Check that a reply shows who played, the places and the points."""
    match = club.table().match
    places = (f"{place}." for place in match.placings)  # two people with equal points share the first
    assert all(fact in said(reply) for fact in ("Match 1", "Bob", "Cleo", *places, *map(str, match.scores))), said(reply)
    assert reply["flags"] & 64


def check_cards(club: Club, reply: Json) -> None:
    """Check that a reply shows the last hands and links to the channel."""
    match = club.table().match
    hands = match.ended_deals[-1].hands
    assert all(f"= {hand_points(match.variant, hand)}" in said(reply) for hand in hands if hand)
    assert len(shown_in(reply)) >= 1
    assert "<#" in said(reply)
    assert REASON not in said(reply)


def check_no_cards(reply: Json) -> None:
    """Check that a reply says why it shows no card, and has no link to the place."""
    assert REASON in said(reply)
    assert not shown_in(reply)
    assert "<#" not in said(reply)


@pytest.mark.parametrize("kind", PLACES)
async def test_a_match_and_its_export_show_the_result_to_everyone_and_the_cards_to_those_who_see_its_place(
    club: Club, bot: app.Bot, kind: str
) -> None:
    place = await finish_match(club, kind)
    for name, where in (("Bob", "lounge"), ("Cleo", "lounge"), ("Eve", "lounge"), ("Eve", place)):
        reply = await match_reply(club, name, where)
        check_result(club, reply)
        check_cards(club, reply)
    reply = await match_reply(club, "Finn")
    check_result(club, reply)
    if kind == "open":
        check_cards(club, reply)
    else:
        check_no_cards(reply)
    await club.appoint("Bob", "Finn")
    for name, has_hands in (("Bob", True), ("Finn", kind == "open")):
        [data] = (await attached_files(club, await ask(club[name], "league export", in_="lounge"))).values()
        (record,) = read_export(data)["matches"]
        (deal,) = record["match"]["deals"]
        assert ("hands" in deal) == ("melds" in deal) == ("shown" in deal) == has_hands, name
        assert "points" in deal
    if kind != "open":
        await check_no_other_way(club, place)


async def check_no_other_way(club: Club, place: str) -> None:
    """Check that a stranger sees no card by any other command or button."""
    bob = club.person_number("Bob")
    buttons = (
        f"h:{bob}:0",
        "h:0:0",
        "l:0:0",
        "b:0:0:0::",
        "t:1:hand",
        "t:1:ready",
        "t:1:rules",
        "m:1:0:draw stock",
        "t:1:replay",
        "t:1:replay_file",
        "v:1:1:1::on",
    )
    message = await post_buttons(club, "lounge", *buttons)
    shown = [(await club["Finn"].press(message, button)).message for button in buttons]
    for command, options in (
        *(("history", {"person": user}) for user in (club["Bob"].id, club["Cleo"].id)),
        ("stats", {"person": club["Bob"].id, "second": club["Cleo"].id}),
        ("leaderboard", {}),
        ("league log", {}),
        ("table show", {"table": 1}),
        ("hand", {"table": 1}),
    ):
        shown.append(await ask(club["Finn"], command, in_="lounge", **options))
    for reply in shown:
        assert not shown_in(reply), said(reply)
        assert not reply.get("attachments"), said(reply)
        assert club["Eve"].channel_id(place) not in json.dumps(reply), said(reply)
    history = next(reply for reply in shown if "'s matches" in said(reply))
    assert all(fact in said(history) for fact in ("`1`", "1.", "Bob", "Cleo")), "the result is public"


@pytest.mark.journey
async def test_those_who_see_the_cards_of_a_match_get_its_replay(club: Club, bot: app.Bot) -> None:
    await finish_match(club, "hidden")
    for name in ("Cleo", "Eve"):
        opened = await club[name].press(await match_reply(club, name), "Replay")
        assert opened.message["flags"] & 64
        replay = await bot.services.tables.replay(1)
        for step in range(1, 4):
            assert f"step {step} of {len(replay.deals[0].steps)}" in plain_text(said(opened.message))
            assert len(shown_pictures(opened.message)) == 2, "the table and the hands"
            stepped = await club[name].press(opened.message, "▶")
            assert stepped.message["id"] == opened.message["id"]
            opened = stepped
        one_hand = await club[name].choose(opened.message, "Whose hand", "0")
        assert len(shown_pictures(one_hand.message)) == 2
        answer = await club[name].press(one_hand.message, "As a file")
        assert answer.message["flags"] & 64
        [(file, page)] = (await attached_files(club, answer.message)).items()
        assert file == "ramino-1.html"
        assert "<h1>Match 1 · Rami" in page.decode()
        assert all(f"<b>{player}</b>: " in page.decode() for player in ("Bob", "Cleo"))
    assert "Replay" not in labels(await match_reply(club, "Finn"))


async def test_in_doubt_and_without_the_place_only_the_players_see_the_cards(club: Club, bot: app.Bot) -> None:
    place = await finish_match(club, "private thread")
    await club.add_fault("GET", "thread-members", times=0, status=400)
    reply = await match_reply(club, "Eve")
    check_result(club, reply)
    check_no_cards(reply)
    await club.clear_faults()
    check_cards(club, await match_reply(club, "Eve"))
    await club.control(f"channels/{place}", method="DELETE")
    await club["Eve"].until(lambda: not club["Eve"].sees(place))
    check_no_cards(await match_reply(club, "Eve"))
    check_cards(club, await match_reply(club, "Cleo"))
