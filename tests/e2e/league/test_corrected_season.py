"""A season of 300 matches among 24 people with 20 corrected matches, compared with a slow second computation.

The checks read every page back as a person reads it. Storing the season takes longest, so they are one test.
"""

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.competition.standings import all_matches
from bot.league.corrections import PutBack, Reinstate, Remove, SwapBack, SwapPeople, Void
from bot.league.league import League
from tests.e2e.support import league_messages as reading
from tests.e2e.support.league_messages import Row, ask, attached_files, ordinal, page_texts, read
from tests.e2e.support.seasons import MIDNIGHT, MINUTE, NAMES, PLACES, Season, corrected_season
from tests.league.standings import slow_standings, slow_stats
from tests.messages.league.exported_files import read_export, rows_of


async def standings_rows(season: Season, league: League) -> list[Row]:
    """Return all rows of the standings, and check that each page shows Ann's row exactly once."""
    rows: list[Row] = []
    async for text in page_texts(season.club["Ann"], "leaderboard", league=league.name):
        shown, beside = reading.standings(text)
        assert [row.name for row in (*shown, *beside) if row.own] == ["Ann"]
        rows += shown
    return rows


def check_rows(rows: list[Row], wanted: list[slow_standings.Row]) -> None:
    """Check every column of each row."""
    assert [row.name for row in rows] == [NAMES[person] for _, person, *_ in wanted]
    for row, (position, _, matches, points, wins, before) in zip(rows, wanted, strict=True):
        up = None if position is None or before is None else before - position
        assert row.position == ("–" if position is None else f"{position}."), row
        assert row.change == ("" if up is None else "=" if up == 0 else f"{up:+}".replace("-", "−")), row
        assert (row.matches, row.wins) == (str(matches), str(wins)), row
        assert reading.is_exactly(row.points, points), (row, points)
        assert reading.is_exactly(row.average, points / matches), (row, points)
    for column in ([row.points for row in rows], [row.average for row in rows]):
        pages = [column[at : at + 15] for at in range(0, len(column), 15)]
        for page in pages:
            decimals = {len(shown.partition(".")[2]) for shown in page if abs(float(shown)) < 100}
            assert len(decimals) <= 1, "the numbers of a column have the same decimals"


async def check_that_twenty_matches_have_corrections_of_every_kind_and_some_have_several(season: Season) -> None:
    places = Counter(one.match for one in season.made)
    assert len(places) == PLACES
    assert max(places.values()) > 2
    assert {type(one.change) for one in season.made} == {Void, Reinstate, SwapPeople, SwapBack, Remove, PutBack}
    assert len(season.sentences) >= PLACES
    assert not [text for text in season.sentences if "went wrong" in text]
    assert len({re.sub(r"[A-Z][a-z]+ ", "", text) for text in season.sentences}) >= 4, "each reason has its own sentence"
    assert any("didn't play match" in text for text in season.sentences)
    assert season.club.corrections() == len(season.made)


async def check_that_no_correction_changes_whether_another_match_counts(season: Season) -> None:
    """Whether a match is one too many for its day was decided when it started."""
    rated = next(league for league in season.leagues if league.name == "By placing")
    number, before, after = season.number(rated), slow_standings.rewritten(season.history, []), season.matches
    assert sum(number in match["over"] for match in before) > 20
    changed = [
        old["number"]
        for old, new in zip(before, after, strict=True)
        if slow_standings.counts(rated, old, number) != slow_standings.counts(rated, new, number)
    ]
    assert set(changed) <= {one.match for one in season.made}


async def check_that_each_page_of_the_standings_equals_the_second_computation(season: Season) -> None:
    for number, league in enumerate(season.leagues, start=1):
        rows, wanted = await standings_rows(season, league), season.table(league)
        assert len(wanted) > 15, "there is more than one page"
        check_rows(rows, wanted)
        assert wanted != slow_standings.table(league, season.history, [], now=season.now, number=number)


async def check_that_a_week_begins_at_midnight_in_the_leagues_time_zone(season: Season) -> None:
    asked_at = season.now
    for name, midnight in (("Mondays", MIDNIGHT), ("As it is", MIDNIGHT), ("Cuccù", MIDNIGHT + 4 * 60 * MINUTE)):
        league = next(one for one in season.leagues if one.name == name)
        changes = []
        for season.now in (midnight - 1, midnight):
            rows = await standings_rows(season, league)
            check_rows(rows, season.table(league))
            changes.append({row.change for row in rows} - {""})
        assert len(changes[0]) > 1, "in the week that ends there are changes"
        assert changes[1] == {"="}, "in the new week there are none yet"
    season.now = asked_at


async def check_that_ratings_matches_wins_and_places_equal_the_second_computation(season: Season) -> None:
    matches = season.matches
    ratings = slow_stats.ratings(season.leagues, matches)
    assert len({deck for deck, _ in ratings}) > 1
    for number, name in NAMES.items():
        text = read(await ask(season.club["Ann"], "stats", person=season.discord(number)))
        assert text.startswith(f"### {name}\n")
        found = reading.ratings(text)
        assert found.keys() == {deck for deck, person in ratings if person == number}
        for deck, (rating, error, sure) in found.items():
            wanted = ratings[deck, number]
            assert (rating, error) == slow_stats.shown(wanted), (name, deck)
            assert (sure == "provisional") == (wanted[2] < 10)
        places = slow_stats.places(matches, number)
        assert f"\n{sum(places)} matches · " in text
        assert " · ".join(f"{ordinal(place)} ×{times}" for place, times in enumerate(places, start=1)) in text


