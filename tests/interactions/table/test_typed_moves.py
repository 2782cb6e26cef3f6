"""Typed cards are matched with the cards in the hand and the melds that they fit, and legal moves are offered for them."""

from gettext import NullTranslations

import pytest

from bot.interactions.table import typed_moves
from bot.interactions.table.typed_moves import FitsNoMeld, WhichMeld
from bot.messages.words import Languages
from bot.rummy.decide import decide
from bot.rummy.legal_moves import legal_moves
from bot.rummy.moves import Discard, LayOff, Swap, read_move
from bot.rummy.refusals import CardNotUnderstood, IllegalMove, MoveNotUnderstood, NoJokerOnTable, NotInHand
from bot.tables.table import Table
from bot.wording.sentence import Refused
from tests.messages.table.positions import table_at

JOKERS = ("deal 8C 3D 4D JK2 JK3 | KS", "stock KD", "drawn 8C", "discards 6S")
FIGURES = ("deal XIII XIII' XIIII XV I | V", "stock VII", "drawn I", "discards X")


def wrotham(*melds: str) -> Table:
    return table_at("wrotham", *JOKERS, *melds)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("3d 4d joker=5d", "meld 3D 4D JK2=5D"),
        ("3d 4d jk", "meld 3D 4D JK2"),
        ("3d 4d jk3=5d", "meld 3D 4D JK3=5D"),
        ("3d 4d jk=5d | 8c jk=8h jk=8s", "meld 3D 4D JK2=5D | 8C JK3=8H JK=8S"),
        ("2H 3H 4H", "meld 2H 3H 4H"),
    ],
)
def test_jokers_typed_without_a_number_are_those_in_the_hand(typed: str, move: str) -> None:
    assert str(typed_moves.read_typed_melds(wrotham(), 1, typed)) == move


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("salta bragon cucco as run", "meld XIII XIIII XV as run"),
        ("13, 14, 15 AS A SET", "meld XIII XIIII XV as set"),
        ("XIII Salta · XIIII Bragon · XV Cucco", "meld XIII XIIII XV"),
        ("xiii' 14 15", "meld XIII' XIIII XV"),
        ("13 14 15 | salta", "meld XIII XIIII XV | XIII'"),
        ("13-15", "meld XIII XIIII XV"),
    ],
)
def test_cuccu_cards_can_be_typed_by_numeral_name_or_number(typed: str, move: str) -> None:
    assert str(typed_moves.read_typed_melds(table_at("cuccu", *FIGURES), 1, typed)) == move


RANGES = ("with ace high_or_low", "deal 7H 8H 9H 10H QS KS AS 3C | 4D", "stock 9S", "drawn 3C", "meld 1: 4H 5H 6H by 0")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("7h-9h", "meld 7H 8H 9H"),
        ("7♥ – 10♥ as run", "meld 7H 8H 9H 10H as run"),
        ("7h-9h | qs-as", "meld 7H 8H 9H | QS KS AS"),
        ("qs-ks-as", "meld QS KS AS"),
        ("7h 9h", "meld 7H 9H"),
        ("7-9h", "meld 7H 8H 9H"),
        ("7h – 9 as run", "meld 7H 8H 9H as run"),
        ("7-9h | q-♠a", "meld 7H 8H 9H | QS KS AS"),
        ("3c-as", "meld 3C AS"),
        ("7h-8h", "meld 7H 8H"),
        ("9h-7h", "meld 7H 8H 9H"),
    ],
)
def test_two_cards_with_a_dash_are_a_run_whose_cards_are_held(typed: str, move: str) -> None:
    assert str(typed_moves.read_typed_melds(table_at("rami", *RANGES), 1, typed)) == move


