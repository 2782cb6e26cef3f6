"""A hand offers what can be done with it: what fits together first, swaps, taking back, and never more than Discord takes."""

from typing import Any

from msgspec.structs import replace

from bot.messages.table.event_lines import turn_lines
from bot.messages.table.hand import hand_layout
from bot.messages.words import Languages
from bot.rummy.decide import decide, play
from bot.rummy.moves import read_move
from bot.rummy.view import public_form
from bot.tables.table import Table
from tests.messages.table.played_tables import context_for, visible_texts
from tests.messages.table.positions import table_at
from tests.people import parts

ENGLISH = Languages({}).for_locale("en-US")
BUTTON, SELECT = 2, 3
LONG_HAND = "deal AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD 2D 3D JK1 | KS"
CLOSING = ("number 4", "deal 5H 6H 7H 9S 9D 9C 2C | 3D 4D", "stock 9H", "discards 6S")


def components(at: Table) -> list[dict[str, Any]]:
    """Those of the hand of seat 0."""
    return list(parts(hand_layout(context_for(at, ENGLISH), 1).to_components()))


def text(at: Table) -> str:
    return plain("\n".join(visible_texts(hand_layout(context_for(at, ENGLISH), 1))))


def plain(shown: str) -> str:
    return shown.replace("\N{NO-BREAK SPACE}", " ").replace("\N{WORD JOINER}", "")


def select(at: Table, kind: str) -> list[tuple[str, str, str]]:
    """Label, description and move of each option."""
    options = next((part["options"] for part in components(at) if part.get("custom_id", "").endswith(f":{kind}")), [])
    return [(plain(each["label"]), plain(each.get("description") or ""), each["value"]) for each in options]


def buttons(at: Table) -> dict[str, str]:
    return {plain(part["label"]): part["custom_id"].split(":")[3] for part in components(at) if part["type"] == BUTTON}


def after(at: Table, *moves: str) -> Table:
    match = at.match
    for move in moves:
        match = play(match, 0, read_move(move))
    return replace(at, match=match)


def told(at: Table, *moves: str) -> list[str]:
    """What the message of the turn says of these moves."""
    events, match = [], at.match
    for move in moves:
        events += [public_form(event) for event in decide(match, 0, read_move(move))]
        match = play(match, 0, read_move(move))
    return [plain(line) for line in turn_lines(events, context_for(at, ENGLISH))]


# --- what fits together ------------------------------------------------------------------------------------------------------


def test_the_melds_that_fit_together_are_named_and_offered_first() -> None:
    at = table_at("rami", "deal 5H 6H 7H 7S 7D 8H 2C | KS", "stock QD", "discards 6S")
    at = after(at, "draw stock")
    assert "Best melds: **7♦ 7♥ 7♠** |" not in text(at)
    assert "Best melds: **5♥ 6♥ 7♥ 8♥**" in text(at)
    assert select(at, "meld")[0] == ("5♥ 6♥ 7♥ 8♥", "best: 26 points", "meld 5H 6H 7H 8H")
    assert ("7♦ 7♥ 7♠", "21 points", "meld 7D 7H 7S") in select(at, "meld")[1:]


def test_a_lay_off_of_the_best_arrangement_is_marked_and_names_its_meld() -> None:
    at = table_at("rami", "deal 8H 2C | KS", "stock QD", "discards 6S", "meld 1: 5H 6H 7H by 0", "meld 2: 8S 8D 8C by 1")
    assert select(after(at, "draw stock"), "layoff") == [
        ("8♥ on meld 1: 5♥ 6♥ 7♥", "best", "layoff 8H 1"),
        ("8♥ on meld 2: 8♣ 8♦ 8♠", "", "layoff 8H 2"),
    ]


def test_a_meld_that_is_a_run_and_a_set_is_offered_as_each() -> None:
    at = after(table_at("cuccu", "deal XIII XIIII XV I V | II", "stock VII", "discards X"), "draw stock")
    assert [label for label, _, _ in select(at, "meld")] == [
        "XIII Salta · XIIII Bragon · XV Cucco as a run",
        "XIII Salta · XIIII Bragon · XV Cucco as a set",
    ]
    assert [move for _, _, move in select(at, "meld")] == ["meld XIII XIIII XV as run", "meld XIII XIIII XV as set"]


def test_a_joker_is_offered_as_everything_it_may_stand_for() -> None:
    at = after(table_at("wrotham", "deal 5H 6H JK1 2C | KS", "stock KD", "discards 6S"), "draw stock")
    assert {"meld 5H 6H JK1=7H", "meld JK1=4H 5H 6H"} <= {move for _, _, move in select(at, "meld")}
    assert "🃏=4♥ 5♥ 6♥" in {label for label, _, _ in select(at, "meld")}


# --- all at once -------------------------------------------------------------------------------------------------------------


