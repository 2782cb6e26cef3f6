"""`/league schedule · remind`."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

import discord
from discord import app_commands
from discord.ext import commands

from bot.competition.ports import StoredLeague
from bot.competition.refusals import (
    DayNotUnderstood,
    GameDoesNotCount,
    LeagueRefused,
    OptionsContradict,
    PersonUnknown,
    RoundsFixed,
    WhichLeague,
)
from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.league.mentions import people_mentioned
from bot.interactions.league.organisers import offered_leagues, server_of_organiser
from bot.interactions.league.schedule_pages import SchedulePages
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services, server_of
from bot.interactions.table import autocomplete
from bot.interactions.table.permissions import check_permissions, parent_of
from bot.league.days import read_day, start_of_day
from bot.messages.league.schedule_buttons import ALL, SchedulePress
from bot.messages.text import safe_text
from bot.rummy.variant.variant import Variant, differing_questions
from bot.tables.rules.house_rules import closest_preset, replace_match_end
from bot.tables.rules.saved_variants import DEFAULT_VARIANT

_NAME = app_commands.Range[str, 1, 200]
_TEXT = app_commands.Range[str, 1, 2000]


class LeagueSchedule(commands.Cog):
    """The part of `/league` that makes and shows schedules."""

    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        self._pages = SchedulePages(services)

    @app_commands.command(name="schedule", description="The schedule of a league; with people:, organisers make one")
    @app_commands.describe(
        league="Which league; without it, that of this channel, or the only one with a schedule",
        people="Who plays: @ and the name of each, 2 to 32",
        tables="2: everybody meets everybody; 3 or 4: tables of three and four, with as few byes as can be",
        rounds="How many rounds, at tables of 3 and 4",
        variant="Which game; without it, the league's first",
        target="Points that end a match",
        deals="Deals after which a match ends",
        replace="Put it in the place of a schedule that is being played",
        dates="Until when each round is played, with commas between: 2026-12-01, 2026-12-08 21:00",
        person="Only the tables of this person",
        live="Organisers: post it for everybody; it redraws itself, at most once a minute",
    )
    async def schedule(
        self,
        interaction: Interaction,
        league: _NAME | None = None,
        people: _TEXT | None = None,
        tables: Literal[2, 3, 4] | None = None,
        rounds: int | None = None,
        variant: _NAME | None = None,
        target: app_commands.Range[int, 1, 1000] | None = None,
        deals: app_commands.Range[int, 1, 50] | None = None,
        dates: _TEXT | None = None,
        replace: bool = False,
        person: discord.User | None = None,
        live: bool = False,
    ) -> None:
        async def shown() -> Reply:
            stored = await self._league(interaction, league)
            who = ALL if person is None else str(await self._number_of(person))
            return await self._pages.page(interaction, stored, SchedulePress(stored.number, who))

        async def posted() -> Reply:
            await server_of_organiser(self._services, interaction)
            stored = await self._league(interaction, league)
            check_permissions(interaction, thread=False)
            return await self._pages.public(stored, await self._pages.newest(stored))

        async def made(named: str) -> Reply:
            await server_of_organiser(self._services, interaction)
            stored = await self._league(interaction, league, to_make=True)
            game = await _game(self._services, interaction, stored, variant, target, deals)
            read = [] if dates is None else _read_dates(dates, stored.league.zone)
            author = (await self._services.person(interaction)).number
            numbers = await people_mentioned(self._services, interaction, named)
            size = tables or 2
            if size == 2 and rounds is not None:
                raise LeagueRefused(RoundsFixed())
            new = await self._services.tournaments.create_schedule(
                stored,
                author,
                game,
                numbers,
                size=size,
                number_of_rounds=1 if rounds is None else rounds,
                dates=read,
                replace=replace,
            )
            return await self._pages.public(stored, new)

        making = replace or any(one is not None for one in (people, tables, rounds, variant, target, deals, dates))
        asked = {"people": people is not None, "person": person is not None, "live": live}

        async def answered() -> Reply:
            named = [name for name, is_asked in asked.items() if is_asked]
            if len(named) > 1:
                raise LeagueRefused(OptionsContradict(*named[:2]))
            if making:
                return await made(people or "")
            return await (posted() if live else shown())

        await self._boundary.run(interaction, answered(), public=making or live)

    async def _league(self, interaction: Interaction, name: str | None, *, to_make: bool = False) -> StoredLeague:
        """The named one; else the only one, that of this channel, or the only one with a schedule. Raises LeagueRefused."""
        server = server_of(interaction)
        in_use = await self._services.leagues.all(server)
        if name is not None or len(in_use) < 2:
            return await self._services.leagues.find(server, name)
        here = {interaction.channel_id, parent_of(interaction)} - {None}
        found = [one for one in in_use if one.league.channel in here]
        if len(found) != 1 and not to_make:
            found = [one for one in in_use if await self._services.tournaments.newest_schedule(one) is not None]
        if len(found) != 1:
            raise LeagueRefused(WhichLeague(tuple(one.name for one in in_use)))
        return found[0]

    async def _number_of(self, user: discord.User) -> int:
        """Also of who has left the server: whether he is in the schedule is asked where it is shown. Raises LeagueRefused."""
        found = await self._services.people.find(user.id)
        if found is None:
            raise LeagueRefused(PersonUnknown())
        return found.number

    @app_commands.command(
        name="remind", description="Be told by direct message, a day before, of tables of the schedule that are yours"
    )
    @app_commands.describe(
        wanted="Whether you want it; without it, whether you are told now",
        league="Which league; without it, that of this channel, or the only one with a schedule",
    )
    async def remind(self, interaction: Interaction, wanted: bool | None = None, league: _NAME | None = None) -> None:
        async def work() -> Reply:
            stored = await self._league(interaction, league)
            person, say = await self._services.person(interaction), self._services.say(interaction)
            if wanted is not None:
                await self._services.tournaments.set_reminders(stored, person.number, wanted=wanted)
            if await self._services.tournaments.wants_reminders(stored, person.number):
                return Reply(text=say("You will be reminded of your tables in {league}.", league=safe_text(stored.name)))
            return Reply(text=say("You will not be reminded of your tables in {league}.", league=safe_text(stored.name)))

        await self._boundary.run(interaction, work())

    @schedule.autocomplete("league")
    @remind.autocomplete("league")
    async def _of_schedule(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await offered_leagues(self._services, interaction, typed)

    @schedule.autocomplete("variant")
    async def _games_of_schedule(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await autocomplete.variants(self._services, interaction, typed)


@dataclass(frozen=True, slots=True)
class _Planned:
    """A match of the schedule, as far as it is known."""

    server: int
    home: int
    variant: Variant
    house_rules: tuple[str, ...]


async def _game(
    services: Services, interaction: Interaction, stored: StoredLeague, name: str | None, target: int | None, deals: int | None
) -> Variant:
    """The named one, or the league's first, with this end. Raises LeagueRefused for one that does not count in the league."""
    own = next(iter(stored.league.games), services.variants.presets[DEFAULT_VARIANT])
    game = replace_match_end(own if name is None else await services.variants.find(interaction.guild_id, name), target, deals)
    rules = differing_questions(game, closest_preset(game, services.variants.presets))
    if not stored.league.fits(_Planned(stored.league.server, stored.league.channel or 0, game, rules)):
        raise LeagueRefused(GameDoesNotCount(game.title, stored.name))
    return game


def _read_dates(text: str, zone: str) -> list[int]:
    """Epoch ms; a day without a time is its last minute. Raises LeagueRefused(DayNotUnderstood)."""
    return [_moment(part.strip(), zone) for part in text.split(",") if part.strip()]


def _moment(text: str, zone: str) -> int:
    day = read_day(text)
    if day is not None:
        return start_of_day(day + 1, zone) - 60_000
    try:
        return round(datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)
    except (ValueError, OverflowError, OSError):
        raise LeagueRefused(DayNotUnderstood(text)) from None
