"""The end of a match: what each reader is told, and the points of every deal in aligned columns, names on the left."""

import random
from dataclasses import replace as with_

import pytest
from msgspec.structs import replace

from bot.messages.names import Names
from bot.messages.pictures.picture import PictureChoice
from bot.messages.table.channel.match_end import (
    deal_end_galleries,
    deal_hands,
    deal_points_text,
    match_details_layout,
    match_end_buttons,
    match_end_place,
    match_end_text,
)
from bot.messages.table.channel.page_message import channel_line_layout
from bot.messages.table.channel.turn_lines import abandoned_hands
from bot.messages.table.render_context import WhereItCounts
from bot.messages.table.shuffle_proof import fairness_layout, proof_layout
from bot.messages.text import column_count, with_minus
from bot.rummy.cards import Card, sort_cards
from bot.rummy.events import DealEnded, EndedBy
from bot.rummy.match import Match
from bot.rummy.moves import Discard, Draw, SeatMove
from bot.rummy.variant import Variant
from bot.rummy.view import DealProof, View, deal_proof, view_for
from bot.tables.deals import seed_of_deal
from bot.tables.events import Reservation
from bot.tables.ports import Person
from bot.tables.shuffle_check import check_shuffle
from bot.tables.table import Table
from tests.messages.shown_text import ENGLISH, plain_text, readable_text, visible_texts
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.messages.table.positions import after_moves, table_at
from tests.rummy.gauntlet import Policy, eager
from tests.rummy.presets import variant

PAYMENT = variant(scoring="payment", match_target="none", match_deals=1)


def ended_table(players: int) -> Table:
    """Return a table of a match that was broken off after a few moves."""
    return PlayedTable(PAYMENT, random.Random(1)).seat(players).play(lambda _dice, _match, moves: moves[0], moves=3).table


def end_view(table: Table, viewer: int | None, **facts: object) -> View:
    assert table.match is not None
    return replace(view_for(table.match, viewer), is_broken_off=False, **facts)


def first_lines(view: View, table: Table) -> str:
    return match_end_text(view, context_for(table, ENGLISH)).partition("\n```")[0]


def test_the_last_line_has_the_number_of_a_match_that_has_a_result() -> None:
    table = PlayedTable(variant(match_deals=1, match_target="none"), random.Random(1)).seat(2).play(eager, moves=5000).table
    assert plain_text(match_end_place(context_for(table, ENGLISH))).endswith("End of the match · match `1`")
    for without in (replace(table, may_count=False), ended_table(2)):
        assert plain_text(match_end_place(context_for(without, ENGLISH))).endswith("End of the match")


def test_nothing_contradicts_a_corrected_result() -> None:
    table = PlayedTable(variant(match_deals=1, match_target="none"), random.Random(1)).seat(2).play(eager, moves=5000).table
    assert table.match is not None
    view, context = view_for(table.match, None), context_for(table, ENGLISH)
    corrected = with_(context, counts=WhereItCounts(corrected=lambda _say, _names: ["**Corrected**: 1. Ben"]))
    assert "1. " in match_end_text(view, context)
    assert match_end_text(view, corrected) == "**Corrected**: 1. Ben"
    shown = plain_text(readable_text(channel_line_layout(corrected))).splitlines()
    assert shown[0] == "**Corrected**: 1. Ben"
    assert "End of the match" in shown[1], "without the points"
    assert "End of the match" in readable_text(channel_line_layout(context)).splitlines()[2]


