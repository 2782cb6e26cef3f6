"""The services that commands and presses use; the person who asks, and the language of the reply."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from discord.app_commands import Command

from bot.competition.corrections import Corrections, Protests
from bot.competition.league_editor import LeagueEditor
from bot.competition.match_history import MatchHistory
from bot.competition.personal_data import PersonalData
from bot.competition.season_end import SeasonEnds, Undos
from bot.competition.standings import LeagueDirectory, Standings
from bot.competition.tournaments import Tournaments
from bot.delivery.courier import Courier
from bot.delivery.discord_api import DiscordApi
from bot.delivery.league_posts import LeaguePosts
from bot.delivery.rendering import PictureChoices
from bot.delivery.thread_members import ThreadMembers
from bot.interactions.call import Call
from bot.interactions.confirmations import Confirmations
from bot.interactions.rate_limits import Limited, RateLimits
from bot.messages.names import names_at
from bot.messages.table.render_context import Eligibility, RenderContext, WhereItCounts
from bot.messages.words import Languages, Words
from bot.storage.league.ledgers import StoredLedgers
from bot.storage.people import People
from bot.storage.server_choices import ServerSettingsStore
from bot.tables.ports import Person
from bot.tables.private_tables import PrivateTables
from bot.tables.rules.match_length import TurnEstimates
from bot.tables.rules.saved_variants import ServerVariants
from bot.tables.service import Tables
from bot.tables.table import Phase, Table


@dataclass(frozen=True, slots=True)
class Services:
    """All services, created once by `bot.app`. `now` returns the time in epoch milliseconds."""

    now: Callable[[], int]
    people: People
    languages: Languages
    api: DiscordApi
    thread_members: ThreadMembers
    limits: RateLimits
    # the table
    tables: Tables
    private_tables: PrivateTables
    variants: ServerVariants
    server_settings: ServerSettingsStore
    courier: Courier
    eligibility: Eligibility
    turns: TurnEstimates
    # the league
    ledgers: StoredLedgers
    leagues: LeagueDirectory
    league_editor: LeagueEditor
    standings: Standings
    season_ends: SeasonEnds
    match_history: MatchHistory
    corrections: Corrections
    protests: Protests
    confirmations: Confirmations
    undos: Undos
    tournaments: Tournaments
    personal_data: PersonalData
    league_posts: LeaguePosts
    commands: dict[str, Command[Any, ..., Any]] = field(default_factory=dict)
    """The slash commands by their names with groups, once the cogs are added."""

    def count(self, limited: Limited, call: Call) -> None:
        """Count one more of this kind for the person and the server. Raise Refused if that is too many."""
        self.limits.count(limited, call.caller.id, call.server)

    def say(self, call: Call) -> Words:
        """Return the words for text that only this person reads."""
        return self.languages.for_locale(call.locale)

    def say_to_server(self, server: int) -> Words:
        """Return the words for text that everyone in the server reads."""
        return self.languages.for_locale(self.api.server_locale(server))

    async def person(self, call: Call) -> Person:
        """Return the person who asks, with their name in this server stored; in a direct message, the stored name stays."""
        who = call.caller
        return await self.people.add_or_update(
            who.id, who.name, call.locale, username=who.username, keep_name=call.server is None
        )

    async def context(self, table: Table, say: Words) -> RenderContext:
        """Return what the layouts of a table need, in this language."""
        place = self.courier.place(table)
        is_shown = table.phase in (Phase.LOBBY, Phase.OVER) and not table.is_private
        counts = await self.eligibility.where_it_counts(table) if is_shown else WhereItCounts()
        may_open_thread = table.phase == Phase.LOBBY and self.api.may_open_thread(table.server, table.channel)
        server_name = self.api.server_name(table.server)
        look = await PictureChoices(self.api, self.server_settings).of_channel(table.server, place, table.channel)
        return RenderContext(
            table,
            say,
            names_at(table, self.people, say),
            server_name,
            place,
            counts,
            may_open_thread,
            self.turns,
            **look,
        )

    async def context_for(self, table: Table, person: Person, say: Words) -> RenderContext:
        """Return what a message to this person needs: also how they see cards, and the message of the current round."""
        return replace(
            await self.context(table, say),
            card_order=person.card_order,
            round_message=self.courier.round_message(table),
            **PictureChoices(self.api, self.server_settings).of_person(person),
        )

    async def public_context(self, table: Table) -> RenderContext:
        """Return the context in the server's language, for messages that everyone reads."""
        return await self.context(table, self.say_to_server(table.server))
