"""What the commands and presses have at hand, and the questions that they all ask: who is it, and which table is meant."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import discord

from bot.competition.eligibility import Counting
from bot.competition.forgetting import Forgetting
from bot.competition.match_history import Past
from bot.competition.organising import Organising
from bot.competition.ports import Boards
from bot.competition.standings import Records
from bot.competition.tournaments import Tournaments
from bot.delivery.courier import Courier
from bot.delivery.discord_api import Delivery
from bot.messages.names import Names, named
from bot.messages.table.render_context import Scene
from bot.messages.words import Languages, Words
from bot.rummy.variant.variant import Variant
from bot.tables.ports import People, Person
from bot.tables.refusals import NoTableHere, NotSeated, Refused, ServerOnly, TableNotFound, WhichTable
from bot.tables.rules.saved_variants import Games
from bot.tables.service import Tables
from bot.tables.table import Phase, Table

Interaction = discord.Interaction[Any]


@dataclass(frozen=True, slots=True)
class Desk:
    """The services; made once by `bot.app`."""

    tables: Tables
    courier: Courier
    people: People
    delivery: Delivery
    languages: Languages
    games: Games
    records: Records
    organising: Organising
    past: Past
    counting: Counting
    forgetting: Forgetting
    tournaments: Tournaments
    boards: Boards
    now: Callable[[], int]

    def say(self, interaction: Interaction) -> Words:
        """The words for what only this person reads."""
        return self.languages.for_locale(str(interaction.locale))

    async def person(self, interaction: Interaction) -> Person:
        """Who asks. He is called as in the server; a direct message does not rename him."""
        user, in_server = interaction.user, interaction.guild_id is not None
        return await self.people.meet(user.id, user.display_name, str(interaction.locale), keep_name=not in_server)

    async def names(self, table: Table) -> Names:
        return Names({person: await self.people.get(person) for person in table.everybody}, table)

    async def names_of(self, people: Iterable[int], say: Words, table: Table | None = None) -> Names:
        return named({person: await self.people.get(person) for person in people}, say, table)

    async def scene(self, table: Table, say: Words) -> Scene:
        place = self.courier.place(table)
        names = await self.names_of(table.everybody, say, table)
        counts = await self.counting.of(table) if table.phase in (Phase.LOBBY, Phase.OVER) else ()
        return Scene(table, say, names, self.delivery.server_name(table.server), place, counts)

    async def public_scene(self, table: Table) -> Scene:
        """The scene in the server's language, for what everybody reads."""
        return await self.scene(table, self.languages.for_locale(self.delivery.server_locale(table.server)))

    async def game(self, interaction: Interaction, name: str) -> Variant:
        """The game of this name in this server. Raises Refused(NoSuchVariant)."""
        return await self.games.named(interaction.guild_id, name)

    def here(self, interaction: Interaction) -> list[Table]:
        """The tables of the interaction's channel, or of the channel whose thread it is."""
        parent = getattr(interaction.channel, "parent_id", None)
        return [*self.tables.in_play.in_channel(interaction.channel_id), *self.tables.in_play.in_channel(parent)]

    async def find(self, interaction: Interaction, number: int | None, *, seated: bool = True) -> Table:
        """The table that is meant: the numbered one; else the channel's, his before others'; else the only one where he sits.

        `seated`: only a table where he sits will do, where one is not named. Raises Refused.
        """
        person = await self.person(interaction)
        if number is not None:
            table = await self.tables.get(number)
            if person.number not in table.people and not _may_see(interaction, table):
                raise Refused(TableNotFound(number))
            return table
        here, his = self.here(interaction), self.tables.in_play.of_person(person.number)
        his_here = [table for table in here if table in his]
        for candidates in (his_here, his) if seated else (his_here, here, his):
            if len(candidates) == 1:
                return candidates[0]
            if candidates:
                raise Refused(WhichTable(tuple(table.number for table in candidates)))
        raise Refused(NotSeated() if here else NoTableHere())


def _may_see(interaction: Interaction, table: Table) -> bool:
    """Whether the table is in this server, and in a channel that the person sees."""
    if interaction.guild is None or table.server != interaction.guild_id:
        return False
    channel = interaction.guild.get_channel(table.channel)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return True
    return channel.permissions_for(interaction.user).view_channel


def server_of(interaction: Interaction) -> int:
    """Raises Refused(ServerOnly) in a direct message."""
    if interaction.guild_id is None:
        raise Refused(ServerOnly())
    return interaction.guild_id
