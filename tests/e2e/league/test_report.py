"""`/league report`: organisers see conspicuous facts of the running season; nobody else does."""

from msgspec.structs import replace

from bot import app
from bot.league.league import League
from bot.tables.table_times import time_is_up_at
from tests.e2e.support.club import Club
from tests.e2e.support.league.league_reading import ask, read
from tests.e2e.support.league.played_season import store_season
from tests.e2e.support.quick_matches import pass_deadline, start
from tests.e2e.support.refusals import check_refused, check_refused_in_dm
from tests.people import labels

CUP = League(server=0, name="**Cup**")


async def test_the_report_names_a_timed_out_turn_and_a_match_decided_by_leaving(club: Club, bot: app.Bot) -> None:
    ann = club["Ann"]
    await ann.slash("league create", name="Cup", shortest="one")
    assert "Nothing stands out in this season." in read(await ask(ann, "league report"))
    await start(club, bot, "Ann", "Bob", computer=False, deals=1)
    slow = club.on_turn()
    await pass_deadline(club, bot, time_is_up_at(await bot.services.tables.get(1)))
    asked = await club["Bob"].slash("table leave")
    await club["Bob"].press(asked.message, labels(asked.message)[0])
    await club.until_sent()
    message = await ask(ann, "league report", league="cup")
    assert message["flags"] & 64
    text = read(message)
    assert "1 match in the running season" in text
    assert "Bob left too early, so Ann got no points" in text
    assert f"- {slow.name} · 1 turn · in 1 match" in text
    assert "accusations" in text


async def test_only_organisers_see_the_report_of_a_league_in_use(club: Club) -> None:
    await store_season(club, CUP, replace(CUP, name="Other"), matches=60, people=6)
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    async with club.bot():
        ann, bob = club["Ann"], club["Bob"]
        await check_refused(club, bob, "league report", "Manage Server", league="Other")
        await check_refused(club, ann, "league report", "Other")
        await check_refused(club, ann, "league report", "Nothing", league="Nothing")
        await check_refused_in_dm(club, bob, "league report", league="Other")
        await ann.slash("league organisers", role=role)
        await club.control("people/Bob/roles", {"roles": ["Keepers"]})
        assert r"Report on \*\*Cup\*\*" in read(await ask(bob, "league report", league="**cup**"))
        await club.control("people/Bob/roles", {"roles": []})
        await check_refused(club, bob, "league report", f"<@&{role}>", league="Other")
