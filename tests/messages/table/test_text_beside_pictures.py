"""Everything in a picture is in the text of its message, or behind **Table** or **Details**; alt texts don't count.

If the pictures are refused, all of it is in the message itself.
"""

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product

import pytest
from discord import ui
from msgspec.structs import replace as replace_fields

from bot.delivery.pictures import remove_pictures
from bot.messages.pictures.card_pictures import HandPicture, TablePicture
from bot.messages.pictures.last_hands import LastHands
from bot.messages.pictures.picture import TEXT_ONLY, Picture, PictureChoice, PictureGallery
from bot.messages.pictures.points_chart import PointsOverDeals
from bot.messages.table.channel.match_end import match_details_layout
from bot.messages.table.channel.page_message import page_layout
from bot.messages.table.channel.story_pages import END, Page
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.render_context import RenderContext
from bot.messages.table.table_summary import summary_layout
from bot.messages.text import with_minus
from bot.rummy.events import Awaited
from bot.tables.apply_event import after_seat_event
from bot.tables.events import Clock, Pace
from bot.tables.seat_events import TurnBegun
from bot.tables.table import Phase, Table
from tests.messages.shown_text import ENGLISH, TEXT, plain_text
from tests.messages.table.clock_tables import UNTIL
from tests.messages.table.pictured_layouts import LARGE, PICTURES, open_round
from tests.messages.table.played_tables import PlayedTable, context_for, tables_after_events
from tests.messages.table.positions import after_moves, table_at
from tests.people import parts
from tests.rummy.gauntlet import eager
from tests.rummy.presets import ONE_OF_EACH_GAME, variant

Layout = Callable[[RenderContext], ui.LayoutView]


def name_of(mark: str, table: Table) -> str:
    return str(table.seats.occupants[table.seats.marks.index(mark)]) * 3


def facts_of(picture: Picture, table: Table) -> Iterator[str]:
    """Yield a pattern for each thing that the picture shows, as the text of the same message must say it."""
    say = ENGLISH
    match picture.shows:
        case HandPicture(melds=melds, loose=loose, new=new, barred=barred):
            yield from (f"__{re.escape(say.cards(meld))}__" for meld in melds)
            yield from (rf"(?<![\w=]){re.escape(say.card(card))}" for card in loose)
            if new is not None:
                yield rf"Your turn: you ((drew|took) {re.escape(say.card(new))}(\n| · )|took \d+ cards from the pile)"
            yield from (f"You can't discard [^\n]*{re.escape(say.card(card))}[^\n]* this turn" for card in barred)
        case TablePicture(stock=stock, upcard=upcard, hands=hands, melds=melds):
            yield from () if stock is None else (rf"Stock: {stock}\b",)
            yield "No discards" if upcard is None else rf"Top discard: \*\*{re.escape(say.card(upcard))}\*\*"
            for hand in hands:
                yield rf"Cards: .*\b{name_of(hand.mark, table)} {hand.cards}\b"
                if hand.to_act:
                    yield rf"Your (last )?turn\b|{name_of(hand.mark, table)}'s turn"
            for meld in melds:
                yield rf"`\d+` \*\*{re.escape(say.cards(meld.cards))}\*\* .*\b{name_of(meld.mark, table)}\b"
        case LastHands(hands=last):
            for one in last:
                shown = (
                    re.escape(say.cards(one.cards))
                    if one.cards
                    else "(has (big gin|gin|nothing left)|went out|had 0 points left)"
                )
                how = "went (out|rummy)" if one.went_out else shown
                yield rf"{name_of(one.mark, table)}\*\*.*{how}"
                yield from (rf"melds .*{re.escape(say.cards(meld))}" for meld in one.melds)
        case PointsOverDeals(totals=totals, marks=marks):
            for mark, points in zip(marks, totals, strict=True):
                won = [after - before for before, after in zip((0, *points), points, strict=False)]
                rows = rf"{name_of(mark, table)}\b[^\n]*"
                yield rf"{rows} {with_minus(points[-1])}\n"
                yield "(?s)" + ".*".join(rf" {with_minus(one)}\b" for one in won)


def end_of_match(context: RenderContext) -> ui.LayoutView:
    """Render the end of a match that a deal has decided."""
    match = context.table.match
    assert match is not None
    assert match.deal is not None
    assert match.deal.end is not None
    return page_layout(Page(END, context.table, (match.deal.end,), is_open=False), context)


