"""Every way to gain in the standings that people have tried: it has no effect, or everybody sees it.

Where another test shows that already, it isn't written again:

- Throwing matches (visible, and limited):
  `test_the_matches_of_a_day_against_one_person_move_a_rating_by_at_most_the_stated_points` and
  `test_a_new_account_that_loses_everything_raises_a_rating_by_the_stated_points` (how far it can raise a rating).
- Leaving in the first deal (no effect):
  `test_leaving_on_the_first_turn_changes_nothing_but_the_last_place_of_the_person_who_left`,
  `test_who_abandons_three_matches_in_seven_days_plays_for_no_league_for_a_day`,
  `test_leaving_loses_a_match_of_two_once_both_have_had_a_turn`,
  `test_a_match_that_somebody_pauses_for_uses_up_none_of_the_others_day`.
- Deleting one's data and returning (no effect): `test_deleting_ones_data_does_not_reset_the_limit`,
  `test_neither_two_who_delete_their_data_nor_one_who_does_twice_reset_the_limit`,
  `test_deleting_ones_data_gives_nobody_more_matches_in_a_day`, and
  `test_who_has_left_a_match_that_goes_on_and_may_count_is_deleted_when_it_is_over_or_after_thirty_days`.
- The order in which matches end (no effect): `test_the_start_decides_even_if_a_later_match_ends_first`,
  `test_the_start_decides_for_a_person_and_no_order_of_ends_correction_or_other_limit_changes_that`.
- Another time zone in the middle of a day (no effect): `test_another_time_zone_does_not_begin_another_day`.
- Removal by two of three (no effect): `test_a_person_who_is_away_has_a_say_in_the_end_of_a_match_that_may_count`,
  `test_neither_a_manager_who_plays_nor_everyone_as_an_organiser_removes_a_person`.
- One's own match broken off (no effect; visible with Manage Server): `test_an_organiser_cannot_break_off_their_own_match`,
  `test_an_organiser_who_has_left_a_match_cannot_break_it_off`, and for members with Manage Server
  `test_breaking_off_a_match_names_who_did_it_and_why_in_the_channel_and_in_its_leagues`.
- Stalling past the end of a season (no effect):
  `test_a_season_waits_for_its_matches_and_is_final_with_awards_when_they_are_over`,
  `test_who_stalls_past_a_season_has_left_after_seven_days_and_the_match_counts_where_it_began`,
  `test_a_table_that_waits_for_a_match_is_posted_again_with_awards_when_that_is_over` (the standings say what they wait for).
- Card points by house rules (no effect): `test_a_match_to_a_thousand_points_is_worth_no_more_than_a_short_one_played_as_well`.
- Card points by leaving a bad hand (no effect): `test_leaving_costs_as_many_card_points_as_a_deal_that_somebody_else_ends`.
- Volume (no effect, or visible): `test_fifty_matches_beat_eleven_wins_of_twelve_only_by_points`,
  `test_a_new_league_ranks_as_chosen_and_by_points_only_with_a_daily_limit`,
  `test_only_the_first_matches_that_a_person_starts_on_a_day_count`. An organiser's tournaments have no limit
  (`test_a_match_of_a_tournament_uses_up_none_and_is_never_one_too_many`): their cards and the log show them.
"""

import re

import pytest
from msgspec.structs import replace

from bot import app
from bot.league.days import DAY_MS
from bot.league.league import League
from bot.league.match_facts import MatchResult
from bot.league.ratings import START_RATING, ratings_after, shown_points
from bot.league.scheme import Ranking
from bot.rummy.legal_moves import legal_moves
from bot.tables.lobby_requests import Join
from bot.tables.match_requests import AskEnd, Play
from bot.tables.table import Phase
from tests.competition.league_server import LeagueServer
from tests.competition.test_eligibility_of_tables import create, lines
from tests.conftest import ROOT
from tests.desk import PEOPLE, SERVER, Desk
from tests.e2e.support.league_messages import read
from tests.e2e.support.seasons import table_rows
from tests.interactions.table.lobbies import open_table, table_of
from tests.league.written_matches import BEN, CEM, played
from tests.leagues import create_league, edit_league
from tests.people import labels
from tests.tables.table_service import TableService, idle

