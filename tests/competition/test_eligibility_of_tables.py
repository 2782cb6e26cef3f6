"""Where a table's match counts, as its lobby and its result say it."""

from typing import Any

import pytest

from bot.app import read_variants
from bot.competition.eligibility import EligibilityCheck
from bot.competition.match_history import MatchHistory
from bot.competition.standings import LeagueDirectory
from bot.league.days import DAY_MS
from bot.league.league import League, OnDay
from bot.league.scheme import ByPlacing, read_scheme
from bot.messages.league.eligibility_text import EligibilityText
from bot.messages.names import Names
from bot.messages.table.render_context import WhereItCounts
from bot.players.choice import Level
from bot.rummy.games import points_left
from bot.rummy.match import hand_points
from bot.rummy.variant import Length
from bot.tables.events import Clock, Pace
from bot.tables.lobby_requests import Agree, Join, Start
from bot.tables.match_requests import AskEnd, Forfeit
from bot.tables.ports import Person
from bot.tables.rule_requests import AddComputer, ChangeClock
from bot.tables.table import Phase, Table
from tests.competition.league_server import LeagueServer
from tests.databases import on_sqlite
from tests.e2e.support.tables import stack_deck
from tests.messages.shown_text import ENGLISH
from tests.rummy.presets import variant
from tests.tables.table_service import ANN, BEN, CEM, TableService

pytestmark = on_sqlite

NAMES = Names({ANN: Person(ANN, 101, "Ann", "en-US", None), BEN: Person(BEN, 102, "Ben", "en-US", None)})
COMPUTER = "Casual match (computers): unrated"
IT_TAKES = "-# Counts only after everyone has had a turn. Leavers come last."
PAUSES = "Casual match (clock with pauses): unrated"


async def where_it_counts(service: TableService, table: Table) -> WhereItCounts:
    check = EligibilityCheck(
        LeagueDirectory(service.store.ledgers, service.clock),
        service.store.ledgers,
        MatchHistory(service.store.ledgers),
        service.clock,
        read_variants(),
    )
    return await EligibilityText(check).where_it_counts(table)


async def lines(service: TableService, table: Table) -> list[str]:
    """Return what a lobby or a result says, without what every lobby says of a match that may count."""
    found = (await where_it_counts(service, table)).lines(ENGLISH, NAMES)
    return [one for one in found if one != IT_TAKES]


async def create(service: TableService, name: str = "Mondays", **rules: Any) -> None:
    await LeagueServer(service.store, service.now).create([League(server=10, name=name, **rules)])


async def play_one_deal(service: TableService, table: Table, leaver: int) -> Table:
    """Play the first deal of a match and let a person leave, who was one of two."""
    table = await service.play(table)
    return await service.tables.change(table.number, leaver, Forfeit())


async def test_only_the_lobby_of_a_match_that_may_count_says_what_it_takes(service: TableService) -> None:
    await create(service)
    lobby = await service.open_lobby(BEN)
    assert (await where_it_counts(service, lobby)).lines(ENGLISH, NAMES)[-1] == IT_TAKES
    with_computer = await service.tables.change(lobby.number, ANN, AddComputer(Level.EASY))
    assert IT_TAKES not in (await where_it_counts(service, with_computer)).lines(ENGLISH, NAMES)
    started = await service.start_here(await service.open_lobby(BEN))
    assert IT_TAKES not in (await where_it_counts(service, started)).lines(ENGLISH, NAMES)


async def test_the_lobby_and_the_result_of_a_match_with_computers_say_that_it_does_not_count(service: TableService) -> None:
    await create(service, shortest=Length.ONE)
    rules = variant("rami", match_target="none", match_deals=1, hand_size=3)
    table = await service.open_lobby(BEN, rules=rules)
    assert await lines(service, table) == ["Counts for: Mondays"]
    table = await service.tables.change(table.number, ANN, AddComputer(Level.EASY))
    assert await lines(service, table) == [COMPUTER]
    table = await service.tables.change(table.number, ANN, ChangeClock(Clock(Pace.LIVE, pauses=True)))
    assert await lines(service, table) == [COMPUTER, PAUSES]
    await service.tables.change(table.number, BEN, Agree())
    table = await service.tables.change(table.number, ANN, Start())
    for person in (ANN, BEN):
        table = await service.tables.change(table.number, person, AskEnd())
    assert table.phase == Phase.OVER
    assert await lines(service, table) == [COMPUTER, PAUSES]


