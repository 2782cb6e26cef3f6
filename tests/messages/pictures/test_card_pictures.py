"""Pictures of cards: every index is visible and large enough, and colours can be told apart."""

import random
from collections.abc import Iterator
from io import BytesIO
from itertools import combinations, combinations_with_replacement, islice, pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.messages.pictures.card_pictures import HandPicture, PlayerHand, PlayerMeld, TablePicture, place_hand, place_table
from bot.messages.pictures.placing import BORDER, CARD_WIDTH, COVERED, LARGE_WIDTH, MARK, NARROW_WIDTH, WIDTH, Placed, Placement
from bot.messages.pictures.sprites import Sprites, card_picture, load_sprites
from bot.rummy.cards import CUCCU20, FRENCH52, Card, deck_of
from tests.colour_sight import SIGHTS, difference
from tests.messages.pictures.card_indices import LEAST_INDEX, index_rows

CARDS = Path(__file__).parents[3] / "data" / "cards"
PHONE = 270
"""How wide Discord shows a picture on a small phone, in CSS pixels."""
INDEX_WIDTHS = {"french": 65, "cuccu": 69}
SMALL_INDEX_WIDTHS = {"french": 44, "cuccu": 66}
FACES = (*FRENCH52, *CUCCU20)
SIZES = ("large", "small")


@pytest.fixture(scope="module")
def sprites() -> Sprites:
    return load_sprites(CARDS, "four")


def hidden_part(placement: Placement, card: Placed, width: int) -> int:
    """Return how many columns of this card's index are covered by the sprites above it."""
    later = placement.sprites[placement.sprites.index(card) + 1 :]
    covering = [one for one in later if one.name != "new" and one.top < card.top + 100 and one.top + 200 > card.top]
    return max((card.left + width - one.left for one in covering if card.left < one.left), default=0)


def random_hand(dice: random.Random, deck: str, count: int) -> HandPicture:
    cards = dice.sample(deck_of(deck, 2, 4), count)
    sizes = [dice.randint(3, 5) for _ in range(dice.randint(0, 4))]
    melds = []
    while sizes and len(cards) >= sizes[0]:
        size = sizes.pop(0)
        melds.append(tuple(cards[:size]))
        cards = cards[size:]
    return HandPicture(tuple(melds), tuple(cards), new=cards[-1] if cards else None)


@pytest.mark.parametrize("deck", ["french52", "cuccu40"])
@pytest.mark.parametrize("is_large", [False, True])
def test_no_index_of_a_hand_of_up_to_twenty_cards_is_covered(deck: str, is_large: bool) -> None:
    dice = random.Random(deck)
    width = INDEX_WIDTHS["french" if deck == "french52" else "cuccu"]
    for count in range(1, 21):
        for _ in range(20):
            hand = random_hand(dice, deck, count)
            placement = place_hand(HandPicture(hand.melds, hand.loose, hand.new, hand.barred, is_large))
            cards = [one for one in placement.sprites if one.name != "new"]
            assert len(cards) == count
            for card in cards:
                assert hidden_part(placement, card, width) <= 0, (hand, card)
                assert card.width >= width
                assert card.left >= 0
                assert card.left + 160 <= placement.width
                assert card.top >= 0
                assert card.top + 224 <= placement.height


@pytest.mark.parametrize(
    ("melds", "loose"), [(["2C 3C 4C", "9H 9S 9D"], "AS 5S KD QC"), (["2C 3C 4C"], "9H 9S 9D AS 5S KD QC")]
)
def test_felt_sets_each_group_of_a_row_apart_however_full_it_is(melds: list[str], loose: str) -> None:
    groups = [tuple(map(Card, group.split())) for group in (*melds, loose)]
    placement = place_hand(HandPicture(tuple(groups[:-1]), groups[-1]))
    cards = [one for one in placement.sprites if one.name != "new"]
    assert len({card.top for card in cards}) == 1
    firsts = [sum(map(len, groups[:place])) for place in range(1, len(groups))]
    for first in firsts:
        assert cards[first].left - max(card.left + card.width for card in cards[:first]) >= 20
    assert cards[-1].left + cards[-1].width <= placement.width