@pytest.mark.parametrize(
    ("typed", "missing", "locales"),
    [
        ("3c-7c", "4C", ["en-US"]),
        ("5-9♥ as run", "5H", ["en-US", "it"]),
        ("7♥-9♥ | 10♥-k♥", "JH", ["en-US", "it"]),
        ("q♠-j♠", "JS", ["en-US", "it"]),
        ("k♥-10♥", "JH", ["en-US", "it"]),
        ("3f-7f", "4C", ["it"]),
        ("tre-sette di fiori", "4C", ["it"]),
    ],
)
def test_a_run_says_which_of_its_cards_is_not_held(typed: str, missing: str, locales: list[str]) -> None:
    for locale in locales:
        say, at = Languages({"it": NullTranslations()}).for_locale(locale), table_at("rami", *RANGES)
        (move,) = typed_moves.moves_meant(typed_moves.read_typed_melds, at, 1, typed, say)
        with pytest.raises(IllegalMove) as refused:
            decide(at.match, 0, move)
        assert refused.value.refusal == NotInHand(missing)


def test_a_reading_whose_run_is_held_is_meant() -> None:
    say = Languages({"it": NullTranslations()}).for_locale("it")
    at = table_at("rami", "deal 7H 8H 9H 7C 9C | 4D", "stock 9S", "drawn 9C")
    (move,) = typed_moves.moves_meant(typed_moves.read_typed_melds, at, 1, "7c-9c", say)
    assert str(move) == "meld 7H 8H 9H"


def test_cards_of_several_melds_are_laid_as_picked_cards_are() -> None:
    at = table_at("rami", "with melds_per_turn unlimited", "deal 7H 8H 9H KC KD KH 3C | 4D", "stock 9S", "drawn 3C")
    assert str(typed_moves.read_typed_melds(at, 1, "kc 7h 8h kd kh 9h")) == "meld KC KD KH | 7H 8H 9H"
    assert str(typed_moves.read_typed_melds(at, 1, "kc 7h 8h kd kh")) == "meld KC 7H 8H KD KH", "they make none"


