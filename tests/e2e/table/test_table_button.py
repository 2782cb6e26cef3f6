"""**Table** under a round: what everyone may see of the table, and what the person who presses it can do there."""

import pytest

from bot import app
from bot.messages.table import table_summary
from tests.e2e.support.checks import check_secrecy
from tests.e2e.support.club import Club
from tests.e2e.support.commands import press_forged
from tests.e2e.support.tables import newest_page, play_turn, start_match
from tests.people import labels, said


async def test_a_player_gets_the_turns_of_the_deal_the_rules_and_the_ways_out(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    for _ in range(6):
        await play_turn(club)
    shown = (await club["Bob"].press(newest_page(club), "Table")).message
    assert shown["flags"] & 64, "only the person sees it"
    buttons = ["My hand", "Rules", "Fairness", "End the match", "Leave"]
    assert labels(shown) == buttons
    managers = (await club["Ann"].press(newest_page(club), "Table")).message
    assert labels(managers) == buttons, "while nobody misses a turn, managers remove people by command"
    turns = said(shown).partition("newest first")[2]
    assert turns.count("discarded") == 6
    names = [club.person_of(club.table().seats.occupants[turn.seat]).name for turn in reversed(club.table().turns[:-1])]
    assert [line.split("**")[1] for line in turns.splitlines()[1:]] == names
    check_secrecy(club)


async def test_the_hand_in_the_direct_messages_leads_to_the_rules_and_out_of_the_match(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    for name in ("Ann", "Bob"):
        hand = club[name].dms[-1]
        shown = (await club[name].press(hand, "Table")).message
        assert shown["id"] != hand["id"], "the hand stays where it is"
        assert "The rules of Rami" in said((await club[name].press(shown, "Rules")).message)
    asked = (await club["Bob"].press(shown, "Leave")).message
    await club["Bob"].press(asked, "Yes, leave the match")
    assert club.table().phase == "over"


async def test_an_onlooker_gets_only_buttons_that_show_something(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    shown = (await club["Finn"].press(newest_page(club), "Table")).message
    assert labels(shown) == ["Rules", "Fairness"]
    assert "Rami" in said((await club["Finn"].press(shown, "Rules")).message)
    fairness = said((await club["Finn"].press(shown, "Fairness")).message)
    assert "Fairness of deal 1" in fairness
    assert "when the deal is over" in fairness


@pytest.mark.parametrize("way_out", ["Leave", "End the match"])
async def test_a_person_who_does_not_want_to_leave_after_all_goes_back_to_the_table(
    club: Club, bot: app.Bot, way_out: str
) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    shown = (await club["Ann"].press(newest_page(club), "Table")).message
    before = club.event_count()
    asked = (await club["Ann"].press(shown, way_out)).message
    back = (await club["Ann"].press(asked, "Back to the table")).message
    assert (asked["id"], back["id"]) == (shown["id"],) * 2, "one message shows all of it"
    assert said(back) == said(shown)
    assert club.event_count() == before


async def test_the_buttons_of_old_messages_say_that_the_match_is_over(club: Club, bot: app.Bot) -> None:
    await start_match(club, "Ann", "Bob", deals=1)
    shown = (await club["Ann"].press(newest_page(club), "Table")).message
    private_hand = (await club["Ann"].press(newest_page(club), "My hand")).message
    asked = (await club["Ann"].slash("table leave")).message
    before_the_end = [(shown, "Leave"), (shown, "End the match"), (asked, "Yes, leave the match")]
    await club["Bob"].press((await club["Bob"].slash("table leave")).message, "Yes, leave the match")
    await club.until_sent()
    for message, button in before_the_end:
        assert "is over" in said((await club["Ann"].press(message, button)).message), button
    for message, button in ((shown, "My hand"), (private_hand, "Sort by rank")):
        assert "Nobody wins." in said((await club["Ann"].press(message, button)).message), "the result takes its place"


async def test_older_turns_are_a_press_away_and_lead_back(club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_summary, "_ROOM", 150)
    await start_match(club, "Ann", "Bob", deals=1)
    for _ in range(6):
        await play_turn(club)
    shown = (await club["Finn"].press(newest_page(club), "Table")).message
    newest = said(shown).count("discarded")
    assert 0 < newest < 6
    assert "Older turns" in labels(shown)
    older = await club["Finn"].press(shown, "Older turns")
    assert older.outcome == "update"
    assert said(older.message).count("discarded") == 6 - newest
    assert labels(older.message) == ["Back to the table"]
    back = await club["Finn"].press(older.message, "Back to the table")
    assert said(back.message) == said(shown)
    for custom_id in ("t:1:older", "t:1:0:older", f"t:1:{10**15}:older"):
        reply = await press_forged(club, "Finn", newest_page(club), custom_id)
        assert reply["message"]["flags"] & 64
    check_secrecy(club)
