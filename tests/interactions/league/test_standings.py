"""Standings, ladders, histories and stats of a stored season."""

import re
from itertools import count

import pytest
from msgspec.structs import replace

from bot.league.corrections import Void, apply_corrections
from bot.league.league import League
from bot.messages.league.pages import WIDTH
from bot.messages.pictures.rating_chart import LINE_STYLES
from bot.messages.text import column_count
from bot.rummy.variant import Length
from tests.desk import PEOPLE, PLACES, SERVER, Desk
from tests.e2e.support.league_messages import ask, page_texts, ratings, read
from tests.e2e.support.pictures import GALLERY
from tests.e2e.support.seasons import DIFFICULT_NAMES, PLACE_POINTS, store_season, table_rows
from tests.interactions.table.lobbies import play_short_match
from tests.league.folds import compute_stats, history_lines
from tests.leagues import create_league
from tests.messages.league.exported_files import read_export, totals_from_matches, totals_from_standings
from tests.people import parts

LEAGUE = League(server=0, name="Mondays", zone="Europe/Rome", rated=True, least=2)
PLACE_LEAGUE = League(server=0, name="Places", scheme=PLACE_POINTS)


async def test_each_page_is_narrow_and_has_the_viewers_row(desk: Desk) -> None:
    await store_season(desk, LEAGUE, PLACE_LEAGUE, matches=100, people=40, names=DIFFICULT_NAMES)
    for options in ({"league": "Mondays"}, {"league": "places"}, {"by": "rating"}):
        pages = [text async for text in page_texts(desk["Ann"], "leaderboard", **options)]
        assert len(pages) == 3
        assert "page 3 of 3" in pages[-1]
        for rows in map(table_rows, pages):
            assert len(rows) <= 17
            assert max(map(column_count, rows)) <= WIDTH, rows
            assert sum("›Ann" in row for row in rows) == 1, rows


async def test_the_ladder_puts_the_provisional_last_and_agrees_with_the_stats(desk: Desk) -> None:
    assert "`/league create`" in read(await ask(desk["Ann"], "leaderboard", by="rating"))
    history = await store_season(desk, LEAGUE, matches=60, people=12)
    pages = [text async for text in page_texts(desk["Ann"], "leaderboard", by="rating")]
    assert all(text.startswith("### Ratings in ") and "French cards" in text for text in pages)
    rows = [row.split() for text in pages for row in table_rows(text)]
    assert {row[0] == "–" for row in rows if int(row[-1]) < 10} == {True}
    assert {row[0] == "–" for row in rows if int(row[-1]) >= 10} == {False}
    assert "Provisional" in pages[-1]
    own = next(row for row in rows if "›Ann" in row)
    assert (int(own[-4]), int(own[-2])) == ratings(read(await ask(desk["Ann"], "stats")))["french52"][:2]
    assert "Cuccù cards" in read(await ask(desk["Ann"], "leaderboard", cards="cuccu40"))
    match = next(one for one in reversed(history) if one.variant.deck == "french52")
    await desk["Ann"].slash("league void", match=match.number, why="only a trial")


async def test_standings_change_with_a_match_and_show_the_change_since_monday(desk: Desk) -> None:
    league = replace(LEAGUE, shortest=Length.ONE)
    await store_season(desk, league, matches=160, people=24)  # four weeks: on any day, some matches ended before this Monday
    before = read(await ask(desk["Ann"], "leaderboard"))
    await play_short_match(desk, "Ann", "Bob")
    after = read(await ask(desk["Ann"], "leaderboard"))
    numbers, then = (next(row.split()[2:] for row in table_rows(text) if "›Ann" in row) for text in (after, before))
    assert int(numbers[1]) == int(then[1]) + 1, "one more match"
    assert any(row.split()[-1][0] in "=+-" for row in table_rows(after)), "moved since Monday"


async def test_standings_can_be_limited_to_a_game_or_a_period(desk: Desk) -> None:
    await store_season(desk, LEAGUE, matches=30, people=12)
    cuccu = read(await ask(desk["Ann"], "leaderboard", variant="cuccu"))
    assert "only Ramino with the Cuccù deck" in cuccu
    assert table_rows(cuccu) != table_rows(read(await ask(desk["Ann"], "leaderboard")))
    assert "since <t:" in read(await ask(desk["Ann"], "leaderboard", since="2026-01-01", league="mondays"))