def melds_of(count: int) -> Iterator[tuple[int, ...]]:
    """Yield all ways to take melds of three to five cards, the largest first, from so many cards."""
    for sizes in (sizes for melds in range(7) for sizes in combinations_with_replacement((5, 4, 3), melds)):
        if sum(sizes) <= count:
            yield sizes


@pytest.mark.parametrize("deck", ["french52", pytest.param("cuccu40", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("is_large", [False, pytest.param(True, marks=pytest.mark.thorough)])
def test_no_pixel_of_an_index_is_lost_whatever_melds_a_hand_has(sprites: Sprites, deck: str, is_large: bool) -> None:
    """Every fourth of all ways to arrange a hand is rendered."""
    dice = random.Random(deck)
    right = INDEX_WIDTHS["french" if deck == "french52" else "cuccu"] + 2
    narrower = 0
    for count, sizes in islice(((held, sizes) for held in range(3, 21) for sizes in melds_of(held)), 0, None, 4):
        cards = iter(dice.sample(deck_of(deck, 1, 0), count))
        melds = tuple(tuple(islice(cards, size)) for size in sizes)
        placement = place_hand(HandPicture(melds, tuple(cards), is_large=is_large))
        image = Image.open(BytesIO(card_picture(placement, sprites)))
        for one in placement.sprites:
            narrower += one.width < CARD_WIDTH
            area = (10, 10, right, 64)
            own = sprites.find("large", one.name).image.crop(area)
            shown = image.crop(tuple(one_side + place for one_side, place in zip(area, (one.left, one.top) * 2, strict=True)))
            lost = [
                pixel
                for pixel, drawn in zip(own.tobytes(), shown.tobytes(), strict=True)
                if pixel != drawn and min(sprites.palette[3 * pixel : 3 * pixel + 3]) < 120
            ]
            assert not lost, (sizes, one)
    assert narrower or (deck, is_large) == ("cuccu40", False)


def test_a_card_that_is_drawn_narrower_keeps_its_right_border(sprites: Sprites) -> None:
    whole, narrow = (
        Image.open(BytesIO(card_picture(Placement(160, 224, (Placed("large", "7S", 0, 0, width=width),)), sprites))).convert(
            "RGB"
        )
        for width in (0, 100)
    )
    kept = 100 - BORDER
    assert narrow.crop((kept, 0, 100, 224)).tobytes() == whole.crop((160 - BORDER, 0, 160, 224)).tobytes()
    assert narrow.crop((0, 0, kept, 224)).tobytes() == whole.crop((0, 0, kept, 224)).tobytes()
    assert len(narrow.crop((100, 0, 160, 224)).getcolors() or ()) == 1, "nothing but felt"


def test_in_a_cuccu_hand_the_last_card_of_each_meld_is_whole() -> None:
    fifteen = [Card(face) for face in CUCCU20]
    for melds in ((3,), (4,), (3, 3)):
        cards = iter(fifteen)
        groups = tuple(tuple(next(cards) for _ in range(size)) for size in melds)
        placed = place_hand(HandPicture(groups, tuple(next(cards) for _ in range(7 - sum(melds))))).sprites
        assert {one.width for one in placed} == {CARD_WIDTH}


def test_a_card_shows_its_whole_picture_unless_the_next_one_covers_it() -> None:
    for deck, most in (("french52", 10), ("cuccu40", 7)):
        faces = [face for face in deck_of(deck, 1, 0) if deck == "cuccu40" or face[0] in "AJQK"]
        for count in range(1, most + 1):
            placed = place_hand(HandPicture((), tuple(faces[:count]))).sprites
            for one, following in pairwise(placed):
                visible = following.left - one.left
                assert one.name.endswith(" covered") == (visible < 152), (count, visible)
            assert not placed[-1].name.endswith(" covered")


def test_a_covered_card_has_the_same_index_as_the_whole_one(sprites: Sprites) -> None:
    for face in COVERED["large"]:
        whole, covered = (sprites.find("large", name).image.crop((0, 0, 62, 62)) for name in (face, f"{face} covered"))
        assert whole.tobytes() == covered.tobytes(), face


def last_drawn_column(sprites: Sprites, name: str) -> int:
    """Return the rightmost column of a large card that has more than paper, its border left out."""
    image = sprites.find("large", name).image.crop((8, 8, 152, 216))
    background = image.getpixel((143, 1))
    drawn = image.point(lambda index: 255 * (index != background)).getbbox()
    assert drawn is not None
    return 8 + drawn[2] - 1


def test_no_court_figure_and_no_jester_is_cut_by_the_next_card(sprites: Sprites) -> None:
    courts = [face for face in FRENCH52 if face[0] in "JQK"]
    for face in (*courts, "JK"):
        assert last_drawn_column(sprites, f"{face} covered") < min(INDEX_WIDTHS.values()) + 1, face
        assert last_drawn_column(sprites, face) < 152, face
    for count in range(1, 21):
        placed = [one for one in place_hand(HandPicture((), (*courts, *courts)[:count])).sprites if one.sheet == "large"]
        for one, following in pairwise(placed):
            if one.top == following.top:
                assert following.left - one.left >= (66 if one.name.endswith(" covered") else 152)


@pytest.mark.parametrize("sheet", SIZES)
def test_every_index_is_at_least_twelve_pixels_high_on_a_phone(sprites: Sprites, sheet: str) -> None:
    for face in (*FACES, *(f"JK={face}" for face in FRENCH52), *(f"{face} covered" for face in COVERED[sheet])):
        first, last = index_rows(sprites, sheet, face)
        assert last - first + 1 >= LEAST_INDEX, (face, first, last)
    assert LEAST_INDEX * PHONE / WIDTH >= 12


def test_hands_of_up_to_eleven_cards_take_one_row_and_longer_ones_two() -> None:
    cards = deck_of("french52", 1, 0)
    heights = {count: place_hand(HandPicture((), cards[:count])).height for count in (1, 11, 12, 22)}
    assert heights[1] == heights[11] < heights[12] == heights[22]


@pytest.mark.parametrize("most", [11, 14])
def test_a_hand_keeps_its_size_for_the_most_cards_of_its_turn(most: int) -> None:
    cards = deck_of("french52", 1, 0)
    sizes = [place_hand(HandPicture((), cards[:count], most=most)) for count in (3, 10, most - 1, most)]
    assert len({(one.width, one.height) for one in sizes}) == 1


def test_no_suit_is_split_over_two_rows_where_it_can_be_helped() -> None:
    cards = tuple(map(Card, ["2S", "5S", "6S", "9S", "3H", "4H", "7H", "KH", "6C", "10C", "JC", "2D", "8D"]))
    rows: dict[int, str] = {}
    for one in place_hand(HandPicture((), cards)).sprites:
        rows[one.top] = rows.get(one.top, "") + one.name.removesuffix(" covered")[-1]
    assert list(rows.values()) == ["SSSSHHHH", "CCCDD"]


def test_ten_cuccu_cards_take_two_rows_of_five_in_which_no_card_is_covered() -> None:
    sprites = place_hand(HandPicture((), CUCCU20[-10:])).sprites
    assert [one.top for one in sprites] == sorted([sprites[0].top, sprites[-1].top] * 5)
    assert all(later.left - one.left >= CARD_WIDTH for one, later in pairwise(sprites) if one.top == later.top)


def test_a_large_picture_shows_the_same_sprites_half_as_large_again() -> None:
    cards = deck_of("french52", 1, 0)[:10]
    large = place_hand(HandPicture((), cards, is_large=True))
    assert large.width == LARGE_WIDTH
    assert {one.name for one in large.sprites} == {one.name for one in place_hand(HandPicture((), cards)).sprites}
    assert WIDTH / LARGE_WIDTH >= 1.5


def test_every_card_of_both_decks_and_every_joker_has_a_sprite_in_each_choice_of_colours() -> None:
    for colours in ("four", "two"):
        loaded = load_sprites(CARDS, colours)
        for sheet in SIZES:
            for name in (*FACES, "JK", "back", "empty", "new", *(f"JK={face}" for face in FRENCH52)):
                assert loaded.find(sheet, str(name)), (colours, sheet, name)


def suit_colour(sprites: Sprites, suit: str) -> tuple[int, int, int]:
    """Return the colour that most pixels of the ace's large pip have."""
    sprite = sprites.find("small", f"A{suit}").image
    counts: dict[int, int] = {}
    for row in range(75, 105):
        for column in range(45, 75):
            index = sprite.getpixel((column, row))
            assert isinstance(index, int)
            counts[index] = counts.get(index, 0) + 1
    inside = sprite.getpixel((58, 92))
    assert isinstance(inside, int)
    assert counts[inside] > 100
    red, green, blue = sprites.palette[3 * inside : 3 * inside + 3]
    return red, green, blue


@pytest.mark.parametrize("sight", SIGHTS)
def test_four_suit_colours_can_be_told_apart_by_everyone(sprites: Sprites, sight: str) -> None:
    colours = {suit: suit_colour(sprites, suit) for suit in "SHDC"}
    for one, other in combinations("SHDC", 2):
        assert difference(colours[one], colours[other], sight) >= 30, (one, other)


def test_two_colours_are_black_and_red() -> None:
    two = load_sprites(CARDS, "two")
    assert suit_colour(two, "S") == suit_colour(two, "C")
    assert suit_colour(two, "H") == suit_colour(two, "D") != suit_colour(two, "S")


def table_of_eight_melds() -> TablePicture:
    melds = (["5H", "6H", "7H"], ["KS", "KD", "KC"], ["AS", "2S", "3S", "JK1=4S", "5S"], ["9C", "9D", "9H"]) * 2
    owners = "A2234AA3"
    hands = tuple(PlayerHand(mark, 3 * nth, mark == "2") for nth, mark in enumerate("A23456", 1))
    return TablePicture(
        23, Card("9D"), hands, tuple(PlayerMeld(own, tuple(map(Card, cards))) for own, cards in zip(owners, melds, strict=True))
    )


def test_every_index_on_the_table_is_visible() -> None:
    placement = place_table(table_of_eight_melds())
    cards = [one for one in placement.sprites if one.sheet == "small" and one.name not in ("back", "empty")]
    assert len(cards) == 1 + 2 * (3 + 3 + 5 + 3)
    for card in cards:
        same_line = [one for one in cards if one.top == card.top and one.left > card.left]
        assert all(one.left - card.left >= SMALL_INDEX_WIDTHS["french"] for one in same_line)


def labels_of_melds(placement: Placement) -> list[tuple[str, str]]:
    """Return the number and the owner's mark beside each meld, from the left to the right and from above."""
    marks = [one for one in placement.sprites if one.sheet == "marks"]
    found = []
    for tag in sorted((one for one in marks if one.name == "tag"), key=lambda one: (one.top, one.left)):
        digits = [one for one in marks if one.top == tag.top and one.name[0] == "t" and 0 < one.left - tag.left < MARK]
        [mark] = [one for one in marks if one.left == tag.left and one.top == tag.top - 60]
        found.append(("".join(one.name[1:] for one in digits), mark.name))
    return found


def test_every_meld_on_the_table_has_its_number_and_its_owners_mark() -> None:
    many = table_of_eight_melds()
    many = replace(many, melds=(*many.melds, *many.melds[:4]))
    found = labels_of_melds(place_table(many))
    assert sorted(found, key=lambda label: int(label[0])) == [
        (str(number), meld.mark) for number, meld in enumerate(many.melds, 1)
    ]


def test_melds_stand_below_the_piles_and_cards_are_larger_if_that_needs_no_more_lines() -> None:
    run = PlayerMeld("B", tuple(map(Card, ("8D", "9D", "10D"))))
    widths = {}
    for melds in range(6):
        placement = place_table(TablePicture(29, Card("4H"), (PlayerHand("A", 8), PlayerHand("B", 9)), (run,) * melds))
        piles = [one.top for one in placement.sprites if one.name in ("back", "4H")]
        assert all(one.top > piles[0] + 118 for one in placement.sprites if one.name in ("tag", "10D"))
        widths[melds] = placement.width
    assert widths == {0: NARROW_WIDTH, 1: NARROW_WIDTH, 2: NARROW_WIDTH, 3: WIDTH, 4: NARROW_WIDTH, 5: WIDTH}


def test_six_players_hands_stand_in_a_row() -> None:
    for cards in ((8,) * 6, (10, *(8,) * 5)):
        six = TablePicture(29, Card("4H"), tuple(map(PlayerHand, "123456", cards)))
        assert len({one.top for one in place_table(six).sprites if one.name == "cards"}) == 1
        assert place_table(six).width == WIDTH


def test_no_meld_is_split_in_a_narrow_picture_that_is_whole_in_a_usual_one() -> None:
    for long, short in ((FRENCH52[:13], FRENCH52[13:16]), (CUCCU20[:10], CUCCU20[10:13])):
        melds = (PlayerMeld("1", long), PlayerMeld("2", short))
        placement = place_table(TablePicture(9, None, (PlayerHand("1", 1),), melds))
        assert len({one.top for one in placement.sprites if one.name.removesuffix(" covered") in long}) == 1
        assert placement.width == WIDTH


def test_a_stock_of_three_digits_has_room() -> None:
    for width in (1, 25, 100):
        placed = place_table(TablePicture(width, Card("9D"), (PlayerHand("1", 1),))).sprites
        [upcard] = [one for one in placed if one.name == "9D"]
        digits = [one for one in placed if one.name[0] == "d" and one.left < upcard.left]
        assert len(digits) == len(str(width))
        assert all(one.left + 28 <= upcard.left for one in digits)


def test_a_card_that_may_not_be_discarded_has_a_lock_that_covers_no_index_and_is_seen() -> None:
    dice = random.Random(4)
    for nth in range(200):
        hand = random_hand(dice, ("french52", "cuccu40")[nth % 2], dice.randint(2, 20))
        barred = dice.choice([card for group in (*hand.melds, hand.loose) for card in group])
        placement = place_hand(replace(hand, new=barred, barred=(barred,), is_large=nth % 4 > 1))
        [lock] = [one for one in placement.sprites if one.name == "lock"]
        [own] = [one for one in placement.sprites if one.dimmed]
        assert lock.top >= own.top + 105 or lock.left >= own.left + INDEX_WIDTHS["cuccu"]
        assert lock.left + MARK <= own.left + CARD_WIDTH
        later = placement.sprites[placement.sprites.index(lock) :]
        covering = [one.left for one in later if one.sheet == "large" and one.name != "new" and abs(one.top - own.top) < 100]
        assert all(left >= lock.left + MARK for left in covering)


def test_a_run_of_thirteen_and_a_cuccu_run_of_fifteen_stay_inside_the_picture() -> None:
    for is_large in (False, True):
        melds = (PlayerMeld("1", FRENCH52[:13]), PlayerMeld("2", CUCCU20[:15]))
        placement = place_table(TablePicture(None, None, (PlayerHand("1", 1),), melds, is_large))
        for one in placement.sprites:
            assert one.left + (84 if one.sheet == "small" else 28) <= placement.width


def test_the_same_hand_gives_the_same_picture(sprites: Sprites) -> None:
    hand = HandPicture((tuple(map(Card, ("5H", "6H", "7H"))),), (Card("QS"), Card("2C")), new=Card("2C"), barred=(Card("QS"),))
    png = card_picture(place_hand(hand), sprites)
    assert png == card_picture(place_hand(hand), load_sprites(CARDS, "four"))
    with Image.open(BytesIO(png)) as picture:
        assert (picture.mode, picture.width) == ("P", WIDTH)
