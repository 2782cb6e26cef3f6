"""`/league schedule · remind`, and the button that opens a fixture's table."""

import re
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from discord import app_commands
from discord.ext import commands

from bot.league.days import read_day, start_of_day
from bot.league.schedule import Round, how_often
from bot.messages.names import safe
from bot.messages.schedule import schedule_layout
from bot.messages.words import Words
from bot.rummy.variant import Variant
from bot.tables.house_rules import closest
from bot.tables.league_ports import StoredLeague
from bot.tables.league_refusals import DayNotUnderstood, RecordRefused
from bot.tables.saved import DEFAULT
from bot.tables.schedule_ports import StoredSchedule
from cogs import choosing
from cogs.answering import Boundary, Reply
from cogs.desk import Desk, Interaction, server_of
from cogs.league_desk import offered_leagues, server_of_organiser
from cogs.tables import check_permissions

_NAME = app_commands.Range[str, 1, 200]
_TEXT = app_commands.Range[str, 1, 2000]
_MENTION = re.compile(r"<@!?([0-9]{1,19})>")


class Scheduling(commands.Cog):
    """A part of the group of commands that `league.py` makes."""

    _desk: Desk
    _boundary: Boundary

    @app_commands.command(name="schedule", description="The schedule of a league; with people:, organisers make one")
    @app_commands.describe(
        league="Which league; without it, the only one",
        people="Who plays: @ and the name of each, 2 to 32",
        tables="How many sit at a table; 2 is a round robin",
        rounds="How many rounds, at tables of 3 and 4",
        variant="Which game; without it, the league's first",
        dates="Until when each round is played, with commas between: 2026-12-01, 2026-12-08 21:00",
    )
    async def schedule(
        self,
        interaction: Interaction,
        league: _NAME | None = None,
        people: _TEXT | None = None,
        tables: Literal[2, 3, 4] = 2,
        rounds: int = 1,
        variant: _NAME | None = None,
        dates: _TEXT | None = None,
    ) -> None:
        async def shown() -> Reply:
            stored = await self._desk.records.league(server_of(interaction), league)
            found = await self._desk.tournaments.of_league(stored)
            if found is None:
                say = self._desk.say(interaction)
                return Reply(text=say("{league} has no schedule.", league=safe(stored.name)))
            return await schedule_of(self._desk, stored, found, public=True)

        async def made() -> Reply:
            server = await server_of_organiser(self._desk, interaction)
            stored = await self._desk.records.league(server, league)
            numbers, unknown = await _read_people(self._desk, people or "")
            if unknown:
                say = self._desk.say(interaction)
                return Reply(
                    text=say(
                        "I have never met {people}. Whoever is to play looks at `/leaderboard` once, or sits down at a table.",
                        people=say.all_of(f"<@{one}>" for one in unknown[:32]),
                    )
                )
            game = await _game(self._desk, interaction, stored, variant)
            author = (await self._desk.person(interaction)).number
            read = [] if dates is None else _read_dates(dates, stored.league.zone)
            new = await self._desk.tournaments.make(
                stored, author, game, numbers, size=tables, number_of_rounds=rounds, dates=read
            )
            return await schedule_of(self._desk, stored, new, public=True)

        await self._boundary.run(interaction, shown() if people is None else made(), public=True)

    @app_commands.command(
        name="remind", description="Be told by direct message, a day before, of tables of the schedule that are yours"
    )
    @app_commands.describe(wanted="Whether you want it", league="Which league; without it, the only one")
    async def remind(self, interaction: Interaction, wanted: bool, league: _NAME | None = None) -> None:
        async def work() -> Reply:
            stored = await self._desk.records.league(server_of(interaction), league)
            person, say = await self._desk.person(interaction), self._desk.say(interaction)
            await self._desk.tournaments.remind(stored, person.number, wanted=wanted)
            if wanted:
                return Reply(text=say("You will be reminded of your tables in {league}.", league=safe(stored.name)))
            return Reply(text=say("You will not be reminded of your tables in {league}.", league=safe(stored.name)))

        await self._boundary.run(interaction, work())

    @schedule.autocomplete("league")
    @remind.autocomplete("league")
    async def _of_schedule(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_leagues(self._desk, interaction, typed)

    @schedule.autocomplete("variant")
    async def _games_of_schedule(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await choosing.games(self._desk, interaction, typed)


async def schedule_of(desk: Desk, stored: StoredLeague, found: StoredSchedule, *, public: bool) -> Reply:
    """In the server's language: everybody reads it."""
    say: Words = desk.languages.for_locale(desk.delivery.server_locale(stored.league.server))
    people = {person for one in found.fixtures for person in one.people} | {one for bye in found.byes for one in bye}
    rounds: dict[int, list[tuple[int, ...]]] = {}
    for one in found.fixtures:
        rounds.setdefault(one.round, []).append(one.people)
    met = how_often(tuple(Round(tuple(groups)) for groups in rounds.values()))
    return Reply(view=schedule_layout(stored.name, found, met, await desk.names_of(people, say), say), public=public)


async def open_fixture(desk: Desk, interaction: Interaction, number: int) -> Reply:
    """Its table, opened by who pressed for the people of the fixture; the schedule then says so.

    Raises RecordRefused and Refused(BotLacks).
    """
    server, person = server_of(interaction), await desk.person(interaction)
    schedule, _ = await desk.tournaments.schedule_of(number)
    stored = await desk.records.league_numbered(server, schedule.league)
    channel = stored.league.channel or interaction.channel_id or 0
    if channel == interaction.channel_id:
        check_permissions(interaction, thread=False)

    variant, reserved = await desk.tournaments.to_open(stored, number, person.number)
    preset = closest(variant, desk.games.presets)
    await desk.tables.open(
        server,
        channel,
        person.number,
        variant,
        thread=False,
        at=round(interaction.created_at.timestamp() * 1000),
        preset=None if preset == variant else preset,
        reserved=reserved,
    )
    changed, _ = await desk.tournaments.schedule_of(number)
    return await schedule_of(desk, stored, changed, public=True)


async def _read_people(desk: Desk, text: str) -> tuple[list[int], list[int]]:
    """The numbers of the people who are mentioned, and the Discord ids of those whom the bot has never met."""
    ids = [int(found) for found in _MENTION.findall(text)]
    met = [(one, await desk.people.known(one)) for one in ids]
    return [person.number for _, person in met if person is not None], [one for one, person in met if person is None]


async def _game(desk: Desk, interaction: Interaction, stored: StoredLeague, name: str | None) -> Variant:
    if name is not None:
        return await desk.game(interaction, name)
    return next(iter(stored.league.games), desk.games.presets[DEFAULT])


def _read_dates(text: str, zone: str) -> list[int]:
    """Epoch ms; a day without a time is its last minute. Raises RecordRefused(DayNotUnderstood)."""
    return [_moment(part.strip(), zone) for part in text.split(",") if part.strip()]


def _moment(text: str, zone: str) -> int:
    day = read_day(text)
    if day is not None:
        return start_of_day(day + 1, zone) - 60_000
    try:
        return round(datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise RecordRefused(DayNotUnderstood(text)) from None