CUP = League(server=SERVER, name="Cup")
ORGANISERS = 5
_ROW = re.compile(r"(?P<position>\S+) +(?P<name>\D+?) +[\d.]+ +(?P<matches>\d+) +(?P<wins>\d+) +(?P<last>[\d.]+)")


@pytest.fixture
async def club(desk: Desk) -> LeagueServer:
    """The desk's server since noon of yesterday, with its people in the order of `written_matches`: Bob is Ben there."""
    noon = app.now() // DAY_MS * DAY_MS - DAY_MS // 2
    for name in PEOPLE:
        await desk.store.people.add_or_update(desk[name].id, name, "en-US")
    return LeagueServer(desk.store, noon)


def next_match(server: LeagueServer, text: str, **facts: object) -> MatchResult:
    """Return a match that ends a second later than everything before."""
    server.now += 1000
    return replace(played(text), server=SERVER, ended=server.now, deal_count=4, **facts)


async def play(server: LeagueServer, text: str, times: int = 1, **facts: object) -> int:
    """Finish matches with this result. Return the number of the last."""
    for _ in range(times):
        number = await server.finish(next_match(server, text, **facts))
    return number


async def shown(desk: Desk, command: str, **options: object) -> str:
    """Return what anybody reads: Finn, who plays in none of the matches."""
    return read((await desk["Finn"].slash(command, **options)).message)


async def rows(desk: Desk) -> dict[str, str]:
    """Return each person's row in the league, as anybody sees it: `1. of 5 matches, 3 won`."""
    lines = table_rows(await shown(desk, "leaderboard", league="Cup"))
    found = [one for line in lines if (one := _ROW.match(line))]
    assert len(found) == len(lines), lines
    return {one["name"]: f"{one['position']} of {one['matches']} matches, {one['wins']} won" for one in found}


def test_every_test_named_above_exists() -> None:
    named = set(re.findall(r"`(test_\w+)`", __doc__ or ""))
    files = [file.read_text("utf-8") for file in (ROOT / "tests").rglob("test_*.py")]
    missing = named - {name for text in files for name in re.findall(r"def (test_\w+)\(", text)}
    assert (bool(named), missing) == (True, set())


async def test_thrown_matches_count_up_to_the_days_limit_and_anybody_sees_them(desk: Desk, club: LeagueServer) -> None:
    """Bob loses on purpose to raise Ann. Five a day count; `/history`, `/stats` and `/match` show what he does."""
    await club.create([CUP])
    last = await play(club, "Ann 1 100 · Ben 2 0 left", times=6)
    assert (await rows(desk))["Ann"] == "1. of 5 matches, 5 won"
    assert "daily limit per pair (5) reached" in await shown(desk, "match", match=last)
    assert (await shown(desk, "history", person=desk["Bob"].id)).count("~~Bob~~") == 6
    assert "Won–lost: Ann 0–6" in await shown(desk, "stats", person=desk["Bob"].id)


async def abandon(club: LeagueServer, times: int) -> int:
    """Let Ann win once among people with eight matches each, then leave this many matches on her first turn."""
    await club.create([replace(CUP, ranking=Ranking.RATING, rematches=50)])
    for text in ("Ben 1 100 · Cem 2 0", "Cem 1 100 · Ben 2 0"):
        await play(club, text, times=4)
    await play(club, "Ann 1 100 · Ben 2 0")
    return await play(club, "Ann 2 0 left · Ben 1 0", times, is_walkover=True)


async def test_who_leaves_bad_hands_in_a_league_by_rating_is_seen_to_abandon_matches(desk: Desk, club: LeagueServer) -> None:
    """It costs Ann no rating. `/match`, `/stats` and the standings show it, and the third in a week pauses her."""
    last = await abandon(club, 2)
    assert (await rows(desk))["Ann"].endswith("of 3 matches, 1 won")
    assert "Ann left too early and came last" in await shown(desk, "match", match=last)
    assert "2 abandoned" in await shown(desk, "stats", person=desk["Ann"].id)


