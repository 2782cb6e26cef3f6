"""The lobby says what it waits for and who wins, shows its computers and its clock, and when the match can't count."""

import random
from dataclasses import replace as with_
from typing import Any

import pytest
from discord import app_commands
from discord.ui import LayoutView

from bot.messages.league.eligibility_text import eligibility_lines
from bot.messages.names import names_at
from bot.messages.rules.house_rule_labels import changed_rule_labels
from bot.messages.table.clock import chosen_clock, pace_label
from bot.messages.table.lobby import house_rules_layout, lobby_layout, more_layout
from bot.messages.table.refusals import refusal_sentence
from bot.messages.table.render_context import WhereItCounts
from bot.messages.text import capitalized
from bot.players.choice import Level
from bot.rummy.variant import Length
from bot.tables.events import NO_CLOCK, Clock, Invitation, Pace, Reservation
from bot.tables.lobby_requests import Agree, Join, NotAgreed, Request, StandUp, Start, StartWithout
from bot.tables.rule_requests import AddComputer, ChangeClock, ChangeLength, ChangeRule, RemoveComputer
from bot.tables.time_requests import TimeIsUp
from bot.wording.sentence import Refused
from cogs.option_types import PACE_CHOICES
from tests.messages.shown_text import ENGLISH, readable_text, visible_texts
from tests.messages.table.played_tables import PEOPLE, PlayedTable, context_for
from tests.people import parts
from tests.rummy.presets import variant

WAITS = Clock(Pace.LIVE, pauses=True)
ACTION_ROW, BUTTON = 1, 2


def table_of(game: str = "rami", **about: object) -> PlayedTable:
    return PlayedTable(variant(game), random.Random(0), **about)  # type: ignore[arg-type]


def lobby_text(played: PlayedTable) -> str:
    names = names_at(played.table, PEOPLE, ENGLISH)
    shown = readable_text(lobby_layout(with_(context_for(played.table, ENGLISH), names=names)))
    return shown.replace("\\", "")


def buttons(played: PlayedTable, reader: int | None = None) -> dict[str, bool]:
    """Return whether each button of the lobby can be pressed, by its label."""
    view = lobby_layout(context_for(played.table, ENGLISH), reader=reader)
    return {part["label"]: not part.get("disabled") for part in parts(view.to_components()) if part["type"] == BUTTON}


def options(played: PlayedTable, select: str, reader: int | None = None) -> dict[str, str]:
    """Return the label of each option of this select by its value."""
    view = lobby_layout(context_for(played.table, ENGLISH), reader=reader)
    shown = next((part for part in parts(view.to_components()) if part.get("custom_id") == select), {})
    return {option["value"]: option["label"] for option in shown.get("options", ())}


def computer_options(played: PlayedTable, reader: int | None = None) -> list[str]:
    """Return the values of the select that adds and removes computers."""
    return [*options(played, "q:1", reader)]


def clocks(played: PlayedTable, *, chosen: bool = False) -> list[str]:
    """Return the clocks of the lobby's select, or only the chosen one."""
    shown = parts(lobby_layout(context_for(played.table, ENGLISH)).to_components())
    (select,) = (part for part in shown if part.get("custom_id") == "c:1:clock")
    return [option["label"].replace("\u00a0", " ") for option in select["options"] if option.get("default") or not chosen]


def more_buttons(played: PlayedTable, *, is_host: bool, may_close: bool) -> list[str]:
    view = more_layout(context_for(played.table, ENGLISH), is_host=is_host, may_close=may_close)
    return [part["label"] for part in parts(view.to_components()) if part["type"] == BUTTON]


def test_a_lobby_waits_for_its_host_by_name_and_tells_the_host_themselves_to_press_start() -> None:
    context = context_for(table_of().seat(2).table, ENGLISH)
    shown = {reader: readable_text(lobby_layout(context, reader=reader)) for reader in (None, 1, 2)}
    assert ["Waiting for 111 to press **Start**." in text for text in shown.values()] == [True, False, False], (
        "a guest's own goes stale"
    )
    assert "Press **Start** to begin." in shown[1]


def test_the_lengths_are_shorter_with_a_computer_than_with_another_person() -> None:
    played = table_of("rami")
    assert [*options(played, "q:1:length").values()][::2] == ["One deal, 6 min", "Full match, 65 min"]
    played.ask(1, AddComputer(Level.EASY))
    assert [*options(played, "q:1:length").values()][::2] == ["One deal, 4 min", "Full match, 35 min"]


