"""Schedules of a league: posting them, opening their tables, and the reminders for them."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bot import app
from bot.storage.store import open_store
from bot.tables.rules.house_rules import replace_match_end
from bot.tables.rules.saved_variants import DEFAULT_VARIANT, ServerVariants
from tests.e2e.support.club import Club, Witness
from tests.e2e.support.commands import press_forged
from tests.e2e.support.league_messages import read
from tests.e2e.support.tables import cancel_table
from tests.leagues import create_league
from tests.people import Json, Reply, labels
from tests.schedules import store_schedule


async def meet_bot(club: Club, *names: str) -> None:
    """Let the bot meet these people."""
    for name in names:
        await club[name].slash("leaderboard")


async def store_fixtures(
    club: Club,
    *names: str,
    league: str = "Cup",
    variant: str = DEFAULT_VARIANT,
    deals: int | None = None,
    by: str = "Ann",
    size: int = 2,
    rounds: int = 1,
    dates: Sequence[int] = (),
) -> None:
    """Store a schedule of these people in a league, as an earlier version did when `by` made it just now."""
    stored = next(one for one in club.leagues().in_use() if one.name == league)
    people = [club.person_number(name) for name in names]
    async with open_store(club.database_url) as store:
        variants = ServerVariants(app.read_variants(), store.variants, app.now)
        game = replace_match_end(await variants.find(stored.league.server, variant), None, deals)
        about = {"at": app.now(), "size": size, "rounds": rounds, "dates": dates}
        await store_schedule(store, stored, club.person_number(by), game, people, **about)


async def show_schedule(club: Club, name: str = "Ann", league: str = "Cup") -> Json:
    """Let an organiser post the schedule of a league, and return its message."""
    return (await club[name].slash("league schedule", league=league, live=True)).message


async def post_schedule(club: Club, **about: Any) -> Json:
    """Post a schedule of the league "Cup" for Ann, Bob, Cleo and Dan, and return its message."""
    names = ("Ann", "Bob", "Cleo", "Dan")
    await create_league(club["Ann"], "Cup")
    await meet_bot(club, *names)
    await store_fixtures(club, *names, **about)
    return await show_schedule(club)


async def save_quick_game(club: Club) -> None:
    """Save the game "Quick", whose matches have one deal. This uses up table number 1."""
    await club["Ann"].slash("table new", deals=1)
    await club["Ann"].slash("variant save", name="Quick")
    await cancel_table(club, "Ann")


def fixture_button(message: Json, *names: str) -> str:
    """Return the label of the button that opens the table of these people."""
    return next(label for label in labels(message) if all(name in label for name in names))


async def own_page(club: Club, message: Json, name: str) -> Json:
    """Return the page with the person's own tables, which the posted schedule leads to."""
    return await private_page(club[name], message, "My matches")


async def press_fixture(club: Club, message: Json, host: str, *guests: str) -> Reply:
    """Let the host press the button that opens a fixture's table, on the page with their own tables."""
    mine = await own_page(club, message, host)
    return await club[host].press(mine, fixture_button(mine, host, *guests))


async def press_old_button(club: Club, message: Json, name: str, *players: str) -> Json:
    """Press the button that earlier versions of the bot showed under the posted schedule; return the answer."""
    wanted = {club.person_number(player) for player in players}
    *_, (entry,) = club.query("SELECT entry FROM ledger WHERE kind = 'schedule' ORDER BY number")
    fixtures = json.loads(entry)["schedule"]["fixtures"]
    fixture = next(one["number"] for one in fixtures if set(one["people"]) == wanted)
    return await press_forged(club, name, message, f"f:{fixture}")


async def open_fixture(club: Club, message: Json, host: str, *guests: str) -> Json:
    """Let the host open the table of a fixture, and return its lobby."""
    before = {it["id"] for it in club[host].messages("rummy")}
    await press_fixture(club, message, host, *guests)
    return await club[host].until(
        lambda: next((it for it in club[host].messages("rummy") if it["id"] not in before and "Join" in labels(it)), None)
    )


def open_buttons(message: Json) -> list[str]:
    """Return the labels of the buttons that open a table."""
    return [label for label in labels(message) if label.startswith("Play round")]


async def private_page(person: Witness, message: Json, label: str) -> Json:
    """Press a button, and return the answer, which only this person sees."""
    reply = await person.press(message, label)
    assert reply.message["flags"] & 64
    return reply.message


async def post_dated_schedule(club: Club, *hours: float) -> Json:
    """Post a schedule for Ann, Bob, Cleo and Dan, with a date this many hours from now for each round."""
    now = datetime.now(UTC)
    return await post_schedule(club, dates=[round((now + timedelta(hours=one)).timestamp()) // 60 * 60_000 for one in hours])


async def turn_reminders_on(club: Club, *names: str) -> None:
    for name in names:
        await club[name].slash("league remind", wanted=True)


def reminders(club: Club, name: str) -> list[str]:
    return [text for it in club[name].dms if "play your match with" in (text := read(it))]
