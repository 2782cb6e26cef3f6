"""No message about a table is larger than Discord allows."""

import random

import pytest

from tests.messages.shown_text import ENGLISH, assert_fits
from tests.messages.table.emoji_of_cards import ALL_EMOJI
from tests.messages.table.played_tables import PlayedTable, all_layouts
from tests.rummy.gauntlet import eager, patient
from tests.rummy.presets import NAMES, variant


@pytest.mark.parametrize(
    "name", ["rami", *(pytest.param(name, marks=pytest.mark.thorough) for name in NAMES if name != "rami")]
)
@pytest.mark.parametrize(
    ("policy", "deals"), [(patient, 1), pytest.param(eager, 2, marks=pytest.mark.thorough)], ids=["patient", "eager"]
)
def test_every_message_of_a_full_table_is_within_discords_limits(name, policy, deals):
    rules = variant(name, match_deals=deals)
    played = PlayedTable(rules, random.Random(7)).seat(rules.players[1]).play(policy)
    for view in all_layouts(played.events, ENGLISH, ALL_EMOJI):
        assert_fits(view)