@pytest.mark.parametrize("typed", ["7-9", "7-", "-h", "7-jk", "x-9h", "7 8 – 9"])
def test_half_cards_around_a_dash_that_are_no_run_are_not_understood(typed: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        typed_moves.read_typed_melds(table_at("rami", *RANGES), 1, typed)
    assert isinstance(refused.value.refusal, CardNotUnderstood)


def test_a_dash_between_cards_that_are_laid_off_discarded_or_swapped() -> None:
    assert typed_moves.read_lay_off(table_at("rami", *RANGES), 1, "7h-9h", None) == LayOff(("7H", "8H", "9H"), 1)
    ends = ("deal 3C 7C 9S | 4D", "stock 9D", "drawn 9S", "meld 1: 4C 5C 6C by 0")
    assert typed_moves.read_lay_off(table_at("rami", *ends), 1, "3c-7c", None) == LayOff(("3C", "7C"), 1)
    for read in (typed_moves.read_discard, lambda at, person, text: typed_moves.read_swap(at, person, text, None)):
        with pytest.raises(IllegalMove) as refused:
            read(table_at("rami", *RANGES), 1, "7h-9h")
        assert refused.value.refusal == CardNotUnderstood("7h-9h")


@pytest.mark.parametrize("ending", ["", " as run", " come scala", " ALS EINE FOLGE"])
def test_cuccu_melds_are_offered_also_with_their_kind(ending: str) -> None:
    at = table_at("cuccu", *FIGURES)
    assert at.match is not None
    possible = at, legal_moves(at.match, 0)
    offered = typed_moves.meld_choices(possible, Languages({}).for_locale("it"), f"13 14 15{ending}")
    assert "XIII XIIII XV as run" in [one.value for one in offered]


def test_a_card_of_another_deck_is_refused_with_the_name_of_the_deck() -> None:
    with pytest.raises(IllegalMove) as refused:
        typed_moves.read_typed_melds(table_at("cuccu", *FIGURES), 1, "13 7h")
    assert refused.value.refusal == CardNotUnderstood("7h", "cuccu40")


def test_a_typed_discard_means_the_duplicate_that_may_be_discarded() -> None:
    at = table_at("cuccu", "with discard_taken forbid_card", "deal XIII XIII' I | V", "stock VII", "taken XIII", "discards X")
    assert str(typed_moves.read_discard(at, 1, "salta")) == "discard XIII'"


@pytest.mark.parametrize("melds", [(), ("meld 1: 5C 6C 7C by 0",), ("meld 1: QC QD QH by 1",)])
def test_a_card_that_is_not_in_the_hand_is_refused_for_that_reason_wherever_it_would_fit(melds: tuple[str, ...]) -> None:
    for read, typed in ((typed_moves.read_lay_off, "8c 9c"), (typed_moves.read_swap, "9c")):
        with pytest.raises(IllegalMove) as refused:
            read(wrotham(*melds), 1, typed, None)
        assert refused.value.refusal == NotInHand("9C")


def test_a_lay_off_without_a_meld_means_the_only_one_that_the_card_fits() -> None:
    run, eights, queens = "meld 1: 5C 6C 7C by 0", "meld 2: 8D 8H 8S by 1", "meld 1: QC QD QH by 1"
    assert typed_moves.read_lay_off(wrotham(run), 1, "8c", None) == LayOff(("8C",), 1)
    assert typed_moves.read_lay_off(wrotham(run, eights), 1, "8c", 2) == LayOff(("8C",), 2)
    with pytest.raises(Refused) as which:
        typed_moves.read_lay_off(wrotham(run, eights), 1, "8c", None)
    assert which.value.refusal == WhichMeld((1, 2))
    with pytest.raises(Refused) as none:
        typed_moves.read_lay_off(wrotham(queens), 1, "8c", None)
    assert none.value.refusal == FitsNoMeld(("8C",))


def test_a_swap_without_a_meld_means_the_only_one_with_a_joker_for_the_card() -> None:
    first, second = "meld 1: 8D 8H JK1=8C by 1", "meld 2: 6C 7C JK4=8C by 1"
    assert typed_moves.read_swap(wrotham(first), 1, "♣8", None) == Swap("8C", 1)
    with pytest.raises(Refused) as which:
        typed_moves.read_swap(table_at("wrotham", "with jokers 4", *JOKERS, first, second), 1, "8c", None)
    assert which.value.refusal == WhichMeld((1, 2))
    with pytest.raises(IllegalMove) as none:
        typed_moves.read_swap(wrotham(first), 1, "3d", None)
    assert none.value.refusal == NoJokerOnTable("3D")


def test_cards_typed_out_of_turn_are_read_as_a_move_for_the_first_meld() -> None:
    assert typed_moves.read_lay_off(wrotham(), 2, "ks", None) == LayOff(("KS",), 1)
    assert typed_moves.read_swap(wrotham(), 2, "ks", None) == Swap("KS", 1)


ENGLISH = Languages({}).for_locale("en-US")


def possible_moves(at: Table) -> typed_moves.PossibleMoves:
    assert at.match is not None
    return at, legal_moves(at.match, 0)


@pytest.fixture
def figures() -> Table:
    return table_at("cuccu", "deal XIII XIIII XV XI MATTO I | V", "stock VII", "drawn I", "discards X")


@pytest.mark.parametrize(
    ("typed", "without"),
    [("sal", "XIII"), ("SALTA", "XIII"), ("13", "XIII"), ("xiii", "XIII"), ("mat", "MATTO"), ("salta mat", "MATTO")],
)
def test_melds_of_figures_are_narrowed_down_by_name_numeral_and_number(figures: Table, typed: str, without: str) -> None:
    everything = typed_moves.meld_choices(possible_moves(figures), ENGLISH, "")
    narrowed = typed_moves.meld_choices(possible_moves(figures), ENGLISH, typed)
    assert 0 < len(narrowed) < len(everything)
    assert all(without in choice.value for choice in narrowed)


def test_an_offered_meld_is_read_as_the_same_meld(figures: Table) -> None:
    for choice in typed_moves.meld_choices(possible_moves(figures), ENGLISH, ""):
        assert str(typed_moves.read_typed_melds(figures, 1, choice.value)) == f"meld {choice.value}"


def test_a_cuccu_card_is_offered_for_the_beginning_of_its_name(figures: Table) -> None:
    assert [choice.value for choice in typed_moves.card_choices(Discard, possible_moves(figures), ENGLISH, "cuc")] == ["XV"]
    found = {choice.value for choice in typed_moves.card_choices(Discard, possible_moves(figures), ENGLISH, "1")}
    assert found == {"I", "XI", "XIII", "XIIII", "XV"}


def test_every_move_of_a_turn_is_offered_in_words_and_read_as_it_was_chosen() -> None:
    melds = ("meld 1: 8D 8H JK1=8C by 1", "meld 2: 5C 6C 7C by 1")
    at = table_at("wrotham", "deal 8C 3D 4D | KS", "stock KD", "discards 6S", *melds)
    assert [(one.name, one.value) for one in typed_moves.move_choices(possible_moves(at), ENGLISH, "")] == [
        ("Draw", "draw stock"),
        ("Take 6♠", "take"),
    ]
    at = table_at("rami", "deal 7C 8C 9D | 3C", "stock KD", "discards 9C")
    offered = typed_moves.move_choices(possible_moves(at), ENGLISH, "take")
    assert [one.value for one in offered] == ["take", "take and meld 7C 8C 9C"]
    at = table_at("wrotham", "deal 8C 3D 4D | KS", "stock KD", "drawn 8C", "discards 6S", *melds)
    offered = typed_moves.move_choices(possible_moves(at), ENGLISH, "")
    assert {one.name: one.value for one in offered} == {
        "Lay off 8♣ on meld 2": "layoff 8C 2",
        "Swap 8♣ (meld 1)": "swap 8C 1",
        "Discard 8♣": "discard 8C",
        "Discard 3♦": "discard 3D",
        "Discard 4♦": "discard 4D",
    }
    assert [str(typed_moves.read_written_move(one.value)) for one in offered] == [one.value for one in offered]


def test_moves_are_narrowed_down_by_words_cards_and_written_forms() -> None:
    at = table_at("rami", "deal 7D 7H 7S 8C 9D | KS", "stock KD", "drawn 9D", "discards 6S")
    for typed, values in (
        ("lay", ["meld 7D 7H 7S"]),
        ("discard 8", ["discard 8C"]),
        ("discard", ["discard 8C", "discard 7D", "discard 9D", "discard 7H", "discard 7S"]),
        ("9D", ["discard 9D"]),
        ("♣", ["discard 8C"]),
        ("x", []),
    ):
        assert [one.value for one in typed_moves.move_choices(possible_moves(at), ENGLISH, typed)] == values, typed


def test_a_set_and_a_run_of_the_same_figures_are_offered_by_name() -> None:
    at = table_at("cuccu", *FIGURES)
    offered = {one.value: one.name for one in typed_moves.move_choices(possible_moves(at), ENGLISH, "meld")}
    assert offered["meld XIII XIIII XV as run"].endswith(" as a run")
    assert offered["meld XIII XIIII XV as set"].endswith(" as a set")


def test_at_most_25_moves_are_offered_each_short_enough() -> None:
    at = table_at(
        "wrotham",
        "with wild_min_naturals 1",
        "deal 3D 4D 5D 6D JK1 JK2 JK3 9S 9H 9C | KS",
        "stock KD",
        "drawn 3D",
        "discards 6S",
    )
    offered = typed_moves.move_choices(possible_moves(at), ENGLISH, "")
    assert len(offered) == 25
    assert all(len(one.name) <= 100 and len(one.value) <= 100 for one in offered)


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("discard 7h", "discard 7H"),
        ("Discard 10♥", "discard 10H"),
        ("MELD 3s 4c jk1=5d", "meld 3S 4C JK1=5D"),
        ("meld xiii xiiii xv as Run", "meld XIII XIIII XV as run"),
        ("discard as", "discard AS"),
        ("meld 3s 4s 5s | 7c 7d 7h", "meld 3S 4S 5S | 7C 7D 7H"),
        ("Draw stock", "draw stock"),
    ],
)
def test_a_written_move_is_read_in_any_case_and_with_signs(typed: str, move: str) -> None:
    assert str(typed_moves.read_written_move(typed)) == move


