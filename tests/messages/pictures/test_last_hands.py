"""Pictures of the hands at the end of a deal: every card is visible, and the alt text says the same."""

import random
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.app import LOCALES
from bot.messages.card_order import in_card_order
from bot.messages.league.matches import last_hands_of_result
from bot.messages.pictures.card_pictures import PlayerHand, PlayerMeld, TablePicture, place_table
from bot.messages.pictures.galleries import LONGEST_ALT, cut_alt, last_hands_alt
from bot.messages.pictures.last_hands import (
    LastHand,
    LastHands,
    end_with_melds,
    last_hands_of_deal,
    last_hands_of_view,
    place_last_hands,
)
from bot.messages.pictures.placing import LARGE_WIDTH, MARK, NARROW_WIDTH, WIDTH, sprite_name
from bot.messages.pictures.sprites import card_picture, load_sprites
from bot.messages.words import Languages
from bot.rummy.cards import Card, deck_of
from bot.rummy.events import DealEnded, EndedBy, MeldLaid, TakenBack
from bot.rummy.view import view_for
from bot.tables.service import match_result
from tests.messages.table.played_tables import played_match
from tests.rummy.presets import WITH_TABLE_MELDS, variant

SAY = Languages.read(LOCALES).for_locale("en-US")
INDEX_WIDTHS = {"french52": 44, "cuccu40": 66}
CARDS = Path(__file__).parents[3] / "data" / "cards"


def random_hands(dice: random.Random, deck: str, *, is_large: bool) -> LastHands:
    """Return hands of 2 to 6 players with up to 20 cards each; the first went out, with melds or without."""
    cards = dice.sample(deck_of(deck, 4, 4 if deck == "french52" else 0), 160)
    sizes = [dice.randint(3, 15) for _ in range(dice.randint(0, 4))]
    melds = tuple(tuple(cards.pop() for _ in range(size)) for size in sizes)
    hands = [LastHand(dice.choice("123456"), (), went_out=True, melds=melds, has_won_match=dice.random() < 0.5)]
    sizes = [dice.randint(1, 20) for _ in range(dice.randint(1, 5))]
    hands += (
        LastHand(mark, in_card_order(cards.pop() for _ in range(size))) for mark, size in zip("ABC456", sizes, strict=False)
    )
    return LastHands(tuple(hands), is_large)


@pytest.mark.parametrize("deck", ["french52", "cuccu40"])
@pytest.mark.parametrize("is_large", [False, True])
def test_every_card_is_inside_the_picture_and_no_index_is_covered(deck: str, is_large: bool) -> None:
    dice = random.Random(deck)
    widths = set()
    for _ in range(300):
        last = random_hands(dice, deck, is_large=is_large)
        placement = place_last_hands(last)
        widths.add(placement.width)
        cards = [one for one in placement.sprites if one.sheet == "small" and one.name != "empty"]
        expected = [card for hand in last.hands for group in (hand.cards, *hand.melds) for card in group]
        assert Counter(one.name.removesuffix(" covered") for one in cards) == Counter(map(sprite_name, expected))
        for nth, card in enumerate(cards):
            assert 0 <= card.left <= placement.width - 84
            assert 0 <= card.top <= placement.height - 118
            for later in cards[nth + 1 :]:
                covers = abs(later.top - card.top) < 118 and -84 < later.left - card.left < INDEX_WIDTHS[deck]
                assert not covers, (last, card, later)
    assert widths == ({LARGE_WIDTH} if is_large else {NARROW_WIDTH, WIDTH})


@pytest.mark.parametrize("is_large", [False, True])
def test_each_player_has_their_mark_the_one_who_went_out_a_flag_and_the_winner_of_the_match_a_crown(is_large: bool) -> None:
    dice = random.Random(1)
    for _ in range(50):
        last = random_hands(dice, "french52", is_large=is_large)
        marks = [one for one in place_last_hands(last).sprites if one.sheet == "marks"]
        expected = []
        for hand in last.hands:
            signs = [sign for sign, is_shown in (("crown", hand.has_won_match), ("flag", hand.went_out)) if is_shown]
            expected += [hand.mark, *signs]
        assert [one.name for one in marks] == expected
        for nth, one in enumerate(marks):
            for other in marks[:nth]:
                assert abs(one.top - other.top) >= 39 or abs(one.left - other.left) >= 39


def test_two_short_hands_share_a_line_and_a_long_one_has_its_own() -> None:
    cards = deck_of("french52", 1, 0)
    sizes = {"1": 4, "2": 6, "3": 7, "4": 1, "5": 2}
    hands = tuple(LastHand(mark, cards[:size]) for mark, size in sizes.items())
    tops = {one.name: one.top for one in place_last_hands(LastHands(hands)).sprites if one.sheet == "marks"}
    assert tops["1"] == tops["2"] < tops["3"] < tops["4"] == tops["5"]


