"""`/daily`: one attempt for each person, its result and its squares, and what nobody is told before the end."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot import app
from bot.delivery.discord_api import DiscordApi
from bot.interactions import settings_actions
from bot.interactions.call import Call, CallKind, Services
from bot.interactions.rate_limits import Limited, RateLimits
from bot.league.days import DAY_MS
from bot.messages.settings import Offer
from bot.rummy.cards import face
from bot.rummy.events import CardsDealt
from bot.tables.daily import GRACE_MS, HOUSE_RULES_OF_WEEKS, deals_of, end_of, fingerprint_of, seed_of
from bot.tables.match_requests import Forfeit
from bot.tables.refusals import TableUnreadable
from bot.tables.table import Phase, Table
from bot.wording.sentence import Refused
from tests.databases import execute
from tests.desk import PLACES, SERVER, Asker, Desk, open_desk
from tests.e2e.support.cards import shown_in, written_in
from tests.people import Json, Reply, labels, said
from tests.tables.days_people import SECRET, play_move
from tests.tables.table_service import TableService, idle

MONDAY = 20_787


def plain(message: Json) -> str:
    return said(message).replace("\N{NO-BREAK SPACE}", " ")


class Clock:
    """What the bot takes for the time (epoch ms)."""

    at = MONDAY * DAY_MS + 9 * 3_600_000


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(app, "now", lambda: clock.at)
    return clock


@pytest.fixture
def desk(clock: Clock, desk: Desk) -> Desk:
    """A desk whose deals of days are the same in every run."""
    desk.store.days._secret = SECRET
    return desk


async def finish(desk: Desk, number: int) -> None:
    """Play the deal at this table to its end."""
    service = TableService(desk.store)
    service.tables = desk.bot.services.tables
    table = await service.tables.get(number)
    while table.phase == Phase.DEAL:
        table, _ = await play_move(service, table)


async def begin(person: Asker, in_: str = "rummy") -> Reply:
    """Let the person press **Start** under the card of the day's deal."""
    return await person.press((await person.slash("daily", in_=in_)).message, "Start")


async def play(desk: Desk, person: Asker, number: int) -> Json:
    """Let the person begin the deal, play it at the table with this number, and look at the result; return the message."""
    await begin(person)
    await finish(desk, number)
    return (await person.slash("daily")).message


async def test_a_person_begins_goes_on_with_and_ends_the_deal_of_the_day(desk: Desk) -> None:
    card = (await desk["Ann"].slash("daily")).message
    for text in ("Deal of the day: Rami", "one attempt", "You draw from your own part of the stock."):
        assert text in said(card)
    assert labels(card) == ["Start", "Rules", "Yesterday's table"]
    assert "The rules of Rami" in said((await desk["Ann"].press(card, "Rules")).message)
    assert await desk.store.days.attempt(1, MONDAY) is None, "only Start uses it"
    begun = await desk["Ann"].press(card, "Start")
    assert (begun.outcome, begun.message["id"]) == ("update", card["id"])
    assert "table 1" in said(begun.message)
    again = (await desk["Ann"].slash("daily", in_="lounge")).message
    assert "table 1" in said(again)
    await finish(desk, 1)
    table = await desk.bot.services.tables.get(1)
    assert table.match is not None
    result = (await desk["Ann"].slash("daily")).message
    assert "the best computer" in said(result)
    assert "Daily streak: 1 day" in said(result)
    assert re.search(r"You: [+−]?[0-9]+ · a \*normal\* computer with your cards: [+−]?[0-9]+\n", said(result))
    assert "ingerprint" not in said(result), "it is behind Check shuffle"
    assert "Better than" not in said(result), "nobody else has played"
    assert "is unranked" not in said(result)
    assert labels(result) == ["Share", "Replay", "Yesterday's table"]
    assert "Deal 1 of 1" in said((await desk["Ann"].press(result, "Replay")).message)
    assert said((await desk["Ann"].slash("daily")).message) == said(result)
    assert [one.number for one in desk.bot.services.tables.in_play] == []