def text_of(view: ui.LayoutView) -> str:
    return plain_text("\n".join(part["content"] for part in parts(view.to_components()) if part["type"] == TEXT))


def hand_of(person: int) -> Layout:
    return lambda context: hand_layout(context, person)


def layouts_of(table: Table) -> Iterator[tuple[Layout, Layout | None]]:
    """Yield what shows this table in the channel, to players, and behind **Table**; with its **Table** or **Details**."""
    if table.phase == Phase.OVER:
        results = (*map(hand_of, table.seats.people), lambda context: summary_layout(context, 1), end_of_match)
        yield from ((layout, _details) for layout in results)
        yield _details, None
        return
    for person in table.seats.people:
        yield hand_of(person), lambda context, person=person: summary_layout(context, person)
    if table.phase == Phase.DEAL and table.turns:
        yield open_round, lambda context: summary_layout(context, None)
    yield from ((layout, None) for layout in _other_layouts(table))


def _other_layouts(table: Table) -> Iterator[Layout]:
    yield lambda context: summary_layout(context, 1)
    if table.phase == Phase.PAUSE:
        yield lambda context: page_layout(Page("score 1", context.table), context)


def _details(context: RenderContext) -> ui.LayoutView:
    return match_details_layout(context, None)


def check_text(table: Table) -> dict[type, int]:
    """Check each message about the table in each mode, and return how many pictures of each kind were looked at."""
    counts: dict[type, int] = {}
    for layout, behind in layouts_of(table):
        pictures: list[Picture] = []
        for choice in (PICTURES, LARGE, TEXT_ONLY):
            context = in_mode(table, choice)
            view = layout(context)
            shown = [item.picture for item in view.walk_children() if isinstance(item, PictureGallery)]
            assert bool(shown) == bool(choice) or not pictures
            pictures = shown or pictures
            texts = {"beside": text_of(view)}
            if behind is not None and (choice or table.phase == Phase.OVER):
                texts["beside"] += f"\n{text_of(behind(context))}"
            if behind is not None and choice:
                remove_pictures(view)
                texts["refused"] = text_of(view)
            for picture in pictures:
                counts[type(picture.shows)] = counts.get(type(picture.shows), 0) + 1
                for (where, text), fact in product(texts.items(), facts_of(picture, table)):
                    in_hand = re.sub("🃏=[^ \xa0_]+", "🃏", text)  # where a picture shows a joker, text says what it stands for
                    assert re.search(plain_text(fact), f"{text}\n{in_hand}"), f"{choice.size}, {where}: {fact}\n{text}"
    return counts


def is_shown(table: Table) -> bool:
    """Return False between the last discard of a deal and its end, which are stored and shown together."""
    deal = None if table.match is None else table.match.deal
    return deal is None or deal.end is not None or all(deal.hands)


def in_mode(table: Table, choice: PictureChoice) -> RenderContext:
    return replace(context_for(table, ENGLISH), pictures=choice)


