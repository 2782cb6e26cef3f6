"""A league in one minute: its card, its tables, its organisers, and what a match is worth in it."""

from pathlib import Path

import pytest

from bot import app
from bot.discord import error_boundary
from tests.competition.test_recount_script import recounted
from tests.e2e.support.clocks import pass_turn
from tests.e2e.support.club import Club, until
from tests.e2e.support.commands import check_refusal
from tests.e2e.support.hand_controls import newest_with
from tests.e2e.support.league_messages import ask, attached_files, ratings, read
from tests.e2e.support.seasons import table_rows
from tests.e2e.support.tables import open_table, play_match, start_match
from tests.leagues import create_league, edit_league
from tests.people import Json, labels, said


async def create(club: Club, name: str = "Mondays", **chosen: str) -> Json:
    """Let Ann create a league by the form; return its card, as everyone sees it."""
    form = await club["Ann"].slash("league create")
    assert form.outcome == "modal", form
    reply = await club["Ann"].submit(form.modal, name=name, **{one: [value] for one, value in chosen.items()})
    assert reply.outcome == "message", reply
    assert not reply.message["flags"] & 64, said(reply.message)
    return reply.message


async def said_to_ann(club: Club, league: str) -> str:
    """Return what only Ann is told about the league that she has just created."""
    ann = club["Ann"]
    return await ann.until(
        lambda: next((text for it in ann.messages("rummy") if f"### {league}" in (text := read(it)) and it["flags"] & 64), "")
    )


@pytest.mark.journey
async def test_five_presses_and_one_typed_name_lead_from_nothing_to_a_counted_match(club: Club, bot: app.Bot) -> None:
    presses = ["/league create", "submit"]
    card = await create(club)
    lobby = (await club["Ann"].press(card, "Play a match that counts")).message
    presses.append("Play a match that counts")
    assert "Counts for: Mondays" in read(lobby)
    await club["Bob"].until(lambda: newest_with(club["Bob"].messages("rummy"), "join"))
    assert (await club["Bob"].press(lobby, "Join")).outcome == "update"
    presses.append("Join")
    await club["Ann"].press(lobby, "Start")
    presses.append("Start")
    assert len(presses) <= 6
    await club.until_sent()
    assert "Counts for: Mondays" in read(club["Bob"].now(lobby))
    await play_match(club, {"Ann": "dm", "Bob": "dm"})
    await club["Finn"].until(lambda: any("Points in Mondays: " in read(it) for it in club["Finn"].messages(lobby["id"])))
    standings = await club["Finn"].press(card, "Standings")
    assert standings.message["flags"] & 64
    assert "Ann" in read(standings.message)


async def test_a_deleted_channel_or_role_is_named_nowhere(club: Club, bot: app.Bot) -> None:
    await create(club)
    ann = club["Ann"]
    lounge, role = ann.channel_id("lounge"), await club.appoint("Eve")
    await edit_league(ann, "Mondays", channel=lounge)
    await club.control("channels/lounge", method="DELETE")
    await club.control("roles/Keepers", method="DELETE")
    for command, about in (
        ("league edit", "Mondays"),
        ("league list", "Mondays"),
        ("league log", "Mondays"),
        ("league list", None),
    ):
        text = read(await ask(ann, command, **({} if about is None else {"league": about})))
        assert "a deleted channel" in text, command
        assert lounge not in text, command
        assert role not in text, command
    refused = said((await club["Bob"].slash("league create")).message)
    assert "Manage Server" in refused
    assert role not in refused
    assert role not in read(await ask(club["Bob"], "league organisers"))


async def test_the_time_zone_is_suggested_by_the_language_of_the_server(club: Club, bot: app.Bot) -> None:
    await create(club, "Here")
    assert "`UTC`" in await said_to_ann(club, "Here")
    await club.control("guild", {"locale": "it"})
    await until(lambda: bot.services.api.server_locale(int(club.pg.world.guild.id)) == "it")
    await create(club, "Qui")
    assert "`Europe/Rome`" in await said_to_ann(club, "Qui")


