"""The schedule of a tournament for its players: reading it, finding their own tables, and opening them."""

from bot import app
from tests.e2e.support.club import EVERYONE, Club, until
from tests.e2e.support.commands import check_refusal, check_refused
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.league_messages import confirm, page_texts, read
from tests.e2e.support.schedules import (
    fixture_button,
    meet_bot,
    open_buttons,
    open_fixture,
    own_page,
    post_schedule,
    press_fixture,
    private_page,
)
from tests.leagues import create_league, edit_league
from tests.people import Json, labels


async def post_large_schedule(club: Club, extra: int, **options: object) -> Json:
    """Post a round robin of everyone and `extra` guests whom the bot has never met."""
    others = [(await club.control("people", {"name": f"Guest{number}"}))["id"] for number in range(extra)]
    everybody = [*(club[name].id for name in EVERYONE), *others]
    await create_league(club["Ann"], "Cup")
    ann, people = club["Ann"], " ".join(f"<@{one}>" for one in everybody)
    reply = await ann.slash("league schedule", people=people, **options)
    await ann.until(lambda: labels(ann.now(reply.message)))
    return ann.now(reply.message)


async def test_a_schedule_accepts_unknown_people_only_if_they_are_members(club: Club, bot: app.Bot) -> None:
    await club["Bob"].slash("leaderboard")
    since = await club.last_request()
    message = await post_large_schedule(club, extra=2, tables=4)
    text = read(message)
    assert all(name in text for name in (*EVERYONE, "Guest0", "Guest1"))
    asked = [one["path"] for one in await club.requests(since) if "/members/" in one["path"]]
    assert len(asked) == len(set(asked)) == 7, "everyone but Ann, who asks; Bob is known, but maybe from another server"
    await club.control("people/Guest1", {"in_guild": False})
    gone = (await club.control("people", {"name": "Guest2"}))["id"]
    await club.control("people/Guest2", {"in_guild": False})
    known = f"<@{club['Ann'].id}> <@{club['Bob'].id}>"
    robot = club.pg.world.bot.id
    await check_refused(
        club, club["Ann"], "league schedule", f"<@{gone}> and <@{robot}>", people=f"{known} <@{gone}> <@{robot}>"
    )
    assert club.query("SELECT count(*) FROM schedules") == [(1,)]
    assert club.query("SELECT count(*) FROM people WHERE discord_id = ?", int(gone)) == [(0,)]


async def test_a_schedule_of_32_people_has_496_tables(club: Club, bot: app.Bot) -> None:
    message = await post_large_schedule(club, extra=26)
    assert "0 of 496 played" in read(message)
    assert open_buttons(message) == [], "under the posted schedule, others would see them too"
    pages = [page async for page in page_texts(club["Finn"], "league schedule")]
    assert len(pages) == 31
    assert sum(page.count("\n- ") for page in pages) == 496
    mine = await private_page(club["Finn"], message, "My matches")
    assert "Finn: 0 of 31 played" in read(mine)
    assert open_buttons(mine) == [label for label in open_buttons(mine) if "Finn" in label]
    assert len(open_buttons(mine)) == 20
    assert len(open_buttons((await club["Finn"].press(mine, "Next")).message)) == 11


async def test_my_tables_lists_a_players_own_tables_and_opens_them(club: Club, bot: app.Bot) -> None:
    posted = await post_schedule(club)
    mine = await private_page(club["Bob"], posted, "My matches")
    assert "Bob: 0 of 3 played" in read(mine)
    assert len(open_buttons(mine)) == 3
    assert all("Bob" in label for label in open_buttons(mine))
    reply = await club["Bob"].press(mine, fixture_button(mine, "Bob", "Cleo"))
    assert reply.outcome == "update"
    assert f"open, table `1` in <#{club['Bob'].channel_id('rummy')}>" in read(reply.message)
    assert "Bob: 0 of 3 played" in read(reply.message), "this is still Bob's own page"
    assert len(open_buttons(reply.message)) == 2
    assert "table `1`" in read((await club["Ann"].slash("league schedule", person=club["Cleo"].id)).message)
    looked = (await club["Ann"].slash("league schedule", person=club["Cleo"].id)).message
    assert "Cleo: 0 of 3 played" in read(looked)
    assert len(open_buttons(looked)) == 1, "of Cleo's tables, Ann can open only the one that is hers too"
    none = await private_page(club["Eve"], posted, "My matches")
    assert "You're not in this schedule" in read(none)
    stranger = (await club["Ann"].slash("league schedule", person=club["Finn"].id)).message
    assert "I haven't met this person" in read(stranger)


async def test_a_scheduled_player_who_has_left_the_server_is_found(club: Club, bot: app.Bot) -> None:
    await post_schedule(club)
    await club["Finn"].slash("leaderboard")
    for name in ("Bob", "Finn"):
        await club.control(f"people/{name}", {"in_guild": False})
    looked = (await club["Ann"].slash("league schedule", person=club["Bob"].id)).message
    assert "Bob: 0 of 3 played" in read(looked)
    for name in ("Finn", "Eve"):
        stranger = (await club["Ann"].slash("league schedule", person=club[name].id)).message
        assert "I haven't met this person" in read(stranger)


