"""The types of slash command options: how long they may be, and what is offered while somebody types."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from discord import AppCommandOptionType, app_commands
from discord.app_commands.transformers import RangeTransformer

from bot.discord.interaction import Interaction, call_of
from bot.interactions.call import Call, Services
from bot.interactions.league.find_named import leaderboard_choices, league_choices, match_person_choices, season_choices
from bot.interactions.permissions import HIGHEST_NUMBER
from bot.interactions.table.find_table import table_choices
from bot.interactions.table.house_rule_actions import answer_choices, house_rule_choices
from bot.interactions.table.lobby_actions import computer_choices
from bot.interactions.table.variants import saved_variant_choices, variant_choices
from bot.players.choice import Level
from bot.tables.events import Pace


class Completed(RangeTransformer):
    """A text with this maximum length, or a number up to this one, and what is offered while it is typed."""

    def __init__(self, kind: type, most: int, offer: Callable[[Services, Call, Any], Awaitable[list[Any]]]) -> None:
        super().__init__(AppCommandOptionType.integer if kind is int else AppCommandOptionType.string, min=1, max=most)
        self._offer = offer

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> list[Any]:
        return await self._offer(interaction.client.services, call_of(interaction), value)


TableNumber = app_commands.Transform[int, Completed(int, HIGHEST_NUMBER, partial(table_choices, seated=False))]
OwnTableNumber = app_commands.Transform[int, Completed(int, HIGHEST_NUMBER, partial(table_choices, seated=True))]
"""The number of a table where the person is seated; others can be typed, too."""
OpenLeague = app_commands.Transform[str, Completed(str, 200, league_choices)]
AnyLeague = app_commands.Transform[str, Completed(str, 200, partial(league_choices, archived=True))]
"""The name of a league, also of one that was archived."""
Leaderboard = app_commands.Transform[str, Completed(str, 200, leaderboard_choices)]
Season = app_commands.Transform[str, Completed(str, 200, season_choices)]
MatchPlayer = app_commands.Transform[str, Completed(str, 200, match_person_choices)]
Game = app_commands.Transform[str, Completed(str, 200, variant_choices)]
SavedGame = app_commands.Transform[str, Completed(str, 100, saved_variant_choices)]
HouseRule = app_commands.Transform[str, Completed(str, 100, house_rule_choices)]
Computer = app_commands.Transform[str, Completed(str, 100, computer_choices)]
RuleAnswer = app_commands.Transform[str, Completed(str, 100, answer_choices)]
MatchNumber = app_commands.Range[int, 1, HIGHEST_NUMBER]
FilePart = app_commands.Range[int, 1, 10_000]
Name = app_commands.Range[str, 1, 200]
"""The name of a league, season or person, or another short text."""
Reason = app_commands.Range[str, 1, 500]
"""A reason; longer than LONGEST_REASON, so that our refusal can name that limit."""
WHY = "The reason, shown in the log"
PACE_CHOICES = [
    app_commands.Choice(name="live: 60 s a turn + 2 min extra time a match", value=Pace.LIVE.value),
    app_commands.Choice(name="quick: 30 s a turn + 1 min extra time a match", value=Pace.QUICK.value),
    app_commands.Choice(name="slow: 24 hours a turn", value=Pace.SLOW.value),
    app_commands.Choice(name="none: no time limit", value=Pace.NONE.value),
]
LEVEL_CHOICES = [app_commands.Choice(name=level.value, value=level.value) for level in Level]
DECK_CHOICES: list[app_commands.Choice[str]] = [
    app_commands.Choice(name="French cards", value="french52"),
    app_commands.Choice(name="Cuccù cards", value="cuccu40"),
]