def test_computers_are_listed_after_the_people_and_count_as_players() -> None:
    played = table_of()
    assert not buttons(played)["Start"]
    played.ask(1, AddComputer(Level.EASY))
    played.ask(2, Join())
    played.ask(1, AddComputer(Level.NORMAL))
    text = lobby_text(played)
    assert "1. 111 (host)\n2. 222\n3. Rosa ⚙ (easy)\n4. Otto ⚙ (normal)" in text
    assert f"{played.table.variant.players[1] - 4} seats free" in text
    assert buttons(played)["Start"]


def test_one_person_and_a_computer_can_start() -> None:
    played = table_of()
    played.ask(1, AddComputer(Level.EASY))
    assert buttons(played)["Start"]
    assert "Waiting for 111 to press **Start**." in lobby_text(played)
    played.ask(1, RemoveComputer())
    assert not buttons(played)["Start"]


def test_a_full_table_of_people_offers_no_computer() -> None:
    assert computer_options(table_of("wrotham").seat(2)) == ["2:remove"]


def test_a_full_table_takes_no_computer_and_nobody_else() -> None:
    played = table_of("wrotham")
    played.ask(1, AddComputer(Level.EASY))
    assert not buttons(played)["Join"]
    assert computer_options(played) == ["1:remove_computer"]
    assert "No seats free" in lobby_text(played)


def test_only_the_host_gets_buttons_for_computers_and_the_clock_in_a_message_of_their_own() -> None:
    played = table_of().seat(2)
    assert computer_options(played, reader=1) == ["add_easy", "add_normal", "2:remove"]
    assert not computer_options(played, reader=2)
    host = ["House rules", "Own thread", "Show each draw", "Cancel the table"]
    assert more_buttons(played, is_host=True, may_close=True) == host
    assert more_buttons(played, is_host=False, may_close=False) == ["Rules"]
    assert more_buttons(played, is_host=False, may_close=True) == ["Rules", "Cancel the table"]


@pytest.mark.parametrize("pace", Pace)
def test_the_lobby_says_in_plain_words_how_long_a_turn_may_take(pace: Pace) -> None:
    played = table_of()
    if Clock(pace) != played.table.clock:
        played.ask(1, ChangeClock(Clock(pace)))
    expected = {
        Pace.LIVE: "60 s a turn + 2 min extra time a match",
        Pace.QUICK: "30 s a turn + 1 min extra time a match",
        Pace.SLOW: "24 hours a turn",
        Pace.NONE: "no time limit",
    }
    assert clocks(played, chosen=True) == [capitalized(expected[pace])]
    assert "Clock" not in lobby_text(played), "the select says it"
    assert f"**Clock** · {expected[pace]}" in readable_text(lobby_layout(context_for(played.table, ENGLISH), reader=2))


def test_the_commands_offer_each_pace_with_its_times() -> None:
    offered = {choice.value: choice for choice in PACE_CHOICES}
    assert list(offered) == [pace.value for pace in Pace]
    for pace in Pace:
        assert offered[pace.value] == app_commands.Choice(name=f"{pace}: {pace_label(pace, ENGLISH)}", value=pace.value)


def test_a_changed_clock_needs_agreement_and_the_lobby_says_what_has_changed() -> None:
    played = table_of().seat(2)
    played.ask(1, ChangeClock(Clock(Pace.SLOW)))
    text = lobby_text(played)
    assert "**Clock changed** · 24 hours a turn" in text
    assert "Waiting for 222 to press **Agree**." in text
    assert "House rules changed" not in text
    assert not buttons(played)["Start"]
    refused = refusal_sentence(NotAgreed((2,)), ENGLISH, context_for(played.table, ENGLISH).names)
    assert refused == "Waiting for 222 to press **Agree**. `/table show` shows the changes."
    played.ask(1, ChangeRule("ace", "high"))
    assert "**House rules changed** · ace high: Q-K-A\n**Clock changed** · 24 hours a turn" in lobby_text(played)
    played.ask(2, Agree())
    assert "changed" not in lobby_text(played)


def test_a_changed_length_is_called_so() -> None:
    played = table_of().seat(2)
    played.ask(1, ChangeLength(Length.ONE))
    text = lobby_text(played).replace("\u00a0", " ")
    assert "**Length changed** · 1 deal · highest wins" in text
    assert "House rules changed" not in text


def test_the_lobby_says_that_the_match_no_longer_counts_until_everyone_has_agreed_to_that() -> None:
    played = table_of().seat(2)
    played.ask(1, AddComputer(Level.EASY))
    text = lobby_text(played)
    assert "This match is casual now: unrated.\nWaiting for 222 to press **Agree**." in text
    assert "changed" not in text
    assert "Agree" in buttons(played)
    played.ask(2, Agree())
    assert "casual now" not in lobby_text(played)
    played.ask(1, RemoveComputer())
    assert "This match can count for leagues and ratings again.\nWaiting for 222 to press **Agree**." in lobby_text(played)


