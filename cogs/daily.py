"""`/daily`: the deal of the day."""

from discord import app_commands

from bot.discord.error_boundary import IS_PUBLIC, RummyCog, replies
from bot.interactions import daily
from bot.interactions.call import Call, ReplayServices, Reply


class DailyCog(RummyCog[ReplayServices]):
    @app_commands.command(
        extras={IS_PUBLIC: lambda call: call.server is None},
        description="Play the deal of the day: the same cards for everyone",
    )
    @app_commands.describe(table="True to show yesterday's results in this server")
    @replies
    async def daily(self, call: Call, table: bool = False) -> Reply:
        return await (daily.show_table if table else daily.show)(self._services, call)
