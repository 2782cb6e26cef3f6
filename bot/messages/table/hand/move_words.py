"""The words of each kind of move, and where its buttons stand in a hand: one entry of `MOVE_WORDS` for each kind.

The places of melds, lay-offs and discards depend on each other: their files choose the moves, and have the words from here.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from discord import ButtonStyle

from bot.messages.components import PressButton
from bot.messages.games import GAME_WORDS
from bot.messages.table.hand.move_buttons import LINE, Buttons, label_with_cards, melds_of, move_button, short_label
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_text import deal_of
from bot.messages.words import Words
from bot.rummy.cards import Card, face, physical_card
from bot.rummy.events import CardsLaidOff, JokerSwapped, MeldKind, MeldLaid
from bot.rummy.moves import (
    Accept,
    Challenge,
    Discard,
    Done,
    Draw,
    Knock,
    LayingMove,
    LayMeld,
    LayMelds,
    LayOff,
    LayOffAll,
    Pass,
    Refuse,
    SeatMove,
    Swap,
    Take,
    TakeAndLay,
    TakeBack,
    TakeFrom,
    laid_cards,
)
from bot.rummy.steps.knocking import knock_points
from bot.rummy.view import DealView, View

Place = Literal["draw", "table", "end", "back", "chosen"]
"""Where the buttons of a kind of move stand: with the piles; with what is laid, for what else is done on the table; for what
ends the turn; for what takes back; or where one of the files chooses."""
Label = Callable[[Any, View, Words], str]


class MoveWords(NamedTuple):
    """The words of a kind of move, and its buttons.

    `label` says what a move does, by itself, and `in_full` where there is room for all its cards. Its button in a hand is about
    `cards`, and says `in_hand`, with room for so many CSS pixels, or the label if that is empty. At its place, at most `most`
    moves of the kind have a button, in this `order`, as `/move` lists them; equal ones in that of the view.
    """

    label: Label
    place: Place = "chosen"
    style: ButtonStyle = ButtonStyle.secondary
    cards: Callable[[Any, View], Sequence[Card]] = lambda move, view: ()
    in_hand: Callable[[Any, View, RenderContext, float], str] = lambda move, view, context, room: ""
    in_full: Label | None = None
    most: int = 5
    order: Callable[[Any, View], Any] = lambda move, view: 0


def move_label(move: SeatMove, view: View, say: Words) -> str:
    """Return what the move does, short enough for a button."""
    return MOVE_WORDS[type(move)].label(move, view, say)


def move_in_full(move: SeatMove, view: View, say: Words) -> str:
    """Return what the move does, with all the cards that it lays."""
    words = MOVE_WORDS[type(move)]
    return (words.in_full or words.label)(move, view, say)


def hand_button(move: SeatMove, view: View, context: RenderContext, room: float = LINE) -> PressButton:
    """Return the button of the move in a hand; its label is shorter if it then fits this room, in CSS pixels."""
    words = MOVE_WORDS[type(move)]
    label = words.in_hand(move, view, context, room) or words.label(move, view, context.say)
    return move_button(move, label, context, words.style, cards=words.cards(move, view))


def buttons_at(place: Place, view: View, context: RenderContext) -> Buttons:
    """Return the buttons of all moves that have this place, kind by kind."""
    buttons = Buttons()
    for kind, words in MOVE_WORDS.items():
        moves = [move for move in view.moves if words.place == place and isinstance(move, kind)]
        moves.sort(key=lambda move: words.order(move, view))
        buttons += [hand_button(move, view, context) for move in moves[: words.most]]
    return buttons


def cards_label(move: LayingMove | Swap | Discard, say: Words) -> str:
    """Return `5♥ 6♥ 7♥ | 9♠ 9♦ 9♣`; if the move says whether the cards are a run or a set, the label does too."""
    match move:
        case LayMelds(melds=melds):
            return " | ".join(cards_label(meld, say) for meld in melds)
        case LayMeld(cards=cards, kind=MeldKind.RUN):
            return say.option("{cards} as a run", cards=say.cards(cards))
        case LayMeld(cards=cards, kind=MeldKind.SET):
            return say.option("{cards} as a set", cards=say.cards(cards))
        case LayMeld(cards=cards) | LayOff(cards=cards):
            return say.cards(cards)
        case _:
            return say.card(move.card)


def cards_left(move: LayingMove, deal: DealView) -> Sequence[Card]:
    """Return the cards that stay in the hand."""
    laid = {physical_card(card) for card in laid_cards(move)}
    return [card for card in deal.hand if card not in laid]


def _draw_in_hand(move: Draw, view: View, context: RenderContext, room: float) -> str:
    say = context.say
    match deal_of(view).stock_draw:
        case "recycles" if view.variant.recycle == "shuffle":
            return say.button("Draw (shuffles the pile)")
        case "recycles":
            return say.button("Draw (turns the pile over)")
        case "ends":
            return say.button("Draw (ends the deal)")
        case _:
            return ""


def _take(move: Take, view: View, say: Words) -> str:
    return short_label((say.button("Take {card}", card=say.card(deal_of(view).discard_pile[-1])),))


def _take_and_lay(move: TakeAndLay, view: View, say: Words) -> str:
    match laying := move.laying:
        case LayMelds() if deal_of(view).is_all_at_once:
            return say.button("Take and lay everything")
        case LayOff():
            return short_label((say.button("Take, lay off on meld {number}", number=laying.meld),))
        case _:
            return label_with_cards(lambda cards: say.button("Take and lay {cards}", cards=cards), melds_of(laying), say)


def laying_label(move: LayMeld | LayOff, say: Words) -> str:
    """Return `7♥ 8♥ 9♥`, or `7♥ on meld 2`."""
    if isinstance(move, LayOff):
        return say.button("{cards} on meld {number}", cards=say.cards(move.cards), number=move.meld)
    return cards_label(move, say)


def take_from_label(move: TakeFrom, view: View, say: Words) -> str:
    """Return `Take 3 cards, lay 7♥ 8♥ 9♥`."""
    if move.laying is None:
        return say.button("Take {card}", card=say.card(move.card))
    pile, laid = deal_of(view).discard_pile, laying_label(move.laying, say)
    count = len(pile) - pile.index(move.card)
    return say.many("Take 1 card, lay {cards}", "Take {count} cards, lay {cards}", count, "button", cards=laid)


def _lay_cards(cards: str, say: Words) -> str:
    return say.button("Lay {cards}", cards=cards)


def _lay(move: LayMeld | LayMelds, view: View, say: Words) -> str:
    return label_with_cards(lambda cards: _lay_cards(cards, say), melds_of(move), say)


def _lay_in_full(move: LayMeld | LayMelds, view: View, say: Words) -> str:
    return _lay_cards(cards_label(move, say), say)


def _lay_in_hand(move: LayMeld | LayMelds, view: View, context: RenderContext, room: float) -> str:
    say, deal = context.say, deal_of(view)
    if deal.is_all_at_once:
        rest = cards_left(move, deal)
        return say.button("Lay all but {card}", card=say.cards(rest)) if rest else say.button("Lay all cards")

    def label(cards: str) -> str:
        match move:
            case LayMeld(kind=MeldKind.RUN):
                return say.button("Lay {cards} as a run", cards=cards)
            case LayMeld(kind=MeldKind.SET):
                return say.button("Lay {cards} as a set", cards=cards)
            case _:
                return _lay_cards(cards, say)

    return label_with_cards(label, melds_of(move), say, room)


def _lay_off(move: LayOff, view: View, say: Words, room: float = LINE) -> str:
    return label_with_cards(
        lambda cards: say.button("Lay off {cards} on meld {number}", cards=cards, number=move.meld), [move.cards], say, room
    )


def _lay_off_in_hand(move: LayOff, view: View, context: RenderContext, room: float) -> str:
    """Return the label, which names the meld only if the cards fit several."""
    say, faces = context.say, [*map(face, move.cards)]
    melds = {other.meld for other in view.moves if isinstance(other, LayOff) and [*map(face, other.cards)] == faces}
    if len(melds) > 1 and not deal_of(view).is_all_at_once:
        return _lay_off(move, view, say, room)
    return label_with_cards(lambda cards: say.button("Lay off {cards}", cards=cards), [move.cards], say, room)


def _swap(move: Swap, view: View, say: Words) -> str:
    return short_label((say.button("Swap {card} (meld {number})", card=say.card(move.card), number=move.meld),))


def _swap_in_hand(move: Swap, view: View, context: RenderContext, room: float) -> str:
    say = context.say
    whole = say.button("Swap {card} for meld {number}'s joker", card=say.card(move.card), number=move.meld)
    return short_label((whole, _swap(move, view, say)))


def _taken_back(view: View) -> list[MeldLaid | CardsLaidOff]:
    deal = deal_of(view)
    return [play for play in deal.table_plays[-deal.taken_back_together :] if not isinstance(play, JokerSwapped)]


def _take_back_in_hand(move: TakeBack, view: View, context: RenderContext, room: float) -> str:
    say = context.say
    if isinstance(deal_of(view).table_plays[-1], JokerSwapped):
        return say.button("Undo swap")
    plays = [play.cards for play in _taken_back(view)]
    if context.pictures or len(plays) > 2:
        return ""
    return label_with_cards(lambda cards: say.button("Take back {cards}", cards=cards), plays, say)


def _knock(move: Knock, view: View, say: Words) -> str:
    if move.card is None:
        return say.button("Big gin: discard nothing")
    card, left = say.card(move.card), knock_points(move, deal_of(view).hand, view.variant)
    return short_label((GAME_WORDS[view.variant.game].knock(left, card, say),))


_GREEN, _BLUE = ButtonStyle.success, ButtonStyle.primary
_MELDS = MoveWords(_lay, style=_GREEN, in_hand=_lay_in_hand, in_full=_lay_in_full)

MOVE_WORDS: Mapping[type[SeatMove], MoveWords] = {
    Draw: MoveWords(lambda move, view, say: say.button("Draw"), "draw", _BLUE, in_hand=_draw_in_hand),
    Take: MoveWords(_take, "draw", _BLUE, lambda move, view: deal_of(view).discard_pile[-1:]),
    TakeAndLay: MoveWords(_take_and_lay, "chosen", _GREEN, lambda move, view: laid_cards(move.laying)),
    TakeFrom: MoveWords(lambda move, view, say: short_label((take_from_label(move, view, say),)), in_full=take_from_label),
    LayMeld: _MELDS,
    LayMelds: _MELDS,
    LayOff: MoveWords(_lay_off, "chosen", _GREEN, lambda move, view: move.cards, _lay_off_in_hand),
    Swap: MoveWords(_swap, "table", cards=lambda move, view: (move.card,), in_hand=_swap_in_hand, most=4),
    TakeBack: MoveWords(
        lambda move, view, say: say.button("Take back"),
        "back",
        cards=lambda move, view: [card for play in _taken_back(view) for card in play.cards],
        in_hand=_take_back_in_hand,
    ),
    Discard: MoveWords(
        lambda move, view, say: short_label((say.button("Discard {card}", card=say.card(move.card)),)),
        cards=lambda move, view: (move.card,),
        in_hand=lambda move, view, context, room: context.say.card(move.card),
        order=lambda move, view: 1 + deal_of(view).hand.index(move.card),
    ),
    Pass: MoveWords(lambda move, view, say: say.button("Pass"), "draw"),
    Knock: MoveWords(_knock, "end", _GREEN, lambda move, view: () if move.card is None else (move.card,), most=1),
    LayOffAll: MoveWords(lambda move, view, say: say.button("Lay off all"), "end", _GREEN),
    Done: MoveWords(lambda move, view, say: say.button("Done"), "end"),
    Challenge: MoveWords(lambda move, view, say: say.button("Challenge"), "draw"),
    Accept: MoveWords(lambda move, view, say: say.button("Accept: show both hands"), "draw", _GREEN),
    Refuse: MoveWords(lambda move, view, say: say.button("Refuse"), "draw"),
}
