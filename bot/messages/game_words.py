"""What only one game says: the record of its words. It knows no particular game."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from bot.messages.table.render_context import RenderContext
from bot.messages.words import Words
from bot.rummy.events import Awaited, DealEnded
from bot.rummy.variant import Variant
from bot.rummy.view import DealView, View

RuleLines = tuple[str, ...]
"""For each line of the rules whose sentences stand in it, with spaces between: questions, and the game's own (`sentences`)."""


class GameWords(NamedTuple):
    """The words of a game.

    - `labels`: what is special about a variant, in a few words each, what matters most first.
    - `first_rules` are the lines of the first screen of the rules, and `more_rules` the others. Of the `special` questions, the
      first sentence stands in the line `special` of the first screen, where the answer isn't that of plain rami.
    - `titles`: the head of the hand of the player whose turn it is, by what is awaited.
    - `why_no_meld` says in a few words, behind the melds of the viewer's hand, why they have no button, if that needs a reason,
      or what is left where they never have one; `notes` are
      the lines on how melds must be laid.
    - `table` are the lines below the melds, and `piles` what is said of the piles besides the top discard and the stock.
    - `points_laid` are the points of the cards that a seat has laid in the deal, where they count.
    - `deal` are lines on what is special in a deal that begins. `knock` is the button of a knock, from the points left and the
      discard, and `nothing_left` what a knock with none is called.
    - `why_nobody_won` is empty if somebody won a deal, `won` how somebody did who then held no other card, with their name in
      it, and `points` what the deal brought a seat, and why; empty if it brought nothing.
    """

    labels: Callable[[Variant, Words], Iterable[str]]
    first_rules: RuleLines
    special: tuple[str, ...]
    more_rules: RuleLines
    sentences: Mapping[str, Callable[[Variant, Words], Iterable[str]]]
    titles: Mapping[Awaited, Callable[[View, DealView, RenderContext], str]]
    why_no_meld: Callable[[View, DealView, Words], str]
    notes: Callable[[View, DealView, Words], Iterable[str]]
    table: Callable[[DealView, Words], Iterator[str]]
    piles: Callable[[View, DealView, Words], Iterator[str]]
    why_nobody_won: Callable[[DealEnded, Variant, Words], Iterable[str]]
    won: Callable[[DealEnded, Variant, str, Words], str]
    points: Callable[[int, DealEnded, Variant, Words], str]
    points_laid: Callable[[int, DealView, Variant], int] = lambda seat, deal, variant: 0
    deal: Callable[[View, Words], Iterable[str]] = lambda view, say: ()
    knock: Callable[[int, str, Words], str] = lambda left, card, say: ""
    nothing_left: Callable[[Words], str] = lambda say: ""