def test_a_clock_that_is_changed_back_needs_no_agreement() -> None:
    played = table_of().seat(2)
    played.ask(1, ChangeClock(Clock(Pace.SLOW)))
    played.ask(1, ChangeClock(NO_CLOCK))
    assert "Agree" not in buttons(played)


def test_the_lobby_says_before_the_start_why_the_match_can_not_count() -> None:
    played = table_of()
    assert "Casual:" not in lobby_text(played)
    played.ask(1, AddComputer(Level.EASY))
    assert "Casual match (computers): unrated" in lobby_text(played)
    played.ask(1, ChangeClock(WAITS))
    assert "Casual match (computers, clock with pauses): unrated" in lobby_text(played)
    played.ask(1, RemoveComputer())
    assert "Casual match (clock with pauses): unrated" in lobby_text(played)


def test_the_lobby_of_a_casual_match_does_not_say_that_it_counts() -> None:
    played = table_of().seat(2)
    counts = WhereItCounts(lambda say, names: [*eligibility_lines((), say, names), "Counts for: 5"])
    context = with_(context_for(played.table, ENGLISH), counts=counts)
    assert "Counts for" in readable_text(lobby_layout(context))
    played.ask(1, AddComputer(Level.EASY))
    assert "Counts for" not in readable_text(lobby_layout(with_(context, table=played.table)))


def test_a_rematch_names_the_people_whose_seats_are_kept_and_says_if_its_settings_are_new() -> None:
    played = table_of(again=Invitation(5, (1, 2, 3), dealer=2, until=600_000))
    text = lobby_text(played)
    assert "1. 111 (host)\n2. <@102> (seat kept)\n3. <@103> (seat kept)" in text
    assert "Rematch of table 5: same rules, same seats, next dealer." in text
    assert "**Join** or **Not this time**? Seats are kept until <t:600:t>." in text
    assert "Leave" not in buttons(played), "**Not this time** does the same for those who sit there"
    played.ask(2, Join())
    assert "2. 222\n3. <@103> (seat kept)" in lobby_text(played)
    played.ask(1, ChangeClock(Clock(Pace.SLOW)))
    assert "Rematch of table 5: same seats, next dealer, new settings." in lobby_text(played)
    played.ask(3, StandUp())
    assert "seat kept" not in lobby_text(played)
    assert "Leave" in buttons(played)


@pytest.mark.parametrize("kept", [False, True])
def test_the_fullest_lobby_has_at_most_nine_controls(kept: bool) -> None:
    played = table_of(again=Invitation(5, (1, 2, 3), dealer=2, until=600_000) if kept else None)
    played.ask(2, Join())
    played.ask(1, ChangeRule("ace", "high"))
    played.ask(1, ChangeClock(WAITS))
    if not kept:
        played.ask(1, AddComputer(Level.NORMAL))
    shown = list(parts(lobby_layout(context_for(played.table, ENGLISH)).to_components()))
    controls = [part["custom_id"] for part in shown if "custom_id" in part]
    assert len(set(controls)) == len(controls) <= 9, controls
    assert ":agree" in str(controls)
    assert sum(part["type"] == ACTION_ROW for part in shown) <= 6


def test_the_lobby_says_how_many_house_rules_there_are_and_names_at_most_three_that_somebody_must_agree_to() -> None:
    played = table_of().seat(2)
    for rule, answer in (("ace", "high"), ("jokers", "2"), ("packs", "2"), ("melds_per_turn", "unlimited"), ("hand_size", "9")):
        played.ask(1, ChangeRule(rule, answer))
    count = len([*changed_rule_labels(played.table.variant, played.table.preset, ENGLISH, head=True)])
    (line,) = (line for line in lobby_text(played).splitlines() if "ace high" in line.casefold() or "· 2 packs" in line)
    assert line.startswith("**House rules changed** · ")
    assert line.endswith(f" · {count - 3} more")
    played.ask(2, Agree())
    assert "packs" not in lobby_text(played)
    assert f"{count} house rules" in buttons(played)
    shown = readable_text(house_rules_layout(context_for(played.table, ENGLISH), is_host=False))
    assert shown.count("\n- ") == count
    assert "\n- 2 packs" in shown
    played.ask(1, Start())
    started = lobby_layout(context_for(played.table, ENGLISH), (1, 2)).to_components()
    assert f"{count} house rules" in [part.get("label") for part in parts(started)]