JOKER_ON_TABLE = ("meld 1: 8D 8H JK2=8C by 1", "meld 2: 5C 6C 7C by 1")


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("Lay off 8♣ on meld 2", "layoff 8C 2"),
        ("lay off 8c", "layoff 8C 2"),
        ("layoff 8♣ 2", "layoff 8C 2"),
        ("Swap 8♣ (meld 1)", "swap 8C 1"),
        ("swap 8c", "swap 8C 1"),
        ("discard ♦3", "discard 3D"),
        ("meld 3d 4d jk=5d", "meld 3D 4D JK1=5D"),
        ("8♣ (meld", "swap 8C 1"),
    ],
)
def test_a_move_is_typed_as_it_is_offered_as_for_its_own_command_or_as_the_only_one_that_fits(typed: str, move: str) -> None:
    at = table_at("wrotham", "deal 8C 3D 4D JK1 | KS", "stock KD", "drawn 8C", "discards 6S", *JOKER_ON_TABLE)
    assert [str(one) for one in typed_moves.moves_in_words(at, 1, typed, ENGLISH)] == [move]


@pytest.mark.parametrize(
    "typed", ["draw discards", "discard 99", "meld 2C= 9S 3C", "meld 2C=7H' 9S 3C", "take and meld JK1=7H' 3D", "swap jk1= 1"]
)
def test_typed_words_that_are_no_cards_are_refused(typed: str) -> None:
    at = table_at("wrotham", "deal 8C 3D 4D JK1 | KS", "stock KD", "drawn 8C", "discards 6S", *JOKER_ON_TABLE)
    with pytest.raises(IllegalMove) as refused:
        typed_moves.moves_in_words(at, 1, typed, ENGLISH)
    assert isinstance(refused.value.refusal, CardNotUnderstood | MoveNotUnderstood)