async def check_that_the_log_names_the_author_time_match_and_reason_of_each_correction(season: Season) -> None:
    lines: list[str] = []
    async for text in page_texts(season.club["Dan"], "league log"):
        lines += [line for line in text.split("\n") if line.startswith("- <t:")]
    assert "as the organiser role." in lines.pop(), "the first action of all"
    assert len(lines) == len(season.made)
    for line, one in zip(lines, reversed(season.made), strict=True):
        people = [NAMES[value] for value in msgspec.to_builtins(one.change).values() if isinstance(value, int)]
        at = one.at // 1000
        assert line.startswith(f"- <t:{at}:d> <t:{at}:t> · {NAMES[one.by]} ")
        assert line.endswith(f" match `{one.match}`: {one.why}")
        assert all(f" {name} " in line for name in people)


async def check_that_exported_standings_and_matches_equal_the_second_computation(season: Season) -> None:
    server = replace(all_matches(season.leagues[0].server).league, name="server")
    for league in (*season.leagues, server):
        options = {} if league is server else {"league": league.name}
        [data] = (await attached_files(season.club, await ask(season.club["Bob"], "league export", **options))).values()
        export = read_export(data)
        number = export["leagues"][0]["league"]
        assert [tuple(row.values())[4:] for row in rows_of(export, number, 1)] == [
            (
                *("" if position is None else str(position), str(person), NAMES[person]),
                *map(str, (matches, float(points), wins, float(points / matches), "")),
            )
            for position, person, matches, points, wins, _ in season.table(league)
        ]
        check_matches(season, league, export)


def check_matches(season: Season, league: League, export: dict[str, Any]) -> None:
    """Check whether each match counts, its places, and what it was before its corrections."""
    matches = season.matches
    of_league = {match["number"]: match for match in matches if slow_standings.fits(league, match)}
    assert [one["match"]["number"] for one in export["matches"]] == list(of_league)
    channels = dict[int, int]()
    for one in export["matches"]:
        match = of_league[one["match"]["number"]]
        assert (one["verdicts"][0]["why_not"] is None) == slow_standings.counts(league, match, season.number(league))
        assert [
            {
                "who": it["person"],
                "place": it["placing"],
                "points": it["points"],
                "left": it["left"],
                "there": not it.get("removed"),
            }
            for it in one["match"]["seats"]
        ] == match["seats"]
        played = season.history[match["number"] - 1]
        facts = json.loads(msgspec.json.encode(played))
        del facts["server"]
        facts["began"] = facts["ended"]  # they are stored in one go
        exported = one.get("played", one["match"])
        assert channels.setdefault(facts.pop("channel"), exported["channel"]) == exported["channel"]
        assert {name: fact for name, fact in exported.items() if name != "channel"} == facts
        assert all(export["people"][str(seat["who"])] == NAMES[seat["who"]] for seat in match["seats"])
    assert len(set(channels.values())) == len(channels)


async def check_that_a_history_has_every_match_of_a_person_with_its_corrections(season: Season) -> None:
    shown = [
        line
        async for text in page_texts(season.club["Eve"], "history", person=season.discord(2))
        for line in reading.history(text)
    ]
    wanted = slow_stats.of_person(season.matches, 2)
    assert len(wanted) > 30
    assert any(match["void"] for match in wanted)
    assert [(number, ended) for number, ended, _ in shown] == [(match["number"], match["ended"] // 1000) for match in wanted]
    for (_, _, people), match in zip(shown, wanted, strict=True):
        seats = [seat for seat in match["seats"] if seat["there"]]
        seats.sort(key=lambda seat: slow_standings.place_of(match, seat["who"]))
        names = [f"~~{NAMES[seat['who']]}~~" if seat["left"] else NAMES[seat["who"]] for seat in seats]
        placings = [f"{slow_standings.place_of(match, seat['who'])}. {name}" for seat, name in zip(seats, names, strict=True)]
        assert people == ["voided"] * match["void"] + placings


async def check_that_all_pages_are_unchanged_after_a_restart(season: Season) -> None:
    async def everything() -> list[list[str]]:
        ann, bob = season.club["Ann"], season.discord(2)
        asks: list[tuple[str, dict[str, object]]] = [("leaderboard", {"league": one.name}) for one in season.leagues]
        asks += [("history", {"person": bob}), ("stats", {"person": bob}), ("league log", {})]
        return [[text async for text in page_texts(ann, command, **options)] for command, options in asks]

    before, stored = await everything(), season.club.stored_rows()
    await season.restart()
    assert await everything() == before
    assert season.club.stored_rows() == stored


async def test_what_people_read_of_a_corrected_season_equals_the_second_computation(tmp_path: Path) -> None:
    async with corrected_season(tmp_path) as season:
        for check in (
            check_that_twenty_matches_have_corrections_of_every_kind_and_some_have_several,
            check_that_no_correction_changes_whether_another_match_counts,
            check_that_each_page_of_the_standings_equals_the_second_computation,
            check_that_a_week_begins_at_midnight_in_the_leagues_time_zone,
            check_that_ratings_matches_wins_and_places_equal_the_second_computation,
            check_that_the_log_names_the_author_time_match_and_reason_of_each_correction,
            check_that_exported_standings_and_matches_equal_the_second_computation,
            check_that_a_history_has_every_match_of_a_person_with_its_corrections,
            check_that_all_pages_are_unchanged_after_a_restart,
        ):
            await check(season)
        problems = await season.club.save_requests("test_season")
        assert not problems, "\n".join(problems)