async def test_each_mistake_is_refused_with_its_own_sentence(desk: Desk) -> None:
    await store_season(desk, LEAGUE, matches=10, people=6, without="Eve")
    ann, eve = desk["Ann"], desk["Eve"].id
    by_rating = (("league", "Cup"), ("variant", "rami"), ("since", "2026-01-01"), ("season", "1"), ("live", True))
    mistakes: tuple[tuple[str, dict[str, object], tuple[str, ...]], ...] = (
        ("leaderboard", {"league": "Fridays"}, ("Fridays", "Mondays")),
        ("leaderboard", {"since": "2100-01-01"}, ("2100-01-01",)),
        ("leaderboard", {"since": "yesterday"}, ("yesterday",)),
        ("leaderboard", {"variant": "whist"}, ("whist",)),
        ("leaderboard", {"season": "Spring"}, ("Spring",)),
        ("leaderboard", {"season": "1", "since": "2026-01-01"}, ("season", "since")),
        ("leaderboard", {"season": "1", "live": True}, ("season", "live")),
        ("leaderboard", {"season": "1", "league": "*"}, ("season", "league:*")),
        *(("leaderboard", {"by": "rating", option: value}, ("`by:rating`", f"`{option}:`")) for option, value in by_rating),
        ("leaderboard", {"by": "points", "cards": "cuccu40"}, ("`by:points`", "`cards:`")),
        ("leaderboard", {"cards": "cuccu40", "live": True}, ("`by:rating`", "`live:`")),
        ("match", {"match": 999}, ("999",)),
        ("history", {"person": eve}, ("haven't met this person",)),
    )
    sentences = {await ann.refused(command, *facts, **options) for command, options, facts in mistakes}
    assert len(sentences) == len(mistakes) - 1, "`by:rating` with `live:` is one mistake, also if only `cards:` means it"
    await ann.refused("stats", "haven't met this person", person=eve)


async def test_the_pages_of_a_history_contain_every_match(desk: Desk) -> None:
    history = await store_season(desk, matches=60, people=7)
    for number, name in enumerate(("Ann", "Bob"), start=1):
        pages = [text async for text in page_texts(desk["Cleo"], "history", person=desk[name].id)]
        assert len(pages) > 1
        shown = [line.split(" ")[1] for text in pages for line in text.split("\n") if line.startswith("- `")]
        assert shown == [f"`{line.match}`" for line in history_lines(history, number)]


async def test_a_match_chosen_in_a_history_is_shown_in_a_message_of_its_own(desk: Desk) -> None:
    history = await store_season(desk, matches=60, people=7)
    page = await ask(desk["Cleo"], "history", person=desk["Bob"].id)
    for number in [line.match for line in history_lines(history, 2)][:2]:
        shown = await desk["Cleo"].choose(page, "Show match …", str(number))
        assert shown.outcome == "message", "the list stays"
        assert f"### Match {number}: " in read(shown.message)
    for wrong in ("999", "x", "9" * 30):
        refused = await desk["Cleo"].choose(page, "Show match …", wrong)
        assert "### Match" not in read(refused.message)


async def test_a_match_without_a_number_is_the_last_one_of_the_person_who_asks(desk: Desk) -> None:
    history = await store_season(desk, matches=30, people=6, without="Eve")
    for number, name in enumerate(("Ann", "Bob"), start=1):
        assert f"### Match {history_lines(history, number)[0].match}: " in read(await ask(desk[name], "match"))
    await desk["Eve"].refused("match", "Casual ones don't appear here. Open a table with `/play`.")


async def test_without_a_name_the_channels_league_or_the_oldest_is_shown(desk: Desk) -> None:
    assert "No matches have counted yet" in read(await ask(desk["Ann"], "leaderboard"))
    assert "No finished matches" in read(await ask(desk["Ann"], "history"))
    lounge = League(server=0, name="Lounge", channel=PLACES["lounge"])
    await store_season(desk, lounge, League(server=0, name="Old"), League(server=0, name="Aaa"), matches=2, people=6)
    assert "### Lounge" in read(await ask(desk["Ann"], "leaderboard", in_="lounge"))
    assert "### Old" in read(await ask(desk["Ann"], "leaderboard")), "a newer league changes nothing"


