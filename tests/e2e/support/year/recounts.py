"""What the bot shows, compared with what `scripts/recount.py` computes from the exports alone."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from scripts import recount
from tests.competition.test_recount_script import recounted
from tests.e2e.support.club import Club
from tests.e2e.support.league.league_reading import ask, attached_files, read
from tests.e2e.support.league.played_season import table_rows
from tests.messages.league.exported_files import read_export
from tests.people import Json


async def check_every_table(club: Club, folder: Path) -> int:
    """Let Eve, who organises nothing, export each season and the server; return how many of them agree with a recount."""
    seasons = club.query("SELECT key, seasons.number FROM leagues JOIN seasons ON league = leagues.number")
    wanted: list[dict[str, str]] = [{}, *({"league": name, "season": str(season)} for name, season in sorted(seasons))]
    wanted += [{"league": name} for name in sorted({name for name, _ in seasons})]
    for nth, options in enumerate(wanted):
        [data] = (await attached_files(club, await ask(club["Eve"], "league export", **options))).values()
        done = recounted(folder / f"export {nth}", data)
        assert (done.returncode, done.stderr) == (0, ""), (options, done.stdout)
        assert "Everything agrees" in done.stdout
        if "season" in options:
            rows = read_export(data)["standings"]
            shown = read(await ask(club["Eve"], "leaderboard", **options))
            places = [line.split()[0] for line in table_rows(shown)] if rows else []
            assert places[:15] == [f"{row['position']}." if row["position"] else "–" for row in rows[:15]]
            assert all(float(one["points"]) >= float(two["points"]) for one, two in pairwise(rows) if two["position"])
    return len(wanted)


async def check_schedule_table(club: Club, folder: Path, page: Json, numbers: Iterable[int]) -> None:
    """Compare the table of a schedule of Places with one computed from the exported matches with these numbers."""
    [data] = (await attached_files(club, await ask(club["Eve"], "league export", league="Places"))).values()
    assert recounted(folder, data).returncode == 0
    export = read_export(data)
    scheme = export["leagues"][-1]["definition"]["scheme"]
    matches = [one["match"] for one in export["matches"] if one["match"]["number"] in set(numbers)]
    rows = schedule_rows(scheme, [match for match in matches if not match.get("voided")])
    computed = [
        [f"{position}.", str(played), str(won), str(cards), export["people"][str(one)]]
        for one, position, played, won, cards in rows
    ]
    shown = [line.replace("›", " ").split() for line in table_rows(read(page))]
    assert sorted(shown) == sorted(computed)
    assert [row[0] for row in shown] == [row[0] for row in computed]


def schedule_rows(scheme: Json, matches: list[Json]) -> list[tuple[int, int, int, Fraction, int]]:
    """Return person, position, matches, points and card points; equal points are decided as docs/LEAGUES.md says."""
    won = [recount.league_points(scheme, match) for match in matches]
    points, cards, played = defaultdict[int, Fraction](Fraction), defaultdict[int, int](int), defaultdict[int, int](int)
    for match, worth in zip(matches, won, strict=True):
        for person, _, own, _ in recount.placings(match):
            points[person] += worth[person]
            cards[person] += own
            played[person] += 1
    level = {one: {other for other in points if points[other] == points[one]} for one in points}
    head = {one: sum(worth[one] for worth in won if one in worth and len(level[one] & set(worth)) > 1) for one in points}
    keys = {one: (points[one], head[one], cards[one]) for one in points}
    order = sorted(keys, key=lambda one: keys[one], reverse=True)
    return [(one, 1 + sum(keys[it] > keys[one] for it in order), played[one], points[one], cards[one]) for one in order]
