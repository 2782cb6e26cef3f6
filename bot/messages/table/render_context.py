"""The context that a layout of a table is rendered with: the table, the words of a language, names, server and channel."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from discord import ButtonStyle

from bot.messages.card_order import by_suit_if_set
from bot.messages.card_text import NO_EMOJI, CardEmoji, card_separator
from bot.messages.components import PressButton
from bot.messages.names import Names
from bot.messages.pictures.picture import TEXT_ONLY, PictureChoice
from bot.messages.table.buttons import TableAction, TablePress
from bot.messages.text import DOT
from bot.messages.words import Words
from bot.rummy.cards import Card
from bot.tables.ports import CardOrder
from bot.tables.rules.match_length import NO_ESTIMATES, TurnEstimates
from bot.tables.table import Table

STANDINGS_COMMAND = f"{DOT}`/leaderboard`"
"""The end of a line about standings: the command that shows them, in servers only."""


@dataclass(frozen=True, slots=True)
class WhereItCounts:
    """Where a match will count, or what it has changed there. `lines` renders that in a language, with the players' names.

    `round` renders the line that says in which round of a tournament the match is played. `protest` is the press of
    **Protest**, if the match counts in a league; `correct` that of **Correct**, then and in a tournament; `corrected` renders
    the places as they are corrected. `shows_deals` once all tables that play the same deals have ended, and
    `shows_hands` to a person who may see all cards of the deal before.
    """

    lines: Callable[[Words, Names], Sequence[str]] = lambda _say, _names: ()
    round: Callable[[Words, Names], Sequence[str]] = lambda _say, _names: ()
    corrected: Callable[[Words, Names], Sequence[str]] = lambda _say, _names: ()
    protest: object | None = None
    correct: object | None = None
    shows_deals: bool = False
    shows_hands: bool = False


class Eligibility(Protocol):
    """The port through which a table's messages ask the league; `bot.messages.league` implements it, `bot.app` injects it."""

    async def where_it_counts(self, table: Table) -> WhereItCounts:
        """Return where the match of this table counts."""

    async def leagues_of(self, table: Table) -> tuple[int, ...]:
        """Return the numbers of the leagues in which the match of this table may count."""


@dataclass(frozen=True, slots=True)
class RenderContext:
    """The context of one rendering. `channel` is the id of the channel or thread where the match is played.

    `counts` is set if a lobby or a result is rendered, and `may_open_thread` if a lobby is: then the bot may open a thread in
    the table's channel. `turns` are the measured lengths of matches. `card_order` is that of the person who reads a hand.
    `round_message` is the channel and the id of the message of the current round, as far as it is known. `pictures` says
    whether the readers get pictures beside the text, and `emoji` are the emojis of cards, which readers of text only don't get.
    `needs_attach_files` is set if the server wants pictures, and the bot lacks the permission for them in the channel.
    `raised` are the cards of a hand that the first hand is about.
    """

    table: Table
    say: Words
    names: Names
    server_name: str
    channel: int
    counts: WhereItCounts = WhereItCounts()
    may_open_thread: bool = False
    turns: TurnEstimates = NO_ESTIMATES
    card_order: CardOrder = CardOrder.SUIT
    round_message: tuple[int, int] | None = None
    pictures: PictureChoice = TEXT_ONLY
    emoji: CardEmoji = NO_EMOJI
    needs_attach_files: bool = False
    raised: tuple[Card, ...] = ()

    def cards(self, cards: Iterable[str]) -> str:
        """Return the cards as an announcement shows them, each as its emoji or as text."""
        row = by_suit_if_set(cards)
        if not self.emoji.ids:
            return self.say.cards(row)
        between = " " if all(map(self.emoji.partial, row)) else card_separator(row)
        return between.join(map(self.emoji.text, row))

    def button(
        self, action: TableAction, label: str, style: ButtonStyle = ButtonStyle.secondary, as_of: int | None = None
    ) -> PressButton:
        """Return the button of an action at the table; `as_of` is that of a `TablePress`."""
        return PressButton(TablePress(self.table.number, action, as_of), label, style)

    @property
    def hides_deals(self) -> bool:
        """True if nobody is shown the seeds of ended deals: other tables play them too."""
        return self.table.hides_deals and not self.counts.shows_deals

    @property
    def hides_hands(self) -> bool:
        """True if the cards that others had left aren't shown: other tables play the same deals."""
        return self.hides_deals and not self.counts.shows_hands

    @property
    def title(self) -> str:
        """The title of the table: `Rami, table 12`. The first hand is at none, so its number is 0."""
        if not self.table.number:
            return self.say("{game}: your first hand", game=self.say.game(self.table.variant.title))
        return self.say("{game}, table {number}", game=self.say.game(self.table.variant.title), number=self.table.number)
