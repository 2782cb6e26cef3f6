"""`/move · /draw · /meld · /layoff · /swap · /takeback · /discard · /hand · /nudge`: the moves of a turn, and a reminder."""

from functools import partial

from discord import app_commands

from bot.discord.error_boundary import RummyCog, replies
from bot.interactions.call import Call, Reply, TableServices
from bot.interactions.rate_limits import AS_MOVE
from bot.interactions.table import hand_actions, table_actions, typed_moves
from bot.interactions.table.find_table import find_table, find_table_on_turn
from bot.interactions.table.show_table import show_hand
from bot.interactions.table.typed_moves import (
    card_choices,
    meld_choices,
    move_choices,
    moves_meant,
    offer,
    read_discard,
    read_lay_off,
    read_swap,
    read_typed_melds,
    target_choices,
)
from bot.rummy.moves import TAKE_BACK, Discard, Draw, LayOff, SeatMove, Swap, Take
from bot.tables.table import Table
from cogs.option_types import Completed, OwnTableNumber

_WHOLE_HAND = 900
"""The characters of a whole hand, however its cards are spelled."""
_Move = app_commands.Transform[str, Completed(str, _WHOLE_HAND, partial(offer, move_choices))]
_Melds = app_commands.Transform[str, Completed(str, _WHOLE_HAND, partial(offer, meld_choices))]
_LayOff = app_commands.Transform[str, Completed(str, _WHOLE_HAND, partial(offer, partial(card_choices, LayOff)))]
_Swap = app_commands.Transform[str, Completed(str, 60, partial(offer, partial(card_choices, Swap)))]
_Discard = app_commands.Transform[str, Completed(str, 60, partial(offer, partial(card_choices, Discard)))]
_LayOffMeld = app_commands.Transform[int, Completed(int, 99, partial(offer, partial(target_choices, LayOff), given="cards"))]
_SwapMeld = app_commands.Transform[int, Completed(int, 99, partial(offer, partial(target_choices, Swap), given="card"))]
_FROM = [app_commands.Choice(name="stock", value="stock"), app_commands.Choice(name="discard pile", value="discards")]
_WHICH_TABLE = "Table number, if you're at more than one"


class PlayCog(RummyCog[TableServices]):
    async def _find_table(self, call: Call, number: int | None) -> Table:
        return await find_table_on_turn(self._services, call, number, is_move=True)

    async def _play(self, call: Call, number: int | None, move: SeatMove) -> Reply:
        return await hand_actions.play(self._services, call, await self._find_table(call, number), move)

    async def _play_typed(self, call: Call, number: int | None, typed: str, read: typed_moves.ReadMoves) -> Reply:
        """Play the move that `read` returns for the typed text, or ask which of its moves is meant."""
        table, person = await self._find_table(call, number), await self._services.person(call)
        moves = read(table, person.number, typed, self._services.say(call))
        return await hand_actions.play_typed(self._services, call, table, moves)

    @app_commands.command(extras=AS_MOVE, description="Play any move of your turn, from a list")
    @app_commands.describe(move="Choose one, or type it", table=_WHICH_TABLE)
    @replies
    async def move(self, call: Call, move: _Move, table: OwnTableNumber | None = None) -> Reply:
        return await self._play_typed(call, table, move, typed_moves.moves_in_words)

    @app_commands.command(extras=AS_MOVE, description="Draw a card, or take the top discard")
    @app_commands.describe(source="Top discard, or the stock if left out", table=_WHICH_TABLE)
    @app_commands.rename(source="from")
    @app_commands.choices(source=_FROM)
    @replies
    async def draw(self, call: Call, source: str = "stock", table: OwnTableNumber | None = None) -> Reply:
        move = Draw() if source == "stock" else Take()
        return await self._play(call, table, move)

    @app_commands.command(extras=AS_MOVE, description="Lay one or more melds from your hand")
    @app_commands.describe(cards="Like 7H 8H 9H, or JK=8C for a joker; | between melds", table=_WHICH_TABLE)
    @replies
    async def meld(self, call: Call, cards: _Melds, table: OwnTableNumber | None = None) -> Reply:
        return await self._play_typed(call, table, cards, partial(moves_meant, read_typed_melds))

    @app_commands.command(extras=AS_MOVE, description="Lay off cards on a meld on the table")
    @app_commands.describe(cards="Like 10H", meld="Number of the meld", table=_WHICH_TABLE)
    @replies
    async def layoff(
        self, call: Call, cards: _LayOff, meld: _LayOffMeld | None = None, table: OwnTableNumber | None = None
    ) -> Reply:
        return await self._play_typed(call, table, cards, partial(moves_meant, partial(read_lay_off, meld=meld)))

    @app_commands.command(extras=AS_MOVE, description="Swap a card for the joker that stands for it")
    @app_commands.describe(card="Like 8C", meld="Number of the meld", table=_WHICH_TABLE)
    @replies
    async def swap(self, call: Call, card: _Swap, meld: _SwapMeld | None = None, table: OwnTableNumber | None = None) -> Reply:
        return await self._play_typed(call, table, card, partial(moves_meant, partial(read_swap, meld=meld)))

    @app_commands.command(extras=AS_MOVE, description="Take back your last meld, lay-off or swap this turn")
    @app_commands.describe(table=_WHICH_TABLE)
    @replies
    async def takeback(self, call: Call, table: OwnTableNumber | None = None) -> Reply:
        return await self._play(call, table, TAKE_BACK)

    @app_commands.command(extras=AS_MOVE, description="Discard a card and end your turn")
    @app_commands.describe(card="Like QS", table=_WHICH_TABLE)
    @replies
    async def discard(self, call: Call, card: _Discard, table: OwnTableNumber | None = None) -> Reply:
        return await self._play_typed(call, table, card, partial(moves_meant, read_discard))

    @app_commands.command(extras=AS_MOVE, description="Show your hand and your moves")
    @app_commands.describe(table=_WHICH_TABLE)
    @replies
    async def hand(self, call: Call, table: OwnTableNumber | None = None) -> Reply:
        found = await find_table_on_turn(self._services, call, table, is_move=False)
        return await show_hand(self._services, call, found, await self._services.person(call))

    @app_commands.command(description="Remind the player to move (no clock, or the slow one)")
    @app_commands.describe(table=_WHICH_TABLE)
    @replies
    async def nudge(self, call: Call, table: OwnTableNumber | None = None) -> Reply:
        found = await find_table(self._services, call, table, by_turn=False)
        return await table_actions.nudge(self._services, call, found, await self._services.person(call))
