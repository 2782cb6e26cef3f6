"""The awards of a season, below its table: where it is posted, and in `/leaderboard season:` forever."""

from msgspec import json
from msgspec.structs import replace

from bot.league.eligibility import is_counting
from bot.league.league import League
from bot.league.match_facts import MatchResult
from tests.e2e.support.club import Club
from tests.e2e.support.league_messages import confirm, read
from tests.e2e.support.seasons import store_season

CUP = League(server=0, name="Cup")


def award_lines(text: str) -> list[str]:
    starts = ("Champion", "Most rummies", "Longest winning run", "Closest match")
    lines = [line.removeprefix("**").removesuffix("**") for line in text.split("\n")]
    return [line for line in lines if line.startswith(starts)]


def rummies_of(history: list[MatchResult], person: int) -> int:
    """Return how many rummies a person made in these matches."""
    return sum(deal.rummy and match.seats[deal.winner or 0].person == person for match in history for deal in match.deals)


async def test_the_posted_table_of_a_season_has_its_awards_and_keeps_them(club: Club) -> None:
    history = await store_season(club, CUP, matches=60, people=6)
    counted = [match for match in history if is_counting(replace(CUP, server=match.server), match, 1)]
    names = list(club.members)
    made = {name: rummies_of(counted, number) for number, name in enumerate(names, start=1)}
    async with club.bot():
        ann, finn = club["Ann"], club["Finn"]
        assert award_lines(read((await ann.slash("leaderboard")).message)) == [], "the season is running"
        await confirm(ann, "league season-end", league="cup", name="Spring")
        posted = next(text for it in reversed(finn.messages("rummy")) if "Season: Spring" in (text := read(it)))
        lines = award_lines(posted)
        assert [line.split(":")[0] for line in lines] == ["Champion", "Most rummies", "Longest winning run", "Closest match"]
        best = [name for name in names if made[name] == max(made.values())]
        assert all(name in lines[1] for name in best)
        assert f"({max(made.values())})" in lines[1]
        first = posted.split("```")[1].strip("\n").split("\n")[1]
        assert first.split()[-1] in lines[0], "the champion is the first of the table"
        number = int(lines[3].split("`")[1])
        await ann.slash("league void", match=number, why="only a trial")
        kept = read((await club["Bob"].slash("leaderboard", season="Spring")).message)
        assert award_lines(kept) == lines, "a table of an ended season doesn't change"


async def test_the_table_of_a_season_that_an_earlier_version_ended_has_no_awards(club: Club) -> None:
    await store_season(club, CUP, matches=20, people=6)
    async with club.bot():
        await confirm(club["Ann"], "league season-end", league="cup")
    [(final,)] = club.query("SELECT final FROM seasons WHERE number = 1")
    old = {name: value for name, value in json.decode(final).items() if name != "awards"}
    club.write_database(f"UPDATE seasons SET final = '{json.encode(old).decode()}' WHERE number = 1")
    async with club.bot():
        text = read((await club["Ann"].slash("leaderboard", season="1")).message)
        assert "Season: 1" in text
        assert award_lines(text) == []
