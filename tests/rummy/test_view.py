"""What one viewer may know, and what everyone may know: never a hidden card, never the seed before the deal has ended."""

import random

import msgspec
import pytest

from bot.rummy.cards import FRENCH52, Card, commitment
from bot.rummy.decide import decide, play
from bot.rummy.events import Awaited, CardsDealt, MatchStarted, MeldKind, StockRecycled
from bot.rummy.match import Match
from bot.rummy.melds import Meld
from bot.rummy.moves import DRAW, TAKE, TAKE_BACK, BreakOff, DealCards, Discard, LayMeld, LayOff, Leave, StartMatch, Swap
from bot.rummy.view import DealView, DrawnFaceUp, deal_face_up, event_face_up, public_form, view_for
from tests.rummy.gauntlet import cards_named, check_public, check_secrets
from tests.rummy.gauntlet.secrets import check_printed
from tests.rummy.presets import variant
from tests.rummy.transcript_position import SEED, match_at

HANDS = ("deal 2C 3C 4C | 2D 9D | KH", "stock 9S 8S 7S", "upcard 6S")


def seen(match: Match, viewer: int | None) -> DealView:
    deal = view_for(match, viewer).deal
    assert deal is not None
    return deal


def test_a_player_sees_their_own_hand_and_the_sizes_of_the_others() -> None:
    match = match_at("rami", *HANDS)
    assert seen(match, 1).hand == ("2D", "9D")
    assert seen(match, 1).hand_sizes == (3, 2, 1)
    assert seen(match, 1).hands is None
    assert seen(match, 1).stock_size == 3
    assert seen(match, 1).discard_pile == ("6S",)


def test_a_hand_is_shown_sorted() -> None:
    match = match_at("rami", "deal KS 2H AC 10C | 2D", "stock 9S", "upcard 6S")
    assert seen(match, 0).hand == ("AC", "10C", "2H", "KS")


def test_an_onlooker_sees_no_hand_and_has_no_moves() -> None:
    view = view_for(match_at("rami", *HANDS), None)
    assert view.deal is not None
    assert view.deal.hand == ()
    assert (view.moves, view.melds_in_hand) == ((), ())
    assert cards_named(msgspec.json.encode(view)) == {"6S"}


def test_only_the_player_who_drew_a_card_sees_it() -> None:
    match = play(match_at("rami", *HANDS), 0, DRAW)
    assert [seen(match, viewer).new_card for viewer in (0, 1, 2, None)] == ["9S", None, None, None]
    assert seen(match, 1).hand_sizes == (4, 2, 1)
    assert seen(match, 1).stock_size == 2


def test_everyone_sees_a_card_taken_from_the_discard_pile() -> None:
    match = play(match_at("rami", *HANDS), 0, TAKE)
    assert [seen(match, viewer).new_card for viewer in (0, 1, 2, None)] == ["6S"] * 4
    assert seen(match, None).taken_card == "6S"
    assert seen(play(match, 0, Discard(Card("2C"))), None).new_card is None


def test_everyone_knows_a_taken_card_until_it_leaves_the_hand() -> None:
    match = play(play(match_at("rami", *HANDS), 0, TAKE), 0, Discard(Card("2C")))
    assert [seen(match, viewer).known_hands for viewer in (0, 1, None)] == [(("6S",), (), ())] * 3
    match = play(play(play(match, 1, DRAW), 1, Discard(Card("9D"))), 2, DRAW)
    match = play(play(play(match, 2, Discard(Card("8S"))), 0, DRAW), 0, Discard(Card("6S")))
    assert seen(match, 1).known_hands == ((), (), ())


def test_everyone_knows_cards_that_were_laid_and_taken_back() -> None:
    match = play(match_at("rami", *HANDS), 0, DRAW)
    match = play(play(match, 0, LayMeld((Card("2C"), Card("3C"), Card("4C")))), 0, TAKE_BACK)
    assert seen(match, 1).known_hands[0] == ("2C", "3C", "4C")
    assert seen(match, 1).melded_seats == ()


def test_everyone_knows_who_holds_a_swapped_joker() -> None:
    lines = ("deal 7H 9S KD | 2D 3D", "stock 4S", "upcard 6S", "meld 1: 6H JK1=7H 8H by 1", "drawn 9S")
    match = play(match_at("wrotham", *lines), 0, Swap(Card("7H"), 1))
    assert seen(match, 1).known_hands == (("JK",), ())


