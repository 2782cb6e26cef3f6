"""The words of gin: its rules, the head of a hand in each phase, and how a deal ended."""

from collections.abc import Iterator

from bot.messages.games import rummy
from bot.messages.match_points import parts_text
from bot.messages.text import join_parts, with_minus
from bot.messages.words import Words
from bot.rummy.events import Awaited, DealEnded, EndedBy, PointsFor
from bot.rummy.games.gin import knock_limit
from bot.rummy.match import hand_points
from bot.rummy.variant import Variant
from bot.rummy.view import DealView, View


def _labels(variant: Variant, say: Words) -> Iterator[str]:
    match variant.knock_limit:
        case "upcard":
            yield say.option("for two: the upcard says with how much you may knock")
        case 0:
            yield say.option("for two: only gin ends a deal, with no card left over")
        case limit:
            yield say.option("for two: knock with at most {points} points left", points=limit)
    if variant.games_at_once > 1 and variant.match_target != "none":
        yield say.option("{games} games at the same time", games=variant.games_at_once)


def _goal(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Goal**: fewer points outside your melds than the other player. Melds stay in your hand.")


def _lay_offs(variant: Variant, say: Words) -> Iterator[str]:
    if variant.knock_limit != 0:
        yield say("Then the other player lays off on your melds. Less left wins the difference.")
    else:
        yield say("You score the other player's cards outside melds.")


def _arranging(variant: Variant, say: Words) -> Iterator[str]:
    if variant.knock_limit != 0:
        yield say("**Melds of a knock**: the best ones, unless you choose others: **Arrange …**.")


def _upcard(variant: Variant, say: Words) -> Iterator[str]:
    if variant.opening == "starter_extra":
        yield say("**First turn**: the player after the dealer has one more card, and plays without a draw. There's no upcard.")
        return
    yield say("**First turns**: the player who doesn't deal may take the upcard, or pass; then the dealer may.")
    yield say("If both pass, the first draws from the stock.")


def _dealer(variant: Variant, say: Words) -> Iterator[str]:
    match variant.next_dealer:
        case "loser":
            yield say("The player who lost the deal deals next.")
        case "winner":
            yield say("The player who won the deal deals next.")
        case "rotate":
            yield say("You take turns dealing.")


def _taking_back(variant: Variant, say: Words) -> Iterator[str]:
    if variant.take_back and variant.knock_limit != 0:
        yield say("You can take back what you laid off, until the hands are shown.")


def _void(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Void deal**: with two cards left in the stock nobody scores.")
    if variant.stock == "shared":
        yield say("The same player deals again.")


def _leaving(variant: Variant, say: Words) -> Iterator[str]:
    yield say("**Leaving**: the other player wins. Before everyone has had a turn, nobody wins.")
    yield say("In a casual match, a computer takes your seat instead. If only computers are left, nobody wins.")


def left_note(view: View, deal: DealView, say: Words) -> Iterator[str]:
    if view.arrangement is not None and deal.hand:
        yield say.many("1 point outside your melds.", "{count} points outside your melds.", _left(view, deal))


def _notes(view: View, deal: DealView, say: Words) -> Iterator[str]:
    yield from left_note(view, deal, say)
    if view.variant.knock_limit == "upcard" and deal.knocker is None:
        limit = knock_limit(view.variant, deal.upcard)
        if limit:
            yield say.many("You may knock with at most 1 point.", "You may knock with at most {count} points.", limit)
        else:
            yield say("Only gin ends this deal.")


def _piles(view: View, deal: DealView, say: Words) -> Iterator[str]:
    if view.variant.knock_limit == "upcard" and deal.upcard is not None:
        limit = knock_limit(view.variant, deal.upcard)
        first = say("First upcard: {card}", card=say.card(deal.upcard))
        yield f"{first} ({_may_knock(limit, say)})"


def _won(ended: DealEnded, variant: Variant, name: str, say: Words) -> str:
    if ended.how == EndedBy.GIN:
        is_big = any(part == PointsFor.BIG_GIN for part, _ in ended.parts)
        return say("**{name}** has big gin", name=name) if is_big else say("**{name}** has gin", name=name)
    return say("**{name}** has nothing left", name=name)


def _why_nobody_won(ended: DealEnded, variant: Variant, say: Words) -> Iterator[str]:
    if ended.how == EndedBy.VOID:
        if variant.stock == "shared":
            yield say("Void: two cards are left in the stock. The same player deals again.")
        else:
            yield say("Void: a part of the stock is used up, or two cards are left.")


def _why_no_meld(view: View, deal: DealView, say: Words) -> str:
    if view.arrangement is None or not deal.hand:
        return ""
    left = say.many("1 point left", "{count} points left", _left(view, deal), "hand")
    if view.variant.knock_limit != "upcard":
        return left
    return join_parts((left, _may_knock(knock_limit(view.variant, deal.upcard), say)))


def _may_knock(limit: int, say: Words) -> str:
    return say("knock with {points}", points=limit) if limit else say("only gin")


def _left(view: View, deal: DealView) -> int:
    """Return the points of the hand outside its best melds."""
    melds = () if view.arrangement is None else view.arrangement.melds
    return hand_points(view.variant, deal.hand) - sum(hand_points(view.variant, meld.cards) for meld in melds)


def _points(seat: int, ended: DealEnded, variant: Variant, say: Words) -> str:
    if not (points := ended.points[seat]):
        return say("knocked, undercut") if ended.how == EndedBy.UNDERCUT and seat != ended.winner else ""
    text = f"**{with_minus(points, '+')}**"
    if len(ended.parts) > 1:
        return f"{text} ({parts_text(ended.parts, say)})"
    return f"{text} ({say('knocked')})" if ended.how == EndedBy.KNOCK else text


def _knock(left: int, card: str, say: Words) -> str:
    if not left:
        return say.button("Gin: discard {card}", card=card)
    return say.button("Knock with {count}, discard {card}", count=left, card=card)


WORDS = rummy.WORDS._replace(
    labels=_labels,
    first_rules=("goal match_target match_deals", "turn end_of_turn", "knock_limit lay_offs", "set_size run_size", "special"),
    special=("spades_double", "games_at_once"),
    more_rules=(
        *("gin_scores", "spades_double", "games_at_once", "ace_points court_points", "deck players hand_size"),
        *("upcard dealer", "arranging", "discard_taken", "set_kind ace", "taking_back stock_count_public", "stock", "void"),
        *("tie", "leaving"),
    ),
    sentences={
        **rummy.WORDS.sentences,
        "goal": _goal,
        "lay_offs": _lay_offs,
        "arranging": _arranging,
        "upcard": _upcard,
        "dealer": _dealer,
        "taking_back": _taking_back,
        "void": _void,
        "leaving": _leaving,
    },
    titles={
        **rummy.WORDS.titles,
        Awaited.OFFER: lambda view, deal, context: context.say("Your turn: take the upcard, or pass"),
        Awaited.STOCK: lambda view, deal, context: context.say("Your turn: draw from the stock"),
        Awaited.LAY_OFF: lambda view, deal, context: context.say("Your turn: lay off what fits"),
    },
    why_no_meld=_why_no_meld,
    notes=_notes,
    table=lambda deal, say: iter(()),
    piles=_piles,
    why_nobody_won=_why_nobody_won,
    won=_won,
    points=_points,
    knock=_knock,
    nothing_left=lambda say: say("went gin"),
)