@pytest.mark.parametrize("times", [2, 7])
async def test_abandoned_matches_give_nobody_a_place_by_rating(desk: Desk, club: LeagueServer, times: int) -> None:
    """Ann wins once, then leaves until she has enough matches for a place. Seven take minutes, also while she pauses."""
    await abandon(club, times)
    assert (await rows(desk))["Ann"].startswith("–")


async def test_who_deletes_a_bad_record_does_not_begin_the_season_again_and_the_record_stays(
    desk: Desk, club: LeagueServer
) -> None:
    """Dan has lost four matches, deletes his data, comes back and wins one: everybody still sees the four, and not the one."""
    await club.create([replace(CUP, ranking=Ranking.AVERAGE, least=3)])
    await play(club, "Ann 1 100 · Dee 2 0", times=4)
    await desk.store.privacy.delete_personal_data(4, at=club.now)
    back = await desk.store.people.add_or_update(desk["Dan"].id, "Dan", "en-US")
    match = next_match(club, "Dee 1 100 · Ben 2 0")
    first, second = match.seats
    await club.finish(replace(match, seats=(replace(first, person=back.number), second)))
    found = await rows(desk)
    (former,) = (row for name, row in found.items() if name.startswith("a former"))
    assert former == "2. of 4 matches, 0 won"
    assert "Dan" not in found


def test_the_order_in_which_ten_matches_end_moves_a_new_rating_by_at_most_sixteen_points() -> None:
    """Ann plays ten matches at a time, and first ends those that she loses. Points stay the same; `/history` has the order."""
    rated = {}
    for places in ([1, 2] * 5, [2, 1] * 5, [1] * 5 + [2] * 5, [2] * 5 + [1] * 5):
        ann = START_RATING
        for place in places:
            ann, _ = ratings_after([ann, START_RATING], [place, 3 - place])
        rated[tuple(places)] = shown_points(ann)
    assert max(rated.values()) - min(rated.values()) <= 16


async def test_nobody_washes_out_a_win_by_using_up_a_limit_while_it_is_played(desk: Desk, club: LeagueServer) -> None:
    """Bob and Cleo are losing to Ann at a table of three, and play each other until their limits are reached."""
    await club.create([replace(CUP, rematches=2, larger_rematches=3, daily=4)])
    running = await club.begin(next_match(club, "Ann 1 100 · Ben 2 0 · Cem 3 0"))
    await play(club, "Ben 1 100 · Cem 2 0", times=5)
    won = await club.end(replace(running, ended=club.now + 1))
    assert "Counts for: Cup" in await shown(desk, "match", match=won)
    assert (await rows(desk))["Ann"] == "2. of 1 matches, 1 won"
    later = await play(club, "Ann 1 100 · Ben 2 0 · Cem 3 0")
    assert "daily limit per pair (3) reached" in await shown(desk, "match", match=later)


@pytest.mark.parametrize(
    ("rules", "earlier", "times", "why"),
    [
        ({"larger_rematches": 1}, "Ben 1 · Cem 2", 1, "daily limit per pair (1) reached."),
        ({"daily": 1}, "Ben 1 · Dee 2", 1, "Ben had reached the daily limit (1)."),
        ({}, "Ben 2 left · Dee 1", 3, "Ben abandoned three matches, and pauses for a day."),
    ],
)
async def test_a_lobby_says_that_a_match_will_not_count_because_of_a_third_person(
    service: TableService, rules: dict[str, int], earlier: str, times: int, why: str
) -> None:
    """Ben sits down so that Ann's win over Cem won't count for anybody: she reads it before the start."""
    await create(service, **rules)
    server = LeagueServer(service.store, service.now)
    for _ in range(times):
        await server.finish(replace(played(earlier, ended=service.now), is_walkover="left" in earlier))
    table = await service.open_lobby(CEM)
    assert await lines(service, table) == ["Counts for: Mondays"]
    table = await service.tables.change(table.number, BEN, Join())
    assert await lines(service, table) == [f"Doesn't count for Mondays: {why}"]


