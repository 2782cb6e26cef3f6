"""Everything that is shown of the deals of days: results, tables, squares, and the end of a match."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from discord import ui
from msgspec import structs

from bot.league.daily import Streaks
from bot.messages.daily import (
    DayResult,
    day_card_layout,
    day_shuffle_layout,
    day_table_layout,
    result_layout,
    share_details,
    share_layout,
)
from bot.messages.table.confirmations import end_layout
from bot.messages.table.hand.hand_message import hand_layout
from bot.messages.table.shuffle_proof import fairness_layout, proof_layout
from bot.messages.words import Words
from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.rummy.view import DealProof
from bot.tables.daily import HOUSE_RULES_OF_WEEKS, game_of
from bot.tables.events import DayDeal
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play
from bot.tables.ports import Attempt
from bot.tables.rule_requests import AddComputer
from bot.tables.shuffle_check import ShuffleCheck
from bot.tables.table import Phase
from tests.messages.table.played_tables import PEOPLE, PlayedTable, context_for
from tests.rummy.gauntlet import eager
from tests.rummy.presets import NAMES, variant

_DIGITS = "7" * 64


def day_layouts(say: Words) -> Iterator[ui.LayoutView]:
    """Yield the messages about days whose game is called 77, with people of `PEOPLE`."""
    about = {"normal": 7, "squares": "⬜", "can_share": True, "watched_table": 1, "has_best": True}
    for points, others, in_server in product((None, -1, 1, 7), (0, 1, 7), (False, True)):
        streak = Streaks(others, others)
        better = 77 if others else None
        for next_at, late_by in ((7, None), (None, None if points else 7)):
            result = DayResult("77", 7, points, streak, next_at, 2, late_by, better=better, others=others, **about)  # type: ignore[arg-type]
            yield result_layout(result, say, in_server=in_server)
            yield result_layout(replace(result, is_ranked=False, computers=1), say, in_server=in_server)
    presets = {name: variant(name) for name in NAMES}
    for day, is_ranked in product(range(5, 5 + 7 * len(HOUSE_RULES_OF_WEEKS)), (False, True)):
        game = game_of(day, presets)
        game = structs.replace(game, variant=structs.replace(game.variant, title="77"))
        yield day_card_layout(day, game, say, is_ranked=is_ranked, in_server=is_ranked, shared=day - 1)
        yield share_layout("111", Attempt(day, 1, 7, 10, 7, 7), game, "⬜", say)
    for rows in (0, 2, 21, 22):
        attempts = [Attempt(7, 1 + nth % 6, nth, 10, 7, 7 - nth) for nth in range(rows)]
        yield day_table_layout("77", 7, attempts, PEOPLE, say, operators={101})
    for check, seed in ((None, ""), (None, _DIGITS), *((one, _DIGITS) for one in ShuffleCheck)):
        yield day_shuffle_layout("77", 7, check, seed, {7: _DIGITS, 9: _DIGITS}, say)
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
    proof = DealProof(1, _DIGITS, _DIGITS)
    yield from (hand_layout(context, 1), fairness_layout(proof, ShuffleCheck.CHECKED, context), proof_layout(proof, context))


def day_shares(say: Words) -> Iterator[str]:
    """Yield what is behind **Details** of a shared result."""
    for is_operator in (False, True):
        yield share_details("111", say, is_operator=is_operator)
