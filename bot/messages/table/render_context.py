"""What every layout needs to draw: the table, the words of a language, the names of its people, and where it is played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, assert_never

from bot.messages.names import Names
from bot.messages.text import join_parts, keep_together
from bot.messages.words import Words
from bot.rummy.match import TableMeld
from bot.rummy.view import View
from bot.tables.table import Table


def _no_lines(_say: Words) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class WhereItCounts:
    """In which leagues a match counts, or will. `lines` says so in any language: a hand and the channel may differ in it."""

    lines: Callable[[Words], Sequence[str]] = _no_lines
    moves_standings: bool = True


class Eligibility(Protocol):
    """What the table's messages ask of the league; `bot.messages.league` implements it, and `bot.app` injects it."""

    async def where_it_counts(self, table: Table) -> WhereItCounts: ...


@dataclass(frozen=True, slots=True)
class RenderContext:
    """`server` is the name of the Discord server, `place` the id of the channel or thread where the match is played.

    `counts` is set where a lobby or a result is rendered.
    """

    table: Table
    say: Words
    names: Names
    server_name: str
    channel: int
    counts: WhereItCounts = WhereItCounts()

    @property
    def title(self) -> str:
        """`Rami, table 12`"""
        return self.say("{game}, table {number}", game=self.table.variant.title, number=self.table.number)

    def to_win(self) -> tuple[str, ...]:
        """What ends the match, and who wins it, in a few words each: they are to be `listed`."""
        say, target, deals = self.say, self.table.variant.match_target, self.table.variant.match_deals
        if target == "none":
            return say.many("one deal", "{count} deals", deals if deals != "none" else 1), self._best()
        if self.table.variant.is_lowest_score_best():
            first = say.many("to one point, the fewest win", "to {count} points, the fewest win", target)
        else:
            first = say.many("first to one point", "first to {count} points", target)
        return (first,) if deals == "none" else (first, say.many("at most one deal", "at most {count} deals", deals))

    def _best(self) -> str:
        match self.table.variant.scoring:
            case "winner_collects":
                return self.say("the most points win")
            case "penalty":
                return self.say("the fewest points win")
            case "payment":
                return self.say("the best balance wins")
            case scoring:
                assert_never(scoring)

    def melds(self, melds: tuple[TableMeld, ...]) -> str:
        """The melds on the table, numbered, with who laid them and who played which further card."""
        return "\n".join(f"`{number}` {self._meld(meld)}" for number, meld in enumerate(melds, start=1))

    def _meld(self, meld: TableMeld) -> str:
        parts = [f"**{self.say.cards(meld.cards)}**", self.names.seat(meld.owner)]
        added: dict[int, list[str]] = {}
        for card, seat in zip(meld.cards, meld.played_by, strict=True):
            if seat != meld.owner:
                added.setdefault(seat, []).append(card)
        parts += [keep_together(f"(+{self.say.cards(cards)} {self.names.seat(seat)})") for seat, cards in added.items()]
        return " ".join(parts)

    def piles(self, view: View) -> str:
        """The top discard, how many cards lie in the stock where that is told, how often it may be made anew, who dealt."""
        deal, say = view.deal, self.say
        assert deal is not None
        if deal.discard_pile:
            parts = [say("Top discard: {card}", card=f"**{say.card(deal.discard_pile[-1])}**")]
        else:
            parts = [say("No discards")]
        if deal.stock_size is not None:
            parts.append(say("Stock: {count}", count=deal.stock_size))
        if deal.recycles_left is None:
            parts.append(say("Recycles: any number"))
        else:
            parts.append(say("Recycles left: {count}", count=deal.recycles_left))
        parts.append(say("Dealer: {name}", name=self.names.seat(deal.dealer)))
        return join_parts(parts)

    def hand_sizes(self, view: View) -> str:
        """How many cards everybody holds, in the order of play from the starter on; who has left is struck through."""
        deal, step = view.deal, 1 if view.variant.direction == "clockwise" else -1
        assert deal is not None
        parts = []
        for seat in ((deal.dealer + step * place) % view.seats for place in range(1, view.seats + 1)):
            name = self.names.seat(seat)
            shown = f"~~{name}~~" if seat in view.left_seats else name
            parts.append(f"{shown} {deal.hand_sizes[seat]}")
        return self.say("Cards: {counts}", counts=join_parts(parts))

    def scores(self, view: View) -> str:
        """Everybody's points so far, the best first."""
        sign = 1 if view.variant.is_lowest_score_best() else -1
        order = sorted(range(view.seats), key=lambda seat: (seat in view.left_seats, sign * view.scores[seat]))
        return join_parts(f"{self.names.seat(seat)} {view.scores[seat]}" for seat in order)