async def test_options_that_would_be_ignored_are_refused(club: Club, bot: app.Bot) -> None:
    await post_schedule(club)
    ann, four, bob = club["Ann"], await meet_bot(club, "Ann", "Bob", "Cleo", "Dan"), {"person": club["Bob"].id}
    for wrong in ({"people": four, "live": True}, {"people": four, **bob}, {**bob, "live": True}):
        before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
        check_refusal(club, await ann.slash("league schedule", **wrong), before, messages, tuple(f"`{one}:`" for one in wrong))
    assert club.query("SELECT count(*) FROM schedules") == [(1,)]


async def test_not_played_yet_lists_the_open_tables(club: Club, bot: app.Bot) -> None:
    posted = await post_schedule(club)
    listed = await private_page(club["Ann"], posted, "Not played yet")
    assert "Not played yet: 6" in read(listed)
    await open_fixture(club, posted, "Ann", "Bob")
    whole = await club["Ann"].press(listed, "All rounds")
    assert whole.outcome == "update", "the person's own page is replaced"
    assert "open, table" in read(whole.message)
    assert len(open_buttons(whole.message)) == 2, "only Ann's own tables"


async def test_a_schedule_is_shown_to_its_viewer_only_and_organisers_can_post_it(club: Club, bot: app.Bot) -> None:
    posted = await post_schedule(club)
    assert not posted["flags"] & 64
    assert (await club["Bob"].slash("league schedule")).message["flags"] & 64
    again = (await club["Ann"].slash("league schedule", live=True)).message
    assert not again["flags"] & 64
    assert open_buttons(again) == []
    await check_refused(club, club["Bob"], "league schedule", "Manage Server", live=True)


async def test_a_replaced_schedule_opens_no_tables(club: Club, bot: app.Bot) -> None:
    old = await post_schedule(club)
    people = " ".join(f"<@{club[name].id}>" for name in ("Ann", "Bob", "Cleo"))
    refusal = read((await club["Ann"].slash("league schedule", people=people)).message)
    assert "0 of 6 played" in refusal, "a tournament isn't replaced by mistake"
    own = await own_page(club, old, "Ann")
    await confirm(club["Ann"], "league schedule", people=people, replace=True)
    reply = await club["Ann"].press(own, fixture_button(own, "Ann", "Bob"))
    assert "Another schedule" in read(reply.message)
    assert club.query("SELECT * FROM tables") == []
    mine = await private_page(club["Ann"], old, "My matches")
    assert "Ann: 0 of 2 played" in read(mine), "of the newest schedule"
    assert (await club["Ann"].press(mine, fixture_button(mine, "Ann", "Bob"))).outcome == "update"


async def test_matches_of_a_schedule_have_the_requested_length(club: Club, bot: app.Bot) -> None:
    message = await post_schedule(club, deals=2)
    await press_fixture(club, message, "Ann", "Bob")
    await until(lambda: club.query("SELECT * FROM tables"))
    assert (club.table().variant.match_deals, club.table().variant.match_target) == (2, "none")


async def test_without_a_name_the_schedule_command_means_the_channels_league_or_the_scheduled_one(
    club: Club, bot: app.Bot
) -> None:
    await post_schedule(club)
    await create_league(club["Ann"], "Aaa")
    assert "Cup" in read((await club["Bob"].slash("league schedule")).message), "the other league has no schedule"
    assert "in Cup" in read((await club["Bob"].slash("league remind", wanted=True)).message)
    people = " ".join(f"<@{club[name].id}>" for name in ("Ann", "Bob"))
    assert "several leagues" in read((await club["Ann"].slash("league schedule", people=people)).message)
    await edit_league(club["Ann"], "Aaa", channel=club["Ann"].channel_id("rummy"))
    assert "Aaa" in read((await club["Ann"].slash("league schedule", people=people)).message)


async def test_the_remind_command_says_whether_reminders_are_on(club: Club, bot: app.Bot) -> None:
    await post_schedule(club)
    assert "You won't get reminders" in read((await club["Bob"].slash("league remind")).message)
    await club["Bob"].slash("league remind", wanted=True)
    assert "You'll get a DM" in read((await club["Bob"].slash("league remind")).message)
    assert "You won't get reminders" in read((await club["Ann"].slash("league remind")).message)


async def test_scheduled_tables_open_in_the_leagues_channel_if_the_bot_may_write_there(club: Club, bot: app.Bot) -> None:
    posted, lounge = await post_schedule(club), club["Ann"].channel_id("lounge")
    await edit_league(club["Ann"], "Cup", channel=lounge)
    for denied in ("view_channel", "send_messages"):
        await club.control("channels/lounge/permissions", {"deny": [denied]})
        reply = await press_fixture(club, posted, "Ann", "Bob")
        assert f"<#{lounge}>, but I can't post there" in read(reply.message)
    assert club.query("SELECT * FROM tables") == []
    await club.control("channels/lounge/permissions", {"deny": []})
    reply = await press_fixture(club, posted, "Ann", "Bob")
    assert f"open, table `1` in <#{lounge}>" in read(reply.message)
    await club["Bob"].until(lambda: newest_with(club["Bob"].messages("lounge"), "join"))