def test_a_card_that_went_back_into_the_stock_is_known_no_more() -> None:
    """A card is taken, discarded, turned over with the pile, and drawn face down by another player."""
    match = play(play(match_at("rami", "deal 2C 3C | 2D 9D", "upcard 6S"), 0, TAKE), 0, Discard(Card("2C")))
    match = play(play(match, 1, TAKE), 1, Discard(Card("9D")))
    match = play(play(match, 0, TAKE), 0, Discard(Card("6S")))
    assert seen(match, 1).known_hands == (("9D",), ("2C",))
    match = play(match, 1, DRAW)
    assert seen(match, 1).hand == ("2C", "2D", "6S")
    assert seen(match, 0).known_hands == (("9D",), ("2C",))


def test_a_duplicate_of_a_known_card_counts_as_that_card_when_it_is_discarded() -> None:
    """The messages show both alike: whoever holds VII' and takes VII may have discarded the only one."""
    match = match_at("cuccu", "deal VII' II | III IIII", "stock V VI", "upcard VII")
    match = play(play(match, 0, TAKE), 0, Discard(Card("II")))
    assert seen(match, 1).known_hands == (("VII",), ())
    match = play(play(match, 1, DRAW), 1, Discard(Card("V")))
    match = play(play(match, 0, DRAW), 0, Discard(Card("VII'")))
    assert seen(match, 1).known_hands == ((), ())


def test_a_joker_that_was_swapped_laid_and_taken_back_is_known_no_more_than_any_other() -> None:
    lines = ("deal 7H 9S KD KS JK2 | 2D 3D", "stock 4S", "upcard 6S", "meld 1: 6H JK1=7H 8H by 1", "drawn 9S")
    match = play(match_at("wrotham", *lines), 0, Swap(Card("7H"), 1))
    match = play(match, 0, LayMeld((Card("KD"), Card("KS"), Card("JK2=KH"))))
    assert seen(match, 1).known_hands == ((), ())
    match = play(match, 0, TAKE_BACK)
    assert seen(match, 1).known_hands == (("KD", "KS", "JK"), ())
    match = play(match, 0, TAKE_BACK)
    assert seen(match, 1).known_hands == (("KD", "7H", "KS"), ())


def test_only_the_player_who_holds_melds_sees_them() -> None:
    match = match_at("rami", *HANDS)
    assert view_for(match, 0).melds_in_hand == (Meld(MeldKind.RUN, (Card("2C"), Card("3C"), Card("4C"))),)
    assert view_for(match, 1).melds_in_hand == ()


def test_only_the_seat_to_act_sees_moves() -> None:
    match = match_at("rami", *HANDS)
    assert [len(view_for(match, viewer).moves) for viewer in (0, 1, 2)] == [2, 0, 0]
    assert view_for(match, 1).seat_to_act == 0


def test_the_seed_is_hidden_until_the_deal_ends() -> None:
    match = match_at("rami", "deal 5H | KD QD", "stock 4H", "upcard 6S", "meld 1: AH 2H 3H by 0")
    assert (seen(match, 0).seed, seen(match, 0).commitment) == (None, commitment(SEED))
    after = play(play(match, 0, DRAW), 0, LayOff((Card("4H"), Card("5H")), 1))
    assert seen(after, None).seed == SEED
    assert seen(after, None).hands == ((), ("QD", "KD"))


def test_the_seed_of_a_broken_off_deal_is_revealed() -> None:
    match = play(match_at("rami", *HANDS), None, BreakOff())
    assert seen(match, None).seed == SEED
    assert view_for(match, 0).awaits == Awaited.NOTHING


def test_the_seed_is_revealed_when_all_others_have_left() -> None:
    match = play(play(match_at("rami", *HANDS), 0, Leave()), 2, Leave())
    assert seen(match, None).seed == SEED


def test_the_size_of_the_stock_is_shown_to_all_or_to_nobody() -> None:
    """B:L110."""
    silent = match_at("rami", *HANDS, "with stock_count_public false")
    assert (seen(silent, 0).stock_size, seen(silent, 0).stock_draw) == (None, "draws")
    empty = match_at("rami", "deal 2C | 2D", "discards 6S 7S", "with stock_count_public false")
    assert (seen(empty, 0).stock_size, seen(empty, 0).stock_draw) == (0, "recycles")


