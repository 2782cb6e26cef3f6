"""The pictures in messages, and their alt texts: everything that a picture shows, card by card."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from bot.messages.card_order import by_suit_if_set
from bot.messages.card_text import is_cuccu_card
from bot.messages.pictures.card_pictures import HandPicture, TablePicture
from bot.messages.pictures.last_hands import LastHand, LastHands
from bot.messages.pictures.marks import with_mark
from bot.messages.pictures.picture import Picture, PictureChoice, PictureGallery
from bot.messages.pictures.points_chart import PointsOverDeals, points_of_deals
from bot.messages.text import keep_together, with_minus
from bot.messages.words import Words
from bot.rummy.cards import Card
from bot.rummy.events import DealEnded

LONGEST_ALT = 1024
_SENTENCE, _COMMA = ".", ","


def cut_alt(parts: Sequence[str], say: Words) -> str:
    """Return the parts with spaces between them; a text that is too long ends after a whole word, card or number.

    A card is never cut, because its own spaces don't break (`Words.cards`).
    """
    text = " ".join(parts)
    if len(text) <= LONGEST_ALT:
        return text
    end = f" … {say('rest in the text')}"
    return text[: LONGEST_ALT - len(end) + 1].rpartition(" ")[0] + end


def hand_alt(hand: HandPicture, say: Words, head: str = "") -> str:
    """Return `Your hand: 7 cards. Meld: 5♥ 6♥ 7♥. Other cards: A♠ K♦. New: A♠. You can't discard K♦.`

    `head` stands in for its first sentence.
    """
    count = sum(map(len, (*hand.melds, hand.loose)))
    parts = [head or say.many("Your hand: 1 card.", "Your hand: {count} cards.", count)]
    for meld in hand.melds:
        parts += _listed(say("Meld:"), meld, say)
    if hand.loose:
        parts += _listed(say("Other cards:") if hand.melds else say("Cards:"), hand.loose, say)
    if hand.new is not None:
        parts.append(say("New: {card}.", card=say.card(hand.new)))
    if hand.raised:
        parts += _listed(say("Raised:"), hand.raised, say)
    if hand.barred:
        parts += _listed(say("You can't discard:"), hand.barred, say)
    return cut_alt(parts, say)


def table_alt(table: TablePicture, names: Mapping[str, str], say: Words) -> str:
    """Return `Stock: 30. Top discard: K♦. Cards: Ann 7, Bob 5. Turn: Bob. Meld 1 (Ann): 5♥ 6♥ 7♥.`

    `names` are by mark, and stand beside it as in the text: `② Bob`.
    """
    names = {mark: with_mark(name, mark, PictureChoice()) for mark, name in names.items()}
    parts = [] if table.stock is None else [say("Stock: {count}.", count=table.stock)]
    parts.append(say("No discards.") if table.upcard is None else say("Top discard: {card}.", card=say.card(table.upcard)))
    if table.pile:
        parts += (keep_together(say("Discard pile, top last:")), *_ended([say.card(card) for card in table.pile], _COMMA))
    parts += (say("Cards:"), *_ended([f"{names[hand.mark]} {hand.cards}" for hand in table.hands], _COMMA))
    parts += (say("Turn: {name}.", name=names[hand.mark]) for hand in table.hands if hand.to_act)
    if not table.melds:
        parts.append(say("No melds."))
    for number, meld in enumerate(table.melds, 1):
        parts += _listed(say("Meld {number} ({name}):", number=number, name=names[meld.mark]), meld.cards, say)
    return cut_alt(parts, say)


def last_hands_alt(last: LastHands, say: Words, head: str = "") -> str:
    """Return the alt text: the winners of the match if it is over, each player's mark and cards, and who went out.

    `head` stands in for its first sentence.
    """
    parts = [head or say("The hands at the end of the deal.")]
    winners = [hand.mark for hand in last.hands if hand.has_won_match]
    if len(winners) == 1:
        parts.append(say("Player {mark} has won the match.", mark=winners[0]))
    else:
        parts += (say("Player {mark} shares first place.", mark=mark) for mark in winners)
    return cut_alt([*parts, *(_hand_alt(hand, say) for hand in last.hands)], say)


def _hand_alt(hand: LastHand, say: Words) -> str:
    cards, melds = say.cards(hand.cards), say.all_of(map(say.cards, hand.melds))
    if hand.went_out and not hand.melds:
        return say("Player {mark} went out.", mark=hand.mark)
    if hand.went_out:
        return say("Player {mark} went out. Melds: {melds}.", mark=hand.mark, melds=melds)
    if not hand.melds:
        return say("Player {mark} holds {cards}.", mark=hand.mark, cards=cards)
    if not hand.cards:
        return say("Player {mark} has only melds: {melds}.", mark=hand.mark, melds=melds)
    return say("Player {mark} has melds: {melds}. Other cards: {cards}.", mark=hand.mark, melds=melds, cards=cards)


def points_chart_alt(chart: PointsOverDeals, say: Words) -> str:
    """Return the alt text: first the totals, then the points after each deal."""
    totals = list(zip(chart.marks, chart.totals, strict=True))
    deals = max(map(len, chart.totals), default=0)
    parts = [say.many("Total points after 1 deal.", "Total points after {count} deals.", deals)]
    for mark, points in totals:
        if len(points) == deals:
            parts.append(say("Player {mark}: {points}.", mark=mark, points=with_minus(points[-1])))
        else:
            left = with_minus(points[-1] if points else 0)
            parts.append(say("Player {mark}: {points}, then left the match.", mark=mark, points=left))
    if deals > 1:
        parts.append(say("Points after each deal:"))
        rows = ((mark, " ".join(map(with_minus, points))) for mark, points in totals)
        parts += (say("Player {mark}: {points}.", mark=mark, points=row) for mark, row in rows)
    return cut_alt(parts, say)


def _listed(head: str, cards: Iterable[Card], say: Words) -> Iterator[str]:
    """Yield the head and each card as a part of its own, so that a text that is too long ends after a whole card."""
    row = by_suit_if_set(cards)
    yield keep_together(head)
    yield from _ended([say.card(card) for card in row], _COMMA if say.spells_suits or any(map(is_cuccu_card, row)) else "")


def _ended(parts: Sequence[str], sign: str) -> Iterator[str]:
    """Yield the parts with the sign after each but the last, which ends with a full stop."""
    for nth, part in enumerate(parts, start=1):
        yield f"{part}{sign if nth < len(parts) else _SENTENCE}"


def last_hands_galleries(
    hands: LastHands | None, choice: PictureChoice, say: Words, head: str = "", *, instead: str = ""
) -> list[PictureGallery]:
    """Return the picture of the hands; nothing for readers who want text, or if no deal has ended.

    `head` begins the alt text, as in `last_hands_alt`. `instead` is the text of the hands, in a message without it.
    """
    if not choice or hands is None:
        return []
    return [PictureGallery(Picture(hands, choice.colours, last_hands_alt(hands, say, head)), instead=instead)]


def points_galleries(
    deals: Sequence[DealEnded], marks: Sequence[str], choice: PictureChoice, say: Words
) -> list[PictureGallery]:
    """Return the chart of the points; nothing for readers who want text, or after a single deal."""
    if not choice or len(deals) < 2:
        return []
    shown = PointsOverDeals(tuple(map(tuple, points_of_deals(deals))), tuple(marks))
    return [PictureGallery(Picture(shown, choice.colours, points_chart_alt(shown, say)))]
