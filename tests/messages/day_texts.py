"""Everything that is shown of the deals of days: results, tables, squares, and the end of a match."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from discord import ui

from bot.league.daily import Streaks
from bot.messages.daily import DayResult, DayTable, day_table_layout, result_layout, share_text
from bot.messages.table.channel.match_end import fairness_layout
from bot.messages.table.confirmations import end_layout
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.words import Words
from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.view import DealProof
from bot.tables.events import DayDeal
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play
from bot.tables.ports import Attempt
from bot.tables.rule_requests import AddComputer
from bot.tables.table import Phase
from tests.messages.table.played_tables import PEOPLE, PlayedTable, context_for
from tests.rummy.gauntlet import eager
from tests.rummy.presets import variant

_DIGITS = "7" * 64


def day_layouts(say: Words) -> Iterator[ui.LayoutView]:
    """Yield the messages about days whose game is called 77, with people of `PEOPLE`."""
    about = {"normal": 7, "squares": "⬜", "can_share": True, "watched_table": 1, "has_best": True}
    for points, others, in_server in product((None, -1, 1, 7), (0, 1, 7), (False, True)):
        streak = Streaks(others, others)
        better = 77 if others else None
        for next_at, late_by in ((7, None), (None, None if points else 7)):
            result = DayResult("77", 7, points, streak, _DIGITS, next_at, 2, late_by, better=better, others=others, **about)  # type: ignore[arg-type]
            yield result_layout(result, say, in_server=in_server)
            yield result_layout(replace(result, is_ranked=False, computers=1), say, in_server=in_server)
    for rows, seed in product((0, 2, 21, 22), ("", _DIGITS)):
        attempts = [Attempt(7, 1 + nth % 6, nth, 10, 7, 7 - nth) for nth in range(rows)]
        yield day_table_layout(DayTable("77", 7, attempts, seed, _DIGITS, {101}), PEOPLE, say)
    rules = variant("rami", stock="own", match_target="none", match_deals=1, tie="shared")
    played = PlayedTable(rules, random.Random(1), is_private=True, day=DayDeal(7, "5c" * 32))
    for request in (*[AddComputer(Level.NORMAL)] * 2, Start()):
        played.ask(1, request)
    while played.table.phase != Phase.OVER:
        assert played.table.match is not None
        yield hand_layout(context_for(played.table, say), 1)
        yield end_layout(context_for(played.table, say), 1)
        played.ask(1, Play(eager(played.dice, played.table.match, legal_moves(played.table.match, 0))))
    context = context_for(played.table, say)
    yield from (hand_layout(context, 1), fairness_layout(DealProof(1, _DIGITS, _DIGITS), context))


def day_shares(say: Words) -> Iterator[str]:
    """Yield what everyone may read of a result."""
    for is_operator in (False, True):
        yield share_text("111", "77", "⬜", say, is_operator=is_operator)