def test_the_points_of_every_deal_are_behind_details() -> None:
    table = PlayedTable(variant(match_deals=12, match_target="none"), random.Random(1)).seat(2).play(eager, moves=5000).table
    assert table.match is not None
    assert table.match.placings is not None
    assert len(table.match.ended_deals) == 12
    view, context = view_for(table.match, None), context_for(table, ENGLISH)
    assert [button.label for button in match_end_buttons(view, context)] == ["Play again", "Details", "Replay"]
    lobby = replace(table.lobby, reserved=Reservation(0, (1, 2), tournament=3))
    of_tournament = context_for(replace(table, lobby=lobby), ENGLISH)
    assert [button.label for button in match_end_buttons(view, of_tournament)] == ["Details", "Replay"], "the next round comes"
    assert "Points by deal" not in match_end_text(view, context)
    details = "\n".join(visible_texts(match_details_layout(context, None)))
    blocks = details.partition("Points by deal\n")[2].partition("\n```")[0].split("\n\n")
    for row, seat in enumerate(sorted(range(2), key=lambda seat: table.match.placings[seat]), start=1):
        shown = [points for block in blocks for points in block.splitlines()[row].split()[1:]]
        assert shown == [str(ended.points[seat]) for ended in table.match.ended_deals]


def test_a_result_of_many_deals_has_the_totals_alone() -> None:
    ended = DealEnded(EndedBy.BLOCKED, None, False, ((),) * 6, (-105, 5, 100, 0, 0, 0))
    table = ended_table(6)
    scores = (-5250, 250, 5000, 0, 0, 0)
    view, context = end_view(table, None, ended_deals=(ended,) * 50, scores=scores), context_for(table, ENGLISH)
    assert match_end_text(view, context).count("\n") == 8


@pytest.mark.parametrize("names", [("Ann", "Bob", "Cleo"), ("山田太郎" * 5, "e\u0301" * 30, "W" * 40)])
def test_names_are_on_the_left_and_points_stay_in_their_columns(names: tuple[str, ...]) -> None:
    points = (-105, 5, 100)
    ended = DealEnded(EndedBy.BLOCKED, None, False, ((),) * 3, points)
    table = ended_table(3)
    view = end_view(table, None, ended_deals=(ended,) * 9, scores=tuple(9 * each for each in points))
    people = {number: Person(number, number, name, "en-US", None) for number, name in enumerate(names, start=1)}
    context = with_(context_for(table, ENGLISH), names=Names(people, table))
    totals, _, deals = deal_points_text(view, context).partition("```\n")[2].partition("\n```")[0].partition("\n\n")
    assert [line.split()[-1] for line in totals.splitlines()] == ["900", "45", "−945"]
    assert len({column_count(line) for line in totals.splitlines()}) == 1
    blocks = deals.removeprefix("Points by deal\n").split("\n\n")
    assert len(blocks) == 2
    for block in blocks:
        numbers, *rows = block.splitlines()
        assert {column_count(row) for row in rows} == {column_count(numbers)}, block
        assert column_count(numbers) <= 36
        assert all(row.endswith(tuple(map(with_minus, points))) for row in rows)


def test_a_few_deals_are_in_one_table_with_the_totals() -> None:
    ended = [DealEnded(EndedBy.BLOCKED, None, False, ((),) * 3, points) for points in ((0, 12, 0), (105, 0, 7))]
    table = ended_table(3)
    view = end_view(table, None, ended_deals=tuple(ended), scores=(105, 12, 7), variant=variant("rami"), placings=(1, 2, 3))
    people = {number: Person(number, number, name, "en-US", None) for number, name in enumerate(("Ann", "Bob", "Cle"), start=1)}
    names = Names(people, table)
    head, *rows = deal_points_text(view, with_(context_for(table, ENGLISH), names=names)).splitlines()[1:-1]
    first, second, third = (names.plain(table.seats.occupants[seat]) for seat in range(3))
    assert head == "         1   2  total"
    assert rows == [f"1. {first}   0 105    105", f"2. {second}  12   0     12", f"3. {third}   0   7      7"]


def test_each_player_reads_how_close_it_was() -> None:
    table = ended_table(4)
    facts = {"placings": (2, 1, 3, 4), "scores": (99, 100, 80, 100), "left_seats": (3,)}
    shown = [first_lines(end_view(table, viewer, **facts), table) for viewer in (None, 0, 1, 2, 3)]
    first, second, third, fourth = (context_for(table, ENGLISH).names.seat(seat) for seat in range(4))
    left = f"\n-# {fourth} left the match."
    assert shown == [
        f"## {second} wins!{left}",
        f"## {second} wins!\nYou're 1 point behind {second}.{left}",
        f"## You win!\nYou're 1 point ahead of {first}.{left}",
        f"## {second} wins!\nYou're 20 points behind {second}.{left}",
        f"## {second} wins!{left}",
    ]
    assert third != second


