"""People who leave, come back, are removed or stay away, in matches that may count and in matches with a computer."""

from collections.abc import Collection
from functools import partial

import pytest

from bot import app
from bot.tables.table import Phase
from tests.e2e.support.cards import cards_in
from tests.e2e.support.checks import check_dms, check_posted_once, check_secrecy
from tests.e2e.support.club import Club, until
from tests.e2e.support.quick_matches import pass_deadline, play_to_pause, settle, start
from tests.e2e.support.tables import newest_page, play_by_commands, press_ready, remove_player
from tests.people import Json, labels, said

SEAT = "Take a computer's seat"
REFUSED = "Only members with Manage Server, or organisers, can remove a player."


def plain_text(message: Json) -> str:
    """Return all text of a message, without the signs that keep names from being markup."""
    return said(message).replace("\\", "")


async def leave(club: Club, bot: app.Bot, name: str) -> str:
    """Leave by command; return what the confirmation says."""
    asked = (await club[name].slash("table leave")).message
    await club[name].press(asked, "Yes, leave the match")
    await settle(club, bot)
    return plain_text(asked)


def hand_of(club: Club, name: str) -> str:
    (hand,) = club[name].dms
    return plain_text(hand)


@pytest.mark.parametrize(
    "computer", [pytest.param(False, id="may count"), pytest.param(True, id="with a computer", marks=pytest.mark.journey)]
)
async def test_a_person_leaves_and_the_others_play_on(club: Club, bot: app.Bot, *, computer: bool) -> None:
    await start(club, bot, "Ann", "Bob", "Cleo", computer=computer)
    before = club.table()
    confirmation = await leave(club, bot, "Cleo")
    table = club.table()
    line = "Cleo** left. Cora ⚙ takes over." if computer else "Cleo** left the match."
    assert ("A computer plays on with your cards" if computer else "come last") in confirmation
    assert line in plain_text(newest_page(club))
    assert all(line in hand_of(club, name) for name in ("Ann", "Bob"))
    assert hand_of(club, "Cleo").splitlines()[0] == "You left this match."
    assert not any("discard" in label.lower() or "draw" in label.lower() for label in labels(club["Cleo"].dms[0]))
    assert len(table.match.staying_seats()) == (4 if computer else 2)
    assert table.seated_people() == tuple(one for one in before.seated_people() if one != club.person_number("Cleo"))
    await play_by_commands(club)
    assert (await settle(club, bot)).phase == Phase.DEAL
    if computer:
        assert "2 of 2 players must press **End the match**." in plain_text(newest_page(club))
        for name in ("Ann", "Bob"):
            asked = (await club[name].press(newest_page(club), "End the match")).message
            await club[name].press(asked, "Yes, end the match")
            await settle(club, bot)
        assert club.table().phase == Phase.OVER
    else:
        await play_by_commands(club)
        await settle(club, bot)
        await leave(club, bot, "Bob")
        assert "Ann wins" in plain_text(newest_page(club))
        placings = {name: club.seats_by_person()[club.person_number(name)]["placing"] for name in ("Ann", "Bob", "Cleo")}
        assert placings == {"Ann": 1, "Bob": 2, "Cleo": 3}
    assert len(club.results()) == (not computer)
    check_posted_once(club)
    check_secrecy(club)


async def test_a_person_who_left_comes_back_where_a_computer_plays_for_them(club: Club, bot: app.Bot) -> None:
    await start(club, bot, "Ann", "Bob", "Cleo", computer=True)
    await leave(club, bot, "Cleo")
    refused = plain_text((await club["Cleo"].slash("table seat", table=1)).message)
    assert "Try again after this deal" in refused
    await play_to_pause(club, bot)
    asked = (await club["Cleo"].press(newest_page(club), SEAT)).message
    assert [label.split(",")[0] for label in labels(asked)] == ["Your seat: Cora ⚙", "Rosa ⚙"]
    taken = await club["Cleo"].press(asked, labels(asked)[0])
    assert "The seat is yours from now on." in plain_text(taken.message)
    await settle(club, bot)
    assert "Cleo** takes the seat of Cora ⚙." in plain_text(newest_page(club))
    for name in ("Ann", "Bob", "Cleo"):
        await press_ready(club[name])
    table = await settle(club, bot)
    assert (table.phase, table.may_count, len(table.seated_people())) == (Phase.DEAL, False, 3)
    check_dms(club, "Ann", "Bob", "Cleo")
    seat = table.seats.seat_of(club.person_number("Cleo"))
    assert set(table.match.deal.hands[seat]) <= cards_in(club["Cleo"].dms[0])
    check_secrecy(club)


