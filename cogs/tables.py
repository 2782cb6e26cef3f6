"""`/table new · show · join · computer · clock · rule · agree · start · ready · leave · cancel`: tables and their lobbies."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.error_boundary import IS_PUBLIC, RummyCog, replies
from bot.interactions.call import Call, Reply, TableServices
from bot.interactions.rate_limits import AS_MOVE
from bot.interactions.routes import ActionHandler
from bot.interactions.table import hand_actions, house_rule_actions, lobby_actions, start, table_actions
from bot.interactions.table.find_table import find_table
from bot.interactions.table.lobby_actions import Opening
from bot.interactions.table.show_table import show_table
from bot.messages.table.clock import clock_of
from bot.players.choice import Level
from bot.tables.events import Pace
from bot.tables.lobby_requests import Agree, Request, Start
from bot.tables.rule_requests import AddComputer, ChangeClock
from bot.tables.table import Phase
from cogs.option_types import LEVEL_CHOICES, PACE_CHOICES, Computer, Game, HouseRule, RuleAnswer, TableNumber


class TableCog(RummyCog[TableServices], commands.GroupCog, group_name="table", group_description="Open, show or leave a table"):
    async def _at_table(
        self,
        call: Call,
        number: int | None,
        handler: ActionHandler[TableServices],
        *,
        seated: bool = True,
        phase: Phase | None = None,
        by_turn: bool = True,
    ) -> Reply:
        """Reply by a handler of a table's action, at the table that `find_table` finds."""
        table = await find_table(self._services, call, number, seated=seated, phase=phase, by_turn=by_turn)
        return await handler(self._services, call, table, await self._services.person(call))

    async def _in_lobby(self, call: Call, number: int | None, request: Request) -> Reply:
        return await self._at_table(call, number, partial(lobby_actions.type_request, request=request), phase=Phase.LOBBY)

    @app_commands.command(name="new", extras={IS_PUBLIC: lambda call: True}, description="Open a table here; others press Join")
    @app_commands.describe(
        variant="Game, from the list or saved in this server",
        target="Points that end the match",
        deals="Deals that end the match; with target:, the first to come",
        thread="A thread for this table",
        clock="Time for a turn (default: live)",
    )
    @app_commands.choices(clock=PACE_CHOICES)
    @replies
    async def new(
        self,
        call: Call,
        variant: Game | None = None,
        target: app_commands.Range[int, 1, 1000] | None = None,
        deals: app_commands.Range[int, 1, 50] | None = None,
        thread: bool | None = None,
        clock: str | None = None,
    ) -> Reply:
        opening = Opening(variant, target, deals, thread, None if clock is None else Pace(clock))
        return await start.or_nearest(self._services, call, variant, lobby_actions.open_lobby(self._services, call, opening))

    @app_commands.command(name="show", description="Show the table and what you can do there")
    @app_commands.describe(table="Table number, if several are open here")
    @replies
    async def show(self, call: Call, table: TableNumber | None = None) -> Reply:
        return await self._at_table(call, table, show_table, seated=False)

    @app_commands.command(name="join", description="Join a table that hasn't started yet")
    @app_commands.describe(table="Table number, if several are open here")
    @replies
    async def join(self, call: Call, table: TableNumber | None = None) -> Reply:
        return await lobby_actions.type_join(self._services, call, table)

    computer = app_commands.Group(name="computer", description="Add or remove computer players before the match")

    @computer.command(name="add", description="Add a computer player to your table (host only)")
    @app_commands.describe(level="Easy or normal", table="Table number, if you're at more than one")
    @app_commands.choices(level=LEVEL_CHOICES)
    @replies
    async def add_computer(self, call: Call, level: str, table: TableNumber | None = None) -> Reply:
        return await self._in_lobby(call, table, AddComputer(Level(level)))

    @computer.command(name="remove", description="Remove a computer player from your table (host only)")
    @app_commands.describe(name="Its name (default: the newest)", table="Table number, if you're at more than one")
    @replies
    async def remove_computer(self, call: Call, name: Computer | None = None, table: TableNumber | None = None) -> Reply:
        return await self._at_table(call, table, partial(lobby_actions.type_remove_computer, name=name), phase=Phase.LOBBY)

    @app_commands.command(name="clock", description="Choose the clock of your table (host only)")
    @app_commands.describe(
        pace="Time for a turn",
        pause="Pause when time is up (casual match)",
        table="Table number, if you're at more than one",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @replies
    async def clock(self, call: Call, pace: str, pause: bool = False, table: TableNumber | None = None) -> Reply:
        if pause and Pace(pace) == Pace.NONE:
            return await lobby_actions.never_pauses(self._services, call)
        return await self._in_lobby(call, table, ChangeClock(clock_of(Pace(pace), pauses=pause)))

    @app_commands.command(name="agree", description="Agree to changed rules or clock")
    @app_commands.describe(table="Table number, if you're at more than one")
    @replies
    async def agree(self, call: Call, table: TableNumber | None = None) -> Reply:
        return await self._in_lobby(call, table, Agree())

    @app_commands.command(name="start", description="Start the match at your table (host only)")
    @app_commands.describe(table="Table number, if you're at more than one")
    @replies
    async def start(self, call: Call, table: TableNumber | None = None) -> Reply:
        return await self._in_lobby(call, table, Start())

    @app_commands.command(name="ready", extras=AS_MOVE, description="Get ready for the next deal")
    @app_commands.describe(table="Table number, if you're at more than one")
    @replies
    async def ready(self, call: Call, table: TableNumber | None = None) -> Reply:
        return await self._at_table(call, table, partial(hand_actions.ready, deal=None), phase=Phase.PAUSE)

    @app_commands.command(name="rule", description="Change a house rule before the first card (host only)")
    @app_commands.describe(
        rule="House rule",
        answer="An answer from the list, or another number",
        table="Table number, if you're at more than one",
    )
    @replies
    async def rule(self, call: Call, rule: HouseRule, answer: RuleAnswer, table: TableNumber | None = None) -> Reply:
        work = partial(house_rule_actions.type_rule, typed_rule=rule, typed_answer=answer)
        return await self._at_table(call, table, work, phase=Phase.LOBBY)

    @app_commands.command(name="remove", description="Remove an absent player")
    @app_commands.describe(person="Player to remove", table="Table number, if several are open here")
    @replies
    async def remove(self, call: Call, person: discord.User, table: TableNumber | None = None) -> Reply:
        work = partial(table_actions.type_removal, removed=person.id)
        return await self._at_table(call, table, work, seated=False)

    @app_commands.command(name="seat", description="Take a computer's seat between two deals")
    @app_commands.describe(table="Table number, if several are open here")
    @replies
    async def seat(self, call: Call, table: TableNumber | None = None) -> Reply:
        return await self._at_table(call, table, partial(table_actions.take_seat, seat=None), seated=False, phase=Phase.PAUSE)

    @app_commands.command(name="leave", description="Leave a table; in a match, Ramino asks first")
    @app_commands.describe(table="Table number, if you're at more than one")
    @replies
    async def leave(self, call: Call, table: TableNumber | None = None) -> Reply:
        return await self._at_table(call, table, table_actions.leave, by_turn=False)

    @app_commands.command(name="cancel", description="Close a table, or cancel its match")
    @app_commands.describe(table="Table number, if several are open here")
    @replies
    async def cancel(self, call: Call, table: TableNumber | None = None) -> Reply:
        return await self._at_table(call, table, table_actions.cancel, seated=False, by_turn=False)
