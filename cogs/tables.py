"""`/table new · show · join · computer · clock · rule · agree · start · ready · leave · cancel`: tables and their lobbies."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import ErrorBoundary
from bot.discord.interaction import Interaction
from bot.interactions.call import Call, Reply
from bot.interactions.rate_limits import AS_MOVE
from bot.interactions.routes import ActionHandler
from bot.interactions.services import Services
from bot.interactions.table import hand_actions, house_rule_actions, lobby_actions, table_actions
from bot.interactions.table.find_table import find_table
from bot.interactions.table.lobby_actions import Opening
from bot.interactions.table.show_table import show_table
from bot.messages.table.clock import clock_of
from bot.players.choice import Level
from bot.tables.events import Pace
from bot.tables.lobby_requests import Agree, Request, Start
from bot.tables.rule_requests import AddComputer, ChangeClock, RemoveComputer
from bot.tables.table import Phase
from cogs.option_types import LEVEL_CHOICES, PACE_CHOICES, Game, HouseRule, RuleAnswer, TableNumber


class TableCog(commands.GroupCog, group_name="table", group_description="Open, show or leave a table"):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        super().__init__()

    async def _at_table(
        self,
        interaction: Interaction,
        number: int | None,
        handler: ActionHandler,
        *,
        seated: bool = True,
        phase: Phase | None = None,
        by_turn: bool = True,
    ) -> None:
        """Answer by a handler of a table's action, at the table that `find_table` finds."""

        async def work(call: Call) -> Reply:
            table = await find_table(self._services, call, number, seated=seated, phase=phase, by_turn=by_turn)
            return await handler(self._services, call, table, await self._services.person(call))

        await self._boundary.run(interaction, work)

    async def _in_lobby(self, interaction: Interaction, number: int | None, request: Request) -> None:
        await self._at_table(interaction, number, partial(lobby_actions.type_request, request=request), phase=Phase.LOBBY)

    @app_commands.command(name="new", description="Open a table in this channel; the others press Join")
    @app_commands.describe(
        variant="Which game: one from the list, or one saved in this server",
        target="Points that end the match, instead of the game's own points or deals",
        deals="Number of deals, instead of points; with target:, whichever comes first",
        thread="Whether the table gets a thread of its own",
        clock="How long a turn may take; without it, live",
    )
    @app_commands.choices(clock=PACE_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        variant: Game | None = None,
        target: app_commands.Range[int, 1, 1000] | None = None,
        deals: app_commands.Range[int, 1, 50] | None = None,
        thread: bool | None = None,
        clock: str | None = None,
    ) -> None:
        opening = Opening(variant, target, deals, thread, None if clock is None else Pace(clock))
        await self._boundary.run(
            interaction, lambda call: lobby_actions.open_lobby(self._services, call, opening), is_public=True
        )

    @app_commands.command(name="show", description="Show the table and what you can do there")
    @app_commands.describe(table="Table number, if several are open here")
    async def show(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        await self._at_table(interaction, table, show_table, seated=False)

    @app_commands.command(name="join", description="Join a table that hasn't started yet")
    @app_commands.describe(table="Table number, if several are open here")
    async def join(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        await self._boundary.run(interaction, lambda call: lobby_actions.type_join(self._services, call, table))

    computer = app_commands.Group(name="computer", description="Add or remove computer players before the match")

    @computer.command(name="add", description="Add a computer player to your table (host only)")
    @app_commands.describe(level="How well it plays", table="Table number, if you're at more than one")
    @app_commands.choices(level=LEVEL_CHOICES)
    async def add_computer(self, interaction: Interaction, level: str, table: TableNumber | None = None) -> None:
        await self._in_lobby(interaction, table, AddComputer(Level(level)))

    @computer.command(name="remove", description="Remove a computer player from your table (host only)")
    @app_commands.describe(
        number="Which one, by the number in its name; without it, the last one that was added",
        table="Table number, if you're at more than one",
    )
    async def remove_computer(
        self, interaction: Interaction, number: app_commands.Range[int, 1, 99] | None = None, table: TableNumber | None = None
    ) -> None:
        request = RemoveComputer(None if number is None else -number)
        await self._in_lobby(interaction, table, request)

    @app_commands.command(name="clock", description="Choose how long a turn may take at your table (host only)")
    @app_commands.describe(
        pace="How long a turn may take",
        pause="Whether the table pauses when time is up; then the match counts in no league or rating",
        table="Table number, if you're at more than one",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    async def clock(self, interaction: Interaction, pace: str, pause: bool = False, table: TableNumber | None = None) -> None:
        if pause and Pace(pace) == Pace.NONE:
            await self._boundary.run(interaction, lambda call: lobby_actions.never_pauses(self._services, call))
        else:
            await self._in_lobby(interaction, table, ChangeClock(clock_of(Pace(pace), pauses=pause)))

    @app_commands.command(name="agree", description="Agree to the changed house rules or clock")
    @app_commands.describe(table="Table number, if you're at more than one")
    async def agree(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        await self._in_lobby(interaction, table, Agree())

    @app_commands.command(name="start", description="Start the match at your table (host only)")
    @app_commands.describe(table="Table number, if you're at more than one")
    async def start(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        await self._in_lobby(interaction, table, Start())

    @app_commands.command(name="ready", extras=AS_MOVE, description="Say that you're ready for the next deal")
    @app_commands.describe(table="Table number, if you're at more than one")
    async def ready(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        await self._at_table(interaction, table, partial(hand_actions.ready, deal=None), phase=Phase.PAUSE)

    @app_commands.command(name="rule", description="Change a house rule before the first card is dealt")
    @app_commands.describe(
        rule="Which rule",
        answer="An answer from the list, or another number",
        table="Table number, if you're at more than one",
    )
    async def rule(
        self, interaction: Interaction, rule: HouseRule, answer: RuleAnswer, table: TableNumber | None = None
    ) -> None:
        work = partial(house_rule_actions.type_rule, typed_rule=rule, typed_answer=answer)
        await self._at_table(interaction, table, work, phase=Phase.LOBBY)

    @app_commands.command(name="remove", description="Remove a player from a match; only managers and organisers can")
    @app_commands.describe(person="The player to remove from the match", table="Table number, if several are open here")
    async def remove(self, interaction: Interaction, person: discord.User, table: TableNumber | None = None) -> None:
        work = partial(table_actions.type_removal, removed=person.id)
        await self._at_table(interaction, table, work, seated=False)

    @app_commands.command(name="seat", description="Take a computer's seat between two deals")
    @app_commands.describe(table="Table number, if several are open here")
    async def seat(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        await self._at_table(interaction, table, partial(table_actions.take_seat, seat=None), seated=False, phase=Phase.PAUSE)

    @app_commands.command(name="leave", description="Leave a table; it tells you first what that means in a match")
    @app_commands.describe(table="Table number, if you're at more than one")
    async def leave(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        await self._at_table(interaction, table, table_actions.leave, by_turn=False)

    @app_commands.command(
        name="cancel", description="Close a table; once the match has started, only managers and organisers can"
    )
    @app_commands.describe(table="Table number, if several are open here")
    async def cancel(self, interaction: Interaction, table: TableNumber | None = None) -> None:
        await self._at_table(interaction, table, table_actions.cancel, seated=False, by_turn=False)
