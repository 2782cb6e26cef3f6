"""With computers at a table, a round is still one turn of each player, and the table names them."""

import random

from bot.messages.table.channel.story_pages import Story, advance_story
from bot.messages.table.table_summary import summary_layout
from bot.players.choice import Level
from bot.rummy.legal_moves import legal_moves
from bot.tables.lobby_requests import Start
from bot.tables.match_requests import Play
from bot.tables.rule_requests import AddComputer
from bot.tables.table import Phase
from bot.tables.time_requests import PlayOn
from tests.messages.shown_text import ENGLISH, readable_text
from tests.messages.table.played_tables import PlayedTable, context_for
from tests.rummy.gauntlet import eager
from tests.rummy.presets import variant


def with_computers(computers: int) -> PlayedTable:
    played = PlayedTable(variant(match_target="none", match_deals=1), random.Random(1))
    for _ in range(computers):
        played.ask(1, AddComputer(Level.EASY))
    played.ask(1, Start())
    return played


def test_a_round_is_one_turn_of_each_player_also_of_computers() -> None:
    played = with_computers(3)
    while played.table.phase != Phase.OVER:
        match, seat = played.table.match, played.table.seats.seat_of(1)
        assert match is not None
        if played.table.plays_by_itself():
            played.ask(None, PlayOn())
        else:
            played.ask(1, Play(eager(played.dice, match, legal_moves(match, seat or 0))))
    story, rounds = Story(1), dict[str, int]()
    for event in played.events:
        story, pages = advance_story(story, event)
        rounds |= {page.key: len(page.turns) for page in pages if page.kind == "round"}
    assert len(rounds) > 1
    assert set(list(rounds.values())[:-1]) == {4}


def test_the_table_says_whose_turn_it_is_also_if_it_is_a_computers() -> None:
    for seed in range(10):
        played = PlayedTable(variant(), random.Random(seed))
        played.ask(1, AddComputer(Level.EASY))
        played.ask(1, Start())
        expected = "It's 1111's turn." if played.table.plays_by_itself() else "It's your turn."
        assert expected in readable_text(summary_layout(context_for(played.table, ENGLISH), 1))
