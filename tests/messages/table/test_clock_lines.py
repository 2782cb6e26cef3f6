"""What people read of the clock: the time left, a time bank, a pause, and turns that were played for them."""

import pytest
from msgspec.structs import replace

from bot.messages.table.channel.page_message import mention_layout, page_layout
from bot.messages.table.channel.story_pages import is_unseen
from bot.messages.table.channel.turn_lines import turn_lines
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.table_summary import summary_layout
from bot.rummy.events import CardDiscarded
from bot.rummy.view import DrawnFaceDown
from bot.tables.events import Pace
from bot.tables.seat_events import BankUsed, ClockShifted, PersonReminded, SeasonOver, TablePaused, TurnBegun, TurnPlayedFor
from bot.tables.table import PlayedTurn, Table
from bot.tables.time_requests import closes_at, reminder_at, time_is_up_at
from tests.messages.shown_text import ENGLISH, MOST_CHARACTERS, plain_text, readable_text, text_length
from tests.messages.table.clock_tables import UNTIL, clock_layouts, open_round, timed_table
from tests.messages.table.played_tables import context_for

AT, UP_AT = (f"<t:{UNTIL // 1000 + bank}:R>" for bank in (0, 120))


def person_to_act(table: Table) -> int:
    person = table.person_to_act()
    assert person is not None
    return person


def texts(table: Table) -> tuple[str, str, str]:
    """Return the round's message, the hand of the player to act, and **Table** as an onlooker sees it."""
    context = context_for(table, ENGLISH)
    hand = hand_layout(context, person_to_act(table))
    return tuple(map(readable_text, (page_layout(open_round(table), context), hand, summary_layout(context, None))))  # type: ignore[return-value]


@pytest.mark.parametrize(("pace", "style"), [(Pace.LIVE, "T"), (Pace.SLOW, "f")])
def test_the_round_the_hand_and_the_table_say_until_when_the_turn_may_last(pace: Pace, style: str) -> None:
    """Nobody edits **Table** when the turn is over, so it says no time as "4 minutes ago"."""
    table = timed_table(pace=pace)
    up_at = f"<t:{(time_is_up_at(table) or 0) // 1000}"
    for text, own_style in zip(texts(table), ("R", "R", style), strict=True):
        assert f"Time limit: {up_at}:{own_style}>" in text
        assert text.count("<t:") == 1, "one time, which is true until it has passed"


def test_the_round_the_hand_and_the_table_say_that_a_season_waits_for_the_match_and_until_when() -> None:
    until = UNTIL + 1_000_000
    for text in texts(timed_table(SeasonOver(UNTIL, until))):
        line = f"Season over: at most 24 hours a turn. The match ends <t:{until // 1000}:f>, and the slowest player comes last."
        assert text.count(line) == 1
    assert not is_unseen(SeasonOver(UNTIL, until))


def test_no_message_of_a_turn_names_only_a_time_that_has_passed_while_the_time_bank_runs_and_nobody_is_reminded() -> None:
    quick = timed_table(pace=Pace.QUICK)
    up_at = time_is_up_at(quick)
    assert up_at == UNTIL + 60_000
    assert reminder_at(quick) is None, "so no message is edited when the time bank begins"
    for text in texts(quick):
        assert f"<t:{up_at // 1000}:" in text


def test_a_hand_that_waits_for_its_turn_shows_no_time() -> None:
    table = timed_table()
    waiting = next(person for person in table.seats.people if person != person_to_act(table))
    assert "<t:" not in readable_text(hand_layout(context_for(table, ENGLISH), waiting))


def test_the_time_limit_includes_what_is_left_of_the_bank() -> None:
    person = person_to_act(timed_table())
    assert f"Time limit: <t:{(UNTIL + 65_999) // 1000}:R>" in texts(timed_table(BankUsed(person, 65_999)))[0]
    for text in texts(timed_table(BankUsed(person, 0))):
        assert f"Time limit: <t:{UNTIL // 1000}:" in text


def test_a_table_without_a_clock_shows_no_time() -> None:
    for text in texts(timed_table(TurnBegun(UNTIL, None, UNTIL), pace=Pace.NONE)):
        assert "<t:" not in text


def test_a_reminder_says_that_the_bank_is_running_and_until_when() -> None:
    person = person_to_act(timed_table())
    table = timed_table(PersonReminded(person))
    mention = readable_text(mention_layout(context_for(table, ENGLISH), (person,), is_new=False))
    for text in (texts(table)[1], mention):
        assert f"Using extra time. Time limit: {UP_AT}" in text
    assert "it's still your turn" in mention
    slow = timed_table(PersonReminded(person), pace=Pace.SLOW)
    assert f"Time limit: {AT}" in readable_text(mention_layout(context_for(slow, ENGLISH), (person,), is_new=False))


def test_a_turn_that_was_played_by_the_clock_says_so_in_its_line() -> None:
    table = timed_table()
    context, events = context_for(table, ENGLISH), (DrawnFaceDown(0), CardDiscarded(0, "7H"))
    name = context.names.seat(0)
    by_clock, while_away = PlayedTurn(1, 0, events, True), PlayedTurn(1, 0, events, True, True)
    assert [plain_text(line) for line in turn_lines(by_clock, context)] == [f"**{name}** · time's up · drew · discarded **7♥**"]
    assert [plain_text(line) for line in turn_lines(while_away, context)] == [f"**{name}** · away · drew · discarded **7♥**"]