def test_a_player_reads_that_the_lowest_wins_where_it_does() -> None:
    table, facts = ended_table(2), {"placings": (1, 2), "scores": (3, 10)}
    view = end_view(table, 1, **facts)
    penalty, name = replace(view, variant=replace(view.variant, scoring="penalty")), context_for(table, ENGLISH).names.seat(0)
    assert first_lines(penalty, table) == f"## {name} wins!\nYou're 7 points behind {name}. Lowest wins."
    assert "Lowest" not in first_lines(view, table)


def test_nobody_is_compared_with_who_was_out() -> None:
    table, facts = ended_table(3), {"placings": (3, 1, 2), "scores": (105, 125, 99), "out_seats": (0,)}
    names = [context_for(table, ENGLISH).names.seat(seat) for seat in range(3)]
    views = [replace(end_view(table, seat, **facts), variant=variant("ramino101")) for seat in range(3)]
    assert first_lines(views[0], table) == f"## {names[1]} wins!"
    assert f"26 points ahead of {names[2]}" in first_lines(views[1], table)


def test_a_shared_first_place_names_the_others() -> None:
    table = ended_table(3)
    facts = {"placings": (1, 1, 3), "scores": (50, 50, 20)}
    names = [context_for(table, ENGLISH).names.seat(seat) for seat in range(3)]
    assert first_lines(end_view(table, 1, **facts), table) == (
        f"## You share first place with {names[0]}!\nYou're 30 points ahead of {names[2]}."
    )
    assert (
        first_lines(end_view(table, 2, **facts), table).splitlines()[1] == f"You're 30 points behind {names[0]} and {names[1]}."
    )
    assert first_lines(end_view(table, None, **facts), table) == f"## {names[0]} and {names[1]} share first place"
    everyone = {"placings": (1, 1, 1), "scores": (50, 50, 50)}
    assert first_lines(end_view(table, 0, **everyone), table) == f"## You share first place with {names[1]} and {names[2]}!"


def test_the_last_player_who_stays_wins_and_the_others_left() -> None:
    table = ended_table(3)
    names = [context_for(table, ENGLISH).names.seat(seat) for seat in range(3)]
    facts = {"placings": (3, 1, 2), "scores": (0, 0, 0), "left_seats": (0, 2)}
    assert first_lines(end_view(table, None, **facts), table) == f"## {names[0]} and {names[2]} left. {names[1]} wins."
    assert first_lines(end_view(table, 1, **facts), table) == f"## {names[0]} and {names[2]} left. You win!"
    assert first_lines(end_view(table, 2, **facts), table) == f"## You left. {names[1]} wins."


def hands_after(at: Table, *moves: str) -> list[str]:
    """Return the lines of the hands at the end of the deal that these moves of seat 0 end."""
    table = after_moves(at, *moves)
    assert table.match is not None
    view = view_for(table.match, None)
    assert view.deal is not None
    assert view.deal.end is not None
    return [plain_text(line) for line in deal_hands(view, context_for(table, ENGLISH))]


DOUBLED = ("with rummy_bonus double",)
ADDED = ("with rummy_bonus add", "with rummy_add 10")
PAYMENTS = ("with scoring payment", "with match_target none", "with match_deals 2")