def test_the_clock_stands_in_the_lobby_and_is_read_as_it_was_written() -> None:
    played = table_of()
    played.ask(1, ChangeClock(WAITS))
    assert len(clocks(played)) == 7
    assert clocks(played, chosen=True) == ["60 s a turn + 2 min extra time a match · pauses when time is up"]
    assert [chosen_clock(value) for value in ("live:pauses", "slow", "none")] == [WAITS, Clock(Pace.SLOW), NO_CLOCK]


def test_without_a_time_limit_no_table_waits_for_the_time_to_be_up() -> None:
    assert chosen_clock("none:pauses") == NO_CLOCK


def tournament_table(*people: int, deals: str = "", has_days: bool = False) -> PlayedTable:
    reserved = Reservation(0, people, tournament=5, round=1, deals=deals, has_days=has_days)
    return table_of(reserved=reserved, thread=bool(deals))


def test_the_lobby_of_a_tournament_offers_neither_start_nor_a_clock_and_an_old_one_of_a_schedule_has_start() -> None:
    played, of_schedule = tournament_table(1, 2, 3), table_of(reserved=Reservation(1, (1, 2)))
    assert not computer_options(played)
    assert [*buttons(played)] == ["Join", "Leave", "More"]
    assert [*buttons(played, reader=1)] == ["Leave", "More", "To the table"]
    assert more_buttons(played, is_host=True, may_close=False) == ["Rules", "Own thread", "Show each draw"]
    assert not buttons(of_schedule)["Start"]
    assert buttons(of_schedule.seat(2))["Start"]
    assert ":clock" not in str(lobby_layout(context_for(of_schedule.table, ENGLISH)).to_components())


@pytest.mark.parametrize(
    ("about", "end", "said"),
    [
        ({}, StartWithout(), "222 didn't come. 111 won this match."),
        ({}, TimeIsUp(0, 0), "222 didn't come."),
        ({"has_days": True}, StartWithout(), "222 didn't come."),
        ({"deals": "5c" * 32}, StartWithout(only_close=True), "222 didn't come."),
    ],
    ids=["evening", "time", "days", "duplicate"],
)
def test_the_closed_lobby_of_a_tournament_says_who_did_not_come(about: dict[str, Any], end: Request, said: str) -> None:
    played = tournament_table(1, 2, **about)
    played.ask(None, end)
    assert lobby_text(played).endswith(f"The table was closed**: {said}")


def test_a_table_whose_deals_others_play_offers_no_other_place_than_its_private_thread() -> None:
    played = tournament_table(1, 2, deals="5c" * 32)
    assert more_buttons(played, is_host=True, may_close=False) == ["Rules", "Show each draw"]


@pytest.mark.parametrize("tournament", [0, 5])
def test_the_seat_of_a_person_who_leaves_a_reserved_lobby_stays_kept(tournament: int) -> None:
    played = table_of("rami", reserved=Reservation(1, (1, 2, 3, 4), tournament=tournament)).seat(3)
    (length,) = (part for part in lobby_text(played).split(" · ") if part.startswith("about"))
    played.ask(2, StandUp())
    text = lobby_text(played)
    assert "1. 111 (host)\n2. 333\n3. <@102> (seat kept)\n4. <@104> (seat kept)" in text
    assert "Waiting for 2 players." in text
    assert length in text


@pytest.mark.parametrize("value", ["hourly", "live:waits", ":pauses", ""])
def test_a_forged_clock_is_refused(value: str) -> None:
    with pytest.raises(Refused):
        chosen_clock(value)


PHONE = 40  # characters that surely fit on one line of a phone


def lobby_of(**rules: Any) -> LayoutView:
    return lobby_layout(context_for(PlayedTable(variant(**rules), random.Random(0)).seat(3).table, ENGLISH))


@pytest.mark.parametrize(
    "rules",
    [
        {"match_target": 1000, "match_deals": 50},
        {"match_target": 1000, "match_deals": 50, "scoring": "penalty"},
        {"match_target": "none", "match_deals": 50, "scoring": "penalty"},
    ],
)
def test_the_goal_breaks_at_a_dot_on_a_phone(rules: dict[str, Any]) -> None:
    head = next(visible_texts(lobby_of(**rules))).splitlines()[2]
    assert max(map(len, head.split(" "))) < PHONE, "each piece that stays together"
    assert "·" in head


@pytest.mark.parametrize(
    ("scoring", "said"),
    [("winner_collects", "highest wins"), ("penalty", "lowest wins"), ("payment", "highest balance wins")],
)
def test_a_match_over_a_number_of_deals_says_who_wins(scoring: str, said: str) -> None:
    assert f"6 deals · {said}" in readable_text(lobby_of(match_target="none", match_deals=6, scoring=scoring))
