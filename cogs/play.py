"""`/draw · /meld · /layoff · /discard · /hand`: a whole match without a button."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.rummy.cards import Card, read_card, read_cards
from bot.rummy.fitting import melds_fitting
from bot.rummy.match import Question
from bot.rummy.moves import Discard, Draw, LayMeld, LayOff, SeatMove, Take
from bot.tables.ports import Person
from bot.tables.refusals import FitsNoMeld, Refused, WhichMeld
from bot.tables.table import Table
from cogs import choosing
from cogs.answering import Boundary, Reply
from cogs.desk import Desk, Interaction
from cogs.moves import Moves

_TABLE = app_commands.Range[int, 1, 2**53 - 1]
_FROM = [app_commands.Choice(name="stock", value="stock"), app_commands.Choice(name="discards", value="discards")]
_WHICH_TABLE = "Its number, where you sit at several"


class PlayCog(commands.Cog):
    def __init__(self, desk: Desk, boundary: Boundary) -> None:
        self._desk = desk
        self._boundary = boundary
        self._moves = Moves(desk)

    async def _play(self, interaction: Interaction, number: int | None, move: SeatMove) -> Reply:
        return await self._moves.play(interaction, await self._desk.find(interaction, number), move)

    @app_commands.command(description="Draw a card, from the stock or from the discards")
    @app_commands.describe(source="The face-down stock, or the top of the discards", table=_WHICH_TABLE)
    @app_commands.rename(source="from")
    @app_commands.choices(source=_FROM)
    async def draw(self, interaction: Interaction, source: str, table: _TABLE | None = None) -> None:
        move = Draw() if source == "stock" else Take()
        await self._boundary.run(interaction, self._play(interaction, table, move))

    @app_commands.command(description="Lay a meld from your hand")
    @app_commands.describe(cards="The cards, like 7H 8H 9H", table=_WHICH_TABLE)
    async def meld(self, interaction: Interaction, cards: str, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            return await self._play(interaction, table, LayMeld(read_cards(cards)))

        await self._boundary.run(interaction, work())

    @app_commands.command(description="Lay off cards on a meld that lies on the table")
    @app_commands.describe(cards="The cards, like 10H", meld="The number of the meld", table=_WHICH_TABLE)
    async def layoff(
        self,
        interaction: Interaction,
        cards: str,
        meld: app_commands.Range[int, 1, 99] | None = None,
        table: _TABLE | None = None,
    ) -> None:
        async def work() -> Reply:
            found, read = await self._desk.find(interaction, table), read_cards(cards)
            number = meld if meld is not None else _only_meld(found, await self._desk.person(interaction), read)
            return await self._moves.play(interaction, found, LayOff(read, number))

        await self._boundary.run(interaction, work())

    @app_commands.command(description="Discard a card: this ends your turn")
    @app_commands.describe(card="The card, like QS", table=_WHICH_TABLE)
    async def discard(self, interaction: Interaction, card: str, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            return await self._play(interaction, table, Discard(read_card(card)))

        await self._boundary.run(interaction, work())

    @app_commands.command(description="Your hand, with everything you may do now")
    @app_commands.describe(table=_WHICH_TABLE)
    async def hand(self, interaction: Interaction, table: _TABLE | None = None) -> None:
        async def work() -> Reply:
            found = await self._desk.find(interaction, table)
            return await self._moves.hand(interaction, found, await self._desk.person(interaction))

        await self._boundary.run(interaction, work())

    @meld.autocomplete("cards")
    async def _melds(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = await choosing.moves_of(self._desk, interaction, interaction.namespace.table)
        return [] if found is None else choosing.melds(*found, self._desk.say(interaction), typed)

    @layoff.autocomplete("cards")
    async def _lay_offs(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = await choosing.moves_of(self._desk, interaction, interaction.namespace.table)
        return [] if found is None else choosing.lay_offs(found[1], self._desk.say(interaction), typed)

    @layoff.autocomplete("meld")
    async def _melds_for(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        found = await choosing.moves_of(self._desk, interaction, interaction.namespace.table)
        typed = interaction.namespace.cards or ""
        return [] if found is None else choosing.melds_for(*found, self._desk.say(interaction), typed)

    @discard.autocomplete("card")
    async def _discards(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = await choosing.moves_of(self._desk, interaction, interaction.namespace.table)
        return [] if found is None else choosing.discards(found[1], self._desk.say(interaction), typed)

    @draw.autocomplete("table")
    @meld.autocomplete("table")
    @layoff.autocomplete("table")
    @discard.autocomplete("table")
    @hand.autocomplete("table")
    async def _tables(self, interaction: Interaction, _typed: int | str) -> list[app_commands.Choice[int]]:
        return await choosing.offered_tables(self._desk, interaction, seated=True)


def _only_meld(table: Table, person: Person, cards: tuple[Card, ...]) -> int:
    """The meld that the cards fit. Raises Refused(WhichMeld) where they fit several, Refused(FitsNoMeld) for none.

    Who may not lay off now gets any number: the rules refuse him with their own reason.
    """
    if table.match is None or table.to_act() != person.number or table.match.question != Question.PLAY:
        return 1
    fitting = melds_fitting(table.match, cards)
    if len(fitting) != 1:
        raise Refused(WhichMeld(fitting) if fitting else FitsNoMeld(cards), table.number)
    return fitting[0]


async def setup(bot: Any, desk: Desk, boundary: Boundary) -> None:
    await bot.add_cog(PlayCog(desk, boundary))