@pytest.mark.parametrize("step", [10, pytest.param(4, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("name", ONE_OF_EACH_GAME)
def test_everything_in_a_picture_is_in_the_text_in_every_mode(name: str, step: int) -> None:
    rules = variant(name, match_target="none", match_deals=2)
    played = PlayedTable(rules, random.Random(3)).seat(2).play(eager, moves=800)
    tables = [table for _, table in tables_after_events(played.events) if table.match is not None and table.match.deal]
    assert tables[-1].phase == Phase.OVER
    kinds: set[type] = set()
    for table in (*filter(is_shown, tables[:-1:step]), *(table for table in tables if table.phase != Phase.DEAL)):
        kinds |= check_text(table).keys()
    assert kinds == {HandPicture, TablePicture, LastHands, PointsOverDeals}


def test_the_points_of_many_deals_are_in_the_text_beside_their_chart() -> None:
    played = PlayedTable(variant(match_deals=12, match_target="none"), random.Random(1)).seat(2).play(eager, moves=5000)
    assert check_text(played.table)[PointsOverDeals]


@pytest.mark.parametrize(
    "table",
    [
        after_moves(table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "discards 2C"), "take"),
        table_at("rami", "deal 5H 6H 9S | KS", "stock 4D", "drawn 9S"),
        after_moves(table_at("rami", "deal 5H 6H 9S 2C | KS", "stock 7H 4D", "discards 2D"), "draw stock", "meld 5H 6H 7H"),
        after_moves(table_at("wrotham", "deal 5H JK1 9S 2C | KS", "stock 7H 4D", "discards 2D"), "draw stock"),
    ],
    ids=["a barred card", "no stock and no discards", "a new card that was laid", "a joker"],
)
def test_a_position_with_something_special_is_in_the_text(table: Table) -> None:
    check_text(table)


@pytest.mark.parametrize(("person", "title"), [(1, "### Deal 1: you win"), (2, "### Deal 1: 111 wins")])
def test_the_title_of_an_ended_deal_says_who_wins_it(person: int, title: str) -> None:
    at = table_at("rami", "deal 5H 6H 7H | KS", "stock 9S 8S", "discards 2D")
    table = after_moves(at, "draw stock", "meld 5H 6H 7H", "discard 9S")
    shown = hand_layout(in_mode(table, PICTURES), person).walk_children()
    assert title in [line for item in shown if isinstance(item, ui.TextDisplay) for line in item.content.splitlines()]


def test_a_new_card_that_was_laid_is_named_in_the_title_and_not_in_the_picture() -> None:
    at = table_at("rami", "deal 5H 6H 9S 2C | KS", "stock 7H 4D", "discards 2D")
    table = after_moves(at, "draw stock", "meld 5H 6H 7H")
    view = hand_layout(in_mode(table, PICTURES), 1)
    pictures = [item.picture for item in view.walk_children() if isinstance(item, PictureGallery)]
    (hand,) = (one for one in pictures if isinstance(one.shows, HandPicture))
    assert isinstance(hand.shows, HandPicture)
    assert hand.shows.new is None
    assert "New:" not in hand.alt
    assert text_of(view).startswith("### Your turn: you drew 7♥\n")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_text_of_a_turn_has_four_lines_for_two_players_and_one_more_for_each_other(players: int) -> None:
    played = PlayedTable(variant(match_target="none", match_deals=1), random.Random(3)).seat(players).play(eager)
    most = 0
    for _, table in tables_after_events(played.events):
        person = table.person_to_act()
        if table.match is None or table.match.deal is None or person is None or not is_shown(table):
            continue
        timed = replace_fields(table, clock=Clock(Pace.LIVE))
        timed = after_seat_event(timed, TurnBegun(UNTIL - 90_000, UNTIL, UNTIL + 1_800_000))
        lines = text_of(hand_layout(in_mode(timed, PICTURES), person)).splitlines()
        if table.match.awaits == Awaited.PLAY:
            assert lines.pop().startswith(("Discard one", "Lay cards, or discard"))
        assert lines[0].startswith("### Your turn")
        assert lines[-1].startswith("-# Time limit: ")
        assert "77, table 1" in lines[-1]
        most = max(most, len(lines))
    assert most == 2 + players


def test_a_turn_in_the_channel_doesnt_repeat_its_picture() -> None:
    played = PlayedTable(variant(match_target="none", match_deals=1), random.Random(3)).seat(6).play(eager)
    shown = [table for _, table in tables_after_events(played.events) if table.turns and is_shown(table)]
    for table in (one for one in shown if one.phase == Phase.DEAL):
        _, own = text_of(open_round(in_mode(table, PICTURES))).split("### ")
        whose, *played_moves, points = own.splitlines()
        assert whose.endswith("'s turn")
        assert points.startswith("-# Points: ")
        assert len(played_moves) <= 1


def test_a_message_whose_pictures_are_refused_says_its_title_and_points_once() -> None:
    played = PlayedTable(variant(match_target="none", match_deals=2), random.Random(3)).seat(2).play(eager)
    in_second_deal = (table for _, table in tables_after_events(played.events) if table.deal_number == 2)
    table = next(table for table in in_second_deal if len(table.turns) > 4 and table.person_to_act())
    person = table.person_to_act()
    assert person is not None
    for layout in (open_round, hand_of(person)):
        view = layout(in_mode(table, PICTURES))
        remove_pictures(view)
        text = text_of(view)
        assert text.count("77, table 1") == 1
        assert len(re.findall(r"(?:Points:|table 1 ·) (?:. )?(?:111|222) \d+ · (?:. )?(?:111|222) \d+", text)) == 1
        assert "Top discard: " in text