async def test_a_lobby_that_took_long_to_open_is_still_for_everyone(
    club: Club, bot: app.Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = await create(club)
    monkeypatch.setattr(error_boundary, "_DEFER_AFTER", 0.0)
    assert (await club["Ann"].press(card, "Play a match that counts")).outcome == "deferred_update"
    lobby = await club["Bob"].until(lambda: newest_with(club["Bob"].messages("rummy"), "join"))
    await bot.services.courier.flush()
    assert [one["id"] for one in club["Bob"].messages("rummy") if "### Rami" in said(one)] == [lobby["id"]]
    monkeypatch.undo()
    await club["Bob"].press(lobby, "Join")
    assert len(club.table().seats.people) == 2


async def test_a_table_that_counts_is_opened_in_the_channel_of_the_league(club: Club, bot: app.Bot) -> None:
    card = await create(club)
    lounge = club["Ann"].channel_id("lounge")
    await edit_league(club["Ann"], "Mondays", channel=lounge, games="cuccu", requires_clock=True)
    reply = await club["Ann"].press(card, "Play a match that counts")
    assert f"is open in <#{lounge}>" in said(reply.message)
    lobby = await club["Bob"].until(lambda: newest_with(club["Bob"].messages("lounge"), "join"))
    assert "Counts for: Mondays" in read(lobby)
    assert "Cuccù" in read(lobby)
    await club.control("channels/lounge/permissions", {"deny": ["send_messages"]})
    await check_refusal(club, club["Bob"].press(card, "Play a match that counts"), f"<#{lounge}>", "can't post there")
    await club.control("channels/lounge", method="DELETE")
    await check_refusal(club, club["Bob"].press(card, "Play a match that counts"), "was deleted")


async def test_a_second_press_opens_no_second_table(club: Club, bot: app.Bot) -> None:
    card = await create(club)
    await club["Ann"].press(card, "Play a match that counts")
    again = await club["Ann"].press(card, "Play a match that counts")
    assert again.outcome == "deferred_update"
    assert len(club.query("SELECT number FROM tables")) == 1


async def test_leaving_after_both_had_a_turn_loses_match_points_and_rating(club: Club, bot: app.Bot, tmp_path: Path) -> None:
    ann, bob = club["Ann"], club["Bob"]
    await create_league(ann, "Mondays", scheme="3 0", rated=True)
    await start_match(club, "Ann", "Bob")
    assert "Not everyone has had a turn, so nobody wins." in read((await bob.slash("table leave")).message)
    for _ in range(2):
        await pass_turn(club)
    asked = (await bob.slash("table leave")).message
    assert "Your opponent wins, and you can't come back." in read(asked)
    await bob.press(asked, labels(asked)[0])
    await ann.until(
        lambda: any("Points in Mondays: Ann +3" in read(it).replace("\N{NO-BREAK SPACE}", " ") for it in ann.messages("rummy"))
    )
    rows = table_rows(read((await ann.slash("leaderboard", league="Mondays")).message))
    assert [row.split()[0] for row in rows] == ["1.", "2."]
    assert "Ann" in rows[0]
    [(of_ann, *_)] = ratings(read(await ask(ann, "stats"))).values()
    [(of_bob, *_)] = ratings(read(await ask(bob, "stats"))).values()
    assert of_ann > 1500 > of_bob
    assert "abandoned" not in read((await bob.slash("stats")).message)
    for nth, options in enumerate(({}, {"league": "Mondays"})):
        [data] = (await attached_files(club, await ask(ann, "league export", **options))).values()
        done = recounted(tmp_path / str(nth), data)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout


async def test_a_match_in_a_thread_of_the_leagues_channel_counts(club: Club, bot: app.Bot) -> None:
    await create_league(club["Ann"], "Here", channel=club["Ann"].channel_id("rummy"), shortest="one")
    thread = (await start_match(club, "Ann", "Bob", thread=True, deals=1))["id"]
    await club["Cleo"].until(lambda: club["Cleo"].sees(thread))
    lobby = await open_table(club, "Cleo", "Dan", in_=thread, deals=1)
    assert "Counts for: Here" in read(lobby)
    await club["Cleo"].press(lobby, "Start")
    await club.until_sent(2)
    await play_match(club, {"Cleo": "dm", "Dan": "dm"}, place=thread, table=2)
    await club["Dan"].until(lambda: any("Points in Here: " in read(it) for it in club["Dan"].messages(thread)))
    text = read((await club["Dan"].slash("match", match=2)).message)
    assert f"<#{club['Dan'].channel_id('rummy')}>" in text
    assert "Counts for: Here" in text