async def test_a_league_that_requires_a_clock_says_so_in_the_lobby_and_does_not_count_the_match(service: TableService) -> None:
    await create(service, requires_clock=True)
    table = await service.open_lobby(BEN)
    missing = "Doesn't count for Mondays: it requires a clock."
    assert await lines(service, table) == [missing]
    table = await service.tables.change(table.number, ANN, ChangeClock(Clock(Pace.SLOW)))
    assert await lines(service, table) == ["Counts for: Mondays"]
    untimed = await service.start_match(CEM)
    untimed = await play_one_deal(service, untimed, CEM)
    assert await lines(service, untimed) == [missing]
    await service.tables.change(table.number, BEN, Agree())
    table = await service.tables.change(table.number, ANN, Start())
    table = await play_one_deal(service, table, BEN)
    (changed,) = await lines(service, table)
    assert changed.startswith("**Points in Mondays")


async def test_a_walkover_says_in_the_result_for_whom_it_is_a_last_place(service: TableService) -> None:
    table = await service.start_match(BEN)
    table = await service.tables.change(table.number, BEN, Forfeit())
    unplayed = "Ben left too early and came last. Doesn't count for Ann."
    assert await lines(service, table) == [f"Server standings: {unplayed}"]
    await create(service)
    table = await service.start_match(BEN)
    table = await service.tables.change(table.number, BEN, Forfeit())
    assert await lines(service, table) == [f"Mondays: {unplayed}"]


async def test_the_lobby_says_that_two_players_have_met_too_often_today(service: TableService) -> None:
    await create(service, rematches=1)
    await play_one_deal(service, await service.start_match(BEN), BEN)
    service.now += 1
    table = await service.open_lobby()
    assert await lines(service, table) == ["Counts for: Mondays"]
    table = await service.tables.change(table.number, BEN, Join())
    over = "Doesn't count for Mondays: daily limit per pair (1) reached."
    assert await lines(service, table) == [over]
    started = await service.start_here(table)
    assert await lines(service, started) == [over]
    assert await lines(service, await play_one_deal(service, started, BEN)) == [over]
    larger = await service.open_lobby(BEN, CEM)
    assert await lines(service, larger) == ["Counts for: Mondays"], "larger tables have a limit of their own"
    service.now += DAY_MS
    assert await lines(service, await service.open_lobby(BEN)) == ["Counts for: Mondays"]


async def test_the_lobby_says_that_a_match_that_goes_on_or_was_broken_off_has_used_up_the_limit(service: TableService) -> None:
    await create(service, rematches=1)
    over = "Doesn't count for Mondays: daily limit per pair (1) reached."
    started = await service.start_match(BEN)
    assert await lines(service, started) == ["Counts for: Mondays"]
    assert await lines(service, await service.open_lobby(BEN)) == [over]
    for person in (ANN, BEN):
        started = await service.tables.change(started.number, person, AskEnd())
    assert (started.phase, started.match and started.match.placings) == (Phase.OVER, None)
    assert await lines(service, await service.open_lobby(BEN)) == [over]
    assert await lines(service, await service.open_lobby(CEM)) == ["Counts for: Mondays"]


async def test_a_match_with_a_computer_uses_up_nothing(service: TableService) -> None:
    await create(service, rematches=1)
    await service.start_here(await service.open_lobby(BEN), Level.EASY)
    assert await lines(service, await service.open_lobby(BEN)) == ["Counts for: Mondays"]


async def test_the_start_says_whether_the_match_counts_with_these_players(service: TableService) -> None:
    await create(service, scheme=ByPlacing({3: (2, 1, 0)}))
    lobby = await service.open_lobby(BEN)
    assert await lines(service, lobby) == ["It counts for Mondays only with 3 players."]
    unset = "Doesn't count for Mondays: no points for 2 players."
    assert await lines(service, await service.start_here(lobby)) == [unset]
    three = await service.open_lobby(BEN, CEM)
    assert await lines(service, await service.start_here(three)) == ["Counts for: Mondays"]


async def test_a_lobby_on_the_last_day_of_a_season_says_when_the_next_one_begins(service: TableService) -> None:
    await create(service, season_end=OnDay(2))
    table = await service.open_lobby(BEN)
    end = 3 * DAY_MS
    for service.now, is_near in ((end - DAY_MS - 1, False), (end - DAY_MS, True), (end - 1, True)):
        note = [f"Counts for the next season of Mondays if it starts after <t:{end // 1000}:f>."] * is_near
        assert await lines(service, table) == ["Counts for: Mondays", *note]
    assert await lines(service, await service.start_here(table)) == ["Counts for: Mondays"]