async def test_the_result_is_compared_with_the_others(desk: Desk) -> None:
    await play(desk, desk["Ann"], 1)
    result = await play(desk, desk["Bob"], 2)
    assert "Better than **0%** of 1 other." in said(result), "they played the same moves"


async def test_a_result_at_a_table_of_two_is_that_against_the_computer(desk: Desk, clock: Clock) -> None:
    clock.at += 3 * DAY_MS
    result = said(await play(desk, desk["Ann"], 1))
    assert "the computer" in result
    assert "best" not in result


async def test_a_result_says_why_nobody_went_out(desk: Desk, clock: Clock) -> None:
    clock.at += 5 * DAY_MS
    result = said(await play(desk, desk["Ann"], 1)).splitlines()
    assert "Blocked: a part of the stock is used up." in result[:3]


async def test_squares_are_posted_for_everyone_and_spoil_nothing(desk: Desk) -> None:
    result = await play(desk, desk["Ann"], 1)
    posted = (await desk["Ann"].press(result, "Share")).message
    assert not posted["flags"] & 64
    title, points, *squares = said(posted).splitlines()
    assert title.startswith("**Ann**")
    assert points in said(result)
    assert len(squares) == 1
    assert not set("♠♥♦♣0123456789") & set("".join(squares))
    assert "A square a turn: 🟩 meld" in said((await desk["Bob"].press(posted, "Details")).message)
    card = (await desk["Bob"].press(posted, "Play this deal")).message
    assert (labels(card)[0], card["flags"] & 64) == ("Start", 64)
    assert "earlier version" in said((await desk["Bob"].forge({"custom_id": f"i:details:{MONDAY}:99"})).message)
    refused = await desk["Bob"].forge({"custom_id": f"i:share:{MONDAY}"})
    assert "haven't finished" in said(refused.message)


async def test_squares_are_shared_until_the_next_day_and_not_too_often(
    desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk.bot.services.limits, "count", RateLimits({Limited.LOBBY: 3}, {}).count)
    result = await play(desk, desk["Ann"], 1)
    shared = [(await desk["Ann"].press(result | {"id": nth}, "Share")).message for nth in range(3)]
    assert ["per minute" in said(one) for one in shared] == [False, False, True]
    clock.at += DAY_MS
    old = (await desk["Ann"].forge({"custom_id": f"i:show:{MONDAY}"})).message
    assert "Share" in labels(old)
    date = f"<t:{(end_of(MONDAY) - DAY_MS // 2) // 1000}"
    assert date in said(shared[0]).splitlines()[0]
    card = said((await desk["Bob"].press(shared[0], "Play this deal")).message)
    assert f"The deal of {date}" in card
    assert "This is today's." in card
    assert "is over" not in said((await desk["Bob"].slash("daily")).message)
    clock.at += DAY_MS
    assert "Share" not in labels((await desk["Ann"].forge({"custom_id": f"i:show:{MONDAY}"})).message)
    assert "too old to share" in said((await desk["Ann"].press(old, "Share")).message)


