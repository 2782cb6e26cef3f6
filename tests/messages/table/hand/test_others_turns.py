"""On their turn, a player reads what the others did since their own last turn, below their own cards."""

import re

from bot.messages.table.hand.hand_message import hand_layout
from bot.rummy.events import CardDiscarded
from tests.messages.shown_text import ENGLISH, readable_text
from tests.messages.table.played_tables import context_for, played_match, tables_after_events
from tests.rummy.presets import variant


def test_below_the_cards_is_a_line_for_each_turn_since_the_players_last() -> None:
    played, checked = played_match(variant(match_target="none", match_deals=1), 4), 0
    for event, table in tables_after_events(played.events):
        person = table.person_to_act()
        if not isinstance(event, CardDiscarded) or person is None:
            continue
        _, _, rest = readable_text(hand_layout(context_for(table, ENGLISH), person)).partition("### Your turn")
        assert rest
        seats = [turn.seat for turn in table.turns[:-1]][-3:]
        names = [str(table.seats.occupants[seat]) * 3 for seat in seats if table.seats.occupants[seat] != person]
        lines = [line for line in rest.splitlines() if re.match(r"\*\*\d{3}\*\*", line)]
        assert [line.split("**")[1] for line in lines] == names
        assert "discarded" in lines[-1]
        checked += 1
    assert checked >= 8
