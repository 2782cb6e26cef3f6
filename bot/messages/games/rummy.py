"""The words of basic rummy: what is special about a variant, its rules, whose turn it is to do what, and how a deal ended."""

from collections.abc import Iterator, Sequence

from bot.messages.card_text import is_cuccu_card
from bot.messages.game_words import GameWords
from bot.messages.rules.question_words import all_at_once_deals
from bot.messages.table.render_context import RenderContext
from bot.messages.text import with_minus
from bot.messages.words import Words
from bot.rummy.events import Awaited, DealEnded, EndedBy
from bot.rummy.moves import LayMeld, LayMelds
from bot.rummy.variant import Variant
from bot.rummy.view import DealView, View


def _labels(variant: Variant, say: Words) -> Sequence[str]:
    return tuple(_differences(variant, say)) or (say.option("basic game: empty your hand first"),)


def _differences(variant: Variant, say: Words) -> Iterator[str]:
    if variant.discard_from == "first_meld" and variant.first_meld != "none":
        yield say.option("the discard only with or after first melds")
    if isinstance(points := variant.first_meld, int):
        yield say.many("first melds worth at least 1 point", "first melds worth at least {count} points", points, "option")
    if variant.deck == "cuccu40":
        yield say.option("Italian picture cards (cuccù): runs without suits")
    if variant.jokers:
        yield say.many("1 joker", "{count} jokers", variant.jokers, "option")
    if variant.meld_all_at_once == "always":
        yield say.option("lay your whole hand or nothing")
    elif deals := all_at_once_deals(variant):
        yield say.many(
            "deal {deals}: lay your whole hand or nothing",
            "deals {deals}: lay your whole hand or nothing",
            len(deals),
            "option",
            deals=say.all_of(map(str, deals)),
        )
    if variant.stock == "own":
        yield say.option("each player draws from their own part of the stock")
    elif variant.recycle_max == 0:
        yield say.option("the deal ends when the stock is empty")
    if variant.scoring == "penalty":
        yield say.option("cards left count against you")
    if variant.scoring == "payment":
        yield say.option("everyone pays the winner")
    if variant.rummy_bonus != "none" and variant.meld_all_at_once != "always":
        yield say.option("bonus for your whole hand in one turn")
    if variant.melds_per_turn == "unlimited":
        yield say.option("any number of melds a turn")


