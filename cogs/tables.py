"""`/table new · show · rule · leave · cancel`."""

from typing import Any

import discord
import msgspec
from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import Boundary, Reply
from bot.interactions.services import Desk, Interaction, server_of
from bot.interactions.table import autocomplete as choosing
from bot.interactions.table.table_actions import Moves
from bot.messages.table.lobby import lobby_layout
from bot.messages.table.story import LOBBY
from bot.rummy.variant.contradictions import contradictions
from bot.rummy.variant.variant import Variant
from bot.tables.refusals import BotLacks, NoThreadHere, Refused, RulesContradict
from bot.tables.requests import ChangeRule
from bot.tables.rules.house_rules import closest
from bot.tables.rules.saved_variants import DEFAULT

_TABLE = app_commands.Range[int, 1, 2**53 - 1]
_WORD = app_commands.Range[str, 1, 100]


class TableCog(commands.GroupCog, group_name="table", group_description="Open a table, look at it, leave it"):
    def __init__(self, desk: Desk, boundary: Boundary) -> None:
        self._desk = desk
        self._boundary = boundary
        self._moves = Moves(desk)
        super().__init__()

    @app_commands.command(name="new", description="Open a table in this channel; the others press Join")
    @app_commands.describe(
        variant="Which game: one of the list, or one that this server has saved",
        target="Points that win the match, instead of the game's own",
        deals="Number of deals, instead of points; with target: whichever comes first",
        thread="Play in a thread of its own",
    )
    async def new(
        self,
        interaction: Interaction,
        variant: str = DEFAULT,
        target: app_commands.Range[int, 1, 1000] | None = None,
        deals: app_commands.Range[int, 1, 50] | None = None,
        thread: bool = False,
    ) -> None:
        await self._boundary.run(interaction, self._opened(interaction, variant, target, deals, thread=thread), public=True)

    async def _opened(
        self, interaction: Interaction, name: str, target: int | None, deals: int | None, *, thread: bool
    ) -> Reply:
        server = server_of(interaction)
        game = await self._desk.game(interaction, name)
        variant, preset = with_end(game, target, deals), closest(game, self._desk.games.presets)
        check_permissions(interaction, thread=thread)
        host = await self._desk.person(interaction)
        channel = interaction.channel_id or 0
        asked = interaction.created_at.timestamp() * 1000
        table = await self._desk.tables.open(
            server,
            channel,
            host.number,
            variant,
            thread=thread,
            at=round(asked),
            preset=None if preset == variant else preset,
            parent=parent_of(interaction),
        )
        answering = self._desk.courier.answering(table.number, LOBBY)
        view = lobby_layout(await self._desk.public_scene(table))
        return Reply(view=view, public=True, answering=answering, version=table.version)

    @app_commands.command(name="show", description="The table as it stands")
    @app_commands.describe(table="Its number, where several are open")
    async def show(self, interaction: Interaction, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            return await self._moves.show(interaction, await self._desk.find(interaction, table, seated=False))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="rule", description="Change a house rule, before the first card is dealt")
    @app_commands.describe(
        rule="Which one", answer="One of the list, or another number", table="Its number, where you sit at several"
    )
    async def rule(self, interaction: Interaction, rule: _WORD, answer: _WORD, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            return await self._moves.type_rule(interaction, await self._desk.find(interaction, table), ChangeRule(rule, answer))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="leave", description="Leave a table; a match that has begun is forfeited")
    @app_commands.describe(table="Its number, where you sit at several")
    async def leave(self, interaction: Interaction, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            found = await self._desk.find(interaction, table)
            return await self._moves.leave(interaction, found, await self._desk.person(interaction))

        await self._boundary.run(interaction, work())

    @app_commands.command(name="cancel", description="Close a table: its host before the start, Manage Server after it")
    @app_commands.describe(table="Its number, where several are open")
    async def cancel(self, interaction: Interaction, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            found = await self._desk.find(interaction, table, seated=False)
            return await self._moves.cancel(interaction, found, await self._desk.person(interaction))

        await self._boundary.run(interaction, work())

    @new.autocomplete("variant")
    async def _variants(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await choosing.games(self._desk, interaction, typed)

    @rule.autocomplete("rule")
    async def _rules(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await choosing.house_rules(self._desk, interaction, typed)

    @rule.autocomplete("answer")
    async def _answers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await choosing.answers(self._desk, interaction, typed)

    @show.autocomplete("table")
    @rule.autocomplete("table")
    @leave.autocomplete("table")
    @cancel.autocomplete("table")
    async def _tables(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        return await choosing.offered_tables(self._desk, interaction, seated=False)


def with_end(variant: Variant, target: int | None, deals: int | None) -> Variant:
    """A number of deals alone replaces the game's target; both together end the match at whichever comes first.

    Raises Refused(RulesContradict) for a target where payment is played (RULES 5.24).
    """
    if deals is not None:
        variant = msgspec.structs.replace(variant, match_target=target or "none", match_deals=deals)
    elif target is not None:
        variant = msgspec.structs.replace(variant, match_target=target)
    if faults := tuple(contradictions(variant)):
        raise Refused(RulesContradict(faults))
    return variant


def parent_of(interaction: Interaction) -> int | None:
    """The channel whose thread the command was typed in."""
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None


def check_permissions(interaction: Interaction, *, thread: bool) -> None:
    """Raises Refused(BotLacks) or Refused(NoThreadHere) now rather than failing in the middle of a match."""
    has, in_thread = interaction.app_permissions, isinstance(interaction.channel, discord.Thread)
    if thread and not isinstance(interaction.channel, discord.TextChannel):
        raise Refused(NoThreadHere())
    needed = {
        "View Channel": has.view_channel,
        "Send Messages": has.send_messages if not in_thread else has.send_messages_in_threads,
    }
    if thread:
        needed |= {
            "Create Public Threads": has.create_public_threads,
            "Send Messages in Threads": has.send_messages_in_threads,
        }
    missing = tuple(name for name, granted in needed.items() if not granted)
    if missing:
        raise Refused(BotLacks(missing))


async def setup(bot: Any, desk: Desk, boundary: Boundary) -> None:
    await bot.add_cog(TableCog(desk, boundary))