async def start_match_of_three(desk: Desk) -> None:
    """Let Bob, an organiser, start a match with Cleo and Dan that counts in the Cup, in which everyone has had a turn."""
    await desk["Ann"].slash("league organisers", role=ORGANISERS)
    desk.roles["Bob"] = [ORGANISERS]
    await create_league(desk["Ann"], "Cup")
    await open_table(desk, "Bob", "Cleo", "Dan")
    await desk["Bob"].slash("table start")
    for _ in range(3):
        before = table = table_of(desk)
        while table.current_turn == before.current_turn:
            assert table.match is not None
            move = idle(legal_moves(table.match, table.match.seat_to_act() or 0))
            table = await desk.bot.services.tables.change(table.number, table.person_to_act(), Play(move))


async def test_two_of_three_neither_remove_the_third_nor_end_the_match(desk: Desk) -> None:
    """Dan is in the lead. Bob and Cleo want him out, or the match undone; Bob is even an organiser."""
    await start_match_of_three(desk)
    dan = desk["Dan"].id
    assert "can't remove anyone" in await desk["Bob"].refused("table remove", person=dan)
    assert "organisers" in await desk["Cleo"].refused("table remove", person=dan)
    for name in ("Bob", "Cleo"):
        person = desk.store.people.find(desk[name].id)
        await desk.bot.services.tables.change(1, person.number, AskEnd())
    assert (table_of(desk).phase, len(table_of(desk).seated_people())) == (Phase.DEAL, 3)


async def test_an_organiser_who_leaves_to_remove_the_leader_comes_last_and_stands_in_the_log(desk: Desk) -> None:
    """Bob gives Cleo the win: he leaves, then removes Dan. `/league log` says so, and that Bob played in this match."""
    await start_match_of_three(desk)
    asked = (await desk["Bob"].slash("table leave", table=1)).message
    await desk["Bob"].press(asked, labels(asked)[0])
    asked = (await desk["Bob"].slash("table remove", person=desk["Dan"].id, table=1)).message
    await desk["Bob"].submit(await desk["Bob"].press(asked, labels(asked)[0]), why="for Cleo")
    second = "2. of 1 matches, 0 won"
    assert await rows(desk) == {"Cleo": "1. of 1 matches, 1 won", "Bob": second, "Dan": second}
    log = await shown(desk, "league log", league="Cup")
    assert "Bob removed Dan from table 1 (match `1`)." in log
    assert "Why: for Cleo" in log
    assert "Note: Bob played in this match." in log
    assert (await shown(desk, "match", match=1)).count("(left)") == 2


async def test_where_a_king_costs_ten_times_as_much_a_match_does_not_count_by_card_points_and_its_lobby_says_so(
    desk: Desk,
) -> None:
    await create_league(desk["Ann"], "Cup", scheme="card points")
    await open_table(desk, "Ann", "Bob")
    await desk["Ann"].slash("table rule", rule="court_points", answer="100")
    lobby = read((await desk["Bob"].slash("table show")).message)
    assert "jack, queen, king: 100 points" in lobby
    assert "Doesn't count for Cup: house rules change the points of cards or of going rummy, or who pays." in lobby
    await edit_league(desk["Ann"], "Cup", scheme="wins")
    assert "Counts for: Cup" in read((await desk["Bob"].slash("table show")).message)
    await edit_league(desk["Ann"], "Cup", house_rules=False)
    assert "Doesn't count for Cup: house rules" in read((await desk["Bob"].slash("table show")).message)


async def test_accounts_that_lower_the_minimum_are_rows_of_the_table_and_a_set_minimum_stays(
    desk: Desk, club: LeagueServer
) -> None:
    """Ann wins once and stops, while accounts with one match each lower the median. All see them; organisers set a minimum."""
    (stored,) = await club.create([replace(CUP, ranking=Ranking.AVERAGE, rematches=50)])
    await play(club, "Ben 1 100 · Cem 2 0", times=8)
    await play(club, "Ann 1 100 · Cem 2 0")
    assert (await rows(desk))["Ann"] == "– of 1 matches, 1 won"
    await play(club, "Dee 1 100 · Eve 2 0")
    found = await rows(desk)
    assert found["Ann"] == found["Dan"] == "2. of 1 matches, 1 won"
    assert "Eve" in found
    await club.league_editor.edit(stored.number, replace(stored.league, least=3))
    assert (await rows(desk))["Ann"] == "– of 1 matches, 1 won"