@pytest.mark.parametrize(
    ("rules", "winner", "loser"),
    [
        (DOUBLED, ": **+40** (doubled: rummy)", ""),
        ((*DOUBLED, "with scoring penalty"), "", " → **+40** (doubled: rummy)"),
        ((*DOUBLED, *PAYMENTS), ": **+40** (doubled: rummy)", " → **−40** (doubled: rummy)"),
        (ADDED, ": **+30** (rummy bonus: 10)", ""),
        ((*ADDED, "with scoring penalty"), ": **−10** (rummy bonus: 10)", " → **+20**"),
        ((*ADDED, *PAYMENTS), ": **+30** (rummy bonus: 10)", " → **−30** (rummy bonus: 10)"),
    ],
)
def test_points_that_going_rummy_changes_say_why(rules: tuple[str, ...], winner: str, loser: str) -> None:
    at = table_at("ramino", *rules, "deal 5H 6H 7H | KS KD", "stock 9S 8S", "discards 2D")
    assert hands_after(at, "draw stock", "meld 5H 6H 7H", "discard 9S") == [
        f"**111** went rummy, the whole hand in one turn{winner} · melds 5♥ 6♥ 7♥",
        f"**222** had K♠ K♦ = 20 points{loser}",
    ]


def test_going_rummy_is_named_only_where_it_brings_points() -> None:
    at = table_at("rami", "deal 5H 6H 7H | KS KD", "stock 9S 8S", "discards 2D")
    assert (
        hands_after(at, "draw stock", "meld 5H 6H 7H", "discard 9S")[0]
        == "**111** went out: **+20** for the cards left · melds 5♥ 6♥ 7♥"
    )


def test_melds_that_stayed_in_hand_stand_beside_what_was_left_of_it() -> None:
    table = table_at("rami", "deal 2C | KS", "stock 9S 8S", "discards 2D")
    assert table.match is not None
    view = view_for(table.match, None)
    assert view.deal is not None
    seven = tuple(map(Card, ("7H", "8H", "9H")))
    shown = DealEnded(EndedBy.DISCARD, 0, False, ((Card("2C"),), ()), (12, 0), shown=((seven,), (seven,)))
    ended = replace(view, deal=replace(view.deal, end=shown))
    assert list(map(plain_text, deal_hands(ended, context_for(table, ENGLISH)))) == [
        "**111** had 2♣ = 2 points → **+12** for the cards left · melds 7♥ 8♥ 9♥",
        "**222** had 0 points left · melds 7♥ 8♥ 9♥",
    ]
    same = with_(
        context_for(table, ENGLISH),
        table=replace(table, lobby=replace(table.lobby, reserved=Reservation(1, (1, 2), deals="5c" * 32))),
    )
    assert "♥" not in plain_text("\n".join(deal_hands(ended, same))), "while other tables play the deal"
    out = replace(ended, deal=replace(view.deal, end=replace(shown, hands=((), ()))))
    assert "♥" not in plain_text("\n".join(deal_hands(out, same)))


def test_a_result_credits_nobody_with_the_cards_that_others_laid_off() -> None:
    at = table_at("rami", "deal 2C | KS", "stock 9S 8S", "discards 2D", "meld 1: 5H 6H 7H 8H by 0", "meld 2: 9C 9D 9H by 1")
    winner, loser = hands_after(at, "draw stock", "layoff 9S 2", "discard 2C")
    assert winner == "**111** went out: **+10** for the cards left · melds 5♥ 6♥ 7♥ 8♥", (
        "8♥ may be another player's: they are only 111's melds"
    )
    assert loser == "**222** had K♠ = 10 points"


def test_a_blocked_deal_says_why_nobody_went_out() -> None:
    played = PlayedTable(variant(match_deals=1, match_target="none", recycle_max=0, hand_size=3), random.Random(1)).seat(2)
    table = played.play(lambda _dice, _match, moves: moves[0]).table
    assert table.match is not None
    view = view_for(table.match, None)
    assert view.deal is not None
    assert view.deal.end is not None
    assert view.deal.end.winner is None
    first, *hands = deal_hands(view, context_for(table, ENGLISH))
    assert first == "Blocked: the stock is used up."
    assert len(hands) == 2
    assert first_lines(view, table).splitlines()[1:2] == [f"-# {first}"], "the result says so, too"
    gone = replace(view, left_seats=frozenset({1}))
    assert first not in first_lines(gone, table), "a match that is won because the others left isn't blocked"