async def test_a_damaged_table_hides_no_result_and_no_later_deal(
    desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, damaged = desk.bot.services.tables, {1}
    get = tables.get

    async def get_readable(number: int) -> Table:
        if number in damaged:
            raise Refused(TableUnreadable(number))
        return await get(number)

    await play(desk, desk["Ann"], 1)
    monkeypatch.setattr(tables, "get", get_readable)
    result = (await desk["Ann"].slash("daily")).message
    assert "the best computer" in said(result)
    assert not {*said(result)} & {*"🟩🟦⬜🟥🟨⬛"}
    assert "Share" not in labels(result)
    await begin(desk["Bob"])
    damaged.add(2)
    assert "Table 2 can't be loaded" in said((await desk["Bob"].slash("daily")).message)
    clock.at = end_of(MONDAY) + 1
    assert "one attempt" in said((await desk["Bob"].slash("daily")).message)


async def test_a_deal_of_a_past_day_is_no_table_that_a_command_could_mean(desk: Desk, clock: Clock) -> None:
    await begin(desk["Ann"])
    assert "table 1" in said((await desk["Ann"].slash("hand")).message)
    clock.at = end_of(MONDAY) + GRACE_MS
    assert "table 1" in said((await desk["Ann"].slash("hand")).message), "there is no other"
    await desk["Ann"].slash("play", computers=1)
    for place in ("rummy", "lounge"):
        assert "table 2" in said((await desk["Ann"].slash("hand", in_=place)).message)


async def test_a_deal_that_was_left_has_no_result(desk: Desk) -> None:
    begun = (await begin(desk["Ann"])).message
    for button in ("Table", "End the match"):
        begun = (await desk["Ann"].press(begun, button)).message
    assert "You have one attempt" in said(begun)
    begun = (await desk["Ann"].press(begun, "Yes, end the match")).message
    assert labels(begun) == ["Result"]
    result = (await desk["Ann"].press(begun, "Result")).message
    assert "You left this deal." in said(result)
    assert not {"Share", "Replay"} & {*labels(result)}
    assert "Others still play this deal" in said((await desk["Ann"].forge({"custom_id": "t:1:replay"})).message)


async def play_badly(desk: Desk, number: int) -> None:
    """Lay nothing at this table, to its end."""
    service = TableService(desk.store)
    service.tables = desk.bot.services.tables
    table = await service.tables.get(number)
    while table.phase == Phase.DEAL:
        await service.play(table, idle, turns=1)
        table = await service.tables.get(number)


async def test_the_servers_best_result_is_watched_by_those_who_have_finished(desk: Desk, clock: Clock) -> None:
    best = await play(desk, desk["Ann"], 1)
    assert "Best here" not in labels(best), "it is one's own"
    card = (await desk["Bob"].slash("daily")).message
    assert "If your result is the best here, others can watch it." in said(card)
    await desk["Bob"].press(card, "Start")
    step = {"custom_id": "v:1:1:1::on"}
    for person, forged in ((desk["Bob"], step), (desk["Bob"], {"custom_id": f"i:best:{MONDAY}"}), (desk["Cleo"], step)):
        assert "There's no table 1" in said((await person.forge(forged)).message)
    await play_badly(desk, 2)
    result = (await desk["Bob"].slash("daily")).message
    watched = (await desk["Bob"].press(result, "Best here")).message
    assert watched["flags"] & 64
    assert "Ann's hand" in json.dumps(watched)
    assert "As a file" not in labels(watched)
    assert "step 2 of" in said((await desk["Bob"].press(watched, "▶")).message)
    assert "There's no table 1" in said((await desk["Bob"].forge({"custom_id": "t:1:replay_file"})).message)
    assert "There's no table 2" in said((await desk["Cleo"].forge({"custom_id": "v:2:1:1::on"})).message)
    assert "There's a new best result here" in said((await desk["Ann"].forge({"custom_id": "v:2:1:1::on"})).message)
    clock.at += DAY_MS
    table = (await desk["Cleo"].slash("daily", table=True)).message
    watched = (await desk["Cleo"].press(table, "Best here")).message
    assert "Ann's hand" in json.dumps(watched)
    assert labels(watched)[-1] != "As a file"
    in_dms = desk["Cleo"]._call(CallKind.PRESS, "dm", data=step)
    assert "There's no table 1" in said((await desk["Cleo"]._answer(in_dms)).message), "no member of this server asks there"


async def test_a_result_that_is_in_no_servers_table_is_watched_by_nobody_else(desk: Desk, clock: Clock) -> None:
    desk.joined = clock.at
    for nth, name in enumerate(("Ann", "Bob"), 1):
        card = (await desk[name].slash("daily")).message
        assert "others can watch" not in said(card)
        assert "is unranked" in said(card)
        await desk[name].press(card, "Start")
        await finish(desk, nth)
    result = (await desk["Bob"].slash("daily")).message
    assert "is unranked" in said(result)
    assert "Best here" not in labels(result)
    clock.at += DAY_MS
    assert "There's no table 1" in said((await desk["Bob"].forge({"custom_id": "v:1:1:1::on"})).message)


async def test_ones_data_say_that_others_may_watch_a_deal(desk: Desk) -> None:
    await desk["Ann"].slash("table new")
    assert "Others can watch" not in said((await desk["Ann"].slash("privacy my-data")).message)
    await begin(desk["Ann"])
    assert "Others can watch your deal of a day" in said((await desk["Ann"].slash("privacy my-data")).message)


async def test_a_deal_begun_before_midnight_is_finished_after_it_and_then_comes_the_next(desk: Desk, clock: Clock) -> None:
    clock.at = end_of(MONDAY) - 1000
    await begin(desk["Ann"])
    clock.at = end_of(MONDAY) + 60_000
    assert "table 1" in said((await desk["Ann"].slash("daily")).message)
    await finish(desk, 1)
    assert "table 2" in plain((await begin(desk["Ann"])).message)
    first = await desk.store.days.attempt(1, MONDAY)
    assert first.points is not None
    assert (await desk.store.days.attempt(1, MONDAY + 1)).points is None


async def press_at_end(desk: Desk, number: int, button: str) -> Json:
    """Press a button under Ann's hand at the end of the match at this table; return what it shows."""
    end = (await desk["Ann"].forge({"custom_id": f"t:{number}:hand"})).message
    return (await desk["Ann"].press(end, button)).message


async def test_the_result_of_a_deal_finished_after_midnight_is_that_of_its_day(desk: Desk, clock: Clock) -> None:
    clock.at = end_of(MONDAY) - 1000
    card = (await desk["Ann"].slash("daily")).message
    times = end_of(MONDAY) // 1000, (end_of(MONDAY) + GRACE_MS) // 1000
    assert "Start by <t:{}:f>, finish by <t:{}:t>.".format(*times) in said(card)
    await desk["Ann"].press(card, "Start")
    clock.at = end_of(MONDAY) + GRACE_MS - 1
    await finish(desk, 1)
    result = await press_at_end(desk, 1, "Result")
    assert "the best computer" in said(result)
    assert "Next deal" not in said(result), "it has begun"
    assert "Share" in labels(result)
    assert len(desk.bot.services.tables.in_play) == 0, "the next attempt begins with a press"
    card = (await desk["Ann"].press(result, "Today's deal")).message
    assert "table 2" in plain((await desk["Ann"].press(card, "Start")).message)


async def test_start_under_yesterdays_card_shows_todays_deal_and_begins_nothing(desk: Desk, clock: Clock) -> None:
    card = (await desk["Ann"].slash("daily")).message
    clock.at = end_of(MONDAY)
    today = (await desk["Ann"].press(card, "Start")).message
    assert "one attempt" in said(today)
    assert not list(desk.bot.services.tables.in_play)
    await desk["Ann"].press(today, "Start")
    assert await desk.store.days.attempt(1, MONDAY + 1) is not None


async def test_the_card_names_the_house_rule_of_the_week_and_not_what_follows_from_it(desk: Desk, clock: Clock) -> None:
    for _ in HOUSE_RULES_OF_WEEKS:
        clock.at += 7 * DAY_MS
        shown = said((await desk["Ann"].slash("daily")).message)
        assert "House rule of the week" not in shown
        clock.at += 5 * DAY_MS
        (rule,) = [one for one in said((await desk["Ann"].slash("daily")).message).splitlines() if "House rule of" in one]
        assert rule.count("·") == 1, rule
        assert "players" not in rule
        clock.at -= 5 * DAY_MS


async def test_a_deal_finished_after_its_end_has_no_result_and_says_so(desk: Desk, clock: Clock) -> None:
    clock.at = end_of(MONDAY) - 1000
    await begin(desk["Ann"])
    clock.at = end_of(MONDAY) + GRACE_MS
    await finish(desk, 1)
    result = await press_at_end(desk, 1, "Result")
    assert f"Too late for a result: this deal closed <t:{clock.at // 1000}:R>." in said(result)
    assert "Share" not in labels(result)
    assert await desk.store.days.finished_days(1) == []


async def test_a_clock_that_is_set_back_gives_no_second_attempt(desk: Desk, clock: Clock) -> None:
    await play(desk, desk["Ann"], 1)
    clock.at += DAY_MS
    await play(desk, desk["Ann"], 2)
    clock.at -= DAY_MS
    assert "the best computer" in said((await desk["Ann"].slash("daily")).message)
    assert "Daily streak: 1 day" in said((await desk["Ann"].slash("daily")).message), "tomorrow doesn't count yet"
    assert len(desk.bot.services.tables.in_play) == 0


async def test_a_clock_that_is_set_back_leads_to_the_later_deal(desk: Desk, clock: Clock) -> None:
    clock.at += DAY_MS
    await begin(desk["Ann"])
    clock.at -= DAY_MS
    shown = plain((await begin(desk["Ann"])).message)
    assert "table 1" in shown
    assert "one attempt" not in shown
    assert len(desk.bot.services.tables.in_play) == 1


async def test_who_deletes_their_data_in_the_middle_has_left_the_deal(desk: Desk) -> None:
    begun = (await begin(desk["Ann"])).message
    assert "has been deleted" in said((await desk["Ann"].slash("privacy delete-me", sure=True)).message)
    assert (await desk.bot.services.tables.get(1)).phase == Phase.OVER
    assert (await desk.store.days.attempt(1, MONDAY)).points is None
    assert "You had your attempt at this deal" in said((await begin(desk["Ann"])).message)
    assert "There's no table 1" in said((await desk["Ann"].press(begun, "Table")).message)
    assert await desk.store.days.of_server(SERVER, MONDAY) == []


async def test_the_servers_table_shows_yesterdays_members_of_seven_days(desk: Desk, clock: Clock) -> None:
    await play(desk, desk["Ann"], 1)
    desk.joined = clock.at - 6 * DAY_MS
    await play(desk, desk["Bob"], 2)
    assert "Nobody here finished" in said((await desk["Ann"].slash("daily", table=True)).message)
    clock.at += DAY_MS
    shown = said((await desk["Cleo"].slash("daily", table=True)).message)
    assert "Ann" in shown
    assert "Bob" not in shown
    await check_shuffles(desk, clock)
    assert "server" in await desk["Ann"].refused("daily", in_="dm", table=True)


async def check_shuffles(desk: Desk, clock: Clock) -> None:
    """Check that **Check shuffle** of a day's table answers, with the seed of the day and the fingerprint of the next one."""
    secret, table = await desk.store.days.secret(), (await desk["Cleo"].slash("daily", table=True)).message
    assert "ingerprint" not in said(table)
    for at, is_revealed in ((end_of(MONDAY) + 1, False), (end_of(MONDAY) + GRACE_MS, True)):
        clock.at = at
        shown = said((await desk["Cleo"].press(table, "Check shuffle")).message)
        assert all(fingerprint_of(secret, day) in shown for day in (MONDAY, MONDAY + 2))
        assert ("Checked: this deal was decided before the first card ✓" in shown) == is_revealed
        assert (seed_of(secret, MONDAY) in shown) == is_revealed
        assert seed_of(secret, MONDAY + 1) not in shown


async def test_who_deletes_their_data_gets_no_second_attempt(desk: Desk, clock: Clock) -> None:
    await play(desk, desk["Ann"], 1)
    await desk["Ann"].slash("privacy delete-me", sure=True)
    assert "You had your attempt at this deal" in said((await begin(desk["Ann"])).message)
    assert len(desk.bot.services.tables.in_play) == 0
    clock.at += DAY_MS
    assert "table 2" in plain((await begin(desk["Ann"])).message)
    shown = said((await desk["Bob"].slash("daily", table=True)).message)
    assert "a former player" in shown


async def test_an_account_of_less_than_thirty_days_is_in_no_servers_table(desk: Desk, clock: Clock) -> None:
    discord_epoch = 1_420_070_400_000
    for nth, days in enumerate((29, 30), 1):
        asker = Asker(desk, f"New {days}", (clock.at - days * DAY_MS - discord_epoch) << 22)
        await play(desk, asker, nth)
    rows = await desk.store.days.of_server(SERVER, MONDAY)
    assert [row.person for row in rows] == [2]


async def test_stats_show_streaks(desk: Desk, clock: Clock) -> None:
    for nth in range(2):
        await play(desk, desk["Ann"], 1 + nth)
        clock.at += DAY_MS
    assert "Daily streak: 2 days" in said((await desk["Ann"].slash("stats")).message)
    assert "streak" not in said((await desk["Bob"].slash("stats")).message)


async def _insist(person: Asker, in_: str = "rummy") -> Reply:
    """Use the command, then send the press of **Start** for today, whether that button is offered or not."""
    await person.slash("daily", in_=in_)
    return await person._answer(person._call(CallKind.PRESS, in_, data=_press(f"i:begin:{app.now() // DAY_MS}")))


async def _from_the_menu(desk: Desk) -> Reply:
    return await desk["Ann"].press((await desk["Ann"].slash("play")).message, "Deal of the day")


async def _from_yesterdays_table(desk: Desk, in_: str = "rummy") -> Reply:
    return await desk["Ann"].press((await desk["Ann"].slash("daily", in_=in_, table=True)).message, "Today's deal")


async def _delivered_twice(desk: Desk, kind: CallKind, **details: Any) -> None:
    call = desk["Ann"]._call(kind, "rummy", **details)
    await asyncio.gather(*(desk["Ann"]._answer(call) for _ in range(2)))


async def _leave(desk: Desk) -> Reply:
    await desk.bot.services.tables.change(1, 1, Forfeit())
    return await _insist(desk["Ann"])


async def _finish_and_begin(desk: Desk, **options: Any) -> Reply:
    await finish(desk, 1)
    return await _insist(desk["Ann"], **options)


async def _delete_and_begin(desk: Desk) -> Reply:
    await desk["Ann"].slash("privacy delete-me", sure=True)
    return await _insist(desk["Ann"])


async def _begin_at(desk: Desk, clock: Clock, at: int) -> Reply:
    clock.at = at
    return await _insist(desk["Ann"])


async def _begin_in_another_process(folder: Path, **options: Any) -> None:
    async with open_desk(folder) as other:
        await other.bot.services.tables.load()
        await _insist(other["Ann"], **options)


async def _begin_under_another_name(desk: Desk) -> Reply:
    return await _insist(Asker(desk, "Annie", desk["Ann"].id))


async def _begin_after_a_match(desk: Desk) -> Reply:
    await desk["Ann"].slash("play", computers=1)
    return await _insist(desk["Ann"])


def _press(action: str) -> Json:
    return {"custom_id": action}


WAYS: dict[str, Callable[[Desk, Clock, Path], Awaitable[object]]] = {
    "the command again": lambda desk, _c, _f: _insist(desk["Ann"]),
    "in another channel": lambda desk, _c, _f: _insist(desk["Ann"], "lounge"),
    "in direct messages": lambda desk, _c, _f: _insist(desk["Ann"], "dm"),
    "in another server": lambda desk, _c, _f: _insist(desk["Ann"], "abroad"),
    "by the menu of /play": lambda desk, _c, _f: _from_the_menu(desk),
    "by yesterday's table": lambda desk, _c, _f: _from_yesterdays_table(desk),
    "by yesterday's table of another server": lambda desk, _c, _f: _from_yesterdays_table(desk, "abroad"),
    "by a forged press for today": lambda desk, _c, _f: desk["Ann"].forge(_press(f"i:begin:{MONDAY}")),
    "by a forged press for tomorrow": lambda desk, _c, _f: desk["Ann"].forge(_press(f"i:begin:{MONDAY + 1}")),
    "by a forged rematch": lambda desk, _c, _f: desk["Ann"].forge(_press("t:1:again")),
    "by a command that came twice": lambda desk, _c, _f: _delivered_twice(
        desk, CallKind.PRESS, data=_press(f"i:begin:{MONDAY}")
    ),
    "by four calls at once": lambda desk, _c, _f: asyncio.gather(*(_insist(desk["Ann"], in_) for in_ in PLACES)),
    "beside another match": lambda desk, _c, _f: _begin_after_a_match(desk),
    "under another name": lambda desk, _c, _f: _begin_under_another_name(desk),
    "in another process": lambda _d, _c, folder: _begin_in_another_process(folder),
    "in another process and server": lambda _d, _c, folder: _begin_in_another_process(folder, in_="abroad"),
    "after leaving": lambda desk, _c, _f: _leave(desk),
    "after the end": lambda desk, _c, _f: _finish_and_begin(desk),
    "after the end, in another server": lambda desk, _c, _f: _finish_and_begin(desk, in_="abroad"),
    "after deleting one's data": lambda desk, _c, _f: _delete_and_begin(desk),
    "with the clock set back by an hour": lambda desk, clock, _f: _begin_at(desk, clock, clock.at - 3_600_000),
    "with the clock set back by a day": lambda desk, clock, _f: _begin_at(desk, clock, clock.at - DAY_MS),
    "just after midnight": lambda desk, clock, _f: _begin_at(desk, clock, end_of(MONDAY) + 1),
}


@pytest.mark.parametrize("way", WAYS)
async def test_there_is_one_attempt_for_whoever_begins_twice(desk: Desk, clock: Clock, tmp_path: Path, way: str) -> None:
    url = f"sqlite:///{tmp_path / 'desk.db'}"
    await begin(desk["Ann"])
    await WAYS[way](desk, clock, tmp_path)
    assert execute(url, 'SELECT person, day, "table" FROM attempts') == [(1, MONDAY, 1)]
    assert [one.lobby.day for one in desk.bot.services.tables.in_play if one.number != 1 and one.lobby.day] == []


async def test_nothing_before_the_end_tells_what_a_person_could_not_know(desk: Desk, clock: Clock) -> None:
    secret = await desk.store.days.secret()
    told = list[Json]()
    ann = desk["Ann"]
    told.append((await begin(ann)).message)
    (dealt,) = [one for one in await desk.store.log.read_events(1) if isinstance(one, CardsDealt)]
    told.append((await ann.press(told[0], "Table")).message)
    for command, options in (("privacy my-data", {}), ("table show", {"table": 1}), ("daily", {"table": True})):
        told.append((await ann.slash(command, **options)).message)
    told.append((await ann.forge({"custom_id": "t:1:fairness"})).message)
    assert "Others play this deal today." in said(told[-1])
    told.append((await ann.forge({"custom_id": "t:1:replay"})).message)
    told.append((await ann.forge({"custom_id": f"i:best:{MONDAY}"})).message)
    known = {*dealt.hands[0], *filter(None, (dealt.upcard,))}
    assert shown_in(told[0]) >= set(map(face, dealt.hands[0]))
    for message in told:
        assert written_in(message) <= known
        assert shown_in(message) <= set(map(face, known)), said(message)
    told.append((await ann.slash("rules")).message)  # has examples of melds
    await finish(desk, 1)
    told += [(await ann.slash(command)).message for command in ("daily", "privacy my-data")]
    told.append((await ann.forge({"custom_id": "t:1:fairness"})).message)
    told.append((await ann.forge({"custom_id": "t:1:replay"})).message)
    assert "Deal 1 of 1" in said(told[-1])
    assert "As a file" not in labels(told[-1])
    told.append((await ann.forge({"custom_id": "t:1:replay_file"})).message)
    assert "Others still play this deal" in said(told[-1])
    written = json.dumps(told)
    told.append((await ann.forge({"custom_id": "t:1:proof"})).message)
    written = json.dumps(told)
    assert fingerprint_of(secret, MONDAY) in written
    for hidden in (secret, deals_of(secret, MONDAY), dealt.seed, seed_of(secret, MONDAY + 1)):
        assert hidden not in written
    clock.at = end_of(MONDAY) + GRACE_MS
    assert dealt.seed in json.dumps((await ann.forge({"custom_id": "t:1:proof"})).message)
    assert seed_of(secret, MONDAY) == dealt.seed
    table = (await ann.slash("daily", table=True)).message
    assert dealt.seed in said((await ann.press(table, "Check shuffle")).message)
    replayed = (await ann.forge({"custom_id": "t:1:replay"})).message
    assert "Deal 1 of 1" in said(replayed)
    assert "As a file" in labels(replayed)


async def test_the_results_of_who_runs_the_bot_are_marked(desk: Desk, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    result = await play(desk, desk["Ann"], 1)
    other = await play(desk, desk["Bob"], 2)
    monkeypatch.setattr(DiscordApi, "operators", frozenset({desk["Ann"].id}))
    for name, mine in (("Ann", result), ("Bob", other)):
        posted = (await desk[name].press(mine, "Share")).message
        assert "runs Ramino" not in said(posted), "it reads like an accusation"
        assert ("Ann runs Ramino" in said((await desk["Cleo"].press(posted, "Details")).message)) == (name == "Ann")
    clock.at += DAY_MS
    shown = said((await desk["Cleo"].slash("daily", table=True)).message)
    (marked,) = [line for line in shown.splitlines() if line.endswith("†")]
    assert "Ann" in marked
    assert "† runs Ramino, and could know the cards" in shown


async def test_play_help_and_the_table_of_yesterday_lead_to_the_deal(desk: Desk, clock: Clock) -> None:
    ann = desk["Ann"]
    for place in ("rummy", "dm"):
        assert "**Each day**: `/daily`" in said((await ann.slash("help", in_=place)).message)
    menu = (await ann.slash("play")).message
    begun = await ann.press(menu, "Deal of the day")
    assert (begun.outcome, begun.message["id"]) == ("update", menu["id"])
    assert "You have one attempt" in said(begun.message)
    await ann.slash("play", computers=1)
    assert "Deal of the day" in labels((await ann.slash("play", in_="dm")).message), "also beside a match under way"
    table = (await desk["Bob"].slash("daily", table=True)).message
    assert labels(table) == ["Today's deal", "Check shuffle"]
    assert "You have one attempt" in said((await desk["Bob"].press(table, "Today's deal")).message)


async def test_a_channel_where_the_table_can_not_be_posted_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def offer_of(services: Services, call: Call) -> Offer:
        return Offer({}, has_channel=lambda _: True, has_role=lambda _: True, may_post=lambda channel: channel == 11)

    monkeypatch.setattr(settings_actions, "offer_of", offer_of)
    panel = (await desk["Ann"].press((await desk["Ann"].slash("settings")).message, "Server settings")).message
    refused = (await desk["Ann"].choose(panel, "o:server:daily", "12")).message
    assert "I can't post in <#12>" in said(refused)
    assert (await desk.store.server_settings.get(SERVER)).daily == ()
    await desk["Ann"].choose(panel, "o:server:daily", "11")
    assert (await desk.store.server_settings.get(SERVER)).daily == (11,)