def test_the_turns_of_the_state_know_why_they_were_played() -> None:
    person = person_to_act(timed_table())
    marks = []
    for missed in range(1, 4):
        (turn,) = timed_table(*[TurnPlayedFor(person)] * missed).turns
        marks.append((turn.is_played_for, turn.was_away))
    assert marks == [(True, False), (True, False), (True, True)], "the second one was timed, too"


def test_everyone_sees_who_is_away_and_what_is_played_for_them() -> None:
    person = person_to_act(timed_table())
    away = [TurnPlayedFor(person)] * 2
    counting, other = timed_table(*away), timed_table(*away, may_count=False)
    name = context_for(counting, ENGLISH).names.person(person)
    for table, how in ((counting, "Ramino draws and discards for them."), (other, "A computer is filling in.")):
        page, _, summary = texts(table)
        for text in (page, summary):
            assert f"{name} is away. {how}" in text
            assert AT not in text, "nobody waits for them"


def test_the_hand_says_what_was_played_when_time_was_up_until_the_next_turn_is_over() -> None:
    table = timed_table()
    for person in table.seats.people:
        seat = table.seats.seat_of(person)
        assert seat is not None
        own, other = PlayedTurn(1, seat, (DrawnFaceDown(seat), CardDiscarded(seat, "7H")), True), PlayedTurn(2, 1 - seat, ())
        begun = [PlayedTurn(3, seat, ())] if person == table.person_to_act() else []
        context = context_for(replace(table, turns=(own, other, *begun)), ENGLISH)
        played = f"**{context.names.person(person)}** · time's up · drew · discarded **7♥**"
        assert played in plain_text(readable_text(hand_layout(context, person)))
        earlier = replace(table, turns=(own, other, replace(own, number=3, is_played_for=False), replace(other, number=4)))
        assert "time's up" not in readable_text(hand_layout(context_for(earlier, ENGLISH), person))


def test_the_hand_says_whether_missed_turns_are_played_without_waiting_or_when_their_time_is_up() -> None:
    first, *others = timed_table().seats.people
    played, nobody_else_plays = [TurnPlayedFor(first)], [TurnPlayedFor(one) for one in others for _ in range(2)]

    def shown(*events: TurnPlayedFor) -> str:
        return readable_text(hand_layout(context_for(timed_table(*events), ENGLISH), first))

    assert "Ramino played your turn. Miss another, and Ramino plays until you're back." in shown(*played)
    assert "You're away. Ramino plays your turns. Press any button to return." in shown(*played * 2)
    assert "You're away. Ramino plays your turns when time runs out." in shown(*played * 2, *nobody_else_plays)


def test_the_hand_of_a_person_who_is_away_has_a_button_with_which_they_are_back() -> None:
    table = timed_table()
    waiting = next(person for person in table.seats.people if person != person_to_act(table))
    away = timed_table(*[TurnPlayedFor(waiting)] * 2)
    assert "I'm back" in readable_text(hand_layout(context_for(away, ENGLISH), waiting))
    assert "I'm back" not in readable_text(hand_layout(context_for(table, ENGLISH), waiting))
    once = timed_table(TurnPlayedFor(waiting))
    assert "Time ran out" in readable_text(hand_layout(context_for(once, ENGLISH), waiting))


def test_a_paused_table_says_for_whom_and_when_it_closes() -> None:
    person = person_to_act(timed_table())
    table = timed_table(TablePaused(person), may_count=False)
    page, hand, summary = texts(table)
    name = context_for(table, ENGLISH).names.person(person)
    assert f"The table is waiting for {name}." in page
    assert f"The table is waiting for {name}." in summary
    assert "The table is waiting for you: press any button." in hand
    at = closes_at(table)
    assert at is not None
    for text in (page, summary, hand):
        assert f"It closes <t:{at // 1000}:f> if nobody moves." in text
    assert "Time limit" not in page + hand + summary


@pytest.mark.parametrize("pace", Pace)
def test_one_press_reminds_the_player_where_no_clock_soon_plays_for_them(pace: Pace) -> None:
    table, is_slow = timed_table(pace=pace), pace in (Pace.SLOW, Pace.NONE)
    context, person = context_for(table, ENGLISH), person_to_act(table)
    waiting = next(one for one in table.seats.people if one != person)
    assert ("Nudge" in readable_text(page_layout(open_round(table), context))) == is_slow
    for one, is_offered in ((waiting, is_slow), (person, False)):
        assert ("Nudge" in readable_text(hand_layout(context, one))) == is_offered
    paused = timed_table(TablePaused(person), may_count=False)
    assert "Nudge" in readable_text(page_layout(open_round(paused), context_for(paused, ENGLISH)))


def test_a_small_shift_of_the_clock_edits_nothing_and_a_large_one_does() -> None:
    assert is_unseen(ClockShifted(UNTIL, 5000))
    assert not is_unseen(ClockShifted(UNTIL, 60_000))
    assert not is_unseen(ClockShifted(UNTIL, -60_000))


def test_all_messages_about_the_clock_are_within_discords_limit() -> None:
    assert max(text_length(view) for view in clock_layouts(ENGLISH)) <= MOST_CHARACTERS