async def test_managers_and_organisers_remove_anyone_at_any_time_and_nobody_else_does(club: Club, bot: app.Bot) -> None:
    await start(club, bot, "Bob", "Cleo", "Dan", "Eve", computer=True)
    role = (await club.control("roles", {"name": "Keepers"}))["id"]
    command = partial(club["Finn"].slash, "table remove", person=club["Eve"].id)
    assert REFUSED in plain_text((await command()).message), "Finn is no organiser yet"
    await club["Ann"].slash("league organisers", role=role)
    assert REFUSED in plain_text((await command()).message), "nor after the role was chosen"
    await club.control("people/Finn/roles", {"roles": ["Keepers"]})
    asked = (await command()).message
    assert "Remove Eve from this match? They can't come back." in plain_text(asked)
    await club.control("people/Finn/roles", {"roles": []})
    refused = await club["Finn"].press(asked, "Yes, remove Eve")
    assert REFUSED in plain_text(refused.message), "who has lost the role removes nobody"
    await club.control("people/Finn/roles", {"roles": ["Keepers"]})
    asked = (await command()).message
    await remove_player(club, "Finn", asked, "Eve")
    table = await settle(club, bot)
    assert table.seats.removed == {club.person_number("Eve"): club.person_number("Finn")}
    assert "You were removed from this match." in hand_of(club, "Eve")
    asked = (await club["Ann"].slash("table remove", person=club["Dan"].id)).message
    await remove_player(club, "Ann", asked, "Dan")
    table = await settle(club, bot)
    assert table.seats.removed.keys() == {club.person_number(name) for name in ("Eve", "Dan")}
    assert any("Ann removed **Dan**" in plain_text(message) for message in club["Finn"].messages("rummy"))
    assert {club.person_of(one).name for one in table.seated_people()} == {"Bob", "Cleo"}
    check_secrecy(club)


@pytest.mark.journey
async def test_an_abandoned_table_is_closed_and_shows_all_hands(club: Club, bot: app.Bot) -> None:
    await start(club, bot, "Ann", "Bob", computer=False)
    for _ in range(2):  # otherwise nobody wins
        await play_by_commands(club)
    table = await settle(club, bot)
    person = club.on_turn()
    await pass_deadline(club, bot, table.timing.turn_clock.idle_until)
    end = newest_page(club)
    assert "Nobody moved for 30 minutes." in plain_text(end)
    assert labels(end) == ["Play again", "Details", "Replay"]
    details = (await club["Finn"].press(end, "Details")).message
    assert {card for hand in table.match.deal.hands for card in hand} <= cards_in(details)
    winner = next(name for name in ("Ann", "Bob") if name != person.name)
    assert f"{winner} wins!" in plain_text(end)
    assert f"It was {person.name}'s turn" in plain_text(end)
    assert club.seats_by_person()[club.person_number(person.name)]["left"]
    assert all("Nobody moved for 30 minutes" in hand_of(club, name) for name in ("Ann", "Bob"))
    check_posted_once(club)
    check_secrecy(club)


@pytest.mark.usefixtures("repeats_at_once")
async def test_a_person_who_takes_a_computers_seat_is_added_to_the_thread_after_a_restart_and_nobody_else_is_added_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.run._CLOSE_SECONDS", 0.5)
    async with club.bot() as bot:
        lobby = await start(club, bot, "Ann", "Bob", computer=True, thread=True)
        await play_to_pause(club, bot)
        since = await club.last_request()
        await club.add_fault("PUT", "/thread-members/", status=500, times=0)
        taken = await club["Dan"].slash("table seat", in_=lobby["id"])
        assert "The seat is yours from now on." in plain_text(taken.message)
    await club.clear_faults()
    assert {name for name in ("Ann", "Bob", "Dan") if club[name].id in members(club, lobby)} == {"Ann", "Bob"}
    async with club.bot():
        await until(lambda: club["Dan"].id in members(club, lobby))
    added = [one["path"] for one in await club.requests(since) if one["method"] == "PUT" and "/thread-members/" in one["path"]]
    assert {path.rpartition("/")[2] for path in added} == {club["Dan"].id}


def members(club: Club, thread: Json) -> Collection[str]:
    return club.pg.world.channels[thread["id"]].members
