"""What everyone reads when somebody leaves, is removed, takes a seat or doesn't come back."""

import pytest
from discord import ui

from bot.messages.table.channel.match_end import match_details_layout
from bot.messages.table.channel.page_message import page_layout
from bot.messages.table.channel.story_pages import Page, Story, advance_story
from bot.messages.table.confirmations import end_layout, forfeit_layout, remove_layout, which_seat_layout
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.table_summary import summary_layout
from bot.players.choice import Level
from bot.tables.events import Pace
from bot.tables.match_requests import AskEnd, Forfeit, Ready, Remove, TakeSeat
from bot.tables.seat_events import TurnPlayedFor
from bot.tables.table import Phase
from tests.messages.shown_text import ENGLISH, assert_fits, readable_text
from tests.messages.table.played_tables import PlayedTable, all_layouts, context_for
from tests.messages.table.seat_tables import abandon, close_by_season, play_deal, play_turn, seat_tables, started
from tests.people import labels, parts

EASY = Level.EASY


def last_page(played: PlayedTable) -> Page:
    story, last = Story(1), None
    for event in played.events:
        story, pages = advance_story(story, event)
        last = pages[-1] if pages else last
    assert last is not None
    return last


def page_view(played: PlayedTable) -> ui.LayoutView:
    page = last_page(played)
    return page_layout(page, context_for(page.table, ENGLISH))


def page_text(played: PlayedTable) -> str:
    return readable_text(page_view(played))


def labels_of(view: ui.LayoutView) -> list[str]:
    return labels({"components": view.to_components()})


def hand_text(played: PlayedTable, person: int) -> str:
    return readable_text(hand_layout(context_for(played.table, ENGLISH), person))


def test_everyone_reads_that_a_computer_plays_on_with_the_cards_of_a_person_who_left() -> None:
    played = started(3, EASY)
    played.ask(3, Forfeit())
    line = "**333** left. 2222 takes over."
    assert line in page_text(played)
    assert all(line in hand_text(played, person) for person in (1, 2))
    assert hand_text(played, 3).splitlines()[:-1] == [
        "You left this match.",
        "2222 plays on with your cards.",
        "Come back between deals: `/table seat`.",
    ]


def test_a_hand_names_who_left_only_until_its_player_has_had_their_turn() -> None:
    played = started(3, EASY)
    played.ask(3, Forfeit())
    while "left" in hand_text(played, 1):
        assert played.table.deal_number == 1
        play_turn(played)
    assert any(turn.seat == played.table.seats.seat_of(1) and turn.events for turn in played.table.turns)


def test_the_vote_says_how_many_must_agree_and_has_a_button() -> None:
    played = started(4, EASY)
    assert "End the match" not in labels_of(page_view(played))
    played.ask(4, Forfeit())
    assert "2 of 3 players must press **End the match**. The vote ends <t:86400:f>." in page_text(played)
    assert "End the match" in labels_of(page_view(played))
    assert "End the match" in labels_of(hand_layout(context_for(played.table, ENGLISH), 1))
    played.ask(1, AskEnd())
    assert "111 wants to end the match. 1 more player must press **End the match**." in page_text(played)
    assert "1 more player must press **End the match**." in hand_text(played, 2)


def test_a_person_who_is_left_alone_reads_of_no_vote() -> None:
    played = started(2, EASY)
    played.ask(2, Forfeit())
    assert "must agree" not in page_text(played) + hand_text(played, 1)
    assert "End this match?" in readable_text(end_layout(context_for(played.table, ENGLISH), 1))


def test_without_a_vote_everyone_must_agree() -> None:
    played = started(3)
    played.ask(1, AskEnd())
    assert "111 wants to end the match. 2 more players must agree:" in page_text(played)


def test_leaving_is_confirmed_with_what_it_means_in_this_match() -> None:
    def confirmation(played: PlayedTable) -> str:
        return readable_text(forfeit_layout(context_for(played.table, ENGLISH)))

    assert "You'll come last, and the others play on. You can't come back." in confirmation(started(3))
    two = started(2)
    assert "Not everyone has had a turn, so nobody wins. You'll come last, and you can't come back." in confirmation(two)
    play_turn(two)
    assert "nobody wins" in confirmation(two)
    play_turn(two)
    assert "Your opponent wins, and you can't come back." in confirmation(two)
    with_three, with_two, alone = started(3, EASY), started(2, EASY), started(1, EASY)
    assert "The others can vote to end it." in confirmation(with_three)
    assert "A computer plays on" in confirmation(with_two)
    assert "vote" not in confirmation(with_two)
    assert "That ends it, and nobody wins." in confirmation(alone)


def test_a_person_who_comes_back_finds_the_seat_that_was_theirs() -> None:
    played = started(3, EASY)
    played.ask(3, Forfeit())
    for person in (1, 2):
        play_deal(played).ask(person, Ready())
    play_deal(played)
    seat = played.table.seats.occupants.index(-2)
    first, *others = [*parts(which_seat_layout(context_for(played.table, ENGLISH), 3).to_components())][-2:]
    assert (first["custom_id"], first["label"].split(",")[0]) == (f"t:1:{seat}:take_seat", "Your seat: 2222")
    assert not any("Your seat" in one["label"] for one in others)
    assert "Your seat" not in readable_text(which_seat_layout(context_for(played.table, ENGLISH), 6))


