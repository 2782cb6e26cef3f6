"""`/draw · /meld · /layoff · /swap · /takeback · /discard · /hand`: a whole match without a button."""

from collections.abc import Callable
from typing import Any, TypeVar

from discord import app_commands
from discord.ext import commands

from bot.interactions.error_boundary import ErrorBoundary
from bot.interactions.reply import Reply
from bot.interactions.services import Interaction, Services
from bot.interactions.table import autocomplete, move_autocomplete, typed_moves
from bot.interactions.table.find_table import find_table
from bot.interactions.table.table_actions import TableActions
from bot.messages.words import Words
from bot.rummy.moves import TAKE_BACK, Draw, SeatMove, Take
from bot.tables.table import Table

_C = TypeVar("_C")
_TABLE = app_commands.Range[int, 1, 2**53 - 1]
_MELD = app_commands.Range[int, 1, 99]
_FROM = [app_commands.Choice(name="stock", value="stock"), app_commands.Choice(name="discards", value="discards")]
_WHICH_TABLE = "Its number, where you sit at several"


class PlayCog(commands.Cog):
    def __init__(self, services: Services, boundary: ErrorBoundary) -> None:
        self._services = services
        self._boundary = boundary
        self._actions = TableActions(services)

    async def _play(self, interaction: Interaction, number: int | None, move: SeatMove) -> Reply:
        return await self._actions.play(interaction, await find_table(self._services, interaction, number), move)

    async def _typed(self, interaction: Interaction, number: int | None, read: Callable[[Table, int], SeatMove]) -> Reply:
        """`read` makes the move of what was typed, at the table and for the person."""
        table, person = await find_table(self._services, interaction, number), await self._services.person(interaction)
        return await self._actions.play(interaction, table, read(table, person.number))

    @app_commands.command(description="Draw a card, from the stock or from the discards")
    @app_commands.describe(source="The face-down stock, or the top of the discards", table=_WHICH_TABLE)
    @app_commands.rename(source="from")
    @app_commands.choices(source=_FROM)
    async def draw(self, interaction: Interaction, source: str, table: _TABLE | None = None) -> None:
        move = Draw() if source == "stock" else Take()
        await self._boundary.run(interaction, self._play(interaction, table, move))

    @app_commands.command(description="Lay a meld from your hand, or several")
    @app_commands.describe(cards="The cards, like 7H 8H 9H; a joker like JK=8C; | between several melds", table=_WHICH_TABLE)
    async def meld(self, interaction: Interaction, cards: str, table: _TABLE | None = None) -> None:
        await self._boundary.run(
            interaction, self._typed(interaction, table, lambda at, who: typed_moves.melds(at, who, cards))
        )

    @app_commands.command(description="Lay off cards on a meld that lies on the table")
    @app_commands.describe(cards="The cards, like 10H", meld="The number of the meld", table=_WHICH_TABLE)
    async def layoff(
        self, interaction: Interaction, cards: str, meld: _MELD | None = None, table: _TABLE | None = None
    ) -> None:
        await self._boundary.run(
            interaction, self._typed(interaction, table, lambda at, who: typed_moves.lay_off(at, who, cards, meld))
        )

    @app_commands.command(description="Put a card where a joker stands for it, and take the joker")
    @app_commands.describe(card="The card, like 8C", meld="The number of the meld", table=_WHICH_TABLE)
    async def swap(self, interaction: Interaction, card: str, meld: _MELD | None = None, table: _TABLE | None = None) -> None:
        await self._boundary.run(
            interaction, self._typed(interaction, table, lambda at, who: typed_moves.swap(at, who, card, meld))
        )

    @app_commands.command(description="Take back the last meld, lay-off or swap of your turn")
    @app_commands.describe(table=_WHICH_TABLE)
    async def takeback(self, interaction: Interaction, table: _TABLE | None = None) -> None:
        await self._boundary.run(interaction, self._play(interaction, table, TAKE_BACK))

    @app_commands.command(description="Discard a card: this ends your turn")
    @app_commands.describe(card="The card, like QS", table=_WHICH_TABLE)
    async def discard(self, interaction: Interaction, card: str, table: _TABLE | None = None) -> None:
        await self._boundary.run(
            interaction, self._typed(interaction, table, lambda at, who: typed_moves.discard(at, who, card))
        )

    @app_commands.command(description="Your hand, with everything you may do now")
    @app_commands.describe(table=_WHICH_TABLE)
    async def hand(self, interaction: Interaction, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            found = await find_table(self._services, interaction, table)
            return await self._actions.show_hand(interaction, found, await self._services.person(interaction))

        await self._boundary.run(interaction, work())

    async def _offered(
        self, interaction: Interaction, choices: Callable[[move_autocomplete.Offered, Words, str], list[_C]], typed: str
    ) -> list[_C]:
        found = await move_autocomplete.moves_of(self._services, interaction)
        return [] if found is None else choices(found, self._services.say(interaction), typed)

    @meld.autocomplete("cards")
    async def _melds(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._offered(interaction, move_autocomplete.melds, typed)

    @layoff.autocomplete("cards")
    async def _lay_offs(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._offered(interaction, move_autocomplete.lay_offs, typed)

    @layoff.autocomplete("meld")
    async def _melds_for(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        return await self._offered(interaction, move_autocomplete.melds_for, interaction.namespace.cards or "")

    @swap.autocomplete("card")
    async def _swaps(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._offered(interaction, move_autocomplete.swaps, typed)

    @swap.autocomplete("meld")
    async def _melds_to_swap(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        return await self._offered(interaction, move_autocomplete.melds_to_swap, interaction.namespace.card or "")

    @discard.autocomplete("card")
    async def _discards(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await self._offered(interaction, move_autocomplete.discards, typed)

    @draw.autocomplete("table")
    @meld.autocomplete("table")
    @layoff.autocomplete("table")
    @swap.autocomplete("table")
    @takeback.autocomplete("table")
    @discard.autocomplete("table")
    @hand.autocomplete("table")
    async def _tables(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        return await autocomplete.offered_tables(self._services, interaction, seated=True)


async def setup(bot: Any, services: Services, boundary: ErrorBoundary) -> None:
    await bot.add_cog(PlayCog(services, boundary))