def test_a_blocked_deal_has_no_flag_and_who_went_out_without_melds_on_the_table_only_the_flag() -> None:
    blocked = LastHands((LastHand("1", (Card("7H"),)), LastHand("2", (Card("8H"),))))
    assert [one.name for one in place_last_hands(blocked).sprites] == ["1", "7H", "2", "8H"]
    out = LastHands((LastHand("B", (), went_out=True), LastHand("1", (Card("8H"),))))
    assert [one.name for one in place_last_hands(out).sprites] == ["B", "flag", "1", "8H"]


def test_a_bar_stands_between_two_players_in_a_line_and_crosses_no_card() -> None:
    dice = random.Random(3)
    for _ in range(100):
        placement = place_last_hands(random_hands(dice, "french52", is_large=False))
        for bar in placement.bars:
            line = [one for one in placement.sprites if bar.top - 118 < one.top < bar.top + bar.height]
            widths = {"small": 84, "marks": 44}
            assert {one.left > bar.left for one in line} == {False, True}
            assert not any(one.left < bar.left + bar.width and bar.left < one.left + widths[one.sheet] for one in line)


@pytest.mark.parametrize("colours", ["four", "two"])
def test_every_last_hand_has_its_sprites(colours: str) -> None:
    sprites = load_sprites(CARDS, colours)
    for deck in ("french52", "cuccu40"):
        assert card_picture(place_last_hands(random_hands(random.Random(2), deck, is_large=False)), sprites)


@pytest.mark.parametrize("name", WITH_TABLE_MELDS)
def test_the_end_of_a_match_shows_the_hands_in_the_order_of_the_text_and_the_result_those_of_the_seats(name: str) -> None:
    played = played_match(variant(name, match_deals=1, match_target="none"), 2)
    table = played.table
    result = match_result(table, at=1)
    assert table.match is not None
    assert result is not None
    view, ended = view_for(table.match, None), result.deals[-1]
    at_end, in_result = last_hands_of_view(view, "AB"), last_hands_of_result(result, "AB")
    assert at_end is not None
    assert in_result is not None
    assert view.deal is not None
    assert [hand.mark for hand in at_end.hands] == [hand.mark for hand in in_result.hands] == ["A", "B"]
    for hand in (*at_end.hands, *in_result.hands):
        seat = "AB".index(hand.mark)
        assert hand.cards == in_card_order(ended.hands[seat])
        assert hand.went_out == (seat == ended.winner)
        assert hand.has_won_match == (view.placings is not None and view.placings[seat] == 1)
    laid = [event.cards[0] for event in played.events if isinstance(event, MeldLaid) and event.seat == ended.winner]
    for event in played.events:
        if isinstance(event, TakenBack) and isinstance(event.what, MeldLaid) and event.seat == ended.winner:
            laid.remove(event.what.cards[0])
    for shown in (at_end, in_result):
        melds = [meld for hand in shown.hands for meld in hand.melds]
        assert len(melds) == len(laid) > 0, "also those that have left the table"
        assert all(any(card in meld for meld in melds) for card in laid)
    before = end_with_melds(replace(view, deal=replace(view.deal, end=replace(ended, melds=()))))
    assert before is not None
    assert before.melds == tuple(meld.cards for meld in view.deal.melds if meld.owner == ended.winner), "as stored without them"


def test_hands_are_not_shown_before_the_deal_has_ended() -> None:
    table = played_match(variant(match_deals=1, match_target="none"), 2).table
    assert table.match is not None
    view = view_for(table.match, None)
    assert view.deal is not None
    assert last_hands_of_view(view, "12") is not None
    assert last_hands_of_view(replace(view, deal=None), "12") is None
    assert last_hands_of_view(replace(view, deal=replace(view.deal, end=None)), "12") is None