@pytest.mark.parametrize("computers", [(), (EASY,)])
def test_everyone_reads_which_manager_has_removed_a_person(computers: tuple[Level, ...]) -> None:
    played = started(3, *computers)
    played.ask(6, Remove(3))
    plays_on = ". 2222 takes over." if computers else " from the match."
    assert f"666 removed **333**{plays_on}" in page_text(played)
    assert "You were removed from this match." in hand_text(played, 3)


def test_a_manager_is_offered_to_remove_anyone_once_somebody_misses_a_turn() -> None:
    played = started(3)
    assert "Remove a player …" not in labels_of(summary_layout(context_for(played.table, ENGLISH), 9, may_remove=True))
    played.record(TurnPlayedFor(2))
    context = context_for(played.table, ENGLISH)
    assert "Remove a player …" in labels_of(summary_layout(context, 9, may_remove=True))
    assert "Remove a player …" not in labels_of(summary_layout(context, 1))


def test_onlookers_are_offered_a_computers_seat_between_two_deals() -> None:
    played = started(2, EASY, EASY)
    button = "Take a computer's seat"
    onlooker = summary_layout(context_for(played.table, ENGLISH), 5)
    assert button not in labels_of(onlooker)
    assert "After this deal, you can take the seat of a computer." in readable_text(onlooker)
    play_deal(played)
    assert played.table.phase == Phase.PAUSE
    context = context_for(played.table, ENGLISH)
    assert button in labels_of(page_view(played))
    assert button in labels_of(summary_layout(context, 5))
    assert button not in labels_of(summary_layout(context, 1))
    assert len(labels_of(which_seat_layout(context, 5))) == 2
    seat = played.table.seats.of_computers()[0]
    score = page_text(played)
    played.ask(5, TakeSeat(seat))
    assert "**555** takes the seat of 2222." in page_text(played)
    assert score.splitlines()[2:4] == page_text(played).splitlines()[2:4], "the deal was the computer's"
    for person in (1, 2, 5):
        played.ask(person, Ready())
    assert "takes the seat" not in page_text(played)


def test_a_match_without_computers_offers_no_seat() -> None:
    played = play_deal(started(2))
    assert "Take a computer's seat" not in labels_of(page_view(played))


def test_the_end_of_an_abandoned_match_shows_whose_turn_it_was_and_all_hands_behind_details() -> None:
    played = started(3, pace=Pace.QUICK)
    person = played.table.person_to_act()
    match = played.table.match
    assert match is not None
    assert match.deal is not None
    abandon(played)
    for text in (page_text(played), hand_text(played, 1)):
        assert "Nobody moved for 30 minutes." in text
        assert f"It was {str(person) * 3}'s turn: last place, as if they had left." in text
        assert "Details" in text
    details = readable_text(match_details_layout(context_for(played.table, ENGLISH), None))
    for hand in match.deal.hands:
        assert all(ENGLISH.card(card) in details for card in hand)


def test_removal_is_confirmed_with_what_leaving_means() -> None:
    def confirmation(played: PlayedTable) -> str:
        return readable_text(remove_layout(context_for(played.table, ENGLISH), 2))

    assert "They come last, and the others play on." in confirmation(started(3))
    two = started(2)
    assert "Not everyone has had a turn, so nobody wins. They come last." in confirmation(two)
    play_turn(two)
    play_turn(two)
    assert "Their opponent wins." in confirmation(two)


def test_a_match_that_ends_too_early_has_no_winner() -> None:
    played = started(2)
    played.ask(2, Forfeit())
    assert "## 222 left. Nobody wins." in page_text(played)
    assert "## You left. Nobody wins." in hand_text(played, 2)
    closed = page_text(abandon(started(3, pace=Pace.QUICK)))
    assert "## Table closed. Nobody wins." in closed
    played = started(2)
    play_turn(played)
    play_turn(played)
    played.ask(2, Forfeit())
    assert "## 222 left. 111 wins." in page_text(played)


def test_an_abandoned_match_with_computers_has_no_winner() -> None:
    text = page_text(abandon(started(2, EASY, pace=Pace.SLOW)))
    assert "## Table closed. No result." in text
    assert "Nobody moved for 7 days" in text


def test_a_match_that_a_season_has_closed_names_the_slowest() -> None:
    played = started(2)
    slowest = played.table.person_to_act()
    text = page_text(close_by_season(played))
    assert f"The season waited 7 days. {slowest}{slowest}{slowest} took the most time: last place" in text
    assert "Nobody moved" not in text


def test_a_deal_that_was_over_shows_no_hands_a_second_time() -> None:
    played = abandon(play_deal(started(2, EASY)))
    assert "**111**: " not in page_text(played)


@pytest.mark.thorough
def test_every_message_about_changed_seats_stays_within_discords_limits() -> None:
    for played in seat_tables():
        for view in all_layouts(played.events, ENGLISH):
            assert_fits(view)
