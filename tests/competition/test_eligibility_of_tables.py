"""Where a table's match counts, as its lobby and its result say it."""

from bot.competition.eligibility import EligibilityCheck
from bot.competition.league_directory import LeagueDirectory
from bot.competition.match_history import MatchHistory
from bot.league.league import League
from bot.messages.league.eligibility_text import EligibilityText
from bot.messages.names import Names
from bot.players.choice import Level
from bot.tables.pace import Clock, Pace
from bot.tables.requests import AddComputer, Agree, AskEnd, ChangeClock, Forfeit, Start
from bot.tables.table import Phase, Table
from tests.competition.league_server import LeagueServer
from tests.messages.shown_text import ENGLISH
from tests.rummy.presets import variant
from tests.tables.table_service import ANN, BEN, CEM, TableService

NAMES = Names({})
COMPUTER = "Doesn't count in leagues and ratings: matches with computers never do."
PAUSES = "Doesn't count in leagues and ratings: matches at a table that pauses never do."


async def lines(service: TableService, table: Table) -> list[str]:
    check = EligibilityCheck(LeagueDirectory(service.store.leagues, service.clock), MatchHistory(service.store.archive))
    return list((await EligibilityText(check).where_it_counts(table)).lines(ENGLISH, NAMES))


async def create(service: TableService, **rules: bool) -> None:
    await LeagueServer(service.store, service.now).create([League(server=10, name="Mondays", **rules)])


async def test_the_lobby_and_the_result_of_a_match_with_computers_say_that_it_does_not_count(service: TableService) -> None:
    await create(service)
    rules = variant("rami", match_target="none", match_deals=1, hand_size=3)
    table = await service.open_lobby(BEN, rules=rules)
    assert await lines(service, table) == ["Counts in: Mondays"]
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
    missing = "Doesn't count in Mondays: this league requires a clock."
    assert await lines(service, table) == [missing]
    table = await service.tables.change(table.number, ANN, ChangeClock(Clock(Pace.SLOW)))
    assert await lines(service, table) == ["Counts in: Mondays"]
    untimed = await service.start_match(CEM)
    untimed = await service.tables.change(untimed.number, CEM, Forfeit())
    assert await lines(service, untimed) == [missing]
    await service.tables.change(table.number, BEN, Agree())
    table = await service.tables.change(table.number, ANN, Start())
    table = await service.tables.change(table.number, BEN, Forfeit())
    (changed,) = await lines(service, table)
    assert changed.startswith("Points in Mondays")