async def test_stats_have_a_chart_only_with_several_rated_matches(desk: Desk) -> None:
    [match] = await store_season(desk, LEAGUE, matches=1, people=6)
    first, second = (desk[PEOPLE[seat.person - 1]] for seat in match.seats[:2])
    text = read(message := await ask(first, "stats", second=second.id))
    assert text.count("Rating:") == 2
    assert "over time" not in text
    assert all(it["type"] != GALLERY for it in parts(message["components"]))


async def test_an_export_is_refused_if_matches_never_stop_ending(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    revisions = count()

    async def revision(_server: int) -> int:
        return next(revisions)

    monkeypatch.setattr(desk.bot.services.ledgers, "revision", revision)
    await desk["Ann"].refused("league export", "Try again")
    assert next(revisions) == 10, "it was tried five times"


async def test_a_correction_while_an_export_is_written_is_in_its_results_and_its_standings(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = await store_season(desk, League(server=0, name="Mondays", rated=True), matches=20, people=6)
    services, voided = desk.bot.services, history[-1].number
    people_in_matches, corrected = services.match_history.people_in_matches, list[int]()

    async def after_a_correction(of: int) -> set[int]:
        if not corrected:
            corrected.append(voided)
            await services.corrections.correct(SERVER, voided, Void(), by=1, why="meanwhile")
        return await people_in_matches(of)

    monkeypatch.setattr(services.match_history, "people_in_matches", after_a_correction)
    await desk["Ann"].slash("league export")
    [(_, data)] = desk.files
    found = read_export(data)
    (one,) = (one for one in found["matches"] if one["match"]["number"] == voided)
    assert {verdict["why_not"] for verdict in one["verdicts"]} == {"voided"}
    assert totals_from_matches(found, 1, 1) == totals_from_standings(found, 1, 1)


async def test_a_server_without_a_league_has_standings_by_wins(desk: Desk) -> None:
    winner = await play_short_match(desk, "Ann", "Bob")
    text = read(await ask(desk["Ann"], "leaderboard"))
    assert table_rows(text)[0].split()[-4:] == ["1"] * 4
    assert winner in table_rows(text)[0]


async def test_the_match_command_shows_all_deals_and_the_last_hands(desk: Desk) -> None:
    await create_league(desk["Ann"], "Mondays", shortest="one")
    await play_short_match(desk, "Ann", "Bob", "Cleo", deals=3)
    text = read(await ask(desk["Cleo"], "match", match=1))
    assert all(fact in text for fact in ("Match 1: Rami", "Counts for: Mondays", "went out"))
    match = (await desk.bot.services.tables.get(1)).match
    for nth, deal in enumerate(match.ended_deals):
        assert f"{nth + 1:>3}" in text
        assert all(f"{points}" in text for points in deal.points)
    held = [hand for hand in match.ended_deals[-1].hands if hand]
    assert text.count(" = ") >= len(held)


async def test_stats_compare_four_people_with_the_signs_of_the_picture(desk: Desk) -> None:
    history = await store_season(desk, LEAGUE, matches=60, people=7)
    others = {"person": "Ann", "second": "Bob", "third": "Cleo", "fourth": "Dan"}
    message = await ask(desk["Eve"], "stats", **{option: desk[name].id for option, name in others.items()})
    text = read(message)
    signs = [style.sign for style in LINE_STYLES[:4]]
    assert all(f"### {sign} {name}" in text for sign, name in zip(signs, others.values(), strict=True))
    legend = text.rpartition("Rating over time")[2].replace("\N{NO-BREAK SPACE}", " ")
    assert all(f"{sign} {name}" in legend for sign, name in zip(signs, others.values(), strict=True))
    assert re.match(r" · [\w ]+ · <t:\d+:D> – <t:\d+:D>\n", legend), "local to each reader"
    against = compute_stats(apply_corrections(history, ()), 1).against[2]
    assert f"Bob {against.won}–{against.lost}" in text.replace("\N{NO-BREAK SPACE}", " ")
    assert any(it["type"] == GALLERY for it in parts(message["components"]))