def test_in_a_deal_that_goes_out_at_once_only_that_is_offered() -> None:
    at = after(table_at("wrotham", *CLOSING), "draw stock")
    assert [option[:2] for option in select(at, "meld")] == [("9♣ 9♦ 9♥ 9♠ | 5♥ 6♥ 7♥", "goes out, discarding 2♣")]
    assert "In this deal you lay everything down at once" in text(at)
    laid = after(at, select(at, "meld")[0][2])
    assert buttons(laid) == {"Take back 9♣ 9♦ 9♥ 9♠ 5♥ 6♥ 7♥": "take back"}


# --- swaps, taking back, the first turn --------------------------------------------------------------------------------------


def test_a_swap_and_taking_back_are_buttons_that_say_what_they_do() -> None:
    at = table_at("wrotham", "deal 8C 3D 4D 5D | KS", "stock KD", "discards 6S", "meld 1: 8S 8H JK1=8C by 1")
    at = after(at, "draw stock")
    assert buttons(at) == {"Swap 8♣ for the joker in meld 1": "swap 8C 1"}
    assert buttons(after(at, "swap 8C 1")) == {"Take back 8♣": "take back"}


def test_who_begins_with_one_card_more_is_not_told_to_draw() -> None:
    at = table_at("wrotham", "deal 8C 3D 4D 5D | KS", "stock KD", "starter plays")
    assert "Your turn: you begin, without a draw" in text(at)
    assert not buttons(at)


def test_nothing_is_offered_that_discord_would_refuse_and_what_is_left_out_can_be_typed() -> None:
    at = table_at("rami", "with jokers 3", "with wild joker", LONG_HAND, "stock QD", "discards 6S")
    at = after(at, "draw stock")
    offered = [part for part in components(at) if part["type"] == SELECT]
    assert offered
    for part in offered:
        assert len(part["options"]) <= 25
        assert len({option["value"] for option in part["options"]}) == len(part["options"])
        for option in part["options"]:
            assert max(len(option["label"]), len(option["value"]), len(option.get("description") or "")) <= 100
    assert "Lay a meld … (25 of " in next(part["placeholder"] for part in offered if part["custom_id"].endswith(":meld"))


def test_a_hand_of_twenty_has_a_line_for_each_suit() -> None:
    lines = [line for line in text(table_at("rami", LONG_HAND, "stock QD", "upcard 6S")).splitlines() if line.startswith("## ")]
    assert len(lines) == 3
    assert lines[-1] == "## 🃏"


def test_cards_of_the_cuccu_deck_are_told_apart() -> None:
    at = table_at("cuccu", "deal I II' XIII XIII' MATTO | V", "stock VII", "discards X")
    assert "## I · II · XIII Salta · XIII Salta · Matto" in text(at)


# --- what the turn tells -----------------------------------------------------------------------------------------------------

TURN = ("deal 5H 6H 7H 8H 8C 2C | KS", "stock QD", "discards 6S", "meld 1: 8S 8D JK1=8C by 1")


def test_what_was_taken_back_is_not_told_as_if_it_stood() -> None:
    at = table_at("wrotham", *TURN)
    moves = ("draw stock", "meld 5H 6H 7H", "swap 8C 1")
    assert told(at, *moves)[1:] == ["111 melds **5♥ 6♥ 7♥**.", "111 swaps **8♣** for the joker in meld 1."]
    assert told(at, *moves, "take back")[1:] == ["111 melds **5♥ 6♥ 7♥**.", "111 takes **8♣** back."]
    assert told(at, *moves, "take back", "take back")[1:] == ["111 takes **8♣ 5♥ 6♥ 7♥** back."]
    again = told(at, *moves, "take back", "take back", "meld 5H 6H 7H", "swap 8C 1", "discard 2C")
    assert again[1:] == ["111 melds **5♥ 6♥ 7♥**.", "111 swaps **8♣** for the joker in meld 1.", "111 discards **2♣**."]


def test_what_was_taken_back_is_told_before_the_discard() -> None:
    lines = told(table_at("wrotham", *TURN), "draw stock", "meld 5H 6H 7H", "take back", "discard 2C")
    assert lines[1:] == ["111 takes **5♥ 6♥ 7♥** back.", "111 discards **2♣**."]


def test_a_retired_meld_that_is_taken_back_is_not_told_either() -> None:
    at = table_at("cuccu", "deal I II III IIII X | V", "stock VII", "discards X'")
    meld = told(at, "draw stock", "meld I II III IIII")
    assert meld[1:] == [
        "111 melds **I · II · III · IIII**.",
        "Meld 1 is complete and goes to the discards: **I · II · III · IIII**.",
    ]
    assert "Going under the next discard: I · II · III · IIII" in text(after(at, "draw stock", "meld I II III IIII"))
    assert told(at, "draw stock", "meld I II III IIII", "take back")[1:] == ["111 takes **I · II · III · IIII** back."]