def test_a_deal_in_which_nobody_can_lay_a_card_says_so() -> None:
    at = table_at("rami", "deal 8S 2D | QC", "stock KH 3D", "discards QS", "meld 1: 8C 8D 8H by 1")
    first, *_ = hands_after(at, "draw stock", "layoff 8S 1", "discard KH")
    assert first == "Blocked: whatever cards come, nobody can lay one any more."


def same_deals(rules: Variant, policy: Policy, moves: int) -> PlayedTable:
    """Play at a table of a round in which other tables play the same deals."""
    reserved = Reservation(1, (1, 2), deals="5c" * 32)
    return PlayedTable(rules, random.Random(1), reserved=reserved).seat(2).play(policy, moves=moves)


ONE_DEAL = variant(match_deals=1, match_target="none", stock="own")


def test_no_message_shows_what_others_had_left_or_the_seed_while_other_tables_play_the_deal() -> None:
    played = same_deals(ONE_DEAL, eager, 5000)
    table, context = played.table, context_for(played.table, ENGLISH)
    assert table.match is not None
    ended, seed = table.match.ended_deals[0], seed_of_deal("5c" * 32, 1)
    loser = next(seat for seat, hand in enumerate(ended.hands) if hand)
    for viewer in (None, *range(2)):
        view = view_for(table.match, viewer)
        text = plain_text("\n".join(deal_hands(view, context)))
        cards = ENGLISH.cards(sort_cards(ended.hands[loser]))
        assert (plain_text(cards) in text) == (viewer == loser)
        assert deal_end_galleries(view, with_(context, pictures=PictureChoice())) == []
    proof = deal_proof(played.events, 1)
    assert proof is not None
    assert proof.seed == seed
    check = check_shuffle(table, played.events, 1)
    answer, shown = (
        str(view.to_components()) for view in (fairness_layout(proof, check, context), proof_layout(proof, context))
    )
    assert proof.commitment in shown
    assert seed not in shown
    assert "Checked" not in answer
    alone = context_for(replace(table, lobby=replace(table.lobby, reserved=None)), ENGLISH)
    assert seed in str(proof_layout(proof, alone).to_components())
    assert "Checked: this deal was decided before the first card ✓" in readable_text(fairness_layout(proof, check, alone))


def test_a_deal_outside_a_chain_says_so_unless_other_tables_play_it() -> None:
    shared, proof = same_deals(ONE_DEAL, eager, 5000).table, DealProof(1, "0" * 64, "1" * 64)
    alone = replace(shared, lobby=replace(shared.lobby, reserved=None))
    assert "drawn by itself" not in readable_text(proof_layout(proof, context_for(shared, ENGLISH)))
    assert "drawn by itself" in readable_text(proof_layout(proof, context_for(alone, ENGLISH)))


def test_a_closed_table_shows_no_hands_while_other_tables_play_the_deal() -> None:
    table = replace(same_deals(ONE_DEAL, eager, 3).table, is_abandoned=True)
    assert table.match is not None
    view = view_for(table.match, None)
    own = replace(table, lobby=replace(table.lobby, reserved=None))
    assert len(abandoned_hands(view, context_for(own, ENGLISH))) == 2
    assert abandoned_hands(view, context_for(table, ENGLISH)) == []


def draw_and_discard(_dice: random.Random, _match: Match, moves: list[SeatMove]) -> SeatMove:
    return next(move for move in moves if isinstance(move, Draw | Discard))


def test_a_deal_whose_player_has_no_card_to_draw_says_why_nobody_went_out() -> None:
    table = same_deals(ONE_DEAL, draw_and_discard, 5000).table
    assert table.match is not None
    ended = table.match.ended_deals[0]
    assert ended.winner is None
    first, *_ = deal_hands(view_for(table.match, None), context_for(table, ENGLISH))
    assert first == "Blocked: a part of the stock is used up."
