"""Corrections that organisers make with slash commands, and the end of a season."""

import re

from bot.league.league import League
from bot.league.placings import history_line
from tests.e2e.support.club import Club
from tests.e2e.support.commands import check_refusal, check_refused
from tests.e2e.support.league_messages import confirm, read
from tests.e2e.support.seasons import store_season, table_rows
from tests.people import labels

LEAGUE = League(server=0, name="Mondays", rated=True)


async def standings(club: Club, **options: object) -> list[str]:
    return table_rows(read((await club["Dan"].slash("leaderboard", **options)).message))


async def test_each_correction_changes_the_standings_and_its_opposite_restores_them(club: Club) -> None:
    history = await store_season(club, LEAGUE, matches=30, people=6)
    match = next(one for one in history if one.seat_of(1) is not None and one.seat_of(2) is not None and len(one.seats) > 2)
    number, ann, bob, names = match.number, club["Ann"].id, club["Bob"].id, dict(enumerate(club.members, start=1))
    async with club.bot():
        before = await standings(club)
        said = read((await club["Ann"].slash("league void", match=number, why="two *decks*")).message)
        assert "two \\*decks\\*" in said
        assert re.search(r"Mondays\*\*.*1 match counts differently", said)
        assert await standings(club) != before
        shown = read((await club["Bob"].slash("match", id=number)).message)
        assert "An organiser has voided this match." in shown
        assert f"Ann voided match `{number}`: two \\*decks\\*" in shown
        assert "Original result" not in shown, "the players and places are unchanged"
        await club["Ann"].slash("league reinstate", match=number, why="no, one")
        assert await standings(club) == before
        swap = {"match": number, "change": "swap", "person": ann, "other": bob}
        await club["Ann"].slash("league correct", why="typed wrongly", **swap)
        shown = read((await club["Bob"].slash("match", id=number)).message)
        assert re.search(r"- <t:\d+:f> Ann swapped Ann and Bob in match `\d+`: typed wrongly", shown)
        assert shown.index("typed wrongly") < shown.index("no, one") < shown.index("two \\*decks\\*"), (
            "the newest correction comes first"
        )
        shown_names = {
            one: f"~~{name}~~" if one.has_left else name for one in history_line(match).people for name in [names[one.person]]
        }
        assert f"Original result: {', '.join(f'{one.place}. {name}' for one, name in shown_names.items())}\n" in shown
        again = read((await club["Ann"].slash("league correct", why="typed wrongly", **swap)).message)
        assert "already swapped Ann and Bob in that match" in again
        assert read((await club["Bob"].slash("match", id=number)).message) == shown, "the same correction counts once"
        await club["Ann"].slash("league correct", why="not so", **swap | {"change": "swap back"})
        assert await standings(club) == before
        await club["Ann"].slash("league correct", match=number, change="remove", person=bob, why="was away")
        assert "removed" in read((await club["Bob"].slash("match", id=number)).message)
        assert await standings(club) != before
        await club["Ann"].slash("league correct", match=number, change="put back", person=bob, why="he was not")
        assert await standings(club) == before
        log = read((await club["Eve"].slash("league log", league="Mondays")).message)
        assert log.count("\n- <t:") == 6
        assert all(why in log for why in ("two \\*decks\\*", "typed wrongly", "was away", "he was not"))
        assert log.index("he was not") < log.index("two"), "the newest correction comes first"


async def test_ending_a_season_posts_its_table_and_starts_the_next_season(club: Club) -> None:
    await store_season(club, LEAGUE, matches=60, people=24)
    async with club.bot():
        running = await standings(club)
        reply = await confirm(club["Ann"], "league season-end", league="Mondays", name="Spring")
        assert reply.message["flags"] & 64, "the table is public, the reply isn't"
        posted = await club["Bob"].until(lambda: next(it for it in club["Bob"].messages("rummy") if "Spring" in read(it)))
        assert [line.replace("›", " ").split()[-2:] for line in table_rows(read(posted))][:5] == [
            line.replace("›", " ").split()[-2:] for line in running
        ][:5]
        own = await club["Bob"].press(posted, "Next")
        assert own.outcome == "message"
        assert own.message["flags"] & 64, "Bob gets his own page, and the public message stays"
        assert "Back" in labels(own.message)
        assert "No matches have counted yet" in read((await club["Bob"].slash("leaderboard")).message)
        said = read((await club["Ann"].slash("league void", match=60, why="the frozen table stays")).message)
        assert "The season “Spring” of Mondays has already ended, so its final table stays as it is." in said
        assert "No standings have changed in running seasons." in said
        assert "Ratings recalculated." in said
        kept = read((await club["Bob"].slash("leaderboard", season="spring")).message)
        assert table_rows(kept)[:15] == [line.replace(" Bob", "›Bob") for line in table_rows(read(posted))[:15]]
        await check_refused(club, club["Ann"], "league season-end", "SPRING", league="Mondays", name="SPRING")


async def test_each_mistake_about_corrections_is_refused_with_its_own_sentence(club: Club) -> None:
    history = await store_season(club, LEAGUE, matches=30, people=8, without="Finn")
    ann, stranger = club["Ann"], club["Finn"].id
    number = next(one.number for one in history if one.seat_of(1) is None and one.seat_of(2) is not None)
    async with club.bot():
        wrong = [
            ("league void", {"match": 999, "why": "so"}, "999"),
            ("league void", {"match": number, "why": " "}, "is empty"),
            ("league void", {"match": number, "why": "x" * 301}, "300"),
            ("league reinstate", {"match": number, "why": "so"}, "hasn't been voided"),
            ("league correct", {"match": number, "why": "so", "change": "remove", "person": ann.id}, "Ann"),
            ("league correct", {"match": number, "why": "so", "change": "put back", "person": ann.id}, "Ann"),
            (
                "league correct",
                {"match": number, "why": "so", "change": "remove", "person": stranger},
                "haven't met this person",
            ),
            (
                "league correct",
                {"match": number, "why": "so", "change": "remove", "person": club["Bob"].id, "other": ann.id},
                "change:remove",
            ),
            ("league correct", {"match": number, "why": "so", "change": "swap", "person": club["Bob"].id}, "other:"),
            (
                "league correct",
                {"match": number, "why": "so", "change": "swap", "person": club["Bob"].id, "other": club["Bob"].id},
                "different",
            ),
        ]
        sentences = []
        for command, options, fact in wrong:
            before, messages = club.event_count(), len(club["Finn"].messages("rummy"))
            sentences.append(check_refusal(club, await ann.slash(command, **options), before, messages, (fact,)))
        await ann.slash("league void", match=number, why="so")
        sentences.append(await check_refused(club, ann, "league void", "already", match=number, why="again"))
        sentences.append(await check_refused(club, club["Bob"], "league void", "Manage Server", match=number, why="so"))
        assert len(set(sentences)) == len(sentences)
        assert club.corrections() == 1
