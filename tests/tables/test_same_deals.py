"""Tables of a round get the same deals: the same hands, stock, seats and first dealer, whatever else differs."""

import random

import pytest

from bot.rummy.cards import commitment
from bot.rummy.events import CardsDealt, MatchStarted
from bot.rummy.variant import Variant
from bot.tables.deals import seed_of_deal
from bot.tables.events import Reservation
from bot.tables.refusals import RulesFixedByTournament
from bot.tables.rule_requests import ChangeSettings
from bot.wording.sentence import Refused
from tests.messages.table.played_tables import PlayedTable
from tests.rummy.gauntlet.policies import eager, patient
from tests.rummy.presets import NAMES, WITH_TABLE_MELDS, one_of_each_game, variant

DEALS = "5c" * 32
OTHERS = "c5" * 32


def played(rules: Variant, people: tuple[int, ...], chance: int, deals: str = DEALS, moves: int = 5000) -> PlayedTable:
    """Play two deals, or so many moves. People sit in the order of their numbers; `chance` decides all but the deals."""
    table = PlayedTable(rules, random.Random(chance), reserved=Reservation(chance, people, deals=deals)).seat(len(people))
    table.play((eager, patient)[chance % 2], moves=moves)
    return table


def deals_of(table: PlayedTable) -> list[CardsDealt]:
    return [event for event in table.events if isinstance(event, CardsDealt)]


@pytest.mark.parametrize(
    ("name", "stock"),
    one_of_each_game([*((name, "own") for name in NAMES), *((name, "shared") for name in WITH_TABLE_MELDS)]),
)
def test_tables_with_the_same_deals_get_the_same_cards_in_the_same_seats(name: str, stock: str) -> None:
    rules = variant(name, stock=stock, next_dealer="rotate", match_target="none", match_deals=2)
    one, other = played(rules, (2, 1), 1), played(rules, (1, 2), 2)
    assert deals_of(one) == deals_of(other)
    assert [event.seed for event in deals_of(one)] == [seed_of_deal(DEALS, 1), seed_of_deal(DEALS, 2)]
    assert deals_of(one)[0].dealer == 0
    assert deals_of(played(rules, (1, 2), 2, OTHERS, moves=0))[0] != deals_of(one)[0]


def test_the_people_sit_in_the_order_of_the_reservation() -> None:
    rules = variant("rami", match_target="none", match_deals=2)
    table = played(rules, (3, 1, 2), 1).table
    assert table.seats.occupants == (3, 1, 2)


def test_no_seed_of_a_deal_is_that_of_the_match_or_of_another_deal() -> None:
    assert len({DEALS, *(seed_of_deal(DEALS, number) for number in range(50))}) == 51


def test_a_table_prints_without_what_its_deals_are_made_of() -> None:
    table = played(variant("rami", match_target="none", match_deals=1), (1, 2), 1)
    assert all(DEALS not in f"{event!r} {event}" for event in table.events)
    started = next(event for event in table.events if isinstance(event, MatchStarted))
    assert started.seed == seed_of_deal(DEALS, 0)
    assert commitment(deals_of(table)[0].seed) != started.seed
    assert table.table.hides_deals


def test_deals_are_drawn_where_a_reservation_names_none() -> None:
    rules = variant("rami", match_target="none", match_deals=2)
    one, other = played(rules, (1, 2), 1, ""), played(rules, (1, 2), 2, "")
    assert deals_of(one) != deals_of(other)
    assert not one.table.hides_deals


def test_nobody_lets_a_table_with_the_same_deals_be_played_where_all_can_read_it() -> None:
    table = PlayedTable(variant("rami"), random.Random(1), reserved=Reservation(1, (1, 2), deals=DEALS), thread=True)
    with pytest.raises(Refused) as refused:
        table.ask(1, ChangeSettings(thread=False))
    assert refused.value.refusal == RulesFixedByTournament()
    table.ask(1, ChangeSettings(shows_draws=True))


def test_who_reaches_the_target_at_one_table_changes_no_deal_of_it() -> None:
    """RULES 8.19: in a game in which others would be out and get no cards."""
    rules = variant("ramino101", match_target=100, match_deals=4).for_same_deals()
    one, other = played(rules, (1, 2, 3), 1), played(rules, (1, 2, 3), 2)
    assert one.table.begun_match.scores != other.table.begun_match.scores
    for first, second in zip(deals_of(one), deals_of(other), strict=False):
        assert first == second
    assert min(len(deals_of(one)), len(deals_of(other))) > 1