@pytest.mark.parametrize("written", ["discard 2C=", "meld 2C=7H' 9S 3C", "layoff JK1=JK2 1", "take and meld JK1=7H' 3D"])
def test_a_written_form_in_which_a_card_stands_for_no_face_is_refused(written: str) -> None:
    with pytest.raises(IllegalMove):
        read_move(written)


@pytest.mark.parametrize("text", ["leave", "knocks", "", "discard"])
def test_a_written_move_that_a_turn_does_not_have_is_not_understood(text: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        typed_moves.read_written_move(text)
    assert refused.value.refusal == MoveNotUnderstood(text)


def test_autocomplete_offers_swaps_with_their_melds() -> None:
    melds = ("meld 1: 8D 8H JK1=8C by 1", "meld 2: 5C 6C 7C by 1")
    at = table_at("wrotham", "deal 8C 3D 4D | KS", "stock KD", "drawn 8C", "discards 6S", *melds)
    assert [choice.value for choice in typed_moves.card_choices(Swap, possible_moves(at), ENGLISH, "♣")] == ["8C"]
    assert [choice.value for choice in typed_moves.target_choices(Swap, possible_moves(at), ENGLISH, "8c")] == [1]
    assert [choice.value for choice in typed_moves.target_choices(LayOff, possible_moves(at), ENGLISH, "8c")] == [2]
    assert not typed_moves.card_choices(Swap, possible_moves(at), ENGLISH, "3d")


@pytest.mark.parametrize("typed", [":eight_of_clubs:", "<:eight_of_clubs:1234567890123456789>", "8c"])
def test_an_emoji_narrows_down_like_the_card_that_it_shows(figures: Table, typed: str) -> None:
    melds = ("meld 1: 8D 8H JK1=8C by 1", "meld 2: 5C 6C 7C by 1")
    at = table_at("wrotham", "deal 8C 8S 4D | KS", "stock KD", "drawn 8C", "discards 6S", *melds)
    assert [choice.value for choice in typed_moves.card_choices(Swap, possible_moves(at), ENGLISH, typed)] == ["8C"]
    assert [choice.value for choice in typed_moves.target_choices(Swap, possible_moves(at), ENGLISH, typed)] == [1]
    assert [choice.value for choice in typed_moves.card_choices(LayOff, possible_moves(at), ENGLISH, typed)] == ["8C"]
    assert [choice.value for choice in typed_moves.target_choices(LayOff, possible_moves(at), ENGLISH, "")] == [1, 2]
    assert [choice.value for choice in typed_moves.target_choices(LayOff, possible_moves(at), ENGLISH, typed)] == [2]
    typed_figure = typed.replace("eight_of_clubs", "cuccu_fifteen_cucco").replace("8c", "xv")
    assert [one.value for one in typed_moves.card_choices(Discard, possible_moves(figures), ENGLISH, typed_figure)] == ["XV"]


def test_melds_laid_together_are_narrowed_down_by_all_typed_cards() -> None:
    at = table_at("wrotham", "number 4", "deal 5H 6H 7H 9S 9D 9C 2C 9H | KS", "stock KD", "drawn 9H", "discards 6S")
    (choice,) = typed_moves.meld_choices(possible_moves(at), ENGLISH, "5h | 9s")
    assert str(typed_moves.read_typed_melds(at, 1, choice.value)) == f"meld {choice.value}"
    assert not typed_moves.meld_choices(possible_moves(at), ENGLISH, "5h | ks")


@pytest.mark.parametrize("typed", ["", "7", "7d", "7D 7", "7D 7H", "7d 7♥", "♦", "h", "7D 7H 7S"])
def test_a_meld_is_offered_for_any_part_of_it(typed: str) -> None:
    assert [choice.value for choice in typed_moves.meld_choices(possible_moves(sevens()), ENGLISH, typed)] == ["7D 7H 7S"]


@pytest.mark.parametrize("typed", ["8", "c", "7D 8", "7C", "x", "7D x"])
def test_a_meld_is_not_offered_for_cards_that_it_does_not_have(typed: str) -> None:
    assert not typed_moves.meld_choices(possible_moves(sevens()), ENGLISH, typed)


def sevens() -> Table:
    return table_at("rami", "deal 7D 7H 7S 8C 9D | KS", "stock KD", "drawn 9D", "discards 6S")


@pytest.mark.parametrize(
    ("game", "lines", "typed", "move"),
    [
        ("rummy500", ("deal 7H 9H 2C | 3C", "discards 8H' KS'"), "take 8♥ and meld 7♥ 8♥ 9♥", "take 8H' and meld 7H 8H' 9H"),
        ("rummy500", ("deal 7H' 9H 2C | 3C", "discards 8H KS'"), "take 8h and meld 7h 8h 9h", "take 8H and meld 7H' 8H 9H"),
        ("rummy500", ("deal 8H 9H 2C | 3C", "discards 8H'", "meld 1: 8C 8D 8S by 1"), "take 8h and lay off 8h 1", None),
        ("three_thirteen", ("deal QS' 7H' 7D | 2C 3D 5H", "discards 6S", "drawn 7D"), "knock qs", "knock QS'"),
        ("romme", ("deal 8H 9H KD | 3C", "discards 10H'"), "take and meld 8h 9h 10h", "take and meld 8H 9H 10H'"),
    ],
)
def test_a_move_that_is_not_offered_names_the_copies_that_are_there(
    game: str, lines: tuple[str, ...], typed: str, move: str | None
) -> None:
    rules = () if game == "romme" else ("with packs 2",)
    (meant,) = typed_moves.moves_in_words(table_at(game, *rules, "stock 9C 4C", *lines), 1, typed, ENGLISH)
    assert str(meant) == (move or "take 8H' and layoff 8H' 1")