@pytest.mark.parametrize(
    ("placings", "crowned", "says"),
    [
        ((), [], ""),
        ((1, 2, 3), ["A"], "Player A has won the match. "),
        ((3, 1, 2), ["2"], "Player 2 has won the match. "),
        ((3, 1, 1), ["2", "3"], "Player 2 shares first place. Player 3 shares first place. "),
    ],
)
def test_the_crown_is_for_the_winner_of_the_match_once_it_is_over(
    placings: tuple[int, ...], crowned: list[str], says: str
) -> None:
    ended = DealEnded(EndedBy.DISCARD, 0, False, ((), (Card("8H"),), (Card("7H"),)), (15, 0, 0))
    last = last_hands_of_deal(ended, range(3), "A23", winners=[seat for seat, place in enumerate(placings) if place == 1])
    assert [hand.mark for hand in last.hands if hand.has_won_match] == crowned
    names = [one.name for one in place_last_hands(last).sprites]
    assert names.count("crown") == len(crowned)
    assert last_hands_alt(last, SAY) == (
        f"The hands at the end of the deal. {says}Player A went out. Player 2 holds 8♥. Player 3 holds 7♥."
    )


def shown_in(last: LastHands) -> list[str]:
    return [one.name.removesuffix(" covered") for one in place_last_hands(last).sprites]


def test_a_loser_who_has_shown_all_cards_in_melds_had_not_left() -> None:
    melds = (tuple(map(Card, ("7H", "8H", "9H"))),)
    ended = DealEnded(EndedBy.DISCARD, 0, False, ((), (), ()), (0, 0, 0), shown=(melds, melds, ()))
    last = last_hands_of_deal(ended, range(3), "123")
    assert [hand.mark for hand in last.hands] == ["1", "2"]
    assert shown_in(last) == ["1", "7H", "8H", "9H", "2", "7H", "8H", "9H"], "nobody went out"
    knocked = last_hands_of_deal(replace(ended, hands=((Card("2C"),), (), ())), range(3), "123")
    assert shown_in(knocked)[:5] == ["1", "7H", "8H", "9H", "2C"]
    assert [ended.melds_of(seat) for seat in range(3)] == [melds, melds, ()]


def test_a_player_who_left_before_the_deal_is_not_in_the_picture() -> None:
    ended = DealEnded(EndedBy.DISCARD, 0, False, ((), (), (Card("7H"),)), (7, 0, 0))
    assert [hand.mark for hand in last_hands_of_deal(ended, range(3), "123").hands] == ["1", "3"]


def test_the_alt_text_names_every_card_by_mark() -> None:
    melds = (tuple(map(Card, ("5H", "6H", "JK1=7H"))), tuple(map(Card, ("KS", "KD", "KC"))))
    last = LastHands((LastHand("3", (), went_out=True, melds=melds), LastHand("R", (Card("9D"), Card("JK2")))))
    assert last_hands_alt(last, SAY) == (
        "The hands at the end of the deal. Player 3 went out. Melds: 5♥ 6♥ 🃏\N{WORD JOINER}=7♥ and K♠ K♣ K♦. "
        "Player R holds 9♦ 🃏."
    )


def test_an_alt_text_that_is_too_long_ends_after_a_whole_card() -> None:
    hand = in_card_order(deck_of("cuccu40", 2, 0)[:20])
    text = last_hands_alt(LastHands(tuple(LastHand(mark, hand) for mark in "123456")), SAY)
    assert len(text) <= LONGEST_ALT
    kept, _, end = text.rpartition(" … ")
    assert end == "rest in the text"
    whole = " ".join(f"Player {mark} holds {SAY.cards(hand)}." for mark in "123456")
    assert kept.split(" ") == f"The hands at the end of the deal. {whole}".split(" ")[: len(kept.split(" "))]


@pytest.mark.parametrize("length", [1022, 1023, 1024, 1025, 5000])
def test_a_text_of_any_length_fits(length: int) -> None:
    text = ("7♥ 10♠ " * length)[: length - 1] + "."
    cut = cut_alt([text[:500], text[501:]] if text[500] == " " else [text], SAY)
    assert len(cut) <= LONGEST_ALT
    assert (cut == text) == (length <= LONGEST_ALT)


def test_no_mark_of_a_player_is_in_the_corner_where_discord_shows_alt() -> None:
    """ALT covers 36 × 25 CSS pixels at the bottom left of a picture, which is 270 wide on a phone."""
    melds = tuple(PlayerMeld(mark, tuple(map(Card, ("8D", "9D", "10D")))) for mark in "ABCAB")
    last = LastHand("B", tuple(deck_of("french52", 1, 0)[:9]))
    hands = LastHands((LastHand("A", (), went_out=True, melds=(melds[0].cards,)), last))
    tables = (TablePicture(9, None, (PlayerHand("A", 1), PlayerHand("B", 1)), melds, is_tight=tight) for tight in (True, False))
    for placement in (place_last_hands(hands), *map(place_table, tables)):
        corner = 25 * placement.width / 270
        lowest = [one.top + MARK for one in placement.sprites if one.sheet == "marks" and one.name in "AB"]
        assert max(lowest) <= placement.height - corner