def _leaving(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Leaving**: you come last, and the others play on.")
    yield say("If only one player remains, they win. Before everyone has had a turn, nobody wins.")
    if variant.scoring != "penalty":
        yield say("If you leave, the deal's winner still scores your cards.")
    yield say("In a casual match, a computer takes your seat instead. If only computers are left, nobody wins.")


def _draw_title(view: View, deal: DealView, context: RenderContext) -> str:
    is_first_look = not context.table.number and not context.raised  # at the first hand, before **Start**
    return context.say("These are your cards") if is_first_look else context.say("Your turn: draw a card")


def play_title(view: View, deal: DealView, context: RenderContext) -> str:
    say = context.say
    if deal.new_card is None:
        return say("Your turn: you start without a draw")
    has_name = bool(context.pictures) and is_cuccu_card(deal.new_card)  # with an emoji it needs a second line on a phone
    card = say.card(deal.new_card) if has_name else context.cards([deal.new_card])
    if deal.taken_card is not None:
        return say("Your turn: you took {card}", card=card)
    return say("Your turn: you drew {card}", card=card)


def melds_kept(view: View) -> int:
    """Return how many melds of the hand can't be laid in this turn of the viewer; 0 if one can, or before the draw."""
    can_lay = any(isinstance(move, LayMeld | LayMelds) for move in view.moves)
    is_to_play = view.seat_to_act == view.viewer and view.awaits == Awaited.PLAY
    return 0 if can_lay or not is_to_play or view.arrangement is None else len(view.arrangement.melds)


def _least_first_melds(view: View, deal: DealView) -> int:
    """Return the points that the viewer's first melds need together; 0 for none, or if they have laid some."""
    least = view.variant.first_meld
    return 0 if least == "none" or view.viewer in deal.melded_seats else least


def _why_no_meld(view: View, deal: DealView, say: Words) -> str:
    limit, least = view.variant.melds_per_turn, _least_first_melds(view, deal)
    if not melds_kept(view):
        return ""
    if deal.is_all_at_once:
        return say("whole hand in one go")
    if least:
        return say.many("first melds: 1 point", "first melds: {count} points", least)
    return "" if limit == "unlimited" else say.many("later: only 1 meld a turn", "later: only {count} melds a turn", limit)


def _deal(view: View, say: Words) -> Iterator[str]:
    if view.deal is not None and view.deal.is_all_at_once:
        yield say("In this deal, lay your whole hand in one go. You may keep one card to discard.")


def _notes(view: View, deal: DealView, say: Words) -> Iterator[str]:
    yield from _deal(view, say)
    if (least := _least_first_melds(view, deal)) and not deal.is_all_at_once:
        yield say.many(
            "Your first melds need at least 1 point together.", "Your first melds need at least {count} points together.", least
        )
    if view.awaits == Awaited.DRAW and view.variant.discard_from == "first_meld" and _least_first_melds(view, deal):
        yield say("Before your first melds, take the discard only to lay it with them.")
    if kept := melds_kept(view):
        yield say.many("You can't lay the meld above this turn.", "You can't lay the melds above this turn.", kept)


def _table_lines(deal: DealView, say: Words) -> Iterator[str]:
    if not deal.melds:
        yield say("No melds.")
    if deal.retired_cards and deal.end is None:
        yield say("Going under the next discard: {cards}", cards=say.cards(deal.retired_cards))


def _piles(view: View, deal: DealView, say: Words) -> Iterator[str]:
    """Yield how often a shared stock may be refilled, and when the deal is blocked."""
    if deal.recycles_left is None:
        yield say("Refills: any number")
    elif view.variant.stock == "shared":
        yield say("Refills left: {count}", count=deal.recycles_left)
    if deal.turns_until_blocked is not None:
        yield say.many(
            "Blocked after one more turn without a meld or lay-off",
            "Blocked after {count} more turns without a meld or lay-off",
            deal.turns_until_blocked,
        )


def _why_nobody_won(ended: DealEnded, variant: Variant, say: Words) -> Iterator[str]:
    if ended.how == EndedBy.DEADLOCK:
        yield say("Blocked: whatever cards come, nobody can lay one any more.")
    elif ended.winner is None and variant.stock == "own":
        yield say("Blocked: a part of the stock is used up.")
    elif ended.winner is None:
        yield say("Blocked: the stock is used up.")


def _won(ended: DealEnded, variant: Variant, name: str, say: Words) -> str:
    if ended.rummy and variant.rummy_bonus != "none":
        return say("**{name}** went rummy, the whole hand in one turn", name=name)
    if ended.how == EndedBy.LAYOFF:
        return say("**{name}** went out by laying off", name=name)
    return say("**{name}** went out", name=name)


def _points(seat: int, ended: DealEnded, variant: Variant, say: Words) -> str:
    if not (points := ended.points[seat]) and seat not in ended.back:
        return ""
    text = f"**{with_minus(points, '+')}**"
    if seat in ended.out:
        return f"{text} ({say('out')})"
    if seat in ended.back:
        return f"{text} ({say('comes back')})"
    if ended.winner is None and points > 0 and variant.scoring != "penalty":
        return f"{text} ({say('lowest hand')})"
    if ended.rummy and variant.rummy_bonus == "double":
        return f"{text} ({say('doubled: rummy')})"
    if ended.rummy and variant.rummy_bonus == "add" and (variant.scoring != "penalty" or seat == ended.winner):
        return f"{text} ({say('rummy bonus: {points}', points=variant.rummy_add)})"
    return say("{points} for the cards left", points=text) if seat == ended.winner and points > 0 else text


WORDS = GameWords(
    labels=_labels,
    first_rules=(
        *("scoring", "match_target match_deals winner", "turn melds_per_turn end_of_turn", "set_size", "run_size", "layoff"),
        *("special", "ace_points court_points figure_points joker_points"),
    ),
    special=("jokers", "meld_all_at_once", "rummy", "first_meld", "discard_from", "meld_retire_at", "recycle_max", "stock"),
    more_rules=(
        *("deck packs players hand_size", "opening direction next_dealer", "out_by", "discard_taken"),
        *("set_kind set_unique ace", "wild wild_min_naturals wild_max wild_adjacent wild_swap", "meld_all_at_once"),
        *("first_meld first_meld_waived discard_from", "meld_retire_at", "take_back stock_count_public", "stock"),
        *("recycle recycle_max", "blocked_scoring", "re_entries", "tie", "rummy", "leaving"),
    ),
    sentences={
        "turn": lambda variant, say: [say("**A turn**: draw, or take the top discard.")],
        "end_of_turn": lambda variant, say: [say("Then discard a card.")],
        "leaving": _leaving,
    },
    titles={Awaited.DRAW: _draw_title, Awaited.PLAY: play_title},
    why_no_meld=_why_no_meld,
    notes=_notes,
    table=_table_lines,
    piles=_piles,
    why_nobody_won=_why_nobody_won,
    won=_won,
    points=_points,
    deal=_deal,
)