@pytest.mark.parametrize(
    ("lines", "draws"),
    [
        (("stock 9S", "upcard 6S"), "draws"),
        (("discards 6S 7S",), "recycles"),
        (("discards 6S 7S", "recycles 2"), "ends"),
        (("discards 6S", "with recycle_keep_top true"), "ends"),
    ],
)
def test_everyone_sees_what_drawing_from_the_stock_would_do(lines: tuple[str, ...], draws: str) -> None:
    match = match_at("rami", "deal 2C | 2D", *lines)
    assert [seen(match, viewer).stock_draw for viewer in (0, 1, None)] == [draws] * 3


def test_there_is_a_view_before_the_first_deal() -> None:
    view = view_for(play(None, None, StartMatch(variant(), 3, SEED)), 0)
    assert (view.deal, view.awaits, view.seat_to_act, view.scores) == (None, "deal", None, (0, 0, 0))


@pytest.mark.parametrize("players", [2, 6])
def test_a_deal_is_announced_without_a_card_but_the_upcard(players: int) -> None:
    match = play(None, None, StartMatch(variant(), players, SEED))
    (event,) = decide(match, None, DealCards(SEED))
    assert isinstance(event, CardsDealt)
    exported = msgspec.json.encode(public_form(event))
    assert cards_named(exported) == {event.upcard}
    assert SEED.encode() not in exported
    assert commitment(SEED).encode() in exported


def test_the_announcement_of_a_match_hides_its_seed() -> None:
    (event,) = decide(None, None, StartMatch(variant(), 3, SEED))
    assert isinstance(event, MatchStarted)
    assert SEED.encode() not in msgspec.json.encode(public_form(event))


def test_a_drawn_card_and_a_recycled_stock_are_announced_without_cards() -> None:
    recycled, drawn = decide(match_at("rami", "deal 2C | 2D", "discards 6S 7S 8S"), 0, DRAW)
    assert isinstance(recycled, StockRecycled)
    assert cards_named(msgspec.json.encode([public_form(recycled), public_form(drawn)])) == set()
    assert b'"stock_size":3' in msgspec.json.encode(public_form(recycled))
    check_public(None, recycled)


@pytest.mark.parametrize("seed", range(8))
def test_cards_that_a_viewer_cannot_see_do_not_change_the_view(seed: int) -> None:
    """Deals from the start, every viewer at every step; the gauntlet does the same in whole random matches."""
    dice = random.Random(seed)
    match = play(play(None, None, StartMatch(variant(), 2 + seed % 5, SEED)), None, DealCards(dice.randbytes(32).hex()))
    for _ in range(12):
        check_secrets(match, dice)
        seat = match.seat_to_act()
        assert seat is not None
        match = play(match, seat, dice.choice(view_for(match, seat).moves))


def test_the_check_of_secrets_finds_cards_in_json() -> None:
    assert cards_named(b'{"hand":["7H","10H"]}') == {"7H", "10H"}
    assert cards_named(b"7H") == set(), "only whole values count: 7H is also part of other words"
    assert len(FRENCH52) == 52


def test_cards_are_face_up_only_once_the_match_is_over() -> None:
    match = play(match_at("rami", *HANDS), 0, DRAW)
    drawn = decide(match_at("rami", *HANDS), 0, DRAW)[0]
    for refuse in (lambda: deal_face_up(match, match), lambda: event_face_up(drawn, match)):
        with pytest.raises(ValueError, match="over"):
            refuse()
    finished = play(match, None, BreakOff())
    shown = deal_face_up(match, finished)
    assert shown is not None
    assert (shown.hands[0], shown.stock) == (("2C", "3C", "4C", "9S"), ("8S", "7S"))
    assert event_face_up(drawn, finished) == DrawnFaceUp(0, Card("9S"))
    check_printed(match, shown, event_face_up(drawn, finished))


def test_no_other_match_that_is_over_opens_the_cards() -> None:
    match, other = match_at("rami", *HANDS), play(match_at("rami", "deal 2C | 2D", "upcard 6S"), None, BreakOff())
    with pytest.raises(ValueError, match="over"):
        deal_face_up(match, other)