async def test_a_match_in_the_wrong_channel_says_so_for_two_leagues_that_it_would_fit_otherwise(service: TableService) -> None:
    for name in ("Ace", "Best", "Cup"):
        await create(service, name, channel=21)
    await create(service, "Full", channel=21, shortest=Length.FULL)
    await create(service, "Here", channel=20)
    table = await service.open_lobby(BEN, rules=variant("rami", match_target="none", match_deals=4), preset=variant("rami"))
    wrong = [f"Doesn't count for {name}: only matches in <#21> do." for name in ("Ace", "Best")]
    assert await lines(service, table) == ["Counts for: Here", *wrong]
    table = await play_one_deal(service, await service.start_here(table), BEN)
    assert (await lines(service, table))[1:] == wrong


async def test_a_match_of_another_game_says_so_only_in_the_result(service: TableService) -> None:
    await create(service)
    await create(service, "Cuccu", games=(variant("cuccu"),))
    table = await service.open_lobby(BEN)
    assert await lines(service, table) == ["Counts for: Mondays"]
    table = await play_one_deal(service, await service.start_here(table), BEN)
    assert (await lines(service, table))[1:] == ["Doesn't count for Cuccu: only matches of Ramino with the Cuccù deck do."]


async def test_a_match_that_is_too_short_says_so_in_the_lobby_and_in_the_result(service: TableService) -> None:
    await create(service)
    rules = variant("rami", match_target="none", match_deals=3)
    table = await service.open_lobby(BEN, rules=rules, preset=variant("rami"))
    short = "Doesn't count for Mondays: too short. Everyone must deal once, two players twice."
    assert await lines(service, table) == [short]
    assert await lines(service, await play_one_deal(service, await service.start_here(table), BEN)) == [short]
    assert await lines(service, await service.open_lobby(BEN, CEM, rules=rules, preset=variant("rami"))) == [
        "Counts for: Mondays"
    ]


async def test_a_lobby_with_enough_players_counts_without_a_list_of_numbers(service: TableService) -> None:
    await create(service, "Club", scheme=read_scheme("2: 3 0; 3: 4 2 0"))
    await create(service, "Trio", scheme=read_scheme("3: 4 2 0"))
    alone = await service.open_lobby()
    assert await lines(service, alone) == [
        "It counts for Club only with 2 or 3 players.",
        "It counts for Trio only with 3 players.",
    ]
    two = await service.tables.change(alone.number, BEN, Join())
    assert await lines(service, two) == ["Counts for: Club", "It counts for Trio only with 3 players."]
    three = await service.tables.change(alone.number, CEM, Join())
    assert await lines(service, three) == ["Counts for: Club\N{NO-BREAK SPACE}· Trio"]


async def test_a_deal_that_is_open_when_the_last_opponent_leaves_is_stored_with_the_points_in_hand(
    service: TableService,
) -> None:
    table = await service.start_match(BEN)
    for _ in range(2):
        table = await service.play_turn(table.number)
    assert table.match is not None
    assert table.match.deal is not None
    hands = tuple(hand_points(table.match.variant, hand) for hand in table.match.deal.hands)
    await service.tables.change(table.number, BEN, Forfeit())
    result = await service.result(table.number)
    assert result is not None
    assert (result.deal_count, result.open_hands, result.has_card_rules) == (0, hands, True)
    assert min(hands) > 0


async def test_an_open_hand_counts_by_the_wild_rank_of_its_deal(service: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    stack_deck(monkeypatch, "3C 3D 3H", "4C KD 9D", upcard="2S", stock="QS 10H")
    table, rules = await service.start_match(BEN, rules=variant("three_thirteen")), variant("three_thirteen")
    for _ in range(2):
        table = await service.play_turn(table.number)
    await service.tables.change(table.number, BEN, Forfeit())
    result, deal = await service.result(table.number), table.begun_match.deal
    assert result is not None
    assert deal is not None
    assert result.open_hands == tuple(points_left(rules.for_deal(1), hand) for hand in deal.hands)
    assert result.open_hands != tuple(points_left(rules, hand) for hand in deal.hands)
